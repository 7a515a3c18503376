/*
 * broadcast.c - what the people at a table get to see: events in order, snapshots, and transient
 * state such as hints.
 *
 * Every text is made for one reader from that reader's view (table_text.h). Connections with the
 * same view (several watchers, several windows of one person) share one text.
 */
#include "broadcast.h"

#include "alarms.h"
#include "base/text.h"
#include "hints.h"
#include "server/core/core.h"
#include "server/limits/blocks.h"
#include "ownership.h"
#include "tables.h"
#include "turns.h"

#include <stdlib.h>
#include <string.h>

struct audiences {
    struct live_table *changed; /* tables that nobody was at before, or that nobody is at now */
};

/* ---------------------------------------------------------------- who is there */

struct attachment *broadcast_attachment(struct live_table *table,
                                        const struct connection *connection)
{
    struct attachment *at = table->attachments;
    while (at && at->connection != connection)
        at = at->next_of_table;
    return at;
}

bool broadcast_is_here(const struct live_table *table, table_person person)
{
    for (const struct attachment *at = table->attachments; at; at = at->next_of_table)
        if (at->connection->person == person)
            return true;
    return false;
}

/* Somebody with a seat has come. */
static void announce(struct live_table *table, struct connection *connection)
{
    int seat = table_seat_of(&table->table, connection->person);
    if (seat < 0 || table->table.seat[seat].present)
        return;
    struct table_answer back; /* a bot played for them: actor_run() sees to it */
    table_come(&table->table, seat, server_now_ms(), &back);
    ownership_present(table, seat, true);
    turns_came(table, seat);
    broadcast_state(table, "seats");
}

/* Whoever sits there is told how many people watch, and so read what is said. */
static void note_watchers(struct live_table *table, int watchers)
{
    if (table->table.watchers == watchers)
        return;
    table->table.watchers = (uint16_t)watchers;
    broadcast_state(table, "seats");
}

static bool watches(const struct attachment *at)
{
    return table_seat_of(&at->table->table, at->connection->person) < 0;
}

/* Each person once, however many connections they watch on. */
static int count_watchers(const struct live_table *table)
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

bool broadcast_has_people(const struct live_table *table)
{
    bool people = table->attachments != NULL;
    for (int seat = 0; seat < table_seats(&table->table); seat++)
        people |= table->table.seat[seat].kind == TABLE_PERSON && table->table.seat[seat].present;
    return people;
}

/* Somebody is there now, or nobody any more: for find.c. */
static void note_audience(struct live_table *table)
{
    struct audiences *audiences = module_state(table->server, MODULE_BROADCAST);
    if (table->is_new_audience)
        return;
    table->is_new_audience = true;
    table->next_new_audience = audiences->changed;
    audiences->changed = table;
}

struct live_table *broadcast_take_audience(struct server *server)
{
    struct audiences *audiences = module_state(server, MODULE_BROADCAST);
    struct live_table *table = audiences->changed;
    if (!table)
        return NULL;
    audiences->changed = table->next_new_audience;
    table->is_new_audience = false;
    return table;
}

void broadcast_forget(struct live_table *table)
{
    struct audiences *audiences = module_state(table->server, MODULE_BROADCAST);
    struct live_table **at = &audiences->changed;
    while (table->is_new_audience && *at != table)
        at = &(*at)->next_new_audience;
    if (table->is_new_audience)
        *at = table->next_new_audience;
}

void broadcast_attach(struct live_table *table, struct connection *connection)
{
    announce(table, connection); /* before it is attached: what this tells the others is part of
                                    what it asked for */
    struct attachment *attachment = broadcast_attachment(table, connection);
    if (!broadcast_is_here(table, connection->person) &&
        table_seat_of(&table->table, connection->person) < 0)
        note_watchers(table, count_watchers(table) + 1);
    if (!attachment) {
        attachment = calloc(1, sizeof *attachment);
        if (!attachment)
            abort();
        *attachment = (struct attachment){.connection = connection,
                                          .table = table,
                                          .code = table->code,
                                          .next_of_table = table->attachments,
                                          .next_of_connection = connection->attachments};
        table->attachments = attachment;
        connection->attachments = attachment;
        if (!attachment->next_of_table) {
            note_audience(table);
            ownership_listed(table);
        }
    }
    hints_wanted(table);
    tables_note_due(table);
    alarms_look(table, 0); /* a bot that plays for them stops */
    attachment->sent = table->table.last;
}

