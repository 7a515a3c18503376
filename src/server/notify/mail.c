/* mail.c - see mail.h. Sent by libcurl; a program that was built without it sends nothing. */
#include "mail.h"

#include "server/people/mailbox.h"

#include "base/text.h"
#include "server/network/address.h"

#include <ctype.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#ifdef STOS_CURL
#include <curl/curl.h>
#endif

/* ---------------------------------------------------------------- addresses */

static bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* Words with dots between them, of letters, digits and those signs (RFC 5321: Dot-string, and
 * Domain). */
static bool are_dotted_words(const char *text, size_t length, const char *signs)
{
    for (size_t i = 0; i < length; i++) {
        bool edge = i == 0 || i + 1 == length || text[i - 1] == '.';
        if (text[i] == '.' ? edge : !is_letter_or_digit(text[i]) && !strchr(signs, text[i]))
            return false;
    }
    return length > 0;
}

bool mail_address_is_good(const char *address)
{
    enum { LOCAL_MOST = 64 };
    const char *at = strrchr(address, '@');
    if (!at || strlen(address) >= MAILBOX_ADDRESS || at - address > LOCAL_MOST)
        return false;
    const char *domain = at + 1, *dot = strrchr(domain, '.');
    return are_dotted_words(address, (size_t)(at - address), "!#$%&'*+-/=?^_`{|}~") &&
        are_dotted_words(domain, strlen(domain), "-") && dot && dot[1] &&
        isalpha((unsigned char)dot[1]) && *domain != '-';
}

/* ---------------------------------------------------------------- the mail server */

static const char *host_of(const char *url)
{
    return strncmp(url, "smtps://", 8) == 0 ? url + 8 : url + 7;
}

bool mail_url_is_good(const char *url)
{
    if (strncmp(url, "smtp://", 7) != 0 && strncmp(url, "smtps://", 8) != 0)
        return false;
    for (const char *at = url; *at; at++)
        if (*at <= ' ' || *at >= 127 || strchr("@\\\"<>", *at))
            return false;
    const char *host = host_of(url);
    return *host && *host != '/' && *host != ':';
}

bool mail_url_is_local(const char *url)
{
    struct address address;
    const char *host = host_of(url);
    bool bracketed = *host == '[';
    size_t length = strcspn(host + bracketed, bracketed ? "]" : ":/");
    if (length == 9 && strncasecmp(host, "localhost", length) == 0)
        return true;
    return address_read(host + bracketed, length, &address) &&
        address_in_list(&address, "127.0.0.0/8, ::1/128");
}

/* ---------------------------------------------------------------- the message */

static bool is_header_text(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || (unsigned char)*text >= 127)
            return false;
    return true;
}

/* At most 45 bytes of whole characters: what fits an encoded word. */
static size_t word_length(const char *text)
{
    enum { WORD_BYTES = 45 };
    size_t length = strlen(text);
    if (length <= WORD_BYTES)
        return length;
    for (length = WORD_BYTES; length > 1 && ((unsigned char)text[length] & 0xC0) == 0x80;)
        length--;
    return length;
}

static void put_base64(stos_writer *writer, const char *bytes, size_t length)
{
    char text[96];
    sodium_bin2base64(text, sizeof text, (const unsigned char *)bytes, length,
                      sodium_base64_VARIANT_ORIGINAL);
    text_put(writer, text);
}

/* Encoded words (RFC 2047), one a line: nothing in the text can be taken for a header. */
static void put_subject(stos_writer *writer, const char *subject)
{
    text_put(writer, "Subject:");
    while (*subject) {
        size_t length = word_length(subject);
        text_put(writer, " =?UTF-8?B?");
        put_base64(writer, subject, length);
        text_put(writer, "?=\r\n");
        subject += length;
    }
}

