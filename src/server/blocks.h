/*
 * blocks.h - who does not want to play with whom, as the store had it a moment ago; the same in both directions.
 *
 * Other nodes' changes are heard of within a minute.
 */
#ifndef STOS_SERVER_BLOCKS_H
#define STOS_SERVER_BLOCKS_H

#include "host.h"

bool blocks_load(struct server *server); /* at the start; false: the store cannot be read */
void blocks_tick(struct server *server); /* every second */
void blocks_free(struct server *server);

/* Whether somebody who sits at the table and this person do not want to meet. */
bool blocks_keep_apart(const struct server *server, const struct table *table, table_person person);

#endif
