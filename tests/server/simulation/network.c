/*
 * network.c - the simulated network: what libwebsockets is for the server, and sockets for the
 * clients.
 *
 * What is sent arrives in order or not at all. A connection may be cut with everything that is
 * under way, the server may learn of it later, a slow reader's socket takes little, and frames come
 * in pieces.
 */
#include "simulation.h"

#include "server/network/nearby.h"

#include <stdlib.h>
#include <string.h>

static void put_packet(struct packet **list, const char *text, size_t length)
{
    struct packet *packet = malloc(sizeof *packet + length);
    DEMAND(packet, "out of memory");
    packet->next = NULL;
    packet->length = length;
    memcpy(packet->text, text, length);
    while (*list)
        list = &(*list)->next;
    *list = packet;
}

static struct packet *take_packet(struct packet **list)
{
    struct packet *packet = *list;
    if (packet)
        *list = packet->next;
    return packet;
}

static void drop_packets(struct packet **list)
{
    struct packet *packet;
    while ((packet = take_packet(list)))
        free(packet);
}

/* ---------------------------------------------------------------- for the server */

const char *lws_get_peer_simple(struct lws *link, char *name, size_t length)
{
    (void)link;
    lws_strncpy(name, "simulated", length);
    return name;
}

int lws_get_socket_fd(struct lws *link)
{
    (void)link;
    return -1;
}

int lws_callback_on_writable(struct lws *link)
{
    link->wants_write = true;
    return 1;
}

int lws_partial_buffered(struct lws *link) { return link->slow ? chance(4) != 0 : chance(8) == 0; }

int lws_write(struct lws *link, unsigned char *bytes, size_t length,
              enum lws_write_protocol protocol)
{
    DEMAND(link->connection, "written to a closed connection");
    if (protocol == LWS_WRITE_PING && link->client && !one_in(10)) {
        connection_heard(link->connection); /* answered at once; or, now and then, not at all */
        return (int)length;
    }
    if (protocol == LWS_WRITE_PING)
        return link->client ? (int)length : -1;
    DEMAND(protocol == LWS_WRITE_TEXT, "a frame that is neither text nor a ping");
    world.counts.frames++;
    if (!world.sessions) /* there deletions blank what was told before */
        frames_check(link->connection, (const char *)bytes, length);
    if (link->client)
        put_packet(&link->to_client, (const char *)bytes, length);
    else if (one_in(2))
        return -1;
    return (int)length;
}

void lws_close_reason(struct lws *link, enum lws_close_status status, unsigned char *reason,
                      size_t length)
{
    (void)link;
    trace("close %d %.*s", (int)status, (int)length, (const char *)reason);
}

void link_server_closes(struct lws *link)
{
    struct connection *connection = link->connection;
    link->connection = NULL;
    drop_packets(&link->to_server);
    broadcast_leave(connection);
    connection_closed(connection);
}

void lws_set_timeout(struct lws *link, enum pending_timeout reason, int seconds)
{
    DEMAND(reason == PENDING_TIMEOUT_USER_OK && seconds == LWS_TO_KILL_SYNC,
           "a timeout that means something else");
    link_server_closes(link);
}

/* ---------------------------------------------------------------- what may happen to a link */

struct lws *link_open(struct client *client, int node)
{
    struct lws *link = calloc(1, sizeof *link);
    DEMAND(link, "out of memory");
    link->node = node;
    link->client = client;
    link->slow = one_in(6);
    link->next = world.links;
    world.links = link;
    world_enter(node);
    link->connection = connection_open(&world.node[node].server, link);
    world_leave();
    return link;
}

void link_send(struct lws *link, const char *text, size_t length)
{
    if (link->connection)
        put_packet(&link->to_server, text, length);
}

bool link_deliver_to_server(struct lws *link)
{
    struct packet *packet =
        link->connection && !world_stands_still(link->node) ? take_packet(&link->to_server) : NULL;
    if (!packet)
        return false;
    world_enter(link->node);
    size_t at = 0;
    do { /* in pieces */
        size_t piece = one_in(4) ? 1 + chance((unsigned)packet->length) : packet->length;
        if (piece > packet->length - at)
            piece = packet->length - at;
        if (link->connection)
            dispatch_receive(link->connection, packet->text + at, piece, at == 0,
                             at + piece == packet->length, false);
        at += piece;
    } while (at < packet->length);
    world_leave();
    free(packet);
    return true;
}

bool link_deliver_to_client(struct lws *link)
{
    if (!link->client)
        return false;
    struct packet *packet = take_packet(&link->to_client);
    if (packet) {
        client_receive(link->client, packet->text, packet->length);
        free(packet);
        return true;
    }
    if (link->connection)
        return false;
    client_closed(link->client);
    link->client = NULL;
    return true;
}

bool link_write(struct lws *link)
{
    if (!link->connection || !link->wants_write || world_stands_still(link->node))
        return false;
    link->wants_write = false;
    world_enter(link->node);
    if (!connection_write(link->connection))
        link_server_closes(link);
    world_leave();
    return true;
}

void link_hang_up(struct lws *link)
{
    if (!link->client)
        return;
    drop_packets(&link->to_client);
    while (link->to_server &&
           one_in(2)) /* the last that was sent is lost, or all of it, or nothing */
        for (struct packet **at = &link->to_server;; at = &(*at)->next)
            if (!(*at)->next) {
                free(*at);
                *at = NULL;
                break;
            }
    client_closed(link->client);
    link->client = NULL;
}

bool link_notice(struct lws *link)
{
    if (!link->connection || link->client || world_stands_still(link->node))
        return false;
    world_enter(link->node);
    link_server_closes(link);
    world_leave();
    return true;
}

void link_server_died(struct lws *link)
{
    link->connection = NULL;
    drop_packets(&link->to_server);
    if (one_in(2))
        drop_packets(&link->to_client);
}

void links_free_dead(void)
{
    for (struct lws **at = &world.links; *at;) {
        struct lws *link = *at;
        if (link->connection || link->client) {
            at = &link->next;
            continue;
        }
        *at = link->next;
        drop_packets(&link->to_server);
        drop_packets(&link->to_client);
        free(link);
    }
}

/* Nobody is at this machine. */
json_t *nearby_json(const struct connection *connection)
{
    (void)connection;
    return NULL;
}