/* As RFC 5322 wants it, whatever the locale. */
static void put_date(stos_writer *writer, int64_t at_s)
{
    static const char days[][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    time_t seconds = (time_t)at_s;
    struct tm utc;
    char clock[24];
    gmtime_r(&seconds, &utc);
    strftime(clock, sizeof clock, "%Y %H:%M:%S +0000", &utc);
    text_put(writer, "Date: ");
    text_put(writer, days[utc.tm_wday]);
    text_put(writer, ", ");
    text_number(writer, utc.tm_mday);
    text_char(writer, ' ');
    text_put(writer, months[utc.tm_mon]);
    text_char(writer, ' ');
    text_put(writer, clock);
    text_put(writer, "\r\n");
}

static void put_header(stos_writer *writer, const char *name, const char *before, const char *value,
                       const char *after)
{
    text_put(writer, name);
    text_put(writer, ": ");
    text_put(writer, before);
    text_put(writer, value);
    text_put(writer, after);
    text_put(writer, "\r\n");
}

static void put_headers(stos_writer *writer, const struct mail *mail, const char *from)
{
    put_header(writer, "From", "stos <", from, ">");
    put_header(writer, "To", "<", mail->to, ">");
    put_subject(writer, mail->subject);
    put_date(writer, mail->at_s);
    text_put(writer, "Message-ID: <");
    text_put(writer, mail->id);
    text_put(writer, strrchr(from, '@'));
    text_put(writer, ">\r\n");
    put_header(writer, "Content-Language", "", mail->language, "");
    put_header(writer, "Auto-Submitted", "", "auto-generated",
               ""); /* RFC 3834: no out-of-office answers */
    if (mail->unsubscribe) {
        put_header(writer, "List-Unsubscribe", "<", mail->unsubscribe, ">");
        put_header(writer, "List-Unsubscribe-Post", "", "List-Unsubscribe=One-Click", "");
    }
    text_put(writer,
             "MIME-Version: 1.0\r\nContent-Type: text/plain; "
             "charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n");
}

size_t mail_write(const struct mail *mail, const char *from, char *message, size_t size)
{
    enum { LINE_BYTES = 57 }; /* 76 characters of base64 */
    stos_writer writer = stos_writer_on(message, size);
    if (!*mail->subject || !mail_address_is_good(mail->to) || !mail_address_is_good(from) ||
        !is_header_text(mail->id) || !is_header_text(mail->language) ||
        (mail->unsubscribe && !is_header_text(mail->unsubscribe)))
        return 0;
    put_headers(&writer, mail, from);
    for (size_t at = 0, length = strlen(mail->text); at < length; at += LINE_BYTES) {
        put_base64(&writer, mail->text + at, length - at < LINE_BYTES ? length - at : LINE_BYTES);
        text_put(&writer, "\r\n");
    }
    return writer.length < size ? writer.length : 0;
}

/* ---------------------------------------------------------------- sending */

#ifdef STOS_CURL

struct mailer {
    CURL *curl;
    const struct mail_route *route;
    const atomic_bool *stopping;
    char message[MAIL_MESSAGE];
    size_t length, sent;
};

bool mail_is_possible(void) { return true; }

struct mailer *mail_open(const struct mail_route *route, const atomic_bool *stopping)
{
    struct mailer *mailer = calloc(1, sizeof *mailer);
    if (!mailer || !(mailer->curl = curl_easy_init())) {
        free(mailer);
        return NULL;
    }
    mailer->route = route;
    mailer->stopping = stopping;
    return mailer;
}

void mail_close(struct mailer *mailer)
{
    if (mailer)
        curl_easy_cleanup(mailer->curl);
    free(mailer);
}

static size_t give_bytes(char *out, size_t size, size_t count, void *context)
{
    struct mailer *mailer = context;
    size_t left = mailer->length - mailer->sent, bytes = left < size * count ? left : size * count;
    memcpy(out, mailer->message + mailer->sent, bytes);
    mailer->sent += bytes;
    return bytes;
}

static int look_up(void *context, curl_off_t down_total, curl_off_t down, curl_off_t up_total,
                   curl_off_t up)
{
    const struct mailer *mailer = context;
    (void)down_total, (void)down, (void)up_total, (void)up;
    return atomic_load(mailer->stopping);
}

static bool set_route(CURL *curl, const struct mail_route *route)
{
    bool plain = strncmp(route->url, "smtp://", 7) == 0 && mail_url_is_local(route->url);
    return curl_easy_setopt(curl, CURLOPT_URL, route->url) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps") == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_USE_SSL, (long)(plain ? CURLUSESSL_NONE : CURLUSESSL_ALL)) ==
        CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_PROXY, "") == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_NETRC, CURL_NETRC_IGNORED) == CURLE_OK &&
        (!route->user || curl_easy_setopt(curl, CURLOPT_USERNAME, route->user) == CURLE_OK) &&
        (!route->password ||
         curl_easy_setopt(curl, CURLOPT_PASSWORD, route->password) == CURLE_OK) &&
        curl_easy_setopt(curl, CURLOPT_MAIL_FROM, route->from) == CURLE_OK;
}

static bool set_limits(struct mailer *mailer)
{
    enum { CONNECT_MS = 10000, WHOLE_MS = 30000 };
    CURL *curl = mailer->curl;
    return curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)WHOLE_MS) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)(CONNECT_MS / 1000)) ==
        CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, look_up) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_XFERINFODATA, mailer) == CURLE_OK;
}

static bool set_message(struct mailer *mailer, const struct curl_slist *to)
{
    CURL *curl = mailer->curl;
    return curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, to) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_READFUNCTION, give_bytes) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_READDATA, mailer) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)mailer->length) == CURLE_OK;
}

/* Distinguishes a response about this message from a failure of the connection or login, which says
 * nothing about the message. */
static enum mail_result result_of(CURL *curl, CURLcode code)
{
    enum { SMTP_TEMPORARY = 400, SMTP_PERMANENT = 500 };
    long status = 0;
    if (code == CURLE_OK)
        return MAIL_TAKEN;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    bool about_message = code == CURLE_SEND_ERROR || code == CURLE_WEIRD_SERVER_REPLY;
    return !about_message || status < SMTP_TEMPORARY ? MAIL_DOWN
        : status < SMTP_PERMANENT                    ? MAIL_LATER
                                                     : MAIL_REFUSED;
}

enum mail_result mail_send(struct mailer *mailer, const struct mail *mail)
{
    mailer->sent = 0;
    mailer->length = mail_write(mail, mailer->route->from, mailer->message, sizeof mailer->message);
    if (mailer->length == 0)
        return MAIL_REFUSED;
    struct curl_slist *to = curl_slist_append(NULL, mail->to);
    curl_easy_reset(mailer->curl);
    bool ready = to && set_route(mailer->curl, mailer->route) && set_limits(mailer) &&
        set_message(mailer, to);
    enum mail_result result =
        ready ? result_of(mailer->curl, curl_easy_perform(mailer->curl)) : MAIL_LATER;
    curl_slist_free_all(to);
    return result;
}

#else

bool mail_is_possible(void) { return false; }
struct mailer *mail_open(const struct mail_route *route, const atomic_bool *stopping)
{
    return (void)route, (void)stopping, NULL;
}
void mail_close(struct mailer *mailer) { (void)mailer; }
enum mail_result mail_send(struct mailer *mailer, const struct mail *mail)
{
    return (void)mailer, (void)mail, MAIL_LATER;
}

#endif
