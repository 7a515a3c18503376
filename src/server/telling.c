/*
 * telling.c - what the people at a table get to see: events in order, snapshots, and what passes.
 *
 * Every text is made for one reader from that reader's view (table_text.h). Connections that read the same (several
 * who watch, several windows of one person) get copies of one text.
 */
#include "base/text.h"
#include "host.h"

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
    struct table_answer answer = {0};
    table_come(&table->table, seat, server_now_ms(), &answer);
    nodes_present(table, seat, true);
    tables_tell(table, "seats");
    if (answer.events > 0)
        tables_accept(table, &answer, NULL);
}

/* The batch on which a reply about the table waits. */
static uint64_t waits_for(const struct host_table *table, const struct connection *connection)
{
    return table->batch > connection->barrier ? table->batch : connection->barrier;
}

void tables_attach(struct host_table *table, struct connection *connection)
{
    announce(table, connection); /* before it is attached: what this tells the others is part of what it asked for */
    struct attachment *attachment = tables_attachment(table, connection);
    if (!attachment) {
        attachment = calloc(1, sizeof *attachment);
        if (!attachment)
            abort();
        *attachment = (struct attachment){.connection = connection,
                                          .table = table,
                                          .next_of_table = table->attachments,
                                          .next_of_connection = connection->attachments,
                                          .since = waits_for(table, connection)};
        table->attachments = attachment;
        connection->attachments = attachment;
    }
    hints_wanted(table);
    attachment->sent = table->table.last;
    if (attachment->asks || attachment->out)
        attachment->since = waits_for(table, connection);
    attachment->asks = attachment->out = false;
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
    int seat = table->stage == HOST_READY ? table_seat_of(&table->table, connection->person) : -1;
    if (seat < 0 || is_here(table, connection->person))
        return;
    table_go(&table->table, seat, server_now_ms());
    nodes_present(table, seat, false);
    table->due_ms = table_due_ms(&table->table);
    tables_tell(table, "seats");
}

/* ---------------------------------------------------------------- texts */

void tables_snapshot(struct host_table *table, struct connection *connection, stos_writer *writer)
{
    int reader = table_seat_of(&table->table, connection->person);
    table_json(writer, &table->table, reader, server_now_ms(), connection->moves);
}

/* The kept line of an event; NULL when it is older than what is kept. */
static const char *line_of(const struct host_table *table, uint32_t number)
{
    if (table->log_length == 0 || number < table->log_first || number > table->table.last)
        return NULL;
    const char *at = table->log + table->log_length;
    for (uint32_t back = table->table.last - number + 1; back > 0 && at > table->log; back--)
        for (at--; at > table->log && at[-1] != '\n'; at--)
            ; /* to the start of the line; those that are asked for are nearly always the last ones */
    return at;
}

/* "events":[...] after `last`, then how it stands. False when they are no longer kept. */
static bool write_events(struct host_table *table, uint32_t last, int reader, bool moves, stos_writer *writer)
{
    const char *at = line_of(table, last + 1), *end = table->log + table->log_length;
    if (last > table->table.last || (last < table->table.last && !at))
        return false;
    text_key(writer, "events");
    text_char(writer, '[');
    for (bool first = true; at && at < end; first = false) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        struct table_event event;
        text_comma(writer, first);
        if (table_event_read(&table->table, at, (size_t)(stop - at), &event))
            table_event_json(writer, &table->table, &event, reader);
        at = stop + 1;
    }
    text_char(writer, ']');
    table_now_json(writer, &table->table, reader, server_now_ms(), moves);
    return true;
}

bool tables_events_after(struct host_table *table, uint32_t last, struct connection *connection, stos_writer *writer)
{
    return write_events(table, last, table_seat_of(&table->table, connection->person), connection->moves, writer);
}

static void begin_frame(const struct host_table *table, stos_writer *writer)
{
    text_put(writer, "{\"table\":\"");
    text_put(writer, table->code);
    text_char(writer, '"');
}

/* Text for one reader, remembered so that others who read the same get a copy. */
struct told {
    int reader;
    bool moves;
    uint32_t after;
    size_t at, length;
};

static bool same_reader(const struct told *told, int reader, const struct attachment *attachment)
{
    return told->reader == reader && told->moves == attachment->connection->moves && told->after == attachment->sent;
}

void tables_catch_up(struct host_table *table)
{
    struct server *server = table->server;
    struct told told = {.reader = -2};
    for (struct attachment *at = table->attachments; at; at = at->next_of_table) {
        int reader = table_seat_of(&table->table, at->connection->person);
        if (at->sent == table->table.last || at->asks || at->out)
            continue;
        if (!same_reader(&told, reader, at)) {
            stos_writer writer = stos_writer_on(server->scratch, HOST_SCRATCH);
            begin_frame(table, &writer);
            if (!write_events(table, at->sent, reader, at->connection->moves, &writer)) {
                writer = stos_writer_on(server->scratch, HOST_SCRATCH);
                text_put(&writer, "{\"table\":");
                table_json(&writer, &table->table, reader, server_now_ms(), at->connection->moves);
            }
            text_char(&writer, '}');
            told = (struct told){.reader = reader, .moves = at->connection->moves, .after = at->sent, .length = writer.length};
        }
        if (told.length < HOST_SCRATCH)
            connection_send_events(at->connection, table, at->sent, server->scratch, told.length);
        at->sent = table->table.last;
    }
}

