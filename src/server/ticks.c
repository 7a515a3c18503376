/*
 * ticks.c - the server's periodic work: at the end of each turn of the loop, several times a
 * second, every second, and on shutdown. There are no sockets and no timers here: server.c calls
 * these functions, and so do the tests.
 */
#include "server/tables/actor.h"
#include "server/tables/alarms.h"
#include "server/limits/bans.h"
#include "base/rng.h"
#include "server/limits/blocks.h"
#include "server/notify/notify.h"
#include "server/play/find.h"
#include "server/core/core.h"
#include "server/tables/lifetime.h"
#include "server/tables/permission.h"
#include "server/daily/day_champion.h"

#include <stdlib.h>

void ticks_turn_ended(struct server *server)
{
    batch_flush(server);
    connection_write_queued(server);
    if (server->closing)
        connection_close_written(server);
}

/* Gives the time in which nobody could move back to every clock that ran. */
static void owe(struct server *server, int64_t ms)
{
    if (!store_is_shared(server->store)) /* else others may have served them */
        outages_note(&server->outages, server_now_ms() - ms, server_now_ms());
    for (struct live_table *table = server->tables; table && ms > 0; table = table->next)
        if (table->stage != LIVE_READY || table->table.phase == TABLE_PLAYING) {
            table->owed_ms += ms; /* of a table that another node runs too: it may be this one's
                                     before the turn is over */
            alarms_look(table, 0);
        }
}

/* The process was stopped, or the machine too busy for it. */
static void notice_stall(struct server *server)
{
    enum { STALL_MS = 1000 };
    int64_t now_ms = server_now_ms(), gap_ms = server->ticked_ms ? now_ms - server->ticked_ms : 0;
    server->ticked_ms = now_ms;
    if (gap_ms > STALL_MS && !server->store_down)
        owe(server, gap_ms);
}

void ticks_fast(struct server *server)
{
    notice_stall(server);
    alarms_ring(server);
    nodes_tick(server);
    find_tick(server);
    permission_fast(server);
    ticks_turn_ended(server);
}

/* ---------------------------------------------------------------- is the store there? */

struct probe_job {
    struct job job;
    int64_t at_ms;
    bool says;               /* that the server lives */
    bool proves;             /* that commits succeed again; else, without the two, it only asks */
    struct outages *outages; /* that have to be written before that, or NULL */
    struct server *server;
    enum store_status status;
    char reason[STORE_MESSAGE];
};

static enum store_status say_alive(struct store *store, int64_t at_ms)
{
    char value[32];
    lws_snprintf(value, sizeof value, "%lld", (long long)at_ms);
    return store_put(store, "alive", value);
}

/*
 * A store that can be read, or accepts a small write, may still refuse what people do: a full disk
 * has room left in reused pages, and a locked file can be read. So this commits as much as some
 * dozen tables write at once, as incompressible text, and then removes it, which leaves room for
 * them.
 */
static enum store_status prove_commit(struct store *store)
{
    enum { LETTERS = 256 * 1024 };
    static const char name[] = "commit-proof";
    char *text = malloc(LETTERS + 1);
    if (!text)
        return STORE_DOWN;
    for (uint64_t i = 0; i < LETTERS; i++)
        text[i] = (char)('0' + rng_mix(i + 1) % 64);
    text[LETTERS] = '\0';
    enum store_status status = store_put(store, name, text);
    free(text);
    return status == STORE_OK ? store_drop(store, name) : status;
}

/* Not while time is owed to a clock: after a crash, the next server would count the outage only
 * from this record, and lose that debt. */
static bool may_say_alive(const struct server *server)
{
    for (const struct live_table *table = server->tables; table; table = table->next)
        if (table->owed_ms > 0 && nodes_runs(table) && table->table.phase == TABLE_PLAYING)
            return false;
    return !server->store_down;
}

void outages_last_word(struct server *server)
{
    bool written =
        !server->outages.changed || outages_write(&server->outages, server->store) == STORE_OK;
    if (written && may_say_alive(server))
        say_alive(server->store, server->ticked_ms);
}

static void probe_work(struct job *job, void *place)
{
    struct probe_job *probe = (struct probe_job *)job;
    char alive[32];
    probe->status = probe->outages ? outages_write(probe->outages, place) : STORE_OK;
    if (probe->status == STORE_OK)
        probe->status = probe->proves ? prove_commit(place)
            : probe->says             ? say_alive(place, probe->at_ms)
                                      : store_get(place, "alive", alive, sizeof alive);
    if (probe->status == STORE_NONE)
        probe->status = STORE_OK;
    host_copy_reason(probe->reason, probe->status, place);
}

void store_lost(struct server *server, const char *reason)
{
    if (server->store_down)
        return;
    server_log_text(server, SERVER_LOG_ERROR, "store_down", "message",
                    *reason ? reason : "the store gives no reason");
    server->store_down = true;
}

/* A store that works may still fail a request, whose sender does not learn why. While it is down,
 * the log already says why. */
void store_failed(const struct server *server, const char *reason)
{
    if (!server->store_down)
        server_log_text(server, SERVER_LOG_ERROR, "store_error", "message",
                        *reason ? reason : "the store gives no reason");
}

