/*
 * test_facetoface.c - FF1 to FF9, one test or more for each clause, with the examples that are
 * printed on the sheet.
 *
 * In a position, tops= are the rising and falling pile of seat 0, then of seat 1; a card of a
 * player that is neither in the hand nor in the draw pile has been placed.
 */
#include "support.h"

static const struct stos_facetoface *game_of(const stos_state *state)
{
    return &state->as.facetoface;
}

static int hand_count(const stos_state *state, int seat)
{
    return __builtin_popcountll(game_of(state)->hand[seat]);
}

static bool in_hand(const stos_state *state, int seat, int card)
{
    return game_of(state)->hand[seat] >> card & 1;
}

static int draw_count(const stos_state *state, int seat)
{
    return STOS_FACETOFACE_CARDS - game_of(state)->drawn[seat];
}

static int rising(const stos_state *state, int seat) { return game_of(state)->table.top[seat][0]; }

static int falling(const stos_state *state, int seat) { return game_of(state)->table.top[seat][1]; }

static bool on_turn(const stos_state *state, int seat) { return stos_actors(state) == 1u << seat; }

/* A position with seat 0 on turn and nothing placed yet. */
static stos_state duel(const char *last, const char *tops, const char *hands, const char *draw)
{
    char text[512];
    snprintf(text, sizeof text,
             "facetoface(last=%s,start=0) phase=play turn=0 placed=0 min=2 helped=0 tops=%s "
             "hands=%s draw=%s winner=-",
             last, tops, hands, draw);
    return position(text);
}

/* ---------------------------------------------------------------- FF1-FF4: set-up and turns */

static void FF1_each_player_has_58_cards_2_to_59_and_six_in_hand(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("facetoface", 5);
    for (int seat = 0; seat < 2; seat++) {
        uint64_t all = game_of(&state)->hand[seat];
        assert_int_equal(hand_count(&state, seat), 6);
        assert_int_equal(draw_count(&state, seat), 52);
        for (int i = 6; i < STOS_FACETOFACE_CARDS; i++)
            all |= UINT64_C(1) << game_of(&state)->draw[seat][i];
        assert_true(all == ((UINT64_C(1) << 60) - 1 - 3));
    }
}

static void FF1_rising_piles_start_at_1_and_falling_ones_at_60(void **unused)
{
    (void)unused;
    stos_state state = deal_first("facetoface(start=0)", "2 59 / 3 58");
    for (int seat = 0; seat < 2; seat++)
        assert_true(rising(&state, seat) == 1 && falling(&state, seat) == 60);
    play(&state, 0, "2@U, 59@D, end");
    play(&state, 1, "3@U, 58@D, end");
    assert_true(rising(&state, 0) == 2 && falling(&state, 0) == 59);
    assert_true(rising(&state, 1) == 3 && falling(&state, 1) == 58);
}

static void FF1_both_players_draw_from_their_own_pile(void **unused)
{
    (void)unused;
    stos_state state =
        deal_first("facetoface(start=0)", "2 3 4 5 6 7 40 41 / 12 13 14 15 16 17 50 51");
    play(&state, 0, "2@U, 3@U, end");
    assert_true(in_hand(&state, 0, 40) && in_hand(&state, 0, 41));
    play(&state, 1, "12@U, 13@U, end");
    assert_true(in_hand(&state, 1, 50) && in_hand(&state, 1, 51));
}

static void FF2_the_lot_is_even_and_follows_from_the_seed(void **unused)
{
    (void)unused;
    int starts[2] = {0, 0};
    for (uint64_t seed = 0; seed < 600; seed++) {
        stos_state state = deal_seeded("facetoface", seed);
        starts[game_of(&state)->table.turn]++;
    }
    expect_even(starts, 2, 10.8); /* 1 in 1000, one degree of freedom */
}

static void FF2_a_fixed_seat_starts(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("facetoface(start=0)", 1),
               other = deal_seeded("facetoface(start=1)", 1);
    assert_true(on_turn(&state, 0) && on_turn(&other, 1));
}

