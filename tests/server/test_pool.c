/*
 * test_pool.c - the pool of threads: of owners that were served alike, whoever waits longest is
 * next, however many come after; jobs that go together are worked on by one call, and nobody is
 * overtaken by that.
 */
#include "server/core/pool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { PEOPLE = 5, JOBS = 40 };

struct errand {
    struct job job;
    struct office *office;
};

/* One thread, held up until all have come. */
struct office {
    struct pool *pool;
    uv_sem_t open;
    struct errand errand[JOBS];
    uint64_t served[JOBS];
    size_t serving, came, done;
};

static void wait_for_opening(struct job *job, void *place)
{
    (void)place;
    uv_sem_wait(&((struct errand *)job)->office->open);
}

static void serve(struct job *job, void *place)
{
    struct office *office = ((struct errand *)job)->office;
    (void)place;
    office->served[office->serving++] = job->owner;
}

static void served(struct job *job);

/* Each has an owner of its own: the number of the errand. */
static void come(struct office *office, void (*work)(struct job *, void *))
{
    struct errand *errand = &office->errand[office->came];
    *errand = (struct errand){.job = {.work = work, .done = served, .owner = ++office->came},
                              .office = office};
    pool_do(office->pool, &errand->job);
}

/* Whoever leaves sends another, as long as there are any. */
static void served(struct job *job)
{
    struct office *office = ((struct errand *)job)->office;
    assert_false(job->dropped);
    if (++office->done == JOBS)
        pool_stop(office->pool, false);
    else if (office->came < JOBS)
        come(office, serve);
}

static void test_whoever_waits_longest_is_next(void **state)
{
    static struct office office;
    uv_loop_t loop;
    (void)state;
    assert_int_equal(uv_loop_init(&loop), 0);
    assert_int_equal(uv_sem_init(&office.open, 0), 0);
    assert_non_null(office.pool = pool_start(&loop, 1, NULL));
    come(&office, wait_for_opening);
    for (int i = 0; i < PEOPLE; i++)
        come(&office, serve);
    uv_sem_post(&office.open);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(office.serving, JOBS - 1);
    for (size_t i = 0; i < office.serving; i++)
        assert_int_equal(office.served[i], i + 2); /* after the one that held up the thread */
    uv_sem_destroy(&office.open);
    assert_int_equal(uv_loop_close(&loop), 0);
}

/* ---------------------------------------------------------------- jobs that go together */

enum { CROWD = POOL_TOGETHER + 3, BETWEEN = 2 };

struct crowd {
    struct pool *pool;
    uv_sem_t open;
    size_t calls[8], call_count, done, served;
    bool dropped;
};

struct one {
    struct job job;
    struct crowd *crowd;
    size_t number;
};

static void serve_all(struct job *jobs, void *place)
{
    struct crowd *crowd = ((struct one *)jobs)->crowd;
    (void)place;
    for (struct job *job = jobs; job; job = job->next)
        assert_int_equal(((struct one *)job)->number,
                         crowd->served++); /* in the order in which they came */
    crowd->calls[crowd->call_count++] = job_count(jobs);
}

static void serve_alone(struct job *job, void *place)
{
    struct crowd *crowd = ((struct one *)job)->crowd;
    (void)place;
    if (crowd->served == 0)
        uv_sem_wait(&crowd->open);
    assert_int_equal(((struct one *)job)->number, crowd->served++);
    crowd->calls[crowd->call_count++] = 0;
}

static void one_done(struct job *job)
{
    struct crowd *crowd = ((struct one *)job)->crowd;
    crowd->done++;
    crowd->dropped |= job->dropped;
}

static void add_to(struct crowd *crowd, struct one *one, size_t number, bool alone)
{
    *one = (struct one){.crowd = crowd, .number = number, .job = {.done = one_done}};
    if (alone)
        one->job.work = serve_alone;
    else
        one->job.work_all = serve_all;
    pool_do(crowd->pool, &one->job);
}

static void test_jobs_that_wait_together_are_one_call(void **state)
{
    static struct crowd crowd;
    static struct one one[1 + CROWD + 1 + BETWEEN];
    uv_loop_t loop;
    size_t count = 0;
    (void)state;
    assert_int_equal(uv_loop_init(&loop), 0);
    assert_int_equal(uv_sem_init(&crowd.open, 0), 0);
    assert_non_null(crowd.pool = pool_start(&loop, 1, NULL));
    for (; count < sizeof one / sizeof one[0]; count++)
        add_to(&crowd, &one[count], count, count == 0 || count == 1 + CROWD);
    uv_sem_post(&crowd.open);
    pool_stop(crowd.pool, false); /* what waits is done */
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(crowd.done, count);
    assert_false(crowd.dropped);
    static const size_t calls[] = {0, POOL_TOGETHER, CROWD - POOL_TOGETHER, 0, BETWEEN};
    assert_int_equal(crowd.call_count, sizeof calls / sizeof calls[0]);
    assert_memory_equal(crowd.calls, calls, sizeof calls);
    uv_sem_destroy(&crowd.open);
    assert_int_equal(uv_loop_close(&loop), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_whoever_waits_longest_is_next),
                                       cmocka_unit_test(test_jobs_that_wait_together_are_one_call)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
