/* postgres_nodes.c - see postgres.h: locks of this node, and messages between nodes. */
#include "postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TELL_MOST = 4000 };

/* ---------------------------------------------------------------- the locks that this session holds */

/* The number of an advisory lock: FNV-1a. */
static uint64_t lock_number(const char *code)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (; *code; code++)
        hash = (hash ^ (unsigned char)*code) * 0x100000001b3;
    return hash;
}

/* Where a lock is in the sorted list, or would be. */
static size_t place_of(const struct postgres_store *store, uint64_t lock)
{
    size_t low = 0, high = store->lock_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (store->locks[middle] < lock)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool holds(const struct postgres_store *store, uint64_t lock)
{
    size_t place = place_of(store, lock);
    return place < store->lock_count && store->locks[place] == lock;
}

static bool make_room(struct postgres_store *store)
{
    if (store->lock_count < store->lock_room)
        return true;
    size_t room = store->lock_room ? store->lock_room * 2 : 64;
    uint64_t *locks = realloc(store->locks, room * sizeof *locks);
    if (!locks)
        return false;
    store->locks = locks;
    store->lock_room = room;
    return true;
}

static void remember(struct postgres_store *store, uint64_t lock)
{
    size_t place = place_of(store, lock);
    memmove(&store->locks[place + 1], &store->locks[place], (store->lock_count - place) * sizeof *store->locks);
    store->locks[place] = lock;
    store->lock_count++;
}

static void forget(struct postgres_store *store, uint64_t lock)
{
    size_t place = place_of(store, lock);
    store->lock_count--;
    memmove(&store->locks[place], &store->locks[place + 1], (store->lock_count - place) * sizeof *store->locks);
}

/* Asks something about one lock; the answer is a number. */
static enum store_status ask_number(struct postgres_store *store, int statement, const uint64_t *lock, bool *yes)
{
    char number[24];
    const char *values[] = {number};
    snprintf(number, sizeof number, "%lld", lock ? (long long)*lock : 0);
    enum store_status status = STORE_OK;
    PGresult *result = postgres_ask(store, statement, lock ? 1 : 0, values, &status);
    if (result)
        status = postgres_judge(store, result, NULL);
    *yes = status == STORE_OK && PQntuples(result) == 1 && *PQgetvalue(result, 0, 0) == '1';
    PQclear(result);
    return status;
}

enum store_status postgres_lock(struct store *base, const char *code, bool *mine)
{
    struct postgres_store *store = (struct postgres_store *)base;
    uint64_t lock = lock_number(code);
    enum store_status status = postgres_ready(store);
    if (status != STORE_OK)
        return status;
    if (holds(store, lock))
        return ask_number(store, POSTGRES_ALIVE, NULL, mine);
    if (!make_room(store))
        return store_fail(base, STORE_DOWN, "There is not enough memory for another lock.");
    status = ask_number(store, POSTGRES_TRY_LOCK, &lock, mine);
    if (*mine)
        remember(store, lock);
    return status;
}

enum store_status postgres_unlock(struct store *base, const char *code)
{
    struct postgres_store *store = (struct postgres_store *)base;
    uint64_t lock = lock_number(code);
    if (!store->connection || !holds(store, lock))
        return STORE_OK;
    bool held;
    enum store_status status = ask_number(store, POSTGRES_UNLOCK, &lock, &held);
    if (status == STORE_OK)
        forget(store, lock);
    return status;
}

/* ---------------------------------------------------------------- messages */

enum store_status postgres_tell(struct store *base, const char *message)
{
    struct postgres_store *store = (struct postgres_store *)base;
    if (strlen(message) > TELL_MOST)
        return store_fail(base, STORE_BROKEN, "A message to other nodes has at most %d bytes.", TELL_MOST);
    enum store_status status = postgres_ready(store);
    if (status != STORE_OK)
        return status;
    const char *values[] = {message};
    PGresult *result = postgres_ask(store, POSTGRES_NOTIFY, 1, values, &status);
    if (result)
        status = postgres_judge(store, result, NULL);
    PQclear(result);
    return status;
}

enum store_status postgres_listen(struct store *base, store_told *told, void *context)
{
    struct postgres_store *store = (struct postgres_store *)base;
    enum store_status status = postgres_ready(store);
    if (status != STORE_OK)
        return status;
    if (!PQconsumeInput(store->connection))
        return postgres_lost(store);
    PGnotify *news;
    while ((news = PQnotifies(store->connection))) {
        if (news->be_pid != PQbackendPID(store->connection))
            told(context, news->extra);
        PQfreemem(news);
    }
    return STORE_OK;
}

int postgres_file_descriptor(const struct store *base)
{
    const struct postgres_store *store = (const struct postgres_store *)base;
    return store->connection ? PQsocket(store->connection) : -1;
}
