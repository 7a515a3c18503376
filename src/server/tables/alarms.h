/*
 * alarms.h - timers for tables: a heap of the times at which to look at each, whether it is in
 * memory or only in the store.
 */
#ifndef STOS_SERVER_ALARMS_H
#define STOS_SERVER_ALARMS_H

#include "tables.h"

/* Schedules a table in memory to be looked at (actor_run) when it is due. */
void alarms_set(struct live_table *table);

/*
 * Schedules a look in `in_ms` milliseconds, due or not: somebody has come or gone, or time is owed.
 * 0: at the next tick. This avoids scanning all tables for those that need something done.
 */
void alarms_look(struct live_table *table, int64_t in_ms);
void alarms_look_at_all(struct server *server); /* the store is back */

/* Schedules a table that is not in memory to be read when it is due. */
void alarms_set_asleep(struct server *server, const char *code, int64_t due_ms);

#endif
