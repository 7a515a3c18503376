/*
 * load_link.h - a WebSocket client that costs little, for making load: one of thousands on one epoll.
 *
 * Sends masked text frames, gathers frames that come in, answers pings. Blocks nowhere. It trusts the server it
 * measures; it is no client for anything else.
 */
#ifndef STOS_CLI_BENCH_LOAD_LINK_H
#define STOS_CLI_BENCH_LOAD_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct load_link {
    int fd;    /* -1: closed */
    bool open; /* the upgrade was answered */
    char *in, *out;
    size_t in_length, in_room, out_length, out_room;
    bool wants_write;
};

/* Begins to connect to 127.0.0.1-like `host`; false when that cannot even begin. */
bool load_link_connect(struct load_link *link, int epoll, const char *host, int port, void *owner);
void load_link_close(struct load_link *link);

/* Queues a text frame. */
void load_link_send(struct load_link *link, int epoll, void *owner, const char *text, size_t length);

/* Reads and writes what is possible; false when the connection has ended. `got` is called for each text frame. */
typedef void load_link_got(void *owner, char *text, size_t length);
bool load_link_service(struct load_link *link, int epoll, void *owner, uint32_t events, load_link_got *got);

#endif
