/*
 * store_watch.h - is the store there? Asked every few seconds, and every second while it is down.
 */
#ifndef STOS_SERVER_STORE_WATCH_H
#define STOS_SERVER_STORE_WATCH_H

#include "server/core/core.h"

/* Records that the server is alive, which also shows whether the store is. */
void store_watch_probe(struct server *server);

#endif
