/*
 * test_stats.c - intervals against published values, and what the sequential test decides.
 *
 * The proportions are those of R. Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I,
 * method 3; the pairs are the two surveys in A. Agresti, "Categorical Data Analysis", the chapter on matched pairs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim/stats.h"
#include "stos.h"

#include <math.h>

static void assert_near(double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("found %.9f, expected %.9f", found, expected);
}

/* ---------------------------------------------------------------- proportions */

static void wilson_agrees_with_published_values(void **unused)
{
    (void)unused;
    static const struct {
        uint64_t hits, tries;
        double low, high;
    } known[] = {
        {81, 263, 0.2553, 0.3662},
        {15, 148, 0.0624, 0.1605},
        {0, 20, 0.0000, 0.1611},
        {1, 29, 0.0061, 0.1718},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct stats_interval found = stats_proportion(known[i].hits, known[i].tries);
        assert_near(found.value, (double)known[i].hits / (double)known[i].tries, 1e-12);
        assert_near(found.low, known[i].low, 0.00005001);
        assert_near(found.high, known[i].high, 0.00005001);
    }
}

static void wilson_is_a_mirror(void **unused)
{
    (void)unused;
    for (uint64_t hits = 0; hits <= 37; hits++) {
        struct stats_interval one = stats_proportion(hits, 37), other = stats_proportion(37 - hits, 37);
        assert_near(one.low, 1 - other.high, 1e-12);
        assert_near(one.value, 1 - other.value, 1e-12);
    }
}

static void wilson_stays_between_nothing_and_all(void **unused)
{
    (void)unused;
    for (uint64_t tries = 1; tries < 60; tries++)
        for (uint64_t hits = 0; hits <= tries; hits++) {
            struct stats_interval found = stats_proportion(hits, tries);
            assert_true(0 <= found.low && found.low <= found.value + 1e-12);
            assert_true(found.value <= found.high + 1e-12 && found.high <= 1);
            assert_true(found.high - found.low > 0);
        }
}

/* Four times the tries make an interval half as wide. */
static void wilson_narrows_with_the_root(void **unused)
{
    (void)unused;
    struct stats_interval few = stats_proportion(3000, 10000), many = stats_proportion(12000, 40000);
    assert_near((few.high - few.low) / (many.high - many.low), 2, 0.001);
    struct stats_interval most = stats_proportion(UINT64_C(1) << 47, UINT64_C(1) << 48);
    assert_near(most.low, 0.5, 1e-7);
    assert_near(most.high, 0.5, 1e-7);
}

static void without_tries_nothing_is_known(void **unused)
{
    (void)unused;
    struct stats_interval share = stats_proportion(0, 0), gain = stats_paired(0, 0, 0);
    assert_true(share.low <= 0 && share.high >= 1);
    assert_true(gain.low <= -1 && gain.high >= 1);
}

/* ---------------------------------------------------------------- pairs */

static void paired_agrees_with_published_values(void **unused)
{
    (void)unused;
    struct stats_interval found = stats_paired(150, 86, 1600); /* 944 of 1600 against 880 of the same 1600 people */
    assert_near(found.value, 0.04, 1e-12);
    assert_near(found.low, 0.021, 0.0005);
    assert_near(found.high, 0.059, 0.0005);
}

static void paired_is_a_mirror(void **unused)
{
    (void)unused;
    struct stats_interval one = stats_paired(30, 11, 200), other = stats_paired(11, 30, 200);
    assert_near(one.value, -other.value, 1e-12);
    assert_near(one.low, -other.high, 1e-12);
    assert_near(one.high, -other.low, 1e-12);
}

/* Pairs that agree say nothing about the difference; only their number counts. */
static void paired_without_a_difference_is_nothing(void **unused)
{
    (void)unused;
    struct stats_interval same = stats_paired(0, 0, 500), balanced = stats_paired(20, 20, 500);
    assert_near(same.value, 0, 0);
    assert_near(same.high - same.low, 0, 0);
    assert_near(balanced.value, 0, 0);
    assert_near(balanced.high, 1.959964 * sqrt(40) / 500, 1e-6);
}

