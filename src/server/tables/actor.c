/*
 * actor.c - see actor.h: ask, write, apply.
 *
 * Each table has at most one change under way. Until it is committed, the table keeps its previous
 * state and requests wait their few milliseconds. If the store refuses the lines because another
 * node or the host wrote first, those lines are applied and the request is retried; if the store
 * fails, the request is refused, and there is nothing to undo.
 */
#include "actor.h"

#include "alarms.h"
#include "batch.h"
#include "bots.h"
#include "broadcast.h"
#include "deals.h"
#include "hints.h"
#include "lifetime.h"
#include "server/cluster/news.h"
#include "server/cluster/nodes.h"
#include "server/core/core.h"
#include "server/limits/admission.h"
#include "ownership.h"
#include "tables.h"
#include "turns.h"

#include <stdlib.h>
#include <string.h>

struct acting {
    struct table
        next; /* scratch: a table as it will be once the change being prepared is written */
};

enum { QUEUE_BYTES = 4 * 1024 * 1024 }; /* of requests that wait for one table */

/* ---------------------------------------------------------------- the queue */

void actor_wait(struct live_table *table, struct connection *connection,
                const struct request *request)
{
    if (!request_queue_add(&table->waiting, request, QUEUE_BYTES))
        reply_error(connection, request->ref, "too_fast");
}

void actor_wait_first(struct live_table *table, const struct request *request)
{
    request->origin->log_read = true;
    request_queue_add_first(&table->waiting, request);
}

static void refuse(const struct request *request, const char *error)
{
    if (request->connection->wsi)
        reply_error(request->connection, request->ref, error);
}

void actor_refuse_all(struct live_table *table, const char *error)
{
    for (struct request *request; (request = request_queue_take(&table->waiting));) {
        refuse(request, error);
        request_release(request);
    }
}

/* ---------------------------------------------------------------- writing down */

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
        kept->forfeits = table->stood_in >> i & 1;
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

static struct store_game *game_of(const struct table *table, const struct table_event *over)
{
    struct store_game *game = calloc(1, sizeof *game);
    if (!game)
        abort();
    *game = (struct store_game){.left = -1, .ended_ms = over->at_ms, .began_ms = table->dealt_ms};
    lws_strncpy(game->id, table->game_id, sizeof game->id);
    lws_strncpy(game->code, table->code, sizeof game->code);
    stos_rules_text(&table->settings.rules, game->rules);
    lws_strncpy(game->result, over->result, sizeof game->result);
    lws_strncpy(game->deal, table->commitment, sizeof game->deal);
    game->finished = strcmp(over->result, "unfinished") != 0;
    game->won = strcmp(over->result, "won") == 0;
    game->counts = !table->repeats;
    game->rated = table_is_rated(table) ? stos_game_name(stos_game_at(table->state.game)) : NULL;
    if (game->finished && stos_game_is_cooperative(stos_state_game(&table->state)))
        game->left = stos_result(&table->state);
    fill_seats(table, game, over->result);
    return game;
}

static struct store_sitting *sitting_of(const struct connection *connection, const char *code,
                                        int64_t now_ms)
{
    struct store_sitting *sitting = calloc(1, sizeof *sitting);
    if (!sitting)
        abort();
    *sitting = (struct store_sitting){.person = connection->person,
                                      .since = connection->since,
                                      .program = connection->program,
                                      .now_ms = now_ms};
    lws_strncpy(sitting->code, code, sizeof sitting->code);
    lws_strncpy(sitting->name, connection->name, sizeof sitting->name);
    lws_strncpy(sitting->language, connection->language ? connection->language->language : "en",
                sizeof sitting->language);
    lws_strncpy(sitting->token_hash, connection->token_hash, sizeof sitting->token_hash);
    return sitting;
}

/* The record of the game that ends with the event at that index; NULL if out of memory, or it is
 * too long to be read back. */
static char *record_of(const struct live_table *table, const struct table *next,
                       const struct table_answer *answer, int over)
{
    struct table_moved *moves = malloc((table->move_count + TABLE_EVENTS_MAX) * sizeof *moves);
    size_t count = table->move_count;
    if (!moves)
        return NULL;
    if (count > 0)
        memcpy(moves, table->moves, count * sizeof *moves);
    for (int i = 0; i <= over; i++)
        count = table_moves_note(moves, count, &answer->event[i]);
    stos_writer writer = stos_writer_on(table->server->scratch, TABLES_RECORD_BYTES);
    table_record_write(next, moves, count, &writer);
    free(moves);
    return writer.length < TABLES_RECORD_BYTES ? strndup(writer.out, writer.length) : NULL;
}

