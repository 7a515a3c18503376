/*
 * batch.c - group commit: all changes of one loop turn are one transaction.
 *
 * There are at most two batches: one being committed, one gathering. A table has at most one change
 * in them, so the order within a batch does not matter, and the results of the changes are
 * independent.
 */
#include "batch.h"

#include "actor.h"
#include "buffer.h"
#include "server/cluster/nodes.h"
#include "server/core/core.h"
#include "server/core/task.h"

#include <stdlib.h>
#include <string.h>

struct batch {
    struct job job;
    struct server *server;
    struct change *changes, **end;
    size_t count;
    uint64_t fence; /* the token that was this node's when it was sent */
    enum store_status status;
    char reason[STORE_MESSAGE];
    uint64_t took_ns;
};

struct batches {
    struct batch *gathering, *committing;
};

static struct batches *batches_of(const struct server *server)
{
    return module_state(server, MODULE_BATCH);
}

void batch_add(struct server *server, struct change *change)
{
    struct batch *batch = batches_of(server)->gathering;
    if (!batch) {
        batch = batches_of(server)->gathering = calloc(1, sizeof *batch);
        if (!batch)
            abort(); /* the program cannot go on without memory for what it promised to keep */
        batch->server = server;
        batch->end = &batch->changes;
    }
    change->append.lines = (const char *const *)change->line;
    *batch->end = change;
    batch->end = &change->next;
    batch->count++;
}

void change_free(struct change *change)
{
    for (uint32_t i = 0; i < change->append.count; i++)
        free(change->line[i]);
    free(change->events);
    request_release(change->request);
    free(change->missed.text);
    free(change->game);
    free(change->record);
    free(change->sitting);
    free(change);
}

static void stop(struct server *server)
{
    struct batch *batch = batches_of(server)->gathering;
    while (batch && batch->changes) {
        struct change *change = batch->changes;
        batch->changes = change->next;
        change_free(change);
    }
    free(batch);
}

/* ---------------------------------------------------------------- on the store's thread */

/* The arrays that the store wants, in one piece of memory. */
static struct store_batch gather(const struct batch *batch, void **memory)
{
    struct store_append *appends =
        malloc(batch->count *
               (sizeof *appends + sizeof(struct store_game) + sizeof(struct store_sitting)));
    if (!appends)
        abort();
    struct store_game *games = (struct store_game *)(appends + batch->count);
    struct store_sitting *sittings = (struct store_sitting *)(games + batch->count);
    struct store_batch work = {
        .appends = appends, .games = games, .sittings = sittings, .fence = batch->fence};
    for (const struct change *change = batch->changes; change; change = change->next) {
        appends[work.append_count++] = change->append;
        if (change->game)
            games[work.game_count++] = *change->game;
        if (change->sitting)
            sittings[work.sitting_count++] = *change->sitting;
    }
    *memory = appends;
    return work;
}

static bool note_missed(void *context, const char *code, uint32_t number, const char *line,
                        size_t length)
{
    struct change *change = ((struct batch *)context)->changes;
    while (change && strcmp(change->append.code, code) != 0)
        change = change->next;
    return change && buffer_add_line(&change->missed, code, number, line, length);
}

static void commit(struct job *job, void *place)
{
    struct batch *batch = (struct batch *)job;
    void *memory;
    struct store_batch work = gather(batch, &memory);
    work.missed = note_missed;
    work.context = batch;
    uint64_t began = uv_hrtime();
    batch->status = store_commit(place, &work);
    batch->took_ns = uv_hrtime() - began;
    if (batch->status != STORE_OK)
        lws_strncpy(batch->reason, store_message(place), sizeof batch->reason);
    size_t index = 0;
    for (struct change *change = batch->changes; change; change = change->next, index++) {
        change->append.refused = work.appends[index].refused;
        change->append.damaged = work.appends[index].damaged;
        change->append.too_many = work.appends[index].too_many;
        change->append.ended = work.appends[index].ended;
        change->append.owner = work.appends[index].owner;
    }
    free(memory);
}

/* ---------------------------------------------------------------- back on the loop */

static void count_commit(struct server *server, const struct batch *batch)
{
    double seconds = (double)batch->took_ns / 1e9;
    if (batch->status != STORE_OK) {
        server->metrics->commit_failures++;
        if (batch->status == STORE_FENCED)
            nodes_fenced(server);
        store_lost(server, batch->reason);
        return;
    }
    server->metrics->commits++;
    metrics_time(&server->metrics->commit, seconds);
}

static void committed(struct job *job)
{
    struct batch *batch = (struct batch *)job;
    struct server *server = batch->server;
    batches_of(server)->committing = NULL;
    count_commit(server, batch);
    while (batch->changes) {
        struct change *change = batch->changes;
        batch->changes = change->next;
        actor_written(change, batch->status);
    }
    free(batch);
    nodes_listen(server); /* before the next commit: lines on an old state would be refused */
    batch_flush(server);
}

void batch_flush(struct server *server)
{
    struct batches *batches = batches_of(server);
    if (!batches->gathering || batches->committing)
        return;
    struct batch *batch = batches->gathering;
    batches->gathering = NULL;
    batches->committing = batch;
    batch->job = (struct job){.work = commit, .done = committed};
    batch->fence = nodes_fence(server);
    pool_do(server->store_pool, &batch->job);
}

bool batch_is_idle(const struct server *server)
{
    return !batches_of(server)->gathering && !batches_of(server)->committing;
}

const struct module batch_module = {.name = "batch", .state = sizeof(struct batches), .stop = stop};
