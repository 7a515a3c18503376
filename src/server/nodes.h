/*
 * nodes.h - other servers on the same store: who runs a table, who is where, and what they say there.
 */
#ifndef STOS_SERVER_NODES_H
#define STOS_SERVER_NODES_H

#include "tables.h"

enum { HOST_MESSAGE = 256 /* room for a message between nodes */ };

void nodes_tick(struct server *server);                      /* several times a second */
void nodes_second(struct server *server);                    /* every second */
void nodes_tell(struct server *server, const char *message); /* all the others, if there are any */
void nodes_present(struct host_table *table, int seat, bool here);
void nodes_unlock(struct server *server, const char *code);
void nodes_lock(struct host_table *table); /* asks whether this node may run it */

/* Hints at tables of several nodes (hints.c). */
void hints_said(struct host_table *table, int seat);                             /* on this node: the others have to hear it */
void hints_wanted(struct host_table *table);                                     /* somebody is there: what hangs in the air? */
void hints_asked(struct host_table *table);                                      /* another node wants to know */
void hints_heard(struct host_table *table, uint32_t position, const char *each); /* what another node told */
void hints_keep(struct host_table *table);                                       /* the table is going to be read again */
void hints_catch_up(struct host_table *table, bool by_others);                   /* the table is further on */
void hints_tick(struct server *server);                                          /* several times a second: tells the others */

#endif