void tables_tell(struct host_table *table, const char *member)
{
    struct server *server = table->server;
    if (!table->attachments || table->stage != HOST_READY)
        return;
    bool seats = strcmp(member, "seats") == 0;
    for (struct attachment *at = table->attachments; at; at = at->next_of_table) {
        if (at->out)
            continue;
        stos_writer writer = stos_writer_on(server->scratch, HOST_SCRATCH);
        begin_frame(table, &writer);
        if (seats)
            table_seats_json(&writer, &table->table, table_seat_of(&table->table, at->connection->person));
        else
            table_hints_json(&writer, &table->table);
        text_char(&writer, '}');
        connection_send(at->connection, table, server->scratch, writer.length);
    }
}

/* ---------------------------------------------------------------- what was asked happens */

/* Who sat in a finished game, for history and statistics. */
static void fill_seats(const struct table *table, struct store_game *game, const char *result)
{
    int winner = strncmp(result, "winner ", 7) == 0 ? result[7] - '0' : -1;
    uint64_t people[STOS_MAX_SEATS] = {0};
    game->seats = table_seats(table);
    for (int i = 0; i < game->seats; i++) {
        const struct table_seat *seat = &table->seat[i];
        struct store_seat *kept = &game->seat[i];
        kept->person = seat->kind == TABLE_PERSON ? seat->person : 0;
        kept->won = game->won || i == winner;
        lws_strncpy(kept->name, seat->name, sizeof kept->name);
        lws_strncpy(kept->bot, seat->bot, sizeof kept->bot);
        int at = i;
        while (at > 0 && people[at - 1] > kept->person) {
            people[at] = people[at - 1];
            at--;
        }
        people[at] = kept->person;
    }
    unsigned char hash[crypto_generichash_BYTES];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)people, sizeof people, NULL, 0);
    sodium_bin2hex(game->group, sizeof game->group, hash, sizeof hash);
}

static void keep_game(struct host_table *host, const struct table_event *over)
{
    const struct table *table = &host->table;
    struct store_game game = {.left = -1, .ended_ms = over->at_ms, .began_ms = table->dealt_ms};
    lws_strncpy(game.id, table->game_id, sizeof game.id);
    lws_strncpy(game.code, table->code, sizeof game.code);
    stos_rules_text(&table->settings.rules, game.rules);
    lws_strncpy(game.result, over->result, sizeof game.result);
    lws_strncpy(game.deal, table->commitment, sizeof game.deal);
    game.finished = strcmp(over->result, "unfinished") != 0;
    game.won = strcmp(over->result, "won") == 0;
    if (game.finished && table->state.game == STOS_THEGAME)
        game.left = stos_result(&table->state);
    fill_seats(table, &game, over->result);
    batch_add_game(host->server, &game);
}

/*
 * Whoever was removed from their seat hears of it; after that they are nobody here, unless all may watch or the table is
 * theirs. They stay attached until the event is stored: if it is not, they never lost it.
 */
void tables_show_out(struct host_table *table)
{
    for (struct attachment *at = table->attachments; at && !table->table.settings.watchable; at = at->next_of_table) {
        table_person person = at->connection->person;
        if (at->out || at->asks || table_may_watch(&table->table, person, NULL))
            continue;
        at->out = true;
        at->out_by = table->batch;
    }
}

/* Detaches those who were shown out for good. */
static void close_door(struct host_table *table)
{
    for (struct attachment *at = table->attachments, *next; at; at = next) {
        next = at->next_of_table;
        if (at->out && at->out_by <= table->server->committed)
            tables_detach(at);
    }
}

void tables_accept(struct host_table *table, const struct table_answer *answer, struct connection *connection)
{
    struct server *server = table->server;
    char line[TABLE_EVENT_TEXT];
    for (int i = 0; i < answer->events; i++) {
        const struct table_event *event = &answer->event[i];
        size_t length = table_event_line(&table->table, event, line);
        if (table_apply(&table->table, event) != TABLE_OK) {
            server_log(server, SERVER_LOG_ERROR, "event_refused", "table=%s number=%u", table->code, (unsigned)event->number);
            tables_reload(table);
            return;
        }
        tables_log_line(table, event->number, line, length);
        batch_add_event(server, table, event, line, length);
        if (event->kind == TABLE_EVENT_SIT && connection && connection->person == event->person)
            batch_add_sitting(server, table, connection, event->at_ms);
        if (event->kind == TABLE_EVENT_OVER)
            keep_game(table, event);
    }
    table->due_ms = table_due_ms(&table->table);
    tables_catch_up(table);
    tables_show_out(table);
}

void tables_settle(struct host_table *table)
{
    struct server *server = table->server;
    if (table->stage != HOST_READY)
        return;
    if (!table->attachments && table->batch <= server->committed && table_is_over(&table->table) && !table->waiting) {
        tables_remove(table);
        return;
    }
    if (!server->stopping)
        bots_think(table);
}

void tables_tick(struct server *server)
{
    int64_t now_ms = server_now_ms();
    for (struct host_table *table = server->tables, *next; table; table = next) {
        next = table->next;
        if (table->stage != HOST_READY)
            continue;
        close_door(table);
        if (table->mine && table->due_ms <= now_ms && !server->store_down) {
            struct table_answer answer = {0};
            table_tick(&table->table, now_ms, &answer);
            table->due_ms = table_due_ms(&table->table);
            if (answer.events > 0)
                tables_accept(table, &answer, NULL);
        }
        tables_settle(table);
    }
}
