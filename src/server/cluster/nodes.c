/*
 * nodes.c - see nodes.h: the lease and the tables it owns, changes made by other nodes, and
 * presence.
 *
 * The heartbeat has a thread and a connection of its own, so a slow commit does not end the lease;
 * but the loop starts each one, so a loop that hangs does end it. After each commit the other nodes
 * are notified and read the new lines. Presence is announced periodically and expires if it is not
 * repeated; hints are sent as they come (hints.c).
 */
#include "nodes.h"

#include "server/core/core.h"
#include "server/core/task.h"
#include "server/modules.h"
#include "server/store_watch.h"
#include "server/tables/actor.h"
#include "server/tables/broadcast.h"
#include "server/tables/hints.h"
#include "server/tables/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PRESENT_TOLD_MS = 8000,
    PRESENT_KNOWN_MS = 20000,
    DUE_MOST = 200,
    CUT_OFF_MS = STORE_LEASE_MS - 1000,
    LISTED_MOST = 200
};

struct nodes {
    struct store *store;     /* heartbeats and claims have a connection */
    struct pool *pool;       /* and a thread of their own; NULL: a single node, or the end */
    struct store_beat lease; /* this node's, and which others are valid */
    int64_t beaten_ms;       /* when the last acknowledged heartbeat was sent */
    bool beating, claiming;  /* under way */
    bool claims_wanted;      /* some tables just read may have no owner */
    char *told;              /* messages for the others, one per line, while others are sent */
    size_t told_length, told_room;
    bool telling, listening;
    bool missed_news;         /* from others: what is in memory may be stale */
    uint64_t session;         /* of the database */
    int64_t presence_told_ms; /* when presence was last sent to the others, for the tables up to */
    size_t presence_bucket;   /* this one */
    int listed_told;          /* listed tables announced in this round */
};

static struct nodes *nodes_of(const struct server *server)
{
    return module_state(server, MODULE_NODES);
}

uint64_t nodes_fence(const struct server *server) { return nodes_of(server)->lease.fence; }

bool nodes_leads(const struct server *server)
{
    const struct store_beat *lease = &nodes_of(server)->lease;
    if (!store_is_shared(server->store))
        return true;
    for (int i = 0; i < lease->alive_count; i++)
        if (lease->alive[i] < lease->fence)
            return false;
    return lease->fence != 0;
}

/* ---------------------------------------------------------------- whose is it? */

static bool is_alive(const struct server *server, uint64_t fence)
{
    for (int i = 0; i < nodes_of(server)->lease.alive_count; i++)
        if (nodes_of(server)->lease.alive[i] == fence)
            return true;
    return false;
}

bool nodes_runs(const struct live_table *table)
{
    const struct server *server = table->server;
    return !store_is_shared(server->store) ||
        (table->owner != 0 && table->owner == nodes_of(server)->lease.fence);
}

bool nodes_elsewhere(const struct live_table *table)
{
    return !nodes_runs(table) && is_alive(table->server, table->owner);
}

void nodes_wrote(struct live_table *table, uint64_t owner)
{
    if (table->owner == owner)
        return;
    bool gained = !nodes_runs(table);
    table->owner = owner;
    if (!gained || !nodes_runs(table))
        return;
    table->thinking = 0;
    table->hinted = 0;
}

/* ---------------------------------------------------------------- taking what nobody runs */

struct claim_job {
    struct job job;
    struct server *server;
    enum store_status status;
    char reason[STORE_MESSAGE];
    uint64_t fence;
    size_t count;
    struct store_claim claim[];
};

static void claim_work(struct job *job, void *place)
{
    struct claim_job *claim = (struct claim_job *)job;
    claim->status = store_claim(place, claim->fence, claim->claim, claim->count);
    host_copy_reason(claim->reason, claim->status, place);
}

