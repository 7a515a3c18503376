/*
 * admission.h - who is let in, and which requests are too dear just now. See budget.h for what is counted.
 */
#ifndef STOS_SERVER_ADMISSION_H
#define STOS_SERVER_ADMISSION_H

#include "address.h"
#include "budget.h"
#include "host.h"

/*
 * Who is behind a socket: its peer, or whoever a trusted proxy names. False when that cannot be told, as with a header that is
 * too long to read.
 */
bool admission_client(const struct server *server, struct lws *wsi, struct address *client);

/* The party of an address, held; NULL for addresses without limits: this machine, and trusted proxies themselves. */
struct party *admission_hold_address(struct server *server, const struct address *address);

/* A new socket: whether it may stay. Until it is closed it counts. */
bool admission_socket_may_open(struct server *server, int descriptor);
void admission_socket_opened(struct server *server, struct lws *wsi);
void admission_socket_closed(struct server *server, struct lws *wsi);

/* A plain request: 0, or the seconds to wait. */
int admission_http(struct server *server, struct lws *wsi, bool reads);

/* A WebSocket has an address from now on; later a person; in the end it has gone. */
bool admission_connected(struct connection *connection, struct lws *wsi);
void admission_known(struct connection *connection);
void admission_gone(struct connection *connection);

/* Who makes a table that is new, and how many such they may have. */
void admission_maker(const struct connection *connection, struct store_maker *maker);

/* The error with which a request is refused because of what it costs; NULL: it may be done, and is charged. */
const char *admission_refuses(struct connection *connection, const struct request *request);

/* A guess at a code went wrong; bytes for a connection are on the way. */
void admission_wrong_code(struct connection *connection);
void admission_sent(struct connection *connection, size_t bytes);

#endif
