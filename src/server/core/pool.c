/*
 * pool.c - a queue of jobs for each owner, a queue of finished jobs, and a few threads. See pool.h.
 */
#include "pool.h"
#include "store/array.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

struct queue {
    struct job *first, **end;
};

struct pool_member {
    struct pool *pool;
    void *place;
    pthread_t thread;
};

/* The jobs of one owner; exists while any of them waits or is being worked on. */
struct line {
    uint64_t owner;
    double used_ns; /* virtual time: what it has used since it came, on top of what the least served
                       had used then */
    int running;
    struct job *first, *last;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct line *lines;
    size_t line_count, line_room;
    double now_ns;    /* virtual time of the line that was served last */
    uint64_t arrived; /* jobs so far */
    struct queue done;
    bool stopping, dropping;
    size_t load; /* the loop's own count */
    int bell; /* rung by threads when something is done. Not libuv's (uv_async_t), which makes the
                 loop wait for whoever rings */
    uv_poll_t ear;
    int members;
    struct pool_member member[];
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

static struct line *find_line(struct pool *pool, uint64_t owner)
{
    for (size_t i = 0; i < pool->line_count; i++)
        if (pool->lines[i].owner == owner)
            return &pool->lines[i];
    return NULL;
}

static struct line *add_line(struct pool *pool, uint64_t owner)
{
    if (!array_fits(pool->lines, pool->line_room, pool->line_count + 1))
        return pool->line_count > 0 ? &pool->lines[0] : NULL; /* unfair, but done */
    pool->lines[pool->line_count] = (struct line){.owner = owner, .used_ns = pool->now_ns};
    return &pool->lines[pool->line_count++];
}

static bool put_job(struct pool *pool, struct job *job)
{
    struct line *line = find_line(pool, job->owner);
    if (!line && !(line = add_line(pool, job->owner)))
        return false;
    job->owner = line->owner;
    job->arrival = pool->arrived++;
    job->next = NULL;
    if (line->last)
        line->last->next = job;
    else
        line->first = job;
    line->last = job;
    return true;
}

/* Whether `one` is served before `other`: it has used less time or, if equal, has waited longer. */
static bool goes_before(const struct line *one, const struct line *other)
{
    return one->used_ns < other->used_ns ||
        (one->used_ns == other->used_ns && one->first->arrival < other->first->arrival);
}

/* Takes the first job of a queue, and those behind it that can be worked on together with it. */
static struct job *take_first(struct line *line)
{
    struct job *first = line->first, *last = first;
    for (int count = 1; first->work_all && last->next && last->next->work_all == first->work_all &&
         count < POOL_TOGETHER;
         count++)
        last = last->next;
    if (!(line->first = last->next))
        line->last = NULL;
    last->next = NULL;
    return first;
}

static struct job *take_jobs(struct pool *pool)
{
    struct line *least = NULL;
    for (size_t i = 0; i < pool->line_count; i++)
        if (pool->lines[i].first && (!least || goes_before(&pool->lines[i], least)))
            least = &pool->lines[i];
    if (!least)
        return NULL;
    least->running++;
    pool->now_ns = least->used_ns;
    return take_first(least);
}

static void charge(struct pool *pool, uint64_t owner, double ns)
{
    struct line *line = find_line(pool, owner);
    line->used_ns += ns;
    if (--line->running == 0 && !line->first)
        *line = pool->lines[--pool->line_count];
}

/* ---------------------------------------------------------------- threads */

static void ring(struct pool *pool)
{
    static const uint64_t once = 1;
    if (write(pool->bell, &once, sizeof once) < 0)
        return; /* it was rung 2^64 times, and is heard */
}

static void work(struct job *jobs, void *place)
{
    if (jobs->work_all)
        jobs->work_all(jobs, place);
    else
        jobs->work(jobs, place);
}

static void put_done(struct pool *pool, struct job *jobs, bool dropped)
{
    for (struct job *next; jobs; jobs = next) {
        next = jobs->next;
        jobs->dropped = dropped;
        queue_put(&pool->done, jobs);
    }
}

static void *member_run(void *context)
{
    struct pool_member *member = context;
    struct pool *pool = member->pool;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        struct job *jobs = take_jobs(pool);
        if (!jobs) {
            if (pool->stopping)
                break;
            pthread_cond_wait(&pool->work, &pool->lock);
            continue;
        }
        uint64_t began = uv_hrtime();
        bool dropped = pool->dropping;
        if (!dropped) {
            pthread_mutex_unlock(&pool->lock);
            work(jobs, member->place);
            pthread_mutex_lock(&pool->lock);
        }
        charge(pool, jobs->owner, (double)(uv_hrtime() - began));
        put_done(pool, jobs, dropped);
        pthread_mutex_unlock(&pool->lock);
        ring(pool); /* the loop may take this thread's place at once, and must not find the lock
                       taken then */
        pthread_mutex_lock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Finishes, on the loop, all that is done. */
static void finish_jobs(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    struct job *job = pool->done.first;
    queue_clear(&pool->done);
    pthread_mutex_unlock(&pool->lock);
    while (job) {
        struct job *next = job->next;
        pool->load--;
        job->done(job);
        job = next;
    }
}

static void hear(uv_poll_t *ear, int status, int events)
{
    struct pool *pool = ear->data;
    uint64_t rung;
    (void)status, (void)events;
    if (read(pool->bell, &rung, sizeof rung) == (ssize_t)sizeof rung)
        finish_jobs(pool);
}

static void free_pool(struct pool *pool)
{
    if (pool->bell >= 0)
        close(pool->bell);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->work);
    free(pool->lines);
    free(pool);
}

static void ear_closed(uv_handle_t *ear) { free_pool(ear->data); }

struct pool *pool_start(uv_loop_t *loop, int threads, void *const *places)
{
    struct pool *pool = calloc(1, sizeof *pool + (size_t)threads * sizeof pool->member[0]);
    if (!pool)
        return NULL;
    queue_clear(&pool->done);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pool->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (pool->bell < 0 || uv_poll_init(loop, &pool->ear, pool->bell) != 0) {
        free_pool(pool);
        return NULL;
    }
    pool->ear.data = pool;
    uv_poll_start(&pool->ear, UV_READABLE, hear);
    for (int i = 0; i < threads; i++) {
        struct pool_member *member = &pool->member[i];
        *member = (struct pool_member){.pool = pool, .place = places ? places[i] : NULL};
        if (pthread_create(&member->thread, NULL, member_run, member) != 0)
            break;
        pool->members++;
    }
    if (pool->members < threads) {
        pool_stop(pool, true);
        return NULL;
    }
    return pool;
}

void pool_step_back(void)
{
    enum { NICE = 15 };
    static _Thread_local bool stepped_back;
    if (!stepped_back)
        setpriority(PRIO_PROCESS, 0, NICE);
    stepped_back = true;
}

size_t pool_load(const struct pool *pool) { return pool->load; }

void pool_do(struct pool *pool, struct job *job)
{
    if (pool->stopping) { /* only the loop sets it */
        job->dropped = true;
        job->done(job);
        return;
    }
    pool->load++;
    pthread_mutex_lock(&pool->lock);
    bool put = put_job(pool, job);
    if (!put) { /* out of memory for a queue */
        job->dropped = true;
        queue_put(&pool->done, job);
        ring(pool);
    }
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_signal(&pool->work);
}

void pool_stop(struct pool *pool, bool drop)
{
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pool->dropping = drop;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->members; i++)
        pthread_join(pool->member[i].thread, NULL);
    finish_jobs(pool);
    uv_close((uv_handle_t *)&pool->ear, ear_closed);
}
