/*
 * blocks.h - who does not want to play with whom, as the store had it a moment ago.
 *
 * The two cannot join the same table, and if both are at one already, whoever blocked does not see
 * what the other says. Changes on other nodes arrive at once, or within a minute if that message
 * was lost.
 */
#ifndef STOS_SERVER_BLOCKS_H
#define STOS_SERVER_BLOCKS_H

#include "server/core/core.h"

bool blocks_any(const struct server *server,
                table_person by); /* whether they have blocked anybody */
bool blocks_has(const struct server *server, table_person by, table_person whom);

/* Somebody has changed their mind: notes it here and tells the other nodes. */
void blocks_change(struct server *server, table_person by, table_person whom, bool yes);

/* Whether this person and somebody seated at the table have a block between them, either way. */
bool blocks_keep_apart(const struct server *server, const struct table *table, table_person person);

#endif
