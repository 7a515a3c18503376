/*
 * ownership.c - see ownership.h.
 *
 * Presence is announced periodically and expires if it is not repeated; hints are sent as they come
 * (hints.c).
 */
#include "ownership.h"

#include "actor.h"
#include "broadcast.h"
#include "hints.h"
#include "server/cluster/nodes.h"
#include "server/core/core.h"
#include "server/core/task.h"
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRESENT_TOLD_MS = 8000, PRESENT_KNOWN_MS = 20000, LISTED_MOST = 200 };

struct owning {
    bool claiming;            /* under way */
    bool claims_wanted;       /* some tables just read may have no owner */
    bool missed_news;         /* from others: what is in memory may be stale */
    int64_t presence_told_ms; /* when presence was last sent to the others, for the tables up to */
    size_t presence_bucket;   /* this one */
    int listed_told;          /* listed tables announced in this round */
};

static struct owning *owning_of(const struct server *server)
{
    return module_state(server, MODULE_OWNERSHIP);
}

/* ---------------------------------------------------------------- whose is it? */

bool ownership_runs(const struct live_table *table)
{
    const struct server *server = table->server;
    return !store_is_shared(server->store) ||
        (table->owner != 0 && table->owner == nodes_fence(server));
}

bool ownership_elsewhere(const struct live_table *table)
{
    return !ownership_runs(table) && nodes_is_alive(table->server, table->owner);
}

void ownership_wrote(struct live_table *table, uint64_t owner)
{
    if (table->owner == owner)
        return;
    bool gained = !ownership_runs(table);
    table->owner = owner;
    if (!gained || !ownership_runs(table))
        return;
    table->thinking = 0;
    table->hinted = 0;
}

/* ---------------------------------------------------------------- taking what nobody runs */

struct claims {
    uint64_t fence;
    size_t count;
    struct store_claim claim[];
};

static void write_claims(struct task *task, struct store *store)
{
    struct claims *claims = task->more;
    task->status = store_claim(store, claims->fence, claims->claim, claims->count);
}

static bool claims_written(struct task *task)
{
    const struct claims *claims = task->more;
    struct server *server = task->server;
    owning_of(server)->claiming = false;
    if (task->status != STORE_FENCED) /* the heartbeat sees to that */
        task_report(task, "tables to take over");
    for (size_t i = 0;
         i < claims->count && task->status == STORE_OK && claims->fence == nodes_fence(server);
         i++) {
        struct live_table *table = tables_find(server, claims->claim[i].code);
        if (!table || claims->claim[i].owner == 0)
            continue;
        ownership_wrote(table, claims->claim[i].owner);
        actor_run(table);
    }
    return true;
}

static bool is_claimed(const struct live_table *table)
{
    return table->stage != LIVE_READY || nodes_is_alive(table->server, table->owner);
}

/* All in one statement, however many there are. */
static void claim_tables(struct server *server)
{
    size_t count = 0;
    for (const struct live_table *table = server->tables; table && !owning_of(server)->claiming;
         table = table->next)
        count += !is_claimed(table);
    owning_of(server)->claims_wanted = false;
    struct claims *claims = count > 0 && nodes_pool(server)
        ? calloc(1, sizeof *claims + count * sizeof claims->claim[0])
        : NULL;
    if (!claims)
        return;
    claims->fence = nodes_fence(server);
    for (const struct live_table *table = server->tables; table; table = table->next)
        if (!is_claimed(table))
            lws_strncpy(claims->claim[claims->count++].code, table->code, TABLE_CODE);
    owning_of(server)->claiming =
        task_start(server, nodes_pool(server), write_claims, claims_written, claims) != NULL;
}

void ownership_want(struct live_table *table)
{
    table->owner = 0;
    owning_of(table->server)->claims_wanted = true;
}

/* ---------------------------------------------------------------- what was missed */

void ownership_read_again(struct server *server)
{
    if (!owning_of(server)->missed_news || server->store_down)
        return;
    owning_of(server)->missed_news = false;
    for (struct live_table *table = server->tables; table; table = table->next) {
        if (table->unread)
            continue;
        if (!table->change) {
            tables_reload(table); /* also where it is being read: that may have been too early */
        } else if (table->stage == LIVE_READY) { /* the store will tell whether it is as we think;
                                                    hints are told again */
            table->hints_known = false;
            hints_wanted(table);
            hints_catch_up(table, true);
        }
    }
}

/* ---------------------------------------------------------------- who is there, and where */

void ownership_present(struct live_table *table, int seat, bool here)
{
    char message[NEWS_MESSAGE];
    lws_snprintf(message, sizeof message, "%s %s %d", here ? "here" : "gone", table->code, seat);
    nodes_tell(table->server, message);
}

void ownership_listed(struct live_table *table)
{
    char message[NEWS_MESSAGE];
    unsigned seats = 0;
    const struct table *at = &table->table;
    if (!store_is_shared(table->server->store) || at->settings.door != TABLE_LISTED ||
        table_is_over(at) || !table->attachments ||
        owning_of(table->server)->listed_told++ >= LISTED_MOST)
        return;
    for (int seat = 0; seat < table_seats(at); seat++)
        if (at->seat[seat].kind == TABLE_PERSON && at->seat[seat].present)
            seats |= 1u << seat;
    lws_snprintf(message, sizeof message, "listed %s %u", table->code, seats);
    nodes_tell(table->server, message);
}

bool ownership_keeps(const struct live_table *table)
{
    return !ownership_elsewhere(table) || server_now_ms() - table->listed_ms < PRESENT_KNOWN_MS;
}

