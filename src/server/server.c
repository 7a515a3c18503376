/*
 * server.c - starts and stops the server, and connects libwebsockets' callbacks with ours.
 *
 * libwebsockets runs on our libuv loop. At the end of each turn of the loop the gathered batch goes
 * to the store. On SIGTERM and SIGINT new requests are refused, changes under way are committed and
 * sent out, connections are closed with a reason, and the next server finds everything as it was.
 */
#include "server.h"

#include "server/http/http.h"
#include "server/network/listen.h"
#include "server/network/nearby.h"
#include "sd_notify.h"
#include "server/core/core.h"
#include "server/limits/admission.h"
#include "server/limits/dispatch.h"
#include "server/network/origin.h"
#include "server/tables/batch.h"
#include "server/tables/bots.h"
#include "server/tables/broadcast.h"
#include "server/tables/outages.h"
#include "store_watch.h"
#include "ticks.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>

enum { CLOSE_TOO_MANY = 1013 }; /* "try again later" */
enum { SERVER_WORKERS = 64 };
enum { FAST_MS = 40, SLOW_MS = 1000, STOP_MS = 3000, GOODBYE_MS = 300, SWEEP_SECONDS = 10 };

struct server_options server_defaults(void)
{
    return (struct server_options){
        .store = "stos.db",
        .address = "127.0.0.1",
        .port = 8098,
        .workers = 2,
        .max_connections = 15000,
        .max_connections_per_address = 200,
        .max_tables = 50000,
        .max_tables_per_person = 20,
        .max_tables_per_address = 200,
        .max_watchers = 100,
        .max_frame_bytes = 16 * 1024,
        .max_queue_bytes = 256 * 1024,
        .max_rate = 20,
        .max_burst = 40,
        .hello_seconds = 30,
        .ping_seconds = 30,
        .hangup_seconds = 60,
        .expire_empty_seconds = 600,
        .expire_waiting_hours = 24,
        .expire_abandoned_days = 30,
        .expire_guests_days = 90,
        .expire_tokens_days = 365,
        .log_level = SERVER_LOG_INFO,
        .greeting = "%s",
    };
}

/* The server, and what drives it. */
struct process {
    struct server server; /* first, so that it is found from there */
    uv_check_t turn_end;
    uv_timer_t fast, slow; /* fast: clocks; slow: everything for which once a second is enough */
    uv_signal_t terminate, interrupt, hangup;
    void *places[SERVER_WORKERS];          /* scratch memory of the bots */
    struct store *reading[SERVER_READERS]; /* connections that only read */
    struct metrics metrics;
    uint64_t stopping_since_ms, closing_since_ms;
};

/* ---------------------------------------------------------------- libwebsockets */

/* One connection's memory: a browser's request, or a WebSocket. */
union session {
    struct http_session http;
    struct connection *connection;
};

/* A header's value; false if it is missing or longer than any legitimate one. */
static bool copy_header(struct lws *wsi, enum lws_token_indexes token, char *out, int size)
{
    return lws_hdr_copy(wsi, out, size, token) > 0;
}

/* Programs send no Origin header; browsers always do. */
static bool may_come_from(const struct server *server, struct lws *wsi)
{
    char origin[300] = "", host[300];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0)
        return true;
    const struct server_options *options = server->options;
    bool good = copy_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) &&
        copy_header(wsi, WSI_TOKEN_HOST, host, sizeof host) &&
        (origin_is_allowed(origin, host, options->tls_cert != NULL, options->public_url) ||
         (options->allow_origin && origin_in_list(origin, options->allow_origin)));
    if (!good)
        server_log_text(server, SERVER_LOG_WARNING, "wrong_origin", "origin", origin);
    return good;
}

/* A new connection costs as much as a plain request, and counts as one. */
static int may_upgrade(struct server *server, struct lws *wsi)
{
    char path[64];
    if (listen_is_private(server, wsi) || !copy_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path) ||
        strcmp(path, "/ws") != 0)
        return -1;
    bool hasty = admission_http(server, wsi, false) > 0;
    server->metrics->http_refused += hasty;
    return hasty ? -1 : 0;
}

/* The system would buffer megabytes for a client that does not read; they should wait in our queue,
 * where they are counted. */
