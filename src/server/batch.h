/*
 * batch.h - group commit: the changes of many tables are one transaction.
 *
 * The order of things (promise 1): a request becomes lines, the store takes them, then they happen. So what is in memory
 * is always what the store has, and nobody is told of anything that might still not come to pass.
 *
 * Why groups: making a transaction durable costs a wait for the disk (fsync) of milliseconds, whether it holds one line or a
 * thousand. A commit per move would bound a server to a few hundred moves a second; one commit for all that came in while the
 * last one was on its way costs the same wait, so throughput grows with load while the delay stays at one or two waits.
 *
 * How: there are two batches at most. An example with a disk of 4 ms:
 *
 *   0 ms  Ola moves at table A: batch 1 = {A}; the loop's turn ends, batch 1 goes to the thread that writes
 *   1 ms  Marek moves at B, Iva at C: batch 2 = {B, C} gathers, for batch 1 is not back
 *   2 ms  Ola moves again at A: A has a change on its way, so this request waits at its table; no batch holds two changes of one
 *   4 ms  batch 1 is durable: A's line is applied, Ola and the watchers of A are told; Ola's next move joins batch 2, which leaves
 *   8 ms  batch 2 is durable: A, B and C are applied and told
 *
 * A line that the store refuses (another node was first) refuses its own table's change and no other. If the whole commit fails,
 * nothing was applied, so there is nothing to undo: requests are answered `store_down` and the lines are forgotten.
 * Databases know the technique by the same name; write-ahead logging is its sibling: written first, then done.
 */
#ifndef STOS_SERVER_BATCH_H
#define STOS_SERVER_BATCH_H

#include "lines.h"
#include "tables.h"

struct batch;

/* Answers the request that made a change when that has happened, or a repeat of it. `number`: of the event that it made. */
typedef void change_finish(struct host_table *table, struct connection *connection, const char *ref, uint32_t number, bool again);

/* Lines on their way into the log of one table, with what is kept beside them and who waits for them. */
struct change {
    struct change *next;
    struct host_table *table;
    struct store_append append; /* its lines are `line` */
    char *line[TABLE_EVENTS_MAX];
    struct store_game *game;         /* one that ends with these lines, or NULL */
    char *record;                    /* of that game, or NULL: it is made from the log whenever it is wanted */
    struct store_sitting *sitting;   /* somebody who sits down with them, or NULL */
    struct waiting_request *request; /* that made them, or NULL: time, a bot or the host did */
    change_finish *finish;
    char ref[HOST_REF];
    int64_t owed_ms;     /* that they give back */
    uint32_t number;     /* that the request is answered with */
    struct lines missed; /* because of which it was refused, as far as the store told */
};

/* Takes the change; actor_written() is called when the store has answered. */
void batch_add(struct server *server, struct change *change);
void batch_flush(struct server *server); /* at the end of a loop turn */
bool batch_is_idle(const struct server *server);
void batch_free(struct batch *batch);
void change_free(struct change *change);

#endif
