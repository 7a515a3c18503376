/*
 * broadcast.c - what the people at a table get to see: events in order, snapshots, and transient
 * state such as hints.
 *
 * Every text is made for one reader from that reader's view (table_text.h). Connections with the
 * same view (several watchers, several windows of one person) share one text.
 */
#include "base/text.h"
#include "alarms.h"
#include "server/limits/blocks.h"
#include "server/notify/notify.h"
#include "server/play/find.h"
#include "server/core/core.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- who is there */

struct attachment *tables_attachment(struct host_table *table, const struct connection *connection)
{
    struct attachment *at = table->attachments;
    while (at && at->connection != connection)
        at = at->next_of_table;
    return at;
}

/* Whether somebody is at the table on any connection of this node. */
static bool is_here(const struct host_table *table, table_person person)
{
    for (const struct attachment *at = table->attachments; at; at = at->next_of_table)
        if (at->connection->person == person)
            return true;
    return false;
}

/* Somebody with a seat has come. */
static void announce(struct host_table *table, struct connection *connection)
{
    int seat = table_seat_of(&table->table, connection->person);
    if (seat < 0 || table->table.seat[seat].present)
        return;
    struct table_answer back; /* a bot played for them: actor_settle() sees to it */
    table_come(&table->table, seat, server_now_ms(), &back);
    nodes_present(table, seat, true);
    calls_came(table, seat);
    tables_tell(table, "seats");
}

/* Whoever sits there is told how many people watch, and so read what is said. */
static void note_watchers(struct host_table *table, int watchers)
{
    if (table->table.watchers == watchers)
        return;
    table->table.watchers = (uint16_t)watchers;
    tables_tell(table, "seats");
}

static bool watches(const struct attachment *at)
{
    return table_seat_of(&at->table->table, at->connection->person) < 0;
}

/* Each person once, however many connections they watch on. */
static int count_watchers(const struct host_table *table)
{
    int count = 0;
    for (const struct attachment *at = table->attachments; at; at = at->next_of_table) {
        const struct attachment *first = table->attachments;
        while (first->connection->person != at->connection->person)
            first = first->next_of_table;
        count += first == at && watches(at);
    }
    return count;
}

bool tables_has_people(const struct host_table *table)
{
    bool people = table->attachments != NULL;
    for (int seat = 0; seat < table_seats(&table->table); seat++)
        people |= table->table.seat[seat].kind == TABLE_PERSON && table->table.seat[seat].present;
    return people;
}

void tables_attach(struct host_table *table, struct connection *connection)
{
    announce(table, connection); /* before it is attached: what this tells the others is part of
                                    what it asked for */
    struct attachment *attachment = tables_attachment(table, connection);
    if (!is_here(table, connection->person) && table_seat_of(&table->table, connection->person) < 0)
        note_watchers(table, count_watchers(table) + 1);
    if (!attachment) {
        attachment = calloc(1, sizeof *attachment);
        if (!attachment)
            abort();
        *attachment = (struct attachment){.connection = connection,
                                          .table = table,
                                          .next_of_table = table->attachments,
                                          .next_of_connection = connection->attachments};
        table->attachments = attachment;
        connection->attachments = attachment;
        if (!attachment->next_of_table) {
            finding_offer(table);
            nodes_listed(table);
        }
    }
    hints_wanted(table);
    tables_note_due(table);
    alarms_look(table, 0); /* a bot that plays for them stops */
    attachment->sent = table->table.last;
}

