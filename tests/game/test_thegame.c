/*
 * test_thegame.c - TG1 to TG9, set-up and turns: one test or more for each clause, with the
 * examples that are printed on the sheets. The other clauses are in test_thegame_end.c.
 */
#include "thegame_support.h"

/* ---------------------------------------------------------------- TG1-TG4: set-up and turns */

static void TG1_there_are_98_cards_2_to_99_each_once(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("thegame(players=5,start=0)", 7);
    stos_cards all = {{0, 0}};
    for (int seat = 0; seat < 5; seat++)
        for (int word = 0; word < 2; word++)
            all.word[word] |= game_of(&state)->hand[seat].word[word];
    for (int i = game_of(&state)->drawn; i < STOS_THEGAME_CARDS; i++) {
        int card = game_of(&state)->draw[i];
        assert_false(holds(all, card));
        all.word[card / 64] |= UINT64_C(1) << card % 64;
    }
    assert_int_equal(cards_in(all), 98);
    assert_true(holds(all, 2) && holds(all, 99));
    assert_false(holds(all, 0) || holds(all, 1) || holds(all, 100));
}

static void TG1_two_piles_rise_from_1_and_two_fall_from_100(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame", "2 3 98 99");
    assert_true(top(&state, 0) == 1 && top(&state, 1) == 1 && top(&state, 2) == 100 &&
                top(&state, 3) == 100);
    play(&state, 0, "2@U1, 3@U2, 99@D1, 98@D2");
    assert_true(top(&state, 0) == 2 && top(&state, 1) == 3 && top(&state, 2) == 99 &&
                top(&state, 3) == 98);
}

static void TG2_hands_are_8_alone_7_for_two_6_for_more(void **unused)
{
    (void)unused;
    static const int size[] = {0, 8, 7, 6, 6, 6};
    for (int players = 1; players <= 5; players++) {
        char rules[64];
        snprintf(rules, sizeof rules, "thegame(players=%d)", players);
        stos_state state = deal_seeded(rules, 3);
        for (int seat = 0; seat < 5; seat++)
            assert_int_equal(hand_count(&state, seat), seat < players ? size[players] : 0);
        assert_int_equal(draw_count(&state), 98 - players * size[players]);
    }
}

static void TG3_the_game_starts_when_all_votes_name_the_same_seat(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("thegame(players=3)", 1);
    assert_int_equal(stos_actors(&state), 7);
    play(&state, 1, "start 1");
    play(&state, 0, "start 0");
    play(&state, 2, "start 1");
    assert_int_equal(stos_actors(&state), 7);
    play(&state, 0, "start 1");
    assert_true(on_turn(&state, 1));
}

static void TG3_a_vote_may_be_changed_and_repeated(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("thegame(players=2)", 1);
    play(&state, 0, "start 0, start 0, start 1, start 0");
    assert_int_equal(game_of(&state)->table.vote[0], 0);
    play(&state, 1, "start 1, start 0");
    assert_true(on_turn(&state, 0));
}

static void TG3_votes_are_for_seats_that_exist(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("thegame(players=3)", 1);
    assert_int_equal(stos_move_count(&state, 2), 3);
    refused(&state, 2, "start 3", STOS_NO_SUCH_SEAT_TO_START, "TG3");
}

static void TG3_nobody_places_or_ends_before_the_starter_is_agreed(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame(players=2)", "5");
    refused(&state, 0, "5@U1", STOS_STARTER_NOT_AGREED, "TG3");
    refused(&state, 1, "end", STOS_STARTER_NOT_AGREED, "TG3");
}

static void TG3_nobody_votes_once_the_starter_is_settled(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("thegame(players=2,start=1)", 1);
    refused(&state, 1, "start 0", STOS_STARTER_IS_SET, "TG3");
}

static void TG3_alone_there_is_nothing_to_vote(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("thegame", 1);
    assert_true(on_turn(&state, 0));
    refused(&state, 0, "start 0", STOS_STARTER_IS_SET, "TG3");
}

