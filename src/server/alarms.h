/*
 * alarms.h - when to look at which table: a heap of times, for tables in memory and for those that sleep in the store.
 */
#ifndef STOS_SERVER_ALARMS_H
#define STOS_SERVER_ALARMS_H

#include "tables.h"

struct alarms;

struct alarms *alarms_make(void); /* NULL when memory lacks */
void alarms_free(struct alarms *alarms);

/* The table in memory is looked at (actor_settle) when it is due. */
void alarms_set(struct host_table *table);

/*
 * It is looked at in so many milliseconds, whether it is due or not: somebody has come or gone, or time is owed. 0: with the next tick.
 * So nobody has to go through all tables to find the one where something has to be done.
 */
void alarms_look(struct host_table *table, int64_t in_ms);
void alarms_look_at_all(struct server *server); /* the store is back */

/* A table that is not in memory is read when it is due. */
void alarms_set_asleep(struct server *server, const char *code, int64_t due_ms);

/* Looks at all whose time has come. */
void alarms_ring(struct server *server);

#endif
