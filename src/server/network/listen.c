/*
 * listen.c - see listen.h.
 *
 * libwebsockets treats an address as a hint: one that it cannot use is silently replaced by
 * "everywhere". So the address is tried first with a socket of our own, which also gives the
 * system's error, and afterwards every listening socket is compared with what was requested.
 * Sharing a port between servers (SO_REUSEPORT: the system gives each new connection to one of
 * them) does not work in Debian's build of it, whatever its options say; so its socket is replaced
 * by ours. TLS offers HTTP/1.1 only: the library's HTTP/2 truncates files and does not support
 * WebSocket.
 */
#define _GNU_SOURCE /* SO_REUSEPORT, dup3() */

#include "listen.h"

#include "server/core/core.h"
#include "address.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509err.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Forward secrecy and authenticated encryption only. */
static const char ciphers_tls12[] = "ECDHE+AESGCM:ECDHE+CHACHA20";
static const char ciphers_tls13[] =
    "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256";

struct listening {
    struct lws_context *context;
    struct lws_vhost *public, *private; /* private: for the host only; NULL: there is none */
    int port;                           /* the public one */
    struct lws *paused; /* the listening socket, while no connections are accepted */
};

static struct listening *listening_of(const struct server *server)
{
    return module_state(server, MODULE_LISTEN);
}

/* ---------------------------------------------------------------- certificates */

/* Anything else may keep the loop waiting: a FIFO for somebody who writes into it. */
static bool is_readable_file(const char *path, char *message, size_t size)
{
    struct stat found;
    if (stat(path, &found) != 0 || access(path, R_OK) != 0)
        snprintf(message, size, "cannot read %s: %s", path, strerror(errno));
    else if (!S_ISREG(found.st_mode))
        snprintf(message, size, "%s is not a regular file", path);
    else
        return true;
    return false;
}

/* Called for the passphrase of a key; without this OpenSSL would ask on the terminal. */
static int note_encryption(char *passphrase, int size, int writes, void *encrypted)
{
    (void)passphrase, (void)size, (void)writes;
    *(bool *)encrypted = true;
    return -1;
}

/* What is wrong with the certificate that could not be used. */
static const char *certificate_fault(void)
{
    switch (ERR_GET_REASON(ERR_peek_last_error())) {
    case SSL_R_EE_KEY_TOO_SMALL:
    case SSL_R_CA_KEY_TOO_SMALL: return "the key of the certificate is too short";
    case SSL_R_CA_MD_TOO_WEAK: return "the certificate is signed with a weak hash";
    default: return "no certificate in the first file";
    }
}

static const char *key_fault(bool encrypted)
{
    return encrypted ? "the key is encrypted; store it without a passphrase"
        : ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_VALUES_MISMATCH
        ? "the key belongs to another certificate"
        : "no key in the second file, or one of another kind";
}

/* Loads both into a throwaway context first: the library reports success even for a pair that does
 * not match. */
static bool pair_is_good(const char *cert, const char *key, char *message, size_t size)
{
    bool encrypted = false;
    if (!is_readable_file(cert, message, size) || !is_readable_file(key, message, size))
        return false;
    SSL_CTX *scratch = SSL_CTX_new(TLS_server_method());
    if (scratch) {
        SSL_CTX_set_default_passwd_cb(scratch, note_encryption);
        SSL_CTX_set_default_passwd_cb_userdata(scratch, &encrypted);
    }
    const char *wrong = !scratch                                           ? "out of memory"
        : SSL_CTX_use_certificate_chain_file(scratch, cert) != 1           ? certificate_fault()
        : SSL_CTX_use_PrivateKey_file(scratch, key, SSL_FILETYPE_PEM) != 1 ? key_fault(encrypted)
        : SSL_CTX_check_private_key(scratch) != 1 ? "the key belongs to another certificate"
                                                  : NULL;
    if (wrong)
        snprintf(message, size, "%s (%s, %s)", wrong, cert, key);
    ERR_clear_error();
    SSL_CTX_free(scratch);
    return !wrong;
}