static void TG3_a_fixed_seat_starts(void **unused)
{
    (void)unused;
    for (int seat = 0; seat < 5; seat++) {
        char rules[64];
        snprintf(rules, sizeof rules, "thegame(players=5,start=%d)", seat);
        stos_state state = deal_seeded(rules, 9);
        assert_true(on_turn(&state, seat));
    }
}

static void TG3_the_lot_is_even_and_follows_from_the_seed(void **unused)
{
    (void)unused;
    int starts[3] = {0, 0, 0};
    for (uint64_t seed = 0; seed < 600; seed++) {
        stos_state state = deal_seeded("thegame(players=3,start=lot)", seed);
        stos_state again = deal_seeded("thegame(players=3,start=lot)", seed);
        assert_memory_equal(&state, &again, sizeof state);
        starts[game_of(&state)->table.turn]++;
    }
    expect_even(starts, 3, 13.8); /* 1 in 1000, two degrees of freedom */
}

static void TG4_a_turn_places_one_card_after_the_other_on_any_piles(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame(players=2,start=0)", "4 8 13 90 50 60 70");
    play(&state, 0,
         "4@U1, 8@U2, 13@U2, 90@D2"); /* the sheet: one card, then two, then another one */
    assert_int_equal(game_of(&state)->table.placed, 4);
    assert_true(on_turn(&state, 0) && is_legal(&state, 0, "end") && is_legal(&state, 0, "50@U1"));
}

static void TG4_a_turn_may_place_the_whole_hand(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame", "2 3 4 5 6 7 8 9");
    play(&state, 0, "2@U1, 3@U1, 4@U1, 5@U1, 6@U1, 7@U1, 8@U1, 9@U1");
    assert_int_equal(top(&state, 0), 9);
    assert_int_equal(cards_in(game_of(&state)->table.gone), 8);
}

static void TG4_a_card_that_is_not_in_the_hand_cannot_be_placed(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame(players=2,start=0)", "2 3 4 5 6 7 8 50");
    refused(&state, 0, "50@U1", STOS_CARD_NOT_HELD, "");
    refused(&state, 0, "99@D1", STOS_CARD_NOT_HELD, "");
    play(&state, 0, "2@U1");
    refused(&state, 0, "2@U2", STOS_CARD_NOT_HELD, "");
}

static void TG4_placements_that_no_text_can_name_are_refused(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame", "2");
    expect_refusal(&state, 0, stos_move_make(STOS_PLACE, 200, 0), STOS_CARD_NOT_HELD,
                   "illegal_move", "");
    expect_refusal(&state, 0, stos_move_make(STOS_PLACE, 2, 4), STOS_CARD_NOT_HELD, "illegal_move",
                   "");
    expect_refusal(&state, 0, stos_move_make(STOS_PLACE, 2, 255), STOS_CARD_NOT_HELD,
                   "illegal_move", "");
    expect_refusal(&state, 0, stos_move_make(STOS_PLACE, 0, 0), STOS_CARD_NOT_HELD, "illegal_move",
                   "");
}

static void TG4_moves_of_other_games_are_refused(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("thegame", 1);
    expect_refusal(&state, 0, stos_move_make(STOS_BID, 1, 1), STOS_WRONG_MOVE_KIND, "illegal_move",
                   "");
    expect_refusal(&state, 0, stos_move_make(STOS_CALL, 0, 0), STOS_WRONG_MOVE_KIND, "illegal_move",
                   "");
    expect_refusal(&state, 0, 0, STOS_WRONG_MOVE_KIND, "illegal_move", "");
    expect_refusal(&state, 0, UINT32_MAX, STOS_WRONG_MOVE_KIND, "illegal_move", "");
}

/* ---------------------------------------------------------------- TG5, TG6: the piles */

