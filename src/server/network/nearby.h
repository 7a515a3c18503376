/*
 * nearby.h - the addresses under which phones in the same network reach this server, and the first
 * of them as a QR code in the terminal.
 *
 * There are none where the server listens on this machine only, or where the host has said how
 * people reach it (--public-url). They are looked up each time: a laptop changes its network.
 */
#ifndef STOS_SERVER_NEARBY_H
#define STOS_SERVER_NEARBY_H

#include "server/core/core.h"

enum { NEARBY_MOST = 4, NEARBY_URL = 80 };

/* Such as "http://192.168.1.5:8098/", the most likely one first; returns how many. */
int nearby_list(const struct server *server, char urls[NEARBY_MOST][NEARBY_URL]);

/* The same as JSON, for somebody at this machine; NULL for anybody else, whom the addresses inside
 * the host's network do not concern, and where there are none. */
json_t *nearby_json(const struct connection *connection);

/* On standard output, under a heading; nothing if there are none. */
void nearby_print(const struct server *server, const char *heading);

#endif
