/*
 * test_knowledge.c - views and samples of every game and every combination of options: a sample
 * looks the same as what it was drawn from, is a state that can be, and every such state comes
 * equally often.
 */
#include "grid.h"

static void check_view(const stos_state *state, int seat, stos_random *random)
{
    stos_view view, again;
    stos_state sampled;
    stos_move own[STOS_MAX_MOVES], seen[STOS_MAX_MOVES];
    stos_look(state, seat, &view);
    assert_int_equal(stos_view_seat(&view), seat);
    assert_ptr_equal(stos_view_game(&view), stos_state_game(state));
    assert_int_equal(stos_view_actors(&view), stos_actors(state));
    assert_int_equal(stos_view_movers(&view), stos_movers(state));
    int count = stos_moves(state, seat, own);
    assert_int_equal(stos_view_moves(&view, seen), count);
    assert_memory_equal(own, seen, (size_t)count * sizeof own[0]);
    memset(&sampled, 0x5a, sizeof sampled);
    stos_sample(&view, random, &sampled);
    stos_look(&sampled, seat, &again);
    assert_memory_equal(&again, &view, sizeof view);
    assert_int_equal(stos_result(&sampled), stos_result(state));
}

static void views(const stos_state *state, stos_random *random)
{
    for (int seat = STOS_SPECTATOR; seat < seats_of(state); seat++)
        if (pick(random, 3) == 0 || stos_over(state))
            check_view(state, seat, random);
}

static void a_sample_of_a_view_looks_the_same(void **unused)
{
    (void)unused;
    with_every_rules(2, views);
}

/* ---------------------------------------------------------------- samples */

static void check_sample_is_possible(const stos_state *state, int seat, stos_random *random)
{
    stos_view view;
    stos_state sampled;
    char text[STOS_POSITION_TEXT];
    stos_look(state, seat, &view);
    stos_sample(&view, random, &sampled);
    size_t length = stos_position_text(&sampled, text, sizeof text);
    if (stos_position_parse(text, length, &sampled).reason)
        fail_msg("seat %d sees a state that cannot be: %s", seat, text);
}

static void samples(const stos_state *state, stos_random *random)
{
    if (stos_over(state) || pick(random, 3) == 0)
        check_sample_is_possible(state, pick(random, seats_of(state) + 1) - 1, random);
}

static void a_sample_is_a_state_that_can_be(void **unused)
{
    (void)unused;
    with_every_rules(2, samples);
}

/* Samples from what a seat sees and tells apart by position text; fails unless all `cells` come
 * equally often. */
static void expect_even_samples(const char *text, int seat, int cells, double limit)
{
    enum { MOST = 64, SAMPLES = 6000 };
    static char kinds[MOST][STOS_POSITION_TEXT];
    int counts[MOST] = {0}, known = 0;
    stos_random random = stos_random_from(42);
    stos_state state = position(text), sampled;
    stos_view view;
    stos_look(&state, seat, &view);
    for (int i = 0; i < SAMPLES; i++) {
        char found[STOS_POSITION_TEXT];
        int kind = 0;
        stos_sample(&view, &random, &sampled);
        stos_position_text(&sampled, found, sizeof found);
        while (kind < known && strcmp(kinds[kind], found) != 0)
            kind++;
        assert_true(kind < MOST);
        if (kind == known)
            memcpy(kinds[known++], found, sizeof found);
        counts[kind]++;
    }
    assert_int_equal(known, cells);
    expect_even(counts, cells, limit);
}

static void samples_of_thegame_are_even(void **unused)
{
    (void)unused;
    const char *text = "thegame(players=2,start=0) phase=play turn=0 placed=0 tops=30.40.60.70 "
                       "due=0 votes=-- hands=50.51/52.53 draw=54.55";
    expect_even_samples(text, 0, 12, 31.3); /* two of four in a hand, two in order */
    expect_even_samples(text, 1, 12, 31.3);
    expect_even_samples("thegame(players=3,start=0) phase=play turn=0 placed=0 tops=30.40.60.70 "
                        "due=0 votes=--- hands=50/52/53 draw=54",
                        0, 6, 20.5); /* three cards in three places */
}