static void FF3_a_turn_places_at_least_two_cards(void **unused)
{
    (void)unused;
    stos_state state = deal_first("facetoface(start=0)", "2 3 4 / 5");
    refused(&state, 0, "end", STOS_DUEL_TOO_FEW_PLACED, "FF3");
    play(&state, 0, "2@U");
    refused(&state, 0, "end", STOS_DUEL_TOO_FEW_PLACED, "FF3");
    play(&state, 0, "3@U, end");
    assert_true(on_turn(&state, 1));
}

static void FF3_two_cards_also_when_the_own_draw_pile_is_empty(void **unused)
{
    (void)unused;
    stos_state state = duel("strict", "20.40.20.40", "25.26.27/30.31", "/50.51");
    play(&state, 0, "25@U");
    refused(&state, 0, "end", STOS_DUEL_TOO_FEW_PLACED, "FF3");
    play(&state, 0, "26@U, end");
}

static void FF3_all_six_may_be_placed(void **unused)
{
    (void)unused;
    stos_state state = deal_first("facetoface(start=0)", "2 3 4 5 6 7 / 8");
    play(&state, 0, "2@U, 3@U, 4@U, 5@U, 6@U, 7@U");
    assert_true(
        on_turn(&state, 0)); /* also with an empty hand the player says when the turn ends */
    play(&state, 0, "end");
    assert_true(on_turn(&state, 1));
}

static void FF4_at_most_one_card_in_a_turn_goes_to_the_opponent(void **unused)
{
    (void)unused;
    stos_state state = duel("strict", "1.60.29.10", "12.11.50.55.2.3/8.9", "20.21/22");
    play(&state, 0, "12@oU");
    refused(&state, 0, "11@oU", STOS_HELPED_ALREADY, "FF4");
    refused(&state, 0, "50@oD", STOS_HELPED_ALREADY, "FF4");
    play(&state, 0, "2@U, 3@U");
    refused(&state, 0, "11@oU", STOS_HELPED_ALREADY, "FF4");
}

static void FF4_at_least_one_card_goes_to_the_own_piles(void **unused)
{
    (void)unused;
    stos_state state = duel("strict", "1.60.29.10", "12.11.50.55.2.3/8.9", "20.21/22");
    play(&state, 0, "12@oU");
    refused(&state, 0, "end", STOS_DUEL_TOO_FEW_PLACED, "FF3");
    play(&state, 0, "2@U, end");
}

static void FF4_the_next_turn_may_help_again(void **unused)
{
    (void)unused;
    stos_state state = duel("strict", "30.40.29.10", "12.11.31.32/5.6.50.51", "20.21/22");
    play(&state, 0, "12@oU, 31@U, end");
    assert_false(game_of(&state)->table.helped);
    play(&state, 1, "5@oU, 50@U, end");
    play(&state, 0, "11@oU, 32@U");
}

/* ---------------------------------------------------------------- FF5, FF6: the piles */

static void FF5_own_piles_rise_and_fall(void **unused)
{
    (void)unused;
    stos_state state = deal_first("facetoface(start=0)", "3 11 12 54 50 48 / 2");
    play(&state, 0, "3@U, 11@U, 12@U, 54@D, 50@D, 48@D");
    assert_true(rising(&state, 0) == 12 && falling(&state, 0) == 48);
}

static void FF5_17_fits_on_the_own_rising_27(void **unused)
{
    (void)unused;
    stos_state state = deal_first("facetoface(start=0)", "27 17 18 16 / 2");
    play(&state, 0, "27@U");
    refused(&state, 0, "18@U", STOS_OWN_RISING_REFUSES, "FF5");
    refused(&state, 0, "16@U", STOS_OWN_RISING_REFUSES, "FF5");
    play(&state, 0, "17@U, 18@U");
}

static void FF5_45_fits_on_the_own_falling_35(void **unused)
{
    (void)unused;
    stos_state state = deal_first("facetoface(start=1)", "2 / 35 45 44 46");
    play(&state, 1, "35@D");
    refused(&state, 1, "44@D", STOS_OWN_FALLING_REFUSES, "FF5");
    refused(&state, 1, "46@D", STOS_OWN_FALLING_REFUSES, "FF5");
    play(&state, 1, "45@D, 44@D");
}

