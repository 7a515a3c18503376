/*
 * outages.h - when nobody could move: the server or its store was down, or the machine stalled.
 *
 * Clocks of tables in memory get such time back at once. A table that is only in the store gets it
 * back when it is read: all outages since its last line. That is why they are stored, with a record
 * every few seconds that the server is alive.
 */
#ifndef STOS_SERVER_OUTAGES_H
#define STOS_SERVER_OUTAGES_H

#include "server/core/core.h"

enum { OUTAGES_ALIVE_SECONDS = 5 }; /* how often the server records in the store that it is alive */

struct outages;

/* How long nobody could move since then. */
int64_t outages_since(const struct server *server, int64_t since_ms);

/* Gives the last `ms` milliseconds, in which nobody could move, back to every clock that ran. */
void outages_owe(struct server *server, int64_t ms);

/* The process may have been stopped, or the machine too busy for it. */
void outages_notice_stall(struct server *server);

/* A copy of the outages that have to be written before the server may be recorded as alive, freed
 * by the caller; NULL: there are none. False: it may not be recorded now. */
bool outages_take(struct server *server, struct outages **changed);
void outages_not_written(struct server *server);
enum store_status outages_write(const struct outages *outages, struct store *store);
enum store_status outages_say_alive(struct store *store, int64_t at_ms);

/* At the end: time from then on is owed to the clocks. */
void outages_last_word(struct server *server);

#endif
