/*
 * pool.h - worker pools: threads that do jobs for the loop, such as one for the store and some for
 * bots.
 *
 * Jobs of one owner are done in order. Owners share the pool's time fairly: next is the owner that
 * has used the least of it while others waited (start-time fair queuing), so somebody with twenty
 * slow jobs delays only themselves; ties go to whoever has waited longest.
 *
 * Jobs that ask the same of a store can share a round trip: consecutive waiting jobs with the same
 * work_all() are worked on together, by one call. (The same idea as the group commit of batch.h:
 * the more jobs wait, the less each costs.)
 *
 * A job is started by the loop, worked on by one thread of a pool, and finished on the loop again,
 * in order of completion. A job owns copies of all it needs; nothing is shared while it is under
 * way, so only the two queues need locks.
 */
#ifndef STOS_SERVER_POOL_H
#define STOS_SERVER_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

struct job {
    void (*work)(struct job *job,
                 void *place); /* on a thread of the pool; `place` is that thread's scratch */
    void (*work_all)(struct job *jobs,
                     void *place); /* or this one instead: on a list of jobs, linked by `next` */
    void (*done)(struct job *job); /* on the loop; frees the job */
    uint64_t owner;   /* owners get equal shares of time; 0 is an owner like any other */
    bool dropped;     /* the pool stopped before it was worked on */
    uint64_t arrival; /* the pool's own count */
    struct job *next;
};

enum { POOL_TOGETHER = 500 }; /* the most jobs worked on by one call */

static inline size_t job_count(const struct job *jobs)
{
    size_t count = 0;
    for (; jobs; jobs = jobs->next)
        count++;
    return count;
}

struct pool;

/* `places`: one for each thread, a store or scratch memory. NULL if out of memory or threads. */
struct pool *pool_start(uv_loop_t *loop, int threads, void *const *places);

/* How many jobs wait or are being worked on. */
size_t pool_load(const struct pool *pool);

void pool_do(struct pool *pool, struct job *job);

/*
 * Called by a job: permanently lowers the priority of its thread. (On Linux, each thread has its
 * own nice value.) Not if a person waits for the result: on a machine that is always busy, a thread
 * that gets only idle time would take minutes.
 */
void pool_step_back(void);

/*
 * Ends the threads when they have finished their current jobs; jobs that wait are worked on too, or
 * (`drop`) finished without being worked on. The pool is freed by the loop.
 */
void pool_stop(struct pool *pool, bool drop);

#endif
