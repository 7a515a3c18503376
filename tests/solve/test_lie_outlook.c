/*
 * test_lie_outlook.c - the chance to win a match of LIE: it is shared among all, certain at the
 * end, the same for the same seed, follows the cards, and a move that throws a round away is seen
 * as one.
 */
#include "solve/lie/outlook.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const struct analyze_limits limits = {.deals = 200, .seed = 1};

static stos_state deal(const char *rules_text, uint8_t seed_byte)
{
    stos_rules rules;
    stos_state state;
    stos_seed seed = {.generator = STOS_CHACHA20, .bytes = {seed_byte}};
    assert_int_equal(stos_rules_parse(rules_text, strlen(rules_text), &rules).reason, STOS_OK);
    assert_int_equal(stos_deal(&state, &rules, &seed, NULL).reason, STOS_OK);
    return state;
}

static void play(stos_state *state, int seat, stos_move move)
{
    assert_int_equal(stos_play(state, seat, move).reason, STOS_OK);
}

/* Everybody shows the lower end of every card. */
static void show_all(stos_state *state)
{
    while (state->as.lie.table.phase == STOS_PHASE_SHOW) {
        int seat = __builtin_ctz(stos_actors(state));
        stos_view view;
        stos_move moves[STOS_MAX_MOVES];
        stos_look(state, seat, &view);
        assert_true(stos_view_moves(&view, moves) > 0);
        play(state, seat, moves[0]);
    }
}

static void before_a_round_the_chances_of_all_are_one(void **unused)
{
    (void)unused;
    struct lie_outlook *outlook = lie_outlook_open();
    stos_state state = deal("lie(players=4,start=0)", 1);
    double sum = 0;
    for (int seat = 0; seat < 4; seat++) {
        double chance = lie_outlook_chance(outlook, &state, seat, &limits);
        assert_true(chance > 0.1 && chance < 0.5);
        sum += chance;
    }
    assert_true(fabs(sum - 1) < 1e-5);
    lie_outlook_close(outlook);
}

static void the_same_seed_gives_the_same_answer(void **unused)
{
    (void)unused;
    struct lie_outlook *outlook = lie_outlook_open();
    stos_state state = deal("lie(players=3,start=0,ones=wild)", 2);
    struct analyze_turn first, second;
    show_all(&state);
    play(&state, 0, stos_move_make(STOS_BID, 1, 2));
    double chance = lie_outlook_chance(outlook, &state, 2, &limits);
    assert_true(chance > 0 && chance < 1);
    assert_true(chance == lie_outlook_chance(outlook, &state, 2, &limits));
    lie_outlook_judge(outlook, &state, 1, stos_move_make(STOS_CALL, 0, 0), &limits, &first);
    lie_outlook_judge(outlook, &state, 1, stos_move_make(STOS_CALL, 0, 0), &limits, &second);
    assert_memory_equal(&first, &second, sizeof first);
    lie_outlook_close(outlook);
}

/* All cards of the table cannot be what one's own card is not. */
static void a_bid_that_cannot_hold_is_judged_so(void **unused)
{
    (void)unused;
    struct lie_outlook *outlook = lie_outlook_open();
    stos_state state = deal("lie(players=2,start=0)", 3);
    struct analyze_turn found;
    show_all(&state);
    int own = state.as.lie.hands.face[0][0], other = own == 6 ? 5 : 6;
    stos_move hopeless = stos_move_make(STOS_BID, 2, other);
    lie_outlook_judge(outlook, &state, 0, hopeless, &limits, &found);
    assert_true(found.before > found.after + 0.05);
    assert_int_equal(found.better_count, 1);
    assert_int_not_equal(found.better[0], hopeless);
    lie_outlook_close(outlook);
}

/* LI9: whoever lost a round draws one card more, and stands worse for it. */
static void a_lost_round_costs(void **unused)
{
    (void)unused;
    struct lie_outlook *outlook = lie_outlook_open();
    stos_state state = deal("lie(players=3,start=0)", 4);
    double before = lie_outlook_chance(outlook, &state, 0, &limits);
    show_all(&state);
    int own = state.as.lie.hands.face[0][0];
    play(&state, 0, stos_move_make(STOS_BID, 3, own == 6 ? 5 : 6));
    play(&state, 1, stos_move_make(STOS_CALL, 0, 0));
    assert_int_equal(state.as.lie.table.last.loser, 0);
    assert_true(lie_outlook_chance(outlook, &state, 0, &limits) < before - 0.02);
    assert_true(lie_outlook_chance(outlook, &state, 1, &limits) > 0.3);
    lie_outlook_close(outlook);
}

static void at_the_end_it_is_certain_and_the_lost_have_none(void **unused)
{
    (void)unused;
    struct lie_outlook *outlook = lie_outlook_open();
    stos_state state = deal("lie(players=3,start=0,end=last)", 5);
    bool somebody_is_out = false;
    while (!stos_over(
        &state)) { /* whoever is asked bids the highest there is, and the next one doubts it */
        show_all(&state);
        const struct stos_lie_table *table = &state.as.lie.table;
        int actor = __builtin_ctz(stos_actors(&state));
        play(&state, actor,
             stos_lie_last_bid(table) < 0 ? stos_move_make(STOS_BID, table->cards, 6)
                                          : stos_move_make(STOS_CALL, 0, 0));
        for (int seat = 0; seat < 3 && !stos_over(&state); seat++)
            if (!(state.as.lie.table.in >> seat & 1)) {
                somebody_is_out = true;
                assert_true(lie_outlook_chance(outlook, &state, seat, &limits) == 0);
            }
    }
    assert_true(somebody_is_out);
    for (int seat = 0; seat < 3; seat++)
        assert_true(lie_outlook_chance(outlook, &state, seat, &limits) ==
                    (stos_result(&state) == seat ? 1 : 0));
    lie_outlook_close(outlook);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(before_a_round_the_chances_of_all_are_one),
        cmocka_unit_test(the_same_seed_gives_the_same_answer),
        cmocka_unit_test(a_bid_that_cannot_hold_is_judged_so),
        cmocka_unit_test(a_lost_round_costs),
        cmocka_unit_test(at_the_end_it_is_certain_and_the_lost_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
