/*
 * test_lie.c - LI1 to LI9, cards, bids and challenges: one test or more for each clause, with the
 * examples that are printed on the sheet. The other clauses are in test_lie_end.c.
 */
#include "lie_support.h"

enum { ANIA, BARTEK, CZESIO }; /* the sheet's players */

/* ---------------------------------------------------------------- LI1-LI3: cards and ends */

static void LI1_every_pair_of_faces_exists_twice(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("lie(players=6,cards=down)", 11); /* all 30 cards are dealt */
    int pairs[7][7] = {{0}}, faces[7] = {0};
    for (int seat = 0; seat < 6; seat++) {
        for (int i = 0; i < 5; i++) {
            int kind = state.as.lie.hands.kind[seat][i];
            pairs[stos_lie_low_face(kind)][stos_lie_high_face(kind)]++;
            faces[stos_lie_low_face(kind)]++;
            faces[stos_lie_high_face(kind)]++;
        }
    }
    for (int low = 1; low <= 6; low++)
        for (int high = 1; high <= 6; high++)
            assert_int_equal(pairs[low][high], low < high ? 2 : 0);
    for (int face = 1; face <= 6; face++)
        assert_int_equal(faces[face], 10);
}

static void LI2_each_player_draws_one_card_in_the_first_round(void **unused)
{
    (void)unused;
    for (int players = 2; players <= 6; players++) {
        char rules[64];
        snprintf(rules, sizeof rules, "lie(players=%d)", players);
        stos_state state = deal_seeded(rules, 2);
        for (int seat = 0; seat < 6; seat++)
            assert_int_equal(hand_size(&state, seat), seat < players);
        assert_int_equal(table_of(&state)->cards, players);
        assert_int_equal(table_of(&state)->round, 1);
    }
}

static void LI2_every_round_is_dealt_anew_from_all_cards(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=2,start=0)", "12 13 / 56 12 12");
    play(&state, 0, "show 1");
    play(&state, 1, "show 1");
    play(&state, 0, "1x6");
    play(&state, 1, "call");
    assert_int_equal(table_of(&state)->round, 2);
    expect_counts(&state, "2.1.0.0.0.0");
    assert_true(is_legal(&state, 0, "show 1 5")); /* 12 and 56, sorted */
    assert_true(is_legal(&state, 1, "show 2"));
}

static void LI2_rounds_beyond_the_given_decks_come_from_the_seed(void **unused)
{
    (void)unused;
    stos_rules rules = rules_of("lie(players=6,start=0)");
    stos_deck deck = deck_of(rules.game, "12 13 14 15 16 23");
    stos_state states[2];
    for (uint64_t number = 0; number < 2; number++) {
        stos_seed seed = stos_seed_number(number);
        assert_int_equal(stos_deal(&states[number], &rules, &seed, &deck).reason, STOS_OK);
        assert_true(is_legal(&states[number], 5, "show 3"));
        lose_next_round(&states[number], 0);
    }
    assert_memory_not_equal(&states[0].as.lie.hands, &states[1].as.lie.hands,
                            sizeof states[0].as.lie.hands);
}

static void LI2_every_card_comes_equally_often(void **unused)
{
    (void)unused;
    int counts[STOS_LIE_KINDS] = {0};
    for (uint64_t seed = 0; seed < 900; seed++) {
        stos_state state = deal_seeded("lie(players=2,start=0)", seed);
        lose_next_round(&state, 0);
        counts[state.as.lie.hands.kind[1][0]]++;
    }
    expect_even(counts, STOS_LIE_KINDS, 36.1); /* 1 in 1000, 14 degrees of freedom */
}

static void LI3_all_choose_at_once_in_any_order(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=3,start=0)", "12 34 56");
    assert_int_equal(stos_actors(&state), 7);
    play(&state, 2, "show 5");
    assert_int_equal(stos_actors(&state), 3);
    play(&state, 0, "show 1");
    play(&state, 1, "show 4");
    assert_true(on_turn(&state, 0));
}

