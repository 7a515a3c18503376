/*
 * nodes.c - see nodes.h: this node's lease, and messages to and from the others.
 *
 * The heartbeat has a thread and a connection of its own, so a slow commit does not end the lease;
 * but the loop starts each one, so a loop that hangs does end it. After each commit the other nodes
 * are notified and read the new lines.
 */
#include "nodes.h"
#include "store/array.h"

#include "server/core/core.h"
#include "server/core/task.h"

#include <stdlib.h>
#include <string.h>

enum { DUE_MOST = 200, CUT_OFF_MS = STORE_LEASE_MS - 1000 };

struct nodes {
    struct store *store;     /* heartbeats and claims have a connection */
    struct pool *pool;       /* and a thread of their own; NULL: a single node, or the end */
    struct store_beat lease; /* this node's, and which others are valid */
    int64_t beaten_ms;       /* when the last acknowledged heartbeat was sent */
    bool beating;            /* a heartbeat is under way */
    bool listening;
    uint64_t session;            /* of the database */
    struct news *news, **newest; /* that nobody has taken yet */
};

static struct nodes *nodes_of(const struct server *server)
{
    return module_state(server, MODULE_NODES);
}

struct pool *nodes_pool(const struct server *server) { return nodes_of(server)->pool; }

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

bool nodes_is_alive(const struct server *server, uint64_t fence)
{
    for (int i = 0; i < nodes_of(server)->lease.alive_count; i++)
        if (nodes_of(server)->lease.alive[i] == fence)
            return true;
    return false;
}

/* ---------------------------------------------------------------- news */

struct news {
    struct news *next;
    char message[NEWS_MESSAGE];
};

static void add_news(struct news ***newest, const char *message)
{
    struct news *news = calloc(1, sizeof *news);
    if (!news)
        return;
    lws_strncpy(news->message, message, sizeof news->message);
    **newest = news;
    *newest = &news->next;
}

bool nodes_take_news(struct server *server, char message[NEWS_MESSAGE])
{
    struct nodes *nodes = nodes_of(server);
    struct news *news = nodes->news;
    if (!news)
        return false;
    if (!(nodes->news = news->next))
        nodes->newest = &nodes->news;
    memcpy(message, news->message, NEWS_MESSAGE);
    free(news);
    return true;
}

/* ---------------------------------------------------------------- the lease */

struct heartbeat {
    struct store_beat beat;
    int64_t at_ms;
    char due[DUE_MOST][TABLE_CODE];
    int due_count;
};

static bool note_due(void *context, const char *code)
{
    struct heartbeat *beat = context;
    lws_strncpy(beat->due[beat->due_count++], code, TABLE_CODE);
    return beat->due_count < DUE_MOST;
}

static enum store_status write_beat(struct heartbeat *beat, struct store *store)
{
    beat->at_ms = server_now_ms();
    return store_beat(store, &beat->beat, beat->at_ms, DUE_MOST, note_due, beat);
}

static void beat_work(struct task *task, struct store *store)
{
    task->status = write_beat(task->more, store);
}

/* A new lease: the old one has ended, and with it all that this node owned. */
static void begin_lease(struct server *server, uint64_t before)
{
    server_log(server, before ? SERVER_LOG_WARNING : SERVER_LOG_INFO, "lease",
               "fence=%llu before=%llu", (unsigned long long)nodes_of(server)->lease.fence,
               (unsigned long long)before);
    if (before != 0)
        add_news(&nodes_of(server)->newest, "missed");
}

static bool beaten(struct task *task)
{
    const struct heartbeat *beat = task->more;
    struct server *server = task->server;
    nodes_of(server)->beating = false;
    if (task->status != STORE_OK) {
        store_lost(server, task->reason);
    } else if (nodes_of(server)->pool) { /* else the server stops */
        uint64_t before = nodes_of(server)->lease.fence;
        nodes_of(server)->lease = beat->beat;
        nodes_of(server)->beaten_ms = beat->at_ms;
        if (before != nodes_of(server)->lease.fence)
            begin_lease(server, before);
        for (int i = 0; i < beat->due_count; i++) {
            char message[NEWS_MESSAGE];
            lws_snprintf(message, sizeof message, "due %s", beat->due[i]);
            add_news(&nodes_of(server)->newest, message);
        }
        add_news(&nodes_of(server)->newest, "beat");
    }
    return true;
}

