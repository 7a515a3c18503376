/*
 * test_bradley_terry.c - ratings against closed forms, and intervals against what they promise.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "sim/bradley_terry.h"

#include <math.h>
#include <string.h>

static void assert_near(double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("found %.9f, expected %.9f", found, expected);
}

/* A match of two whose games are independent. */
static struct bradley_terry_match duel(int first, int second, double wins, double losses)
{
    return (struct bradley_terry_match){.seats = 2,
                                        .player = {first, second},
                                        .wins = {wins, losses},
                                        .games = wins + losses,
                                        .of_deal = 1,
                                        .tries = wins + losses};
}

/* One game is shared, so 900 of 999 are odds of 900.5 to 99.5. */
static void two_players_differ_by_the_logarithm_of_their_odds(void **unused)
{
    (void)unused;
    struct stats_interval rating[2];
    struct bradley_terry_match match = duel(0, 1, 900, 99);
    assert_true(bradley_terry(&match, 1, 2, rating));
    assert_near(rating[0].value - rating[1].value, 400 * log10(900.5 / 99.5), 1e-6);
    assert_near(rating[0].value + rating[1].value, 0, 1e-9);
    double p = 900.5 / 1000, error = sqrt(999 * p * (1 - p)) / (1000 * p * (1 - p));
    assert_near(rating[0].high - rating[0].value, 1.959964 * error / 2 * 400 / log(10), 1e-3);
    assert_near(rating[0].value - rating[0].low, rating[0].high - rating[0].value, 1e-9);
}

static void games_that_vary_less_give_narrower_intervals(void **unused)
{
    (void)unused;
    struct stats_interval wide[2], narrow[2];
    struct bradley_terry_match match = duel(0, 1, 60, 40);
    assert_true(bradley_terry(&match, 1, 2, wide));
    match.tries *= 4;
    assert_true(bradley_terry(&match, 1, 2, narrow));
    assert_near(narrow[0].value, wide[0].value, 1e-12);
    assert_near(2 * (narrow[0].high - narrow[0].low), wide[0].high - wide[0].low, 1e-6);
}

static void who_wins_every_game_has_a_finite_rating(void **unused)
{
    (void)unused;
    struct stats_interval rating[3];
    struct bradley_terry_match match[] = {duel(0, 1, 200, 0), duel(0, 2, 200, 0),
                                          duel(1, 2, 200, 0)};
    assert_true(bradley_terry(match, 3, 3, rating));
    assert_true(rating[0].value > rating[1].value && rating[1].value > rating[2].value);
    for (int i = 0; i < 3; i++)
        assert_true(isfinite(rating[i].low) && isfinite(rating[i].high));
}

/* Three that win 3, 2 and 1 of 6: strengths 3 : 2 : 1, which the shared deal hardly moves. */
static void a_match_of_three_is_rated_by_who_wins(void **unused)
{
    (void)unused;
    struct stats_interval rating[3];
    struct bradley_terry_match match = {.seats = 3,
                                        .player = {2, 0, 1},
                                        .wins = {1e6, 3e6, 2e6},
                                        .games = 6e6,
                                        .of_deal = 3,
                                        .tries = 6e6};
    assert_true(bradley_terry(&match, 1, 3, rating));
    assert_near(rating[0].value - rating[1].value, 400 * log10(1.5), 1e-3);
    assert_near(rating[1].value - rating[2].value, 400 * log10(2), 1e-3);
}

static void players_who_never_met_are_not_rated(void **unused)
{
    (void)unused;
    struct stats_interval rating[4];
    struct bradley_terry_match match[] = {duel(0, 1, 5, 5), duel(2, 3, 5, 5), duel(1, 2, 0, 0)};
    match[2].games = 0;
    assert_false(bradley_terry(match, 3, 4, rating));
    match[2] = duel(1, 2, 5, 5);
    assert_true(bradley_terry(match, 3, 4, rating));
}

/* Of many tournaments of four with known strengths, about 95 % of the intervals hold the truth. */
static void intervals_hold_the_truth_as_often_as_they_promise(void **unused)
{
    (void)unused;
    enum { PLAYERS = 4, GAMES = 100, RUNS = 1000 };
    static const double truth[PLAYERS] = {150, 50, -50, -150};
    uint64_t state = 1;
    int held = 0;
    for (int run = 0; run < RUNS; run++) {
        struct bradley_terry_match match[6];
        struct stats_interval rating[PLAYERS];
        size_t count = 0;
        for (int i = 0; i < PLAYERS; i++)
            for (int j = i + 1; j < PLAYERS; j++) {
                double p = 1 / (1 + pow(10, (truth[j] - truth[i]) / 400)), wins = 0;
                for (int game = 0; game < GAMES; game++) {
                    state = rng_mix(state + 1);
                    wins += (double)(state >> 11) / 9007199254740992.0 < p ? 1 : 0;
                }
                match[count++] = duel(i, j, wins, GAMES - wins);
            }
        assert_true(bradley_terry(match, count, PLAYERS, rating));
        for (int i = 0; i < PLAYERS; i++)
            held += rating[i].low <= truth[i] && truth[i] <= rating[i].high;
    }
    assert_in_range(held, 0.94 * RUNS * PLAYERS, 0.965 * RUNS * PLAYERS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_differ_by_the_logarithm_of_their_odds),
        cmocka_unit_test(games_that_vary_less_give_narrower_intervals),
        cmocka_unit_test(who_wins_every_game_has_a_finite_rating),
        cmocka_unit_test(a_match_of_three_is_rated_by_who_wins),
        cmocka_unit_test(players_who_never_met_are_not_rated),
        cmocka_unit_test(intervals_hold_the_truth_as_often_as_they_promise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
