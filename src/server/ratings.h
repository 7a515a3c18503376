/*
 * ratings.h - how strong people are: profiles and leaderboards. The ratings themselves change with the commit of a game (store.h).
 */
#ifndef STOS_SERVER_RATINGS_H
#define STOS_SERVER_RATINGS_H

#include "host.h"

enum { RATINGS_TURN_SECONDS = 120 }; /* the clock of a rated table for which none was named */

/* Why such a table cannot be made by this person: the code of an error, or NULL. */
const char *ratings_refuse(const struct connection *connection, const struct table_settings *settings);

/* All ratings of a person, the newest season first, as a new array; on a thread that reads. */
json_t *ratings_of(struct store *store, table_person person);

#endif