/* Adds a line; `next` becomes the table as it will be after it. False if the line cannot follow. */
static bool add_line(struct change *change, struct table *next, const struct table_answer *answer,
                     int index, const struct connection *connection)
{
    const struct table_event *event = &answer->event[index];
    char line[TABLE_EVENT_TEXT];
    size_t length = table_event_line(next, event, line);
    if (table_apply(next, event) != TABLE_OK ||
        !(change->line[change->append.count] = strndup(line, length)))
        return false;
    change->append.count++;
    bool opens = event->kind == TABLE_EVENT_OPEN, sits = event->kind == TABLE_EVENT_SIT;
    if (connection && !change->sitting && (opens || (sits && event->person == connection->person)))
        change->sitting = sitting_of(connection, next->code, event->at_ms);
    if (event->kind == TABLE_EVENT_OVER && !change->game) {
        change->game = game_of(next, event);
        change->game->record = change->record = record_of(change->table, next, answer, index);
    }
    return true;
}

int64_t actor_due_asleep_ms(const struct server_options *options, struct table *next)
{
    int64_t clock_ms = table_bots_due(next)
        ? next->changed_ms
        : table_due_ms(next); /* whoever takes over has to move */
    for (int seat = 0; seat < table_seats(next); seat++)
        next->seat[seat].present = false;
    int64_t end_ms = lifetime_end_ms(options, next);
    return clock_ms < end_ms ? clock_ms : end_ms;
}

/* The number of tables per maker is limited. One that goes on after its end counts again, for its
 * maker. */
static struct store_maker maker_of(const struct table *before, const struct table *next,
                                   const struct connection *connection)
{
    struct store_maker maker = {0};
    if (before->last == 0 && connection)
        admission_maker(connection, &maker);
    else if (table_is_over(before) && !table_is_over(next))
        maker.person = next->owner;
    return maker;
}

/* What the store has to know of a deal that begins or ends. A table that an older version wrote is
 * noted with its first lines. */
static void note_deal(struct change *change, const struct table_answer *answer,
                      const struct table *next)
{
    struct store_append *append = &change->append;
    append->deals = !change->table->deal_noted;
    for (int i = 0; i < answer->events; i++)
        append->deals |=
            answer->event[i].kind == TABLE_EVENT_DEAL || answer->event[i].kind == TABLE_EVENT_OVER;
    if (next->phase == TABLE_PLAYING || next->phase == TABLE_PAUSED)
        lws_strncpy(append->deal, next->commitment, sizeof append->deal);
    deal_series_of(next, append->series);
}

static bool add_lines(struct change *change, const struct table_answer *answer,
                      const struct connection *connection)
{
    struct acting *acting = module_state(change->table->server, MODULE_ACTOR);
    struct table *next = &acting->next;
    *next = change->table->table;
    change->append.last = next->last;
    change->events = malloc((size_t)answer->events * sizeof *change->events);
    if (!change->events)
        abort();
    memcpy(change->events, answer->event, (size_t)answer->events * sizeof *change->events);
    for (int i = 0; i < answer->events; i++)
        if (!add_line(change, next, answer, i, connection))
            return false;
    change->append.changed_ms = answer->event[answer->events - 1].at_ms;
    change->append.over = table_is_over(next);
    change->append.maker = maker_of(&change->table->table, next, connection);
    note_deal(change, answer, next);
    change->append.due_ms = actor_due_asleep_ms(change->table->server->options, next);
    return true;
}

void actor_write(struct live_table *table, const struct table_answer *answer,
                 struct connection *connection, const struct request *request,
                 change_finish *finish)
{
    struct change *change = calloc(1, sizeof *change);
    if (!change)
        abort();
    change->table = table;
    change->finish = finish;
    change->number = answer->number;
    lws_strncpy(change->append.code, table->code, sizeof change->append.code);
    if (!add_lines(change, answer, connection)) {
        server_log(table->server, SERVER_LOG_ERROR, "event_refused", "table=%s last=%u",
                   table->code, (unsigned)table->table.last);
        if (connection)
            reply_error(connection, request->ref, "bad_request");
        change_free(change);
        return;
    }
    if (connection) {
        change->request = request_hold(request);
        connection->changes++;
    }
    table->change = change;
    batch_add(table->server, change);
}

