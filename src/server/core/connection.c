/*
 * connection.c - one WebSocket: assembles and rate-limits what comes in, and sends what goes out in
 * order.
 *
 * A connection outlives its socket while waiting requests or jobs refer to it; what is sent to a
 * closed one is dropped. Everything is bounded: the size of a frame, the rate of requests, and the
 * bytes queued for a slow reader.
 */
#include "connection.h"

#include "core.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* What is done at the end of a turn of the loop. */
struct connections {
    struct connection *unwritten; /* those with something to write */
    bool closing;                 /* some have written everything, and have to be closed */
};

static struct connections *connections_of(const struct server *server)
{
    return module_state(server, MODULE_CONNECTION);
}

struct connection *connection_open(struct server *server, struct lws *wsi)
{
    struct connection *connection = calloc(1, sizeof *connection);
    if (!connection)
        return NULL;
    connection->server = server;
    connection->wsi = wsi;
    connection->references = 1;
    connection->end = &connection->first;
    connection->opened_ms = connection->heard_ms = uv_now(&server->loop);
    lws_get_peer_simple(wsi, connection->address, sizeof connection->address);
    connection->next = server->connections;
    connection->back = &server->connections;
    if (connection->next)
        connection->next->back = &connection->next;
    server->connections = connection;
    server->connection_count++;
    server->metrics->connections_total++;
    return connection;
}

/* Sets how many bytes are queued; they count against the address too. */
static void note_unread(struct connection *connection, size_t bytes)
{
    if (connection->by_address)
        connection->by_address->unread += bytes - connection->queued_bytes;
    connection->queued_bytes = bytes;
}

struct shared_text *shared_text_make(const char *text, size_t length)
{
    struct shared_text *shared = malloc(sizeof *shared + LWS_PRE + length);
    if (!shared)
        return NULL;
    shared->references = 1;
    shared->length = length;
    memcpy(shared->bytes + LWS_PRE, text, length);
    return shared;
}

void shared_text_release(struct shared_text *text)
{
    if (text && --text->references == 0)
        free(text);
}

static void drop_first(struct connection *connection)
{
    struct frame *frame = connection->first;
    if (!(connection->first = frame->next))
        connection->end = &connection->first;
    shared_text_release(frame->text);
    free(frame);
}

static void drop_frames(struct connection *connection)
{
    while (connection->first)
        drop_first(connection);
    note_unread(connection, 0);
}

void connection_release(struct connection *connection)
{
    if (--connection->references > 0)
        return;
    drop_frames(connection);
    free(connection->incoming);
    free(connection);
}

static void release_limits(struct limit_key **limit_key)
{
    if (*limit_key) {
        (*limit_key)->connections--;
        limiter_release(*limit_key);
    }
    *limit_key = NULL;
}

void connection_closed(struct connection *connection)
{
    connection->wsi = NULL;
    *connection->back = connection->next;
    if (connection->next)
        connection->next->back = connection->back;
    connection->server->connection_count--;
    drop_frames(connection);
    request_queue_drop(&connection->waiting);
    release_limits(&connection->by_address);
    release_limits(&connection->by_person);
    connection_release(connection);
}

void connection_close(struct connection *connection, int code, const char *reason)
{
    if (!connection->wsi || connection->close_code)
        return;
    connection->close_code = code;
    lws_strncpy(connection->close_reason, reason, sizeof connection->close_reason);
    server_log(connection->server, SERVER_LOG_INFO, "close", "code=%d reason=\"%s\" address=%s",
               code, reason, connection->address);
    lws_callback_on_writable(connection->wsi);
}

/* ---------------------------------------------------------------- coming in */

bool connection_may_ask(struct connection *connection)
{
    const struct server_options *options = connection->server->options;
    return limiter_fill(&connection->asked, options->max_burst, options->max_rate, 1,
                        uv_now(&connection->server->loop));
}