static void FF5_a_card_that_is_not_in_the_hand_cannot_be_placed(void **unused)
{
    (void)unused;
    stos_state state = deal_first("facetoface(start=0)", "2 3 4 5 6 7 / 40 41");
    refused(&state, 0, "40@U", STOS_CARD_NOT_HELD, "");
    expect_refusal(&state, 0, stos_move_make(STOS_PLACE, 60, 0), STOS_CARD_NOT_HELD, "illegal_move",
                   "");
    expect_refusal(&state, 0, stos_move_make(STOS_PLACE, 255, 0), STOS_CARD_NOT_HELD,
                   "illegal_move", "");
    expect_refusal(&state, 0, stos_move_make(STOS_PLACE, 2, 4), STOS_CARD_NOT_HELD, "illegal_move",
                   "");
}

static void FF6_12_improves_a_rising_29_of_the_opponent(void **unused)
{
    (void)unused;
    stos_state state = duel("strict", "1.60.29.40", "12.30.41.39.2.3/8.9", "20.21/22");
    refused(&state, 0, "30@oU", STOS_HELP_RISING_REFUSES, "FF6");
    play(&state, 0, "12@oU");
    assert_int_equal(rising(&state, 1), 12);
}

static void FF6_any_lower_card_on_a_rising_18_any_higher_one_on_a_falling_40(void **unused)
{
    (void)unused;
    stos_state state = duel("strict", "1.60.18.40", "2.17.19.39.41.59/8.9", "20.21/22");
    assert_true(is_legal(&state, 0, "2@oU") && is_legal(&state, 0, "17@oU"));
    assert_true(is_legal(&state, 0, "41@oD") && is_legal(&state, 0, "59@oD"));
    refused(&state, 0, "19@oU", STOS_HELP_RISING_REFUSES, "FF6");
    refused(&state, 0, "39@oD", STOS_HELP_FALLING_REFUSES, "FF6");
    play(&state, 0, "59@oD");
    assert_int_equal(falling(&state, 1), 59);
}

static void FF6_the_same_number_does_not_improve(void **unused)
{
    (void)unused;
    stos_state state = duel("strict", "1.60.18.40", "18.40/8.9", "20.21/22");
    refused(&state, 0, "18@oU", STOS_HELP_RISING_REFUSES, "FF6");
    refused(&state, 0, "40@oD", STOS_HELP_FALLING_REFUSES, "FF6");
}

static void FF6_untouched_piles_cannot_be_improved(void **unused)
{
    (void)unused;
    stos_state state = deal_first("facetoface(start=0)", "2 59 / 3");
    refused(&state, 0, "2@oU", STOS_HELP_RISING_REFUSES, "FF6");
    refused(&state, 0, "59@oD", STOS_HELP_FALLING_REFUSES, "FF6");
}

/* ---------------------------------------------------------------- FF7: drawing */

static void FF7_three_on_own_piles_two_drawn(void **unused)
{
    (void)unused;
    stos_state state = deal_first("facetoface(start=0)", "2 3 4 5 6 7 40 41 42 / 8");
    play(&state, 0, "2@U, 3@U, 4@U, end");
    assert_int_equal(hand_count(&state, 0), 5);
    assert_true(in_hand(&state, 0, 40) && in_hand(&state, 0, 41) && !in_hand(&state, 0, 42));
}

static void FF7_four_own_and_one_on_the_opponent_drawn_up_to_six(void **unused)
{
    (void)unused;
    stos_state state = duel("strict", "1.60.29.10", "2.3.4.5.12.50/8.9", "31.32.33.34.35.36.37/22");
    play(&state, 0, "2@U, 3@U, 12@oU, 4@U, 5@U, end");
    assert_int_equal(hand_count(&state, 0), 6);
    assert_int_equal(draw_count(&state, 0), 2);
}

static void FF7_never_more_than_the_draw_pile_holds(void **unused)
{
    (void)unused;
    stos_state state = duel("strict", "1.60.29.10", "2.3.4.5.12/8.9", "31/22");
    play(&state, 0, "2@U, 3@U, end");
    assert_int_equal(hand_count(&state, 0), 4);
    state = duel("strict", "1.60.29.10", "2.3.4.5.12/8.9", "31.32/22");
    play(&state, 0, "2@U, 3@U, 4@U, 12@oU, end");
    assert_int_equal(hand_count(&state, 0), 3);
    assert_int_equal(draw_count(&state, 0), 0);
}