/* ---------------------------------------------------------------- written */

/* Whoever was removed, or lost the seat at a table that may not be watched, has heard of it and is
 * nobody here any more. */
static bool has_lost_place(const struct table *table, table_person person)
{
    return !table_may_watch(table, person, NULL) &&
        (!table->settings.watchable || table_was_removed(table, person));
}

static void show_out(struct live_table *table)
{
    for (struct attachment *at = table->attachments, *next; at; at = next) {
        next = at->next_of_table;
        if (has_lost_place(&table->table, at->connection->person))
            broadcast_detach(at);
    }
}

void actor_tell(struct live_table *table)
{
    tables_note_due(table);
    broadcast_events(table);
    show_out(table);
}

void actor_start_clock(struct live_table *table, int64_t since_before_ms, bool was_paused)
{
    enum { SOON_MS = 1000 };
    int64_t since_ms = table->table.turn_since_ms,
            late_ms = server_now_ms() - table->table.changed_ms;
    if (late_ms <= SOON_MS)
        late_ms = 0;
    if (since_ms != since_before_ms && since_ms == table->table.changed_ms)
        table->owed_ms = late_ms;
    else if (was_paused && table->table.phase == TABLE_PLAYING)
        table->owed_ms += late_ms; /* to what was owed before the pause */
}

/* A node that was frozen does not know what others have written since, so the request waits until
 * the table is up to date. */
static void answer(struct live_table *table, const struct change *change)
{
    struct connection *connection = change->request->connection;
    if (nodes_cut_off(table->server, server_now_ms()))
        request_queue_add_first(&table->waiting, change->request);
    else if (connection->wsi)
        change->finish(table, connection, change->request, change->number, false);
}

/* The lines are in the log, so the events are applied. */
static void apply_committed(struct live_table *table, struct change *change)
{
    int64_t since_ms = table->table.turn_since_ms;
    bool was_paused = table->table.phase == TABLE_PAUSED;
    stos_seats awaited = turns_awaited(&table->table);
    for (uint32_t i = 0; i < change->append.count; i++)
        if (!tables_apply_event(table, &change->events[i], change->line[i],
                                strlen(change->line[i]))) {
            tables_reload(table);
            return;
        }
    table->deal_noted = true;
    table->server->metrics->events += change->append.count;
    table->owed_ms -= change->owed_ms;
    actor_start_clock(table, since_ms, was_paused);
    if (table->table.phase == TABLE_SHUT && table->table.games == 0)
        lifetime_forget_table(table->server, table->code);
    table->stage = LIVE_READY;
    ownership_wrote(table, change->append.owner);
    table->fresh = change->events;
    table->fresh_count = change->append.count;
    actor_tell(table);
    table->fresh_count = 0;
    hints_catch_up(table, false);
    if (change->request)
        answer(table, change);
    turns_moved(table, awaited); /* whoever has just sat down is here by now */
}

/* Why a table cannot go on; NULL: it can. A new one may be one too many for its maker; then nobody
 * else knows its code, and what waits there is the same request once more. */
static const char *why_given_up(const struct change *change, enum store_status status)
{
    return status != STORE_OK     ? NULL
        : change->append.too_many ? "too_many"
        : change->append.damaged  ? "table_damaged"
                                  : NULL;
}

static void give_up(struct live_table *table, struct change *change, const char *error)
{
    if (change->append.damaged)
        server_log(table->server, SERVER_LOG_ERROR, "table_damaged", "table=%s line=%u",
                   table->code, (unsigned)change->append.last + 1);
    if (change->request)
        refuse(change->request, error);
    actor_refuse_all(table, error);
    tables_remove(table);
}

/* Another node has ended the session of whoever wanted to sit down. */
static void refuse_session(struct change *change)
{
    struct connection *connection = change->request->connection;
    if (connection->wsi)
        reply_session_ended(connection, change->request->ref);
    request_release(change->request);
    change->request = NULL;
}

/* Whoever has changed their passphrase meanwhile goes on; then the request is tried again. */
static bool has_new_session(const struct change *change)
{
    return change->sitting && change->sitting->since < change->request->connection->since;
}

