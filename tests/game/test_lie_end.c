/*
 * test_lie_end.c - LI10 to LI16, the end, ties and the variants: one test or more for each clause.
 * The other clauses are in test_lie.c.
 */
#include "lie_support.h"

/* ---------------------------------------------------------------- LI10, LI11: the end */

/* State and view name the clause that ended the game. */
static void expect_ended_by(const stos_state *state, const char *clause)
{
    char json[4096], expected[32];
    stos_view view;
    snprintf(expected, sizeof expected, "\"ended_by\":\"%s\"", clause);
    stos_state_json(state, json, sizeof json);
    assert_non_null(strstr(json, expected));
    stos_look(state, 0, &view);
    stos_view_json(&view, json, sizeof json);
    assert_non_null(strstr(json, expected));
}

static void LI10_a_sixth_card_ends_the_game_before_the_round_is_dealt(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("lie(players=3,start=0)", 4);
    lose_next_round(&state, 1);
    for (int i = 0; i < 4; i++)
        lose_next_round(&state, 0);
    expect_counts(&state, "5.2.1.0.0.0");
    lose_next_round(&state, 0);
    assert_true(stos_over(&state));
    assert_int_equal(table_of(&state)->round, 6);
    assert_int_equal(stos_actors(&state), 0);
    expect_result(&state, "winner 2");
    expect_ended_by(&state, "LI10");
}

static void LI10_the_bids_of_the_last_round_stay_to_be_seen(void **unused)
{
    (void)unused;
    stos_state state =
        bidding("lie(players=3)", "5.1.2.0.0.0", 2, "12:1.12:1.13:1.13:1.14:1/14:1/15:1.16:1///");
    char json[4096];
    play(&state, 2, "7x1");
    play(&state, 0, "8x6"); /* seat 0 loses and is out, but bid as second */
    play(&state, 1, "call");
    expect_result(&state, "winner 1");
    stos_state_json(&state, json, sizeof json);
    assert_non_null(
        strstr(json, "\"bids\":[{\"seat\":2,\"bid\":\"7x1\"},{\"seat\":0,\"bid\":\"8x6\"}]"));
}

static void LI10_the_fewest_cards_win(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("lie(players=4,start=0)", 4);
    lose_next_round(&state, 0);
    lose_next_round(&state, 3);
    lose_next_round(&state, 3);
    for (int i = 0; i < 5; i++)
        lose_next_round(&state, 2);
    expect_result(&state, "winner 1");
    expect_refusal(&state, 1, move_of(&state, "call"), STOS_GAME_OVER, "game_over", "");
}

/* Four players, of whom seat 0 has just drawn out and two others tie for fewest. */
static stos_state tied(int winner_of_the_last_round)
{
    stos_state state =
        bidding("lie(players=4)", "5.2.2.3.0.0", winner_of_the_last_round == 1 ? 0 : 3,
                "12:1.12:1.13:1.13:1.14:1/14:1.15:1/15:1.16:1/16:1.23:2.23:2//");
    if (winner_of_the_last_round == 1) {
        play(&state, 0, "12x6");
        play(&state, 1, "call");
    } else {
        play(&state, 3, "1x1"); /* it holds: seat 0 challenges and loses to seat 3 */
        play(&state, 0, "call");
    }
    assert_int_equal(table_of(&state)->last.loser, 0);
    return state;
}

static void LI11_the_tied_players_and_only_they_play_on_with_their_cards(void **unused)
{
    (void)unused;
    stos_state state = tied(1);
    assert_false(stos_over(&state));
    assert_true(table_of(&state)->tiebreak);
    expect_counts(&state, "0.2.2.0.0.0");
    assert_int_equal(stos_actors(&state), 2 | 4);
}

static void LI11_the_winner_of_the_last_round_starts_if_still_in(void **unused)
{
    (void)unused;
    stos_state state = tied(1);
    assert_int_equal(table_of(&state)->starter, 1);
}

static void LI11_else_the_next_player_still_in_starts(void **unused)
{
    (void)unused;
    stos_state state = tied(3);
    assert_int_equal(table_of(&state)->starter, 1); /* after seat 3 comes 0, who is out, then 1 */
}

