/* test_pool.c - the pool of threads: of owners that were served alike, whoever waits longest is next, however many come after. */
#include "server/pool.h"

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
    *errand = (struct errand){.job = {.work = work, .done = served, .owner = ++office->came}, .office = office};
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_whoever_waits_longest_is_next)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
