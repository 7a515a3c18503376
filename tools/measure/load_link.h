/*
 * load_link.h - a lightweight WebSocket client for generating load: one of thousands on one epoll.
 *
 * Sends masked text frames, assembles incoming frames, answers pings. Never blocks. It trusts the
 * server it measures, so do not use it for anything else.
 */
#ifndef STOS_TOOLS_LOAD_LINK_H
#define STOS_TOOLS_LOAD_LINK_H

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

/* Starts connecting to `host`, an address like 127.0.0.1; false if that fails at once. */
bool load_link_connect(struct load_link *link, int epoll, const char *host, int port, void *owner);
void load_link_close(struct load_link *link);

/* Queues a text frame. */
void load_link_send(struct load_link *link, int epoll, void *owner, const char *text,
                    size_t length);

/* Reads and writes as much as possible; false if the connection has ended. `got` is called for each
 * text frame. */
typedef void load_link_got(void *owner, char *text, size_t length);
bool load_link_service(struct load_link *link, int epoll, void *owner, uint32_t events,
                       load_link_got *got);

#endif
