/*
 * crew.c - the threads of a simulated server: a job is worked on when the world says so, and finished when it says so.
 *
 * Between the two anything may happen. The store's thread works in order; bots are asked in any order.
 */
#include "simulation.h"

size_t crew_load(const struct crew *crew) { return crew->load; }

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

void crew_do(struct crew *crew, struct job *job)
{
    crew->load++;
    put_last(&crew->waiting, job);
}

bool crew_work_one(struct crew *crew)
{
    unsigned count = 0;
    for (const struct job *job = crew->waiting; job; job = job->next)
        count++;
    if (count == 0)
        return false;
    struct job *job = take(&crew->waiting, crew->in_order ? 0 : chance(count));
    job->work(job, crew->place);
    put_last(&crew->done, job);
    return true;
}

bool crew_finish_one(struct crew *crew)
{
    if (!crew->done)
        return false;
    struct job *job = take(&crew->done, 0);
    crew->load--;
    job->done(job);
    return true;
}
