/*
 * test_lie_round.c - a round of LIE as numbers: hands are counted as the deck says (LI1), chances
 * sum to one, bids and counting agree with the rules library.
 */
#include "solve/lie/round.h"

#include "bot/lie/table_hands.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct lie_round open_round(struct lie_round_rules rules)
{
    struct lie_round round;
    assert_int_equal(lie_round_open(&round, &rules), LIE_ROUND_OK);
    return round;
}

static void hands_are_counted_as_the_deck_allows(void **state)
{
    (void)state;
    static const int deals[] = {15, 120, 665}, choices[] = {30, 465, 4900}, faces[] = {6, 21, 56};
    for (int cards = 1; cards <= 3; cards++) {
        struct lie_round round = open_round((struct lie_round_rules){.cards = {(uint8_t)cards, 1}});
        assert_int_equal(round.side[0].deals, deals[cards - 1]);
        assert_int_equal(round.side[0].choices, choices[cards - 1]);
        lie_round_close(&round);
        round =
            open_round((struct lie_round_rules){.cards = {(uint8_t)cards, 1}, .faces_only = true});
        assert_int_equal(round.side[0].classes, faces[cards - 1]);
        lie_round_close(&round);
    }
}

static void every_hand_has_its_own_number(void **state)
{
    (void)state;
    struct lie_round round = open_round((struct lie_round_rules){.cards = {3, 1}});
    const struct lie_round_side *side = &round.side[0];
    for (int deal = 0; deal < side->deals; deal++) {
        const uint8_t *kind = side->deal[deal].kind;
        assert_int_equal(lie_deal_index(3, kind), deal);
        for (int i = side->deal[deal].first_choice; i < side->deal[deal + 1].first_choice; i++)
            if (deal % 40 == 0) /* counting is slow on purpose: it has no tables */
                assert_int_equal(lie_shown_index(3, kind, side->ends[i]), i);
    }
    lie_round_close(&round);
}

static void twins_show_the_same_whichever_is_turned(void **state)
{
    (void)state;
    const uint8_t kind[2] = {4, 4};
    assert_int_equal(lie_shown_index(2, kind, 1), lie_shown_index(2, kind, 2));
    assert_int_not_equal(lie_shown_index(2, kind, 1), lie_shown_index(2, kind, 3));
}

static double sum_of_chances(struct lie_round_rules rules)
{
    struct lie_round round = open_round(rules);
    int first = rules.dice ? round.side[0].classes : round.side[0].deals,
        second = rules.dice ? round.side[1].classes : round.side[1].deals;
    double sum = 0;
    for (int i = 0; i < first; i++)
        for (int k = 0; k < second; k++)
            sum += lie_round_joint(&round, i, k);
    lie_round_close(&round);
    return sum;
}

static void chances_sum_to_one(void **state)
{
    (void)state;
    for (uint8_t a = 1; a <= 2; a++)
        for (uint8_t b = 1; b <= 2; b++) {
            assert_true(fabs(sum_of_chances((struct lie_round_rules){.cards = {a, b}}) - 1) <
                        1e-12);
            assert_true(
                fabs(sum_of_chances((struct lie_round_rules){.cards = {a, b}, .dice = true}) - 1) <
                1e-12);
        }
}

static void a_card_that_one_holds_is_missing_for_the_other(void **state)
{
    (void)state;
    struct lie_round round = open_round((struct lie_round_rules){.cards = {1, 1}});
    assert_true(fabs(lie_round_joint(&round, 0, 1) - 4.0 / (30 * 29)) < 1e-15);
    assert_true(fabs(lie_round_joint(&round, 0, 0) - 2.0 / (30 * 29)) < 1e-15);
    lie_round_close(&round);
    round = open_round((struct lie_round_rules){.cards = {1, 2}});
    assert_true(lie_round_joint(&round, 0, 0) ==
                0); /* the other one holds both cards of that kind */
    lie_round_close(&round);
}

/* The bids of every rank as the rules library counts them. */
static void bids_rise_as_the_rules_say(void **state)
{
    (void)state;
    for (int by_count = 0; by_count < 2; by_count++) {
        struct lie_round round =
            open_round((struct lie_round_rules){.cards = {1, 2}, .by_count = by_count});
        struct stos_lie_table table = {.cards = 3};
        table.option[STOS_LIE_ORDER] = by_count ? STOS_LIE_ORDER_COUNT : STOS_LIE_ORDER_FACE;
        for (int rank = 0; rank < round.ranks; rank++) {
            int count, face, expected_count, expected_face;
            lie_round_bid(&round, rank, &count, &face);
            stos_lie_bid_at(&table, rank, &expected_count, &expected_face);
            assert_int_equal(count, expected_count);
            assert_int_equal(face, expected_face);
        }
        lie_round_close(&round);
    }
}

static void wild_ones_count_for_every_face_but_bids_on_ones(void **state)
{
    (void)state;
    struct lie_round round = open_round(
        (struct lie_round_rules){.cards = {1, 1}, .by_count = true, .wild_face = 1, .dice = true});
    const uint8_t *one = round.side[0].shows[0], *four = round.side[0].shows[3];
    int two_fours = 6 + 3, two_ones = 6;
    assert_true(lie_round_holds(&round, two_fours, true, one, four));
    assert_false(
        lie_round_holds(&round, two_fours, false, one, four)); /* LI12: the round opened on ones */
    assert_true(lie_round_holds(&round, two_ones, true, one, one));
    assert_false(lie_round_holds(&round, two_ones, true, one, four));
    lie_round_close(&round);
}

static void large_rounds_are_refused(void **state)
{
    (void)state;
    struct lie_round round;
    struct lie_round_rules rules = {.cards = {3, 2}};
    assert_int_equal(lie_round_open(&round, &rules), LIE_ROUND_TOO_LARGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_are_counted_as_the_deck_allows),
        cmocka_unit_test(every_hand_has_its_own_number),
        cmocka_unit_test(twins_show_the_same_whichever_is_turned),
        cmocka_unit_test(chances_sum_to_one),
        cmocka_unit_test(a_card_that_one_holds_is_missing_for_the_other),
        cmocka_unit_test(bids_rise_as_the_rules_say),
        cmocka_unit_test(wild_ones_count_for_every_face_but_bids_on_ones),
        cmocka_unit_test(large_rounds_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
