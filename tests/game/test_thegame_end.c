/*
 * test_thegame_end.c - TG10 to TG16, the end, the levels, On Fire and what a view may not tell: one
 * test or more for each clause. The other clauses are in test_thegame.c.
 */
#include "thegame_support.h"

/* ---------------------------------------------------------------- TG10-TG13: the end, results,
 * levels */

static void TG10_the_game_is_over_when_the_minimum_cannot_be_met(void **unused)
{
    (void)unused;
    stos_state state = position(
        "thegame(players=2,start=0) phase=play turn=0 placed=0 tops=97.98.3.4 due=0 votes=-- "
        "hands=50.51.52.53.54.55.99/60.61 draw=70.71");
    play(&state, 0, "99@U1");
    assert_true(stos_over(&state));
    assert_int_equal(stos_actors(&state), 0);
}

static void TG10_cards_placed_in_that_turn_stay_placed(void **unused)
{
    (void)unused;
    stos_state state = position(
        "thegame(players=2,start=0) phase=play turn=0 placed=0 tops=97.98.3.4 due=0 votes=-- "
        "hands=50.51.52.53.54.55.99/60.61 draw=70.71");
    assert_int_equal(stos_result(&state), -1);
    play(&state, 0, "99@U1");
    assert_int_equal(top(&state, 0), 99);
    assert_int_equal(stos_result(&state), 10);
}

static void TG10_the_next_player_who_is_stuck_at_the_start_of_the_turn_ends_the_game(void **unused)
{
    (void)unused;
    stos_state state = position("thegame(players=2,start=0) phase=play turn=0 placed=0 "
                                "tops=96.98.2.3 due=0 votes=-- hands=97.99/50 draw=");
    play(&state, 0, "97@U1, end");
    assert_true(stos_over(&state));
    expect_result(&state, "left 2");
}

static void TG10_being_stuck_with_the_duty_met_does_not_end_the_game(void **unused)
{
    (void)unused;
    stos_state state = position("thegame(players=2,start=0) phase=play turn=0 placed=0 "
                                "tops=96.98.2.3 due=0 votes=-- hands=50.97/99 draw=");
    play(&state, 0, "97@U1");
    assert_false(stos_over(&state));
    assert_int_equal(stos_move_count(&state, 0), 1);
    play(&state, 0, "end");
    assert_true(on_turn(&state, 1));
}

static void TG10_nobody_plays_on_after_the_end(void **unused)
{
    (void)unused;
    stos_state state = position("thegame(players=2,start=0) phase=over turn=0 placed=0 "
                                "tops=98.99.2.3 due=0 votes=-- hands=50.97/60 draw=");
    expect_refusal(&state, 0, move_of(&state, "97@U1"), STOS_GAME_OVER, "game_over", "");
    expect_refusal(&state, 1, move_of(&state, "end"), STOS_GAME_OVER, "game_over", "");
    expect_refusal(&state, 5, move_of(&state, "end"), STOS_BAD_SEAT, "bad_seat", "");
}

static void TG11_the_team_wins_the_moment_all_98_cards_are_placed(void **unused)
{
    (void)unused;
    stos_state state = position("thegame(players=2,start=0) phase=play turn=1 placed=0 "
                                "tops=30.40.60.70 due=0 votes=-- hands=/50.51 draw=");
    play(&state, 1, "50@U1");
    assert_false(stos_over(&state));
    play(&state, 1, "51@U1");
    assert_true(stos_over(&state));
    assert_int_equal(stos_actors(&state), 0);
    expect_result(&state, "won");
}

static void TG11_the_last_card_wins_even_if_the_minimum_is_not_met(void **unused)
{
    (void)unused;
    stos_state state =
        position("thegame(min=3,start=0) phase=play turn=0 placed=0 tops=30.40.60.70 due=0 votes=- "
                 "hands=50.51.52.53.54.55.56 draw=57");
    play(&state, 0, "50@U1, 51@U1, 52@U1, 53@U1, 54@U1, 55@U1, 56@U1, 57@U1");
    expect_result(&state, "won");
}

