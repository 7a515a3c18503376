/*
 * nodes.h - several servers (nodes) on one store: this one's lease, and messages between them.
 *
 * Any node accepts any player and writes lines of any table: the store refuses lines that do not
 * follow the last one, and notifies the other nodes of those it accepts. Only one node, the owner,
 * runs a table's clock and bots. Ownership is by leases with fencing tokens (store.h): a node that
 * dies or hangs for more than STORE_LEASE_MS loses its tables to nodes that have them in memory, or
 * that find them due; and whatever it still tries to write when it wakes up is refused. An example:
 *
 *   0.0 s  node 7 runs table `bodoma`, people of nodes 7 and 8 sit there; node 7 is frozen
 * (SIGSTOP) 0.1 s  Ola on node 8 moves: the line is written, since that needs no owner 3.0 s  (if 7
 * were running, it would consider itself cut off now: its heartbeats have gone unanswered for too
 * long) 4.0 s  the lease of 7 runs out; within a second node 8 ends it, claims `bodoma`, and its
 * bot moves 9.0 s  7 wakes up and tries to write the bot's move that it had computed: refused
 * (STORE_FENCED). It answers requests with `store_down`, takes a new lease, rereads `bodoma`, and
 * goes on serving, without owning it
 *
 * With SQLite there is a single node that runs everything, and nothing to do here. Which node runs
 * which table is seen to by tables/ownership.h.
 */
#ifndef STOS_SERVER_NODES_H
#define STOS_SERVER_NODES_H

#include "server/core/core.h"

enum { NEWS_MESSAGE = 256 /* room for a message between nodes */ };

void nodes_listen(struct server *server); /* fetches messages from the others; also after each
                                             commit, which brings them */
void nodes_tell(struct server *server,
                const char *message); /* sends it to all the others, if any */

/*
 * The oldest message that was not taken yet, for modules_hear(); false: there is none. Some are
 * this node's own: "beat" (a heartbeat was answered), "due CODE" (a table that no node runs is
 * due), and "missed" (messages may have been missed: what is in memory may be stale).
 */
bool nodes_take_news(struct server *server, char message[NEWS_MESSAGE]);
void nodes_add_news(struct server *server, const char *message); /* one more */

uint64_t nodes_fence(const struct server *server); /* the token of this node's lease; 0: none */
bool nodes_is_alive(const struct server *server, uint64_t fence); /* a node with a valid lease */
bool nodes_leads(const struct server *server); /* of the living nodes it has the lowest one */
struct pool *nodes_pool(const struct server *server); /* the thread of heartbeats and claims */

/*
 * Whether heartbeats have gone unanswered for so long that others may soon take over this node's
 * tables: then the store counts as down, since what is in memory may be stale. Cheap enough to call
 * before each reply, as a frozen node does not know that it was frozen.
 */
bool nodes_cut_off(struct server *server, int64_t now_ms);
void nodes_fenced(struct server *server); /* a commit was refused: the lease has ended */

#endif