static void bound_buffer(struct lws *wsi)
{
    enum { SENT_UNREAD = 64 * 1024 };
    int bytes = SENT_UNREAD;
    setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
}

static int established(struct server *server, struct lws *wsi, union session *session)
{
    struct connection *connection = connection_open(server, wsi);
    session->connection = connection;
    if (!connection)
        return -1;
    bound_buffer(wsi);
    if (!admission_connected(connection, wsi) ||
        server->connection_count > server->options->max_connections)
        connection_close(connection, CLOSE_TOO_MANY, "too_many");
    else if (!may_come_from(server, wsi)) /* a page can read the reason only of an open socket */
        connection_close(connection, LWS_CLOSE_STATUS_POLICY_VIOLATION, "wrong_origin");
    else if (server->stopping)
        connection_close(connection, LWS_CLOSE_STATUS_GOINGAWAY, "stopping");
    return 0;
}

/* Whether a newly accepted socket is closed again: the limit of its address, or the global limit,
 * is reached. */
static bool turn_away(struct server *server, struct lws *listener, int descriptor)
{
    if (admission_socket_may_open(server, descriptor))
        return false;
    server->metrics->sockets_refused++;
    server_log(server, SERVER_LOG_WARNING, "socket_refused", "sockets=%d",
               server->metrics->sockets);
    if (admission_is_full(server))
        listen_pause(server, listener);
    return true;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    union session *session = user;
    struct lws_context *context = lws_get_context(wsi);
    struct server *server = context ? lws_context_user(context) : NULL;
    if (!server)
        return 0;
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: return turn_away(server, wsi, (int)(intptr_t)in);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        admission_socket_opened(server, wsi);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY: admission_socket_closed(server, wsi); return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return strcasecmp(in, "websocket") == 0 ? 0 : -1; /* no h2c: it would be a way around us */
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return may_upgrade(server, wsi);
    case LWS_CALLBACK_ESTABLISHED: return established(server, wsi, session);
    case LWS_CALLBACK_RECEIVE:
        dispatch_receive(session->connection, in, length, lws_is_first_fragment(wsi),
                         lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0,
                         lws_frame_is_binary(wsi));
        return 0;
    case LWS_CALLBACK_RECEIVE_PONG: connection_heard(session->connection); return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE: return connection_write(session->connection) ? 0 : -1;
    case LWS_CALLBACK_CLOSED:
        if (session->connection) {
            broadcast_leave(session->connection);
            connection_closed(session->connection);
        }
        session->connection = NULL;
        return 0;
    case LWS_CALLBACK_HTTP: return http_request(server, wsi, &session->http, in);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return http_posted(server, wsi, &session->http);
    case LWS_CALLBACK_HTTP_WRITEABLE: return http_write(wsi, &session->http);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (session)
            http_closed(&session->http);
        return 0;
    default: return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "stos",
     .callback = callback,
     .per_session_data_size = sizeof(union session),
     .rx_buffer_size = 4096},
    {.name = NULL},
};

/* ---------------------------------------------------------------- now and then */

static void turn_ended(uv_check_t *check)
{
    struct process *process = check->data;
    ticks_turn_ended(&process->server);
}

/* Shutdown proceeds when nothing is under way. Then clients get a moment to close; unresponsive
 * ones must not delay an update. */
static void stop_further(struct process *process)
{
    struct server *server = &process->server;
    uint64_t now = uv_now(&server->loop), since = now - process->stopping_since_ms;
    if (!batch_is_idle(server) && since < STOP_MS)
        return;
    ticks_close_everybody(server);
    if (process->closing_since_ms == 0)
        process->closing_since_ms = now;
    if (server->connection_count == 0 || now - process->closing_since_ms >= GOODBYE_MS ||
        since >= STOP_MS)
        uv_stop(&server->loop);
}

static void fast_tick(uv_timer_t *timer)
{
    struct process *process = timer->data;
    if (process->server.stopping)
        stop_further(process);
    else
        ticks_fast(&process->server);
}

static void slow_tick(uv_timer_t *timer)
{
    struct process *process = timer->data;
    struct server *server = &process->server;
    sd_notify_tell(SD_NOTIFY_ALIVE);
    if (!server->stopping)
        ticks_slow(server);
    if (server->seconds % SWEEP_SECONDS == 0)
        limiter_sweep(server->limiter, uv_now(&server->loop));
}

