/*
 * actor.h - each table is an actor: it does one thing at a time, and everything else waits in its queue.
 */
#ifndef STOS_SERVER_ACTOR_H
#define STOS_SERVER_ACTOR_H

#include "batch.h"
#include "server.h"

/*
 * Has what was answered written down; the table is busy until the store has it. `finish` (with connection and request, or
 * none of the three) answers whoever asked, after everybody at the table was told.
 */
void actor_write(struct host_table *table, const struct table_answer *answer, struct connection *connection, const struct request *request,
                 change_finish *finish);

/* The store has answered: the change happens, is tried again on the log as it is, or never was. Frees it. */
void actor_written(struct change *change, enum store_status status);

/*
 * The table has nothing under way, perhaps: whatever waits is done until it has. May remove the table. It is called whenever
 * something has become possible; where only time brings that, by alarms.h.
 */
void actor_settle(struct host_table *table);

/*
 * After lines were applied: if a turn began with them, the time that passed before anybody could know of it is owed to whoever
 * has to move, and nothing else is; if a pause ended with them, it is owed too. `since_before_ms`: since when the turn before had
 * run; `was_paused`: the table was.
 */
void actor_start_clock(struct host_table *table, int64_t since_before_ms, bool was_paused);

/* After the table has moved on: everybody at it is told. */
void actor_tell(struct host_table *table);

/* A request waits until the table is idle: as the last, or again as the first when its log was read because of it. */
void actor_wait(struct host_table *table, struct connection *connection, const struct request *request);
void actor_wait_first(struct host_table *table, struct connection *connection, const struct request *request);

/* Everything that waits is refused: the log could not be read. */
void actor_refuse_all(struct host_table *table, const char *error);

/* When a table has to be read if it is not in memory then; `next` is changed: nobody is there. */
int64_t actor_due_asleep_ms(const struct server_options *options, struct table *next);

void waiting_free(struct waiting_request *waiting);

#endif
