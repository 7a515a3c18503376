/*
 * test_sim.c - what an interrupt does to a simulation: a game that was cut short is neither counted
 * nor kept, wherever in it the interrupt came.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim/sim.h"

#include <string.h>

static struct {
    const stos_bot *bot;
    int asked, cancel_at; /* how often it was asked, and at which time the interrupt comes */
    atomic_bool cancel;
} spy;

/* Plays as the bot does, until the interrupt; a bot that is interrupted may return any move. */
static stos_move choose_until_cancelled(const stos_bot *bot, const struct bot_request *request)
{
    (void)bot;
    if (++spy.asked == spy.cancel_at)
        atomic_store(&spy.cancel, true);
    return bot_choose(spy.bot, request);
}

static void count_kept(void *context, const struct sim_game *game)
{
    (void)game;
    ++*(int *)context;
}

/* Plays deals of a game with the interrupt at one of its moves; returns whether all were played. */
static bool play(const char *text, uint64_t deals, int cancel_at, struct sim_tally *tally,
                 int *kept)
{
    struct sim_plan plan = {.lineups = 1, .talks = {true}, .seed = 5, .deals = deals};
    assert_int_equal(stos_rules_parse(text, strlen(text), &plan.rules).reason, 0);
    spy.bot = stos_bot_find(plan.rules.game, "steady");
    spy.asked = 0;
    spy.cancel_at = cancel_at;
    atomic_store(&spy.cancel, false);
    stos_bot watched = *spy.bot;
    watched.choose = choose_until_cancelled;
    watched.plan = NULL;
    for (int place = 0; place < stos_rules_seats(&plan.rules); place++)
        plan.bot[0][place] = &watched;
    struct sim_player *player = sim_player_open(&plan);
    assert_non_null(player);
    *kept = 0;
    bool whole = sim_play(player, 0, deals, tally, &spy.cancel, count_kept, kept);
    sim_player_close(player);
    return whole;
}

static void a_game_that_was_cut_short_is_not_counted(void **unused)
{
    (void)unused;
    static const char *const games[] = {"thegame(players=1)", "thegame(players=3)", "facetoface",
                                        "lie(players=2)"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct sim_tally tally, empty;
        int kept, moves;
        memset(&empty, 0, sizeof empty);
        memset(&tally, 0, sizeof tally);
        assert_true(play(games[i], 1, 0, &tally, &kept));
        assert_int_equal(tally.deals, 1);
        moves = spy.asked;
        for (int at = 1; at <= moves; at++) {
            tally = empty;
            assert_false(play(games[i], 1, at, &tally, &kept));
            assert_memory_equal(&tally, &empty, sizeof tally);
            assert_true(kept == 0 || i >= 2); /* the first of two rotated games may be whole */
        }
    }
}

static void what_was_counted_before_stays(void **unused)
{
    (void)unused;
    struct sim_tally tally, before;
    int kept;
    memset(&tally, 0, sizeof tally);
    assert_true(play("thegame(players=2)", 3, 0, &tally, &kept));
    assert_int_equal(kept, 3);
    before = tally;
    assert_false(play("thegame(players=2)", 3, spy.asked, &tally, &kept));
    assert_memory_equal(&tally, &before, sizeof tally);
    assert_int_equal(kept, 2);
}

/* ---------------------------------------------------------------- the order of a line-up */

enum { MOST_ORDERS = 720 };

static struct {
    uint32_t order[MOST_ORDERS]; /* places by seat, a hexadecimal digit each */
    int games[MOST_ORDERS], count;
} seen;

static void note_order(void *context, const struct sim_game *game)
{
    uint32_t order = 0;
    int i = 0, seats = *(int *)context;
    for (int seat = 0; seat < seats; seat++)
        order = order << 4 | game->place[seat];
    while (i < seen.count && seen.order[i] != order)
        i++;
    assert_true(i < MOST_ORDERS);
    seen.count += i == seen.count;
    seen.order[i] = order;
    seen.games[i]++;
}

static void check_orders(const char *rules, uint64_t deals, int orders, int games)
{
    struct sim_plan plan = {.lineups = 1, .talks = {true}, .seed = 5, .deals = deals};
    struct sim_tally tally;
    assert_int_equal(stos_rules_parse(rules, strlen(rules), &plan.rules).reason, 0);
    int seats = stos_rules_seats(&plan.rules);
    for (int place = 0; place < seats; place++)
        plan.bot[0][place] = stos_bot_find(plan.rules.game, "random");
    struct sim_player *player = sim_player_open(&plan);
    memset(&tally, 0, sizeof tally);
    memset(&seen, 0, sizeof seen);
    assert_non_null(player);
    assert_true(sim_play(player, 0, deals, &tally, NULL, note_order, &seats));
    sim_player_close(player);
    assert_int_equal(seen.count, orders);
    for (int i = 0; i < orders; i++)
        assert_int_equal(seen.games[i], games);
}

static void a_line_up_sits_in_every_order_equally_often(void **unused)
{
    (void)unused;
    check_orders("facetoface", 3, 2, 3);
    check_orders("lie(players=3)", 4, 6, 2);
    check_orders("lie(players=4)", 6, 24, 1);
    check_orders("lie(players=5)", 24, 120, 1);
    check_orders("lie(players=6)", 120, 720, 1);
    check_orders("thegame(players=1)", 3, 1, 3);
    check_orders("thegame(players=2)", 4, 2, 2);
    check_orders("thegame(players=3)", 12, 6, 2);
    check_orders("thegame(players=5)", 120, 120, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_that_was_cut_short_is_not_counted),
        cmocka_unit_test(what_was_counted_before_stays),
        cmocka_unit_test(a_line_up_sits_in_every_order_equally_often),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
