/*
 * cluster_link.h - the connection to a NATS server: opened with credentials and TLS, kept for ever with backoff. No
 * message shows a secret.
 */
#ifndef STOS_CLI_CLUSTER_CLUSTER_LINK_H
#define STOS_CLI_CLUSTER_CLUSTER_LINK_H

#include "cluster.h"

#include <nats/nats.h>

struct cluster_link {
    natsConnection *connection;
    jsCtx *js;
    char place[256]; /* where the server is, without secrets */
};

/* Connects to what cluster_check() let pass, under a name that the server's administrator sees; complains if it cannot. */
bool cluster_connect(struct cluster_link *link, const struct cluster_access *access, const char *name);
void cluster_disconnect(struct cluster_link *link);

/* Whether the server answers now; and whether the connection was given up for good, as after a revoked login. */
bool cluster_is_connected(const struct cluster_link *link);
bool cluster_is_closed(const struct cluster_link *link);

/* A line for people on stderr, whole even when threads talk at once. */
void cluster_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Why the last call failed. */
const char *cluster_reason(natsStatus status, jsErrCode code);

#endif
