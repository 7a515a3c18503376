/* test_glicko.c - Glicko-2 against Glickman's worked example, and what must hold for any results.
 */
#include "store/glicko.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

struct result {
    struct glicko opponent;
    double score;
};

static const struct glicko player = {1500, 200, 0.06};
static const struct result example[] = {
    {{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};

static struct glicko after(const struct glicko *before, const struct result *results, int count)
{
    struct glicko_sums sums = {0};
    for (int i = 0; i < count; i++)
        glicko_add(&sums, before, &results[i].opponent, results[i].score);
    return glicko_after(before, &sums);
}

static void assert_near(double found, double expected, double within)
{
    assert_true(fabs(found - expected) <= within);
}

/* "Example of the Glicko-2 system" prints 1464.06, 151.52 and 0.05999, from steps that it rounded.
 */
static void the_published_example(void **unused)
{
    (void)unused;
    struct glicko found = after(&player, example, 3);
    assert_near(found.rating, 1464.06, 0.02);
    assert_near(found.deviation, 151.52, 0.02);
    assert_near(found.volatility, 0.05999, 0.00001);
}

static void the_order_of_the_results_does_not_matter(void **unused)
{
    static const int orders[][3] = {{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    (void)unused;
    struct glicko expected = after(&player, example, 3);
    for (int i = 0; i < 5; i++) {
        struct result results[3] = {example[orders[i][0]], example[orders[i][1]],
                                    example[orders[i][2]]};
        struct glicko found = after(&player, results, 3);
        assert_true(found.rating == expected.rating && found.deviation == expected.deviation &&
                    found.volatility == expected.volatility);
    }
}

static void without_a_game_only_the_deviation_grows(void **unused)
{
    (void)unused;
    struct glicko found = after(&player, example, 0), start = glicko_start(), many = player;
    assert_near(found.deviation, 200.27, 0.005);
    assert_true(found.rating == player.rating && found.volatility == player.volatility);
    assert_true(glicko_idle(&start, 1).deviation ==
                start.deviation); /* never less sure than about a stranger */
    for (int day = 0; day < 30; day++)
        many = glicko_idle(&many, 1);
    assert_near(glicko_idle(&player, 30).deviation, many.deviation,
                0.2); /* each of the 30 was rounded */
}

static void a_win_lifts_a_loss_lowers_and_a_draw_of_equals_does_nothing(void **unused)
{
    (void)unused;
    for (double other = 800; other <= 2200; other += 100) {
        struct result won = {{other, 80, 0.06}, 1}, lost = {{other, 80, 0.06}, 0},
                      drawn = {{1500, 80, 0.06}, 0.5};
        assert_true(after(&player, &won, 1).rating > player.rating);
        assert_true(after(&player, &lost, 1).rating < player.rating);
        assert_true(after(&player, &won, 1).deviation < player.deviation + 0.3);
        assert_near(after(&player, &drawn, 1).rating, player.rating, 0.01);
    }
}

static void extreme_results_stay_finite(void **unused)
{
    (void)unused;
    struct result results[200];
    struct glicko start = glicko_start();
    for (int i = 0; i < 200; i++)
        results[i] = (struct result){{i % 2 ? 3000 : 100, i % 3 ? 30 : 350, 0.06}, i % 2};
    struct glicko found = after(&start, results, 200);
    assert_true(isfinite(found.rating) && isfinite(found.deviation) && found.deviation > 0);
    assert_true(found.volatility > 0 && found.volatility < 1);
}

static void beginners_and_new_seasons_are_provisional(void **unused)
{
    (void)unused;
    struct glicko start = glicko_start(), known = {1700, 60, 0.06},
                  season = glicko_new_season(&known);
    assert_true(glicko_is_provisional(start.deviation) && !glicko_is_provisional(known.deviation));
    assert_true(glicko_is_provisional(season.deviation) && season.rating == known.rating);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_example),
        cmocka_unit_test(the_order_of_the_results_does_not_matter),
        cmocka_unit_test(without_a_game_only_the_deviation_grows),
        cmocka_unit_test(a_win_lifts_a_loss_lowers_and_a_draw_of_equals_does_nothing),
        cmocka_unit_test(extreme_results_stay_finite),
        cmocka_unit_test(beginners_and_new_seasons_are_provisional),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