void broadcast_detach(struct attachment *attachment)
{
    struct live_table *table = attachment->table;
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
    if (table->stage == LIVE_READY)
        note_watchers(table, count_watchers(table));
    if (!table->attachments) {
        note_audience(table);
        alarms_look(table, 0); /* perhaps nobody needs it any more */
    }
    int seat = table->stage == LIVE_READY ? table_seat_of(&table->table, connection->person) : -1;
    if (seat < 0 || broadcast_is_here(table, connection->person))
        return;
    table_go(&table->table, seat, server_now_ms());
    ownership_present(table, seat, false);
    tables_note_due(table);
    broadcast_state(table, "seats");
}

void broadcast_leave(struct connection *connection)
{
    while (connection->attachments) /* each is taken out of the list before it is freed */
        /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
        broadcast_detach(connection->attachments);
}

int broadcast_readers(const struct live_table *table)
{
    int readers = 0;
    for (const struct attachment *at = table->attachments; at; at = at->next_of_table)
        readers++;
    return readers;
}

/* ---------------------------------------------------------------- texts */

/* A text for one kind of reader, shared by all connections of that kind. */
struct frame_key {
    int reader;
    bool moves;
    uint32_t after;
    table_person
        deaf; /* somebody who has blocked others and does not hear them; 0: they hear everybody */
    struct shared_text *text;
};

static struct frame_key wanted_by(const struct live_table *table,
                                  const struct connection *connection, uint32_t after)
{
    return (struct frame_key){
        .reader = table_seat_of(&table->table, connection->person),
        .moves = connection->moves,
        .after = after,
        .deaf = blocks_any(table->server, connection->person) ? connection->person : 0};
}

/* Who said it: of the last messages that is known, of older ones it is who sits there now. */
static table_person author_of(const struct table *table, const struct table_event *event)
{
    for (int i = 0; i < TABLE_SAID; i++)
        if (table->said[i].number == event->number)
            return table->said[i].person;
    return table->seat[event->seat].person;
}

static bool is_hidden(const struct live_table *table, const struct frame_key *frame_key,
                      const struct table_event *event)
{
    return frame_key->deaf && event->kind == TABLE_EVENT_SAY &&
        blocks_has(table->server, frame_key->deaf, author_of(&table->table, event));
}

static void write_table(const struct live_table *table, const struct frame_key *frame_key,
                        stos_writer *writer)
{
    unsigned unheard = 0;
    for (int i = 0; frame_key->deaf && i < TABLE_SAID; i++)
        if (blocks_has(table->server, frame_key->deaf, table->table.said[i].person))
            unheard |= 1U << i;
    table_json(writer, &table->table, frame_key->reader, server_now_ms(), frame_key->moves,
               unheard);
}

void broadcast_snapshot(struct live_table *table, struct connection *connection,
                        stos_writer *writer)
{
    const struct frame_key frame_key = wanted_by(table, connection, 0);
    write_table(table, &frame_key, writer);
}

/* The line of an event; NULL if it is older than those kept in memory. */
static const char *line_of(const struct live_table *table, uint32_t number)
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

static void write_event(const struct live_table *table, const struct frame_key *frame_key,
                        const struct table_event *event, stos_writer *writer)
{
    if (is_hidden(table, frame_key, event))
        table_hidden_json(writer, event);
    else
        table_event_json(writer, &table->table, event, frame_key->reader);
}

/* "events":[...] after the last that was seen. False if they are no longer in memory. */
static bool write_past(struct live_table *table, const struct frame_key *frame_key,
                       stos_writer *writer)
{
    const char *at = line_of(table, frame_key->after + 1), *end = table->log + table->log_length;
    if (frame_key->after > table->table.last || (frame_key->after < table->table.last && !at))
        return false;
    text_key(writer, "events");
    text_char(writer, '[');
    uint32_t number = frame_key->after + 1, kept = table->table.last - table->fresh_count;
    for (; at && at < end && number <= kept; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        struct table_event event;
        text_comma(writer, number == frame_key->after + 1);
        if (table_event_read(&table->table, at, (size_t)(stop - at), &event))
            write_event(table, frame_key, &event, writer);
        at = stop + 1;
    }
    for (; number <= table->table.last; number++) {
        text_comma(writer, number == frame_key->after + 1);
        write_event(table, frame_key, &table->fresh[number - kept - 1], writer);
    }
    text_char(writer, ']');
    return true;
}

/* The same, then the current state. */
static bool write_events(struct live_table *table, const struct frame_key *frame_key,
                         stos_writer *writer)
{
    if (!write_past(table, frame_key, writer))
        return false;
    table_now_json(writer, &table->table, frame_key->reader, server_now_ms(), frame_key->moves);
    return true;
}

bool broadcast_past(struct live_table *table, uint32_t last, struct connection *connection,
                    stos_writer *writer)
{
    const struct frame_key frame_key = wanted_by(table, connection, last);
    return write_past(table, &frame_key, writer);
}

