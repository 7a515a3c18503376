/*
 * task.h - an asynchronous store query on behalf of a connection, answered when the store's
 * thread is done.
 *
 * `ask` runs on another thread: it reads `asking->body` (the request) and fills in
 * `reply`, or `error` with a code from error_texts.c, or `status`. It must not touch the
 * connection.
 */
#ifndef STOS_SERVER_TASK_H
#define STOS_SERVER_TASK_H

#include "core.h"

/* Copies why the store was unavailable to a job; call it on the job's thread, before anything else
 * is asked of the store. */
static inline void host_copy_reason(char reason[STORE_MESSAGE], enum store_status status,
                                    const struct store *store)
{
    if (store_is_out(status))
        lws_strncpy(reason, store_message(store), STORE_MESSAGE);
}

void store_lost(struct server *server, const char *reason); /* a call found the store unavailable */
void store_failed(const struct server *server,
                  const char *reason); /* the store failed a request of somebody */

/* The same for what the server itself asks for periodically, `errand`: a failure is logged once,
 * until it succeeds again. */
void errand_ended(struct server *server, const char *errand, enum store_status status,
                  const char *reason);

/*
 * What writes, and what tells somebody all about themselves, is one transaction that begins with
 * the question whether the session goes on: another node may have ended it (people.h).
 */
enum asking_kind { ASKING_READS, ASKING_READS_OWN, ASKING_WRITES };

struct asking {
    struct job job;
    enum asking_kind kind;
    struct asking *next; /* in the list of those that ask again later */
    struct connection *connection;
    struct pool *pool;
    const struct server
        *server; /* for `ask`: only the secret, the options and whatever else never changes */
    struct request *request;
    char ref[REQUEST_REF];
    struct store_person person; /* who asks, as the connection knows them */
    char token_hash[STORE_HASH];
    uint64_t since; /* of the session, see store_session_at */
    uint64_t news;  /* set by `ask`: the number of what it wrote for the other nodes */
    int64_t now_ms;
    json_t *body, *reply; /* body: of the request, which nobody changes any more */
    enum store_status status;
    char reason[STORE_MESSAGE]; /* why the store is unavailable, for the log */
    const char *error;
    void *more; /* input for `ask`, or its result for `then`; freed at the end */
    void (*ask)(struct asking *asking, struct store *store);
    bool (*then)(struct asking *asking); /* on the loop, before a successful reply is sent; false:
                                            not finished yet, see below; or NULL */
};

/* NULL if the reply has already been sent. The caller may set `then` before it returns to the loop.
 */
struct asking *asking_start(struct connection *connection, const struct request *request,
                            enum asking_kind kind,
                            void (*ask)(struct asking *asking, struct store *store));

/* The same with `more`, which is freed at the end. */
struct asking *asking_start_about(struct connection *connection, const struct request *request,
                                  enum asking_kind kind,
                                  void (*ask)(struct asking *asking, struct store *store),
                                  void *more);

const char *asking_text(const json_t *object,
                        const char *name); /* a string member; "" if there is none */

/* What `then` may call when it returns false: run `ask` again, or finish, having replied in another
 * way. */
void asking_again(struct asking *asking);
void asking_end(struct asking *asking);

/* The request once more, with `body`, for `then` to run its verb again. */
struct request asking_request(const struct asking *asking);

/* Makes sure that the requester is in the store; a guest is not stored until there is something to
 * keep. */
enum store_status asking_keep_person(const struct asking *asking, struct store *store);

#endif