static void start_beat(struct server *server)
{
    struct heartbeat *beat = nodes_of(server)->beating ? NULL : calloc(1, sizeof *beat);
    if (!beat)
        return;
    beat->beat = nodes_of(server)->lease;
    nodes_of(server)->beating =
        task_start(server, nodes_of(server)->pool, beat_work, beaten, beat) != NULL;
}

static enum store_status take_lease(struct server *server, struct store *store)
{
    struct heartbeat first = {0};
    enum store_status status = write_beat(&first, store);
    nodes_of(server)->lease = first.beat;
    nodes_of(server)->beaten_ms = first.at_ms;
    if (status == STORE_OK)
        begin_lease(server, 0);
    return status;
}

static bool start(struct server *server, char *message, size_t size)
{
    struct nodes *nodes = nodes_of(server);
    enum store_status status;
    char why[STORE_MESSAGE];
    nodes->newest = &nodes->news;
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
    for (char message[NEWS_MESSAGE]; nodes_take_news(server, message);)
        ;
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

static void tell_all(struct job *tasks, void *store)
{
    size_t room = job_count(tasks) * NEWS_MESSAGE + 1, length = 0;
    char *text = malloc(room);
    for (const struct job *job = tasks; text && job; job = job->next)
        length += (size_t)lws_snprintf(text + length, room - length, "%s\n",
                                       (const char *)((const struct task *)job)->more);
    tasks_worked(tasks, text ? store_tell(store, text) : STORE_DOWN, store);
    free(text);
}

static bool all_told(struct task *task)
{
    task_report(task, "news for other nodes");
    return true;
}

void nodes_tell(struct server *server, const char *message)
{
    if (!store_is_shared(server->store) || server->store_down || !server->store_pool)
        return;
    char *copy = strndup(message, NEWS_MESSAGE - 1);
    if (copy)
        task_start_together(server, server->store_pool, tell_all, all_told, copy);
}

/* ---------------------------------------------------------------- hearing from the others */

struct heard_now {
    struct news *news, **end;
    uint64_t session;
};

void nodes_add_news(struct server *server, const char *message)
{
    add_news(&nodes_of(server)->newest, message);
}

static void told(void *context, const char *message)
{
    struct heard_now *listen = context;
    add_news(&listen->end, message);
}

static void listen_work(struct task *task, struct store *store)
{
    struct heard_now *listen = task->more;
    task->status = store_listen(store, told, listen);
    listen->session = store_session(store);
}

static bool listened(struct task *task)
{
    const struct heard_now *listen = task->more;
    struct nodes *nodes = nodes_of(task->server);
    nodes->listening = false;
    task_report(task, "news from other nodes");
    if (task->status == STORE_OK && listen->session != nodes->session) {
        nodes->session = listen->session;
        add_news(&nodes->newest, "missed");
    }
    if (listen->news) {
        *nodes->newest = listen->news;
        nodes->newest = listen->end;
    }
    return true;
}

void nodes_listen(struct server *server)
{
    if (!store_is_shared(server->store) || !server->store_pool)
        return;
    bool deaf = server->store_down &&
        is_cut_off(server,
                   server_now_ms()); /* else what was missed is heard before the store is back */
    struct heard_now *listen =
        nodes_of(server)->listening || deaf ? NULL : calloc(1, sizeof *listen);
    if (!listen)
        return;
    listen->end = &listen->news;
    nodes_of(server)->listening =
        task_start(server, server->store_pool, listen_work, listened, listen) != NULL;
}

/* ---------------------------------------------------------------- now and then */

static bool hear(struct server *server, const char *message)
{
    bool left = strncmp(message, "left ", 5) == 0;
    if (left)
        start_beat(server); /* a node has stopped: its tables are free */
    return left;
}

static void tick(struct server *server)
{
    if (!store_is_shared(server->store))
        return;
    nodes_cut_off(server, server_now_ms());
    nodes_listen(server);
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
