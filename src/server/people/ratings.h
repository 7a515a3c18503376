/*
 * ratings.h - how strong people are: profiles and leaderboards. The ratings themselves change with
 * the commit of a game (store.h).
 */
#ifndef STOS_SERVER_RATINGS_H
#define STOS_SERVER_RATINGS_H

#include "server/core/core.h"

enum { RATINGS_TURN_SECONDS = 120 }; /* the default clock of a rated table */

/* The error code if this person may not create a table with these settings, or NULL. */
const char *ratings_refuse(const struct connection *connection,
                           const struct table_settings *settings);

/* All ratings of a person, newest season first, as a new array; call it on a reader thread. */
json_t *ratings_of(struct store *store, table_person person);

#endif