void connection_charge(struct connection *connection, enum limit_cost cost, double amount)
{
    uint64_t now = uv_now(&connection->server->loop);
    limiter_charge(connection->by_address, cost, amount, now);
    limiter_charge(connection->by_person, cost, amount, now);
}

struct store_person connection_person(const struct connection *connection)
{
    struct store_person person = {
        .id = connection->person, .program = connection->program, .made_ms = server_now_ms()};
    person.seen_ms = person.made_ms;
    lws_strncpy(person.name, connection->name, sizeof person.name);
    lws_strncpy(person.language, connection->language ? connection->language->language : "en",
                sizeof person.language);
    return person;
}

/* Replies about different tables may overtake each other; then their times are swapped, but the sum
 * stays right. */
static void note_request(struct connection *connection)
{
    enum { RING = sizeof connection->asked_ns / sizeof connection->asked_ns[0] };
    if (connection->asked_count < RING)
        connection->asked_ns[(connection->asked_first + connection->asked_count++) % RING] =
            uv_hrtime();
}

void connection_answered(struct connection *connection)
{
    enum { RING = sizeof connection->asked_ns / sizeof connection->asked_ns[0] };
    if (connection->asked_count == 0)
        return;
    metrics_time(&connection->server->metrics->request,
                 (double)(uv_hrtime() - connection->asked_ns[connection->asked_first]) / 1e9);
    connection->asked_first = (connection->asked_first + 1) % RING;
    connection->asked_count--;
}

/* A frame comes in pieces; the buffer lives only while there is more than one. */
bool connection_receive(struct connection *connection, const char *bytes, size_t length, bool first,
                        bool final, bool binary)
{
    size_t most = (size_t)connection->server->options->max_frame_bytes;
    connection->server->metrics->bytes_in += length;
    connection_heard(connection);
    if (connection->close_code)
        return false;
    if (first) {
        connection->incoming_length = 0;
        connection->incoming_binary = binary;
    }
    if (connection->incoming_length + length > most) {
        connection_close(connection, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE,
                         "too_long"); /* at once: the rest may be endless */
        return false;
    }
    char *grown = realloc(connection->incoming, connection->incoming_length + length + 1);
    if (!grown) {
        connection_close(connection, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "out of memory");
        return false;
    }
    connection->incoming = grown;
    memcpy(grown + connection->incoming_length, bytes, length);
    connection->incoming_length += length;
    if (!final)
        return false;
    connection->server->metrics->requests++;
    note_request(connection);
    return true;
}

void connection_drop_frame(struct connection *connection)
{
    free(connection->incoming);
    connection->incoming = NULL;
    connection->incoming_length = 0;
}

void connection_heard(struct connection *connection)
{
    connection->heard_ms = uv_now(&connection->server->loop);
    connection->pinged = false;
}

/* ---------------------------------------------------------------- going out */

/* One frame may wait whatever its size; the connections of an address together may not have more
 * than a few full queues. */
static bool reads_too_slowly(const struct connection *connection)
{
    enum { QUEUES_OF_AN_ADDRESS = 32 };
    size_t most = (size_t)connection->server->options->max_queue_bytes;
    bool several = connection->first && connection->first->next;
    return several &&
        (connection->queued_bytes > most ||
         (connection->by_address && connection->by_address->unread > QUEUES_OF_AN_ADDRESS * most));
}

