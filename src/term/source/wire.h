/*
 * wire.h - one WebSocket to a server, on a thread of its own: texts out, texts in, never blocking the screen.
 *
 * It connects when told to and says when the connection is lost; whoever uses it decides what to send again. TLS is
 * checked against the authorities of the system.
 */
#ifndef STOS_TERM_SOURCE_WIRE_H
#define STOS_TERM_SOURCE_WIRE_H

#include <stdbool.h>
#include <stddef.h>

enum wire_state { WIRE_DOWN, WIRE_CONNECTING, WIRE_OPEN };

struct wire;

/* NULL when memory or the library refuses. `wake_fd` is an eventfd, written to when there is news. */
struct wire *wire_open(const char *host, int port, const char *path, bool secure, int wake_fd);
void wire_close(struct wire *wire);

void wire_connect(struct wire *wire); /* when it is down */
enum wire_state wire_state(struct wire *wire);

/* Why the last attempt to connect failed, told once; false when there is nothing to tell. */
bool wire_problem(struct wire *wire, char *out, size_t size);

/* Queues a text; dropped when the connection is not open. */
void wire_send(struct wire *wire, const char *text);

/* The next text that came, to be freed; NULL: none. */
char *wire_take(struct wire *wire);

#endif
