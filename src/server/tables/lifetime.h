/*
 * lifetime.h - expiry by time to live (TTL): tables that nobody needs, guests who never come back,
 * tokens that nobody uses.
 *
 * On the open Internet, people who leave at once, and scripts, keep creating tables; without
 * expiry, the store would only grow. But nobody should lose a game over a coffee break, so what is
 * worth more lives longer:
 *
 *   a table before its first deal    minutes after everybody has left (--expire-empty-seconds),
 * hours at most (--expire-waiting-hours) a game that was dealt            weeks after everybody has
 * left (--expire-abandoned-days); it stays in the histories as unfinished guests, logins months
 * after they were last seen (--expire-guests-days, --expire-tokens-days)
 *
 * A table's expiry time is computed from its state and stored alongside it (lifetime_end_ms), so
 * that no node needs to have it in memory: a sleeping table is read when its time has come, closed
 * like any other by a line of its log, and only then deleted. An example: Ola creates table
 * `bodoma` at 12:00, nobody comes, she leaves at 12:05. At 12:15 its clock closes it; since nothing
 * was dealt, ten seconds later the chores delete its log. Had one card been dealt, it would wait a
 * month for her.
 */
#ifndef STOS_SERVER_LIFETIME_H
#define STOS_SERVER_LIFETIME_H

#include "server/core/options.h"
#include "tables.h"

/* When a table is closed if nothing happens there until then; INT64_MAX: never. */
int64_t lifetime_end_ms(const struct server_options *options, const struct table *table);

/* Deletes a closed table at which nothing was ever dealt, without a trace. */
void lifetime_forget_table(struct server *server, const char *code);

/* Records that somebody has connected; written to the store only now and then. */
void lifetime_note_seen(struct server *server, const struct store_person *person,
                        const char *token_hash);

#endif
