/*
 * push_http.c - see push_http.h. Sent by libcurl; a program that was built without it sends
 * nothing.
 */
#include "push_http.h"

#include "server/network/address.h"
#include "server/network/origin.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#ifdef STOS_CURL
#include <curl/curl.h>
#endif

/* ---------------------------------------------------------------- where messages may go */

/* Calls back with each entry of the list until one is accepted. */
static bool any_entry(const char *list, bool (*likes)(const char *entry, const void *what),
                      const void *what)
{
    char entry[PUSH_HTTP_ORIGIN];
    for (const char *at = list; *at;) {
        at += strspn(at, ", ");
        size_t length = strcspn(at, ", ");
        if (length >= sizeof entry)
            return false;
        memcpy(entry, at, length);
        entry[length] = '\0';
        if (length > 0 && likes(entry, what))
            return true;
        at += length;
    }
    return false;
}

static bool has_scheme(const char *entry)
{
    return strncmp(entry, "https://", 8) == 0 || strncmp(entry, "http://", 7) == 0;
}

static bool is_bad_entry(const char *entry, const void *unused)
{
    char url[PUSH_HTTP_ORIGIN + 8];
    (void)unused;
    if (strcmp(entry, "*") == 0)
        return false;
    if (strcmp(entry, "off") == 0) /* stands alone, if at all */
        return true;
    snprintf(url, sizeof url, "%s%s", has_scheme(entry) ? "" : "https://",
             strncmp(entry, "*.", 2) == 0 ? entry + 2 : entry);
    return !origin_url_is_good(url) || (!has_scheme(entry) && strchr(entry, ':'));
}

bool push_http_services_are_good(const char *services)
{
    return !any_entry(services, is_bad_entry, NULL);
}

/* The origin of a URL without anything odd in it: no name before the host, no blanks, no control
 * characters. */
static bool read_origin(const char *url, char origin[PUSH_HTTP_ORIGIN])
{
    size_t length = strlen(url), scheme = strncmp(url, "https://", 8) == 0 ? 8 : 7;
    if (length >= PUSH_HTTP_URL || !has_scheme(url))
        return false;
    for (const char *at = url; *at; at++)
        if ((unsigned char)*at <= ' ' || (unsigned char)*at >= 127 || *at == '\\' || *at == '"')
            return false;
    size_t host = strcspn(url + scheme, "/?#");
    if (scheme + host >= PUSH_HTTP_ORIGIN)
        return false;
    memcpy(origin, url, scheme + host);
    origin[scheme + host] = '\0';
    return origin_url_is_good(origin);
}

static bool is_exactly(const char *entry, const void *origin)
{
    return has_scheme(entry) && strcasecmp(entry, origin) == 0;
}

static bool is_service(const char *entry, const void *origin)
{
    const char *host = (const char *)origin + strlen("https://");
    size_t length = strlen(host), tail = strlen(entry) - 1;
    if (*entry != '*')
        return strcasecmp(entry, host) == 0;
    return tail == 0 || (length > tail && strcasecmp(host + length - tail, entry + 1) == 0);
}

bool push_http_may_go(const char *services, const char *url, char origin[PUSH_HTTP_ORIGIN])
{
    if (!read_origin(url, origin))
        return false;
    if (any_entry(services, is_exactly, origin))
        return true;
    bool usual = strncmp(origin, "https://", 8) == 0 && !strchr(origin + 8, ':');
    return usual && any_entry(services, is_service, origin);
}

/*
 * The public addresses: all of IPv4, and the global unicast addresses of IPv6, without what IANA's
 * special-purpose registries take out of them. The rest of IPv6 is not public at all: some of it
 * reaches private IPv4 addresses (64:ff9b:1::/48) or a site's own network (fec0::/10).
 */
static const char public_networks[] = "0.0.0.0/0, 2000::/3";
static const char special[] = "0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, "
                              "172.16.0.0/12, 192.0.0.0/24, 192.0.2.0/24, 192.88.99.0/24, "
                              "192.168.0.0/16, 198.18.0.0/15, 198.51.100.0/24, 203.0.113.0/24, "
                              "224.0.0.0/4, 240.0.0.0/4, "
                              "2001::/23, 2001:db8::/32, 2002::/16, 3fff::/20";

bool push_http_is_public(const char *text)
{
    struct address address;
    return address_read(text, strlen(text), &address) &&
        address_in_list(&address, public_networks) && !address_in_list(&address, special);
}

/* ---------------------------------------------------------------- sending */

#ifdef STOS_CURL

enum { CONNECT_MS = 5000, WHOLE_MS = 10000, ANSWER_MOST = 16 * 1024 };

struct push_sender {
    CURL *curl;
    const char *services;
    const atomic_bool *stopping;
    bool anywhere; /* the host named this origin itself */
    size_t answered;
};

bool push_http_is_possible(void) { return true; }

struct push_sender *push_http_open(const char *services, const atomic_bool *stopping)
{
    struct push_sender *push_sender = calloc(1, sizeof *push_sender);
    if (!push_sender || !(push_sender->curl = curl_easy_init())) {
        free(push_sender);
        return NULL;
    }
    push_sender->services = services;
    push_sender->stopping = stopping;
    return push_sender;
}

