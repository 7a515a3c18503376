/*
 * sqlite_checkpoint.c - see sqlite.h: checkpoints the write-ahead log (moves its pages into the
 * file) while commits go on.
 *
 * A thread with its own connection writes the pages and waits for the disk, so commits need not.
 * The log restarts from the beginning only when all of it is in the file; so the store itself moves
 * the few pages that were added meanwhile, between two commits. Nothing can be lost here: what is
 * not in the file is in the log, and a failed checkpoint is retried.
 */
#include "sqlite.h"

#include <stddef.h>

enum {
    CHECKPOINT_PAGES = 4000, /* of the log, when a checkpoint begins: 16 MiB */
    LITTLE_PAGES = 250,      /* so few are moved between two commits */
    PASSES_MOST = 4,         /* by the thread, before the rest is moved, however much it is */
};

/* ---------------------------------------------------------------- the thread */

/* How many pages of the log are in the file now; 0 when that cannot be told. */
static int checkpoint_once(const char *file)
{
    sqlite3 *database = NULL;
    int in_log = 0, in_file = 0;
    int code = sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) /* a connection finds the log when it first reads */
        code = sqlite3_exec(database, "PRAGMA synchronous = FULL; PRAGMA user_version", NULL, NULL,
                            NULL);
    if (code == SQLITE_OK)
        code =
            sqlite3_wal_checkpoint_v2(database, NULL, SQLITE_CHECKPOINT_PASSIVE, &in_log, &in_file);
    sqlite3_close(database);
    return code == SQLITE_OK && in_file > 0 ? in_file : 0;
}

static void *checkpoint_when_asked(void *context)
{
    struct sqlite_store *store = context;
    struct sqlite_checkpoint *checkpoint = &store->checkpoint;
    pthread_mutex_lock(&checkpoint->lock);
    for (;;) {
        while (checkpoint->stage != CHECKPOINT_ASKED && !checkpoint->stopping)
            pthread_cond_wait(&checkpoint->work, &checkpoint->lock);
        if (checkpoint->stopping)
            break;
        pthread_mutex_unlock(&checkpoint->lock);
        int written = checkpoint_once(store->file);
        pthread_mutex_lock(&checkpoint->lock);
        checkpoint->written = written;
        checkpoint->stage = CHECKPOINT_DONE;
    }
    pthread_mutex_unlock(&checkpoint->lock);
    return NULL;
}

static bool start_thread(struct sqlite_store *store)
{
    struct sqlite_checkpoint *checkpoint = &store->checkpoint;
    if (!checkpoint->running) {
        pthread_mutex_init(&checkpoint->lock, NULL);
        pthread_cond_init(&checkpoint->work, NULL);
        checkpoint->running =
            pthread_create(&checkpoint->thread, NULL, checkpoint_when_asked, store) == 0;
    }
    return checkpoint->running;
}

void sqlite_end_checkpoint(struct sqlite_store *store)
{
    struct sqlite_checkpoint *checkpoint = &store->checkpoint;
    if (!checkpoint->running)
        return;
    pthread_mutex_lock(&checkpoint->lock);
    checkpoint->stopping = true;
    pthread_cond_signal(&checkpoint->work);
    pthread_mutex_unlock(&checkpoint->lock);
    pthread_join(checkpoint->thread, NULL);
    pthread_mutex_destroy(&checkpoint->lock);
    pthread_cond_destroy(&checkpoint->work);
}

/* ---------------------------------------------------------------- between two commits */

/* The rest, by the store itself; where somebody who reads keeps the log from starting anew, it may
 * grow until the next time. */
static void checkpoint_rest(struct sqlite_store *store, int pages)
{
    int in_log = 0, in_file = 0;
    int code = sqlite3_wal_checkpoint_v2(store->database, NULL, SQLITE_CHECKPOINT_PASSIVE, &in_log,
                                         &in_file);
    bool whole = code == SQLITE_OK && in_file == in_log;
    store->checkpoint.begin_at = whole ? CHECKPOINT_PAGES : pages + CHECKPOINT_PAGES;
    store->checkpoint.passes = 0;
}

static void ask_thread(struct sqlite_checkpoint *checkpoint)
{
    pthread_mutex_lock(&checkpoint->lock);
    checkpoint->stage = CHECKPOINT_ASKED;
    checkpoint->passes++;
    pthread_cond_signal(&checkpoint->work);
    pthread_mutex_unlock(&checkpoint->lock);
}

/* What the thread has done since it was asked; CHECKPOINT_DONE is told once. */
static enum sqlite_checkpoint_stage look(struct sqlite_checkpoint *checkpoint, int *written)
{
    pthread_mutex_lock(&checkpoint->lock);
    enum sqlite_checkpoint_stage stage = checkpoint->stage;
    *written = checkpoint->written;
    if (stage == CHECKPOINT_DONE)
        checkpoint->stage = CHECKPOINT_IDLE;
    pthread_mutex_unlock(&checkpoint->lock);
    return stage;
}

/* SQLite calls this after each commit, with the length of the log. */
static int committed(void *context, sqlite3 *database, const char *name, int pages)
{
    struct sqlite_store *store = context;
    struct sqlite_checkpoint *checkpoint = &store->checkpoint;
    int written = 0;
    (void)database, (void)name;
    if (checkpoint->passes == 0 && pages < checkpoint->begin_at)
        return SQLITE_OK;
    if (!start_thread(store)) {
        checkpoint_rest(store, pages);
        return SQLITE_OK;
    }
    enum sqlite_checkpoint_stage stage =
        checkpoint->passes == 0 ? CHECKPOINT_IDLE : look(checkpoint, &written);
    if (stage == CHECKPOINT_ASKED)
        return SQLITE_OK;
    if (stage == CHECKPOINT_DONE &&
        (pages - written <= LITTLE_PAGES || checkpoint->passes >= PASSES_MOST))
        checkpoint_rest(store, pages);
    else
        ask_thread(checkpoint);
    return SQLITE_OK;
}

void sqlite_begin_checkpoint(struct sqlite_store *store)
{
    store->checkpoint.begin_at = CHECKPOINT_PAGES;
    sqlite3_wal_hook(store->database, committed, store);
}
