/*
 * asking.h - a question of a connection to the store, answered when the store's thread has looked.
 *
 * The function that asks runs on another thread: it reads `asking->body` (a copy of the request) and fills in `reply`, or `error` with a
 * code of words.c, or `status`. It must not touch the connection.
 */
#ifndef STOS_SERVER_ASKING_H
#define STOS_SERVER_ASKING_H

#include "host.h"

struct asking {
    struct job job;
    struct asking *next; /* of those that ask again later */
    struct connection *connection;
    struct pool *pool;
    const struct server *server; /* for `ask`: its secret, its options and what else never changes */
    char ref[HOST_REF];
    struct store_person person; /* who asks, as the connection knows them */
    char token_hash[STORE_HASH];
    int64_t now_ms;
    json_t *body, *reply;
    enum store_status status;
    char reason[STORE_MESSAGE]; /* why the store does not work, for the log */
    const char *error;
    void *more; /* what `ask` is given, or has for `then`; freed at the end */
    void (*ask)(struct asking *asking, struct store *store);
    bool (*then)(struct asking *asking); /* back on the loop, before a good reply is sent; false: it goes on, as below; NULL: nothing */
};

enum asking_kind { ASKING_READS, ASKING_WRITES };

/* NULL when the reply has been given. The caller may set `then` before it returns to the loop. */
struct asking *asking_start(struct connection *connection, const struct request *request, enum asking_kind kind,
                            void (*ask)(struct asking *asking, struct store *store));

/* The same about `more`, which is freed at the end. */
struct asking *asking_start_about(struct connection *connection, const struct request *request, enum asking_kind kind,
                                  void (*ask)(struct asking *asking, struct store *store), void *more);

const char *asking_text(const json_t *object, const char *name); /* a member that is a text; "" where there is none */

/* What `then` may do instead of letting the reply be sent: ask once more, or end it, having answered otherwise. */
void asking_again(struct asking *asking);
void asking_end(struct asking *asking);

/* For what must not run beside anything else that the connection has asked for: false when it was refused. */
bool asking_alone(struct connection *connection, const struct request *request);

/* A guest is not kept until there is something to keep: this sees to it that the person who asks is in the store. */
enum store_status asking_keep_person(const struct asking *asking, struct store *store);

#endif
