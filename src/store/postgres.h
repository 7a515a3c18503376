/*
 * postgres.h - a store in a PostgreSQL database that several nodes share: what its source files
 * share.
 *
 * Everything is in the schema `stos`. Every wait for the server has a timeout, so a dead server is
 * noticed within seconds, and calls queued behind it fail at the same time. The next call
 * reconnects after a lost connection; notifications may have been missed meanwhile, which is why
 * the session number changes. No message contains a password.
 */
#ifndef STOS_STORE_POSTGRES_H
#define STOS_STORE_POSTGRES_H

#include "store_internal.h"

#include <libpq-fe.h>

/* Statements that only PostgreSQL has, numbered after the common ones. */
enum postgres_statement {
    POSTGRES_FENCE = STORE_STATEMENTS,
    POSTGRES_LOCK_ROWS,
    POSTGRES_LOCK_PARTIES,
    POSTGRES_HOLD,
    POSTGRES_APPEND,
    POSTGRES_READ_LOGS,
    POSTGRES_ADD_GAMES,
    POSTGRES_ADD_SITTINGS,
    POSTGRES_JOIN,
    POSTGRES_BEAT,
    POSTGRES_LEAVE,
    POSTGRES_CLAIM,
    POSTGRES_NOTIFY,
    POSTGRES_OUTCOME,
    POSTGRES_END_OTHER,
    POSTGRES_STATEMENTS
};

enum { POSTGRES_VALUES = 20, POSTGRES_TRANSACTION = 24 };

struct postgres_store {
    struct store base;
    PGconn *connection; /* NULL: reconnect */
    int patience_ms;    /* timeout for any answer */
    int64_t silent_ms;  /* an unresponsive server is not asked again until then (monotonic); 0: it
                           answered */
    bool prepared[POSTGRES_STATEMENTS];
    bool in_transaction;
    bool again; /* the last failure was a conflict with another transaction: retry */
    char doubt[POSTGRES_TRANSACTION]; /* the transaction whose COMMIT was not answered; "": none */
    bool doubt_came_true;             /* the last transaction in doubt had been committed */
    char address[];
};

/* Timeouts: the usual one, and the one for statements that may read or change the whole database.
 */
enum { POSTGRES_PATIENCE_MS = 8000, POSTGRES_LONG_PATIENCE_MS = 600000 };

/* ---------------------------------------------------------------- postgres_connect.c */

/* Reconnects if needed, also if the loss was not noticed yet, and finds out whether the transaction
 * in doubt was committed. */
enum store_status postgres_ready(struct postgres_store *store);
void postgres_disconnect(struct postgres_store *store);

/* The server timed out: calls in the next second fail at once, instead of each waiting for its own
 * timeout. */
enum store_status postgres_silent(struct postgres_store *store);

/* ---------------------------------------------------------------- postgres_talk.c */

/* Sends a statement with its parameters as text, preparing it on first use. The caller then has to
 * read its results. */
enum store_status postgres_send(struct postgres_store *store, int statement, int count,
                                const char *const *values);

/*
 * Several statements in one round trip (libpq's pipeline mode). They are prepared before it begins,
 * added by postgres_send(), sent together, and each has a result. If BEGIN is among them, they
 * start a transaction that outlives the pipeline; otherwise the pipeline is a transaction by
 * itself: after a failure the rest is skipped, and all of it is rolled back.
 */
enum store_status postgres_prepare(struct postgres_store *store, int statement);
enum store_status postgres_pipeline(struct postgres_store *store);
enum store_status postgres_pipeline_begin(struct postgres_store *store);
enum store_status postgres_pipeline_send(struct postgres_store *store);
PGresult *
postgres_pipeline_result(struct postgres_store *store,
                         enum store_status *status); /* NULL after a loss, with the status */
enum store_status postgres_pipeline_end(struct postgres_store *store);

/* The next result; NULL at the end, or with the status set if the connection was lost. The caller
 * clears it. */
PGresult *postgres_result(struct postgres_store *store, enum store_status *status);

/* Sends and waits for the only result, which the caller clears; NULL on failure, with the status
 * set. */
PGresult *postgres_ask(struct postgres_store *store, int statement, int count,
                       const char *const *values, enum store_status *status);

/* Runs SQL without parameters, possibly several statements; returns the last result, or NULL on
 * failure, with the status set. */
PGresult *postgres_ask_plain(struct postgres_store *store, const char *sql,
                             enum store_status *status);
enum store_status postgres_do(struct postgres_store *store, const char *sql);

/* The status of a result: STORE_OK, STORE_TAKEN, STORE_NONE if what it refers to is missing, or a
 * failure with its message. */
enum store_status postgres_judge(struct postgres_store *store, const PGresult *result);

/* The connection is lost: sets a message with the reason (without a password) and drops it. */
enum store_status postgres_lost(struct postgres_store *store);

/* ---------------------------------------------------------------- the rest of the vtable */

enum store_status postgres_begin(struct store *store);
enum store_status postgres_end(struct store *store, enum store_status status);
enum store_status postgres_commit(struct store *store, struct store_batch *batch);
enum store_status postgres_read_logs(struct store *store, struct store_wanted *wanted, size_t count,
                                     store_log_line *line, void *context);
enum store_status postgres_beat(struct store *store, struct store_beat *beat, int64_t now_ms,
                                size_t most, store_code *due, void *context);
enum store_status postgres_leave(struct store *store, uint64_t fence);
enum store_status postgres_claim(struct store *store, uint64_t fence, struct store_claim *claims,
                                 size_t count);
enum store_status postgres_tell(struct store *store, const char *message);
enum store_status postgres_listen(struct store *store, store_told *told, void *context);
int postgres_file_descriptor(const struct store *store);

#endif
