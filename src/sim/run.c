/*
 * run.c - runs a plan on several threads. Threads take chunks as they come; the tallies are added
 * in the order of the deals, so that a sequential test stops at the same deal for any number of
 * threads.
 */
#include "sim.h"

#include "base/cancel.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_THREADS = 256, WINDOW = 2 * MOST_THREADS };

struct work {
    const struct sim_plan *plan;
    const atomic_bool *cancel; /* set by the caller to stop */
    atomic_bool stop;          /* no more chunks: cancelled, ended, or failed */
    sim_keep *keep;
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t next, merged, end, chunk; /* deals: handed out, summed up, the last one, in a chunk */
    bool ready[WINDOW], failed;
    struct sim_tally slot[WINDOW];
};

static bool is_stopped(struct work *work) { return atomic_load(&work->stop); }

/* Waits for a change, polling the caller's cancel flag: setting it, as from a signal handler, wakes
 * no thread. */
static void wait_for_change(struct work *work)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 50 * 1000 * 1000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&work->changed, &work->lock, &until);
    if (is_cancelled(work->cancel))
        atomic_store(&work->stop, true);
}

static size_t slot_of(const struct work *work, uint64_t deal)
{
    return (size_t)(deal / work->chunk % WINDOW);
}

/* Takes the next chunk; waits while the merging is too far behind. False if there are none left. */
static bool take_chunk(struct work *work, uint64_t *first, uint64_t *count)
{
    pthread_mutex_lock(&work->lock);
    while (!is_stopped(work) && work->next < work->end &&
           work->next / work->chunk >= work->merged / work->chunk + WINDOW)
        wait_for_change(work);
    bool taken = !is_stopped(work) && work->next < work->end;
    if (taken) {
        uint64_t border = (work->next / work->chunk + 1) * work->chunk;
        *first = work->next;
        *count = (border < work->end ? border : work->end) - work->next;
        work->next += *count;
    }
    pthread_mutex_unlock(&work->lock);
    return taken;
}

static void hand_in(struct work *work, uint64_t first, const struct sim_tally *tally)
{
    pthread_mutex_lock(&work->lock);
    work->slot[slot_of(work, first)] = *tally;
    work->ready[slot_of(work, first)] = true;
    pthread_cond_broadcast(&work->changed);
    pthread_mutex_unlock(&work->lock);
}

static void give_up(struct work *work, bool failed)
{
    pthread_mutex_lock(&work->lock);
    work->failed |= failed;
    atomic_store(&work->stop, true);
    pthread_cond_broadcast(&work->changed);
    pthread_mutex_unlock(&work->lock);
}

static void *play_chunks(void *argument)
{
    struct work *work = argument;
    struct sim_player *player = sim_player_open(work->plan);
    uint64_t first, count;
    if (!player)
        give_up(work, true);
    while (player && take_chunk(work, &first, &count)) {
        struct sim_tally tally;
        memset(&tally, 0, sizeof tally);
        if (!sim_play(player, first, count, &tally, &work->stop, work->keep, work->context))
            give_up(work, false);
        else
            hand_in(work, first, &tally);
    }
    sim_player_close(player);
    return NULL;
}

/* Merges the chunks in order until all are done or the run is stopped. */
static void merge(struct work *work, struct sim_tally *sum, sim_progress *progress)
{
    pthread_mutex_lock(&work->lock);
    while (work->merged < work->end) {
        size_t slot = slot_of(work, work->merged);
        while (!work->ready[slot] && !is_stopped(work))
            wait_for_change(work);
        if (!work->ready[slot])
            break;
        sim_add(sum, &work->slot[slot]);
        work->ready[slot] = false;
        work->merged = sum->deals;
        pthread_cond_broadcast(&work->changed);
        pthread_mutex_unlock(&work->lock);
        bool go_on = !progress || progress(work->context, sum);
        pthread_mutex_lock(&work->lock);
        if (!go_on)
            break;
    }
    atomic_store(&work->stop, true);
    pthread_cond_broadcast(&work->changed);
    pthread_mutex_unlock(&work->lock);
}

bool sim_run(const struct sim_plan *plan, int threads, struct sim_tally *tally,
             const atomic_bool *cancel, sim_progress *progress, sim_keep *keep, void *context)
{
    pthread_t thread[MOST_THREADS];
    struct work *work = calloc(1, sizeof *work);
    int started = 0;
    if (!work)
        return false;
    work->plan = plan;
    work->cancel = cancel;
    work->keep = keep;
    work->context = context;
    work->chunk = sim_chunk(plan);
    work->next = work->merged = tally->deals;
    work->end = plan->deals;
    pthread_mutex_init(&work->lock, NULL);
    pthread_cond_init(&work->changed, NULL);
    while (started < threads && started < MOST_THREADS &&
           pthread_create(&thread[started], NULL, play_chunks, work) == 0)
        started++;
    bool good = started > 0;
    if (good)
        merge(work, tally, progress);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    good = good && !work->failed;
    pthread_cond_destroy(&work->changed);
    pthread_mutex_destroy(&work->lock);
    free(work);
    return good;
}