static void TG5_a_rising_pile_takes_any_higher_card(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame", "3 11 12 13 18 20 34 35"); /* the sheet's row */
    play(&state, 0, "3@U1, 11@U1, 12@U1, 13@U1, 18@U1, 20@U1, 34@U1, 35@U1");
    assert_int_equal(top(&state, 0), 35);
}

static void TG5_a_falling_pile_takes_any_lower_card(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame", "94 90 78 61 60 57"); /* the sheet's row */
    play(&state, 0, "94@D1, 90@D1, 78@D1, 61@D1, 60@D1, 57@D1");
    assert_int_equal(top(&state, 2), 57);
}

static void TG5_a_rising_pile_refuses_a_lower_card(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame", "50 49 2");
    play(&state, 0, "50@U2");
    refused(&state, 0, "49@U2", STOS_RISING_REFUSES, "TG5");
    refused(&state, 0, "2@U2", STOS_RISING_REFUSES, "TG5");
    assert_true(is_legal(&state, 0, "49@U1"));
}

static void TG5_a_falling_pile_refuses_a_higher_card(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame", "50 51 99");
    play(&state, 0, "50@D2");
    refused(&state, 0, "51@D2", STOS_FALLING_REFUSES, "TG5");
    refused(&state, 0, "99@D2", STOS_FALLING_REFUSES, "TG5");
    assert_true(is_legal(&state, 0, "51@D1"));
}

static void TG6_37_fits_on_a_rising_47(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame", "47 37 38 36");
    play(&state, 0, "47@U1");
    refused(&state, 0, "38@U1", STOS_RISING_REFUSES, "TG5");
    refused(&state, 0, "36@U1", STOS_RISING_REFUSES, "TG5");
    play(&state, 0, "37@U1");
    assert_int_equal(top(&state, 0), 37);
    assert_true(is_legal(&state, 0, "38@U1"));
}

static void TG6_75_fits_on_a_falling_65(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame", "65 75 74 76");
    play(&state, 0, "65@D2");
    refused(&state, 0, "74@D2", STOS_FALLING_REFUSES, "TG5");
    refused(&state, 0, "76@D2", STOS_FALLING_REFUSES, "TG5");
    play(&state, 0, "75@D2");
    assert_int_equal(top(&state, 3), 75);
    assert_true(is_legal(&state, 0, "74@D2"));
}

static void TG6_the_trick_does_not_work_the_other_way_round(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame", "40 50 60 30 29");
    play(&state, 0, "50@U1, 60@U1"); /* ten higher is an ordinary card here */
    refused(&state, 0, "40@U1", STOS_RISING_REFUSES, "TG5");
    play(&state, 0, "40@D1, 30@D1");
    refused(&state, 0, "29@U1", STOS_RISING_REFUSES, "TG5");
}

static void TG6_the_trick_works_any_number_of_times_on_any_pile_mixed_freely(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame", "30 20 10 11 70 80 90 89");
    play(&state, 0, "30@U1, 20@U1, 70@D1, 10@U1, 11@U1, 80@D1, 90@D1, 89@D1");
    assert_true(top(&state, 0) == 11 && top(&state, 2) == 89);
}

static void TG6_the_trick_holds_over_the_whole_range_of_numbers(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame", "68 58 73 63 54 64 99 89");
    play(&state, 0, "68@U1, 58@U1, 73@U2, 63@U2, 54@D1, 64@D1, 99@U2, 89@U2");
    assert_true(top(&state, 0) == 58 && top(&state, 1) == 89 && top(&state, 2) == 64);
}

/* ---------------------------------------------------------------- TG7-TG9: minimum, drawing, the
 * end of a turn */

static void TG7_minimum_is_two_while_the_draw_pile_holds_cards(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame", "2 3 4");
    refused(&state, 0, "end", STOS_TOO_FEW_PLACED, "TG7");
    play(&state, 0, "2@U1");
    refused(&state, 0, "end", STOS_TOO_FEW_PLACED, "TG7");
    play(&state, 0, "3@U1, end");
}