static void LI11_the_next_player_is_found_clockwise_whatever_the_direction(void **unused)
{
    (void)unused;
    stos_state state =
        bidding("lie(players=4,direction=choose)", "3.4.5.3.0.0", 2,
                "12:1.12:1.13:1/13:1.14:1.14:1.15:1/15:1.16:1.16:1.23:2.23:2/24:2.24:2.25:2//");
    play(&state, 2, "dir ccw, 15x6");
    play(&state, 1, "call"); /* wins, but is not in the tie of 0 and 3 */
    assert_true(table_of(&state)->tiebreak);
    assert_int_equal(table_of(&state)->starter, 3);
}

static void LI11_the_loser_of_an_extra_round_is_out_at_once(void **unused)
{
    (void)unused;
    stos_state state = tied(1);
    lose_next_round(&state, 1);
    assert_true(stos_over(&state));
    expect_result(&state, "winner 2");
    expect_ended_by(&state, "LI11");
    expect_counts(&state, "0.0.2.0.0.0");
}

static void LI11_extra_rounds_go_on_until_one_is_left(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("lie(players=4,start=0)", 8);
    for (int i = 0; i < 5; i++)
        lose_next_round(&state, 0);
    expect_counts(&state, "0.1.1.1.0.0");
    lose_next_round(&state, 2);
    expect_counts(&state, "0.1.0.1.0.0");
    assert_true(table_of(&state)->tiebreak);
    lose_next_round(&state, 3);
    expect_result(&state, "winner 1");
}

static void LI11_with_two_players_there_is_no_tie(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("lie(players=2,start=0)", 8);
    for (int i = 0; i < 4; i++)
        lose_next_round(&state, 1);
    for (int i = 0; i < 4; i++)
        lose_next_round(&state, 0);
    expect_counts(&state, "5.5.0.0.0.0");
    lose_next_round(&state, 0);
    expect_result(&state, "winner 1");
}

/* ---------------------------------------------------------------- LI12-LI16: variants */

static const char two_ones[] = "12:1.25:5/13:1.35:5/24:2.34:3///";

/* Seat 0 opens, seat 1 bids, seat 2 challenges; how many were found. */
static int found_after(const char *rules, const char *opening, const char *raise)
{
    stos_state state = bidding(rules, "2.2.2.0.0.0", 0, two_ones);
    play(&state, 0, opening);
    play(&state, 1, raise);
    play(&state, 2, "call");
    return table_of(&state)->last.found;
}

static void LI12_wild_ones_count_as_every_face(void **unused)
{
    (void)unused;
    assert_int_equal(found_after("lie(players=3,ones=wild)", "1x2", "2x5"), 4);
    assert_int_equal(found_after("lie(players=3,ones=plain)", "1x2", "2x5"), 2);
}

static void LI12_a_bid_on_ones_counts_ones_alone(void **unused)
{
    (void)unused;
    assert_int_equal(found_after("lie(players=3,ones=wild,order=count)", "1x2", "2x1"), 2);
}

static void LI12_ones_are_plain_in_a_round_that_opens_on_ones(void **unused)
{
    (void)unused;
    assert_int_equal(found_after("lie(players=3,ones=wild)", "1x1", "2x5"), 2);
    assert_int_equal(found_after("lie(players=3,ones=wild,order=count)", "1x1", "2x5"), 2);
}

static void LI12_a_later_bid_on_ones_leaves_them_wild(void **unused)
{
    (void)unused;
    stos_state state = bidding("lie(players=3,ones=wild,order=count)", "2.2.2.0.0.0", 0, two_ones);
    play(&state, 0, "1x2");
    play(&state, 1, "2x1");
    play(&state, 2, "3x5");
    assert_true(stos_lie_ones_wild(table_of(&state)));
    play(&state, 0, "call");
    assert_int_equal(table_of(&state)->last.found, 4);
}

static void LI12_the_next_round_starts_with_wild_ones_again(void **unused)
{
    (void)unused;
    stos_state state = bidding("lie(players=3,ones=wild)", "2.2.2.0.0.0", 0, two_ones);
    assert_true(stos_lie_ones_wild(table_of(&state)));
    play(&state, 0, "1x1");
    assert_false(stos_lie_ones_wild(table_of(&state)));
    play(&state, 1, "call");
    assert_true(stos_lie_ones_wild(table_of(&state)));
}

