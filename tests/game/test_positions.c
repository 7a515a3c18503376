/*
 * test_positions.c - position texts: those that no game can reach, or that are no position at all,
 * are refused and leave the state alone. A good position is changed in one field at a time.
 */
#include "support.h"

enum { TEXT = 4096 };

/* The text with the field's value replaced. */
static void with_field(char out[TEXT], const char *text, const char *field, const char *value)
{
    char key[32];
    snprintf(key, sizeof key, " %s=", field);
    const char *at = strstr(text, key);
    assert_non_null(at);
    at += strlen(key);
    const char *rest = at + strcspn(at, " ");
    int length = snprintf(out, TEXT, "%.*s%s%s", (int)(at - text), text, value, rest);
    assert_true(length > 0 && length < TEXT);
}

static void expect_no_position(const char *text)
{
    stos_state state, before;
    memset(&state, 0x5a, sizeof state);
    before = state;
    stos_error error = stos_position_parse(text, strlen(text), &state);
    if (error.reason != STOS_BAD_POSITION)
        fail_msg("%s: %s", stos_error_code(error), text);
    assert_string_equal(stos_error_code(error), "bad_position");
    assert_memory_equal(&state, &before, sizeof state);
}

static void refuses(const char *text, const char *field, const char *value)
{
    char changed[TEXT];
    position(text);
    with_field(changed, text, field, value);
    expect_no_position(changed);
}

static void accepts(const char *text, const char *field, const char *value)
{
    char changed[TEXT];
    with_field(changed, text, field, value);
    position(changed);
}

/* ---------------------------------------------------------------- any game */

static const char team[] = "thegame(players=2,start=0) phase=play turn=0 placed=0 tops=30.40.60.70 "
                           "due=0 votes=-- hands=50.51/52.53 draw=54.55";

static void rules_are_checked_first(void **unused)
{
    (void)unused;
    stos_state state;
    assert_int_equal(stos_position_parse("chess phase=play", 16, &state).reason, STOS_UNKNOWN_GAME);
    assert_int_equal(stos_position_parse("lie(players=9) phase=show", 25, &state).reason,
                     STOS_BAD_VALUE);
    assert_int_equal(stos_position_parse("", 0, &state).reason, STOS_UNKNOWN_GAME);
}

static void fields_come_all_in_order_and_once(void **unused)
{
    (void)unused;
    expect_no_position("thegame");
    expect_no_position("thegame phase=play");
    expect_no_position("thegame(players=2,start=0) turn=0 phase=play placed=0 tops=30.40.60.70 "
                       "due=0 votes=-- hands=50.51/52.53 draw=54.55");
    expect_no_position("thegame(players=2,start=0)  phase=play turn=0 placed=0 tops=30.40.60.70 "
                       "due=0 votes=-- hands=50.51/52.53 draw=54.55");
    expect_no_position("thegame(players=2,start=0) phase=play turn=0 placed=0 tops=30.40.60.70 "
                       "due=0 votes=-- hands=50.51/52.53 draw=54.55 ");
    expect_no_position("thegame(players=2,start=0) phase=play turn=0 placed=0 tops=30.40.60.70 "
                       "due=0 votes=-- hands=50.51/52.53 draw=54.55 draw=");
}

static void the_refused_field_is_told(void **unused)
{
    (void)unused;
    char changed[TEXT], text[STOS_ERROR_TEXT];
    stos_state state;
    with_field(changed, team, "turn", "7");
    stos_error error = stos_position_parse(changed, strlen(changed), &state);
    stos_error_text(error, changed, text, sizeof text);
    assert_string_equal(text, "This is not a position of thegame: ' turn=7'.");
}

static void no_cut_position_is_read_beyond_its_end(void **unused)
{
    (void)unused;
    for (size_t length = 0; length < strlen(team) - 6;
         length++) { /* " draw=" may stay empty, "54.55" may be shorter */
        char *cut = malloc(length + 1);
        stos_state state;
        memcpy(cut, team, length);
        assert_int_not_equal(stos_position_parse(cut, length, &state).reason, STOS_OK);
        free(cut);
    }
}

/* ---------------------------------------------------------------- thegame */