static void LI3_either_end_of_every_card_may_be_chosen(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=2,cards=down,start=0)", "14 24 24 25 45");
    assert_int_equal(stos_move_count(&state, 0), 32);
    assert_true(is_legal(&state, 0, "show 4 4 2 2 4") && is_legal(&state, 0, "show 1 2 4 5 5"));
}

static void LI3_only_faces_that_are_on_the_cards_fit(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=2,start=0)", "12 34");
    refused(&state, 0, "show 3", STOS_FACES_DO_NOT_FIT, "LI3");
    refused(&state, 0, "show 1 2", STOS_FACES_DO_NOT_FIT, "LI3");
    expect_refusal(&state, 0, (stos_move)STOS_SHOW << 24, STOS_FACES_DO_NOT_FIT, "illegal_move",
                   "LI3");
    expect_refusal(&state, 0, (stos_move)STOS_SHOW << 24 | 0x800001, STOS_FACES_DO_NOT_FIT,
                   "illegal_move", "LI3");
}

static void LI3_faces_are_named_for_the_whole_hand_in_its_order(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=2,cards=down,start=0)", "12 34 35 36 56");
    refused(&state, 0, "show 1 3 3 3", STOS_FACES_DO_NOT_FIT, "LI3");
    refused(&state, 0, "show 3 1 3 3 5", STOS_FACES_DO_NOT_FIT, "LI3");
    play(&state, 0, "show 1 3 3 3 5");
}

static void LI3_a_choice_may_be_changed_until_all_have_chosen(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=3,start=0)", "12 34 56");
    play(&state, 0, "show 1");
    assert_int_equal(stos_actors(&state), 6); /* only the others are waited for */
    assert_int_equal(stos_movers(&state), 7);
    assert_true(is_legal(&state, 0, "show 1") && is_legal(&state, 0, "show 2"));
    play(&state, 0, "show 2");
    assert_int_equal(stos_actors(&state), 6);
    assert_int_equal(state.as.lie.hands.face[0][0], 2);
    refused(&state, 0, "1x1", STOS_ENDS_NOT_CHOSEN, "LI3");
    play(&state, 1, "show 3");
    play(&state, 2, "show 6");
    assert_int_equal(stos_movers(&state), stos_actors(&state));
    assert_int_equal(stos_move_count(&state, 1), 0);
}

static void LI3_nobody_else_sees_a_change(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=3,start=0)", "12 34 56"), changed;
    play(&state, 0, "show 1");
    changed = state;
    play(&changed, 0, "show 2");
    for (int seat = STOS_SPECTATOR; seat < 3; seat++) {
        stos_view before, after;
        stos_look(&state, seat, &before);
        stos_look(&changed, seat, &after);
        assert_int_equal(memcmp(&before, &after, sizeof before) == 0, seat != 0);
    }
}

static void LI3_the_starter_is_agreed_by_vote(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=3,start=agree)", "12 34 56");
    assert_int_equal(stos_phase(&state), STOS_PHASE_START);
    assert_int_equal(stos_actors(&state), 7);
    assert_int_equal(stos_move_count(&state, 1), 3);
    refused(&state, 0, "show 1", STOS_STARTER_NOT_AGREED, "TG3");
    refused(&state, 0, "1x1", STOS_STARTER_NOT_AGREED, "TG3");
    expect_refusal(&state, 0, stos_move_make(STOS_START, 3, 0), STOS_NO_SUCH_SEAT_TO_START,
                   "illegal_move", "TG3");
    play(&state, 0, "start 0");
    play(&state, 1, "start 2");
    play(&state, 2, "start 2");
    assert_int_equal(stos_actors(&state), 7); /* votes may be changed */
    play(&state, 0, "start 2");
    assert_int_equal(stos_phase(&state), STOS_PHASE_SHOW);
    refused(&state, 0, "start 0", STOS_STARTER_IS_SET, "TG3");
    show_all(&state, false);
    assert_true(on_turn(&state, 2));
}