static void claim_done(struct job *job)
{
    struct claim_job *claim = (struct claim_job *)job;
    struct server *server = claim->server;
    nodes_of(server)->claiming = false;
    if (claim->status != STORE_FENCED) /* the heartbeat sees to that */
        errand_ended(server, "tables to take over", claim->status, claim->reason);
    for (size_t i = 0; i < claim->count && claim->status == STORE_OK &&
         claim->fence == nodes_of(server)->lease.fence;
         i++) {
        struct live_table *table = tables_find(server, claim->claim[i].code);
        if (!table || claim->claim[i].owner == 0)
            continue;
        nodes_wrote(table, claim->claim[i].owner);
        actor_run(table);
    }
    free(claim);
}

static bool is_claimed(const struct live_table *table)
{
    return table->stage != LIVE_READY || is_alive(table->server, table->owner);
}

/* All in one statement, however many there are. */
static void claim_tables(struct server *server)
{
    size_t count = 0;
    for (const struct live_table *table = server->tables; table && !nodes_of(server)->claiming;
         table = table->next)
        count += !is_claimed(table);
    nodes_of(server)->claims_wanted = false;
    struct claim_job *claim =
        count > 0 ? calloc(1, sizeof *claim + count * sizeof claim->claim[0]) : NULL;
    if (!claim)
        return;
    claim->job = (struct job){.work = claim_work, .done = claim_done};
    claim->server = server;
    claim->fence = nodes_of(server)->lease.fence;
    for (const struct live_table *table = server->tables; table; table = table->next)
        if (!is_claimed(table))
            lws_strncpy(claim->claim[claim->count++].code, table->code, TABLE_CODE);
    nodes_of(server)->claiming = true;
    pool_do(nodes_of(server)->pool, &claim->job);
}

void nodes_want(struct live_table *table)
{
    table->owner = 0;
    nodes_of(table->server)->claims_wanted = true;
}

/* ---------------------------------------------------------------- the lease */

struct beat_job {
    struct job job;
    struct server *server;
    struct store_beat beat;
    int64_t at_ms;
    enum store_status status;
    char reason[STORE_MESSAGE];
    char due[DUE_MOST][TABLE_CODE];
    int due_count;
};

static bool note_due(void *context, const char *code)
{
    struct beat_job *beat = context;
    lws_strncpy(beat->due[beat->due_count++], code, TABLE_CODE);
    return beat->due_count < DUE_MOST;
}

static void beat_work(struct job *job, void *place)
{
    struct beat_job *beat = (struct beat_job *)job;
    beat->at_ms = server_now_ms();
    beat->status = store_beat(place, &beat->beat, beat->at_ms, DUE_MOST, note_due, beat);
    host_copy_reason(beat->reason, beat->status, place);
}

