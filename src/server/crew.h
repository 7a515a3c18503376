/*
 * crew.h - threads that do jobs for the loop: one for the store, some for bots.
 *
 * A job is started by the loop, worked on by one thread of a crew, and finished on the loop again, in the order in which
 * they were done. A job owns copies of all it needs; nothing is shared while it is under way, so nothing is locked but
 * the two queues.
 */
#ifndef STOS_SERVER_CREW_H
#define STOS_SERVER_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

struct job {
    void (*work)(struct job *job, void *place); /* on a thread of the crew; `place` is that thread's own */
    void (*done)(struct job *job);              /* on the loop; frees the job */
    struct job *next;
};

struct crew;

/* `places` are one for each thread: a store, or memory to think in. NULL when threads or memory lack. */
struct crew *crew_start(uv_loop_t *loop, int threads, void *const *places);

/* How many jobs wait or are worked on. */
size_t crew_load(const struct crew *crew);

void crew_do(struct crew *crew, struct job *job);

/* Waits until all jobs are done and finished, and ends the threads. The crew is freed by the loop. */
void crew_stop(struct crew *crew);

#endif