static void paired_is_never_not_a_number(void **unused)
{
    (void)unused;
    for (uint64_t tries = 1; tries < 30; tries++)
        for (uint64_t first = 0; first <= tries; first++)
            for (uint64_t second = 0; first + second <= tries; second++) {
                struct stats_interval found = stats_paired(first, second, tries);
                assert_true(found.low <= found.value && found.value <= found.high);
            }
}

/* ---------------------------------------------------------------- the sequential test */

/* ln 19 over ln((1/2 + margin) / (1/2 - margin)), rounded up: how far ahead is far enough. */
static void it_decides_at_the_bound_of_wald(void **unused)
{
    (void)unused;
    static const struct {
        double margin;
        uint64_t ahead;
    } known[] = {{0.02, 37}, {0.05, 15}, {0.1, 8}, {0.25, 3}, {0.45, 1}, {0.49, 1}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        for (uint64_t behind = 0; behind < 2000; behind += 333) {
            uint64_t ahead = behind + known[i].ahead;
            assert_int_equal(stats_sequential(ahead, behind, known[i].margin), 1);
            assert_int_equal(stats_sequential(behind, ahead, known[i].margin), -1);
            assert_int_equal(stats_sequential(ahead - 1, behind, known[i].margin), 0);
            assert_int_equal(stats_sequential(behind, ahead - 1, known[i].margin), 0);
        }
}

static void it_is_undecided_at_the_start(void **unused)
{
    (void)unused;
    assert_int_equal(stats_sequential(0, 0, 0.05), 0);
    assert_int_equal(stats_sequential(0, 0, 0.49), 0);
    assert_int_equal(stats_sequential(UINT64_C(1) << 48, UINT64_C(1) << 48, 0.05), 0);
}

/* Matches between a first that wins a share of `share`, until decided; the fraction of decisions for the first. */
static double decisions_for_first(double share, double margin, stos_random *random)
{
    enum { MATCHES = 2000 };
    int for_first = 0;
    for (int match = 0; match < MATCHES; match++) {
        uint64_t first = 0, second = 0;
        int verdict = 0;
        while (!verdict) {
            bool wins = (double)(stos_random_bits(random) >> 11) * 0x1p-53 < share;
            first += wins;
            second += !wins;
            verdict = stats_sequential(first, second, margin);
        }
        for_first += verdict > 0;
    }
    return (double)for_first / MATCHES;
}

static void it_errs_in_at_most_one_of_twenty(void **unused)
{
    (void)unused;
    stos_random random = stos_random_from(1);
    assert_true(decisions_for_first(0.55, 0.05, &random) > 0.95 - 0.01);
    assert_true(decisions_for_first(0.45, 0.05, &random) < 0.05 + 0.01);
    assert_true(decisions_for_first(0.65, 0.05, &random) > 0.99);
    assert_near(decisions_for_first(0.5, 0.1, &random), 0.5, 0.05);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_agrees_with_published_values),
        cmocka_unit_test(wilson_is_a_mirror),
        cmocka_unit_test(wilson_stays_between_nothing_and_all),
        cmocka_unit_test(wilson_narrows_with_the_root),
        cmocka_unit_test(without_tries_nothing_is_known),
        cmocka_unit_test(paired_agrees_with_published_values),
        cmocka_unit_test(paired_is_a_mirror),
        cmocka_unit_test(paired_without_a_difference_is_nothing),
        cmocka_unit_test(paired_is_never_not_a_number),
        cmocka_unit_test(it_decides_at_the_bound_of_wald),
        cmocka_unit_test(it_is_undecided_at_the_start),
        cmocka_unit_test(it_errs_in_at_most_one_of_twenty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