static void TG12_the_result_counts_the_cards_in_the_draw_pile_and_all_hands(void **unused)
{
    (void)unused;
    stos_state state =
        position("thegame(players=3,start=0) phase=over turn=0 placed=0 tops=98.99.2.3 due=0 "
                 "votes=--- hands=50.51/52/53.54 draw=60.61.62");
    assert_int_equal(stos_result(&state), 8);
    expect_result(&state, "left 8");
}

static void TG12_an_unfinished_game_has_no_result(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("thegame", 1);
    assert_int_equal(stos_result(&state), -1);
    expect_result(&state, "unfinished");
}

static void TG12_nothing_left_is_won(void **unused)
{
    (void)unused;
    stos_state state = position("thegame(start=0) phase=play turn=0 placed=0 tops=30.40.60.70 "
                                "due=0 votes=- hands=50 draw=");
    play(&state, 0, "50@U1");
    assert_int_equal(stos_result(&state), 0);
}

static void TG13_master_hands_have_one_card_fewer(void **unused)
{
    (void)unused;
    static const int size[] = {0, 7, 6, 5, 5, 5};
    for (int players = 1; players <= 5; players++) {
        char rules[64];
        snprintf(rules, sizeof rules, "thegame(players=%d,min=3,hand=less)", players);
        stos_state state = deal_seeded(rules, 3);
        for (int seat = 0; seat < players; seat++)
            assert_int_equal(hand_count(&state, seat), size[players]);
    }
}

static void TG13_master_draws_up_to_the_smaller_hand(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame(players=3,min=3,hand=less,start=0)", "2 3 4 5 6");
    play(&state, 0, "2@U1, 3@U1");
    refused(&state, 0, "end", STOS_TOO_FEW_PLACED, "TG7");
    play(&state, 0, "4@U1, end");
    assert_int_equal(hand_count(&state, 0), 5);
}

/* ---------------------------------------------------------------- TG14, TG15: On Fire */

static void TG14_a_fire_card_left_on_top_is_due_in_the_next_turn(void **unused)
{
    (void)unused;
    stos_state state =
        deal_first("thegame(players=2,fire=next,start=0)", "21 22 2 3 4 5 6  23 24 30 31 32 34 35");
    play(&state, 0, "21@U1, 22@U1, end");
    assert_int_equal(game_of(&state)->table.due, 1);
    play(&state, 1, "34@U2, 35@U2");
    refused(&state, 1, "end", STOS_FIRE_IS_DUE, "TG14");
    play(&state, 1, "23@U1, end");
    assert_int_equal(game_of(&state)->table.due, 0);
}

static void TG14_the_six_fire_cards_are_22_33_44_55_66_77(void **unused)
{
    (void)unused;
    for (int card = 2; card <= 99; card++) {
        char first[64], moves[64];
        int other = card == 2 ? 3 : 2;
        snprintf(first, sizeof first, "%d %d", card, other);
        stos_state state = deal_first("thegame(fire=next)", first);
        snprintf(moves, sizeof moves, "%d@U1, %d@D1, end", card, other);
        play(&state, 0, moves);
        bool fire = card % 11 == 0 && card >= 22 && card <= 77;
        assert_int_equal(game_of(&state)->table.due, fire ? 1 : 0);
    }
}

static void TG14_without_fire_the_same_cards_are_ordinary(void **unused)
{
    (void)unused;
    stos_state state =
        deal_first("thegame(players=2,start=0)", "21 22 2 3 4 5 6  23 24 30 31 32 34 35");
    play(&state, 0, "21@U1, 22@U1, end");
    play(&state, 1, "34@U2, 35@U2, end");
    assert_true(on_turn(&state, 0));
}

