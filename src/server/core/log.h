/*
 * log.h - the server's log for the host: lines of `name=value` (logfmt).
 */
#ifndef STOS_SERVER_LOG_H
#define STOS_SERVER_LOG_H

#include "server/core/options.h"

struct server;

void server_log(const struct server *server, enum server_log_level level, const char *event,
                const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The same with one untrusted text, sanitized to one line without quotes and control characters. */
void server_log_text(const struct server *server, enum server_log_level level, const char *event,
                     const char *name, const char *text);
/* A log line from a library, sanitized likewise. */
void server_log_foreign(enum server_log_level level, const char *source, const char *line);

#endif