static void samples_of_facetoface_are_even_with_the_own_draw_pile_hidden(void **unused)
{
    (void)unused;
    const char *text = "facetoface(last=strict,start=0) phase=play turn=0 placed=0 min=2 helped=0 "
                       "tops=20.40.20.40 "
                       "hands=25.26/30.31 draw=27.28/32 winner=-";
    expect_even_samples(text, 0, 2 * 3, 20.5);
    expect_even_samples(text, 1, 12, 31.3);
}

/* Seat 1 is on turn and owes a card, so it holds one that fits: 97 and not 50. */
static void samples_leave_out_what_would_have_ended_the_game(void **unused)
{
    (void)unused;
    expect_even_samples("thegame(players=2,start=0) phase=play turn=1 placed=0 tops=96.95.3.2 "
                        "due=0 votes=-- hands=60/97 draw=50",
                        0, 1, 1);
    expect_even_samples("thegame(players=2,start=0) phase=play turn=1 placed=0 tops=96.95.3.2 "
                        "due=0 votes=-- hands=60/97 draw=50.99",
                        0, 4, 16.3);
}

/* The game was lost: whoever was on turn held cards that fit nowhere, any of them and nothing else.
 */
static void samples_know_why_the_game_is_over(void **unused)
{
    (void)unused;
    const char *lost = "thegame(players=2,start=0) phase=over turn=1 placed=0 tops=96.95.3.2 due=0 "
                       "votes=-- hands=60/50 draw=51.97";
    expect_even_samples(lost, 0, 4, 16.3); /* 50 or 51 in the hand, the other and 97 in order */
    expect_even_samples(lost, 1, 6, 20.5);
    const char *duel = "facetoface(last=strict,start=0) phase=over turn=1 placed=0 min=2 helped=0 "
                       "tops=1.60.58.3 hands=2.4/30.31 draw=/5.59 winner=0";
    expect_even_samples(duel, 0, 6,
                        20.5); /* two of 5, 30 and 31 in the hand, the third and 59 in order */
    const char *single = "facetoface(last=strict,start=0) phase=over turn=1 placed=0 min=2 "
                         "helped=0 tops=1.60.20.40 hands=2.4/30 draw=5/ winner=0";
    expect_even_samples(single, 0, 1, 1);
}

/* One card is hidden: 29 cards are left, of which the own kind exists once and all others twice. */
static void samples_of_lie_are_even_over_cards_and_ends(void **unused)
{
    (void)unused;
    stos_state state = position("lie(players=2,start=0) phase=bid round=1 counts=1.1.0.0.0.0 "
                                "starter=0 direction=cw tiebreak=0 winner=- "
                                "hands=12:1/34:4//// bids= last=- seed=1 deck="),
               sampled;
    int kinds[STOS_LIE_KINDS] = {0}, ends[2] = {0, 0};
    stos_random random = stos_random_from(7);
    stos_view view;
    stos_look(&state, 0, &view);
    for (int i = 0; i < 8700; i++) {
        stos_sample(&view, &random, &sampled);
        int kind = sampled.as.lie.hands.kind[1][0];
        kinds[kind]++;
        ends[sampled.as.lie.hands.face[1][0] == stos_lie_high_face(kind)]++;
    }
    expect_even(kinds + 1, STOS_LIE_KINDS - 1, 34.5);
    expect_even(ends, 2, 10.8);
    assert_in_range(kinds[0], 245, 355); /* 300 expected, half of the others' 600 */
}

static void samples_of_lie_hide_ends_that_are_not_chosen_yet(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("lie(players=3,start=0)", 3), sampled;
    stos_random random = stos_random_from(7);
    stos_view view;
    stos_look(&state, 0, &view);
    stos_sample(&view, &random, &sampled);
    assert_int_equal(sampled.as.lie.hands.face[1][0], 0);
    assert_int_equal(stos_actors(&sampled), 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_of_a_view_looks_the_same),
        cmocka_unit_test(a_sample_is_a_state_that_can_be),
        cmocka_unit_test(samples_of_thegame_are_even),
        cmocka_unit_test(samples_of_facetoface_are_even_with_the_own_draw_pile_hidden),
        cmocka_unit_test(samples_leave_out_what_would_have_ended_the_game),
        cmocka_unit_test(samples_know_why_the_game_is_over),
        cmocka_unit_test(samples_of_lie_are_even_over_cards_and_ends),
        cmocka_unit_test(samples_of_lie_hide_ends_that_are_not_chosen_yet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
