/*
 * tables.c - the tables in memory: looked up by code, read from the store on demand, and dropped
 * when over and everybody has left.
 *
 * A table in memory is the result of replaying the lines in the store (event sourcing). When its
 * log has more of them (from another node, the host, or a commit whose response was lost) they are
 * read, and everybody gets what they missed.
 */
#include "tables.h"
#include "store/array.h"

#include "actor.h"
#include "alarms.h"
#include "bots.h"
#include "broadcast.h"
#include "buffer.h"
#include "hints.h"
#include "lifetime.h"
#include "outages.h"
#include "ownership.h"
#include "permission.h"
#include "server/core/core.h"
#include "server/core/task.h"
#include "server/limits/bans.h"
#include "table_logs.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- finding */

struct tables {
    struct live_table **buckets;
    size_t bucket_count;
    struct unreadable *unreadable; /* tables to be closed that cannot be read */
};

static struct tables *tables_of(const struct server *server)
{
    return module_state(server, MODULE_TABLES);
}

size_t tables_bucket_count(const struct server *server) { return tables_of(server)->bucket_count; }

struct live_table *tables_bucket(const struct server *server, size_t index)
{
    return tables_of(server)->buckets[index];
}

static size_t bucket_of(const struct server *server, const char *code)
{
    uint64_t hash = 14695981039346656037u;
    for (const char *at = code; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 1099511628211u;
    return (size_t)(hash & (tables_of(server)->bucket_count - 1));
}

void tables_note_due(struct live_table *table)
{
    int64_t clock_ms = table_due_ms(&table->table),
            end_ms = lifetime_end_ms(table->server->options, &table->table);
    table->due_ms = clock_ms < end_ms ? clock_ms : end_ms;
    alarms_set(table);
}

struct live_table *tables_find(struct server *server, const char *code)
{
    struct live_table *table = tables_of(server)->bucket_count
        ? tables_of(server)->buckets[bucket_of(server, code)]
        : NULL;
    while (table && strcmp(table->code, code) != 0)
        table = table->next_in_bucket;
    return table;
}

static bool grow_buckets(struct server *server)
{
    size_t count = tables_of(server)->bucket_count ? tables_of(server)->bucket_count * 2 : 1024;
    struct live_table **buckets = calloc(count, sizeof(struct live_table *));
    if (!buckets)
        return false;
    free(tables_of(server)->buckets);
    tables_of(server)->buckets = buckets;
    tables_of(server)->bucket_count = count;
    for (struct live_table *table = server->tables; table; table = table->next) {
        size_t bucket = bucket_of(server, table->code);
        table->next_in_bucket = buckets[bucket];
        buckets[bucket] = table;
    }
    return true;
}

struct live_table *tables_add(struct server *server, const char *code)
{
    if (server->table_count >= tables_of(server)->bucket_count && !grow_buckets(server))
        return NULL;
    struct live_table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->server = server;
    table->due_ms = table->look_ms = table->alarm_ms = INT64_MAX;
    lws_strncpy(table->code, code, sizeof table->code);
    size_t bucket = bucket_of(server, code);
    table->next_in_bucket = tables_of(server)->buckets[bucket];
    tables_of(server)->buckets[bucket] = table;
    table->next = server->tables;
    table->back = &server->tables;
    if (table->next)
        table->next->back = &table->next;
    server->tables = table;
    server->table_count++;
    return table;
}

void tables_remove(struct live_table *table)
{
    struct server *server = table->server;
    while (table->attachments)
        broadcast_detach(table->attachments);
    struct live_table **at = &tables_of(server)->buckets[bucket_of(server, table->code)];
    while (*at != table)
        at = &(*at)->next_in_bucket;
    *at = table->next_in_bucket;
    *table->back = table->next;
    if (table->next)
        table->next->back = table->back;
    server->table_count--;
    request_queue_drop(&table->waiting);
    bots_forget(table);
    hints_forget(table);
    broadcast_forget(table);
    free(table->moves);
    free(table->log);
    free(table);
}

/* ---------------------------------------------------------------- the log in memory */

static void log_line(struct live_table *table, uint32_t number, const char *line, size_t length)
{
    if (table->log_length == 0)
        table->log_first = number;
    if (!array_fits(table->log, table->log_room, table->log_length + length + 1))
        abort();
    memcpy(table->log + table->log_length, line, length);
    table->log[table->log_length + length] = '\n';
    table->log_length += length + 1;
    if (table->log_length <= LIVE_LOG_KEPT)
        return;
    char *half = memchr(table->log + table->log_length / 2, '\n',
                        table->log_length / 2); /* forget the older half */
    for (const char *at = table->log; at <= half; at++)
        table->log_first += *at == '\n';
    table->log_length -= (size_t)(half + 1 - table->log);
    memmove(table->log, half + 1, table->log_length);
}

/* The moves of the game are kept apart, so that its record does not need the log. */
static void note_move(struct live_table *table, const struct table_event *event)
{
    if (!array_fits(table->moves, table->move_room, table->move_count + 1))
        abort();
    table->move_count = table_moves_note(table->moves, table->move_count, event);
}

bool tables_apply_event(struct live_table *table, const struct table_event *event, const char *line,
                        size_t length)
{
    int64_t since_ms = table->table.turn_since_ms;
    if (table_apply(&table->table, event) != TABLE_OK)
        return false;
    if (table->table.turn_since_ms != since_ms)
        table->settled_ms = event->at_ms;
    note_move(table, event);
    if (event->kind == TABLE_EVENT_DEAL || event->kind == TABLE_EVENT_SIT)
        permission_look_again(table);
    if (event->kind == TABLE_EVENT_LOBBY) /* older lines belong to a game with other rules, and
                                            could not be read by these */
        table->log_length = 0;
    log_line(table, table->table.last, line, length);
    return true;
}

/* Written by another node, or before the last start. */
static bool apply_line(struct live_table *table, const char *line, size_t length)
{
    struct table_event event;
    return table_event_read(&table->table, line, length, &event) &&
        tables_apply_event(table, &event, line, length);
}

/* A log does not tell who is connected. */
static void nobody_is_here(struct live_table *table, int64_t now_ms)
{
    for (int seat = 0; seat < table_seats(&table->table); seat++)
        table_go(&table->table, seat, now_ms);
}

/* ---------------------------------------------------------------- the start */

/* Tables of stores from before lifetimes are looked at after a day. */
static bool note_asleep(void *context, const char *code, int64_t due_ms)
{
    enum { DAY_MS = 24 * 60 * 60 * 1000 };
    struct server *server = context;
    alarms_set_asleep(server, code, due_ms < INT64_MAX ? due_ms : server_now_ms() + DAY_MS);
    return true;
}

/* With several nodes whoever runs a table finds out itself which are due (nodes.c). */
static enum store_status read_asleep(struct server *server)
{
    return store_is_shared(server->store) ? STORE_OK
                                          : store_read_running(server->store, note_asleep, server);
}

static bool start(struct server *server, char *message, size_t size)
{
    (void)message, (void)size;
    return read_asleep(server) == STORE_OK;
}

static void stop(struct server *server)
{
    while (server->tables)
        tables_remove(server->tables);
    for (char code[TABLE_CODE]; tables_take_unreadable(server, code);)
        ;
    free(tables_of(server)->buckets);
    *tables_of(server) = (struct tables){0};
}

/* Outages while the table was not in memory are owed to those whose clock ran. */
static void count_sleep(struct live_table *table)
{
    if (!table->was_loaded)
        table->owed_ms = outages_since(table->server, table->settled_ms);
    table->was_loaded = true;
}

/* ---------------------------------------------------------------- reading a table when it is
 * wanted */

static bool apply_lines(struct live_table *table, const struct lines *lines)
{
    const char *at = lines->text, *end = at + lines->length;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!apply_line(table, at, (size_t)(stop - at)))
            return false;
        at = stop + 1;
    }
    return true;
}

