/*
 * cluster_link.h - the connection to a NATS server: opened with credentials and TLS, restored
 * indefinitely with backoff. No message shows a secret.
 */
#ifndef STOS_CLI_SIM_CLUSTER_LINK_H
#define STOS_CLI_SIM_CLUSTER_LINK_H

#include "cluster.h"

#include <nats/nats.h>

struct cluster_link {
    natsConnection *connection;
    jsCtx *js;
    char place[256]; /* where the server is, without secrets */
};

/* Connects, after cluster_check(), under a name that the server's administrator sees; complains on
 * failure. */
bool cluster_connect(struct cluster_link *link, const struct cluster_access *access,
                     const char *name);
void cluster_disconnect(struct cluster_link *link);

/* Whether the connection is up now; and whether it was given up for good, for example after a
 * revoked login. */
bool cluster_is_connected(const struct cluster_link *link);
bool cluster_is_closed(const struct cluster_link *link);

/* Prints a line to stderr, atomically even if several threads print at once. */
void cluster_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Why the last call failed. */
const char *cluster_reason(natsStatus status, jsErrCode code);

#endif
