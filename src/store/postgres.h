/*
 * postgres.h - a store in a PostgreSQL database that several nodes share: what its source files share.
 *
 * Everything is in the schema `stos`. Each wait for the server has an end, so a dead one is noticed in seconds, and whoever
 * waits behind it hears of it at the same time. A lost connection is made again by the next call; messages may have been
 * missed then, which the number of the session tells. No message contains a password.
 */
#ifndef STOS_STORE_POSTGRES_H
#define STOS_STORE_POSTGRES_H

#include "store_internal.h"

#include <libpq-fe.h>

/* Statements that only PostgreSQL has, numbered behind the common ones. */
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
    PGconn *connection; /* NULL: to be made again */
    int patience_ms;    /* the longest wait for a sign of life */
    int64_t silent_ms;  /* until then (monotonic) a server that did not answer is not asked again; 0: it answered */
    bool prepared[POSTGRES_STATEMENTS];
    bool in_transaction;
    bool again;                       /* in what failed last, another transaction was in the way */
    char doubt[POSTGRES_TRANSACTION]; /* the transaction whose COMMIT was not answered; "": none */
    bool doubt_came_true;             /* the last one that was in doubt had been committed */
    char address[];
};

/* How long to wait: usually, and for what may read or change the whole database. */
enum { POSTGRES_PATIENCE_MS = 8000, POSTGRES_LONG_PATIENCE_MS = 600000 };

/* ---------------------------------------------------------------- postgres_connect.c */

/* Makes the connection again where that is needed, also where nobody has noticed yet, and finds out what was in doubt. */
enum store_status postgres_ready(struct postgres_store *store);
void postgres_disconnect(struct postgres_store *store);

/* The server was waited for in vain: whoever asks in the next second is told so at once, and does not wait one after the other. */
enum store_status postgres_silent(struct postgres_store *store);

/* ---------------------------------------------------------------- postgres_talk.c */

/* Sends a statement with its parameters as texts, preparing it at its first use; its results are to be read then. */
enum store_status postgres_send(struct postgres_store *store, int statement, int count, const char *const *values);

/*
 * Several statements in one round trip (libpq's pipeline mode). They are prepared before it begins, put into it by postgres_send(),
 * sent together, and each has a result. With BEGIN among them they are the beginning of a transaction; else they are one by themselves,
 * which ends with the pipeline: after a failure the rest is not done, and nothing of it stays.
 */
enum store_status postgres_prepare(struct postgres_store *store, int statement);
enum store_status postgres_pipeline(struct postgres_store *store);
enum store_status postgres_pipeline_begin(struct postgres_store *store);
enum store_status postgres_pipeline_send(struct postgres_store *store);
PGresult *postgres_pipeline_result(struct postgres_store *store, enum store_status *status); /* NULL after a loss, with the status */
enum store_status postgres_pipeline_end(struct postgres_store *store);

/* The next result of what was sent; NULL at the end, or after a loss, with the status. The caller clears it. */
PGresult *postgres_result(struct postgres_store *store, enum store_status *status);

/* Sends and waits for the only result, which the caller clears; NULL after a failure, with the status. */
PGresult *postgres_ask(struct postgres_store *store, int statement, int count, const char *const *values, enum store_status *status);

/* SQL without parameters, of several statements; the last one's result, or NULL after a failure, with the status. */
PGresult *postgres_ask_plain(struct postgres_store *store, const char *sql, enum store_status *status);
enum store_status postgres_do(struct postgres_store *store, const char *sql);

/* What a result means: STORE_OK, STORE_TAKEN, STORE_NONE when what it refers to is missing, or a failure with its message. */
enum store_status postgres_judge(struct postgres_store *store, const PGresult *result);

/* The connection is gone: says why, in words without a password, and drops it. */
enum store_status postgres_lost(struct postgres_store *store);

/* ---------------------------------------------------------------- the rest of the table of functions */

enum store_status postgres_begin(struct store *store);
enum store_status postgres_end(struct store *store, enum store_status status);
enum store_status postgres_commit(struct store *store, struct store_batch *batch);
enum store_status postgres_read_logs(struct store *store, struct store_wanted *wanted, size_t count, store_log_line *line, void *context);
enum store_status postgres_beat(struct store *store, struct store_beat *beat, int64_t now_ms, size_t most, store_code *due, void *context);
enum store_status postgres_leave(struct store *store, uint64_t fence);
enum store_status postgres_claim(struct store *store, uint64_t fence, struct store_claim *claims, size_t count);
enum store_status postgres_tell(struct store *store, const char *message);
enum store_status postgres_listen(struct store *store, store_told *told, void *context);
int postgres_file_descriptor(const struct store *store);

#endif