/* The table does not exist, or its log cannot be read. A request to create one that does not exist
 * may go on; all others are refused. */
static void answer_without_table(struct request *request, const char *error)
{
    if (!error && strcmp(request->verb->name, "create") == 0)
        request_run(request);
    else if (request->connection->wsi)
        reply_error(request->connection, request->ref, error ? error : "no_table");
}

struct unreadable {
    struct unreadable *next;
    char code[TABLE_CODE];
};

static void note_unreadable(const struct live_table *table)
{
    struct unreadable *unreadable = calloc(1, sizeof *unreadable);
    if (!unreadable)
        return;
    memcpy(unreadable->code, table->code, sizeof unreadable->code);
    unreadable->next = tables_of(table->server)->unreadable;
    tables_of(table->server)->unreadable = unreadable;
}

bool tables_take_unreadable(struct server *server, char code[TABLE_CODE])
{
    struct unreadable *unreadable = tables_of(server)->unreadable;
    if (!unreadable)
        return false;
    tables_of(server)->unreadable = unreadable->next;
    memcpy(code, unreadable->code, TABLE_CODE);
    free(unreadable);
    return true;
}

static void load_failed(struct live_table *table, const struct log_read *read)
{
    if (store_is_out(read->status)) {
        store_lost(table->server, read->reason);
        tables_lose(table);
        return;
    }
    struct request_queue waiting = table->waiting;
    const char *error = read->status == STORE_NONE ? NULL : "table_damaged";
    if (error)
        server_log(table->server, SERVER_LOG_ERROR, "table_damaged", "table=%s line=%u",
                   table->code, (unsigned)table->table.last + 1);
    table->waiting = (struct request_queue){0};
    if (table->closing)
        note_unreadable(table);
    tables_remove(table);
    for (struct request *request; (request = request_queue_take(&waiting));) {
        answer_without_table(request, error);
        request_release(request);
    }
}

