/*
 * batch.h - group commit: the changes of many tables are one transaction.
 *
 * The order of things (promise 1): a request becomes lines, the store commits them, then they are
 * applied. So what is in memory is always what the store has, and nobody is notified of anything
 * that might still fail.
 *
 * Why groups: making a transaction durable costs a wait for the disk (fsync) of milliseconds,
 * whether it holds one line or a thousand. A commit per move would limit a server to a few hundred
 * moves a second; one commit for all that came in while the last one was under way costs the same
 * wait, so throughput grows with load while the latency stays at one or two waits.
 *
 * How: there are at most two batches. An example with a disk that takes 4 ms:
 *
 *   0 ms  Ola moves at table A: batch 1 = {A}; the loop's turn ends, batch 1 goes to the writer
 * thread 1 ms  Marek moves at B, Iva at C: batch 2 = {B, C} gathers, since batch 1 is not back yet
 *   2 ms  Ola moves again at A: A has a change under way, so this request waits at its table; no
 * batch holds two changes of one 4 ms  batch 1 is durable: A's line is applied, Ola and A's
 * watchers are notified; Ola's next move joins batch 2, which leaves 8 ms  batch 2 is durable: A, B
 * and C are applied, and everybody there is notified
 *
 * If the store refuses a line (another node was first), only that table's change is refused. If the
 * whole commit fails, nothing was applied, so there is nothing to undo: requests are answered
 * `store_down` and the lines are dropped. Databases know the technique by the same name;
 * write-ahead logging is closely related: write first, then apply.
 */
#ifndef STOS_SERVER_BATCH_H
#define STOS_SERVER_BATCH_H

#include "buffer.h"
#include "tables.h"

/* Answers the request that made a change once it is applied, or a repeat of that request (`again`).
 * `number`: of the event it made. */
typedef void change_finish(struct live_table *table, struct connection *connection,
                           const struct request *request, uint32_t number, bool again);

/* Lines to be appended to the log of one table, with what is stored alongside them and who waits
 * for them. */
struct change {
    struct change *next;
    struct live_table *table;
    struct store_append append; /* its lines are `line` */
    char *line[TABLE_EVENTS_MAX];
    struct table_event *events; /* the same ones, to be applied and told */
    struct store_game *game;    /* a game that ends with these lines, or NULL */
    char *record;               /* of that game, or NULL: it is generated from the log on demand */
    struct store_sitting *sitting; /* somebody who sits down with them, or NULL */
    struct request *request;       /* that made them, or NULL: a clock, a bot or the host did */
    change_finish *finish;
    int64_t owed_ms; /* time that they give back to the clock */
    uint32_t number; /* event number with which the request is answered */
    struct lines
        missed; /* lines that made the store refuse it, as far as the store returned them */
};

/* Takes ownership of the change; actor_written() is called when the store has answered. */
void batch_add(struct server *server, struct change *change);
void batch_flush(struct server *server); /* at the end of a loop turn */
bool batch_is_idle(const struct server *server);
void change_free(struct change *change);

#endif
