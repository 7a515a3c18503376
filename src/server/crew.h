/*
 * crew.h - threads that do jobs for the loop: one for the store, some for bots.
 *
 * Jobs of one owner are done in order. Between owners the crew shares its time: next is the owner that has used the least of
 * it while others waited (start-time fair queuing), so whoever has twenty slow jobs waits for themselves only.
 *
 * A job is started by the loop, worked on by one thread of a crew, and finished on the loop again, in the order in which
 * they were done. A job owns copies of all it needs; nothing is shared while it is under way, so nothing is locked but
 * the two queues.
 */
#ifndef STOS_SERVER_CREW_H
#define STOS_SERVER_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

struct job {
    void (*work)(struct job *job, void *place); /* on a thread of the crew; `place` is that thread's own */
    void (*done)(struct job *job);              /* on the loop; frees the job */
    uint64_t owner;                             /* for whom: owners get equal shares of time; 0 is one like the others */
    bool dropped;                               /* the crew stopped before it was worked on */
    struct job *next;
};

struct crew;

/* `places` are one for each thread: a store, or memory to think in. NULL when threads or memory lack. */
struct crew *crew_start(uv_loop_t *loop, int threads, void *const *places);

/* How many jobs wait or are worked on. */
size_t crew_load(const struct crew *crew);

void crew_do(struct crew *crew, struct job *job);

/*
 * Ends the threads when they have done what they are at; what waits is done too, or (`drop`) finished without being worked
 * on. The crew is freed by the loop.
 */
void crew_stop(struct crew *crew, bool drop);

#endif
