/*
 * crew.c - two queues and a few threads. See crew.h.
 */
#include "crew.h"

#include <pthread.h>
#include <stdlib.h>

struct queue {
    struct job *first, **end;
};

struct crew_member {
    struct crew *crew;
    void *place;
    pthread_t thread;
};

struct crew {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct queue waiting, done;
    bool stopping;
    size_t load; /* the loop's own count */
    uv_async_t wake;
    int members;
    struct crew_member member[];
};

static void queue_clear(struct queue *queue)
{
    queue->first = NULL;
    queue->end = &queue->first;
}

static void queue_put(struct queue *queue, struct job *job)
{
    job->next = NULL;
    *queue->end = job;
    queue->end = &job->next;
}

static struct job *queue_take(struct queue *queue)
{
    struct job *job = queue->first;
    if (job && !(queue->first = job->next))
        queue->end = &queue->first;
    return job;
}

static void *member_run(void *context)
{
    struct crew_member *member = context;
    struct crew *crew = member->crew;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        struct job *job = queue_take(&crew->waiting);
        if (!job) {
            if (crew->stopping)
                break;
            pthread_cond_wait(&crew->work, &crew->lock);
            continue;
        }
        pthread_mutex_unlock(&crew->lock);
        job->work(job, member->place);
        pthread_mutex_lock(&crew->lock);
        queue_put(&crew->done, job);
        uv_async_send(&crew->wake);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* Finishes, on the loop, all that is done. */
static void finish_jobs(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    struct job *job = crew->done.first;
    queue_clear(&crew->done);
    pthread_mutex_unlock(&crew->lock);
    while (job) {
        struct job *next = job->next;
        crew->load--;
        job->done(job);
        job = next;
    }
}

static void woken(uv_async_t *wake) { finish_jobs(wake->data); }

struct crew *crew_start(uv_loop_t *loop, int threads, void *const *places)
{
    struct crew *crew = calloc(1, sizeof *crew + (size_t)threads * sizeof crew->member[0]);
    if (!crew)
        return NULL;
    queue_clear(&crew->waiting);
    queue_clear(&crew->done);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->work, NULL);
    uv_async_init(loop, &crew->wake, woken);
    crew->wake.data = crew;
    for (int i = 0; i < threads; i++) {
        struct crew_member *member = &crew->member[i];
        *member = (struct crew_member){.crew = crew, .place = places ? places[i] : NULL};
        if (pthread_create(&member->thread, NULL, member_run, member) != 0)
            break;
        crew->members++;
    }
    if (crew->members < threads) {
        crew_stop(crew);
        return NULL;
    }
    return crew;
}

size_t crew_load(const struct crew *crew) { return crew->load; }

void crew_do(struct crew *crew, struct job *job)
{
    crew->load++;
    pthread_mutex_lock(&crew->lock);
    queue_put(&crew->waiting, job);
    pthread_cond_signal(&crew->work);
    pthread_mutex_unlock(&crew->lock);
}

static void free_crew(uv_handle_t *wake)
{
    struct crew *crew = wake->data;
    pthread_mutex_destroy(&crew->lock);
    pthread_cond_destroy(&crew->work);
    free(crew);
}

void crew_stop(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->stopping = true;
    pthread_cond_broadcast(&crew->work);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->members; i++)
        pthread_join(crew->member[i].thread, NULL);
    finish_jobs(crew);
    uv_close((uv_handle_t *)&crew->wake, free_crew);
}
