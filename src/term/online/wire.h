/*
 * wire.h - a WebSocket to a server, on its own thread: text messages out and in, never blocking the
 * screen.
 *
 * It connects on request and reports a lost connection; the caller decides what to send again. TLS
 * certificates are verified against the system's certificate authorities.
 */
#ifndef STOS_TERM_SOURCE_WIRE_H
#define STOS_TERM_SOURCE_WIRE_H

#include <stdbool.h>
#include <stddef.h>

enum wire_state { WIRE_DOWN, WIRE_CONNECTING, WIRE_OPEN };

struct wire;

/* NULL if out of memory or the library fails. `wake_fd` is an eventfd, written to when there is
 * news. */
struct wire *wire_open(const char *host, int port, const char *path, bool secure, int wake_fd);
void wire_close(struct wire *wire);

void wire_connect(struct wire *wire); /* when it is down */
enum wire_state wire_state(struct wire *wire);

/* Why the last attempt to connect failed, reported once; false if there is nothing to report. */
bool wire_problem(struct wire *wire, char *out, size_t size);

/* Queues a text; dropped if the connection is not open. */
void wire_send(struct wire *wire, const char *text);

/* The next text received, to be freed; NULL: none. */
char *wire_take(struct wire *wire);

#endif