static void LI3_only_the_first_starter_is_agreed(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("lie(players=2,start=agree)", 1);
    play(&state, 0, "start 1");
    play(&state, 1, "start 1");
    lose_next_round(&state, 1);
    assert_int_equal(stos_phase(&state), STOS_PHASE_SHOW);
    assert_int_equal(table_of(&state)->starter, 0); /* LI9 */
}

static void LI3_choices_are_locked_when_all_have_chosen(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=2,start=0)", "12 34");
    show_all(&state, false);
    refused(&state, 0, "show 2", STOS_ENDS_ARE_LOCKED, "LI3");
    expect_refusal(&state, 1, move_of(&state, "show 3"), STOS_NOT_YOUR_TURN, "not_your_turn", "");
}

static void LI3_nobody_bids_before_all_have_chosen(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=2,direction=choose,start=0)", "12 34");
    refused(&state, 0, "1x1", STOS_ENDS_NOT_CHOSEN, "LI3");
    refused(&state, 0, "call", STOS_ENDS_NOT_CHOSEN, "LI3");
    refused(&state, 0, "dir cw", STOS_ENDS_NOT_CHOSEN, "LI3");
}

static void LI3_cards_and_choices_are_secret_until_a_challenge(void **unused)
{
    (void)unused;
    stos_state one = deal_first("lie(players=3,start=0)", "12 34 56"),
               other = deal_first("lie(players=3,start=0)", "12 35 14");
    assert_true(same_view(&one, &other, STOS_SPECTATOR));
    assert_false(same_view(&one, &other, 1));
    play(&one, 1, "show 3");
    play(&other, 1, "show 5");
    stos_view view;
    char json[4096];
    stos_look(&one, 0, &view);
    stos_view_json(&view, json, sizeof json);
    assert_non_null(strstr(json, "\"hands\":[[[1,2]],1,1],\"shown\":[null,1,null]"));
}

/* ---------------------------------------------------------------- LI4-LI7: bidding */

static void LI4_the_starter_must_bid(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=3,start=1)", "12 34 56");
    show_all(&state, false);
    assert_true(on_turn(&state, 1));
    assert_int_equal(stos_lie_last_bid(table_of(&state)), -1);
    refused(&state, 1, "call", STOS_NOTHING_TO_CALL, "LI4");
    assert_int_equal(stos_move_count(&state, 1), 18);
}

static void LI4_then_each_in_turn_order_raises_or_challenges(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=3,start=1)", "12 34 56");
    show_all(&state, false);
    play(&state, 1, "1x2");
    assert_true(on_turn(&state, 2));
    assert_true(is_legal(&state, 2, "2x2") && is_legal(&state, 2, "call"));
    expect_refusal(&state, 1, move_of(&state, "call"), STOS_NOT_YOUR_TURN, "not_your_turn", "");
    expect_refusal(&state, 0, move_of(&state, "call"), STOS_NOT_YOUR_TURN, "not_your_turn", "");
    play(&state, 2, "2x2");
    play(&state, 0, "3x2");
    assert_true(on_turn(&state, 1));
}

static void LI4_a_challenge_is_to_the_previous_bid_only(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=3,start=0)", "12 34 56");
    show_all(&state, false);
    play(&state, 0, "1x1");
    play(&state, 1, "3x6");
    play(&state, 2, "call");
    const struct stos_lie_reveal *last = &table_of(&state)->last;
    assert_true(last->challenger == 2 && last->bidder == 1 && last->count == 3 && last->face == 6 &&
                last->found == 0);
}

