/*
 * day_table.h - the deals of the day for tables of people.
 *
 * Two to five people make a table, and it is dealt the deck of the day on which it begins. Whoever is dealt that deck is noted before,
 * as a fact of that person, with the table; so nobody can begin with it at a second table, whatever became of the first. The same deal
 * again is practice, at the same table; who joins for that is noted as well.
 */
#ifndef STOS_SERVER_DAY_TABLE_H
#define STOS_SERVER_DAY_TABLE_H

#include "deals.h"
#include "host.h"
#include "table/day.h"

bool day_is_table(const struct table *table);

/* What such a table is dealt at that time. */
void day_next(const struct server *server, const struct table *table, int64_t now_ms, struct request_deal *deal);

/*
 * Before `verb` deals the deck of the day: notes who is dealt it, and has `verb` done then, or refused. False: there is nothing to note,
 * and `verb` may go on. `ask` is what it will ask the table for.
 */
bool day_notes_first(struct host_table *table, struct connection *connection, const struct request *request, struct table_request *ask,
                     request_verb *verb);

/* Calls back with the code of the table at which a person was dealt the deck of a level on that day. */
typedef void day_dealt(void *context, const struct day_level *level, const char *code);
enum store_status day_read_dealt(struct store *store, uint64_t person, int64_t day, day_dealt *dealt, void *context);

/* The deck of a level: known to the server alone until the day is over (day.c). */
void day_deal(const struct server *server, int64_t day, const struct day_level *level, struct request_deal *deal);

#endif
