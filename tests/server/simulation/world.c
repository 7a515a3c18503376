/*
 * world.c - nodes that start, die and stop; the steps of a run; and the quiet at its end.
 */
#include "simulation.h"

#include "server/store_watch.h"
#include "server/tables/batch.h"
#include "server/tables/bots.h"
#include "server/tables/outages.h"
#include "server/tables/ownership.h"
#include "server/ticks.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct world world;

unsigned chance(unsigned below) { return stos_random_below(&world.random, below); }
bool one_in(unsigned many) { return many > 0 && chance(many) == 0; }

void failed(const char *format, ...)
{
    va_list arguments;
    fflush(stdout);
    fprintf(stderr, "seed %llu, step %llu: ", (unsigned long long)world.seed,
            (unsigned long long)world.counts.steps);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    abort();
}

void trace(const char *format, ...)
{
    va_list arguments;
    if (!world.trace)
        return;
    va_start(arguments, format);
    printf("%llu %lld ", (unsigned long long)world.counts.steps,
           (long long)(world.now_ms % 100000000));
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    fflush(stdout);
}

/* ---------------------------------------------------------------- secrets from the seed */

static const char *secrets_name(void) { return "simulation"; }
static uint32_t secrets_number(void) { return (uint32_t)stos_random_bits(&world.secrets); }

static void secrets_fill(void *const bytes, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)stos_random_bits(&world.secrets);
}

static struct randombytes_implementation secrets = {
    .implementation_name = secrets_name, .random = secrets_number, .buf = secrets_fill};

void world_prepare(void)
{
    world.current = -1;
    randombytes_set_implementation(&secrets);
    DEMAND(sodium_init() >= 0, "no sodium");
    json_set_alloc_funcs(simulated_malloc, simulated_free);
}

/* ---------------------------------------------------------------- nodes */

void world_enter(int node)
{
    DEMAND(world.current < 0, "node %d runs already", world.current);
    world.current = node;
}

void world_leave(void)
{
    struct server *server = &world.node[world.current].server;
    if (chance(3))
        ticks_turn_ended(server);
    world.current = -1;
}

void world_start_node(int index)
{
    struct node *node = &world.node[index];
    char message[STORE_MESSAGE];
    if (node->store.down)
        return;
    memset(&node->server, 0, sizeof node->server);
    memset(&node->metrics, 0, sizeof node->metrics);
    node->alive = true;
    node->store.node = index;
    node->store.session++;
    node->store_pool = (struct pool){.place = &node->store, .in_order = true};
    node->readers = (struct pool){.place = &node->store};
    world_enter(index);
    node->workers = (struct pool){.place = bots_place()};
    struct server *server = &node->server;
    server->options = &node->options;
    server->store = &node->store;
    server->store_pool = &node->store_pool;
    server->workers = server->hashers = &node->workers;
    server->readers = &node->readers;
    server->metrics = &node->metrics;
    server->scratch = simulated_malloc(SERVER_SCRATCH);
    memset(server->secret, 'a', sizeof server->secret - 1);
    DEMAND(modules_start(server, message, sizeof message), "node %d does not start: %s", index,
           message);
    store_watch_probe(server);
    world_leave();
    trace("node %d starts with %zu tables", index, server->table_count);
}

static void node_is_gone(int index)
{
    world.node[index].alive = false;
    store_forget_news(&world.node[index].store);
}

void world_kill_node(int index)
{
    struct node *node = &world.node[index];
    trace("node %d is killed", index);
    node->hangs_until_ms = 0;
    world.counts.kills++;
    for (struct lws *link = world.links; link; link = link->next)
        if (link->node == index && link->connection)
            link_server_died(link);
    simulated_free_all(&node->blocks);
    node_is_gone(index);
}

static void finish_pools(struct node *node)
{
    bool busy;
    do {
        busy = pool_work_one(&node->readers);
        busy |= pool_finish_one(&node->readers);
        busy |= pool_work_one(&node->store_pool);
        busy |= pool_finish_one(&node->store_pool);
        busy |= pool_work_one(&node->workers);
        busy |= pool_finish_one(&node->workers);
    } while (busy);
}