static void LI4_seats_and_moves_that_do_not_exist_are_refused(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=2,start=0)", "12 34");
    expect_refusal(&state, 2, move_of(&state, "show 1"), STOS_BAD_SEAT, "bad_seat", "");
    expect_refusal(&state, 6, move_of(&state, "show 1"), STOS_BAD_SEAT, "bad_seat", "");
    expect_refusal(&state, STOS_SPECTATOR, move_of(&state, "show 1"), STOS_BAD_SEAT, "bad_seat",
                   "");
    expect_refusal(&state, 0, stos_move_make(STOS_PLACE, 5, 0), STOS_WRONG_MOVE_KIND,
                   "illegal_move", "");
    expect_refusal(&state, 0, UINT32_MAX, STOS_WRONG_MOVE_KIND, "illegal_move", "");
}

static void LI4_everybody_sees_who_bid_what(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=3,start=1)", "12 34 56");
    char json[4096];
    show_all(&state, false);
    play(&state, 1, "1x1");
    play(&state, 2, "2x1");
    play(&state, 0, "3x1");
    stos_state_json(&state, json, sizeof json);
    assert_non_null(strstr(json,
                           "\"bids\":[{\"seat\":1,\"bid\":\"1x1\"},{\"seat\":2,\"bid\":\"2x1\"},{"
                           "\"seat\":0,\"bid\":\"3x1\"}]"));
}

static void LI5_a_count_is_at_most_the_number_of_cards_in_the_round(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=3,start=0)", "12 34 56");
    show_all(&state, false);
    assert_true(is_legal(&state, 0, "3x6"));
    refused(&state, 0, "4x6", STOS_COUNT_OUT_OF_RANGE, "LI5");
    refused(&state, 0, "99x1", STOS_COUNT_OUT_OF_RANGE, "LI5");
}

static void LI5_a_count_is_at_least_one_and_a_face_is_on_a_die(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=3,start=0)", "12 34 56");
    show_all(&state, false);
    expect_refusal(&state, 0, stos_move_make(STOS_BID, 0, 1), STOS_COUNT_OUT_OF_RANGE,
                   "illegal_move", "LI5");
    expect_refusal(&state, 0, stos_move_make(STOS_BID, 1, 0), STOS_COUNT_OUT_OF_RANGE,
                   "illegal_move", "LI5");
    expect_refusal(&state, 0, stos_move_make(STOS_BID, 1, 7), STOS_COUNT_OUT_OF_RANGE,
                   "illegal_move", "LI5");
}

static void LI5_after_the_highest_bid_only_a_challenge_is_left(void **unused)
{
    (void)unused;
    static const char *const rules[] = {"lie(players=3,order=face,start=0)",
                                        "lie(players=3,order=count,start=0)"};
    for (int i = 0; i < 2; i++) {
        stos_state state = deal_first(rules[i], "12 34 56");
        show_all(&state, false);
        play(&state, 0, "3x6");
        assert_int_equal(stos_move_count(&state, 1), 1);
        assert_true(is_legal(&state, 1, "call"));
    }
}

static const char hands_of_six[] = "14:4.24:4/34:4.45:4/12:2.23:2///";

static void LI6_after_three_fours_four_fours_or_one_five(void **unused)
{
    (void)unused;
    stos_state state = bidding("lie(players=3,order=face)", "2.2.2.0.0.0", 0, hands_of_six);
    play(&state, 0, "3x4");
    assert_true(is_legal(&state, 1, "4x4") && is_legal(&state, 1, "1x5"));
    refused(&state, 1, "3x4", STOS_BID_TOO_LOW_BY_FACE, "LI6");
    refused(&state, 1, "2x4", STOS_BID_TOO_LOW_BY_FACE, "LI6");
    refused(&state, 1, "6x3", STOS_BID_TOO_LOW_BY_FACE, "LI6");
}

static void LI6_exactly_the_higher_bids_are_legal(void **unused)
{
    (void)unused;
    stos_state state = bidding("lie(players=3,order=face)", "2.2.2.0.0.0", 0, hands_of_six);
    play(&state, 0, "3x4");
    for (int count = 1; count <= 6; count++) {
        for (int face = 1; face <= 6; face++) {
            char bid[32];
            snprintf(bid, sizeof bid, "%dx%d", count, face);
            assert_int_equal(is_legal(&state, 1, bid), face > 4 || (face == 4 && count > 3));
        }
    }
}