/* Who is present: connected to this node, or recently announced by another. */
static void recall_presence(struct live_table *table, int64_t now_ms)
{
    enum { FRESH_MS = 20000 };
    struct table_answer ignored;
    nobody_is_here(table, now_ms);
    for (struct attachment *at = table->attachments; at; at = at->next_of_table) {
        int seat = table_seat_of(&table->table, at->connection->person);
        if (seat >= 0)
            table_come(&table->table, seat, now_ms, &ignored);
    }
    for (int seat = 0; seat < table_seats(&table->table); seat++)
        if (table->elsewhere_ms[seat] && now_ms - table->elsewhere_ms[seat] < FRESH_MS)
            table_come(&table->table, seat, now_ms, &ignored);
}

/* The whole log was read. */
static void loaded(struct live_table *table, const struct log_read *read)
{
    if (read->status != STORE_OK || !apply_lines(table, &read->lines) || table->table.last == 0) {
        load_failed(table, read);
        return;
    }
    table->stage = LIVE_READY;
    table->in_doubt = false;
    count_sleep(table);
    recall_presence(table, server_now_ms());
    ownership_want(table);
    actor_tell(table);
    broadcast_state(table, "seats"); /* what passes is not in the log: it stands as it stands now */
    hints_catch_up(table, true);
    hints_asked(table); /* another node may have asked while news was missed here */
    if (table->attachments)
        hints_wanted(table);
    broadcast_state(table, "hints");
    if (table->told_last > table->table.last)
        tables_read_more(table); /* it was told while the log was being read */
    actor_run(table);
}

void tables_go_on(struct live_table *table, const struct lines *lines)
{
    int64_t since_ms = table->table.turn_since_ms;
    bool was_over = table_is_over(&table->table), was_paused = table->table.phase == TABLE_PAUSED;
    if (!apply_lines(table, lines)) {
        tables_reload(table);
        return;
    }
    if (was_over)
        ownership_want(table); /* whoever began again owns it now */
    actor_start_clock(table, since_ms, was_paused);
    actor_tell(table);
    hints_catch_up(table, true);
    if (table->told_last > table->table.last)
        tables_read_more(table); /* these were not all */
    actor_run(table);
}