/* The orderly end, as server.c has it; whatever is left in memory then was lost. */
static void stop_node(int index)
{
    struct node *node = &world.node[index];
    struct server *server = &node->server;
    trace("node %d stops", index);
    world_enter(index);
    ticks_begin_stop(server);
    do {
        finish_pools(node);
        ticks_turn_ended(server); /* an answer that came last may still wait for a batch */
    } while (!batch_is_idle(server));
    ticks_close_everybody(server);
    for (struct lws *link = world.links; link; link = link->next)
        for (int turn = 0; turn < 20 && link->node == index && link->connection; turn++) {
            connection_write(link->connection);
            ticks_turn_ended(server);
        }
    finish_pools(node);
    server->store_pool = server->workers = server->readers = NULL;
    outages_last_word(server);
    for (struct lws *link = world.links; link; link = link->next)
        if (link->node == index && link->connection)
            link_server_closes(link);
    modules_stop(server);
    modules_free(server);
    simulated_free(server->scratch);
    simulated_free(node->workers.place);
    world.current = -1;
    DEMAND(!node->blocks, "node %d has lost memory", index);
    node_is_gone(index);
}

/* ---------------------------------------------------------------- steps */

typedef bool link_action(struct lws *link);

/* Does it for one link, any for which there is something to do. */
static bool some_link(link_action *action)
{
    unsigned count = 0, skip;
    for (const struct lws *link = world.links; link; link = link->next)
        count++;
    skip = count ? chance(count) : 0;
    for (int round = 0; round < 2; round++)
        for (struct lws *link = world.links; link; link = link->next)
            if ((round > 0 || skip-- == 0) && action(link))
                return true;
            else if (round == 0 && skip == (unsigned)-1)
                break;
    return false;
}

/* Dead, or stopped for a while (SIGSTOP): its sockets and the rest of the world go on. */
bool world_stands_still(int index)
{
    return !world.node[index].alive || world.node[index].hangs_until_ms > world.now_ms;
}

static void on_node(int index, bool (*action)(struct pool *), bool store)
{
    struct node *node = &world.node[index];
    if (world_stands_still(index))
        return;
    world_enter(index);
    action(!store ? &node->workers : one_in(2) ? &node->readers : &node->store_pool);
    world_leave();
}

static void tick(int index, void (*ticks)(struct server *))
{
    struct server *server = &world.node[index].server;
    unsigned before = server->seconds;
    if (world_stands_still(index))
        return;
    world_enter(index);
    ticks(server);
    DEMAND(server->seconds == before + (ticks == ticks_slow), "the clock stands still");
    world_leave();
}

/* The host wishes for something to be done. */
static void host_wishes(void)
{
    static const char *const whats[] = {"mute", "unmute", "mute", "ban"};
    const struct durable *durable = &world.durable;
    char person[24];
    if (one_in(5) && durable->table_count > 0) {
        store_add_wish("close",
                       one_in(8) ? "nosuchtable"
                                 : durable->tables[chance((unsigned)durable->table_count)]->code);
    } else if (durable->people_count > 0) {
        const struct store_person *who = &durable->people[chance((unsigned)durable->people_count)];
        lws_snprintf(person, sizeof person, "%016llx", (unsigned long long)who->id);
        store_add_wish(whats[chance(4)], person);
    }
}

static void something_goes_wrong(int index)
{
    const struct faults *faults = &world.faults;
    struct node *node = &world.node[index];
    if (!node->alive) {
        if (one_in(3))
            world_start_node(index);
    } else if (one_in(faults->kill)) {
        world_kill_node(index);
    } else if (one_in(faults->stop) && !node->store.down && !world_stands_still(index)) {
        stop_node(index);
    } else if (one_in(faults->hang)) {
        trace("node %d hangs", index);
        world.counts.hangs++;
        node->hangs_until_ms = world.now_ms + chance(3 * STORE_LEASE_MS);
    }
    if (one_in(faults->cut)) {
        unsigned skip = chance(WORLD_CLIENTS);
        for (struct lws *link = world.links; link; link = link->next)
            if (skip-- == 0) {
                world.counts.cuts += link->client != NULL;
                link_hang_up(link);
                break;
            }
    }
    if (one_in(faults->act))
        host_wishes();
    if (one_in(3))
        some_link(link_notice);
    if (node->store.down ? one_in(4) : one_in(faults->store_down))
        store_turn(&node->store);
}

