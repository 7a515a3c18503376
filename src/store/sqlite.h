/*
 * sqlite.h - a store in one SQLite file: what its source files share.
 *
 * Write-ahead log with full sync: what was committed survives power loss. Statements are prepared once and kept. When a
 * connection may be no good any more (file replaced, damaged, unreadable) it is closed and the next call opens it again,
 * but never makes a new file in place of one that has gone.
 */
#ifndef STOS_STORE_SQLITE_H
#define STOS_STORE_SQLITE_H

#include "store_internal.h"

#include <pthread.h>
#include <sqlite3.h>

enum sqlite_checkpoint_stage { CHECKPOINT_IDLE, CHECKPOINT_ASKED, CHECKPOINT_DONE };

/* The thread that checkpoints the log: moves its pages into the file; stage and written are shared with it, under the lock. */
struct sqlite_checkpoint {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work;
    bool running, stopping;
    enum sqlite_checkpoint_stage stage;
    int written;          /* pages of the log that were in the file after its last pass */
    int begin_at, passes; /* the store's own: length of the log at which to begin; times that the thread was asked since */
};

struct sqlite_store {
    struct store base;
    sqlite3 *database; /* NULL: to be opened again */
    sqlite3_stmt *kept[STORE_STATEMENTS];
    struct sqlite_checkpoint checkpoint;
    int server_lock; /* the descriptor that holds it; -1: this is not the server's store */
    char file[];
};

/* Whether it is in memory only: then there is nothing to open again. */
bool sqlite_forgets(const struct sqlite_store *store);

/* What a result code of SQLite means for the caller, with a message that says what to do. */
enum store_status sqlite_fail(struct sqlite_store *store, int code);

/* Why a file could not be made, by errno, in words that fit behind a colon. */
const char *sqlite_why_unmade(const char *path);

/* Opens the file again where that is needed. */
enum store_status sqlite_ready(struct sqlite_store *store);

/* Runs SQL without parameters and rows. */
enum store_status sqlite_do(struct sqlite_store *store, const char *sql);

/* Opening: settings, the schema. `make`: a file that is missing is made. */
enum store_status sqlite_connect(struct sqlite_store *store, bool make);
void sqlite_disconnect(struct sqlite_store *store);

/* Folding the log into the file: for a new connection, and for the end of the store. */
void sqlite_begin_checkpoint(struct sqlite_store *store);
void sqlite_end_checkpoint(struct sqlite_store *store);

/* The rest of the table of functions. */
enum store_status sqlite_begin(struct store *store);
enum store_status sqlite_end(struct store *store, enum store_status status);
enum store_status sqlite_commit(struct store *store, struct store_batch *batch);
enum store_status sqlite_backup(struct store *store, const char *file, store_copied *copied, void *context);
enum store_status sqlite_check(struct store *store);
enum store_status sqlite_serve(struct store *store);

#endif
