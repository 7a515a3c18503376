/*
 * pool.c - the threads of a simulated server: a job is worked on when the world says so, and
 * finished when it says so.
 *
 * Between the two anything may happen. The store's thread works in order, on some or all of those
 * that go together; bots are asked in any order.
 */
#include "simulation.h"

/* A thread for that connection to the store, or for whatever else takes time. */
struct pool *pool_start(uv_loop_t *loop, int threads, void *const *places)
{
    struct node *node = &world.node[world.current];
    (void)loop, (void)threads;
    return places[0] == &node->store ? &node->store_pool : &node->workers;
}

void pool_stop(struct pool *pool, bool drop) { (void)pool, (void)drop; }

size_t pool_load(const struct pool *pool) { return pool->load; }

void pool_step_back(void) {} /* there is one thread */

static void put_last(struct job **list, struct job *job)
{
    while (*list)
        list = &(*list)->next;
    job->next = NULL;
    *list = job;
}

static struct job *take(struct job **list, unsigned index)
{
    for (; index > 0; index--)
        list = &(*list)->next;
    struct job *job = *list;
    *list = job->next;
    return job;
}

void pool_do(struct pool *pool, struct job *job)
{
    pool->load++;
    put_last(&pool->waiting, job);
}

/* Some more of those that wait first and go together with the last of `jobs`. */
static void take_together(struct pool *pool, struct job *jobs)
{
    for (struct job *last = jobs;
         pool->waiting && pool->waiting->work_all == jobs->work_all && !one_in(4);
         last = last->next) {
        last->next = take(&pool->waiting, 0);
        last->next->next = NULL;
    }
}

bool pool_work_one(struct pool *pool)
{
    unsigned count = 0;
    for (const struct job *job = pool->waiting; job; job = job->next)
        count++;
    if (count == 0)
        return false;
    struct job *job = take(&pool->waiting, pool->in_order ? 0 : chance(count));
    job->next = NULL;
    if (!job->work_all) {
        job->work(job, pool->place);
    } else {
        take_together(pool, job);
        job->work_all(job, pool->place);
    }
    for (struct job *next; job; job = next) {
        next = job->next;
        put_last(&pool->done, job);
    }
    return true;
}

bool pool_finish_one(struct pool *pool)
{
    if (!pool->done)
        return false;
    struct job *job = take(&pool->done, 0);
    pool->load--;
    job->done(job);
    return true;
}
