/*
 * modules.h - what is done with all modules, one after the other.
 */
#ifndef STOS_SERVER_MODULES_H
#define STOS_SERVER_MODULES_H

#include "server/core/core.h"

const struct verb *modules_find_verb(const char *name); /* NULL: there is none */

/* False, with the reason in `message`, if one of them cannot start. */
bool modules_start(struct server *server, char *message, size_t size);
void modules_tick(struct server *server);
void modules_second(struct server *server);
void modules_hear(struct server *server, const char *message); /* from another node */
void modules_stop(struct server *server);
void modules_free(struct server *server); /* their states, which callbacks of the loop may use until
                                             it has ended */

#endif
