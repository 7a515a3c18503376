/*
 * sqlite_fold.c - see sqlite.h: folds the write-ahead log into the file, beside the commits.
 *
 * A thread with a connection of its own writes the pages and waits for the disk while commits go on. The log starts anew
 * only when all of it is in the file; so the little that came meanwhile is folded in by the store itself, between two
 * commits. Nothing can be lost here: what is not in the file is in the log, and a fold that failed is tried again.
 */
#include "sqlite.h"

#include <stddef.h>

enum {
    FOLD_PAGES = 4000,  /* of the log, when folding begins: 16 MiB */
    LITTLE_PAGES = 250, /* so few are folded between two commits */
    PASSES_MOST = 4,    /* by the thread, before the rest is folded whatever it is */
};

/* ---------------------------------------------------------------- the thread */

/* How many pages of the log are in the file now; 0 when that cannot be told. */
static int fold_once(const char *file)
{
    sqlite3 *database = NULL;
    int in_log = 0, in_file = 0;
    int code = sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) /* a connection finds the log when it first reads */
        code = sqlite3_exec(database, "PRAGMA synchronous = FULL; PRAGMA user_version", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_wal_checkpoint_v2(database, NULL, SQLITE_CHECKPOINT_PASSIVE, &in_log, &in_file);
    sqlite3_close(database);
    return code == SQLITE_OK && in_file > 0 ? in_file : 0;
}

static void *fold_when_asked(void *context)
{
    struct sqlite_store *store = context;
    struct sqlite_fold *fold = &store->fold;
    pthread_mutex_lock(&fold->lock);
    for (;;) {
        while (fold->stage != FOLD_ASKED && !fold->stopping)
            pthread_cond_wait(&fold->work, &fold->lock);
        if (fold->stopping)
            break;
        pthread_mutex_unlock(&fold->lock);
        int folded = fold_once(store->file);
        pthread_mutex_lock(&fold->lock);
        fold->folded = folded;
        fold->stage = FOLD_DONE;
    }
    pthread_mutex_unlock(&fold->lock);
    return NULL;
}

static bool start_thread(struct sqlite_store *store)
{
    struct sqlite_fold *fold = &store->fold;
    if (!fold->running) {
        pthread_mutex_init(&fold->lock, NULL);
        pthread_cond_init(&fold->work, NULL);
        fold->running = pthread_create(&fold->thread, NULL, fold_when_asked, store) == 0;
    }
    return fold->running;
}

void sqlite_end_fold(struct sqlite_store *store)
{
    struct sqlite_fold *fold = &store->fold;
    if (!fold->running)
        return;
    pthread_mutex_lock(&fold->lock);
    fold->stopping = true;
    pthread_cond_signal(&fold->work);
    pthread_mutex_unlock(&fold->lock);
    pthread_join(fold->thread, NULL);
    pthread_mutex_destroy(&fold->lock);
    pthread_cond_destroy(&fold->work);
}

/* ---------------------------------------------------------------- between two commits */

/* The rest, by the store itself; where somebody who reads keeps the log from starting anew, it may grow until the next time. */
static void fold_rest(struct sqlite_store *store, int pages)
{
    int in_log = 0, in_file = 0;
    int code = sqlite3_wal_checkpoint_v2(store->database, NULL, SQLITE_CHECKPOINT_PASSIVE, &in_log, &in_file);
    bool whole = code == SQLITE_OK && in_file == in_log;
    store->fold.begin_at = whole ? FOLD_PAGES : pages + FOLD_PAGES;
    store->fold.passes = 0;
}

static void ask_thread(struct sqlite_fold *fold)
{
    pthread_mutex_lock(&fold->lock);
    fold->stage = FOLD_ASKED;
    fold->passes++;
    pthread_cond_signal(&fold->work);
    pthread_mutex_unlock(&fold->lock);
}

/* What the thread has done since it was asked; FOLD_DONE is told once. */
static enum sqlite_fold_stage look(struct sqlite_fold *fold, int *folded)
{
    pthread_mutex_lock(&fold->lock);
    enum sqlite_fold_stage stage = fold->stage;
    *folded = fold->folded;
    if (stage == FOLD_DONE)
        fold->stage = FOLD_IDLE;
    pthread_mutex_unlock(&fold->lock);
    return stage;
}

/* SQLite calls this after each commit, with the length of the log. */
static int committed(void *context, sqlite3 *database, const char *name, int pages)
{
    struct sqlite_store *store = context;
    struct sqlite_fold *fold = &store->fold;
    int folded = 0;
    (void)database, (void)name;
    if (fold->passes == 0 && pages < fold->begin_at)
        return SQLITE_OK;
    if (!start_thread(store)) {
        fold_rest(store, pages);
        return SQLITE_OK;
    }
    enum sqlite_fold_stage stage = fold->passes == 0 ? FOLD_IDLE : look(fold, &folded);
    if (stage == FOLD_ASKED)
        return SQLITE_OK;
    if (stage == FOLD_DONE && (pages - folded <= LITTLE_PAGES || fold->passes >= PASSES_MOST))
        fold_rest(store, pages);
    else
        ask_thread(fold);
    return SQLITE_OK;
}

void sqlite_begin_fold(struct sqlite_store *store)
{
    store->fold.begin_at = FOLD_PAGES;
    sqlite3_wal_hook(store->database, committed, store);
}