static void LI13_the_starter_declares_the_direction_before_bidding(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=3,direction=choose,start=1)", "12 34 56");
    refused(&state, 1, "dir cw", STOS_ENDS_NOT_CHOSEN, "LI3"); /* the ends come first */
    show_all(&state, false);
    assert_true(on_turn(&state, 1));
    refused(&state, 1, "1x1", STOS_DIRECTION_NOT_SET, "LI13");
    refused(&state, 1, "call", STOS_DIRECTION_NOT_SET, "LI13");
    refused(&state, 1, "show 3", STOS_ENDS_ARE_LOCKED, "LI3");
    assert_int_equal(stos_move_count(&state, 1), 2);
    play(&state, 1, "dir cw");
    refused(&state, 1, "dir ccw", STOS_DIRECTION_IS_SET, "LI13");
    play(&state, 1, "1x1");
    assert_true(on_turn(&state, 2));
}

static void LI13_counter_clockwise_goes_the_other_way_round(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=3,direction=choose,start=1)", "12 34 56");
    show_all(&state, false);
    play(&state, 1, "dir ccw, 1x1");
    assert_true(on_turn(&state, 0));
    assert_int_equal(stos_lie_next_seat(table_of(&state), 0), 2);
    play(&state, 0, "2x1");
    play(&state, 2, "call");
    assert_true(table_of(&state)->last.challenger == 2 && table_of(&state)->last.bidder == 0);
}

static void LI13_every_round_declares_anew(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=3,direction=choose,start=1)", "12 34 56");
    show_all(&state, false);
    play(&state, 1, "dir ccw, 1x6");
    play(&state, 0, "call");
    assert_int_equal(table_of(&state)->direction, 0);
    show_all(&state, false);
    assert_int_equal(table_of(&state)->phase, STOS_PHASE_DIRECTION);
    assert_true(on_turn(&state, 0));
}

static void LI13_there_are_two_directions(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=3,direction=choose,start=1)", "12 34 56");
    show_all(&state, false);
    expect_refusal(&state, 1, stos_move_make(STOS_DIR, 2, 0), STOS_WRONG_MOVE_KIND, "illegal_move",
                   "");
}

static void LI13_fixed_is_clockwise_and_nobody_declares(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=3,start=2)", "12 34 56");
    show_all(&state, false);
    refused(&state, 2, "dir ccw", STOS_DIRECTION_IS_SET, "LI13");
    play(&state, 2, "1x1");
    assert_true(on_turn(&state, 0));
}

static void LI14_everyone_starts_with_five_and_the_loser_has_one_fewer(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("lie(players=3,cards=down,start=0)", 2);
    expect_counts(&state, "5.5.5.0.0.0");
    lose_next_round(&state, 1);
    expect_counts(&state, "5.4.5.0.0.0");
    assert_int_equal(hand_size(&state, 1), 4);
}

static void LI14_the_most_cards_win_when_somebody_has_lost_the_last_one(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("lie(players=3,cards=down,start=0)", 2);
    lose_next_round(&state, 2);
    for (int i = 0; i < 5; i++)
        lose_next_round(&state, 1);
    assert_true(stos_over(&state));
    expect_result(&state, "winner 0");
    expect_ended_by(&state, "LI14");
}

static void LI14_ties_for_most_play_extra_rounds(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("lie(players=4,cards=down,start=0)", 2);
    lose_next_round(&state, 3);
    for (int i = 0; i < 5; i++)
        lose_next_round(&state, 1);
    assert_true(table_of(&state)->tiebreak);
    expect_counts(&state, "5.0.5.0.0.0");
    lose_next_round(&state, 0);
    expect_result(&state, "winner 2");
}

static void LI15_who_would_draw_a_sixth_card_is_out_and_the_others_play_on(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("lie(players=3,end=last,start=0)", 2);
    for (int i = 0; i < 5; i++)
        lose_next_round(&state, 1);
    assert_false(stos_over(&state));
    assert_false(table_of(&state)->tiebreak);
    expect_counts(&state, "1.0.1.0.0.0");
    for (int i = 0; i < 5; i++)
        lose_next_round(&state, 0);
    expect_result(&state, "winner 2");
    expect_ended_by(&state, "LI15");
}