static void FF7_two_are_drawn_also_after_placing_all_six(void **unused)
{
    (void)unused;
    stos_state state = deal_first("facetoface(start=0)", "2 3 4 5 6 7 / 8");
    play(&state, 0, "2@U, 3@U, 4@U, 5@U, 6@U, 7@U, end");
    assert_int_equal(hand_count(&state, 0), 2);
}

/* ---------------------------------------------------------------- FF8, FF9: the end */

static void FF8_whoever_has_placed_all_58_cards_wins_at_that_moment(void **unused)
{
    (void)unused;
    stos_state state = duel("strict", "20.40.20.40", "25.26/30.31", "/50");
    play(&state, 0, "25@U");
    assert_false(stos_over(&state));
    play(&state, 0, "26@U");
    assert_true(stos_over(&state));
    assert_int_equal(stos_result(&state), 0);
    expect_result(&state, "winner 0");
}

static void FF8_the_last_card_may_go_to_the_opponent(void **unused)
{
    (void)unused;
    stos_state state = duel("strict", "20.40.30.40", "25.26/31.32", "/50");
    play(&state, 0, "26@U, 25@oU");
    expect_result(&state, "winner 0");
}

static void FF8_nobody_plays_on_after_the_end(void **unused)
{
    (void)unused;
    stos_state state = duel("strict", "20.40.20.40", "25.26/30.31", "/50");
    play(&state, 0, "25@U, 26@U");
    expect_refusal(&state, 1, move_of(&state, "30@U"), STOS_GAME_OVER, "game_over", "");
    expect_refusal(&state, 0, move_of(&state, "end"), STOS_GAME_OVER, "game_over", "");
    assert_int_equal(stos_actors(&state), 0);
}

static void FF9_who_cannot_place_a_second_card_loses_at_once(void **unused)
{
    (void)unused;
    stos_state state = duel("strict", "57.4.2.59", "58.30.31/5.6", "7/8");
    play(&state, 0, "58@U");
    assert_true(stos_over(&state));
    expect_result(&state, "winner 1");
    assert_int_equal(rising(&state, 0), 58);
}

static void FF9_who_cannot_place_at_the_start_of_the_turn_loses_at_once(void **unused)
{
    (void)unused;
    stos_state state = duel("strict", "2.59.58.4", "10.11.50/30.31", "28/32");
    play(&state, 0, "10@U, 11@U, end"); /* neither 30 nor 31 fits on 58 and 4, or helps 11 and 59 */
    expect_result(&state, "winner 0");
}

static void FF9_the_one_card_for_the_opponent_saves_once_only(void **unused)
{
    (void)unused;
    stos_state state = duel("strict", "57.3.30.59", "20.21.22/5.6", "7/8");
    play(&state, 0, "20@oU");
    expect_result(&state, "winner 1");
}

static void FF9_with_two_placed_being_stuck_is_no_loss(void **unused)
{
    (void)unused;
    stos_state state = duel("strict", "56.3.2.59", "57.58.20/5.6", "7/8");
    play(&state, 0, "57@U, 58@U");
    assert_false(stos_over(&state));
    assert_int_equal(stos_move_count(&state, 0), 1);
    play(&state, 0, "end");
    assert_true(on_turn(&state, 1));
}

/* Seat 0 hands over to seat 1, who has one single card in all. */
static stos_state single_card(const char *last)
{
    stos_state state = duel(last, "20.40.20.40", "25.26.27/30", "/");
    play(&state, 0, "25@U, 26@U, end");
    return state;
}

static void FF9_strict_a_single_card_at_the_start_of_a_turn_loses(void **unused)
{
    (void)unused;
    stos_state state = single_card("strict");
    assert_true(stos_over(&state));
    expect_result(&state, "winner 0");
}

