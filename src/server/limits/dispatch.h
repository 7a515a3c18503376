/*
 * dispatch.h - from a frame to its verb: read, admitted, run.
 */
#ifndef STOS_SERVER_DISPATCH_H
#define STOS_SERVER_DISPATCH_H

#include "server/core/core.h"

/* A piece of a frame has come in. */
void dispatch_receive(struct connection *connection, const char *bytes, size_t length, bool first,
                      bool final, bool binary);

/* `hello` is answered: what came after it goes on. */
void dispatch_waiting(struct connection *connection);

#endif