bool broadcast_events_after(struct live_table *table, uint32_t last, struct connection *connection,
                            stos_writer *writer)
{
    const struct frame_key frame_key = wanted_by(table, connection, last);
    return write_events(table, &frame_key, writer);
}

static void begin_frame(const struct live_table *table, stos_writer *writer)
{
    text_put(writer, "{\"table\":\"");
    text_put(writer, table->code);
    text_char(writer, '"');
}

/* ---------------------------------------------------------------- one text for all who read the
 * same */

enum {
    FRAME_TEXTS = 16
}; /* different texts of one event: seats, each with and without moves, and those who watch */

struct frame_texts {
    int count;
    struct frame_key frame_key[FRAME_TEXTS];
};

static struct shared_text *find_text(const struct frame_texts *frame_texts,
                                     const struct frame_key *wanted)
{
    for (int i = 0; i < frame_texts->count; i++) {
        const struct frame_key *frame_key = &frame_texts->frame_key[i];
        if (frame_key->reader == wanted->reader && frame_key->moves == wanted->moves &&
            frame_key->after == wanted->after && frame_key->deaf == wanted->deaf)
            return frame_key->text;
    }
    return NULL;
}

/* Sends the text to a connection, and keeps it for others who want the same. NULL (it did not fit)
 * is not sent. */
static void send_text(struct frame_texts *frame_texts, struct frame_key frame_key,
                      struct connection *connection)
{
    if (!frame_key.text)
        return;
    connection_share(connection, frame_key.text);
    if (frame_texts->count < FRAME_TEXTS)
        frame_texts->frame_key[frame_texts->count++] = frame_key;
    else
        shared_text_release(frame_key.text);
}

static void release_texts(struct frame_texts *frame_texts)
{
    for (int i = 0; i < frame_texts->count; i++)
        shared_text_release(frame_texts->frame_key[i].text);
}

static struct shared_text *take_scratch(const struct server *server, const stos_writer *writer)
{
    return writer->length < SERVER_SCRATCH ? shared_text_make(server->scratch, writer->length)
                                           : NULL;
}

static struct shared_text *events_text(struct live_table *table, const struct frame_key *frame_key)
{
    struct server *server = table->server;
    stos_writer writer = stos_writer_on(server->scratch, SERVER_SCRATCH);
    begin_frame(table, &writer);
    if (!write_events(table, frame_key, &writer)) {
        writer = stos_writer_on(server->scratch, SERVER_SCRATCH);
        text_put(&writer, "{\"table\":");
        write_table(table, frame_key, &writer);
    }
    text_char(&writer, '}');
    return take_scratch(server, &writer);
}

void broadcast_events(struct live_table *table)
{
    table->table.watchers = (uint16_t)count_watchers(table); /* somebody may have sat down */
    struct frame_texts frame_texts = {0};
    for (struct attachment *at = table->attachments; at; at = at->next_of_table) {
        if (at->sent == table->table.last)
            continue;
        struct frame_key frame_key = wanted_by(table, at->connection, at->sent);
        at->sent = table->table.last;
        if ((frame_key.text = find_text(&frame_texts, &frame_key))) {
            connection_share(at->connection, frame_key.text);
            continue;
        }
        frame_key.text = events_text(table, &frame_key);
        send_text(&frame_texts, frame_key, at->connection);
    }
    release_texts(&frame_texts);
}

static struct shared_text *passing_text(struct live_table *table, bool seats, int reader)
{
    struct server *server = table->server;
    stos_writer writer = stos_writer_on(server->scratch, SERVER_SCRATCH);
    begin_frame(table, &writer);
    if (seats)
        table_seats_json(&writer, &table->table, reader);
    else
        table_hints_json(&writer, &table->table);
    text_char(&writer, '}');
    return take_scratch(server, &writer);
}

void broadcast_state(struct live_table *table, const char *member)
{
    struct frame_texts frame_texts = {0};
    bool seats = strcmp(member, "seats") == 0;
    if (table->stage != LIVE_READY)
        return;
    for (struct attachment *at = table->attachments; at; at = at->next_of_table) {
        struct frame_key frame_key = {
            .reader = seats ? table_seat_of(&table->table, at->connection->person) : -1};
        if ((frame_key.text = find_text(&frame_texts, &frame_key))) {
            connection_share(at->connection, frame_key.text);
            continue;
        }
        frame_key.text = passing_text(table, seats, frame_key.reader);
        send_text(&frame_texts, frame_key, at->connection);
    }
    release_texts(&frame_texts);
}

const struct module broadcast_module = {.name = "broadcast", .state = sizeof(struct audiences)};
