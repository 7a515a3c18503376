/*
 * listen.h - the sockets that the server listens on, and TLS.
 */
#ifndef STOS_SERVER_LISTEN_H
#define STOS_SERVER_LISTEN_H

#include "host.h"

/*
 * Listens on exactly the address and port of the options, and on the private one where there is one. False, with the
 * reason in `message`, when one of them cannot be had or the certificate is of no use: nothing else is listened on then.
 */
bool listen_open(struct server *server, const struct lws_protocols *protocols, char *message, size_t size);

/* "https://[::1]:8098/" */
void listen_url(const struct server *server, char *out, size_t size);

/* Whether a request came by the private address, where metrics and health are. */
bool listen_is_private(const struct server *server, struct lws *wsi);

/* New connections wait in the system's queue for a moment; called again and again while there are too many. */
void listen_pause(struct server *server, struct lws *listener);
void listen_go_on(struct server *server);

/* Reads certificate and key again; if they are not a pair that works, the old ones stay. */
void listen_reload_certificate(struct server *server);

#endif