void push_http_close(struct push_sender *push_sender)
{
    if (push_sender)
        curl_easy_cleanup(push_sender->curl);
    free(push_sender);
}

static bool is_public(const struct curl_sockaddr *to)
{
    char text[ADDRESS_TEXT];
    const void *bytes = to->family == AF_INET6
        ? (const void *)&((const struct sockaddr_in6 *)(const void *)&to->addr)->sin6_addr
        : (const void *)&((const struct sockaddr_in *)(const void *)&to->addr)->sin_addr;
    return inet_ntop(to->family, bytes, text, sizeof text) && push_http_is_public(text);
}

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *to)
{
    const struct push_sender *push_sender = context;
    bool good = purpose == CURLSOCKTYPE_IPCXN &&
        (to->family == AF_INET || to->family == AF_INET6) &&
        (push_sender->anywhere || is_public(to));
    return good ? socket(to->family, to->socktype, to->protocol) : CURL_SOCKET_BAD;
}

/* The response body does not matter, but its size must be limited. */
static size_t take_answer(char *bytes, size_t size, size_t count, void *context)
{
    struct push_sender *push_sender = context;
    (void)bytes;
    push_sender->answered += size * count;
    return push_sender->answered > ANSWER_MOST ? 0 : size * count;
}

static int look_up(void *context, curl_off_t down_total, curl_off_t down, curl_off_t up_total,
                   curl_off_t up)
{
    const struct push_sender *push_sender = context;
    (void)down_total, (void)down, (void)up_total, (void)up;
    return atomic_load(push_sender->stopping);
}

/* Whether all of it could be set. */
static bool set_limits(struct push_sender *push_sender)
{
    CURL *curl = push_sender->curl;
    return curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR,
                            push_sender->anywhere ? "http,https" : "https") == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_PROXY, "") == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_NETRC, CURL_NETRC_IGNORED) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)WHOLE_MS) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, push_sender) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_answer) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_WRITEDATA, push_sender) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, look_up) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_XFERINFODATA, push_sender) == CURLE_OK;
}

static struct curl_slist *add_header(struct curl_slist *headers, const char *name,
                                     const char *value)
{
    char line[1200];
    snprintf(line, sizeof line, "%s: %s", name, value);
    struct curl_slist *longer = curl_slist_append(headers, line);
    if (!longer)
        curl_slist_free_all(headers);
    return longer;
}

static struct curl_slist *make_headers(const struct push_http_message *message)
{
    char seconds[16];
    snprintf(seconds, sizeof seconds, "%d", message->keep_s);
    const struct {
        const char *name, *value;
    } rows[] = {
        {"Authorization", message->authorization},
        {"Content-Encoding", "aes128gcm"},
        {"Content-Type", "application/octet-stream"},
        {"TTL", seconds},
        {"Urgency", "normal"},
        {"Topic", message->topic},
        {"Expect", ""},
    };
    struct curl_slist *headers = NULL;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!(headers = add_header(headers, rows[i].name, rows[i].value)))
            return NULL;
    return headers;
}

static enum push_http_result result_of(long status)
{
    enum { HTTP_NOT_FOUND = 404, HTTP_GONE = 410 };
    if (status >= 200 && status < 300)
        return PUSH_HTTP_TAKEN;
    return status == HTTP_NOT_FOUND || status == HTTP_GONE ? PUSH_HTTP_GONE : PUSH_HTTP_LATER;
}

enum push_http_result push_http_send(struct push_sender *push_sender,
                                     const struct push_http_message *message)
{
    char origin[PUSH_HTTP_ORIGIN];
    long status = 0;
    if (!push_http_may_go(push_sender->services, message->url, origin))
        return PUSH_HTTP_GONE; /* the host has taken the service off the list */
    push_sender->anywhere = any_entry(push_sender->services, is_exactly, origin);
    push_sender->answered = 0;
    curl_easy_reset(push_sender->curl);
    struct curl_slist *headers = make_headers(message);
    bool sent = headers && set_limits(push_sender) &&
        curl_easy_setopt(push_sender->curl, CURLOPT_URL, message->url) == CURLE_OK &&
        curl_easy_setopt(push_sender->curl, CURLOPT_HTTPHEADER, headers) == CURLE_OK &&
        curl_easy_setopt(push_sender->curl, CURLOPT_POSTFIELDSIZE_LARGE,
                         (curl_off_t)message->length) == CURLE_OK &&
        curl_easy_setopt(push_sender->curl, CURLOPT_POSTFIELDS, message->body) == CURLE_OK &&
        curl_easy_perform(push_sender->curl) == CURLE_OK;
    if (sent)
        curl_easy_getinfo(push_sender->curl, CURLINFO_RESPONSE_CODE, &status);
    curl_slist_free_all(headers);
    return result_of(status);
}

#else

bool push_http_is_possible(void) { return false; }
struct push_sender *push_http_open(const char *services, const atomic_bool *stopping)
{
    return (void)services, (void)stopping, NULL;
}
void push_http_close(struct push_sender *push_sender) { (void)push_sender; }
enum push_http_result push_http_send(struct push_sender *push_sender,
                                     const struct push_http_message *message)
{
    return (void)push_sender, (void)message, PUSH_HTTP_LATER;
}

#endif