void listen_reload_certificate(struct server *server)
{
    const struct server_options *options = server->options;
    char why[512];
    if (!options->tls_cert) {
        server_log(server, SERVER_LOG_WARNING, "reload", "%s",
                   "text=\"there is no certificate to read again\"");
        return;
    }
    if (!pair_is_good(options->tls_cert, options->tls_key, why, sizeof why)) {
        server_log(server, SERVER_LOG_ERROR, "reload", "text=\"%s; the old certificate stays\"",
                   why);
        return;
    }
    int failed = lws_tls_cert_updated(listening_of(server)->context, options->tls_cert,
                                      options->tls_key, NULL, 0, NULL, 0);
    server_log(server, failed ? SERVER_LOG_ERROR : SERVER_LOG_INFO, "reload", "certificate=%s",
               failed ? "failed" : "new");
}

/* ---------------------------------------------------------------- addresses */

struct place {
    struct address address;
    int port;
    bool shared;             /* with other processes of this user (SO_REUSEPORT) */
    char text[ADDRESS_TEXT]; /* of the address: libwebsockets keeps a pointer to it */
};

/*
 * A listening socket, or -1 with the system's error message. A port that others share is refused to
 * a server that does not share it, and vice versa.
 */
static int open_socket(const struct place *place, char *message, size_t size)
{
    struct sockaddr_storage where;
    socklen_t length = address_to_socket(&place->address, place->port, &where);
    int yes = 1, listener = socket(where.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    bool good = listener >= 0 &&
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        (!place->shared || setsockopt(listener, SOL_SOCKET, SO_REUSEPORT, &yes, sizeof yes) == 0) &&
        bind(listener, (struct sockaddr *)&where, length) == 0 && listen(listener, SOMAXCONN) == 0;
    if (good)
        return listener;
    char host[ADDRESS_TEXT];
    address_write_host(&place->address, host);
    snprintf(message, size, "cannot listen on %s:%d: %s", host, place->port, strerror(errno));
    if (listener >= 0)
        close(listener);
    return -1;
}

static bool listens_on(int descriptor, int port, struct address *at)
{
    int listening = 0, its_port;
    socklen_t length = sizeof listening;
    return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listening, &length) == 0 &&
        listening && address_of_socket(descriptor, false, at, &its_port) && its_port == port;
}

enum { DESCRIPTORS = 1024 }; /* at the start there are a few */

/* Whether a socket listens on `port` at the requested address, and none does at another. */
static bool listens_there(const struct place *wish, int port)
{
    int found = 0, elsewhere = 0;
    struct address at;
    for (int descriptor = 0; descriptor < DESCRIPTORS; descriptor++) {
        bool listens = listens_on(descriptor, port, &at),
             same = listens && address_is_same(&at, &wish->address);
        found += same;
        elsewhere += listens && !same;
    }
    return found > 0 && elsewhere == 0;
}

/*
 * The library listens on any free port of this machine; our socket takes the place of that one,
 * under the same number. The loop does not run yet, so the system has not been asked to watch it.
 */
static bool replace_socket(int port, int listener)
{
    struct address at;
    for (int descriptor = 0; descriptor < DESCRIPTORS; descriptor++)
        if (descriptor != listener && listens_on(descriptor, port, &at))
            return dup3(listener, descriptor, O_CLOEXEC) == descriptor;
    return false;
}