static void TG14_the_backwards_trick_covers_a_fire_card(void **unused)
{
    (void)unused;
    stos_state state =
        deal_first("thegame(players=2,fire=next,start=0)", "21 44 2 3 4 5 6  34 24 30 31 32 36 35");
    play(&state, 0, "21@U1, 44@U1, end");
    play(&state, 1, "34@U1, 35@U1, end");
    assert_true(on_turn(&state, 0));
    assert_int_equal(game_of(&state)->table.due, 0);
}

static void TG14_whoever_laid_it_may_cover_it_in_the_same_turn(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame(players=2,fire=next,start=0)", "22 23");
    play(&state, 0, "22@U1, 23@U1, end");
    assert_int_equal(game_of(&state)->table.due, 0);
}

static void TG14_a_fire_card_on_a_fire_card_is_due_the_turn_after(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame(players=3,fire=next,start=0)",
                                  "21 22 2 3 4 5  33 35 36 37 38 39  40 41 42 43 45 46");
    play(&state, 0, "21@U1, 22@U1, end");
    play(&state, 1, "33@U1, 35@U2, end");
    assert_int_equal(game_of(&state)->table.due, 1);
    play(&state, 2, "45@U2, 46@U2");
    refused(&state, 2, "end", STOS_FIRE_IS_DUE, "TG14");
    play(&state, 2, "40@U1, end");
}

static void TG14_several_fire_cards_may_be_due_at_once(void **unused)
{
    (void)unused;
    stos_state state =
        deal_first("thegame(players=2,fire=next,start=0)", "22 77 2 3 4 5 6  23 76 30 31 32 34 35");
    play(&state, 0, "22@U1, 77@D2, end");
    assert_int_equal(game_of(&state)->table.due, 1 | 8);
    play(&state, 1, "23@U1, 34@U2");
    refused(&state, 1, "end", STOS_FIRE_IS_DUE, "TG14");
    play(&state, 1, "76@D2, end");
}

static void TG14_being_unable_to_cover_is_being_stuck_with_a_duty(void **unused)
{
    (void)unused;
    stos_state state = position("thegame(players=2,fire=next,start=0) phase=play turn=0 placed=0 "
                                "tops=77.98.2.3 due=1 votes=-- hands=50.99/60.80 draw=");
    play(&state, 0,
         "99@U2"); /* the minimum of one is met, the fire is not covered and nothing fits */
    assert_true(stos_over(&state));
    expect_result(&state, "left 3");
}

static void TG14_a_stuck_hand_with_another_placement_may_go_on(void **unused)
{
    (void)unused;
    stos_state state = position("thegame(players=2,fire=next,start=0) phase=play turn=0 placed=0 "
                                "tops=77.95.2.3 due=1 votes=-- hands=97.99/60.98 draw=");
    play(&state, 0, "97@U2");
    assert_false(stos_over(&state));
    play(&state, 0, "99@U1");
    assert_true(on_turn(&state, 1));
}

static void TG14_seats_passed_over_do_not_use_up_the_deadline(void **unused)
{
    (void)unused;
    stos_state state = position("thegame(players=3,fire=next,start=0) phase=play turn=0 placed=0 "
                                "tops=30.40.60.70 due=0 votes=--- hands=50.55//80.90 draw=");
    play(&state, 0, "55@U1, end"); /* seat 1 has no cards: seat 2 owes the cover */
    assert_true(on_turn(&state, 2));
    play(&state, 2, "90@U2");
    refused(&state, 2, "end", STOS_FIRE_IS_DUE, "TG14");
    play(&state, 2, "80@U1");
    assert_true(on_turn(&state, 0));
}

static void TG14_alone_the_next_turn_is_ones_own(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame(fire=next)", "21 22 23 30 31");
    play(&state, 0, "21@U1, 22@U1, end");
    play(&state, 0, "30@U2, 31@U2");
    refused(&state, 0, "end", STOS_FIRE_IS_DUE, "TG14");
    play(&state, 0, "23@U1, end");
}

