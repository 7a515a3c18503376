/* postgres_nodes.c - see postgres.h: the lease of this node (store.h explains why), and messages
 * between nodes. */
#include "postgres_array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TELL_MOST = 4000 };

/* ---------------------------------------------------------------- leases */

static void write_number(char out[24], uint64_t number)
{
    snprintf(out, 24, "%lld", (long long)number);
}

/* The only result of a statement, or NULL with the status. */
static PGresult *ask(struct postgres_store *store, int statement, int count,
                     const char *const *values, enum store_status *status)
{
    *status = postgres_ready(store);
    PGresult *result =
        *status == STORE_OK ? postgres_ask(store, statement, count, values, status) : NULL;
    if (result)
        *status = postgres_judge(store, result);
    if (*status == STORE_OK)
        return result;
    PQclear(result);
    return NULL;
}

static uint64_t value_of(const PGresult *result, int row, int column)
{
    return strtoull(PQgetvalue(result, row, column), NULL, 10);
}

/* A new lease. It is durable before it is used: a token must never be given out twice. */
static enum store_status join(struct postgres_store *store, struct store_beat *beat)
{
    enum store_status status;
    PGresult *result = ask(store, POSTGRES_JOIN, 0, NULL, &status);
    if (!result)
        return status;
    beat->fence = value_of(result, 0, 0);
    if (beat->alive_count < STORE_NODES)
        beat->alive[beat->alive_count++] = beat->fence;
    PQclear(result);
    return STORE_OK;
}

/* Rows are tokens that are alive, and codes of tables whose time has come. True: the node's own
 * token is among them. */
static bool read_beat(const PGresult *result, struct store_beat *beat, store_code *due,
                      void *context)
{
    bool holds = false, more = true;
    for (int row = 0; row < PQntuples(result); row++) {
        uint64_t fence = value_of(result, row, 0);
        holds |= fence && fence == beat->fence;
        if (fence && beat->alive_count < STORE_NODES)
            beat->alive[beat->alive_count++] = fence;
        else if (!fence && more)
            more = due(context, PQgetvalue(result, row, 1));
    }
    return holds;
}

enum store_status postgres_beat(struct store *base, struct store_beat *beat, int64_t now_ms,
                                size_t most, store_code *due, void *context)
{
    struct postgres_store *store = (struct postgres_store *)base;
    enum store_status status;
    char fence[24], lease_ms[24], now[24], limit[24];
    const char *values[] = {fence, lease_ms, now, limit};
    write_number(fence, beat->fence);
    write_number(lease_ms, STORE_LEASE_MS);
    write_number(now, (uint64_t)now_ms);
    write_number(limit, most);
    PGresult *result = ask(store, POSTGRES_BEAT, 4, values, &status);
    if (!result)
        return status;
    bool holds = read_beat(result, beat, due, context);
    PQclear(result);
    return holds ? STORE_OK : join(store, beat);
}

enum store_status postgres_leave(struct store *base, uint64_t fence)
{
    enum store_status status;
    char number[24];
    const char *values[] = {number};
    write_number(number, fence);
    PQclear(ask((struct postgres_store *)base, POSTGRES_LEAVE, 1, values, &status));
    return status;
}

static int compare_claims(const void *left, const void *right)
{
    const struct store_claim *a = left, *b = right;
    return strcmp(a->code, b->code);
}

static void note_owner(struct store_claim *claims, size_t count, const PGresult *result, int row)
{
    struct store_claim key;
    snprintf(key.code, sizeof key.code, "%s", PQgetvalue(result, row, 0));
    struct store_claim *claim = bsearch(&key, claims, count, sizeof key, compare_claims);
    if (claim)
        claim->owner = value_of(result, row, 1);
}

enum store_status postgres_claim(struct store *base, uint64_t fence, struct store_claim *claims,
                                 size_t count)
{
    enum store_status status = STORE_OK;
    char number[24];
    struct postgres_arrays arrays = {0};
    write_number(number, fence);
    qsort(claims, count, sizeof *claims, compare_claims);
    for (size_t i = 0; i < count; i++)
        postgres_arrays_text(&arrays, 0, claims[i].code);
    const char *const *codes = postgres_arrays_values(&arrays, 1);
    PGresult *result = NULL;
    if (codes)
        result = ask((struct postgres_store *)base, POSTGRES_CLAIM, 2,
                     (const char *const[]){number, codes[0]}, &status);
    else
        status = store_fail(base, STORE_DOWN, "There is not enough memory to claim tables.");
    for (int row = 0; row < (result ? PQntuples(result) : 0); row++)
        note_owner(claims, count, result, row);
    postgres_arrays_free(&arrays);
    PQclear(result);
    return status;
}

/* ---------------------------------------------------------------- messages */

static size_t longest_line(const char *text)
{
    size_t longest = 0, length;
    for (; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        longest = length > longest ? length : longest;
    }
    return longest;
}

enum store_status postgres_tell(struct store *base, const char *message)
{
    struct postgres_store *store = (struct postgres_store *)base;
    if (longest_line(message) > TELL_MOST)
        return store_fail(base, STORE_BROKEN, "A message to other nodes has at most %d bytes.",
                          TELL_MOST);
    enum store_status status;
    const char *values[] = {message};
    PQclear(ask(store, POSTGRES_NOTIFY, 1, values, &status));
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
