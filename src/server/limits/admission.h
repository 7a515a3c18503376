/*
 * admission.h - admission control: who may connect, and which requests are refused because a budget
 * is spent (limiter.h).
 */
#ifndef STOS_SERVER_ADMISSION_H
#define STOS_SERVER_ADMISSION_H

#include "server/network/address.h"
#include "server/core/limiter.h"
#include "server/core/core.h"

/*
 * The client behind a socket: its peer, or the one a trusted proxy names. False if that cannot be
 * determined, for example because the header is too long to read.
 */
bool admission_client(const struct server *server, struct lws *wsi, struct address *client);

/* Holds the budget party of an address; NULL for addresses without limits: this machine, and the
 * trusted proxies themselves. */
struct limit_key *admission_hold_address(struct server *server, const struct address *address);

void admission_limit_sockets(struct server *server, int most); /* at the start */
bool admission_is_full(const struct server *server);           /* as many are open as may be */

/* Whether a new socket may stay; it counts against the limits until it is closed. */
bool admission_socket_may_open(struct server *server, int descriptor);
void admission_socket_opened(struct server *server, struct lws *wsi);
void admission_socket_closed(struct server *server, struct lws *wsi);

/* For a plain HTTP request: 0 if it is admitted, otherwise how many seconds to wait. */
int admission_http(struct server *server, struct lws *wsi, bool reads);

/* The stages of a WebSocket: its address is known; then its person is known. */
bool admission_connected(struct connection *connection, struct lws *wsi);
void admission_known(struct connection *connection);

/* Fills in who creates a new table, and how many tables they may have. */
void admission_maker(const struct connection *connection, struct store_maker *maker);

/* The error code that refuses a request because its budget is spent; NULL: it is admitted, and has
 * been charged. */
const char *admission_refuses(struct connection *connection, const struct request *request);

/* Chat goes to everybody at the table, so it costs per byte and reader; false: too much was said.
 */
bool admission_may_say(const struct server *server, const char *code, const char *text,
                       int readers);

#endif
