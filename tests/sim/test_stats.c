/*
 * test_stats.c - intervals against published values, and what the sequential test decides.
 *
 * The proportions are those of R. Newcombe, "Two-sided confidence intervals for the single
 * proportion" (1998), table I, method 3; the pairs are the two surveys in A. Agresti, "Categorical
 * Data Analysis", the chapter on matched pairs. Where pairs are few, the interval is held to what
 * it promises by adding up every sample that there can be.
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
        struct stats_interval one = stats_proportion(hits, 37),
                              other = stats_proportion(37 - hits, 37);
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
    struct stats_interval few = stats_proportion(3000, 10000),
                          many = stats_proportion(12000, 40000);
    assert_near((few.high - few.low) / (many.high - many.low), 2, 0.001);
    struct stats_interval most = stats_proportion(UINT64_C(1) << 47, UINT64_C(1) << 48);
    assert_near(most.low, 0.5, 1e-7);
    assert_near(most.high, 0.5, 1e-7);
}

static void without_tries_nothing_is_known(void **unused)
{
    (void)unused;
    struct stats_interval share = stats_proportion(0, 0),
                          wins = stats_share((struct stats_wins){0, 0, 0, 0}),
                          gain = stats_paired((struct stats_pairs){0, 0, 0});
    assert_true(share.low <= 0 && share.high >= 1);
    assert_true(wins.low <= 0 && wins.high >= 1);
    assert_true(gain.low <= -1 && gain.high >= 1);
}

/* ---------------------------------------------------------------- games that share a deal */

static double chance_of(unsigned first, unsigned second, unsigned third, double p, double q)
{
    double log_ways = lgamma(first + second + third + 1.0) - lgamma(first + 1.0) -
        lgamma(second + 1.0) - lgamma(third + 1.0);
    return exp(log_ways) * pow(p, first) * pow(q, second) * pow(1 - p - q, third);
}

/* Deals of two games, by how many of them were won. */
static struct stats_interval share_of_pairs(unsigned both, unsigned one, unsigned deals)
{
    return stats_share((struct stats_wins){2 * both + one, 4 * both + one, 2 * deals, deals});
}

/* How often the interval of so many deals holds the truth, over every sample. */
static double coverage_of_share(unsigned deals, double p_both, double p_one)
{
    double held = 0, truth = p_both + p_one / 2;
    for (unsigned both = 0; both <= deals; both++)
        for (unsigned one = 0; both + one <= deals; one++) {
            struct stats_interval found = share_of_pairs(both, one, deals);
            if (found.low <= truth && truth <= found.high)
                held += chance_of(both, one, deals - both - one, p_both, p_one);
        }
    return held;
}

static void one_game_of_each_deal_is_a_proportion(void **unused)
{
    (void)unused;
    for (uint64_t wins = 0; wins <= 40; wins++) {
        struct stats_interval share = stats_share((struct stats_wins){wins, wins, 40, 40}),
                              known = stats_proportion(wins, 40);
        assert_near(share.low, known.low, 1e-12);
        assert_near(share.high, known.high, 1e-12);
    }
}

/* Whether both games of a deal end alike, as chance has it, or always one each. */
static void a_share_holds_the_truth_as_often_as_it_says(void **unused)
{
    (void)unused;
    static const struct {
        double both, one;
    } chances[] = {{0.5, 0},   {0.1, 0},    {0.25, 0.5}, {0.04, 0.32},
                   {0.1, 0.8}, {0.05, 0.2}, {0, 0.3}};
    for (unsigned deals = 5; deals <= 61; deals += 7)
        for (size_t i = 0; i < sizeof chances / sizeof chances[0]; i++)
            assert_true(coverage_of_share(deals, chances[i].both, chances[i].one) > 0.91);
}

/* A thousand deals whose two games always end alike tell as much as a thousand games. */
static void games_that_end_alike_count_as_one(void **unused)
{
    (void)unused;
    struct stats_interval alike = share_of_pairs(400, 0, 1000),
                          apart = share_of_pairs(0, 800, 1000), known = stats_proportion(400, 1000);
    assert_near(alike.low, known.low, 1e-9);
    assert_near(alike.high, known.high, 1e-9);
    assert_true(apart.high - apart.low < (known.high - known.low) / 2);
}

/* ---------------------------------------------------------------- pairs */

static struct stats_interval paired(uint64_t first, uint64_t second, uint64_t tries)
{
    return stats_paired((struct stats_pairs){first, second, tries - first - second});
}

static void paired_agrees_with_published_values(void **unused)
{
    (void)unused;
    struct stats_interval found =
        paired(150, 86, 1600); /* 944 of 1600 against 880 of the same 1600 people */
    assert_near(found.value, 0.04, 1e-12);
    assert_near(found.low, 0.021, 0.0005);
    assert_near(found.high, 0.059, 0.0005);
}

static void paired_is_a_mirror(void **unused)
{
    (void)unused;
    struct stats_interval one = paired(30, 11, 200), other = paired(11, 30, 200);
    assert_near(one.value, -other.value, 1e-12);
    assert_near(one.low, -other.high, 1e-12);
    assert_near(one.high, -other.low, 1e-12);
}

/* Without a pair that differs, the bound is that of Wilson for none of so many. */
static void pairs_that_never_differ_leave_room_for_a_difference(void **unused)
{
    (void)unused;
    static const uint64_t tries[] = {1, 3, 20, 500};
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        struct stats_interval found = paired(0, 0, tries[i]);
        assert_near(found.value, 0, 0);
        assert_near(found.high, stats_proportion(0, tries[i]).high, 1e-9);
        assert_near(found.low, -found.high, 1e-9);
    }
}

