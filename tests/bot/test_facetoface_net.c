/*
 * test_facetoface_net.c - what the network of FACE TO FACE promises: inputs that are in bounds,
 * that change places with the piles, and a foretelling that knows a won duel from a lost one.
 */
#include "base/cards.h"
#include "bot/bot.h"
#include "bot/facetoface/net.h"
#include "bot/facetoface/duel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DUELS = 60 };

/* ---------------------------------------------------------------- words for the tests */

typedef void turn_claim(const struct duel_after *after);

/* Calls the claim at the end of every turn of some duels; returns how many that were. */
static int at_every_turn(const char *text, turn_claim *claim)
{
    int turns = 0;
    for (uint64_t number = 0; number < DUELS; number++) {
        stos_seed seed = stos_seed_fast(number);
        stos_random random = stos_random_from(number);
        stos_rules rules;
        stos_state state;
        stos_view view;
        struct duel duel;
        struct duel_after after;
        assert_int_equal(stos_rules_parse(text, strlen(text), &rules).reason, STOS_OK);
        assert_int_equal(stos_deal(&state, &rules, &seed, NULL).reason, STOS_OK);
        stos_look(&state, state.as.facetoface.table.turn, &view);
        facetoface_duel_deal(&duel, &view.as.facetoface, &random);
        while (duel.winner < 0) {
            stos_move move = facetoface_duel_choose(
                &duel, &facetoface_styles[number % 2 ? FACETOFACE_STEADY : FACETOFACE_NOVICE]);
            if (stos_move_kind(move) == STOS_PLACE) {
                facetoface_duel_place(&duel, stos_move_low(move), stos_move_high(move));
                continue;
            }
            facetoface_worth_see(&after, &duel, 0, false);
            claim(&after);
            turns++;
            facetoface_duel_end(&duel);
        }
    }
    return turns;
}

static uint64_t mirrored(uint64_t cards)
{
    uint64_t turned = 0;
    while (cards)
        turned |= UINT64_C(1) << (61 - word_take(&cards));
    return turned;
}

/* The same duel with rising and falling piles exchanged. */
static struct duel_after turned_over(const struct duel_after *after)
{
    struct duel_after other = *after;
    other.kept = mirrored(after->kept);
    for (int player = 0; player < 2; player++) {
        other.left[player] = mirrored(after->left[player]);
        other.top[player][0] = (uint8_t)(61 - after->top[player][1]);
        other.top[player][1] = (uint8_t)(61 - after->top[player][0]);
    }
    return other;
}

/* Cards from low to high. */
static uint64_t cards_from(int low, int high)
{
    return ((UINT64_C(1) << (high + 1)) - 1) & ~((UINT64_C(1) << low) - 1);
}

/* ---------------------------------------------------------------- claims */

static void inputs_are_in_bounds(const struct duel_after *after)
{
    uint16_t input[FACETOFACE_NET_MOST];
    bool seen[FACETOFACE_NET_INPUTS] = {false};
    int count = facetoface_net_list(after, input);
    assert_in_range(count, 1, FACETOFACE_NET_MOST);
    for (int i = 0; i < count; i++) {
        assert_true(input[i] < FACETOFACE_NET_INPUTS);
        seen[input[i]] = true;
    }
    assert_true(seen[FACETOFACE_NET_INPUTS - 1] == after->lenient);
}

static void test_inputs_are_in_bounds(void **unused)
{
    (void)unused;
    assert_true(at_every_turn("facetoface", inputs_are_in_bounds) > DUELS);
    assert_true(at_every_turn("facetoface(last=lenient)", inputs_are_in_bounds) > DUELS);
}

/* The network's word on the inputs as they are listed. */
static int chance_of_list(const struct duel_after *after)
{
    uint16_t input[FACETOFACE_NET_MOST];
    int16_t sum[FACETOFACE_NET_WIDTH], hidden[FACETOFACE_NET_MIDDLE];
    struct net_rows rows;
    int count = facetoface_net_list(after, input);
    net_begin(&rows, &facetoface_net);
    net_add_bias(&rows);
    for (int i = 0; i < count; i++)
        net_add(&rows, input[i]);
    net_sum(&rows, sum);
    net_hidden(&facetoface_net, sum, 1, hidden);
    return net_chance(net_output(&facetoface_net, hidden, facetoface_net_head(after)));
}

