/*
 * batch.h - group commit: the changes of many tables are one transaction.
 *
 * The order of things (promise 1): a request becomes lines, the store takes them, then they happen. So what is in memory
 * is always what the store has, and nobody is told of anything that might still not come to pass.
 */
#ifndef STOS_SERVER_BATCH_H
#define STOS_SERVER_BATCH_H

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
    int64_t owed_ms; /* that they give back */
    uint32_t number; /* that the request is answered with */
};

/* Takes the change; actor_written() is called when the store has answered. */
void batch_add(struct server *server, struct change *change);
void batch_flush(struct server *server); /* at the end of a loop turn */
bool batch_is_idle(const struct server *server);
void batch_free(struct batch *batch);
void change_free(struct change *change);

#endif
