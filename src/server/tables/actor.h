/*
 * actor.h - each table is an actor: it does one thing at a time, and everything else waits in its
 * queue.
 */
#ifndef STOS_SERVER_ACTOR_H
#define STOS_SERVER_ACTOR_H

#include "batch.h"
#include "server/core/options.h"

/*
 * Hands the table's answer to the store; the table is busy until the store has taken it. `finish`
 * (given with connection and request, or all three NULL) answers the requester, after everybody at
 * the table has been notified.
 */
void actor_write(struct live_table *table, const struct table_answer *answer,
                 struct connection *connection, const struct request *request,
                 change_finish *finish);

/* The store has answered: the change is applied, retried on the log as it now is, or dropped. Frees
 * it. */
void actor_written(struct change *change, enum store_status status);

/*
 * If the table has no change under way, does whatever is waiting until it has one. May remove the
 * table. Call it whenever something may have become possible; alarms.h calls it for what only
 * depends on time.
 */
void actor_run(struct live_table *table);

/*
 * After lines were applied: if they began a turn, the player to move is owed the time that passed
 * before anybody could know of it, and nothing else; if they ended a pause, that is owed too.
 * `since_before_ms`: when the previous turn began; `was_paused`: whether the table was paused.
 */
void actor_start_clock(struct live_table *table, int64_t since_before_ms, bool was_paused);

/* Notifies everybody at the table after it has changed. */
void actor_tell(struct live_table *table);

/* Queues a request until the table is idle: at the end, or back at the front if the log was read on
 * its behalf. */
void actor_wait(struct live_table *table, struct connection *connection,
                const struct request *request);
void actor_wait_first(struct live_table *table, const struct request *request);

/* Refuses everything that waits: the log could not be read. */
void actor_refuse_all(struct live_table *table, const char *error);

/* When a table that is not in memory has to be read. Modifies `next`: marks everybody as absent. */
int64_t actor_due_asleep_ms(const struct server_options *options, struct table *next);

#endif