static bool is_served(void)
{
    for (int i = 0; i < world.nodes; i++)
        if (!world_stands_still(i) && !world.node[i].store.down)
            return true;
    return false;
}

/* A store that fails while the nodes tick is noticed in another way than time in which no node
 * does, and each may be too short for that. */
static void let_time_pass(int64_t ms, bool served)
{
    enum { STALL_MS = 1000 };
    bool stall = ms > STALL_MS;
    struct unserved *last = world.unserved_count ? &world.unserved[world.unserved_count - 1] : NULL;
    world.now_ms += ms;
    if (served || ms == 0)
        return;
    trace("nobody serves for %lld ms", (long long)ms);
    if (last && last->to_ms == world.now_ms - ms && last->stall == stall) {
        last->to_ms = world.now_ms;
        return;
    }
    world.unserved = realloc(world.unserved, (world.unserved_count + 1) * sizeof *world.unserved);
    DEMAND(world.unserved, "out of memory");
    world.unserved[world.unserved_count++] =
        (struct unserved){world.now_ms - ms, world.now_ms, stall};
}

int64_t world_served_ms(int64_t from_ms, int64_t to_ms)
{
    enum {
        UNNOTICED_MS = 7000
    }; /* an outage that begins and ends between two looks at the store */
    int64_t served_ms = to_ms - from_ms;
    for (size_t i = 0; i < world.unserved_count; i++) {
        int64_t from = world.unserved[i].from_ms > from_ms ? world.unserved[i].from_ms : from_ms;
        int64_t to = world.unserved[i].to_ms < to_ms ? world.unserved[i].to_ms : to_ms;
        bool noticed = world.unserved[i].to_ms - world.unserved[i].from_ms > UNNOTICED_MS;
        served_ms -= noticed && to > from ? to - from : 0;
    }
    return served_ms;
}

static void work_on_store(int index, struct pool *pool)
{
    if (world_stands_still(index))
        return;
    world_enter(index);
    while (pool_work_one(pool))
        ;
    while (pool_finish_one(pool))
        ;
    world_leave();
}

/* A long time, in which the nodes have their ticks and ask whether the store is there. */
static void wait_long(int64_t ms)
{
    enum { STEP_MS = 900 };
    for (; ms > 0; ms -= STEP_MS) {
        let_time_pass(ms < STEP_MS ? ms : STEP_MS, is_served());
        for (int i = 0; i < world.nodes; i++) {
            tick(i, ticks_fast);
            tick(i, ticks_slow);
            work_on_store(i, &world.node[i].store_pool);
            work_on_store(i, &world.node[i].readers);
        }
    }
}

static void pass_time(void)
{
    let_time_pass(chance(12), is_served());
    if (one_in(60))
        wait_long(chance(2500));
    if (one_in(300))
        wait_long(chance(35000));
    if (one_in(world.faults.freeze))
        let_time_pass(2000 + chance(40000), false); /* the machine stands still */
}

static void step(void)
{
    unsigned what = chance(100);
    int index = (int)chance((unsigned)world.nodes);
    world.counts.steps++;
    pass_time();
    if (what < 20)
        some_link(link_deliver_to_server);
    else if (what < 40)
        some_link(link_deliver_to_client);
    else if (what < 49)
        some_link(link_write);
    else if (what < 60)
        on_node(index, pool_work_one, true);
    else if (what < 71)
        on_node(index, pool_finish_one, true);
    else if (what < 75)
        on_node(index, pool_work_one, false);
    else if (what < 79)
        on_node(index, pool_finish_one, false);
    else if (what < 93)
        client_step(&world.client[chance((unsigned)world.clients)], true);
    else if (what < 96)
        tick(index, ticks_fast);
    else if (what < 98)
        tick(index, ticks_slow);
    else
        something_goes_wrong(index);
    if (world.sessions && !one_in(3)) { /* a login takes many jobs, and it is their order between
                                           nodes that matters */
        work_on_store(index, &world.node[index].store_pool);
        work_on_store(index, &world.node[index].readers);
        work_on_store(index, &world.node[index].workers);
    }
    links_free_dead();
}