/* The lines that another node has added were read; if we are adding some ourselves, the store will
 * refuse those, and bring these. */
static void continued(struct live_table *table, const struct log_read *read)
{
    table->reads_more = false;
    if (read->status == STORE_NONE && !table->change)
        tables_reload(table); /* another node has closed and deleted it */
    if (read->status != STORE_OK || table->change)
        return;
    bool knows_more = table->table.last !=
        read->after; /* another answer came first, perhaps without the newest lines */
    if (!knows_more && read->lines.length > 0)
        tables_go_on(table, &read->lines);
    else if (table->told_last > table->table.last && (knows_more || table->told_last > read->told))
        tables_read_more(table);
}

void tables_log_read(struct server *server, const struct log_read *read)
{
    struct live_table *table = tables_find(server, read->code);
    if (table && table->stage == LIVE_LOADING && read->after == 0 && read->load == table->loads)
        loaded(table, read);
    else if (table && table->stage == LIVE_READY && read->after > 0)
        continued(table, read);
}

void tables_read_more(struct live_table *table)
{
    if (table->stage != LIVE_READY || table->change || table->reads_more)
        return;
    table->reads_more = true;
    table_logs_read(table, table->table.last);
}

static void start_loading(struct live_table *table)
{
    hints_keep(table);
    table->stage = LIVE_LOADING;
    table->unread = false;
    table->loads++;
    table->table = (struct table){0};
    table->log_length = 0;
    table->move_count = 0;
    bots_forget(table);
    table->due_ms = INT64_MAX;
    table->reads_more = false;
    table_logs_read(table, 0);
}

void tables_read_missing(struct server *server)
{
    for (struct live_table *table = server->tables; table; table = table->next)
        if (table->unread)
            start_loading(table);
}

void tables_reload(struct live_table *table) { start_loading(table); }

void tables_outdated(struct server *server, const char *code)
{
    struct live_table *table = tables_find(server, code);
    if (!table || table->unread)
        return;
    table->outdated = table->change != NULL;
    if (!table->outdated)
        start_loading(table);
}

void tables_lose(struct live_table *table)
{
    table->stage = LIVE_LOADING;
    table->unread = true;
    actor_refuse_all(table, "store_down");
}

struct live_table *tables_load(struct server *server, const char *code)
{
    struct live_table *table = tables_find(server, code);
    if (!table && server->table_count < (size_t)server->options->max_tables &&
        (table = tables_add(server, code)))
        start_loading(table);
    return table;
}

struct live_table *tables_wanted(struct connection *connection, const struct request *request)
{
    struct server *server = connection->server;
    const char *code = request->code;
    if (!request_text(connection, request, "table"))
        return NULL;
    if (!*code) {
        reply_error(connection, request->ref, "no_table");
        return NULL;
    }
    if (permission_banned(connection, code)) {
        bans_refuse_at(connection, request->ref, code);
        return NULL;
    }
    struct live_table *table = tables_find(server, code);
    bool may_be_old =
        server->store_down && store_is_shared(server->store); /* others may have written since */
    if (table && table->stage == LIVE_READY && !table->change && !may_be_old)
        return table;
    if (server->store_down && !(table && table->change)) {
        reply_error(connection, request->ref, "store_down");
        return NULL;
    }
    bool is_new = !table;
    if (is_new && server->table_count >= (size_t)server->options->max_tables) {
        reply_error(connection, request->ref, "too_many");
        return NULL;
    }
    if (is_new && !(table = tables_add(server, code)))
        return NULL;
    actor_wait(table, connection, request);
    if (is_new || table->unread)
        start_loading(table);
    return NULL;
}

const struct module tables_module = {
    .name = "tables", .state = sizeof(struct tables), .start = start, .stop = stop};