static void LI15_who_has_lost_the_last_card_is_out_and_the_others_play_on(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("lie(players=3,cards=down,end=last,start=0)", 2);
    for (int i = 0; i < 5; i++)
        lose_next_round(&state, 2);
    expect_counts(&state, "5.5.0.0.0.0");
    expect_refusal(&state, 2, move_of(&state, "show 1"), STOS_NOT_YOUR_TURN, "not_your_turn", "");
    for (int i = 0; i < 5; i++)
        lose_next_round(&state, 1);
    expect_result(&state, "winner 0");
}

static void LI15_those_who_are_out_are_passed_over(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("lie(players=3,end=last,start=0)", 2);
    for (int i = 0; i < 5; i++)
        lose_next_round(&state, 1);
    show_all(&state, false);
    int starter = table_of(&state)->starter;
    play(&state, starter, "1x1");
    assert_true(on_turn(&state, 2 - starter));
}

/* LI16: a match where every option is the unusual one. */
static void LI16_all_options_combine(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded(
        "lie(players=4,order=count,ones=wild,direction=choose,cards=down,end=last,start=3)", 6);
    assert_int_equal(table_of(&state)->starter, 3);
    expect_counts(&state, "5.5.5.5.0.0");
    show_all(&state, false);
    play(&state, 3, "dir ccw, 4x2");
    play(&state, 2, "5x1");
    refused(&state, 1, "4x6", STOS_BID_TOO_LOW_BY_COUNT, "LI7");
    assert_true(stos_lie_ones_wild(table_of(&state)));
    play(&state, 1, "20x6");
    play(&state, 0, "call");
    expect_counts(&state, "5.4.5.5.0.0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(LI10_a_sixth_card_ends_the_game_before_the_round_is_dealt),
        cmocka_unit_test(LI10_the_bids_of_the_last_round_stay_to_be_seen),
        cmocka_unit_test(LI10_the_fewest_cards_win),
        cmocka_unit_test(LI11_the_tied_players_and_only_they_play_on_with_their_cards),
        cmocka_unit_test(LI11_the_winner_of_the_last_round_starts_if_still_in),
        cmocka_unit_test(LI11_else_the_next_player_still_in_starts),
        cmocka_unit_test(LI11_the_next_player_is_found_clockwise_whatever_the_direction),
        cmocka_unit_test(LI11_the_loser_of_an_extra_round_is_out_at_once),
        cmocka_unit_test(LI11_extra_rounds_go_on_until_one_is_left),
        cmocka_unit_test(LI11_with_two_players_there_is_no_tie),
        cmocka_unit_test(LI12_wild_ones_count_as_every_face),
        cmocka_unit_test(LI12_a_bid_on_ones_counts_ones_alone),
        cmocka_unit_test(LI12_ones_are_plain_in_a_round_that_opens_on_ones),
        cmocka_unit_test(LI12_a_later_bid_on_ones_leaves_them_wild),
        cmocka_unit_test(LI12_the_next_round_starts_with_wild_ones_again),
        cmocka_unit_test(LI13_the_starter_declares_the_direction_before_bidding),
        cmocka_unit_test(LI13_counter_clockwise_goes_the_other_way_round),
        cmocka_unit_test(LI13_every_round_declares_anew),
        cmocka_unit_test(LI13_there_are_two_directions),
        cmocka_unit_test(LI13_fixed_is_clockwise_and_nobody_declares),
        cmocka_unit_test(LI14_everyone_starts_with_five_and_the_loser_has_one_fewer),
        cmocka_unit_test(LI14_the_most_cards_win_when_somebody_has_lost_the_last_one),
        cmocka_unit_test(LI14_ties_for_most_play_extra_rounds),
        cmocka_unit_test(LI15_who_would_draw_a_sixth_card_is_out_and_the_others_play_on),
        cmocka_unit_test(LI15_who_has_lost_the_last_card_is_out_and_the_others_play_on),
        cmocka_unit_test(LI15_those_who_are_out_are_passed_over),
        cmocka_unit_test(LI16_all_options_combine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