static void on_signal(uv_signal_t *signal, int number)
{
    struct process *process = signal->data;
    struct server *server = &process->server;
    if (server->stopping)
        return;
    server_log(server, SERVER_LOG_INFO, "stopping", "signal=%d", number);
    sd_notify_tell(SD_NOTIFY_STOPPING);
    process->stopping_since_ms = uv_now(&server->loop);
    ticks_begin_stop(server);
}

static void on_hangup(uv_signal_t *signal, int number)
{
    struct process *process = signal->data;
    (void)number;
    listen_reload_certificate(&process->server);
}

/* ---------------------------------------------------------------- start and stop */

/* The secret from which table codes are derived; the same for all nodes, and never changed. */
static bool load_secret(struct server *server)
{
    unsigned char bytes[32];
    char fresh[65];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(fresh, sizeof fresh, bytes, sizeof bytes);
    return store_put_if_missing(server->store, "secret", fresh) == STORE_OK &&
        store_get(server->store, "secret", server->secret, sizeof server->secret) == STORE_OK;
}

static bool open_store(struct server *server, char *message, size_t size)
{
    enum store_status status;
    char why[STORE_MESSAGE];
    server->store = store_open(server->options->store, &status, why);
    if (!server->store) {
        lws_snprintf(message, size, "%s", why);
        return false;
    }
    if (store_serve(server->store) != STORE_OK || !load_secret(server)) {
        lws_snprintf(message, size, "%s", store_message(server->store));
        return false;
    }
    return true;
}

/*
 * Threads that only read the store: logs, records, history, statistics. They never wait for a
 * commit, and no commit waits for them.
 */
static bool start_readers(struct process *process)
{
    struct server *server = &process->server;
    enum store_status status;
    char why[STORE_MESSAGE];
    for (int i = 0; i < SERVER_READERS; i++)
        if (!(process->reading[i] = store_open_reader(server->options->store, &status, why))) {
            server->readers =
                server->store_pool; /* a store in memory is read by the thread that writes */
            return true;
        }
    server->readers = pool_start(&server->loop, SERVER_READERS, (void *const *)process->reading);
    return server->readers != NULL;
}

static bool start_pools(struct process *process, char *message, size_t size)
{
    struct server *server = &process->server;
    void *store_place[] = {server->store}, *no_place[] = {NULL};
    int workers =
        server->options->workers < SERVER_WORKERS ? server->options->workers : SERVER_WORKERS;
    for (int i = 0; i < workers; i++)
        process->places[i] = bots_place();
    server->store_pool = pool_start(&server->loop, 1, store_place);
    server->workers = pool_start(&server->loop, workers, process->places);
    server->hashers = pool_start(&server->loop, 1, no_place);
    if (server->store_pool && server->workers && server->hashers && start_readers(process))
        return true;
    lws_snprintf(message, size, "cannot start the threads: %s", strerror(errno));
    return false;
}

static void start_watching(struct process *process)
{
    uv_loop_t *loop = &process->server.loop;
    uv_check_init(loop, &process->turn_end);
    uv_timer_init(loop, &process->fast);
    uv_timer_init(loop, &process->slow);
    uv_signal_init(loop, &process->terminate);
    uv_signal_init(loop, &process->interrupt);
    uv_signal_init(loop, &process->hangup);
    process->turn_end.data = process->fast.data = process->slow.data = process->terminate.data =
        process->interrupt.data = process->hangup.data = process;
    uv_check_start(&process->turn_end, turn_ended);
    uv_timer_start(&process->fast, fast_tick, FAST_MS, FAST_MS);
    uv_timer_start(&process->slow, slow_tick, SLOW_MS, SLOW_MS);
    uv_signal_start(&process->terminate, on_signal, SIGTERM);
    uv_signal_start(&process->interrupt, on_signal, SIGINT);
    uv_signal_start(&process->hangup, on_hangup, SIGHUP);
}

/*
 * As many sockets as requested, if the system allows. The library looks up a connection directly by
 * its descriptor only if it has a slot for every possible descriptor; with a limit of its own
 * (fd_limit_per_thread) it does a linear search each time. Returns how many people may use.
 */
