/*
 * leak.c - nobody is told what they may not know: while the server builds a frame about a table, everything that its
 * reader cannot know is drawn anew, the frame is built again by the same code, and has to have the same bytes.
 *
 * All that is told goes through connection_send() and connection_send_events(), which the linker leads here first (--wrap).
 */
#include "simulation.h"

#include <string.h>

void __real_connection_send(struct connection *connection, struct host_table *table, const char *text, size_t length);
void __wrap_connection_send(struct connection *connection, struct host_table *table, const char *text, size_t length);
void __real_connection_send_events(struct connection *connection, struct host_table *table, uint32_t after, const char *text,
                                   size_t length);
void __wrap_connection_send_events(struct connection *connection, struct host_table *table, uint32_t after, const char *text,
                                   size_t length);

static struct {
    const struct connection *connection; /* not NULL: frames are caught and not sent */
    size_t length;
    char text[HOST_SCRATCH];
} caught;

static char first[HOST_SCRATCH], log_text[HOST_LOG_KEPT * 2];

/* ---------------------------------------------------------------- other secrets */

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
    if (event->kind == TABLE_EVENT_MOVE && stos_move_kind(event->move) == STOS_SHOW && event->seat != reader)
        event->move ^= 1;
}

/* The lines after `after`, with other secrets. */
static void change_log(struct host_table *host, uint32_t after, int reader)
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

/* A frame that everybody at the table gets, by the way in which they get it. */
static void catch_up_again(struct host_table *table, const struct connection *connection, uint32_t after)
{
    enum { MOST = 64 };
    uint32_t sent[MOST];
    size_t count = 0;
    for (struct attachment *at = table->attachments; at && count < MOST; at = at->next_of_table) {
        sent[count++] = at->sent;
        at->sent = at->connection == connection ? after : table->table.last;
    }
    tables_catch_up(table);
    count = 0;
    for (struct attachment *at = table->attachments; at && count < MOST; at = at->next_of_table)
        at->sent = sent[count++];
}

static uint32_t number_before(const char *events, uint32_t last)
{
    static const char start[] = "\"events\":[{\"n\":";
    return strncmp(events, start, sizeof start - 1) == 0 ? (uint32_t)strtoul(events + sizeof start - 1, NULL, 10) - 1 : last;
}

/* Builds what `text` was built as; false when it is nothing about the table. */
static bool build_again(struct host_table *table, struct connection *connection, const char *text, const char **part)
{
    const char *events = strstr(text, "\"events\":["), *snapshot = strstr(text, "\"table\":{");
    bool reply = strncmp(text, "{\"ref\"", 6) == 0;
    stos_writer writer = stos_writer_on(caught.text, sizeof caught.text);
    *part = text;
    if (reply && snapshot) {
        *part = snapshot + 8;
        tables_snapshot(table, connection, &writer);
        caught.length = writer.length;
    } else if (reply && events) {
        *part = events - 1;
        tables_events_after(table, number_before(events, table->table.last), connection, &writer);
        caught.length = writer.length;
    } else if (reply) {
        return false;
    } else if (snapshot || events) {
        catch_up_again(table, connection, snapshot ? table->table.last + 1 : number_before(events, table->table.last));
    } else {
        tables_tell(table, strstr(text, "\"seats\":[") ? "seats" : "hints");
    }
    return true;
}

static void check(struct connection *connection, struct host_table *table, const char *text, size_t length)
{
    static struct table saved;
    char *log = table->log;
    size_t log_length = table->log_length;
    int reader = table_seat_of(&table->table, connection->person);
    saved = table->table;
    memcpy(first, text, length);
    first[length] = '\0';
    const char *part, *events = strstr(first, "\"events\":[");
    change_people(&table->table, connection->person);
    if (reader < 0)
        memcpy(table->table.key, "another", sizeof "another");
    if (table->table.games > 0 && !table->table.result[0])
        change_cards(&table->table, reader);
    if (events)
        change_log(table, number_before(events, table->table.last), reader);
    caught.connection = connection;
    caught.length = 0;
    bool same = !build_again(table, connection, first, &part) || memcmp(part, caught.text, caught.length) == 0;
    caught.connection = NULL;
    table->table = saved;
    table->log = log;
    table->log_length = log_length;
    memcpy(connection->server->scratch, first, length);
    world.counts.leak_checks++;
    DEMAND(same, "table %s seat %d is told a secret:\n%s\n%.*s", table->code, reader, part, (int)caught.length, caught.text);
}

/* Whether it is for the check alone. */
static bool is_caught(const struct connection *connection, const char *text, size_t length)
{
    if (caught.connection && caught.connection == connection) {
        memcpy(caught.text, text, length);
        caught.length = length;
    }
    return caught.connection != NULL;
}

static void perhaps_check(struct connection *connection, struct host_table *table, const char *text, size_t length)
{
    bool chosen = world.leak_every && stos_random_below(&world.secrets, world.leak_every) == 0;
    if (chosen && table && table->stage == HOST_READY && connection->wsi)
        check(connection, table, text, length);
}

void __wrap_connection_send(struct connection *connection, struct host_table *table, const char *text, size_t length)
{
    if (is_caught(connection, text, length))
        return;
    __real_connection_send(connection, table, text, length);
    perhaps_check(connection, table, text, length);
}

void __wrap_connection_send_events(struct connection *connection, struct host_table *table, uint32_t after, const char *text, size_t length)
{
    if (is_caught(connection, text, length))
        return;
    __real_connection_send_events(connection, table, after, text, length);
    perhaps_check(connection, table, text, length);
}
