/*
 * ticks.c - what the server does now and then: at the end of each turn of the loop, several times a second, every
 * second, and when it is told to stop. No sockets and no timers here: server.c calls these, and so do the tests.
 */
#include "actor.h"
#include "host.h"

#include <stdlib.h>

enum { ALIVE_SECONDS = 5 };

void ticks_turn_ended(struct server *server)
{
    batch_flush(server);
    connection_write_queued(server);
    if (server->closing)
        connection_close_written(server);
}

void ticks_fast(struct server *server)
{
    actor_tick(server);
    nodes_tick(server);
    ticks_turn_ended(server);
}

/* ---------------------------------------------------------------- is the store there? */

struct probe_job {
    struct job job;
    struct server *server;
    enum store_status status;
};

enum store_status ticks_say_alive(struct store *store)
{
    char value[32];
    lws_snprintf(value, sizeof value, "%lld", (long long)server_now_ms());
    return store_put(store, "alive", value);
}

static void probe_work(struct job *job, void *place)
{
    struct probe_job *probe = (struct probe_job *)job;
    probe->status = ticks_say_alive(place);
}

static void probe_done(struct job *job)
{
    struct probe_job *probe = (struct probe_job *)job;
    struct server *server = probe->server;
    server->probing = false;
    if (server->store_down && probe->status == STORE_OK) {
        server->store_down = false;
        server_log(server, SERVER_LOG_INFO, "store_back", "%s", "");
        tables_read_missing(server);
    } else if (!server->store_down && store_is_out(probe->status)) {
        server->store_down = true;
        server_log(server, SERVER_LOG_ERROR, "store_down", "%s", "");
    }
    free(probe);
}

/* Says that the server lives, which also tells whether the store does. */
void ticks_probe_store(struct server *server)
{
    struct probe_job *probe = server->probing ? NULL : calloc(1, sizeof *probe);
    if (!probe)
        return;
    probe->job = (struct job){.work = probe_work, .done = probe_done};
    probe->server = server;
    server->probing = true;
    crew_do(server->store_crew, &probe->job);
}

/* ---------------------------------------------------------------- every second */

static void close_silent(struct server *server)
{
    uint64_t now = uv_now(&server->loop);
    for (struct connection *at = server->connections; at; at = at->next)
        if (at->stage == LINK_NEW && now - at->opened_ms > (uint64_t)server->options->hello_seconds * 1000)
            connection_close(at, LWS_CLOSE_STATUS_POLICY_VIOLATION, "hello_first");
}

void ticks_slow(struct server *server)
{
    close_silent(server);
    if (server->store_down || server->seconds++ % ALIVE_SECONDS == 0)
        ticks_probe_store(server);
    acts_tick(server);
    nodes_second(server);
    batch_flush(server);
}

/* ---------------------------------------------------------------- stopping */

void ticks_begin_stop(struct server *server)
{
    static const char notice[] = "{\"notice\":\"stopping\"}";
    server->stopping = true;
    server->stopping_since_ms = uv_now(&server->loop);
    for (struct connection *at = server->connections; at; at = at->next)
        if (at->stage == LINK_KNOWN)
            connection_send(at, notice, sizeof notice - 1);
    batch_flush(server);
}

void ticks_close_everybody(struct server *server)
{
    for (struct connection *at = server->connections; at; at = at->next)
        connection_close(at, LWS_CLOSE_STATUS_GOINGAWAY, "stopping");
}