static void FF9_lenient_a_single_last_card_may_be_placed_and_wins(void **unused)
{
    (void)unused;
    stos_state state = single_card("lenient");
    assert_true(on_turn(&state, 1));
    assert_int_equal(game_of(&state)->table.minimum, 1);
    refused(&state, 1, "end", STOS_DUEL_TOO_FEW_PLACED, "FF3");
    play(&state, 1, "30@U");
    expect_result(&state, "winner 1");
}

static void FF9_lenient_a_single_last_card_that_fits_nowhere_loses(void **unused)
{
    (void)unused;
    stos_state state = duel("lenient", "20.40.35.25", "26.27.28/30", "/");
    play(&state, 0, "27@U, 28@U, end"); /* 30 would help neither 28 rising nor 40 falling, and fits
                                           on neither 35 nor 25 */
    expect_result(&state, "winner 0");
}

static void FF9_lenient_two_cards_still_mean_two(void **unused)
{
    (void)unused;
    stos_state state = duel("lenient", "20.40.20.40", "25.26/30.31", "/");
    play(&state, 0, "25@U");
    refused(&state, 0, "end", STOS_DUEL_TOO_FEW_PLACED, "FF3");
}

/* ---------------------------------------------------------------- seats, other moves, views, decks
 */

static void FF3_only_the_seat_on_turn_acts(void **unused)
{
    (void)unused;
    stos_state state = deal_first("facetoface(start=0)", "2 3 / 4 5");
    expect_refusal(&state, 1, move_of(&state, "4@U"), STOS_NOT_YOUR_TURN, "not_your_turn", "");
    expect_refusal(&state, 2, move_of(&state, "4@U"), STOS_BAD_SEAT, "bad_seat", "");
    expect_refusal(&state, -1, move_of(&state, "end"), STOS_BAD_SEAT, "bad_seat", "");
}

static void FF3_moves_of_other_games_are_refused(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("facetoface(start=0)", 1);
    expect_refusal(&state, 0, stos_move_make(STOS_START, 0, 0), STOS_WRONG_MOVE_KIND,
                   "illegal_move", "");
    expect_refusal(&state, 0, stos_move_make(STOS_CALL, 0, 0), STOS_WRONG_MOVE_KIND, "illegal_move",
                   "");
    expect_refusal(&state, 0, 0, STOS_WRONG_MOVE_KIND, "illegal_move", "");
}

static void FF1_a_view_hides_the_other_hand_and_both_draw_piles(void **unused)
{
    (void)unused;
    stos_state one =
        deal_first("facetoface(start=0)", "2 3 4 5 6 7 40 41 / 12 13 14 15 16 17 50 51");
    stos_state other =
        deal_first("facetoface(start=0)", "2 3 4 5 6 7 41 40 / 22 23 24 25 26 27 51 50");
    assert_true(same_view(&one, &other, 0) && same_view(&one, &other, STOS_SPECTATOR));
    assert_false(same_view(&one, &other, 1));
    stos_view view;
    char json[4096];
    stos_look(&one, 0, &view);
    stos_view_json(&view, json, sizeof json);
    assert_non_null(strstr(json, "\"hands\":[[2,3,4,5,6,7],6],\"draw\":[52,52],"));
}

static stos_error try_deck(const stos_deck *deck)
{
    stos_rules rules = rules_of("facetoface");
    stos_seed seed = stos_seed_number(0);
    stos_state state;
    return stos_deal(&state, &rules, &seed, deck);
}

static void FF1_decks_of_another_kind_are_refused(void **unused)
{
    (void)unused;
    stos_deck good = deck_of(stos_game_at(STOS_FACETOFACE), "/"), bad = good;
    assert_int_equal(good.lists, 2);
    assert_int_equal(try_deck(&good).reason, STOS_OK);
    bad.lists = 1;
    assert_int_equal(try_deck(&bad).reason, STOS_BAD_DECK_SHAPE);
    bad = good;
    bad.card[60] = 60;
    assert_int_equal(try_deck(&bad).reason, STOS_BAD_DECK_CARD);
    bad.card[60] = good.card[61];
    assert_int_equal(try_deck(&bad).reason, STOS_REPEATED_CARD);
    assert_int_equal(try_deck(&bad).number, good.card[61]);
}