static struct lws_vhost *open_shared(struct server *server, struct lws_context_creation_info *info,
                                     const struct place *place, char *message, size_t size)
{
    int listener = open_socket(place, message, size);
    struct address at;
    if (listener < 0)
        return NULL;
    info->port = 0;
    info->iface = "127.0.0.1";
    info->options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    struct lws_vhost *vhost = lws_create_vhost(listening_of(server)->context, info);
    bool good = vhost && address_of_socket(listener, false, &at, &listening_of(server)->port) &&
        replace_socket(lws_get_vhost_listen_port(vhost), listener) &&
        listens_there(place, listening_of(server)->port);
    close(listener);
    if (!good)
        snprintf(message, size, "cannot listen on %s port %d", place->text, place->port);
    return good ? vhost : NULL;
}

static struct lws_vhost *open_vhost(struct server *server, struct lws_context_creation_info *info,
                                    struct place *place, char *message, size_t size)
{
    address_write(&place->address, place->text);
    if (place->shared)
        return open_shared(server, info, place, message, size);
    info->port = place->port;
    info->iface = address_is_any(&place->address) ? NULL : place->text;
    if (address_is_v4(&place->address))
        info->options |=
            LWS_SERVER_OPTION_DISABLE_IPV6; /* of this host only: the context knows both */
    else
        info->options &= ~(uint64_t)LWS_SERVER_OPTION_DISABLE_IPV6;
    int trial = open_socket(place, message, size);
    if (trial < 0)
        return NULL;
    close(trial);
    struct lws_vhost *vhost = lws_create_vhost(listening_of(server)->context, info);
    listening_of(server)->port = vhost ? lws_get_vhost_listen_port(vhost) : 0;
    if (listening_of(server)->port > 0 && listens_there(place, listening_of(server)->port))
        return vhost;
    snprintf(message, size, "cannot listen on %s port %d", place->text, place->port);
    return NULL;
}

/* ---------------------------------------------------------------- opening */

/* Lines of the library, in the form of ours: one line each, no quote or control character inside.
 */
static void library_log(int level, const char *line)
{
    server_log_foreign(level == LLL_ERR ? SERVER_LOG_ERROR : SERVER_LOG_WARNING, "libwebsockets",
                       line);
}

static bool add_tls(const struct server_options *options, struct lws_context_creation_info *info,
                    char *message, size_t size)
{
    if (!pair_is_good(options->tls_cert, options->tls_key, message, size))
        return false;
    info->ssl_cert_filepath = options->tls_cert;
    info->ssl_private_key_filepath = options->tls_key;
    info->ssl_cipher_list = ciphers_tls12;
    info->tls1_3_plus_cipher_list = ciphers_tls13;
    info->ssl_options_set = SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION;
    info->alpn = "http/1.1";
    return true;
}

enum {
    HEADER_SECONDS = 5
}; /* for all of a request's header, also one that the library's parser loses its way in */

/* Without them the library closes without an answer when a URL is longer than its memory for all
 * headers. What is longer than this is cut off, and answered by http.c. */
static const struct lws_token_limits limits = {
    .token_limit = {[WSI_TOKEN_GET_URI] = LISTEN_URL_MOST,
                    [WSI_TOKEN_HEAD_URI] = LISTEN_URL_MOST,
                    [WSI_TOKEN_POST_URI] = LISTEN_URL_MOST,
                    [WSI_TOKEN_PUT_URI] = LISTEN_URL_MOST,
                    [WSI_TOKEN_PATCH_URI] = LISTEN_URL_MOST,
                    [WSI_TOKEN_DELETE_URI] = LISTEN_URL_MOST,
                    [WSI_TOKEN_OPTIONS_URI] = LISTEN_URL_MOST}};

/*
 * The place for metrics that nobody has chosen is taken only if it is free: a second server on this
 * machine runs all the same. False, with a message: one that the host has chosen cannot be had.
 */