void tables_detach(struct attachment *attachment)
{
    struct host_table *table = attachment->table;
    struct connection *connection = attachment->connection;
    struct attachment **at = &table->attachments;
    while (*at != attachment)
        at = &(*at)->next_of_table;
    *at = attachment->next_of_table;
    at = &connection->attachments;
    while (*at != attachment)
        at = &(*at)->next_of_connection;
    *at = attachment->next_of_connection;
    free(attachment);
    if (table->stage == HOST_READY)
        note_watchers(table, count_watchers(table));
    if (!table->attachments) {
        finding_offer(table);
        alarms_look(table, 0); /* perhaps nobody needs it any more */
    }
    int seat = table->stage == HOST_READY ? table_seat_of(&table->table, connection->person) : -1;
    if (seat < 0 || is_here(table, connection->person))
        return;
    table_go(&table->table, seat, server_now_ms());
    nodes_present(table, seat, false);
    tables_note_due(table);
    tables_tell(table, "seats");
}

/* ---------------------------------------------------------------- texts */

/* A text for one kind of reader, shared by all connections of that kind. */
struct told {
    int reader;
    bool moves;
    uint32_t after;
    table_person
        deaf; /* somebody who has blocked others and does not hear them; 0: they hear everybody */
    struct shared_text *text;
};

static struct told wanted_by(const struct host_table *table, const struct connection *connection,
                             uint32_t after)
{
    return (struct told){.reader = table_seat_of(&table->table, connection->person),
                         .moves = connection->moves,
                         .after = after,
                         .deaf = blocks_any(table->server, connection->person) ? connection->person
                                                                               : 0};
}

/* Who said it: of the last messages that is known, of older ones it is who sits there now. */
static table_person author_of(const struct table *table, const struct table_event *event)
{
    for (int i = 0; i < TABLE_SAID; i++)
        if (table->said[i].number == event->number)
            return table->said[i].person;
    return table->seat[event->seat].person;
}

static bool is_hidden(const struct host_table *table, const struct told *told,
                      const struct table_event *event)
{
    return told->deaf && event->kind == TABLE_EVENT_SAY &&
        blocks_has(table->server, told->deaf, author_of(&table->table, event));
}

static void write_table(const struct host_table *table, const struct told *told,
                        stos_writer *writer)
{
    unsigned unheard = 0;
    for (int i = 0; told->deaf && i < TABLE_SAID; i++)
        if (blocks_has(table->server, told->deaf, table->table.said[i].person))
            unheard |= 1U << i;
    table_json(writer, &table->table, told->reader, server_now_ms(), told->moves, unheard);
}

void tables_snapshot(struct host_table *table, struct connection *connection, stos_writer *writer)
{
    const struct told told = wanted_by(table, connection, 0);
    write_table(table, &told, writer);
}

/* The line of an event; NULL if it is older than those kept in memory. */
static const char *line_of(const struct host_table *table, uint32_t number)
{
    if (table->log_length == 0 || number < table->log_first || number > table->table.last)
        return NULL;
    const char *at = table->log + table->log_length;
    for (uint32_t back = table->table.last - number + 1; back > 0 && at > table->log; back--)
        for (at--; at > table->log && at[-1] != '\n'; at--)
            ; /* to the start of the line; those that are asked for are nearly always the last ones
               */
    return at;
}

/* "events":[...] after `last`, then the current state. False if they are no longer in memory. */
static bool write_events(struct host_table *table, const struct told *told, stos_writer *writer)
{
    const char *at = line_of(table, told->after + 1), *end = table->log + table->log_length;
    if (told->after > table->table.last || (told->after < table->table.last && !at))
        return false;
    text_key(writer, "events");
    text_char(writer, '[');
    for (bool first = true; at && at < end; first = false) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        struct table_event event;
        text_comma(writer, first);
        bool read = table_event_read(&table->table, at, (size_t)(stop - at), &event);
        if (read && is_hidden(table, told, &event))
            table_hidden_json(writer, &event);
        else if (read)
            table_event_json(writer, &table->table, &event, told->reader);
        at = stop + 1;
    }
    text_char(writer, ']');
    table_now_json(writer, &table->table, told->reader, server_now_ms(), told->moves);
    return true;
}

