/* cluster_link.c - see cluster_link.h. */
#include "cluster_link.h"

#include "cli/command/cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    FIRST_DELAY_MS = 100,
    MOST_DELAY_MS = 10000,
    REQUEST_MS = 3000,
    PING_MS = 10000,
    WRITE_MS = 10000,
    PORT_MOST = 65535
};

void cluster_say(const char *format, ...)
{
    va_list arguments;
    const char *start = isatty(STDERR_FILENO) ? "\r\033[Kstos: " : "stos: ";
    flockfile(stderr);
    fputs(start, stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments); /* NOLINT(clang-analyzer-valist.Uninitialized): clang-tidy
                                            14 errs when it reads several files */
    va_end(arguments);
    fputc('\n', stderr);
    funlockfile(stderr);
}

/* The library's last words, without the place in its source that they start with: "(conn.c:1905):
 * ..." */
static const char *last_words(void)
{
    const char *text = nats_GetLastError(NULL),
               *place = text && *text == '(' ? strstr(text, "): ") : NULL;
    return place ? place + 3 : text;
}

const char *cluster_reason(natsStatus status, jsErrCode code)
{
    if (code == JSNotEnabledErr || code == JSNotEnabledForAccountErr ||
        status == NATS_NO_RESPONDERS)
        return _("it has no JetStream; start nats-server with -js");
    const char *text = code ? last_words() : NULL;
    return text && *text ? text : natsStatus_GetText(status);
}

/* ---------------------------------------------------------------- the address */

/* What follows the host, which may be an IPv6 address in brackets: nothing, or a port. */
static bool port_is_good(const char *host, const char *end)
{
    const char *port = host;
    int number = 0;
    while (port < end && *port != (*host == '[' ? ']' : ':') && (unsigned char)*port > ' ')
        port++;
    port += *host == '[' && port < end;
    if (port == end)
        return true;
    if (*port++ != ':' || port == end)
        return false;
    for (; port < end && *port >= '0' && *port <= '9' && number <= PORT_MOST; port++)
        number = 10 * number + (*port - '0');
    return port == end && number > 0 && number <= PORT_MOST;
}

/* Copies one address of a list without its user, password or token; false if it is none. */
static bool copy_place(const char *address, size_t length, char *out, size_t size)
{
    size_t scheme = strncmp(address, "nats://", 7) == 0 || strncmp(address, "tls://", 6) == 0
        ? strcspn(address, ":") + 3
        : 0;
    if (scheme == 0 || scheme >= length)
        return false;
    const char *host = address + scheme, *end = address + length;
    for (const char *at = host; at < end; at++)
        if (*at == '@')
            host = at + 1;
    if (host == end || *host == ':' || *host == '/' || !port_is_good(host, end))
        return false;
    int written = snprintf(out, size, "%.*s%.*s", (int)scheme, address, (int)(end - host), host);
    return written > 0 && (size_t)written < size;
}

/* Reads a list of addresses separated by commas into link->place. */
static bool read_places(const char *url, char *out, size_t size)
{
    for (const char *at = url;; at++) {
        size_t length = strcspn(at, ",");
        if (!copy_place(at, length, out, size))
            return false;
        size_t used = strlen(out);
        at += length;
        if (!*at)
            return true;
        if (used + 2 > size)
            return false;
        out[used] = ',';
        out += used + 1;
        size -= used + 1;
    }
}

static bool wants_tls(const struct cluster_access *access)
{
    return strstr(access->url, "tls://") != NULL || access->tls_ca || access->tls_cert ||
        access->tls_key;
}

/* ---------------------------------------------------------------- while connected */

static void on_disconnect(natsConnection *connection, void *closure)
{
    const struct cluster_link *link = closure;
    if (!natsConnection_IsClosed(connection))
        cluster_say(_("the connection to %s is lost; trying again"), link->place);
}

static void on_reconnect(natsConnection *connection, void *closure)
{
    const struct cluster_link *link = closure;
    (void)connection;
    cluster_say(_("connected to %s again"), link->place);
}

static void on_error(natsConnection *connection, natsSubscription *subscription, natsStatus status,
                     void *closure)
{
    const char *text = NULL;
    (void)subscription, (void)closure;
    natsConnection_GetLastError(connection, &text);
    cluster_say(_("the server says: %s"), text && *text ? text : natsStatus_GetText(status));
}

/* Twice as long each time, up to a limit, and never all workers at once. */
static int64_t delay_of(natsConnection *connection, int attempts, void *closure)
{
    (void)connection, (void)closure;
    int64_t delay = (int64_t)FIRST_DELAY_MS << (attempts < 8 ? attempts : 8);
    if (delay > MOST_DELAY_MS)
        delay = MOST_DELAY_MS;
    return delay + nats_NowInNanoSeconds() / 1000 % (delay / 2);
}