static void thegame_refuses_fields_out_of_range(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {"phase", ""},
        {"phase", "show"},
        {"phase", "direction"},
        {"phase", "bid"},
        {"phase", "playing"},
        {"turn", "2"},
        {"turn", ""},
        {"turn", "-1"},
        {"placed", "9"},
        {"placed", "x"},
        {"tops", "30.40.60"},
        {"tops", "30.40.60.70.80"},
        {"tops", "0.40.60.70"},
        {"tops", "30.40.60.101"},
        {"due", "16"},
        {"due", ""},
        {"votes", ""},
        {"votes", "-"},
        {"votes", "---"},
        {"votes", "2-"},
        {"votes", "x-"},
        {"hands", "50.51"},
        {"hands", "50.51/52.53/56"},
        {"hands", "50..51/52"},
        {"hands", "1/52"},
        {"hands", "100/52"},
        {"hands", "50.51/x"},
        {"draw", "54.55."},
        {"draw", "54.1"},
        {"draw", "54/55"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        refuses(team, cases[i][0], cases[i][1]);
}

static void thegame_refuses_a_card_in_two_places(void **unused)
{
    (void)unused;
    refuses(team, "hands", "50.50/52.53");
    refuses(team, "hands", "50.51/51.53");
    refuses(team, "draw", "54.54");
    refuses(team, "draw", "50.55");
    refuses(team, "tops", "50.40.60.70"); /* on a pile and in a hand */
    refuses(team, "tops", "30.30.60.70"); /* on two piles */
    refuses(team, "tops", "100.40.60.70");
    refuses(team, "tops", "30.40.1.70");
}

static void thegame_refuses_hands_above_the_hand_size(void **unused)
{
    (void)unused;
    accepts(team, "hands", "50.51.56.57.58.59.61/52.53");
    refuses(team, "hands", "50.51.56.57.58.59.61.62/52.53");
    refuses(team, "hands", "50.51.56.57.58.59.61.62.63/52.53");
}

static void thegame_refuses_a_phase_that_is_not_true(void **unused)
{
    (void)unused;
    refuses(team, "phase", "over");     /* cards fit */
    refuses(team, "phase", "start");    /* the starter is fixed */
    refuses(team, "hands", "/52.53");   /* nobody is on turn without cards */
    refuses(team, "tops", "98.99.2.3"); /* stuck: the game is over */
    expect_no_position("thegame(start=0) phase=play turn=0 placed=0 tops=98.99.2.3 due=0 votes=- "
                       "hands= draw="); /* won */
    position(
        "thegame(start=0) phase=over turn=0 placed=0 tops=98.99.2.3 due=0 votes=- hands= draw=");
    position("thegame(players=2,start=0) phase=over turn=0 placed=0 tops=98.99.2.3 due=0 votes=-- "
             "hands=50.51/52.53 draw=54.55");
}

static void thegame_refuses_more_placed_than_gone(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("thegame(start=0)", 1);
    char text[TEXT], changed[TEXT];
    stos_position_text(&state, text, sizeof text);
    with_field(changed, text, "placed", "1");
    expect_no_position(changed);
}

static void thegame_votes_only_before_the_first_card_of_a_game_that_agrees(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("thegame(players=2)", 1);
    char text[TEXT];
    stos_position_text(&state, text, sizeof text);
    accepts(text, "votes", "1-");
    refuses(text, "turn", "1");
    refuses(text, "draw", ""); /* cards are gone */
    refuses(text, "votes", "2-");
}

static void thegame_refuses_votes_that_have_settled_the_starter(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("thegame(players=2)", 1);
    char text[TEXT];
    stos_position_text(&state, text, sizeof text);
    refuses(text, "votes", "11"); /* all name seat 1: the game would have started */
}

static void thegame_refuses_fire_that_cannot_be_due(void **unused)
{
    (void)unused;
    static const char next[] = "thegame(players=2,fire=next,start=0) phase=play turn=0 placed=0 "
                               "tops=33.40.60.70 due=1 votes=-- hands=50.51/52.53 draw=54.56";
    static const char now[] = "thegame(players=2,fire=now,start=0) phase=play turn=0 placed=1 "
                              "tops=33.40.60.70 due=1 votes=-- hands=50.51/52.53 draw=54.56";
    refuses(team, "due", "1");
    accepts(next, "due", "0"); /* laid in this turn */
    refuses(next, "due", "2");
    refuses(next, "due", "3");
    refuses(now, "due", "0");
    refuses(now, "due", "2");
}

/* ---------------------------------------------------------------- facetoface */

static const char duel[] =
    "facetoface(last=strict,start=0) phase=play turn=0 placed=0 min=2 helped=0 tops=20.40.20.40 "
    "hands=25.26/30.31 draw=27.28/32 winner=-";

static void facetoface_refuses_fields_out_of_range(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {"phase", "start"},
        {"phase", "show"},
        {"phase", "x"},
        {"turn", "2"},
        {"placed", "7"},
        {"placed", ""},
        {"min", "3"},
        {"min", "1"},
        {"min", "0"},
        {"helped", "2"},
        {"helped", ""},
        {"tops", "20.40.20"},
        {"tops", "20.40.20.61"},
        {"tops", "0.40.20.40"},
        {"hands", "25.26"},
        {"hands", "25.26/30.31/32"},
        {"hands", "1/30"},
        {"hands", "60/30"},
        {"draw", "27.28"},
        {"draw", "27.28/32/"},
        {"draw", "27.28/x"},
        {"winner", "2"},
        {"winner", ""},
        {"winner", "x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        refuses(duel, cases[i][0], cases[i][1]);
}

static void facetoface_refuses_a_card_in_two_places(void **unused)
{
    (void)unused;
    refuses(duel, "hands", "25.25/30.31");
    refuses(duel, "hands", "25.27/30.31");
    refuses(duel, "draw", "27.27/32");
    accepts(duel, "hands", "25.26/25.26"); /* each has cards of their own */
}

static void facetoface_refuses_tops_that_nobody_placed(void **unused)
{
    (void)unused;
    static const char fresh[] = "facetoface(last=strict,start=0) phase=play turn=0 placed=0 min=2 "
                                "helped=0 tops=20.40.20.40 "
                                "hands=25.26.27/25.26.28 draw=21.22/23.24 winner=-";
    accepts(fresh, "tops", "28.40.20.40"); /* seat 0 has placed it somewhere */
    refuses(fresh, "tops", "25.40.20.40"); /* both still hold it */
    refuses(fresh, "tops", "60.40.20.40");
    refuses(fresh, "tops", "20.1.20.40");
    accepts(fresh, "tops", "1.60.1.60");
}

static void facetoface_refuses_a_phase_that_is_not_true(void **unused)
{
    (void)unused;
    refuses(duel, "phase", "over");
    refuses(duel, "winner", "0");
    refuses(duel, "helped", "1");       /* nothing was placed in this turn */
    refuses(duel, "tops", "58.3.1.59"); /* stuck, so lost */
    refuses(duel, "hands", "25/30.31"); /* a single card in hand cannot be two */
    position("facetoface(last=strict,start=0) phase=over turn=0 placed=0 min=2 helped=0 "
             "tops=58.3.2.59 hands=25.26/30.31 draw=27.28/32 "
             "winner=1");
    expect_no_position("facetoface(last=strict,start=0) phase=over turn=0 placed=0 min=2 helped=0 "
                       "tops=58.3.2.59 hands=25.26/30.31 "
                       "draw=27.28/32 winner=0");
}

static void facetoface_knows_the_minimum_of_a_single_last_card(void **unused)
{
    (void)unused;
    static const char single[] = "facetoface(last=lenient,start=0) phase=play turn=0 placed=0 "
                                 "min=1 helped=0 tops=20.40.20.40 "
                                 "hands=25/30.31 draw=/32 winner=-";
    refuses(single, "min", "2");
    position(single);
    expect_no_position("facetoface(last=strict,start=0) phase=play turn=0 placed=0 min=1 helped=0 "
                       "tops=20.40.20.40 hands=25/30.31 draw=/32 winner=-");
}

static void facetoface_refuses_more_placed_than_gone(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("facetoface(start=0)", 1);
    char text[TEXT], changed[TEXT];
    stos_position_text(&state, text, sizeof text);
    with_field(changed, text, "placed", "1");
    expect_no_position(changed);
}

/* ---------------------------------------------------------------- lie */

#define SOME_DECK "aabbccddeeffgghhiijjkkllmmnnoo"
static const char round_of_two[] = "lie(players=2,start=0) phase=bid round=3 counts=2.1.0.0.0.0 "
                                   "starter=0 direction=cw tiebreak=0 winner=- "
                                   "hands=12:1.34:4/56:5//// bids=3.7 last=- seed=1 deck=";

static void lie_refuses_fields_out_of_range(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {"phase", "play"},
        {"phase", "start"},
        {"phase", ""},
        {"round", "201"},
        {"round", ""},
        {"counts", "2.1"},
        {"counts", "2.1.0.0.0.0.0"},
        {"counts", "6.1.0.0.0.0"},
        {"starter", "6"},
        {"starter", "2"},
        {"direction", "x"},
        {"direction", ""},
        {"direction", "ccw"},
        {"direction", "-"},
        {"tiebreak", "2"},
        {"tiebreak", ""},
        {"winner", "6"},
        {"winner", "0"},
        {"hands", "12:1.34:4/56:5///"},
        {"hands", "12:1.34:4/56:5/////"},
        {"hands", "12:1.34:/56:5////"},
        {"hands", "12:1./56:5////"},
        {"hands", "12:1.11:1/56:5////"},
        {"hands", "12:1.57:5/56:5////"},
        {"hands", "12:1.34:4/56:7////"},
        {"bids", "3."},
        {"bids", "7.3"},
        {"bids", "3.3"},
        {"bids", "18"},
        {"bids", "180"},
        {"bids", "x"},
        {"bids", "3x"},
        {"hands", "12:1.17:1/56:5////"},
        {"last", ""},
        {"last", "0.1.1.1.1.1"},
        {"last", "0.1|12:1/34:3////"},
        {"last", "6.1.1.1.1.1|12:1/34:3////"},
        {"last", "0.6.0.1.1.1|12:1/34:3////"},
        {"last", "0.1.2.1.1.1|12:1/34:3////"},
        {"last", "0.1.1.0.1.1|12:1/34:3////"},
        {"last", "0.1.1.1.0.1|12:1/34:3////"},
        {"last", "0.1.1.1.7.1|12:1/34:3////"},
        {"last", "0.1.1.1.1.1|12:1/34:3"},
        {"seed", ""},
        {"seed", "x"},
        {"deck", "a"},
        {"deck", SOME_DECK "/"},
        {"deck", SOME_DECK SOME_DECK},
        {"deck", "aaabccddeeffgghhiijjkkllmmnnoo"},
        {"deck", "pabbccddeeffgghhiijjkkllmmnnoo"},
        {"deck", "Aabbccddeeffgghhiijjkkllmmnnoo"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        refuses(round_of_two, cases[i][0], cases[i][1]);
    accepts(round_of_two, "deck", SOME_DECK "/" SOME_DECK);
    accepts(round_of_two, "last", "0.1.1.1.1.1|12:1/34:3////");
}

static void lie_reads_at_most_thirty_decks(void **unused)
{
    (void)unused;
    char decks[31 * 31 + 1] = "", changed[TEXT];
    for (int i = 0; i < 30; i++)
        snprintf(decks + strlen(decks), sizeof decks - strlen(decks), "%s%s", i ? "/" : "",
                 SOME_DECK);
    accepts(round_of_two, "deck", decks);
    snprintf(decks + strlen(decks), sizeof decks - strlen(decks), "/%s", SOME_DECK);
    with_field(changed, round_of_two, "deck", decks);
    expect_no_position(changed);
}

static void lie_writes_the_decks_of_later_rounds(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=2,start=0)", "12 34 / 56 45 / 13"), read;
    char text[TEXT];
    size_t length = stos_position_text(&state, text, sizeof text);
    assert_true(length < sizeof text);
    assert_int_equal(stos_position_parse(text, length, &read).reason, STOS_OK);
    assert_memory_equal(&read, &state, sizeof state);
}

static void lie_refuses_hands_that_cannot_be_dealt(void **unused)
{
    (void)unused;
    refuses(round_of_two, "hands", "34:4.12:1/56:5////"); /* not sorted */
    refuses(round_of_two, "hands", "12:1.34:5/56:5////"); /* a face that is not on the card */
    refuses(round_of_two, "hands", "12:1.34/56:5////");   /* half chosen */
    refuses(round_of_two, "hands", "12.34:3/56:5////");
    refuses(round_of_two, "hands", "12:1.34:4.35:5/56:5////"); /* more than the count */
    refuses(round_of_two, "hands", "12:1.34:4//56:5///");      /* somebody who does not play */
    refuses(round_of_two, "counts", "2.0.1.0.0.0");
    refuses(round_of_two, "counts", "0.0.0.0.0.0");
    expect_no_position(
        "lie(players=2,start=0) phase=bid round=3 counts=2.1.1.0.0.0 starter=0 direction=cw "
        "tiebreak=0 winner=- "
        "hands=12:1.34:4/56:5/12:1/// bids= last=- seed=1 deck="); /* a third of two players */
    char changed[TEXT];
    with_field(changed, round_of_two, "counts", "3.1.0.0.0.0");
    expect_no_position(changed);
    expect_no_position("lie(players=2,start=0) phase=bid round=3 counts=2.1.0.0.0.0 starter=0 "
                       "direction=cw tiebreak=0 winner=- "
                       "hands=12:1.12:1/12:1//// bids= last=- seed=1 deck="); /* three of a kind */
}

static void lie_refuses_a_phase_that_is_not_true(void **unused)
{
    (void)unused;
    refuses(round_of_two, "phase", "show");
    refuses(round_of_two, "phase", "direction");
    refuses(round_of_two, "phase", "over");
    refuses(round_of_two, "hands", "12.34/56:5////"); /* bids before all have chosen */
    expect_no_position("lie(players=2,start=0) phase=show round=3 counts=2.1.0.0.0.0 starter=0 "
                       "direction=cw tiebreak=0 winner=- "
                       "hands=12:1.34:4/56:5//// bids= last=- seed=1 deck="); /* all have chosen */
    expect_no_position(
        "lie(players=2,start=0) phase=bid round=3 counts=2.0.0.0.0.0 starter=0 direction=cw "
        "tiebreak=0 winner=- "
        "hands=12:1.34:4///// bids= last=- seed=1 deck="); /* nobody to play against */
}

static void lie_declares_a_direction_only_where_it_is_chosen(void **unused)
{
    (void)unused;
    static const char declare[] = "lie(players=2,direction=choose,start=0) phase=direction round=3 "
                                  "counts=2.1.0.0.0.0 starter=0 direction=- tiebreak=0 "
                                  "winner=- hands=12:1.34:4/56:5//// bids= last=- seed=1 deck=";
    refuses(declare, "direction", "cw");
    refuses(declare, "phase", "bid");
    refuses(declare, "bids", "1");
}

static const char over[] = "lie(players=2,start=0) phase=over round=9 counts=1.0.0.0.0.0 starter=0 "
                           "direction=cw tiebreak=0 winner=0 "
                           "hands=12:1/34:4//// bids=0 last=0.1.1.1.1.1|12:1/34:4//// seed=1 deck=";

static void lie_is_over_with_a_winner_and_open_hands(void **unused)
{
    (void)unused;
    refuses(over, "winner", "-");
    refuses(over, "winner", "1");
    refuses(over, "bids", "");
    refuses(over, "last", "-");
    refuses(over, "hands", "12:2/34:4////");
    refuses(over, "phase", "bid");
}

/* Seat 5 cannot have held cards in a game of two; who bids next would be looked for without end. */
static void lie_refuses_open_hands_of_seats_that_do_not_exist(void **unused)
{
    (void)unused;
    expect_no_position("lie(players=2,start=0) phase=over round=1 counts=1.0.0.0.0.0 starter=0 "
                       "direction=cw tiebreak=0 winner=0 "
                       "hands=/////12:1 bids=0 last=0.1.1.1.1.1|/////12:1 seed=0 deck=");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_checked_first),
        cmocka_unit_test(fields_come_all_in_order_and_once),
        cmocka_unit_test(the_refused_field_is_told),
        cmocka_unit_test(no_cut_position_is_read_beyond_its_end),
        cmocka_unit_test(thegame_refuses_fields_out_of_range),
        cmocka_unit_test(thegame_refuses_a_card_in_two_places),
        cmocka_unit_test(thegame_refuses_hands_above_the_hand_size),
        cmocka_unit_test(thegame_refuses_a_phase_that_is_not_true),
        cmocka_unit_test(thegame_refuses_more_placed_than_gone),
        cmocka_unit_test(thegame_votes_only_before_the_first_card_of_a_game_that_agrees),
        cmocka_unit_test(thegame_refuses_votes_that_have_settled_the_starter),
        cmocka_unit_test(thegame_refuses_fire_that_cannot_be_due),
        cmocka_unit_test(facetoface_refuses_fields_out_of_range),
        cmocka_unit_test(facetoface_refuses_a_card_in_two_places),
        cmocka_unit_test(facetoface_refuses_tops_that_nobody_placed),
        cmocka_unit_test(facetoface_refuses_a_phase_that_is_not_true),
        cmocka_unit_test(facetoface_knows_the_minimum_of_a_single_last_card),
        cmocka_unit_test(facetoface_refuses_more_placed_than_gone),
        cmocka_unit_test(lie_refuses_fields_out_of_range),
        cmocka_unit_test(lie_reads_at_most_thirty_decks),
        cmocka_unit_test(lie_writes_the_decks_of_later_rounds),
        cmocka_unit_test(lie_refuses_hands_that_cannot_be_dealt),
        cmocka_unit_test(lie_refuses_a_phase_that_is_not_true),
        cmocka_unit_test(lie_declares_a_direction_only_where_it_is_chosen),
        cmocka_unit_test(lie_is_over_with_a_winner_and_open_hands),
        cmocka_unit_test(lie_refuses_open_hands_of_seats_that_do_not_exist),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
