/*
 * blocks.h - who does not want to play with whom, as the store had it a moment ago.
 *
 * Those two do not come to the same table, and at one at which both are, whoever blocked does not hear the other.
 * Other nodes' changes are heard of at once, or, if that news was lost, within a minute.
 */
#ifndef STOS_SERVER_BLOCKS_H
#define STOS_SERVER_BLOCKS_H

#include "host.h"

bool blocks_load(struct server *server); /* at the start; false: the store cannot be read */
void blocks_tick(struct server *server); /* every second */
void blocks_free(struct server *server);

/* News from another node; false: it is about something else. */
bool blocks_hear(struct server *server, const char *message);

bool blocks_any(const struct server *server, table_person by); /* has blocked somebody */
bool blocks_has(const struct server *server, table_person by, table_person whom);

/* Whether somebody who sits at the table and this person do not want to meet. */
bool blocks_keep_apart(const struct server *server, const struct table *table, table_person person);

#endif
