/*
 * ownership.h - which of several nodes runs a table, and who is present on which node.
 *
 * In memory are the tables that this node runs, those with people connected to this node, and (so
 * that `list` knows them) listed tables with people on another node. A single node runs everything.
 */
#ifndef STOS_SERVER_OWNERSHIP_H
#define STOS_SERVER_OWNERSHIP_H

#include "tables.h"

bool ownership_runs(const struct live_table *table);      /* this node runs its clock and bots */
bool ownership_elsewhere(const struct live_table *table); /* another living node does */
void ownership_want(struct live_table *table); /* looks up the owner; claims it if there is none */
void ownership_wrote(struct live_table *table,
                     uint64_t owner);                 /* a commit has returned its owner */
bool ownership_keeps(const struct live_table *table); /* stays in memory with nobody there: no other
                                                         node runs it, or it is listed */

void ownership_present(struct live_table *table, int seat, bool here); /* tells the other nodes */
void ownership_listed(
    struct live_table *table); /* somebody is there: announces it to the other nodes if listed */

void ownership_read_again(struct server *server); /* the store is back: rereads everything in memory
                                                     if messages were missed */

#endif