static void LI7_the_printed_ladder_rises_under_order_count(void **unused)
{
    (void)unused;
    static const char *const ladder[] = {"3x4", "3x5", "4x2", "5x2", "5x6", "6x1"};
    stos_state state = bidding("lie(players=3,order=count)", "2.2.2.0.0.0", 0, hands_of_six);
    for (int i = 0; i < 6; i++) {
        play(&state, i % 3, ladder[i]);
        refused(&state, (i + 1) % 3, ladder[i], STOS_BID_TOO_LOW_BY_COUNT, "LI7");
        if (i > 0)
            refused(&state, (i + 1) % 3, ladder[i - 1], STOS_BID_TOO_LOW_BY_COUNT, "LI7");
    }
}

static void LI7_exactly_the_higher_bids_are_legal(void **unused)
{
    (void)unused;
    stos_state state = bidding("lie(players=3,order=count)", "2.2.2.0.0.0", 0, hands_of_six);
    play(&state, 0, "3x4");
    for (int count = 1; count <= 6; count++) {
        for (int face = 1; face <= 6; face++) {
            char bid[32];
            snprintf(bid, sizeof bid, "%dx%d", count, face);
            assert_int_equal(is_legal(&state, 1, bid), count > 3 || (count == 3 && face > 4));
        }
    }
}

static void LI7_the_ladder_does_not_rise_under_order_face(void **unused)
{
    (void)unused;
    stos_state state = bidding("lie(players=3,order=face)", "2.2.2.0.0.0", 0, hands_of_six);
    play(&state, 0, "3x4");
    play(&state, 1, "3x5");
    refused(&state, 2, "4x2", STOS_BID_TOO_LOW_BY_FACE, "LI6");
}

static void LI7_ranks_and_bids_translate_into_each_other(void **unused)
{
    (void)unused;
    static const char *const rules[] = {"lie(players=3,order=face)", "lie(players=3,order=count)"};
    for (int i = 0; i < 2; i++) {
        stos_state state = bidding(rules[i], "2.2.2.0.0.0", 0, hands_of_six);
        for (int rank = 0; rank < 36; rank++) {
            int count, face;
            stos_lie_bid_at(table_of(&state), rank, &count, &face);
            assert_true(count >= 1 && count <= 6 && face >= 1 && face <= 6);
            assert_int_equal(stos_lie_rank(table_of(&state), count, face), rank);
        }
    }
}

/* ---------------------------------------------------------------- LI8, LI9: challenges */

/* Five fives and five twos among ten cards. */
static const char five_and_five[] = "15:5.25:5.26:2/12:2.45:5.56:5/23:2.24:2.25:2.35:5///";

static void LI8_five_fives_hold_and_the_challenger_loses(void **unused)
{
    (void)unused;
    stos_state state = bidding("lie(players=3)", "3.3.4.0.0.0", ANIA, five_and_five);
    play(&state, ANIA, "4x5");
    play(&state, BARTEK, "5x5");
    play(&state, CZESIO, "call");
    const struct stos_lie_reveal *last = &table_of(&state)->last;
    assert_true(last->happened && last->found == 5 && last->loser == CZESIO);
    expect_counts(&state, "3.3.5.0.0.0");
    assert_int_equal(table_of(&state)->starter, BARTEK);
}

static void LI8_six_twos_do_not_hold_and_the_bidder_loses(void **unused)
{
    (void)unused;
    stos_state state = bidding("lie(players=3)", "4.5.3.0.0.0", BARTEK,
                               "23:2.25:5.26:2.35:3/12:2.24:2.25:5.45:5.56:5/12:2.13:3.14:4///");
    play(&state, BARTEK, "3x2");
    play(&state, CZESIO, "4x2");
    play(&state, ANIA, "5x2");
    play(&state, BARTEK, "6x2");
    play(&state, CZESIO, "call");
    const struct stos_lie_reveal *last = &table_of(&state)->last;
    assert_true(last->found == 5 && last->loser == BARTEK);
    assert_true(
        stos_over(&state)); /* a sixth card for Bartek: the end, and Czesio has the fewest */
    assert_int_equal(stos_result(&state), CZESIO);
}

