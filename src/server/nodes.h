/*
 * nodes.h - other servers on the same store: who runs a table, who is where, and what they say there.
 *
 * Any node takes any player and writes lines of any table: the store refuses lines that do not follow the last one, and tells
 * the other nodes of those it takes. Only one node, the owner, runs a table's clock and bots. Owning follows from leases with
 * fencing tokens (store.h): a node that dies or hangs for more than STORE_LEASE_MS loses its tables to the nodes that have
 * them in memory, or that find their time has come; and whatever it still writes when it wakes up is refused. An example:
 *
 *   0.0 s  node 7 runs table `bodoma`, people of nodes 7 and 8 sit there; node 7 is frozen (SIGSTOP)
 *   0.1 s  Ola on node 8 moves: the line is written, for that needs no owner
 *   3.0 s  (if 7 could run, it would call itself cut off now: no heartbeat of it was answered for so long)
 *   4.0 s  the lease of 7 runs out; within a second node 8 ends it, claims `bodoma`, and its bot moves
 *   9.0 s  7 wakes up and writes the bot's move that it had thought of: refused (STORE_FENCED). It answers requests with
 *          `store_down`, takes a new lease, reads `bodoma` again, and serves on, without owning it
 *
 * In memory are the tables that this node runs, those at which somebody is who came through it, and those that are listed and have
 * people on another node: so `list` knows them. With SQLite there is one
 * node, which runs everything, and nothing to do here.
 */
#ifndef STOS_SERVER_NODES_H
#define STOS_SERVER_NODES_H

#include "tables.h"

enum { HOST_MESSAGE = 256 /* room for a message between nodes */ };

void nodes_listen(struct server *server);                    /* to what the others told: after each commit, which brings it */
void nodes_tick(struct server *server);                      /* several times a second */
void nodes_second(struct server *server);                    /* every second */
void nodes_tell(struct server *server, const char *message); /* all the others, if there are any */
void nodes_forget(struct server *server);                    /* at the end */
void nodes_present(struct host_table *table, int seat, bool here);
void nodes_listed(struct host_table *table);      /* somebody is there: if it is listed, it is on the other nodes too */
bool nodes_keeps(const struct host_table *table); /* in memory though nobody is there: no other node runs it, or it is listed */

enum store_status nodes_start(struct server *server, struct store *store); /* takes the first lease */
bool nodes_runs(const struct host_table *table);                           /* this node runs its clock and bots */
bool nodes_elsewhere(const struct host_table *table);                      /* another one does, that is alive */
void nodes_want(struct host_table *table);                                 /* who runs it? if nobody, this node will */
void nodes_wrote(struct host_table *table, uint64_t owner);                /* a commit has told who owns it */

/*
 * No heartbeat was answered for so long that others may soon run what this node runs: then the store counts as down, for what
 * is in memory may be old. Cheap enough to be asked before each answer, since a frozen node does not know that it was.
 */
bool nodes_cut_off(struct server *server, int64_t now_ms);
void nodes_read_again(struct server *server); /* the store is back: where news was missed, everything in memory is read again */
void nodes_fenced(struct server *server);     /* a commit was refused: there is no lease any more */

/* Hints at tables of several nodes (hints.c). */
void hints_said(struct host_table *table, int seat);                             /* on this node: the others have to hear it */
void hints_wanted(struct host_table *table);                                     /* somebody is there: which hints are pending? */
void hints_asked(struct host_table *table);                                      /* another node wants to know */
void hints_heard(struct host_table *table, uint32_t position, const char *each); /* what another node told */
void hints_keep(struct host_table *table);                                       /* the table is going to be read again */
void hints_catch_up(struct host_table *table, bool by_others);                   /* the table is further on */
void hints_tick(struct server *server);                                          /* several times a second: tells the others */
void hints_forget(struct host_table *table);                                     /* it is removed */

#endif