void actor_written(struct change *change, enum store_status status)
{
    struct live_table *table = change->table;
    table->change = NULL;
    if (change->request)
        change->request->connection->changes--;
    const char *error = why_given_up(change, status);
    if (error) {
        give_up(table, change, error);
        change_free(change);
        return;
    }
    if (status == STORE_OK && change->append.ended && change->request && !has_new_session(change))
        refuse_session(change);
    bool written = status == STORE_OK && !change->append.refused;
    if (!written && change->request)
        request_queue_add_first(&table->waiting, change->request);
    if (status != STORE_OK) {
        table->in_doubt =
            true; /* they may be in the log nevertheless: it is read when the store is back */
        tables_lose(table);
    } else if (!written) {
        table->server->metrics->conflicts++;
        if (change->missed.length > 0)
            tables_go_on(table, &change->missed);
        else
            tables_reload(table);
    } else {
        apply_committed(table, change);
        actor_run(table);
    }
    change_free(change);
}

/* ---------------------------------------------------------------- what the table does next */

/* Somebody who was away is back, and plays on instead of the bot. */
static bool take_seat_back(struct live_table *table)
{
    for (int seat = 0; seat < table_seats(&table->table); seat++) {
        struct table_answer answer = {0};
        if (table->table.seat[seat].stand_in == TABLE_AWAY && table->table.seat[seat].present &&
            broadcast_is_here(table, table->table.seat[seat].person))
            table_come(&table->table, seat, server_now_ms(), &answer);
        if (answer.events == 0)
            continue;
        actor_write(table, &answer, NULL, NULL, NULL);
        return true;
    }
    return false;
}

/* The time in which nobody could move comes first, or somebody would be late who could not help it.
 */
static bool give_time_back(struct live_table *table)
{
    struct table_answer answer = {0};
    if (!ownership_runs(table) || table->owed_ms == 0 || table->table.phase == TABLE_PAUSED)
        return false;
    table_credit(&table->table, table->owed_ms, server_now_ms(), &answer);
    if (answer.events == 0)
        table->owed_ms = 0; /* no clock runs */
    else
        actor_write(table, &answer, NULL, NULL, NULL);
    if (table->change)
        table->change->owed_ms = table->owed_ms;
    return answer.events > 0;
}

static bool time_passes(struct live_table *table)
{
    struct table_answer answer = {0};
    int64_t now_ms = table->server->ticked_ms; /* by then it is known how long nobody could move */
    if (!ownership_runs(table) || table->due_ms > now_ms)
        return false;
    table_tick(&table->table, now_ms, &answer);
    if (answer.events == 0 && lifetime_end_ms(table->server->options, &table->table) <= now_ms) {
        server_log(table->server, SERVER_LOG_INFO, "expired", "table=%s", table->code);
        table_close(&table->table, NULL, now_ms, &answer);
    }
    if (answer.events == 0)
        tables_note_due(table);
    if (answer.events > 0)
        actor_write(table, &answer, NULL, NULL, NULL);
    return answer.events > 0;
}

static bool next_request(struct live_table *table)
{
    struct request *request = request_queue_take(&table->waiting);
    if (!request)
        return false;
    nodes_cut_off(table->server, server_now_ms());
    if (news_are_old(table->server, server_now_ms()))
        refuse(request, "store_down");
    else
        request_run(request);
    request_release(request);
    return true;
}

static bool is_idle(const struct live_table *table)
{
    return table->stage == LIVE_READY && !table->change;
}

void actor_run(struct live_table *table)
{
    enum { LISTED_MS = 10000 }; /* how often to ask whether others still need to find it here */
    const struct server *server = table->server;
    bool acts = !server->store_down &&
        !server->stopping; /* by itself; requests are answered with a reason */
    if (is_idle(table) && table->outdated) {
        table->outdated = false;
        tables_reload(table);
    }
    while (is_idle(table) &&
           ((acts &&
             (give_time_back(table) || take_seat_back(table) || time_passes(table) ||
              bots_decided(table))) ||
            next_request(table)))
        ;
    if (!is_idle(table))
        return;
    bool needed = table->attachments || table->closing;
    if (!needed && (table_is_over(&table->table) || !ownership_keeps(table))) {
        tables_remove(table);
        return;
    }
    if (!needed && ownership_elsewhere(table))
        alarms_look(table, LISTED_MS);
    if (acts)
        bots_think(table);
}

const struct module actor_module = {.name = "actor", .state = sizeof(struct acting)};