static void TG7_minimum_is_three_with_min_3(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame(min=3)", "2 3 4");
    play(&state, 0, "2@U1, 3@U1");
    refused(&state, 0, "end", STOS_TOO_FEW_PLACED, "TG7");
    play(&state, 0, "4@U1, end");
}

static void TG7_minimum_is_one_once_the_draw_pile_is_empty(void **unused)
{
    (void)unused;
    stos_state state = position("thegame(players=2,start=0) phase=play turn=0 placed=0 "
                                "tops=30.40.60.70 due=0 votes=-- hands=50.51/52.53 draw=");
    assert_int_equal(game_of(&state)->table.minimum, 1);
    refused(&state, 0, "end", STOS_TOO_FEW_PLACED, "TG7");
    play(&state, 0, "50@U1, end");
    assert_true(on_turn(&state, 1));
}

static void TG7_minimum_is_one_with_min_3_too(void **unused)
{
    (void)unused;
    stos_state state = position("thegame(players=2,min=3,start=0) phase=play turn=0 placed=0 "
                                "tops=30.40.60.70 due=0 votes=-- hands=50.51/52.53 draw=");
    play(&state, 0, "50@U1, end");
    assert_true(on_turn(&state, 1));
}

static void TG7_the_turn_that_takes_the_last_card_still_had_the_full_minimum(void **unused)
{
    (void)unused;
    stos_state state = position(
        "thegame(players=2,start=0) phase=play turn=0 placed=0 tops=30.40.60.70 due=0 votes=-- "
        "hands=44.45.46.47.48.49.50/51.52.53.54.55.56.57 draw=58");
    play(&state, 0, "44@U1");
    refused(&state, 0, "end", STOS_TOO_FEW_PLACED, "TG7");
    play(&state, 0, "45@U1, end");
    assert_int_equal(draw_count(&state), 0);
    play(&state, 1, "51@U1, end"); /* one is enough from here on */
    assert_true(on_turn(&state, 0));
}

static void TG8_four_placed_four_drawn(void **unused)
{
    (void)unused;
    stos_state state =
        deal_first("thegame(players=3,start=0)",
                   "2 3 4 5 6 7  10 11 12 13 14 15  20 21 22 23 24 25  50 51 52 53 54");
    play(&state, 0, "2@U1, 3@U1, 4@U1, 5@U1");
    assert_int_equal(hand_count(&state, 0), 2);
    play(&state, 0, "end");
    assert_int_equal(hand_count(&state, 0), 6);
    stos_cards hand = game_of(&state)->hand[0];
    assert_true(holds(hand, 50) && holds(hand, 51) && holds(hand, 52) && holds(hand, 53) &&
                !holds(hand, 54));
    assert_int_equal(draw_count(&state), 98 - 18 - 4);
}

static void TG8_drawing_goes_as_far_as_the_draw_pile_reaches(void **unused)
{
    (void)unused;
    stos_state state = position("thegame(start=0) phase=play turn=0 placed=0 tops=30.40.60.70 "
                                "due=0 votes=- hands=41.42.43.44.45.46.47.48 draw=50.51");
    play(&state, 0, "41@U1, 42@U1, 43@U1, 44@U1, end");
    assert_int_equal(hand_count(&state, 0), 6);
    assert_int_equal(draw_count(&state), 0);
}

static void TG8_the_next_seat_clockwise_is_on_turn(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame(players=3,start=2)",
                                  "2 3 30 31 32 33  4 5 34 35 36 37  6 7 38 39 40 41");
    play(&state, 2, "6@U1, 7@U1, end");
    assert_true(on_turn(&state, 0));
    play(&state, 0, "2@U2, 3@U2, end");
    assert_true(on_turn(&state, 1));
}

