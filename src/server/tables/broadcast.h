/*
 * broadcast.h - who is at a table, and what they are sent.
 */
#ifndef STOS_SERVER_BROADCAST_H
#define STOS_SERVER_BROADCAST_H

#include "tables.h"

/* After a change that is not logged: sends "hints" or "seats" to everybody at the table. */
void broadcast_state(struct live_table *table, const char *member);
/* Sends each connection the events after its last one, with the current state. */
void broadcast_events(struct live_table *table);

bool broadcast_has_people(
    const struct live_table *table); /* on this node, or seated and present on another node */
bool broadcast_is_here(const struct live_table *table,
                       table_person person); /* on any connection of this node */
void broadcast_attach(struct live_table *table, struct connection *connection);
void broadcast_detach(struct attachment *attachment);
void broadcast_leave(struct connection *connection); /* every table */
int broadcast_readers(const struct live_table *table);
struct attachment *broadcast_attachment(struct live_table *table,
                                        const struct connection *connection);

/* The next table that somebody has come to, or the last one has left, since it was asked before;
 * NULL: none. */
struct live_table *broadcast_take_audience(struct server *server);
void broadcast_forget(struct live_table *table);

/* Texts for one reader: "table":{...}, the members of a `resume` reply, and only its events; false:
 * those events are no longer in memory. */
void broadcast_snapshot(struct live_table *table, struct connection *connection,
                        stos_writer *writer);
bool broadcast_events_after(struct live_table *table, uint32_t last, struct connection *connection,
                            stos_writer *writer);
bool broadcast_past(struct live_table *table, uint32_t last, struct connection *connection,
                    stos_writer *writer);

#endif
