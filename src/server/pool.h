/*
 * pool.h - worker pools: threads that do jobs for the loop: one for the store, some for bots.
 *
 * Jobs of one owner are done in order. Between owners the pool shares its time: next is the owner that has used the least of
 * it while others waited (start-time fair queuing), so whoever has twenty slow jobs waits for themselves only; of equals, whoever waits
 * longest.
 *
 * Jobs that ask the same of a store can share the way to it: those with the same work_all() that wait one behind the other are worked on
 * together, by one call. (The same thought as the group commit of batch.h: the more wait, the less each costs.)
 *
 * A job is started by the loop, worked on by one thread of a pool, and finished on the loop again, in the order in which
 * they were done. A job owns copies of all it needs; nothing is shared while it is under way, so nothing is locked but
 * the two queues.
 */
#ifndef STOS_SERVER_POOL_H
#define STOS_SERVER_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

struct job {
    void (*work)(struct job *job, void *place);      /* on a thread of the pool; `place` is that thread's own */
    void (*work_all)(struct job *jobs, void *place); /* or, in its place, this one: on a list of jobs, by `next` */
    void (*done)(struct job *job);                   /* on the loop; frees the job */
    uint64_t owner;                                  /* for whom: owners get equal shares of time; 0 is one like the others */
    bool dropped;                                    /* the pool stopped before it was worked on */
    uint64_t arrival;                                /* the pool's own count */
    struct job *next;
};

enum { POOL_TOGETHER = 500 }; /* jobs at most that are worked on by one call */

static inline size_t job_count(const struct job *jobs)
{
    size_t count = 0;
    for (; jobs; jobs = jobs->next)
        count++;
    return count;
}

struct pool;

/* `places` are one for each thread: a store, or memory for their search. NULL when threads or memory lack. */
struct pool *pool_start(uv_loop_t *loop, int threads, void *const *places);

/* How many jobs wait or are worked on. */
size_t pool_load(const struct pool *pool);

void pool_do(struct pool *pool, struct job *job);

/*
 * For a job: from now on its thread lets the others go first, for good. (On Linux a priority is a thread's own.) By LITTLE where a person
 * waits: on a machine that is busy all the time, whoever takes only what others leave would wait for minutes.
 */
enum pool_step { POOL_STEP_LITTLE = 12, POOL_STEP_FAR = 15 };
void pool_step_back(enum pool_step step);

/*
 * Ends the threads when they have done what they are at; what waits is done too, or (`drop`) finished without being worked
 * on. The pool is freed by the loop.
 */
void pool_stop(struct pool *pool, bool drop);

#endif
