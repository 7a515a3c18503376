/*
 * lifetime.h - everything ends: tables that nobody needs, guests who never come back, tokens that nobody uses.
 */
#ifndef STOS_SERVER_LIFETIME_H
#define STOS_SERVER_LIFETIME_H

#include "server.h"
#include "tables.h"

/* When a table is closed if nothing happens there until then; INT64_MAX: never. */
int64_t lifetime_end_ms(const struct server_options *options, const struct table *table);

/* A table is closed at which nothing was ever dealt: nothing of it is kept. */
void lifetime_forget_table(struct server *server, const char *code);

/* Somebody has come: kept now and then. */
void lifetime_note_seen(struct server *server, const struct store_person *person, const char *token_hash);

void lifetime_tick(struct server *server); /* every second: deletes what has ended */
void lifetime_free(struct server *server);

#endif
