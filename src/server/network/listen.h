/*
 * listen.h - the sockets that the server listens on, and TLS.
 */
#ifndef STOS_SERVER_LISTEN_H
#define STOS_SERVER_LISTEN_H

#include "server/core/core.h"
#include "server/network/address.h"

/* A path or query of this length is refused with 414 (http.c). */
enum { LISTEN_URL_MOST = 2000 };

/*
 * Listens on exactly the address and port of the options, and on the private one if there is one.
 * False, with the reason in `message`, if either cannot be opened or the certificate is unusable:
 * there is no fallback.
 */
bool listen_open(struct server *server, const struct lws_protocols *protocols, char *message,
                 size_t size);

/* Ends the library's context, first half; called again when the loop has let go of its sockets: the
 * second. */
void listen_close(struct server *server);

int listen_port(const struct server *server); /* the public one */

/* What to open on this machine, such as "https://[::1]:8098/"; and the same with another of its
 * addresses. */
void listen_url(const struct server *server, char *out, size_t size);
void listen_url_at(const struct server *server, const struct address *address, char *out,
                   size_t size);

/* Whether a request came in on the private address, which serves metrics and health. */
bool listen_is_private(const struct server *server, struct lws *wsi);

/* Leaves new connections in the system's accept queue until the next tick; called repeatedly while
 * there are too many. */
void listen_pause(struct server *server, struct lws *listener);

/* Reloads certificate and key; if they are not a valid pair, the old ones stay in use. */
void listen_reload_certificate(struct server *server);

#endif