void nodes_read_again(struct server *server)
{
    if (!nodes_of(server)->missed_news || server->store_down)
        return;
    nodes_of(server)->missed_news = false;
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

/* A new lease: the old one has ended, and with it all that this node owned. */
static void begin_lease(struct server *server, uint64_t before)
{
    server_log(server, before ? SERVER_LOG_WARNING : SERVER_LOG_INFO, "lease",
               "fence=%llu before=%llu", (unsigned long long)nodes_of(server)->lease.fence,
               (unsigned long long)before);
    nodes_of(server)->missed_news = before != 0;
    nodes_read_again(server);
}

static void beat_done(struct job *job)
{
    struct beat_job *beat = (struct beat_job *)job;
    struct server *server = beat->server;
    nodes_of(server)->beating = false;
    if (beat->status != STORE_OK) {
        store_lost(server, beat->reason);
    } else if (nodes_of(server)->pool) { /* else the server stops */
        uint64_t before = nodes_of(server)->lease.fence;
        nodes_of(server)->lease = beat->beat;
        nodes_of(server)->beaten_ms = beat->at_ms;
        if (before != nodes_of(server)->lease.fence)
            begin_lease(server, before);
        for (int i = 0; i < beat->due_count && !server->store_down; i++)
            tables_load(server, beat->due[i]);
        claim_tables(server);
        if (server->store_down)
            store_watch_probe(server);
    }
    free(beat);
}

static void start_beat(struct server *server)
{
    struct beat_job *beat = nodes_of(server)->beating ? NULL : calloc(1, sizeof *beat);
    if (!beat)
        return;
    beat->job = (struct job){.work = beat_work, .done = beat_done};
    beat->server = server;
    beat->beat = nodes_of(server)->lease;
    nodes_of(server)->beating = true;
    pool_do(nodes_of(server)->pool, &beat->job);
}

static enum store_status take_lease(struct server *server, struct store *store)
{
    struct beat_job first = {.server = server};
    beat_work(&first.job, store);
    nodes_of(server)->lease = first.beat;
    nodes_of(server)->beaten_ms = first.at_ms;
    if (first.status == STORE_OK)
        begin_lease(server, 0);
    return first.status;
}

static bool start(struct server *server, char *message, size_t size)
{
    struct nodes *nodes = nodes_of(server);
    enum store_status status;
    char why[STORE_MESSAGE];
    nodes->session = store_session(server->store); /* before anything is read: what is written
                                                      after it is news */
    if (!store_is_shared(server->store))
        return true;
    nodes->store = store_open(server->options->store, &status, why);
    if (!nodes->store || take_lease(server, nodes->store) != STORE_OK) {
        lws_snprintf(message, size, "%s", nodes->store ? store_message(nodes->store) : why);
        return false;
    }
    void *place[] = {nodes->store};
    nodes->pool = pool_start(&server->loop, 1, place);
    return nodes->pool != NULL;
}

/* After everything is written: the others take over at once. */
static void stop(struct server *server)
{
    struct nodes *nodes = nodes_of(server);
    struct pool *pool = nodes->pool;
    nodes->pool = NULL;
    if (pool)
        pool_stop(pool, false);
    if (nodes->store && nodes->lease.fence)
        store_leave(nodes->store, nodes->lease.fence);
    store_close(nodes->store);
    free(nodes->told);
}

static bool is_cut_off(const struct server *server, int64_t now_ms)
{
    return store_is_shared(server->store) && now_ms - nodes_of(server)->beaten_ms > CUT_OFF_MS;
}

bool nodes_cut_off(struct server *server, int64_t now_ms)
{
    bool cut_off = is_cut_off(server, now_ms);
    if (cut_off)
        store_lost(server, "no heartbeat was answered for too long");
    return cut_off;
}

void nodes_fenced(struct server *server) { nodes_of(server)->beaten_ms = 0; }

/* ---------------------------------------------------------------- telling the others */

struct tell_job {
    struct job job;
    struct server *server;
    enum store_status status;
    char reason[STORE_MESSAGE];
    char text[];
};

static void send_told(struct server *server);

static void tell_work(struct job *job, void *place)
{
    struct tell_job *tell = (struct tell_job *)job;
    tell->status = store_tell(place, tell->text);
    host_copy_reason(tell->reason, tell->status, place);
}

static void tell_done(struct job *job)
{
    const struct tell_job *tell = (struct tell_job *)job;
    struct server *server = tell->server;
    nodes_of(server)->telling = false;
    errand_ended(server, "news for other nodes", tell->status, tell->reason);
    free(job);
    send_told(server);
}

/* Like group commit: messages queued while one is under way are sent together with the next, in one
 * round trip. */
static void send_told(struct server *server)
{
    struct tell_job *tell =
        nodes_of(server)->telling || nodes_of(server)->told_length == 0 || !server->store_pool
        ? NULL
        : calloc(1, sizeof *tell + nodes_of(server)->told_length + 1);
    if (!tell)
        return;
    tell->job = (struct job){.work = tell_work, .done = tell_done};
    tell->server = server;
    memcpy(tell->text, nodes_of(server)->told, nodes_of(server)->told_length);
    nodes_of(server)->told_length = 0;
    nodes_of(server)->telling = true;
    pool_do(server->store_pool, &tell->job);
}

void nodes_tell(struct server *server, const char *message)
{
    size_t length = strlen(message), wanted = nodes_of(server)->told_length + length + 1;
    if (!store_is_shared(server->store) || server->store_down || !server->store_pool)
        return;
    if (wanted > nodes_of(server)->told_room) {
        char *grown = realloc(nodes_of(server)->told, 2 * wanted);
        if (!grown)
            return;
        nodes_of(server)->told = grown;
        nodes_of(server)->told_room = 2 * wanted;
    }
    memcpy(nodes_of(server)->told + nodes_of(server)->told_length, message, length);
    nodes_of(server)->told[nodes_of(server)->told_length + length] = '\n';
    nodes_of(server)->told_length = wanted;
    send_told(server);
}

void nodes_present(struct live_table *table, int seat, bool here)
{
    char message[NEWS_MESSAGE];
    lws_snprintf(message, sizeof message, "%s %s %d", here ? "here" : "gone", table->code, seat);
    nodes_tell(table->server, message);
}

void nodes_listed(struct live_table *table)
{
    char message[NEWS_MESSAGE];
    unsigned seats = 0;
    const struct table *at = &table->table;
    if (!store_is_shared(table->server->store) || at->settings.door != TABLE_LISTED ||
        table_is_over(at) || !table->attachments ||
        nodes_of(table->server)->listed_told++ >= LISTED_MOST)
        return;
    for (int seat = 0; seat < table_seats(at); seat++)
        if (at->seat[seat].kind == TABLE_PERSON && at->seat[seat].present)
            seats |= 1u << seat;
    lws_snprintf(message, sizeof message, "listed %s %u", table->code, seats);
    nodes_tell(table->server, message);
}

bool nodes_keeps(const struct live_table *table)
{
    return !nodes_elsewhere(table) || server_now_ms() - table->listed_ms < PRESENT_KNOWN_MS;
}

/* ---------------------------------------------------------------- hearing from the others */

struct news {
    struct news *next;
    char message[NEWS_MESSAGE];
};

struct listen_job {
    struct job job;
    struct server *server;
    struct news *news, **end;
    enum store_status status;
    char reason[STORE_MESSAGE];
    uint64_t session;
};

static void told(void *context, const char *message)
{
    struct listen_job *listen = context;
    struct news *news = calloc(1, sizeof *news);
    if (!news)
        return;
    lws_strncpy(news->message, message, sizeof news->message);
    *listen->end = news;
    listen->end = &news->next;
}

static void listen_work(struct job *job, void *place)
{
    struct listen_job *listen = (struct listen_job *)job;
    listen->status = store_listen(place, told, listen);
    host_copy_reason(listen->reason, listen->status, place);
    listen->session = store_session(place);
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
        bool local = false;
        for (const struct attachment *near = table->attachments; near; near = near->next_of_table)
            local |= near->connection->person == at->person;
        if (!local) {
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

static bool hear(struct server *server, const char *message)
{
    char what[8], code[TABLE_CODE];
    unsigned number;
    int length = 0;
    if (strncmp(message, "left ", 5) == 0)
        start_beat(server); /* a node has stopped: its tables are free */
    if (sscanf(message, "%7s %11s %u%n", what, code, &number, &length) != 3)
        return false;
    if (strcmp(what, "listed") == 0)
        hear_listed(server, code, number);
    struct live_table *table = tables_find(server, code);
    bool log = strcmp(what, "log") == 0;
    if (table && log && number > table->told_last)
        table->told_last = number;
    if (strcmp(what, "again") == 0)
        tables_outdated(server, code);
    if (!table || table->stage != LIVE_READY)
        return true;
    if (log && number > table->table.last)
        tables_read_more(table);
    else if (strcmp(what, "here") == 0 || strcmp(what, "gone") == 0)
        hear_presence(table, (int)number, *what == 'h');
    else if (strcmp(what, "hint") == 0)
        hints_heard(table, number, message + length);
    else if (strcmp(what, "ask") == 0)
        hints_asked(table);
    return true;
}

static void listen_done(struct job *job)
{
    struct listen_job *listen = (struct listen_job *)job;
    struct server *server = listen->server;
    nodes_of(server)->listening = false;
    errand_ended(server, "news from other nodes", listen->status, listen->reason);
    if (listen->status == STORE_OK && listen->session != nodes_of(server)->session) {
        nodes_of(server)->session = listen->session;
        nodes_of(server)->missed_news = true;
        nodes_read_again(server);
    }
    for (struct news *news = listen->news, *next; news; news = next) {
        next = news->next;
        modules_hear(server, news->message);
        free(news);
    }
    free(listen);
}

void nodes_listen(struct server *server)
{
    if (!store_is_shared(server->store) || !server->store_pool)
        return;
    bool deaf = server->store_down &&
        is_cut_off(server,
                   server_now_ms()); /* else what was missed is heard before the store is back */
    struct listen_job *listen =
        nodes_of(server)->listening || deaf ? NULL : calloc(1, sizeof *listen);
    if (!listen)
        return;
    listen->job = (struct job){.work = listen_work, .done = listen_done};
    listen->server = server;
    listen->end = &listen->news;
    nodes_of(server)->listening = true;
    pool_do(server->store_pool, &listen->job);
}

/* ---------------------------------------------------------------- now and then */

static void repeat_presence(struct live_table *table, int64_t now_ms)
{
    for (int seat = 0; seat < table_seats(&table->table); seat++) {
        const struct table_seat *at = &table->table.seat[seat];
        bool local = false;
        for (const struct attachment *near = table->attachments; near; near = near->next_of_table)
            local |= at->kind == TABLE_PERSON && near->connection->person == at->person;
        if (local && !nodes_runs(table))
            nodes_present(table, seat, true);
        else if (!local && at->present && table->elsewhere_ms[seat] &&
                 now_ms - table->elsewhere_ms[seat] > PRESENT_KNOWN_MS)
            hear_presence(table, seat, false);
    }
}

/* Some tables at each tick, by hash bucket: thousands of messages at once would delay a commit. */
static void tell_presence(struct server *server, int64_t now_ms)
{
    int64_t buckets = (int64_t)tables_bucket_count(server),
            due = (now_ms - nodes_of(server)->presence_told_ms) * buckets / PRESENT_TOLD_MS;
    if (due == 0 || server->store_down)
        return;
    nodes_of(server)->presence_told_ms = now_ms;
    for (due = due < buckets ? due : buckets; due > 0; due--) {
        nodes_of(server)->presence_bucket =
            (nodes_of(server)->presence_bucket + 1) & (tables_bucket_count(server) - 1);
        if (nodes_of(server)->presence_bucket == 0)
            nodes_of(server)->listed_told = 0;
        for (struct live_table *table = tables_bucket(server, nodes_of(server)->presence_bucket);
             table; table = table->next_in_bucket)
            if (table->stage == LIVE_READY && !table_is_over(&table->table)) {
                repeat_presence(table, now_ms);
                nodes_listed(table);
            }
    }
}

static void tick(struct server *server)
{
    int64_t now_ms = server_now_ms();
    if (!store_is_shared(server->store))
        return;
    nodes_cut_off(server, now_ms);
    tell_presence(server, now_ms);
    nodes_listen(server);
    if (nodes_of(server)->claims_wanted && !nodes_of(server)->claiming && !server->store_down)
        claim_tables(server);
}

static void second(struct server *server)
{
    if (!store_is_shared(server->store))
        return;
    start_beat(server);
}

const struct module nodes_module = {.name = "nodes",
                                    .state = sizeof(struct nodes),
                                    .start = start,
                                    .tick = tick,
                                    .second = second,
                                    .hear = hear,
                                    .stop = stop};