static int raise_limits(const struct server_options *options)
{
    enum {
        OTHERS = 500,
        FILES = 100
    }; /* browsers' requests, the store, files; how many of them are no sockets of people */
    rlim_t wanted = (rlim_t)options->max_connections + OTHERS;
    struct rlimit limit = {.rlim_cur = wanted};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    return (int)(limit.rlim_cur < wanted ? limit.rlim_cur : wanted) - FILES;
}

/* A second signal must not kill a server that is shutting down: the handles that caught the first
 * are being closed. */
static void hold_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static void stop_pools(struct process *process)
{
    struct server *server = &process->server;
    if (server->readers && server->readers != server->store_pool)
        pool_stop(server->readers, false);
    server->readers = NULL;
    for (int i = 0; i < SERVER_READERS; i++)
        store_close(process->reading[i]);
    if (server->hashers)
        pool_stop(server->hashers, true);
    if (server->workers)
        pool_stop(server->workers, true);
    if (server->store_pool)
        pool_stop(server->store_pool, false);
    server->store_pool = server->workers = server->hashers = NULL;
}

static void close_handles(struct process *process)
{
    hold_signals();
    uv_close((uv_handle_t *)&process->turn_end, NULL);
    uv_close((uv_handle_t *)&process->fast, NULL);
    uv_close((uv_handle_t *)&process->slow, NULL);
    uv_close((uv_handle_t *)&process->terminate, NULL);
    uv_close((uv_handle_t *)&process->interrupt, NULL);
    uv_close((uv_handle_t *)&process->hangup, NULL);
}

static void stop(struct process *process)
{
    struct server *server = &process->server;
    bool ran = process->turn_end.data != NULL;
    stop_pools(process);
    if (ran)
        outages_last_word(server);
    listen_close(server);
    modules_stop(server);
    if (ran)
        close_handles(process);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    listen_close(server);
    uv_loop_close(&server->loop);
    if (server->store)
        store_close(server->store);
    modules_free(server);
    for (int i = 0; i < SERVER_WORKERS; i++)
        free(process->places[i]);
    limiter_free(server->limiter);
    free(server->scratch);
}

/* The line for people, with the address in place of %s. */
static void greet(const char *greeting, const char *address)
{
    const char *place = strstr(greeting, "%s");
    if (place)
        printf("%.*s%s%s\n", (int)(place - greeting), greeting, address, place + 2);
    fflush(stdout);
}

static void announce(const struct server *server)
{
    const struct server_options *options = server->options;
    char address[128];
    server_log(server, SERVER_LOG_INFO, "started", "address=%s port=%d tables=%zu version=%s",
               options->address, listen_port(server), server->table_count, STOS_VERSION);
    sd_notify_tell(SD_NOTIFY_READY);
    listen_url(server, address, sizeof address);
    if (options->quiet)
        return;
    greet(options->greeting, options->public_url ? options->public_url : address);
    if (options->nearby)
        nearby_print(server, options->nearby);
}

static bool start(struct process *process, char *message, size_t size)
{
    struct server *server = &process->server;
    int sockets = raise_limits(server->options);
    if (!open_store(server, message, size) || !start_pools(process, message, size) ||
        !modules_start(server, message, size))
        return false;
    admission_limit_sockets(server, sockets);
    return listen_open(server, protocols, message, size);
}

int server_run(const struct server_options *options, char *message, size_t size)
{
    struct process *process = calloc(1, sizeof *process);
    struct server *server = &process->server;
    if (!process || sodium_init() < 0 || !(server->scratch = malloc(SERVER_SCRATCH))) {
        lws_snprintf(message, size, "out of memory");
        free(process);
        return 1;
    }
    server->options = options;
    server->metrics = &process->metrics;
    uv_loop_init(&server->loop);
    server->limiter = limiter_make();
    bool good = start(process, message, size);
    if (good) {
        start_watching(process);
        store_watch_probe(server);
        announce(server);
        uv_run(&server->loop, UV_RUN_DEFAULT);
        server_log(server, SERVER_LOG_INFO, "stopped", "%s", "");
    }
    stop(process);
    free(process);
    return good ? 0 : 1;
}