static void TG14_with_all_98_placed_it_does_not_matter_what_lies_on_top(void **unused)
{
    (void)unused;
    stos_state state = position("thegame(players=2,fire=next,start=0) phase=play turn=0 placed=0 "
                                "tops=33.40.60.70 due=1 votes=-- hands=55/ draw=");
    play(&state, 0, "55@U2");
    expect_result(&state, "won");
}

static void TG14_the_minimum_comes_before_the_fire_in_a_refusal(void **unused)
{
    (void)unused;
    stos_state state =
        deal_first("thegame(players=2,fire=next,start=0)", "21 22 2 3 4 5 6  23 24 30 31 32 34 35");
    play(&state, 0, "21@U1, 22@U1, end");
    refused(&state, 1, "end", STOS_TOO_FEW_PLACED, "TG7");
}

static void TG15_a_fire_card_must_be_covered_in_the_turn_in_which_it_is_laid(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame(players=2,fire=now,start=0)", "21 22 23 2 3 4 5");
    play(&state, 0, "21@U1, 22@U1");
    refused(&state, 0, "end", STOS_FIRE_NOT_COVERED, "TG15");
    play(&state, 0, "23@U1, end");
    assert_true(on_turn(&state, 1));
}

static void TG15_covering_fire_with_fire_does_not_free_the_turn(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame(players=2,fire=now,start=0)", "22 33 23 2 3 4 34");
    play(&state, 0, "22@U1, 33@U1");
    refused(&state, 0, "end", STOS_FIRE_NOT_COVERED, "TG15");
    play(&state, 0, "23@U1, end"); /* the trick covers too */
}

static void TG15_a_fire_card_that_cannot_be_covered_loses(void **unused)
{
    (void)unused;
    stos_state state = position("thegame(players=2,fire=now,start=0) phase=play turn=0 placed=0 "
                                "tops=65.98.2.3 due=0 votes=-- hands=40.77/60.80 draw=");
    play(&state, 0, "77@U1");
    assert_true(stos_over(&state));
    expect_result(&state, "left 3");
}

static void TG15_a_fire_card_as_the_last_one_of_the_hand_loses(void **unused)
{
    (void)unused;
    stos_state state = position("thegame(players=2,fire=now,start=0) phase=play turn=0 placed=0 "
                                "tops=65.98.2.3 due=0 votes=-- hands=77/60.80 draw=");
    play(&state, 0, "77@U1");
    expect_result(&state, "left 2");
}

static void TG15_all_98_placed_still_wins(void **unused)
{
    (void)unused;
    stos_state state = position("thegame(players=2,fire=now,start=0) phase=play turn=0 placed=0 "
                                "tops=65.98.2.3 due=0 votes=-- hands=77/ draw=");
    play(&state, 0, "77@U1");
    expect_result(&state, "won");
}

/* ---------------------------------------------------------------- TG16: what a view may not tell
 */

/* Two deals that differ only in what seat 0 must not know. */
static stos_state one_deal(void)
{
    return deal_first("thegame(players=3,start=0)",
                      "2 3 4 5 6 7  10 11 12 13 14 15  20 21 22 23 24 25  30 31");
}
static stos_state other_deal(void)
{
    return deal_first("thegame(players=3,start=0)",
                      "2 3 4 5 6 7  99 98 12 97 96 15  20 33 44 55 66 88  31 30");
}

static void TG16_a_view_carries_no_number_that_is_hidden(void **unused)
{
    (void)unused;
    stos_state one = one_deal(), other = other_deal();
    assert_true(same_view(&one, &other, 0));
    assert_true(same_view(&one, &other, STOS_SPECTATOR));
    assert_false(same_view(&one, &other, 1));
    play(&one, 0, "2@U1, 3@U1");
    play(&other, 0, "2@U1, 3@U1");
    assert_true(same_view(&one, &other, 0));
    assert_true(same_view(&one, &other, STOS_SPECTATOR));
}

