/*
 * task.h - what is asked of the store: for a request, which is answered when the store's thread is
 * done, or by the server itself.
 *
 * `work` runs on the store's thread and sets `status`; then `then` runs on the loop. For a request,
 * `work` reads `task->body` and fills in `reply`, or `error` with a code from error_texts.c; it
 * must not touch the connection. (What needs no store, such as a bot's move, is a plain job, see
 * pool.h.)
 */
#ifndef STOS_SERVER_TASK_H
#define STOS_SERVER_TASK_H

#include "core.h"

void store_lost(struct server *server, const char *reason); /* a call found the store unavailable */
void store_failed(const struct server *server,
                  const char *reason); /* the store failed a request of somebody */

/* The same for `what` the server itself asks again and again: a failure is logged once, until it
 * succeeds again. */
void store_report(struct server *server, const char *what, enum store_status status,
                  const char *reason);

/* Copies why the store was unavailable, for jobs that are no tasks; call it on the job's thread,
 * before anything else is asked of the store. */
static inline void store_copy_reason(char reason[STORE_MESSAGE], enum store_status status,
                                     const struct store *store)
{
    if (store_is_out(status))
        lws_strncpy(reason, store_message(store), STORE_MESSAGE);
}

/*
 * What writes, and what tells somebody all about themselves, is one transaction that begins with
 * the question whether the session goes on: another node may have ended it (people.h).
 */
enum task_kind { TASK_READS, TASK_READS_OWN, TASK_WRITES };

struct task {
    struct job job;
    struct task *next; /* in a list of tasks that wait */
    struct server
        *server; /* for `work`: only the secret, the options and whatever else never changes */
    struct pool *pool;
    void (*work)(struct task *task, struct store *store);
    bool (*then)(struct task *task); /* on the loop, for a request before a successful reply is
                                        sent; false: not finished yet, see below; or NULL */
    enum store_status status;
    char reason[STORE_MESSAGE]; /* why the store is unavailable, for the log */
    void *more;                 /* input for `work`, or its result for `then`; freed at the end */
    int64_t now_ms;             /* when it was asked */
    struct request *request;    /* NULL: the server itself asks, and what follows is unused */
    struct connection *connection;
    enum task_kind kind;
    char ref[REQUEST_REF];
    struct store_person person; /* who asks, as the connection knows them */
    char token_hash[STORE_HASH];
    uint64_t since;       /* of the session, see store_session_at */
    uint64_t news;        /* set by `work`: the number of what it wrote for the other nodes */
    json_t *body, *reply; /* body: of the request, which nobody changes any more */
    const char *error;
};

/* What the server itself asks. NULL: out of memory, and `more` is freed already. */
struct task *task_start(struct server *server, struct pool *pool,
                        void (*work)(struct task *task, struct store *store),
                        bool (*then)(struct task *task), void *more);

/* The same, but together with others of its kind that wait: `work_all` does them all by one call
 * (see pool.h), and ends with tasks_worked(). */
struct task *task_start_together(struct server *server, struct pool *pool,
                                 void (*work_all)(struct job *tasks, void *store),
                                 bool (*then)(struct task *task), void *more);
void tasks_worked(struct job *tasks, enum store_status status, const struct store *store);

/* store_report() for `then`. */
void task_report(const struct task *task, const char *what);

/* For a request: NULL if the reply has already been sent. The caller may set `then` before it
 * returns to the loop.
 */
struct task *task_for_request(struct connection *connection, const struct request *request,
                              enum task_kind kind,
                              void (*work)(struct task *task, struct store *store));

/* The same with `more`, which is freed at the end. */
struct task *task_for_request_with(struct connection *connection, const struct request *request,
                                   enum task_kind kind,
                                   void (*work)(struct task *task, struct store *store),
                                   void *more);

const char *member_text(const json_t *object,
                        const char *name); /* a string member; "" if there is none */

/* What `then` may call when it returns false: run `work` again, or finish, having replied in
 * another way. */
void task_again(struct task *task);
void task_end(struct task *task);

/* The request once more, with `body`, for `then` to run its verb again. */
struct request task_request(const struct task *task);

/* Makes sure that the requester is in the store; a guest is not stored until there is something to
 * keep. */
enum store_status task_keep_person(const struct task *task, struct store *store);

#endif
