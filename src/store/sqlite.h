/*
 * sqlite.h - a store in one SQLite file: what its source files share.
 *
 * Write-ahead log with full sync: committed data survives power loss. Statements are prepared once
 * and kept. If a connection may no longer be usable (file replaced, damaged, unreadable), it is
 * closed and the next call opens it again, but never creates a new file in place of one that has
 * disappeared.
 */
#ifndef STOS_STORE_SQLITE_H
#define STOS_STORE_SQLITE_H

#include "store_internal.h"

#include <pthread.h>
#include <sqlite3.h>

enum sqlite_checkpoint_stage { CHECKPOINT_IDLE, CHECKPOINT_ASKED, CHECKPOINT_DONE };

/* The thread that checkpoints the log, that is, moves its pages into the file; stage and written
 * are shared with it, under the lock. */
struct sqlite_checkpoint {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work;
    bool running, stopping;
    enum sqlite_checkpoint_stage stage;
    int written;          /* pages of the log that were in the file after its last pass */
    int begin_at, passes; /* not shared: length of the log at which to begin; how often the thread
                             was asked since */
};

struct sqlite_store {
    struct store base;
    sqlite3 *database; /* NULL: reopen */
    sqlite3_stmt *kept[STORE_STATEMENTS];
    struct sqlite_checkpoint checkpoint;
    int server_lock; /* the descriptor that holds it; -1: this is not the server's store */
    char file[];
};

/* Whether the store is in memory only, so that there is nothing to reopen. */
bool sqlite_forgets(const struct sqlite_store *store);

/* The status for a result code of SQLite; sets a message that says what to do. */
enum store_status sqlite_fail(struct sqlite_store *store, int code);

/* Why a file could not be created, by errno, worded to follow a colon. */
const char *sqlite_why_unmade(const char *path);

/* Reopens the file if needed. */
enum store_status sqlite_ready(struct sqlite_store *store);

/* Runs SQL that has no parameters and returns no rows. */
enum store_status sqlite_do(struct sqlite_store *store, const char *sql);

/* Opens the file, applies the settings and brings the schema up to date. `make`: create the file if
 * it is missing. */
enum store_status sqlite_connect(struct sqlite_store *store, bool make);
void sqlite_disconnect(struct sqlite_store *store);

/* Checkpointing: started for a new connection, ended with the store. */
void sqlite_begin_checkpoint(struct sqlite_store *store);
void sqlite_end_checkpoint(struct sqlite_store *store);

/* The rest of the vtable. */
enum store_status sqlite_begin(struct store *store);
enum store_status sqlite_end(struct store *store, enum store_status status);
enum store_status sqlite_commit(struct store *store, struct store_batch *batch);
enum store_status sqlite_backup(struct store *store, const char *file, store_copied *copied,
                                void *context);
enum store_status sqlite_check(struct store *store);
enum store_status sqlite_serve(struct store *store);

#endif
