/*
 * leak.c - nobody is told what they may not know: while the server builds a frame about a table,
 * everything that its reader cannot know is drawn anew, the frame is built again by the same code,
 * and has to have the same bytes.
 *
 * The linker leads here first (--wrap) what the parts of a reply are written by, and what sends
 * everything else.
 */
#include "simulation.h"

#include <string.h>

typedef void snapshot_function(struct live_table *table, struct connection *connection,
                               stos_writer *writer);
typedef bool events_function(struct live_table *table, uint32_t last, struct connection *connection,
                             stos_writer *writer);
typedef void send_function(struct connection *connection, const char *text, size_t length);
typedef void share_function(struct connection *connection, struct shared_text *text);
snapshot_function __real_broadcast_snapshot, __wrap_broadcast_snapshot;
events_function __real_broadcast_events_after, __wrap_broadcast_events_after;
send_function __real_connection_send, __wrap_connection_send;
share_function __real_connection_share, __wrap_connection_share;

static struct {
    const struct connection *connection; /* not NULL: frames are caught and not sent */
    size_t length;
    char text[SERVER_SCRATCH];
} caught;

static char first[SERVER_SCRATCH], log_text[LIVE_LOG_KEPT * 2];

/* ---------------------------------------------------------------- other secrets */

/* Everybody but the reader is somebody else, whether they sit or watch. */
static void change_connections(const struct live_table *table, table_person reader,
                               table_person difference)
{
    for (const struct attachment *at = table->attachments; at; at = at->next_of_table)
        if (at->connection->person != reader)
            at->connection->person += difference;
}

static void change_people(struct table *table, table_person reader)
{
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++) {
        struct table_seat *at = &table->seat[seat];
        if (at->kind == TABLE_PERSON && at->person != reader)
            at->person += 1000;
        memset(at->refs, 0x55, sizeof at->refs);
        memset(at->ref_numbers, 0x55, sizeof at->ref_numbers);
        memset(&at->said, 0, sizeof at->said);
    }
    if (table->owner != reader)
        table->owner += 1000;
}

static void change_cards(struct table *table, int reader)
{
    stos_view view;
    stos_look(&table->state, reader, &view);
    stos_sample(&view, &world.secrets, &table->state);
    stos_look(&table->turn_start, reader, &view);
    stos_sample(&view, &world.secrets, &table->turn_start);
    table->seed = stos_seed_number(stos_random_bits(&world.secrets));
}

static void change_event(struct table_event *event, int reader)
{
    event->ref = event->ref ? ~event->ref : 0;
    if (event->kind == TABLE_EVENT_DEAL)
        event->seed = stos_seed_number(stos_random_bits(&world.secrets));
    if (event->kind == TABLE_EVENT_MOVE && stos_move_kind(event->move) == STOS_SHOW &&
        event->seat != reader)
        event->move ^= 1;
}

/* The lines after `after`, with other secrets. */
static void change_log(struct live_table *host, uint32_t after, int reader)
{
    const struct table *table = &host->table;
    const char *at = host->log, *end = host->log + host->log_length;
    size_t length = 0;
    for (uint32_t number = host->log_first; at < end; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        struct table_event event, again;
        char line[TABLE_EVENT_TEXT];
        size_t size = (size_t)(stop - at);
        memcpy(line, at, size);
        if (number > after && table_event_read(table, at, size, &event)) {
            change_event(&event, reader);
            size_t changed = table_event_line(table, &event, line);
            if (table_event_read(table, line, changed, &again))
                size = changed;
            else
                memcpy(line, at, size);
        }
        DEMAND(length + size + 1 < sizeof log_text, "a log that is too long");
        memcpy(log_text + length, line, size);
        length += size;
        log_text[length++] = '\n';
        at = stop + 1;
    }
    host->log = log_text;
    host->log_length = length;
}

/* ---------------------------------------------------------------- building it again */

/* The table before its secrets were changed. */
static struct {
    struct table table;
    char *log;
    size_t log_length;
    uint32_t fresh_count;
} saved;

static void change_secrets(struct live_table *table, const struct connection *connection,
                           uint32_t after)
{
    int reader = table_seat_of(&table->table, connection->person);
    saved.table = table->table;
    saved.log = table->log;
    saved.log_length = table->log_length;
    saved.fresh_count = table->fresh_count;
    table->fresh_count = 0; /* they are read from the changed log */
    change_people(&table->table, connection->person);
    change_connections(table, connection->person, 1000);
    if (reader < 0)
        memcpy(table->table.key, "another", sizeof "another");
    if (table->table.games > 0 && !table->table.result[0])
        change_cards(&table->table, reader);
    change_log(table, after, reader);
    caught.connection = connection;
    caught.length = 0;
}

static void restore_secrets(struct live_table *table)
{
    change_connections(table, caught.connection->person, -(table_person)1000);
    caught.connection = NULL;
    table->table = saved.table;
    table->log = saved.log;
    table->log_length = saved.log_length;
    table->fresh_count = saved.fresh_count;
    world.counts.leak_checks++;
}