void world_run(int steps)
{
    while (steps-- > 0)
        step();
}

/* ---------------------------------------------------------------- one run */

static unsigned some_or_never(unsigned many) { return one_in(3) ? 0 : many; }

static void limit_node(struct server_options *options)
{
    *options = (struct server_options){.max_connections = 100,
                                       .max_tables = 100,
                                       .max_tables_per_person = one_in(4) ? 2 : 20,
                                       .log_level = -1};
    options->max_frame_bytes = 16 * 1024;
    options->max_queue_bytes = one_in(4) ? 24 * 1024 : 1024 * 1024;
    options->max_rate = one_in(4) ? 4 : 20;
    options->max_burst = one_in(4) ? 4 : 40;
    options->hello_seconds = 30;
    options->ping_seconds = 30;
    options->hangup_seconds = 60;
    options->max_tables_per_address = 100;
    options->expire_empty_seconds = one_in(2) ? 60 : 0;
    options->expire_waiting_hours = one_in(2) ? 1 : 0;
}

void world_begin(uint64_t seed)
{
    bool tracing = world.trace;
    unsigned leak_every = world.leak_every;
    struct counts counts = world.counts;
    memset(&world, 0, sizeof world);
    world.trace = tracing;
    world.leak_every = leak_every;
    world.counts = counts;
    world.counts.steps = 0;
    world.seed = seed;
    world.current = -1;
    world.random = stos_random_from(seed);
    world.secrets = stos_random_from(~seed);
    world.now_ms = INT64_C(1700000000000);
    world.nodes = one_in(2) ? 2 : 1;
    world.shared = world.nodes > 1;
    world.skew_ms = one_in(3) ? (int64_t)chance(120000) - 60000 : 0;
    world.clients = 2 + (int)chance(WORLD_CLIENTS - 1);
    world.faults = (struct faults){.kill = some_or_never(60),
                                   .cut = some_or_never(4),
                                   .store_down = some_or_never(25),
                                   .commit_fails = some_or_never(30),
                                   .answer_lost = some_or_never(30),
                                   .news_lost = some_or_never(20),
                                   .act = some_or_never(12),
                                   .freeze = some_or_never(800),
                                   .hang = some_or_never(20),
                                   .stop = some_or_never(60)};
    for (int i = 0; i < WORLD_NODES; i++)
        limit_node(&world.node[i].options);
    for (int i = 0; i < world.nodes; i++)
        world_start_node(i);
    for (int i = 0; i < world.clients; i++)
        client_start(&world.client[i], i);
}

/* Three nodes, and of what goes wrong only what concerns sessions. */
void world_begin_sessions(uint64_t seed)
{
    bool tracing = world.trace;
    struct counts counts = world.counts;
    memset(&world, 0, sizeof world);
    world.trace = tracing;
    world.counts = counts;
    world.counts.steps = 0;
    world.seed = seed;
    world.current = -1;
    world.random = stos_random_from(seed);
    world.secrets = stos_random_from(~seed);
    world.now_ms = INT64_C(1700000000000);
    world.nodes = WORLD_NODES;
    world.shared = world.sessions = true;
    world.clients = 3 + (int)chance(WORLD_CLIENTS - 2);
    world.faults = (struct faults){.kill = some_or_never(60),
                                   .store_down = some_or_never(25),
                                   .news_lost = one_in(2) ? 2 : 1,
                                   .hang = some_or_never(20)};
    sessions_begin();
    for (int i = 0; i < WORLD_NODES; i++) {
        limit_node(&world.node[i].options);
        world.node[i].options.max_rate = world.node[i].options.max_burst = 1000;
        world_start_node(i);
    }
    for (int i = 0; i < world.clients; i++)
        client_start(&world.client[i], i);
}

