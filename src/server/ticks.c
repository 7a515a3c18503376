/*
 * ticks.c - the server's periodic work: at the end of each turn of the loop, several times a
 * second, every second, and on shutdown. There are no sockets and no timers here: server.c calls
 * these functions, and so do the tests.
 */
#include "ticks.h"

#include "server/cluster/nodes.h"
#include "server/core/core.h"
#include "server/tables/batch.h"
#include "server/tables/outages.h"

void ticks_hear_news(struct server *server)
{
    for (char message[NEWS_MESSAGE]; nodes_take_news(server, message);)
        modules_hear(server, message);
}

void ticks_turn_ended(struct server *server)
{
    ticks_hear_news(server);
    modules_turn(server);
    batch_flush(server);
    connection_write_queued(server);
    connection_close_written(server);
}

void ticks_fast(struct server *server)
{
    outages_notice_stall(server);
    modules_tick(server);
    ticks_turn_ended(server);
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
    outages_notice_stall(server);
    close_silent(server);
    ask_silent(server);
    modules_second(server);
    server->seconds++; /* after an outage, too, what is done every so often goes on */
    batch_flush(server);
}

/* ---------------------------------------------------------------- stopping */

void ticks_begin_stop(struct server *server)
{
    static const char notice[] = "{\"notice\":\"stopping\"}";
    outages_notice_stall(server);
    server->stopping = true;
    for (struct connection *at = server->connections; at; at = at->next)
        if (at->stage == CONNECTION_KNOWN)
            connection_send(at, notice, sizeof notice - 1);
    modules_tick(server); /* what nobody waits for any more ends */
    batch_flush(server);
}

void ticks_close_everybody(struct server *server)
{
    for (struct connection *at = server->connections; at; at = at->next)
        connection_close(at, LWS_CLOSE_STATUS_GOINGAWAY, "stopping");
}