static void paired_stays_in_its_range_around_its_value(void **unused)
{
    (void)unused;
    for (uint64_t tries = 1; tries < 30; tries++)
        for (uint64_t first = 0; first <= tries; first++)
            for (uint64_t second = 0; first + second <= tries; second++) {
                struct stats_interval found = paired(first, second, tries);
                assert_true(-1 <= found.low && found.low <= found.value &&
                            found.value <= found.high && found.high <= 1);
                assert_true(found.high - found.low > 0.1);
            }
}

/* How often the interval of `tries` pairs holds the difference p - q, over every sample. */
static double coverage(unsigned tries, double p, double q)
{
    double held = 0;
    for (unsigned first = 0; first <= tries; first++)
        for (unsigned second = 0; first + second <= tries; second++) {
            struct stats_interval found = paired(first, second, tries);
            if (found.low <= p - q && p - q <= found.high)
                held += chance_of(first, second, tries - first - second, p, q);
        }
    return held;
}

static void paired_holds_the_truth_as_often_as_it_says(void **unused)
{
    (void)unused;
    static const double chances[] = {0.01, 0.05, 0.2, 0.4};
    for (unsigned tries = 5; tries <= 40; tries += 7)
        for (size_t i = 0; i < 4; i++)
            for (size_t k = 0; k < 4; k++)
                assert_true(coverage(tries, chances[i], chances[k]) > 0.92);
}

/* ---------------------------------------------------------------- the sequential test */

/* How often a pair speaks for the first and for the second of two bots. */
struct contest {
    double first, second;
};

static struct stats_test play_until_decided(struct contest contest, double gain,
                                            stos_random *random)
{
    struct stats_pairs pairs = {0, 0, 0};
    struct stats_test test = stats_sequential(pairs, gain);
    while (test.verdict == 0) {
        double luck = (double)(stos_random_bits(random) >> 11) * 0x1p-53;
        *(luck < contest.first                        ? &pairs.first
              : luck < contest.first + contest.second ? &pairs.second
                                                      : &pairs.tied) += 1;
        test = stats_sequential(pairs, gain);
    }
    return test;
}

/* The share of contests after which the test says that the first is better by `gain`. */
static double accepted(struct contest contest, double gain)
{
    enum { CONTESTS = 1000 };
    int for_first = 0;
    stos_random random = stos_random_from(1);
    for (int i = 0; i < CONTESTS; i++)
        for_first += play_until_decided(contest, gain, &random).verdict > 0;
    return (double)for_first / CONTESTS;
}

/* Whether pairs tie often or never: equals pass for better in one of twenty contests, and the
 * better one fails in one of twenty. */
static void it_errs_in_about_one_of_twenty(void **unused)
{
    (void)unused;
    for (double decided = 0.3; decided < 1.1; decided += 0.35) {
        assert_true(accepted((struct contest){decided / 2, decided / 2}, 0.1) < 0.07);
        assert_true(accepted((struct contest){(decided + 0.1) / 2, (decided - 0.1) / 2}, 0.1) >
                    0.93);
        assert_true(accepted((struct contest){(decided + 0.25) / 2, (decided - 0.25) / 2}, 0.1) >
                    0.99);
        assert_true(accepted((struct contest){(decided - 0.1) / 2, (decided + 0.1) / 2}, 0.1) <
                    0.005);
    }
}

/* Without ties it is the test of Wald for a coin: k more for the first than for the second. */
static void without_ties_it_is_the_test_of_wald(void **unused)
{
    (void)unused;
    for (uint64_t second = 0; second < 500; second += 99) {
        struct stats_test found =
            stats_sequential((struct stats_pairs){second + 40, second, 0}, 0.1);
        assert_near(found.ratio, (double)(second + 40) * log(1.1) + (double)second * log(0.9),
                    1e-9);
    }
}

static void it_is_undecided_at_the_start(void **unused)
{
    (void)unused;
    assert_int_equal(stats_sequential((struct stats_pairs){0, 0, 0}, 0.05).verdict, 0);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(
            stats_sequential((struct stats_pairs){i == 0, i == 1, i == 2}, 0.1).verdict, 0);
    assert_near(stats_sequential((struct stats_pairs){0, 0, 0}, 0.05).bound, log(19), 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_agrees_with_published_values),
        cmocka_unit_test(wilson_is_a_mirror),
        cmocka_unit_test(wilson_stays_between_nothing_and_all),
        cmocka_unit_test(wilson_narrows_with_the_root),
        cmocka_unit_test(without_tries_nothing_is_known),
        cmocka_unit_test(one_game_of_each_deal_is_a_proportion),
        cmocka_unit_test(a_share_holds_the_truth_as_often_as_it_says),
        cmocka_unit_test(games_that_end_alike_count_as_one),
        cmocka_unit_test(paired_agrees_with_published_values),
        cmocka_unit_test(paired_is_a_mirror),
        cmocka_unit_test(pairs_that_never_differ_leave_room_for_a_difference),
        cmocka_unit_test(paired_stays_in_its_range_around_its_value),
        cmocka_unit_test(paired_holds_the_truth_as_often_as_it_says),
        cmocka_unit_test(it_errs_in_about_one_of_twenty),
        cmocka_unit_test(without_ties_it_is_the_test_of_wald),
        cmocka_unit_test(it_is_undecided_at_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
