/*
 * batch.h - group commit: what one turn of the loop changed, on its way to the store.
 *
 * The order of things (promise 1): a request is applied to the table in memory and its lines join the gathering batch;
 * the frames that tell of it are held by that batch; when the store has committed it they go out. A frame that depends
 * on a held one is held too, so nobody ever sees what may still not have happened. If the store refuses or fails, the
 * held frames are dropped, the table is read again from its log, and the requests are done again or answered with an
 * error.
 */
#ifndef STOS_SERVER_BATCH_H
#define STOS_SERVER_BATCH_H

#include "tables.h"

struct batch;

void batch_add_event(struct server *server, struct host_table *table, const struct table_event *event, const char *line, size_t length);
/* The request whose reply is held by the batch: done again if that reply must be dropped. */
void batch_hold_request(struct server *server, uint64_t batch, struct host_table *table, struct connection *connection,
                        const struct request *request);
void batch_add_sitting(struct server *server, struct host_table *table, const struct connection *connection, int64_t now_ms);
void batch_add_game(struct server *server, const struct store_game *game);
void batch_hold(struct server *server, uint64_t batch, struct connection *connection, struct host_table *table, struct frame *frame);
void batch_flush(struct server *server); /* at the end of a loop turn */
bool batch_is_idle(const struct server *server);
void batch_free(struct batch *batch);

#endif