static void compare(const struct live_table *table, const struct connection *connection,
                    const char *text, size_t length)
{
    DEMAND(length == caught.length && memcmp(text, caught.text, length) == 0,
           "table %s seat %d is told a secret:\n%.*s\n%.*s", table->code,
           table_seat_of(&table->table, connection->person), (int)length, text, (int)caught.length,
           caught.text);
}

static bool is_chosen(const struct live_table *table, const struct connection *connection)
{
    return !caught.connection && table && table->stage == LIVE_READY && connection->wsi &&
        world.leak_every && stos_random_below(&world.secrets, world.leak_every) == 0;
}

/* ---------------------------------------------------------------- parts of replies */

void __wrap_broadcast_snapshot(struct live_table *table, struct connection *connection,
                               stos_writer *writer)
{
    size_t before = writer->length;
    frames_check_age(table);
    __real_broadcast_snapshot(table, connection, writer);
    if (!is_chosen(table, connection) || writer->length >= writer->size)
        return;
    stos_writer again = stos_writer_on(caught.text, sizeof caught.text);
    change_secrets(table, connection, table->table.last);
    __real_broadcast_snapshot(table, connection, &again);
    caught.length = again.length;
    restore_secrets(table);
    compare(table, connection, writer->out + before, writer->length - before);
}

bool __wrap_broadcast_events_after(struct live_table *table, uint32_t last,
                                   struct connection *connection, stos_writer *writer)
{
    size_t before = writer->length;
    bool kept = __real_broadcast_events_after(table, last, connection, writer);
    if (!kept || !is_chosen(table, connection) || writer->length >= writer->size)
        return kept;
    stos_writer again = stos_writer_on(caught.text, sizeof caught.text);
    change_secrets(table, connection, last);
    __real_broadcast_events_after(table, last, connection, &again);
    caught.length = again.length;
    restore_secrets(table);
    compare(table, connection, writer->out + before, writer->length - before);
    return true;
}

/* ---------------------------------------------------------------- what everybody gets */

/* A frame that everybody at the table gets, by the way in which they get it. */
static void catch_up_again(struct live_table *table, const struct connection *connection,
                           uint32_t after)
{
    enum { MOST = 64 };
    uint32_t sent[MOST];
    size_t count = 0;
    for (struct attachment *at = table->attachments; at && count < MOST; at = at->next_of_table) {
        sent[count++] = at->sent;
        at->sent = at->connection == connection ? after : table->table.last;
    }
    broadcast_events(table);
    count = 0;
    for (struct attachment *at = table->attachments; at && count < MOST; at = at->next_of_table)
        at->sent = sent[count++];
}

static uint32_t number_before(const char *events, uint32_t last)
{
    static const char start[] = "\"events\":[{\"n\":";
    return strncmp(events, start, sizeof start - 1) == 0
        ? (uint32_t)strtoul(events + sizeof start - 1, NULL, 10) - 1
        : last;
}

/* The table that a frame is about: its code is the first member, or that of the first. */
static struct live_table *table_of(const struct connection *connection, const char *text)
{
    static const char plain[] = "{\"table\":\"", whole[] = "{\"table\":{\"code\":\"";
    char code[TABLE_CODE];
    const char *at = strncmp(text, plain, sizeof plain - 1) == 0 ? text + sizeof plain - 1
        : strncmp(text, whole, sizeof whole - 1) == 0            ? text + sizeof whole - 1
                                                                 : NULL;
    if (!at)
        return NULL;
    lws_strncpy(code, at, strcspn(at, "\"") + 1);
    return tables_find(connection->server, code);
}

/* Keeps a text that was made for the check alone; false: it is a real one. */
static bool catch_text(const struct connection *connection, const char *text, size_t length)
{
    if (caught.connection == connection) {
        memcpy(caught.text, text, length);
        caught.length = length;
    }
    return caught.connection != NULL;
}

static void check_text(struct connection *connection, const char *text, size_t length)
{
    memcpy(first, text, length);
    first[length] = '\0';
    struct live_table *table = table_of(connection, first);
    if (!is_chosen(table, connection))
        return;
    const char *events = strstr(first, "\"events\":["), *snapshot = strstr(first, "\"table\":{");
    uint32_t last = table->table.last, after = events ? number_before(events, last) : last;
    change_secrets(table, connection, after);
    if (snapshot || events)
        catch_up_again(table, connection, snapshot ? last + 1 : after);
    else
        broadcast_state(table, strstr(first, "\"seats\":[") ? "seats" : "hints");
    restore_secrets(table);
    memcpy(connection->server->scratch, first, length);
    compare(table, connection, first, length);
}

void __wrap_connection_send(struct connection *connection, const char *text, size_t length)
{
    if (catch_text(connection, text, length))
        return;
    __real_connection_send(connection, text, length);
    check_text(connection, text, length);
}

void __wrap_connection_share(struct connection *connection, struct shared_text *text)
{
    const char *bytes = (const char *)text->bytes + LWS_PRE;
    if (catch_text(connection, bytes, text->length))
        return;
    __real_connection_share(connection, text);
    check_text(connection, bytes, text->length);
}