static void LI8_more_than_the_bid_holds_too(void **unused)
{
    (void)unused;
    stos_state state = bidding("lie(players=3)", "3.3.4.0.0.0", ANIA, five_and_five);
    play(&state, ANIA, "4x5");
    play(&state, BARTEK, "call");
    assert_int_equal(table_of(&state)->last.loser, BARTEK);
}

static void LI8_a_challenge_opens_all_hands_to_everybody(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=2,start=0)", "12 34 / 56 45 46");
    show_all(&state, false);
    play(&state, 0, "1x6");
    play(&state, 1, "call");
    stos_view view;
    char json[4096];
    stos_look(&state, STOS_SPECTATOR, &view);
    stos_view_json(&view, json, sizeof json);
    assert_non_null(
        strstr(json,
               "\"last\":{\"challenger\":1,\"bidder\":0,\"bid\":\"1x6\",\"found\":0,\"loser\":0,"
               "\"hands\":[[[1,2]],[[3,4]]],\"shown\":[[1],[3]]}"));
}

static void LI9_the_winner_starts_and_the_loser_draws_one_more(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=3,start=0)", "12 34 56");
    show_all(&state, false);
    play(&state, 0, "1x6");
    play(&state, 1, "call"); /* the bid was wrong: the challenger wins */
    assert_int_equal(table_of(&state)->starter, 1);
    expect_counts(&state, "2.1.1.0.0.0");
    assert_int_equal(hand_size(&state, 0), 2);
    show_all(&state, false);
    play(&state, 1, "1x1");
    assert_true(on_turn(&state, 2));
}

static void LI9_the_bidder_starts_when_the_bid_held(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=3,start=2)", "12 34 56");
    show_all(&state, false);
    play(&state, 2, "1x5");
    play(&state, 0, "call");
    assert_int_equal(table_of(&state)->starter, 2);
    expect_counts(&state, "2.1.1.0.0.0");
}

/* ---------------------------------------------------------------- starters and decks */

static void LI4_the_lot_is_even(void **unused)
{
    (void)unused;
    int starts[6] = {0};
    for (uint64_t seed = 0; seed < 900; seed++) {
        stos_state state = deal_seeded("lie(players=6)", seed);
        starts[table_of(&state)->starter]++;
    }
    expect_even(starts, 6, 20.5); /* 1 in 1000, five degrees of freedom */
}

static stos_error try_deck(const stos_deck *deck)
{
    stos_rules rules = rules_of("lie");
    stos_seed seed = stos_seed_number(0);
    stos_state state;
    return stos_deal(&state, &rules, &seed, deck);
}

static void LI1_decks_of_another_kind_are_refused(void **unused)
{
    (void)unused;
    stos_deck good = deck_of(stos_game_at(STOS_LIE), "12 / 34"), bad = good;
    assert_int_equal(try_deck(&good).reason, STOS_OK);
    bad.size = 29;
    assert_int_equal(try_deck(&bad).reason, STOS_BAD_DECK_SHAPE);
    bad = good;
    bad.lists = 31;
    assert_int_equal(try_deck(&bad).reason, STOS_BAD_DECK_SHAPE);
    static const uint8_t wrong[] = {0, 11, 21, 17, 67, 255};
    for (size_t i = 0; i < sizeof wrong; i++) {
        bad = good;
        bad.card[59] = wrong[i];
        assert_int_equal(try_deck(&bad).reason, STOS_BAD_DECK_CARD);
        assert_int_equal(try_deck(&bad).number, wrong[i]);
    }
    bad.card[59] = 12;
    assert_int_equal(try_deck(&bad).reason, STOS_REPEATED_CARD);
}