static void TG16_the_text_of_a_view_shows_the_own_hand_and_counts_of_the_others(void **unused)
{
    (void)unused;
    stos_state state = one_deal();
    stos_view view;
    char json[4096];
    stos_look(&state, 0, &view);
    assert_true(stos_view_json(&view, json, sizeof json) < sizeof json);
    assert_non_null(strstr(json, "\"hands\":[[2,3,4,5,6,7],6,6],\"draw\":80,"));
    stos_look(&state, STOS_SPECTATOR, &view);
    stos_view_json(&view, json, sizeof json);
    assert_non_null(strstr(json, "\"hands\":[6,6,6],\"draw\":80,"));
    assert_non_null(strstr(json, "\"seat\":null}"));
}

static void TG16_votes_name_seats_and_everybody_sees_them(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("thegame(players=2)", 4);
    stos_view view;
    char json[4096];
    play(&state, 1, "start 0");
    stos_look(&state, 0, &view);
    stos_view_json(&view, json, sizeof json);
    assert_non_null(strstr(json, "\"votes\":[null,0]"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TG10_the_game_is_over_when_the_minimum_cannot_be_met),
        cmocka_unit_test(TG10_cards_placed_in_that_turn_stay_placed),
        cmocka_unit_test(TG10_the_next_player_who_is_stuck_at_the_start_of_the_turn_ends_the_game),
        cmocka_unit_test(TG10_being_stuck_with_the_duty_met_does_not_end_the_game),
        cmocka_unit_test(TG10_nobody_plays_on_after_the_end),
        cmocka_unit_test(TG11_the_team_wins_the_moment_all_98_cards_are_placed),
        cmocka_unit_test(TG11_the_last_card_wins_even_if_the_minimum_is_not_met),
        cmocka_unit_test(TG12_the_result_counts_the_cards_in_the_draw_pile_and_all_hands),
        cmocka_unit_test(TG12_an_unfinished_game_has_no_result),
        cmocka_unit_test(TG12_nothing_left_is_won),
        cmocka_unit_test(TG13_master_hands_have_one_card_fewer),
        cmocka_unit_test(TG13_master_draws_up_to_the_smaller_hand),
        cmocka_unit_test(TG14_a_fire_card_left_on_top_is_due_in_the_next_turn),
        cmocka_unit_test(TG14_the_six_fire_cards_are_22_33_44_55_66_77),
        cmocka_unit_test(TG14_without_fire_the_same_cards_are_ordinary),
        cmocka_unit_test(TG14_the_backwards_trick_covers_a_fire_card),
        cmocka_unit_test(TG14_whoever_laid_it_may_cover_it_in_the_same_turn),
        cmocka_unit_test(TG14_a_fire_card_on_a_fire_card_is_due_the_turn_after),
        cmocka_unit_test(TG14_several_fire_cards_may_be_due_at_once),
        cmocka_unit_test(TG14_being_unable_to_cover_is_being_stuck_with_a_duty),
        cmocka_unit_test(TG14_a_stuck_hand_with_another_placement_may_go_on),
        cmocka_unit_test(TG14_seats_passed_over_do_not_use_up_the_deadline),
        cmocka_unit_test(TG14_alone_the_next_turn_is_ones_own),
        cmocka_unit_test(TG14_with_all_98_placed_it_does_not_matter_what_lies_on_top),
        cmocka_unit_test(TG14_the_minimum_comes_before_the_fire_in_a_refusal),
        cmocka_unit_test(TG15_a_fire_card_must_be_covered_in_the_turn_in_which_it_is_laid),
        cmocka_unit_test(TG15_covering_fire_with_fire_does_not_free_the_turn),
        cmocka_unit_test(TG15_a_fire_card_that_cannot_be_covered_loses),
        cmocka_unit_test(TG15_a_fire_card_as_the_last_one_of_the_hand_loses),
        cmocka_unit_test(TG15_all_98_placed_still_wins),
        cmocka_unit_test(TG16_a_view_carries_no_number_that_is_hidden),
        cmocka_unit_test(TG16_the_text_of_a_view_shows_the_own_hand_and_counts_of_the_others),
        cmocka_unit_test(TG16_votes_name_seats_and_everybody_sees_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