/* Somebody sits at the table on another node. */
static void hear_presence(struct live_table *table, int seat, bool here)
{
    int64_t now_ms = server_now_ms();
    if (seat < 0 || seat >= table_seats(&table->table))
        return;
    table->elsewhere_ms[seat] = here ? now_ms : 0;
    struct table_seat *at = &table->table.seat[seat];
    if (here && !at->present) {
        struct table_answer back; /* a bot played for them: the node where they are sees to it */
        table_come(&table->table, seat, now_ms, &back);
        broadcast_state(table, "seats");
    } else if (!here && at->present) {
        if (!broadcast_is_here(table, at->person)) {
            table_go(&table->table, seat, now_ms);
            broadcast_state(table, "seats");
        }
    }
    tables_note_due(table);
}

/* A listed table on another node: it is loaded into memory here too, so that people here find it.
 */
static void hear_listed(struct server *server, const char *code, unsigned seats)
{
    struct live_table *table = tables_load(server, code);
    int64_t now_ms = server_now_ms();
    if (!table)
        return;
    table->listed_ms = now_ms;
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++)
        if (seats >> seat & 1 && table->stage == LIVE_READY)
            hear_presence(table, seat, true);
        else if (seats >> seat & 1)
            table->elsewhere_ms[seat] = now_ms; /* for when it has been read */
}

/* What this node says itself (nodes_take_news). Others hear the heartbeat, too. */
static bool hear_own(struct server *server, const char *message)
{
    bool missed = strcmp(message, "missed") == 0, due = strncmp(message, "due ", 4) == 0;
    if (missed) {
        owning_of(server)->missed_news = true;
        ownership_read_again(server);
    } else if (due && !server->store_down) {
        tables_load(server, message + 4);
    } else if (strcmp(message, "beat") == 0) {
        claim_tables(server);
    }
    return missed || due;
}

enum { NEWS_LISTED, NEWS_AGAIN, NEWS_LOG, NEWS_HERE, NEWS_GONE, NEWS_HINT, NEWS_ASK, NEWS_KINDS };

static int kind_of(const char *what)
{
    static const char *const kinds[NEWS_KINDS] = {"listed", "again", "log", "here",
                                                  "gone",   "hint",  "ask"};
    int kind = 0;
    while (kind < NEWS_KINDS && strcmp(kinds[kind], what) != 0)
        kind++;
    return kind;
}

/* About a table that has been read here. */
static void hear_about(struct live_table *table, int kind, unsigned number, const char *more)
{
    switch (kind) {
    case NEWS_LOG:
        if (number > table->table.last)
            tables_read_more(table);
        break;
    case NEWS_HERE:
    case NEWS_GONE: hear_presence(table, (int)number, kind == NEWS_HERE); break;
    case NEWS_HINT: hints_heard(table, number, more); break;
    case NEWS_ASK: hints_asked(table); break;
    default: break;
    }
}

static bool hear(struct server *server, const char *message)
{
    char what[8], code[TABLE_CODE];
    unsigned number;
    int length = 0;
    if (hear_own(server, message))
        return true;
    int kind = sscanf(message, "%7s %11s %u%n", what, code, &number, &length) == 3 ? kind_of(what)
                                                                                   : NEWS_KINDS;
    if (kind == NEWS_KINDS)
        return false;
    if (kind == NEWS_LISTED)
        hear_listed(server, code, number);
    else if (kind == NEWS_AGAIN)
        tables_outdated(server, code);
    struct live_table *table = tables_find(server, code);
    if (table && kind == NEWS_LOG && number > table->told_last)
        table->told_last = number;
    if (table && table->stage == LIVE_READY)
        hear_about(table, kind, number, message + length);
    return true;
}

/* ---------------------------------------------------------------- now and then */

static void repeat_presence(struct live_table *table, int64_t now_ms)
{
    for (int seat = 0; seat < table_seats(&table->table); seat++) {
        const struct table_seat *at = &table->table.seat[seat];
        bool local = at->kind == TABLE_PERSON && broadcast_is_here(table, at->person);
        if (local && !ownership_runs(table))
            ownership_present(table, seat, true);
        else if (!local && at->present && table->elsewhere_ms[seat] &&
                 now_ms - table->elsewhere_ms[seat] > PRESENT_KNOWN_MS)
            hear_presence(table, seat, false);
    }
}

/* Some tables at each tick, by hash bucket: thousands of messages at once would delay a commit. */
static void tell_presence(struct server *server, int64_t now_ms)
{
    int64_t buckets = (int64_t)tables_bucket_count(server),
            due = (now_ms - owning_of(server)->presence_told_ms) * buckets / PRESENT_TOLD_MS;
    if (due == 0 || server->store_down)
        return;
    owning_of(server)->presence_told_ms = now_ms;
    for (due = due < buckets ? due : buckets; due > 0; due--) {
        owning_of(server)->presence_bucket =
            (owning_of(server)->presence_bucket + 1) & (tables_bucket_count(server) - 1);
        if (owning_of(server)->presence_bucket == 0)
            owning_of(server)->listed_told = 0;
        for (struct live_table *table = tables_bucket(server, owning_of(server)->presence_bucket);
             table; table = table->next_in_bucket)
            if (table->stage == LIVE_READY && !table_is_over(&table->table)) {
                repeat_presence(table, now_ms);
                ownership_listed(table);
            }
    }
}

static void tick(struct server *server)
{
    struct owning *owning = owning_of(server);
    if (!store_is_shared(server->store))
        return;
    tell_presence(server, server_now_ms());
    if (owning->claims_wanted && !owning->claiming && !server->store_down)
        claim_tables(server);
}

const struct module ownership_module = {
    .name = "ownership", .state = sizeof(struct owning), .tick = tick, .hear = hear};