bool tables_events_after(struct host_table *table, uint32_t last, struct connection *connection,
                         stos_writer *writer)
{
    const struct told told = wanted_by(table, connection, last);
    return write_events(table, &told, writer);
}

static void begin_frame(const struct host_table *table, stos_writer *writer)
{
    text_put(writer, "{\"table\":\"");
    text_put(writer, table->code);
    text_char(writer, '"');
}

/* ---------------------------------------------------------------- one text for all who read the
 * same */

enum {
    TOLD_MOST = 16
}; /* different texts of one event: seats, each with and without moves, and those who watch */

struct telling {
    int count;
    struct told told[TOLD_MOST];
};

static struct shared_text *find_text(const struct telling *telling, const struct told *wanted)
{
    for (int i = 0; i < telling->count; i++) {
        const struct told *told = &telling->told[i];
        if (told->reader == wanted->reader && told->moves == wanted->moves &&
            told->after == wanted->after && told->deaf == wanted->deaf)
            return told->text;
    }
    return NULL;
}

/* Sends the text to a connection, and keeps it for others who want the same. NULL (it did not fit)
 * is not sent. */
static void send_text(struct telling *telling, struct told told, struct connection *connection)
{
    if (!told.text)
        return;
    connection_share(connection, told.text);
    if (telling->count < TOLD_MOST)
        telling->told[telling->count++] = told;
    else
        shared_text_release(told.text);
}

static void end_telling(struct telling *telling)
{
    for (int i = 0; i < telling->count; i++)
        shared_text_release(telling->told[i].text);
}

static struct shared_text *take_scratch(const struct server *server, const stos_writer *writer)
{
    return writer->length < HOST_SCRATCH ? shared_text_make(server->scratch, writer->length) : NULL;
}

static struct shared_text *events_text(struct host_table *table, const struct told *told)
{
    struct server *server = table->server;
    stos_writer writer = stos_writer_on(server->scratch, HOST_SCRATCH);
    begin_frame(table, &writer);
    if (!write_events(table, told, &writer)) {
        writer = stos_writer_on(server->scratch, HOST_SCRATCH);
        text_put(&writer, "{\"table\":");
        write_table(table, told, &writer);
    }
    text_char(&writer, '}');
    return take_scratch(server, &writer);
}

void tables_catch_up(struct host_table *table)
{
    table->table.watchers = (uint16_t)count_watchers(table); /* somebody may have sat down */
    struct telling telling = {0};
    for (struct attachment *at = table->attachments; at; at = at->next_of_table) {
        if (at->sent == table->table.last)
            continue;
        struct told told = wanted_by(table, at->connection, at->sent);
        at->sent = table->table.last;
        if ((told.text = find_text(&telling, &told))) {
            connection_share(at->connection, told.text);
            continue;
        }
        told.text = events_text(table, &told);
        send_text(&telling, told, at->connection);
    }
    end_telling(&telling);
}

static struct shared_text *passing_text(struct host_table *table, bool seats, int reader)
{
    struct server *server = table->server;
    stos_writer writer = stos_writer_on(server->scratch, HOST_SCRATCH);
    begin_frame(table, &writer);
    if (seats)
        table_seats_json(&writer, &table->table, reader);
    else
        table_hints_json(&writer, &table->table);
    text_char(&writer, '}');
    return take_scratch(server, &writer);
}

void tables_tell(struct host_table *table, const char *member)
{
    struct telling telling = {0};
    bool seats = strcmp(member, "seats") == 0;
    if (table->stage != HOST_READY)
        return;
    for (struct attachment *at = table->attachments; at; at = at->next_of_table) {
        struct told told = {.reader =
                                seats ? table_seat_of(&table->table, at->connection->person) : -1};
        if ((told.text = find_text(&telling, &told))) {
            connection_share(at->connection, told.text);
            continue;
        }
        told.text = passing_text(table, seats, told.reader);
        send_text(&telling, told, at->connection);
    }
    end_telling(&telling);
}
