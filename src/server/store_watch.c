/* store_watch.c - see store_watch.h. */
#include "store_watch.h"

#include "base/rng.h"
#include "server/admin/moderation.h"
#include "server/cluster/nodes.h"
#include "server/core/core.h"
#include "server/core/task.h"
#include "server/tables/alarms.h"
#include "server/tables/outages.h"
#include "server/tables/ownership.h"
#include "server/tables/tables.h"
#include "ticks.h"

#include <stdlib.h>
#include <string.h>

struct store_watch {
    bool probing;
    int64_t
        worked_ms; /* when the store last worked; while it is down, nobody can have moved since */
};

static struct store_watch *watch_of(const struct server *server)
{
    return module_state(server, MODULE_STORE_WATCH);
}

struct probe {
    int64_t at_ms;
    bool says;               /* that the server lives */
    bool proves;             /* that commits succeed again; else, without the two, it only asks */
    struct outages *outages; /* that have to be written before that, or NULL */
};

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

static void probe_work(struct task *task, struct store *store)
{
    const struct probe *probe = task->more;
    char alive[32];
    task->status = probe->outages ? outages_write(probe->outages, store) : STORE_OK;
    if (task->status == STORE_OK)
        task->status = probe->proves ? prove_commit(store)
            : probe->says            ? outages_say_alive(store, probe->at_ms)
                                     : store_get(store, "alive", alive, sizeof alive);
    if (task->status == STORE_NONE)
        task->status = STORE_OK;
}

static void store_is_back(struct server *server)
{
    server_log(server, SERVER_LOG_INFO, "store_back", "%s", "");
    server->store_down = false;
    outages_owe(server, server_now_ms() - watch_of(server)->worked_ms);
    ownership_read_again(server);
    tables_read_missing(server);
    alarms_look_at_all(server);
    moderation_look_again(server);
}

static bool probed(struct task *task)
{
    const struct probe *probe = task->more;
    struct server *server = task->server;
    watch_of(server)->probing = false;
    ticks_hear_news(
        server); /* what was missed has to be known before requests are answered again */
    if (server->store_down && task->status == STORE_OK && !nodes_cut_off(server, server_now_ms()))
        store_is_back(server);
    else if (store_is_out(task->status))
        store_lost(server, task->reason);
    if (task->status == STORE_OK)
        watch_of(server)->worked_ms = probe->at_ms;
    else if (probe->outages)
        outages_not_written(server);
    free(probe->outages);
    return true;
}

void store_watch_probe(struct server *server)
{
    struct probe *probe = watch_of(server)->probing ? NULL : calloc(1, sizeof *probe);
    if (!probe)
        return;
    outages_notice_stall(server); /* before the word is given that nothing is owed */
    probe->at_ms = server->ticked_ms;
    probe->says = outages_take(server, &probe->outages);
    probe->proves = server->store_down;
    watch_of(server)->probing =
        task_start(server, server->store_pool, probe_work, probed, probe) != NULL;
}

static void second(struct server *server)
{
    if (server->store_down || server->seconds % OUTAGES_ALIVE_SECONDS == 0)
        store_watch_probe(server);
}

/* A heartbeat was answered: perhaps the store is back. */
static bool hear(struct server *server, const char *message)
{
    if (server->store_down && strcmp(message, "beat") == 0)
        store_watch_probe(server);
    return false;
}

static bool start(struct server *server, char *message, size_t size)
{
    (void)message, (void)size;
    watch_of(server)->worked_ms = server_now_ms();
    return true;
}

const struct module store_watch_module = {.name = "store_watch",
                                          .state = sizeof(struct store_watch),
                                          .start = start,
                                          .second = second,
                                          .hear = hear};