void world_begin_plain(void)
{
    memset(&world, 0, sizeof world);
    world.current = -1;
    world.random = stos_random_from(1);
    world.secrets = stos_random_from(2);
    world.now_ms = INT64_C(1700000000000);
    world.nodes = 1;
    limit_node(&world.node[0].options);
    world.node[0].options.max_rate = world.node[0].options.max_burst = 1000;
    world_start_node(0);
}

void world_drain(void)
{
    bool busy;
    do {
        busy = false;
        for (int i = 0; i < world.nodes; i++) {
            world_enter(i);
            for (int turn = 0; turn < 4; turn++) {
                busy |= pool_work_one(&world.node[i].readers);
                busy |= pool_finish_one(&world.node[i].readers);
                busy |= pool_work_one(&world.node[i].store_pool);
                busy |= pool_finish_one(&world.node[i].store_pool);
                busy |= pool_work_one(&world.node[i].workers);
                busy |= pool_finish_one(&world.node[i].workers);
            }
            ticks_turn_ended(&world.node[i].server);
            world.current = -1;
        }
        for (struct lws *link = world.links; link; link = link->next) {
            busy |= link_deliver_to_server(link);
            busy |= link_write(link);
            busy |= link_deliver_to_client(link);
            busy |= link_notice(link);
        }
        links_free_dead();
    } while (busy);
}

static uint64_t progress(void)
{
    uint64_t sum = world.counts.frames;
    for (size_t i = 0; i < world.durable.table_count; i++)
        sum += world.durable.tables[i]->replica.last;
    for (int i = 0; i < world.clients; i++)
        sum += (uint64_t)world.client[i].pending_count * 1000000 +
            (world.client[i].known ? 0 : 1000000000);
    return sum;
}

/* What is said on one node is heard on the other, where anybody listens. */
static void check_hints(void)
{
    for (const struct live_table *here = world.node[0].server.tables; here && world.nodes > 1;
         here = here->next) {
        const struct live_table *there = tables_find(&world.node[1].server, here->code);
        if (here->attachments && there && there->attachments)
            DEMAND(memcmp(&here->table.hints, &there->table.hints, sizeof here->table.hints) == 0,
                   "table %s: hints of one node only", here->code);
    }
}

/* Nothing is stuck: wherever a table is in memory it is as in its log, and no bot has something to
 * do. */
static void check_tables(void)
{
    enum {
        FOUND_MS = 3000
    }; /* until a heartbeat has found that a table is due, and it was read and claimed */
    for (int i = 0; i < world.nodes; i++)
        for (const struct live_table *host = world.node[i].server.tables; host; host = host->next) {
            const struct durable_table *table = durable_find(host->code);
            DEMAND(host->stage == LIVE_READY && !host->waiting.first && !host->change,
                   "node %d: table %s is never ready", i, host->code);
            DEMAND(table && table->replica.last == host->table.last,
                   "node %d: table %s has %u events, its log %u", i, host->code, host->table.last,
                   table ? table->replica.last : 0);
            DEMAND(!ownership_runs(host) || table_bots_due(&host->table) == 0,
                   "node %d: table %s: bots of seats %x do not move", i, host->code,
                   (unsigned)table_bots_due(&host->table));
        }
    for (size_t i = 0; i < world.durable.table_count; i++) {
        const struct durable_table *table = world.durable.tables[i];
        bool run = false, wanted = table->due_ms < world.now_ms - FOUND_MS;
        for (int n = 0; n < world.nodes; n++) {
            const struct live_table *host = tables_find(&world.node[n].server, table->code);
            run |= host && ownership_runs(host);
            wanted |= host &&
                host->attachments; /* where nobody is and nothing is due, nobody has to run it */
        }
        DEMAND(run || table->over || !wanted, "table %s is run by nobody", table->code);
    }
    check_hints();
    for (size_t i = 0; i < world.acknowledged_count; i++) {
        const struct durable_table *table = durable_find(world.acknowledged[i].code);
        DEMAND(table && durable_count_ref(table, world.acknowledged[i].ref) == 1,
               "table %s: acknowledged and lost", world.acknowledged[i].code);
    }
}

