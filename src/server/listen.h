/*
 * listen.h - the sockets that the server listens on, and TLS.
 */
#ifndef STOS_SERVER_LISTEN_H
#define STOS_SERVER_LISTEN_H

#include "server/core/core.h"

/*
 * Listens on exactly the address and port of the options, and on the private one if there is one.
 * False, with the reason in `message`, if either cannot be opened or the certificate is unusable:
 * there is no fallback.
 */
bool listen_open(struct server *server, const struct lws_protocols *protocols, char *message,
                 size_t size);

/* "https://[::1]:8098/" */
void listen_url(const struct server *server, char *out, size_t size);

/* Whether a request came in on the private address, which serves metrics and health. */
bool listen_is_private(const struct server *server, struct lws *wsi);

/* Leaves new connections in the system's accept queue for a moment; called repeatedly while there
 * are too many. */
void listen_pause(struct server *server, struct lws *listener);
void listen_go_on(struct server *server);

/* Reloads certificate and key; if they are not a valid pair, the old ones stay in use. */
void listen_reload_certificate(struct server *server);

#endif
