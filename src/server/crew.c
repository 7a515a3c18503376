/*
 * crew.c - a line of jobs for each owner, a queue of those that are done, and a few threads. See crew.h.
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

/* The jobs of one owner, known while any waits or is worked on. */
struct line {
    uint64_t owner;
    double used_ns; /* virtual time: what it has used since it came, on top of what the least served had used then */
    int running;
    struct job *first, *last;
};

struct crew {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct line *lines;
    size_t line_count, line_room;
    double now_ns; /* virtual time of the line that was served last */
    struct queue done;
    bool stopping, dropping;
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

/* ---------------------------------------------------------------- lines */

static struct line *find_line(struct crew *crew, uint64_t owner)
{
    for (size_t i = 0; i < crew->line_count; i++)
        if (crew->lines[i].owner == owner)
            return &crew->lines[i];
    return NULL;
}

static struct line *add_line(struct crew *crew, uint64_t owner)
{
    if (crew->line_count == crew->line_room) {
        size_t room = crew->line_room ? 2 * crew->line_room : 16;
        struct line *grown = realloc(crew->lines, room * sizeof *grown);
        if (!grown)
            return crew->line_count > 0 ? &crew->lines[0] : NULL; /* unfair, but done */
        crew->lines = grown;
        crew->line_room = room;
    }
    crew->lines[crew->line_count] = (struct line){.owner = owner, .used_ns = crew->now_ns};
    return &crew->lines[crew->line_count++];
}

static bool put_job(struct crew *crew, struct job *job)
{
    struct line *line = find_line(crew, job->owner);
    if (!line && !(line = add_line(crew, job->owner)))
        return false;
    job->owner = line->owner;
    job->next = NULL;
    if (line->last)
        line->last->next = job;
    else
        line->first = job;
    line->last = job;
    return true;
}

/* The first job of the line that was served least. */
static struct job *take_job(struct crew *crew)
{
    struct line *least = NULL;
    for (size_t i = 0; i < crew->line_count; i++)
        if (crew->lines[i].first && (!least || crew->lines[i].used_ns < least->used_ns))
            least = &crew->lines[i];
    if (!least)
        return NULL;
    struct job *job = least->first;
    if (!(least->first = job->next))
        least->last = NULL;
    least->running++;
    crew->now_ns = least->used_ns;
    return job;
}

static void charge(struct crew *crew, uint64_t owner, double ns)
{
    struct line *line = find_line(crew, owner);
    line->used_ns += ns;
    if (--line->running == 0 && !line->first)
        *line = crew->lines[--crew->line_count];
}

/* ---------------------------------------------------------------- threads */

static void *member_run(void *context)
{
    struct crew_member *member = context;
    struct crew *crew = member->crew;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        struct job *job = take_job(crew);
        if (!job) {
            if (crew->stopping)
                break;
            pthread_cond_wait(&crew->work, &crew->lock);
            continue;
        }
        uint64_t began = uv_hrtime();
        job->dropped = crew->dropping;
        if (!job->dropped) {
            pthread_mutex_unlock(&crew->lock);
            job->work(job, member->place);
            pthread_mutex_lock(&crew->lock);
        }
        charge(crew, job->owner, (double)(uv_hrtime() - began));
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
        crew_stop(crew, true);
        return NULL;
    }
    return crew;
}

size_t crew_load(const struct crew *crew) { return crew->load; }

void crew_do(struct crew *crew, struct job *job)
{
    if (crew->stopping) { /* only the loop sets it */
        job->dropped = true;
        job->done(job);
        return;
    }
    crew->load++;
    pthread_mutex_lock(&crew->lock);
    bool put = put_job(crew, job);
    if (!put) { /* not even memory for a line */
        job->dropped = true;
        queue_put(&crew->done, job);
        uv_async_send(&crew->wake);
    }
    pthread_cond_signal(&crew->work);
    pthread_mutex_unlock(&crew->lock);
}

static void free_crew(uv_handle_t *wake)
{
    struct crew *crew = wake->data;
    pthread_mutex_destroy(&crew->lock);
    pthread_cond_destroy(&crew->work);
    free(crew->lines);
    free(crew);
}

void crew_stop(struct crew *crew, bool drop)
{
    pthread_mutex_lock(&crew->lock);
    crew->stopping = true;
    crew->dropping = drop;
    pthread_cond_broadcast(&crew->work);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->members; i++)
        pthread_join(crew->member[i].thread, NULL);
    finish_jobs(crew);
    uv_close((uv_handle_t *)&crew->wake, free_crew);
}