/* ---------------------------------------------------------------- opening */

static natsStatus set_security(natsOptions *options, const struct cluster_access *access)
{
    natsStatus status = NATS_OK;
    if (access->creds)
        status = natsOptions_SetUserCredentialsFromFiles(options, access->creds, NULL);
    if (status == NATS_OK && wants_tls(access))
        status = natsOptions_SetSecure(options, true);
    if (status == NATS_OK && access->tls_ca)
        status = natsOptions_LoadCATrustedCertificates(options, access->tls_ca);
    if (status == NATS_OK && access->tls_cert)
        status = natsOptions_LoadCertificatesChain(options, access->tls_cert, access->tls_key);
    return status;
}

static natsStatus set_options(natsOptions *options, const struct cluster_access *access,
                              const char *name, struct cluster_link *link)
{
    natsStatus status = natsOptions_SetURL(options, access->url);
    if (status == NATS_OK)
        status = natsOptions_SetName(options, name);
    if (status == NATS_OK)
        status = natsOptions_SetMaxReconnect(options, -1);
    if (status == NATS_OK)
        status = natsOptions_SetCustomReconnectDelay(options, delay_of, NULL);
    if (status == NATS_OK)
        status = natsOptions_SetPingInterval(options, PING_MS);
    if (status == NATS_OK)
        status = natsOptions_SetWriteDeadline(options, WRITE_MS);
    if (status == NATS_OK)
        status = natsOptions_SetSendAsap(options, true);
    if (status == NATS_OK)
        status = natsOptions_SetFailRequestsOnDisconnect(options, true);
    if (status == NATS_OK)
        status = natsOptions_SetDisconnectedCB(options, on_disconnect, link);
    if (status == NATS_OK)
        status = natsOptions_SetReconnectedCB(options, on_reconnect, link);
    if (status == NATS_OK)
        status = natsOptions_SetErrorHandler(options, on_error, link);
    return status == NATS_OK ? set_security(options, access) : status;
}

/* The library's own words may quote the address, so they are shown only where that holds no secret.
 */
static const char *reason_without_secrets(const struct cluster_access *access, natsStatus status)
{
    const char *text = strchr(access->url, '@') ? NULL : last_words();
    return text && *text ? text : natsStatus_GetText(status);
}

int cluster_check(const struct cluster_access *access)
{
    struct cluster_link link;
    if (!read_places(access->url, link.place, sizeof link.place))
        return complain(EXIT_USAGE, "%s",
                        _("the address of the server looks like nats://HOST:PORT or "
                          "tls://USER:PASSWORD@HOST:PORT"));
    if (!access->tls_cert != !access->tls_key)
        return complain(EXIT_USAGE, "%s", _("--tls-cert and --tls-key go together"));
    return EXIT_GOOD;
}

bool cluster_connect(struct cluster_link *link, const struct cluster_access *access,
                     const char *name)
{
    natsOptions *options = NULL;
    jsOptions js_options;
    memset(link, 0, sizeof *link);
    read_places(access->url, link->place, sizeof link->place); /* it was checked */
    jsOptions_Init(&js_options);
    js_options.Wait = REQUEST_MS;
    natsStatus status = natsOptions_Create(&options);
    if (status == NATS_OK)
        status = set_options(options, access, name, link);
    if (status == NATS_OK)
        status = natsConnection_Connect(&link->connection, options);
    if (status == NATS_OK)
        status = natsConnection_JetStream(&link->js, link->connection, &js_options);
    natsOptions_Destroy(options);
    if (status == NATS_OK)
        return true;
    complain(EXIT_BROKEN, _("cannot connect to %s: %s"), link->place,
             reason_without_secrets(access, status));
    cluster_disconnect(link);
    return false;
}

void cluster_disconnect(struct cluster_link *link)
{
    enum { CLOSE_MS = 20000 }; /* the library's threads end at once, if the machine lets them */
    jsCtx_Destroy(link->js);
    natsConnection_Destroy(link->connection);
    link->js = NULL;
    link->connection = NULL;
    nats_CloseAndWait(CLOSE_MS);
}

bool cluster_is_connected(const struct cluster_link *link)
{
    return natsConnection_Status(link->connection) == NATS_CONN_STATUS_CONNECTED;
}

bool cluster_is_closed(const struct cluster_link *link)
{
    return natsConnection_IsClosed(link->connection);
}
