/*
 * alarms.h - when to look at which table: a heap of times, for tables in memory and for those that sleep in the store.
 */
#ifndef STOS_SERVER_ALARMS_H
#define STOS_SERVER_ALARMS_H

#include "tables.h"

struct alarms;

struct alarms *alarms_make(void); /* NULL when memory lacks */
void alarms_free(struct alarms *alarms);

/* The table in memory is looked at when it is due. */
void alarms_set(struct host_table *table);

/* A table that is not in memory is read when it is due. */
void alarms_set_asleep(struct server *server, const char *code, int64_t due_ms);

/* Looks at all whose time has come. */
void alarms_ring(struct server *server);

#endif