static void the_example_in_the_rules(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=2,ones=wild,start=0)", "14 25");
    play(&state, 0, "show 1");
    play(&state, 1, "show 5");
    play(&state, 0, "1x5");
    assert_int_equal(stos_move_count(&state, 1), 4);
    assert_true(is_legal(&state, 1, "1x6") && is_legal(&state, 1, "2x6"));
    assert_true(is_legal(&state, 1, "2x5") && is_legal(&state, 1, "call"));
    play(&state, 1, "2x5");
    play(&state, 0, "call");
    assert_int_equal(table_of(&state)->last.found, 2);
    expect_counts(&state, "2.1.0.0.0.0");
    assert_int_equal(table_of(&state)->starter, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(LI1_every_pair_of_faces_exists_twice),
        cmocka_unit_test(LI2_each_player_draws_one_card_in_the_first_round),
        cmocka_unit_test(LI2_every_round_is_dealt_anew_from_all_cards),
        cmocka_unit_test(LI2_rounds_beyond_the_given_decks_come_from_the_seed),
        cmocka_unit_test(LI2_every_card_comes_equally_often),
        cmocka_unit_test(LI3_all_choose_at_once_in_any_order),
        cmocka_unit_test(LI3_either_end_of_every_card_may_be_chosen),
        cmocka_unit_test(LI3_only_faces_that_are_on_the_cards_fit),
        cmocka_unit_test(LI3_faces_are_named_for_the_whole_hand_in_its_order),
        cmocka_unit_test(LI3_a_choice_may_be_changed_until_all_have_chosen),
        cmocka_unit_test(LI3_nobody_else_sees_a_change),
        cmocka_unit_test(LI3_the_starter_is_agreed_by_vote),
        cmocka_unit_test(LI3_only_the_first_starter_is_agreed),
        cmocka_unit_test(LI3_choices_are_locked_when_all_have_chosen),
        cmocka_unit_test(LI3_nobody_bids_before_all_have_chosen),
        cmocka_unit_test(LI3_cards_and_choices_are_secret_until_a_challenge),
        cmocka_unit_test(LI4_the_starter_must_bid),
        cmocka_unit_test(LI4_then_each_in_turn_order_raises_or_challenges),
        cmocka_unit_test(LI4_a_challenge_is_to_the_previous_bid_only),
        cmocka_unit_test(LI4_seats_and_moves_that_do_not_exist_are_refused),
        cmocka_unit_test(LI4_everybody_sees_who_bid_what),
        cmocka_unit_test(LI5_a_count_is_at_most_the_number_of_cards_in_the_round),
        cmocka_unit_test(LI5_a_count_is_at_least_one_and_a_face_is_on_a_die),
        cmocka_unit_test(LI5_after_the_highest_bid_only_a_challenge_is_left),
        cmocka_unit_test(LI6_after_three_fours_four_fours_or_one_five),
        cmocka_unit_test(LI6_exactly_the_higher_bids_are_legal),
        cmocka_unit_test(LI7_the_printed_ladder_rises_under_order_count),
        cmocka_unit_test(LI7_exactly_the_higher_bids_are_legal),
        cmocka_unit_test(LI7_the_ladder_does_not_rise_under_order_face),
        cmocka_unit_test(LI7_ranks_and_bids_translate_into_each_other),
        cmocka_unit_test(LI8_five_fives_hold_and_the_challenger_loses),
        cmocka_unit_test(LI8_six_twos_do_not_hold_and_the_bidder_loses),
        cmocka_unit_test(LI8_more_than_the_bid_holds_too),
        cmocka_unit_test(LI8_a_challenge_opens_all_hands_to_everybody),
        cmocka_unit_test(LI9_the_winner_starts_and_the_loser_draws_one_more),
        cmocka_unit_test(LI9_the_bidder_starts_when_the_bid_held),
        cmocka_unit_test(LI4_the_lot_is_even),
        cmocka_unit_test(the_example_in_the_rules),
        cmocka_unit_test(LI1_decks_of_another_kind_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