void errand_ended(struct server *server, enum errand errand, enum store_status status,
                  const char *reason)
{
    static const char *const names[] = {
        [ERRAND_MODERATION] = "moderation actions",
        [ERRAND_BANS] = "bans",
        [ERRAND_BLOCKS] = "blocks",
        [ERRAND_CALLS] = "notifications",
        [ERRAND_RIVAL] = "deal of the day",
        [ERRAND_CLAIMS] = "tables to take over",
        [ERRAND_NEWS] = "news from other nodes",
        [ERRAND_TELLING] = "news for other nodes",
    };
    unsigned bit = 1u << errand;
    bool failed = store_is_out(status),
         is_news = failed && !server->store_down && !(server->failing_errands & bit);
    if (!failed)
        server->failing_errands &= ~bit;
    if (!is_news)
        return;
    char text[STORE_MESSAGE + 32];
    lws_snprintf(text, sizeof text, "%s: %s", names[errand],
                 *reason ? reason : "the store gives no reason");
    store_failed(server, text);
    server->failing_errands |= bit;
}

static void store_is_back(struct server *server)
{
    server_log(server, SERVER_LOG_INFO, "store_back", "%s", "");
    server->store_down = false;
    owe(server, server_now_ms() - server->store_worked_ms);
    nodes_read_again(server);
    tables_read_missing(server);
    alarms_look_at_all(server);
    moderation_look_again(server);
}

static void probe_done(struct job *job)
{
    struct probe_job *probe = (struct probe_job *)job;
    struct server *server = probe->server;
    server->probing = false;
    if (server->store_down && probe->status == STORE_OK && !nodes_cut_off(server, server_now_ms()))
        store_is_back(server);
    else if (store_is_out(probe->status))
        store_lost(server, probe->reason);
    if (probe->status == STORE_OK)
        server->store_worked_ms = probe->at_ms;
    else if (probe->outages)
        server->outages.changed = true;
    free(probe->outages);
    free(probe);
}

/* False if out of memory: then the server must not be recorded as alive either. */
static bool copy_outages(struct server *server, struct probe_job *probe)
{
    if (!server->outages.changed)
        return true;
    probe->outages = malloc(sizeof *probe->outages);
    if (!probe->outages)
        return false;
    *probe->outages = server->outages;
    server->outages.changed = false;
    return true;
}

/* Records that the server is alive, which also shows whether the store is. */
void outages_probe(struct server *server)
{
    struct probe_job *probe = server->probing ? NULL : calloc(1, sizeof *probe);
    if (!probe)
        return;
    probe->job = (struct job){.work = probe_work, .done = probe_done};
    probe->server = server;
    notice_stall(server); /* before the word is given that nothing is owed */
    probe->at_ms = server->ticked_ms;
    probe->says = copy_outages(server, probe) && may_say_alive(server);
    probe->proves = server->store_down;
    server->probing = true;
    pool_do(server->store_pool, &probe->job);
}

/* ---------------------------------------------------------------- every second */

static void close_silent(struct server *server)
{
    uint64_t now = uv_now(&server->loop);
    for (struct connection *at = server->connections; at; at = at->next)
        if (at->stage == CONNECTION_NEW &&
            now - at->opened_ms > (uint64_t)server->options->hello_seconds * 1000)
            connection_close(at, LWS_CLOSE_STATUS_POLICY_VIOLATION, "hello_first");
}

/* Pings connections that have been silent for a while and closes those that stay silent. Some at a
 * time: each costs a packet. */
static void ask_silent(struct server *server)
{
    enum { ASKED_MOST = 2000 };
    const struct server_options *options = server->options;
    uint64_t now = uv_now(&server->loop);
    int asked = 0;
    for (struct connection *at = server->connections; at && asked < ASKED_MOST; at = at->next) {
        uint64_t silent_ms = now - at->heard_ms;
        if (at->pinged && silent_ms > (uint64_t)options->hangup_seconds * 1000)
            connection_close(at, LWS_CLOSE_STATUS_GOINGAWAY, "silent");
        else if (!at->pinged && silent_ms > (uint64_t)options->ping_seconds * 1000 && ++asked)
            connection_ping(at);
    }
}

void ticks_slow(struct server *server)
{
    notice_stall(server);
    close_silent(server);
    ask_silent(server);
    if (server->store_down || server->seconds % OUTAGES_ALIVE_SECONDS == 0)
        outages_probe(server);
    server->seconds++; /* after an outage, too, what is done every so often goes on */
    moderation_tick(server);
    bans_tick(server);
    blocks_tick(server);
    permission_tick(server);
    lifetime_tick(server);
    deletion_tick(server);
    champion_tick(server);
    notify_tick(server);
    nodes_second(server);
    batch_flush(server);
}

/* ---------------------------------------------------------------- stopping */

void ticks_begin_stop(struct server *server)
{
    static const char notice[] = "{\"notice\":\"stopping\"}";
    notice_stall(server);
    server->stopping = true;
    server->stopping_since_ms = uv_now(&server->loop);
    for (struct connection *at = server->connections; at; at = at->next)
        if (at->stage == CONNECTION_KNOWN)
            connection_send(at, notice, sizeof notice - 1);
    find_tick(server);
    batch_flush(server);
}

void ticks_close_everybody(struct server *server)
{
    for (struct connection *at = server->connections; at; at = at->next)
        connection_close(at, LWS_CLOSE_STATUS_GOINGAWAY, "stopping");
}