/* Other ends of the same turn: each card kept may have gone to any pile. */
static void turns_are_judged_alike(const struct duel_after *after)
{
    static struct facetoface_net_turn turn;
    facetoface_net_begin_turn(&turn, &facetoface_net);
    for (uint64_t kept = after->kept; kept;) {
        int card = word_take(&kept);
        for (int pile = 0; pile < 4; pile++) {
            struct duel_after end = *after;
            end.kept &= ~(UINT64_C(1) << card);
            end.left[0] &= ~(UINT64_C(1) << card);
            end.top[pile / 2][pile % 2] = (uint8_t)card;
            struct duel_after other = turned_over(&end);
            assert_int_equal(facetoface_net_turn_chance(&turn, &end, false), chance_of_list(&end));
            assert_int_equal(facetoface_net_turn_chance(&turn, &end, true),
                             (chance_of_list(&end) + chance_of_list(&other)) / 2);
        }
    }
}

static void test_plans_of_a_turn_are_judged_as_each_alone(void **unused)
{
    (void)unused;
    assert_true(at_every_turn("facetoface", turns_are_judged_alike) > DUELS);
}

static void inputs_change_places(const struct duel_after *after)
{
    uint16_t input[FACETOFACE_NET_MOST];
    int times[FACETOFACE_NET_INPUTS] = {0};
    struct duel_after other = turned_over(after);
    int count = facetoface_net_list(after, input);
    for (int i = 0; i < count; i++)
        times[facetoface_net_turned(input[i])]++;
    assert_int_equal(facetoface_net_list(&other, input), count);
    for (int i = 0; i < count; i++)
        times[input[i]]--;
    for (int i = 0; i < FACETOFACE_NET_INPUTS; i++)
        assert_int_equal(times[i], 0);
}

static void test_inputs_change_places_with_the_piles(void **unused)
{
    (void)unused;
    for (int i = 0; i < FACETOFACE_NET_INPUTS; i++)
        assert_int_equal(facetoface_net_turned(facetoface_net_turned(i)), i);
    at_every_turn("facetoface", inputs_change_places);
}

static void both_ways_are_one(const struct duel_after *after)
{
    struct duel_after other = turned_over(after);
    int there = facetoface_net_chance(&facetoface_net, after, false),
        back = facetoface_net_chance(&facetoface_net, &other, false);
    assert_int_equal(facetoface_net_chance(&facetoface_net, after, true), (there + back) / 2);
    assert_int_equal(facetoface_net_chance(&facetoface_net, &other, true), (there + back) / 2);
}

static void test_both_ways_round_the_chance_is_the_same(void **unused)
{
    (void)unused;
    at_every_turn("facetoface", both_ways_are_one);
}

static void test_a_won_duel_is_known_from_a_lost_one(void **unused)
{
    (void)unused;
    /* one player has the four highest cards left and open piles, the other thirty and hardly a
     * place for them */
    uint64_t few = cards_from(56, 59), many = cards_from(10, 39);
    struct duel_after winning = {
        .left = {few, many}, .kept = few, .top = {{50, 60}, {37, 12}}, .held = {4, 6}};
    struct duel_after losing = {.left = {many, few},
                                .kept = cards_from(20, 23),
                                .top = {{37, 12}, {50, 60}},
                                .held = {6, 4}};
    int won = facetoface_net_chance(&facetoface_net, &winning, false),
        lost = facetoface_net_chance(&facetoface_net, &losing, false);
    assert_in_range(won, FACETOFACE_CERTAIN * 9 / 10, FACETOFACE_CERTAIN);
    assert_in_range(lost, 0, FACETOFACE_CERTAIN / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_inputs_are_in_bounds),
        cmocka_unit_test(test_plans_of_a_turn_are_judged_as_each_alone),
        cmocka_unit_test(test_inputs_change_places_with_the_piles),
        cmocka_unit_test(test_both_ways_round_the_chance_is_the_same),
        cmocka_unit_test(test_a_won_duel_is_known_from_a_lost_one),
    };
    return cmocka_run_group_tests_name("facetoface net", tests, NULL, NULL);
}