static void TG8_seats_without_cards_are_passed_over(void **unused)
{
    (void)unused;
    stos_state state = position("thegame(players=4,start=0) phase=play turn=1 placed=0 "
                                "tops=30.40.60.70 due=0 votes=---- hands=/50.51//52 draw=");
    play(&state, 1, "50@U1, end");
    assert_true(on_turn(&state, 3));
}

static void TG8_the_last_one_with_cards_goes_on_alone(void **unused)
{
    (void)unused;
    stos_state state = position("thegame(players=3,start=0) phase=play turn=1 placed=0 "
                                "tops=30.40.60.70 due=0 votes=--- hands=/50.51.52/ draw=");
    play(&state, 1, "50@U1, end");
    assert_true(on_turn(&state, 1));
    assert_int_equal(game_of(&state)->table.placed, 0);
}

static void TG9_the_player_says_when_the_turn_ends(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame(players=2,start=0)", "2 3 4");
    play(&state, 0, "2@U1, 3@U1");
    assert_true(on_turn(&state, 0));
    play(&state, 0, "4@U1");
    assert_true(on_turn(&state, 0));
    play(&state, 0, "end");
    assert_true(on_turn(&state, 1));
}

static void TG9_the_turn_ends_by_itself_when_the_hand_is_empty(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame(players=2,start=0)", "2 3 4 5 6 7 8");
    play(&state, 0, "2@U1, 3@U1, 4@U1, 5@U1, 6@U1, 7@U1, 8@U1");
    assert_true(on_turn(&state, 1));
    assert_int_equal(hand_count(&state, 0), 7);
}

static void TG9_only_the_seat_on_turn_acts(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame(players=2,start=0)", "2 3 4 5 6 7 8  50");
    expect_refusal(&state, 1, move_of(&state, "50@U1"), STOS_NOT_YOUR_TURN, "not_your_turn", "");
    expect_refusal(&state, 1, move_of(&state, "end"), STOS_NOT_YOUR_TURN, "not_your_turn", "");
    expect_refusal(&state, 2, move_of(&state, "end"), STOS_BAD_SEAT, "bad_seat", "");
    expect_refusal(&state, -1, move_of(&state, "end"), STOS_BAD_SEAT, "bad_seat", "");
}

/* ---------------------------------------------------------------- decks */

static stos_error try_deck(const stos_deck *deck)
{
    stos_rules rules = rules_of("thegame");
    stos_seed seed = stos_seed_number(0);
    stos_state state, before;
    memset(&state, 0x5a, sizeof state);
    before = state;
    stos_error error = stos_deal(&state, &rules, &seed, deck);
    assert_memory_equal(&state, &before, sizeof state);
    return error;
}

static void TG1_decks_of_another_kind_are_refused(void **unused)
{
    (void)unused;
    stos_deck good = deck_of(stos_game_at(STOS_THEGAME), ""), bad = good;
    bad.size = 97;
    assert_int_equal(try_deck(&bad).reason, STOS_BAD_DECK_SHAPE);
    bad = good;
    bad.lists = 2;
    assert_int_equal(try_deck(&bad).reason, STOS_BAD_DECK_SHAPE);
    bad = good;
    bad.card[97] = 100;
    stos_error error = try_deck(&bad);
    assert_int_equal(error.reason, STOS_BAD_DECK_CARD);
    assert_int_equal(error.number, 100);
    bad.card[97] = 1;
    assert_int_equal(try_deck(&bad).reason, STOS_BAD_DECK_CARD);
    bad.card[97] = 2;
    error = try_deck(&bad);
    assert_int_equal(error.reason, STOS_REPEATED_CARD);
    assert_string_equal(stos_error_code(error), "bad_deck");
}

