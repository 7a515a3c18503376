/*
 * test_search.c - what the search modules promise: sequential halving finds the best plan, keeps to
 * its nodes, and a search that is cut short answers as if the deal that was cut had never been
 * begun.
 */
#include "bot/search/halving.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PLANS = 13 };

/* A game in which plan i is worth i on average, and deals differ much. */
struct trial {
    struct budget budget;
    struct halving halving;
    stos_random random;
    uint64_t deal, cancel_after;
    uint32_t tried; /* plans, as bits */
    atomic_bool cancel;
};

static void next_deal(void *context)
{
    struct trial *trial = context;
    trial->deal = stos_random_bits(&trial->random);
}

static int32_t play(void *context, int plan)
{
    struct trial *trial = context;
    stos_random luck = stos_random_from(trial->deal + (uint64_t)plan);
    trial->tried |= 1u << plan;
    if (++trial->budget.nodes == trial->cancel_after)
        atomic_store(&trial->cancel, true);
    return plan * 10 + (int32_t)stos_random_below(&luck, 200);
}

static void set_up(struct trial *trial, uint64_t nodes, uint64_t cancel_after)
{
    *trial = (struct trial){.random = stos_random_from(7), .cancel_after = cancel_after};
    trial->budget = (struct budget){.node_limit = nodes, .cancel = &trial->cancel};
    trial->halving = (struct halving){.deal = next_deal,
                                      .play = play,
                                      .search = trial,
                                      .budget = &trial->budget,
                                      .trust = 1,
                                      .most = PLANS};
    for (int plan = 0; plan < PLANS; plan++)
        halving_add(&trial->halving, plan, plan == 4 ? 50 : 0);
}

static void test_the_best_plan_is_found(void **unused)
{
    (void)unused;
    struct trial trial;
    set_up(&trial, 20000, 0);
    assert_int_equal(halving_best(&trial.halving), PLANS - 1);
    assert_true(trial.budget.nodes <= 20000 && trial.budget.nodes > 19000);
}

static void test_without_a_limit_the_promise_decides(void **unused)
{
    (void)unused;
    struct trial trial;
    set_up(&trial, 0, 0);
    assert_int_equal(halving_best(&trial.halving), 4);
    assert_int_equal(trial.budget.nodes, 0);
}

static void test_cancelled_at_once_is_never_begun(void **unused)
{
    (void)unused;
    struct trial trial;
    set_up(&trial, 20000, 0);
    atomic_store(&trial.cancel, true);
    assert_int_equal(halving_best(&trial.halving), 4);
    assert_int_equal(trial.budget.nodes, 0);
}

/* Wherever in a deal the search is cut, it answers as after the deal before. */
static void test_a_deal_that_is_cut_counts_for_none(void **unused)
{
    (void)unused;
    for (uint64_t deals = 1; deals < 6; deals++) {
        struct trial whole;
        set_up(&whole, 1000000, deals * PLANS);
        int expected = halving_best(&whole.halving);
        for (uint64_t more = 1; more < PLANS; more++) {
            struct trial cut;
            set_up(&cut, 1000000, deals * PLANS + more);
            assert_int_equal(halving_best(&cut.halving), expected);
            assert_int_equal(cut.halving.trials, deals);
        }
    }
}

/* However they are entered; of plans that promise the same the first ones. */
static void test_only_the_most_promising_are_tried(void **unused)
{
    (void)unused;
    static const int32_t promise[] = {3, 9, 5, 9, 1, 5, 5, 0};
    struct trial trial;
    set_up(&trial, 1000, 0);
    trial.halving.plans = 0;
    trial.halving.most = 4;
    for (int plan = 0; plan < (int)(sizeof promise / sizeof promise[0]); plan++)
        halving_add(&trial.halving, plan, promise[plan]);
    halving_best(&trial.halving);
    assert_int_equal(trial.tried, 1u << 1 | 1u << 2 | 1u << 3 | 1u << 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_best_plan_is_found),
        cmocka_unit_test(test_without_a_limit_the_promise_decides),
        cmocka_unit_test(test_cancelled_at_once_is_never_begun),
        cmocka_unit_test(test_a_deal_that_is_cut_counts_for_none),
        cmocka_unit_test(test_only_the_most_promising_are_tried),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
