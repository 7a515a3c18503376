/* pool.c - see pool.h. */
#include "pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 256 };

struct lie_pool {
    struct lie_pool_plan plan;
    struct lie_place *place;
    float *reach, *value; /* of each task; what it owns lies behind its reach */
    size_t tasks, room, taken;
    bool collects, failed;
    atomic_size_t next;
    atomic_bool short_of_memory;
};

struct lie_pool *lie_pool_open(const struct lie_pool_plan *plan)
{
    struct lie_pool *pool = calloc(1, sizeof *pool);
    if (pool) {
        pool->plan = *plan;
        pool->collects = true;
    }
    return pool;
}

void lie_pool_close(struct lie_pool *pool)
{
    free(pool->place);
    free(pool->reach);
    free(pool->value);
    free(pool);
}

static size_t task_floats(const struct lie_pool *pool)
{
    return (size_t)pool->plan.reach_width + (size_t)pool->plan.own_width;
}

bool lie_pool_takes(const struct lie_pool *pool, struct lie_place place)
{
    return place.below <= pool->plan.task_bits;
}

bool lie_pool_collects(const struct lie_pool *pool) { return pool->collects; }

static bool grow(struct lie_pool *pool)
{
    size_t room = pool->room ? 2 * pool->room : 256;
    struct lie_place *place = realloc(pool->place, room * sizeof *place);
    pool->place = place ? place : pool->place;
    float *reach = realloc(pool->reach, room * task_floats(pool) * sizeof *reach);
    pool->reach = reach ? reach : pool->reach;
    if (place && reach)
        pool->room = room;
    return place && reach;
}

void lie_pool_add(struct lie_pool *pool, struct lie_place place, const float *reach,
                  const float *own)
{
    pool->failed = pool->failed || (pool->tasks == pool->room && !grow(pool));
    if (pool->failed)
        return;
    pool->place[pool->tasks] = place;
    float *task = pool->reach + task_floats(pool) * pool->tasks++;
    memcpy(task, reach, (size_t)pool->plan.reach_width * sizeof *reach);
    if (pool->plan.own_width > 0)
        memcpy(task + pool->plan.reach_width, own, (size_t)pool->plan.own_width * sizeof *own);
}

static void *work(void *argument)
{
    struct lie_pool *pool = argument;
    const struct lie_pool_plan *plan = &pool->plan;
    float *scratch = malloc(plan->scratch_floats * sizeof *scratch);
    if (!scratch)
        atomic_store(&pool->short_of_memory, true);
    for (size_t task; scratch && (task = atomic_fetch_add(&pool->next, 1)) < pool->tasks;) {
        const float *reach = pool->reach + task * task_floats(pool);
        plan->walk(plan->context, pool->place[task], reach, reach + plan->reach_width,
                   pool->value + task * (size_t)plan->value_width, scratch);
    }
    free(scratch);
    return NULL;
}

bool lie_pool_run(struct lie_pool *pool)
{
    pthread_t thread[MOST_THREADS];
    int started = 0;
    pool->value = malloc((pool->tasks + 1) * (size_t)pool->plan.value_width * sizeof *pool->value);
    if (pool->failed || !pool->value)
        return false;
    while (started < pool->plan.threads - 1 && started < MOST_THREADS &&
           pthread_create(&thread[started], NULL, work, pool) == 0)
        started++;
    work(pool);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    pool->collects = false;
    return !atomic_load(&pool->short_of_memory);
}

const float *lie_pool_next(struct lie_pool *pool)
{
    return pool->value + (size_t)pool->plan.value_width * pool->taken++;
}