static void the_example_in_the_rules(void **unused)
{
    (void)unused;
    stos_state state = deal_first("thegame(players=2,start=0)", "5 12 15 30 40 60 90");
    play(&state, 0, "15@U1");
    assert_false(is_legal(&state, 0, "12@U1"));
    assert_true(is_legal(&state, 0, "5@U1") && is_legal(&state, 0, "90@U1"));
    assert_false(is_legal(&state, 0, "end"));
    play(&state, 0, "5@U1");
    assert_true(is_legal(&state, 0, "12@U1"));
    play(&state, 0, "end");
    assert_int_equal(hand_count(&state, 0), 7);
    assert_true(on_turn(&state, 1));
    assert_int_equal(game_of(&state)->table.minimum, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TG1_there_are_98_cards_2_to_99_each_once),
        cmocka_unit_test(TG1_two_piles_rise_from_1_and_two_fall_from_100),
        cmocka_unit_test(TG2_hands_are_8_alone_7_for_two_6_for_more),
        cmocka_unit_test(TG3_the_game_starts_when_all_votes_name_the_same_seat),
        cmocka_unit_test(TG3_a_vote_may_be_changed_and_repeated),
        cmocka_unit_test(TG3_votes_are_for_seats_that_exist),
        cmocka_unit_test(TG3_nobody_places_or_ends_before_the_starter_is_agreed),
        cmocka_unit_test(TG3_nobody_votes_once_the_starter_is_settled),
        cmocka_unit_test(TG3_alone_there_is_nothing_to_vote),
        cmocka_unit_test(TG3_a_fixed_seat_starts),
        cmocka_unit_test(TG3_the_lot_is_even_and_follows_from_the_seed),
        cmocka_unit_test(TG4_a_turn_places_one_card_after_the_other_on_any_piles),
        cmocka_unit_test(TG4_a_turn_may_place_the_whole_hand),
        cmocka_unit_test(TG4_a_card_that_is_not_in_the_hand_cannot_be_placed),
        cmocka_unit_test(TG4_placements_that_no_text_can_name_are_refused),
        cmocka_unit_test(TG4_moves_of_other_games_are_refused),
        cmocka_unit_test(TG5_a_rising_pile_takes_any_higher_card),
        cmocka_unit_test(TG5_a_falling_pile_takes_any_lower_card),
        cmocka_unit_test(TG5_a_rising_pile_refuses_a_lower_card),
        cmocka_unit_test(TG5_a_falling_pile_refuses_a_higher_card),
        cmocka_unit_test(TG6_37_fits_on_a_rising_47),
        cmocka_unit_test(TG6_75_fits_on_a_falling_65),
        cmocka_unit_test(TG6_the_trick_does_not_work_the_other_way_round),
        cmocka_unit_test(TG6_the_trick_works_any_number_of_times_on_any_pile_mixed_freely),
        cmocka_unit_test(TG6_the_trick_holds_over_the_whole_range_of_numbers),
        cmocka_unit_test(TG7_minimum_is_two_while_the_draw_pile_holds_cards),
        cmocka_unit_test(TG7_minimum_is_three_with_min_3),
        cmocka_unit_test(TG7_minimum_is_one_once_the_draw_pile_is_empty),
        cmocka_unit_test(TG7_minimum_is_one_with_min_3_too),
        cmocka_unit_test(TG7_the_turn_that_takes_the_last_card_still_had_the_full_minimum),
        cmocka_unit_test(TG8_four_placed_four_drawn),
        cmocka_unit_test(TG8_drawing_goes_as_far_as_the_draw_pile_reaches),
        cmocka_unit_test(TG8_the_next_seat_clockwise_is_on_turn),
        cmocka_unit_test(TG8_seats_without_cards_are_passed_over),
        cmocka_unit_test(TG8_the_last_one_with_cards_goes_on_alone),
        cmocka_unit_test(TG9_the_player_says_when_the_turn_ends),
        cmocka_unit_test(TG9_the_turn_ends_by_itself_when_the_hand_is_empty),
        cmocka_unit_test(TG9_only_the_seat_on_turn_acts),
        cmocka_unit_test(the_example_in_the_rules),
        cmocka_unit_test(TG1_decks_of_another_kind_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