static bool open_private(struct server *server, struct lws_context_creation_info *info,
                         struct place *place, char *message, size_t size)
{
    static const char usual[] = "127.0.0.1:9098";
    const char *chosen = server->options->metrics_address;
    if (chosen && strcmp(chosen, "same") == 0)
        return true;
    if (!address_read_with_port(chosen ? chosen : usual, &place->address, &place->port)) {
        snprintf(message, size,
                 "'%s' is not an address and a port, such as 127.0.0.1:9098 or [::1]:9098", chosen);
        return false;
    }
    if (chosen || place->port != server->options->port)
        listening_of(server)->private = open_vhost(server, info, place, message, size);
    else
        snprintf(message, size, "port %d is that of the server itself", place->port);
    if (!listening_of(server)->private && !chosen)
        server_log_text(server, SERVER_LOG_WARNING, "no_metrics", "reason", message);
    return listening_of(server)->private || !chosen;
}

bool listen_open(struct server *server, const struct lws_protocols *protocols, char *message,
                 size_t size)
{
    /*
     * The library's keepalive checks are off: it keeps the timers of all connections in one sorted
     * list, so each new connection would take time linear in their number. ticks.c does it. This
     * and the places live as long as the library's context.
     */
    static const lws_retry_bo_t no_checks;
    static struct place place, private_place;
    const struct server_options *options = server->options;
    place.port = options->port;
    place.shared = options->share_port;
    void *loops[] = {&server->loop};
    struct lws_context_creation_info info = {.protocols = protocols,
                                             .user = server,
                                             .foreign_loops = loops,
                                             .retry_and_idle_policy = &no_checks,
                                             .timeout_secs_ah_idle = HEADER_SECONDS,
                                             .token_limits = &limits,
                                             .options = LWS_SERVER_OPTION_LIBUV |
                                                 LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                                                 LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
                                             .gid = -1,
                                             .uid = -1};
    if (!address_read_alone(options->address, &place.address)) {
        snprintf(message, size, "'%s' is not an IPv4 or IPv6 address", options->address);
        return false;
    }
    info.options |= options->tls_cert ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0;
    lws_set_log_level(LLL_ERR | LLL_WARN, library_log);
    listening_of(server)->context = lws_create_context(&info);
    if (!listening_of(server)->context) {
        snprintf(message, size, "out of memory");
        return false;
    }
    if (!open_private(server, &info, &private_place, message, size))
        return false;
    if (options->tls_cert && !add_tls(options, &info, message, size))
        return false;
    listening_of(server)->public = open_vhost(server, &info, &place, message, size);
    return listening_of(server)->public != NULL;
}

int listen_port(const struct server *server) { return listening_of(server)->port; }

void listen_close(struct server *server)
{
    const struct listening *listening = listening_of(server);
    if (listening && listening->context)
        lws_context_destroy(listening->context);
}

static void write_url(const struct server *server, const char *host, char *out, size_t size)
{
    snprintf(out, size, "%s://%s:%d/", server->options->tls_cert ? "https" : "http", host,
             listening_of(server)->port);
}

void listen_url_at(const struct server *server, const struct address *address, char *out,
                   size_t size)
{
    char host[ADDRESS_TEXT];
    address_write_host(address, host);
    write_url(server, host, out, size);
}

void listen_url(const struct server *server, char *out, size_t size)
{
    struct address address;
    if (address_read_alone(server->options->address, &address) && !address_is_any(&address))
        listen_url_at(server, &address, out, size);
    else
        write_url(server, "localhost", out, size);
}

bool listen_is_private(const struct server *server, struct lws *wsi)
{
    return listening_of(server)->private && lws_get_vhost(wsi) == listening_of(server)->private;
}

/* ---------------------------------------------------------------- too many */

void listen_pause(struct server *server, struct lws *listener)
{
    listening_of(server)->paused = listener;
    lws_rx_flow_control(listener, 0);
}

static void go_on(struct server *server)
{
    struct lws *listener = listening_of(server)->paused;
    listening_of(server)->paused = NULL;
    if (listener)
        lws_rx_flow_control(listener, 1);
}

const struct module listen_module = {
    .name = "listen", .state = sizeof(struct listening), .tick = go_on};