static void check_person(const struct store_person *person)
{
    for (int i = 0; i < world.nodes; i++)
        for (const struct connection *at = world.node[i].server.connections; at; at = at->next) {
            if (at->stage != CONNECTION_KNOWN || at->person != person->id || at->close_code)
                continue;
            DEMAND(!person->banned, "node %d still serves somebody who is banned", i);
            DEMAND(at->muted == person->muted, "node %d: somebody is %smuted there alone", i,
                   at->muted ? "" : "not ");
        }
}

/* A table that was closed before its first deal is deleted, and whoever asks again to make it gets
 * a new one with its code. */
static bool was_forgotten(const char *code)
{
    for (size_t i = 0; i < world.durable.table_count; i++)
        if (world.durable.tables[i]->forgotten && strcmp(world.durable.tables[i]->code, code) == 0)
            return true;
    return false;
}

/* What the host wished for is done, on every node. */
static void check_actions(void)
{
    const struct durable *durable = &world.durable;
    for (size_t i = 0; i < durable->act_count; i++) {
        const struct store_act *act = &durable->acts[i].act;
        const struct durable_table *table =
            strcmp(act->what, "close") == 0 ? durable_find(act->target) : NULL;
        DEMAND(act->done_ms > 0, "%s %s is never done", act->what, act->target);
        DEMAND(!table || table->replica.phase == TABLE_SHUT || was_forgotten(act->target),
               "table %s is not closed", act->target);
    }
    for (size_t i = 0; i < durable->people_count; i++)
        check_person(&durable->people[i]);
}

/* Nothing goes wrong any more and nobody wishes for anything: what is under way comes to its end,
 * and all is known to all. */
void world_settle(void)
{
    enum { ROUND_MS = 40, ROUNDS_IN_SECOND = 25, MOST_ROUNDS = 20000 };
    enum {
        QUIET_ROUNDS = (STORE_LEASE_MS + 2000) / ROUND_MS
    }; /* until the lease of a dead node has ended, too */
    uint64_t before = 0;
    trace("quiet");
    world.faults = (struct faults){0};
    for (int i = 0; i < world.nodes; i++) {
        if (world.node[i].store.down)
            store_turn(&world.node[i].store);
        if (!world.node[i].alive)
            world_start_node(i);
        world.node[i].hangs_until_ms = 0;
    }
    for (int round = 0, quiet = 0; quiet < QUIET_ROUNDS; round++) {
        DEMAND(round < MOST_ROUNDS, "it never becomes quiet");
        let_time_pass(ROUND_MS, true);
        for (int i = 0; i < world.nodes; i++)
            tick(i, round % ROUNDS_IN_SECOND == 0 ? ticks_slow : ticks_fast);
        world_drain();
        for (int i = 0; i < world.clients; i++)
            client_step(&world.client[i], false);
        world_drain();
        quiet = progress() == before ? quiet + 1 : 0;
        before = progress();
    }
    for (int i = 0; i < world.clients; i++)
        client_check_quiet(&world.client[i]);
    check_tables();
    check_actions();
    durable_check_games();
}

void world_end(void)
{
    for (int i = 0; i < world.nodes; i++) {
        world.node[i].hangs_until_ms = 0;
        if (world.node[i].store.down)
            store_turn(&world.node[i].store);
    }
    for (int i = 0; i < world.nodes; i++)
        if (world.node[i].alive)
            stop_node(i);
    for (struct lws *link = world.links; link; link = link->next)
        while (link_deliver_to_client(link))
            ;
    links_free_dead();
    for (int i = 0; i < world.clients; i++)
        client_free(&world.client[i]);
    durable_free();
    free(world.unserved);
    free(world.acknowledged);
    world.acknowledged = NULL;
    DEMAND(!world.blocks, "the clients have lost memory");
}