static void queue(struct connection *connection, struct frame *frame)
{
    frame->next = NULL;
    *connection->end = frame;
    connection->end = &frame->next;
    note_unread(connection, connection->queued_bytes + frame->text->length);
    if (reads_too_slowly(connection)) {
        drop_frames(connection);
        connection->server->metrics->closed_slow++;
        connection_close(connection, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too_slow");
        return;
    }
    if (connection->unwritten)
        return;
    connection->unwritten = true;
    connection->references++;
    struct connections *all = connections_of(connection->server);
    connection->next_unwritten = all->unwritten;
    all->unwritten = connection;
}

/*
 * Writes at once what this turn of the loop has queued: task the loop first whether a socket is
 * writable would cost two system calls for each, and it nearly always is. What cannot be written
 * waits until the loop reports that it is.
 */
void connection_write_queued(struct server *server)
{
    struct connections *all = connections_of(server);
    while (all->unwritten) {
        struct connection *connection = all->unwritten;
        all->unwritten = connection->next_unwritten;
        connection->unwritten = false;
        if (connection->wsi && !connection->broken)
            connection->broken = !connection_write(connection);
        if (connection->wsi && connection->broken)
            lws_callback_on_writable(connection->wsi); /* where it can be ended */
        connection_release(connection);
    }
}

void connection_share(struct connection *connection, struct shared_text *text)
{
    struct frame *frame = connection->wsi && !connection->close_code ? malloc(sizeof *frame) : NULL;
    if (!frame)
        return;
    connection_charge(connection, COST_BYTES, (double)text->length);
    text->references++;
    frame->text = text;
    queue(connection, frame);
}

void connection_send(struct connection *connection, const char *text, size_t length)
{
    struct shared_text *shared = shared_text_make(text, length);
    if (shared)
        connection_share(connection, shared);
    shared_text_release(shared);
}

/* While a socket is corked (TCP_CORK), writes are collected and then leave as one packet. */
static void cork(const struct connection *connection, int on)
{
    setsockopt(lws_get_socket_fd(connection->wsi), IPPROTO_TCP, TCP_CORK, &on, sizeof on);
}

static bool write_frames(struct connection *connection)
{
    int written = 0;
    while (written >= 0 && connection->first && !lws_partial_buffered(connection->wsi)) {
        struct shared_text *text = connection->first->text;
        written = lws_write(connection->wsi, text->bytes + LWS_PRE, text->length, LWS_WRITE_TEXT);
        connection->server->metrics->frames_out++;
        connection->server->metrics->bytes_out += text->length;
        note_unread(connection, connection->queued_bytes - text->length);
        drop_first(connection);
    }
    return written >= 0;
}

bool connection_write(struct connection *connection)
{
    if (connection->broken)
        return false;
    if (connection->first &&
        lws_partial_buffered(
            connection->wsi)) { /* a client that does not read costs no system call */
        lws_callback_on_writable(connection->wsi);
        return true;
    }
    bool several = connection->first && connection->first->next;
    if (several)
        cork(connection, 1);
    bool written = write_frames(connection);
    if (several)
        cork(connection, 0);
    if (!written)
        return false;
    if (connection->first) {
        lws_callback_on_writable(connection->wsi);
        return true;
    }
    if (connection->close_code && !connection->closing)
        connection->closing = connections_of(connection->server)->closing = true;
    return true;
}

void connection_ping(struct connection *connection)
{
    unsigned char room[LWS_PRE + 1] = {[LWS_PRE] =
                                           '?'}; /* the library does not tell of an empty answer */
    connection->pinged = true;
    if (!connection->first && !connection->broken &&
        !lws_partial_buffered(connection->wsi)) /* else it has something to read already */
        connection->broken = lws_write(connection->wsi, room + LWS_PRE, 1, LWS_WRITE_PING) < 0;
    if (connection->broken)
        lws_callback_on_writable(connection->wsi); /* where it can be ended */
}

/*
 * libwebsockets sends the code and reason of a close only if it is requested outside the callbacks
 * of that connection, so connections that have written everything wait for the end of the loop's
 * turn.
 */
void connection_close_written(struct server *server)
{
    struct connections *all = connections_of(server);
    if (!all->closing)
        return;
    all->closing = false;
    for (struct connection *at = server->connections, *next; at; at = next) {
        next = at->next;
        if (!at->closing || at->close_said)
            continue;
        at->close_said = true;
        lws_close_reason(at->wsi, (enum lws_close_status)at->close_code,
                         (unsigned char *)at->close_reason, strlen(at->close_reason));
        lws_set_timeout(at->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
    }
}

const struct module connection_module = {.name = "connection", .state = sizeof(struct connections)};