static void the_example_in_the_rules(void **unused)
{
    (void)unused;
    stos_state state = deal_first("facetoface(start=0)", "5 6 20 30 40 50 / 3 10 20 30 40 55");
    play(&state, 0, "5@U, 50@D, end");
    assert_int_equal(draw_count(&state, 0), 50);
    play(&state, 1, "3@oU");
    assert_int_equal(rising(&state, 0), 3);
    assert_false(is_legal(&state, 1, "10@oU") || is_legal(&state, 1, "55@oD"));
    play(&state, 1, "55@D, 40@D, end");
    assert_int_equal(hand_count(&state, 1), 6);
    assert_int_equal(draw_count(&state, 1), 49);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(FF1_each_player_has_58_cards_2_to_59_and_six_in_hand),
        cmocka_unit_test(FF1_rising_piles_start_at_1_and_falling_ones_at_60),
        cmocka_unit_test(FF1_both_players_draw_from_their_own_pile),
        cmocka_unit_test(FF2_the_lot_is_even_and_follows_from_the_seed),
        cmocka_unit_test(FF2_a_fixed_seat_starts),
        cmocka_unit_test(FF3_a_turn_places_at_least_two_cards),
        cmocka_unit_test(FF3_two_cards_also_when_the_own_draw_pile_is_empty),
        cmocka_unit_test(FF3_all_six_may_be_placed),
        cmocka_unit_test(FF4_at_most_one_card_in_a_turn_goes_to_the_opponent),
        cmocka_unit_test(FF4_at_least_one_card_goes_to_the_own_piles),
        cmocka_unit_test(FF4_the_next_turn_may_help_again),
        cmocka_unit_test(FF5_own_piles_rise_and_fall),
        cmocka_unit_test(FF5_17_fits_on_the_own_rising_27),
        cmocka_unit_test(FF5_45_fits_on_the_own_falling_35),
        cmocka_unit_test(FF5_a_card_that_is_not_in_the_hand_cannot_be_placed),
        cmocka_unit_test(FF6_12_improves_a_rising_29_of_the_opponent),
        cmocka_unit_test(FF6_any_lower_card_on_a_rising_18_any_higher_one_on_a_falling_40),
        cmocka_unit_test(FF6_the_same_number_does_not_improve),
        cmocka_unit_test(FF6_untouched_piles_cannot_be_improved),
        cmocka_unit_test(FF7_three_on_own_piles_two_drawn),
        cmocka_unit_test(FF7_four_own_and_one_on_the_opponent_drawn_up_to_six),
        cmocka_unit_test(FF7_never_more_than_the_draw_pile_holds),
        cmocka_unit_test(FF7_two_are_drawn_also_after_placing_all_six),
        cmocka_unit_test(FF8_whoever_has_placed_all_58_cards_wins_at_that_moment),
        cmocka_unit_test(FF8_the_last_card_may_go_to_the_opponent),
        cmocka_unit_test(FF8_nobody_plays_on_after_the_end),
        cmocka_unit_test(FF9_who_cannot_place_a_second_card_loses_at_once),
        cmocka_unit_test(FF9_who_cannot_place_at_the_start_of_the_turn_loses_at_once),
        cmocka_unit_test(FF9_the_one_card_for_the_opponent_saves_once_only),
        cmocka_unit_test(FF9_with_two_placed_being_stuck_is_no_loss),
        cmocka_unit_test(FF9_strict_a_single_card_at_the_start_of_a_turn_loses),
        cmocka_unit_test(FF9_lenient_a_single_last_card_may_be_placed_and_wins),
        cmocka_unit_test(FF9_lenient_a_single_last_card_that_fits_nowhere_loses),
        cmocka_unit_test(FF9_lenient_two_cards_still_mean_two),
        cmocka_unit_test(FF3_only_the_seat_on_turn_acts),
        cmocka_unit_test(FF3_moves_of_other_games_are_refused),
        cmocka_unit_test(FF1_a_view_hides_the_other_hand_and_both_draw_piles),
        cmocka_unit_test(the_example_in_the_rules),
        cmocka_unit_test(FF1_decks_of_another_kind_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
