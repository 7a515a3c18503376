/*
 * day_table.h - the deals of the day for tables of several people.
 *
 * Two to five people create a table, and it is dealt the deck of the day on which it begins. Before
 * dealing, a fact of each player records the table, so nobody can start that deck at a second
 * table, however the first one ended. Playing the same deal again at the same table is practice;
 * whoever joins for that is recorded as well, before they see the table.
 */
#ifndef STOS_SERVER_DAY_TABLE_H
#define STOS_SERVER_DAY_TABLE_H

#include "server/core/core.h"
#include "table/day.h"

/*
 * Before `verb` deals the deck of the day: records who is dealt it, then runs `verb` or refuses it.
 * False: there is nothing to record, and the caller may go on with `verb`. `ask` is what it will
 * ask the table for.
 */
bool day_notes_first(struct live_table *table, struct connection *connection,
                     const struct request *request, struct table_request *ask, request_verb *verb);

/* Calls `dealt` with the code of each table at which the person was dealt the deck of a level on
 * that day. */
typedef void day_dealt(void *context, const struct day_level *level, const char *code);
enum store_status day_read_dealt(struct store *store, uint64_t person, int64_t day,
                                 day_dealt *dealt, void *context);

#endif
