/*
 * lifetime.h - everything ends: tables that nobody needs, guests who never come back, tokens that nobody uses.
 *
 * Expiry by time to live (TTL). A server on the open Internet is asked for tables by people who go away at once, and by programs; without
 * an end, its store only grows. But nobody may lose a game by a coffee break, so what has more worth lives longer:
 *
 *   a table before its first deal    minutes after the last one has left (--expire-empty-seconds), hours at most (--expire-waiting-hours)
 *   a game that was dealt            weeks after the last one has left (--expire-abandoned-days); it stays in the histories as unfinished
 *   guests, logins                   months after they were last seen (--expire-guests-days, --expire-tokens-days)
 *
 * The time of a table's end is computed from its state and kept in the store beside it (lifetime_end_ms), so that no node needs a table in
 * memory to end it: a sleeping table is read when its time has come, closed like any other by a line of its log, and only then deleted.
 * An example: Ola makes table `bodoma` at 12:00, nobody comes, she leaves at 12:05. At 12:15 its clock closes it; since nothing was dealt,
 * ten seconds later the chores delete its log. Had one card been dealt, it would wait a month for her.
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
