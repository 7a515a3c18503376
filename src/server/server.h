/*
 * server.h - `stos serve`: any number of tables over HTTP and WebSocket.
 *
 * One event loop thread owns all connections and tables, so there are no locks; a thread for the
 * store and some for bots get copies and hand results back. Nobody is notified of a change before
 * it is committed.
 */
#ifndef STOS_SERVER_SERVER_H
#define STOS_SERVER_SERVER_H

#include "server/core/options.h"

#include <stddef.h>

/* The default options. */
struct server_options server_defaults(void);

/* Runs until SIGTERM or SIGINT; returns 0 after a graceful stop, otherwise writes the reason to
 * `message`. */
int server_run(const struct server_options *options, char *message, size_t size);

#endif
