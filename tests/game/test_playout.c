/*
 * test_playout.c - stos_playout() plays legal games to the end, with the same chances as somebody
 * who chooses among the legal moves again and again. Small endgames are searched to the end for the
 * exact chances.
 */
#include "grid.h"

/* ---------------------------------------------------------------- from every state to the end */

static void check_playout(const stos_state *state, stos_random *random)
{
    char text[STOS_POSITION_TEXT];
    stos_state end = *state, again = *state;
    stos_random same = *random;
    int made = stos_playout(&end, random);
    assert_true(stos_over(&end) && stos_actors(&end) == 0 && stos_result(&end) >= 0);
    assert_int_equal(made == 0, stos_over(state));
    assert_int_equal(stos_playout(&again, &same), made);
    assert_memory_equal(&again, &end, sizeof end);
    size_t length = stos_position_text(&end, text, sizeof text);
    if (stos_position_parse(text, length, &again).reason)
        fail_msg("it ends where no game ends: %s", text);
    assert_memory_equal(&again, &end, sizeof end);
}

static void some_playouts(const stos_state *state, stos_random *random)
{
    if (pick(random, 12) == 0 || stos_over(state))
        check_playout(state, random);
}

static void a_playout_ends_the_game_from_any_state(void **unused)
{
    (void)unused;
    with_every_rules(1, some_playouts);
}

/* ---------------------------------------------------------------- exact chances */

enum { RESULTS = 99 };

/* Adds up the chances of all results, if the lowest seat that may act chooses evenly. */
static void add_chances(const stos_state *state, double chance, double chances[RESULTS])
{
    if (stos_over(state)) {
        chances[stos_result(state)] += chance;
        return;
    }
    int seat = __builtin_ctz(stos_actors(state)), count = stos_move_count(state, seat);
    for (int i = 0; i < count; i++) {
        stos_state after = *state;
        assert_int_equal(stos_play(&after, seat, stos_move_at(state, seat, i)).reason, STOS_OK);
        add_chances(&after, chance / count, chances);
    }
}

static void expect_chances(const char *text, double limit)
{
    enum { PLAYOUTS = 4000 };
    double chances[RESULTS] = {0}, sum = 0;
    int counts[RESULTS] = {0};
    stos_state state = position(text);
    stos_random random = stos_random_from(9);
    add_chances(&state, 1, chances);
    for (int i = 0; i < PLAYOUTS; i++) {
        stos_state end = state;
        stos_playout(&end, &random);
        counts[stos_result(&end)]++;
    }
    for (int result = 0; result < RESULTS; result++) {
        double expected = chances[result] * PLAYOUTS, off = counts[result] - expected;
        assert_int_equal(expected == 0, chances[result] == 0);
        if (expected == 0)
            assert_int_equal(counts[result], 0);
        else
            sum += off * off / expected;
    }
    if (sum > limit)
        fail_msg("chi-square %.1f passes %.1f", sum, limit);
}

static void playouts_of_thegame_have_the_chances_of_even_choices(void **unused)
{
    (void)unused;
    expect_chances("thegame(players=2,start=0) phase=play turn=0 placed=0 tops=30.40.60.70 due=0 "
                   "votes=-- hands=50.45/52.65 draw=",
                   20);
    expect_chances("thegame(players=2,start=0) phase=play turn=1 placed=1 tops=80.90.10.20 due=0 "
                   "votes=-- hands=95.5/15.85.70 draw=50",
                   24);
    expect_chances("thegame(players=2,fire=next,start=0) phase=play turn=0 placed=0 "
                   "tops=77.90.10.20 due=1 votes=-- hands=95.5/15.85 draw=",
                   20);
    expect_chances("thegame(players=2,fire=now,start=0) phase=play turn=0 placed=0 "
                   "tops=30.40.20.60 due=0 votes=-- hands=44.50/33.52 draw=",
                   20);
}

static void playouts_of_facetoface_have_the_chances_of_even_choices(void **unused)
{
    (void)unused;
    expect_chances("facetoface(last=strict,start=0) phase=play turn=0 placed=0 min=2 helped=0 "
                   "tops=20.40.20.40 hands=25.26/30.31 draw=27/32 "
                   "winner=-",
                   10.8);
    expect_chances("facetoface(last=lenient,start=0) phase=play turn=0 placed=0 min=2 helped=0 "
                   "tops=40.20.30.35 hands=25.45.50/30.15 draw=/32 "
                   "winner=-",
                   10.8);
}

static void playouts_of_lie_have_the_chances_of_even_choices(void **unused)
{
    (void)unused;
    expect_chances("lie(players=2,cards=down,start=0) phase=bid round=9 counts=1.1.0.0.0.0 "
                   "starter=0 direction=cw tiebreak=0 winner=- "
                   "hands=12:1/34:4//// bids=2 last=- seed=1 deck=",
                   10.8);
    expect_chances("lie(players=2,cards=down,ones=wild,order=count,start=0) phase=show round=9 "
                   "counts=1.1.0.0.0.0 starter=1 direction=cw "
                   "tiebreak=0 winner=- hands=12:2/13//// bids= last=- seed=1 deck=",
                   10.8);
    expect_chances("lie(players=2,cards=down,direction=choose,start=0) phase=direction round=9 "
                   "counts=1.1.0.0.0.0 starter=1 direction=- "
                   "tiebreak=0 winner=- hands=12:2/16:6//// bids= last=- seed=1 deck=",
                   10.8);
}

/* Everybody starts equally often when votes are cast at random. */
static void playouts_settle_the_starter_by_even_votes(void **unused)
{
    (void)unused;
    int starts[2] = {0, 0};
    for (uint64_t seed = 0; seed < 400; seed++) {
        stos_state state = deal_seeded("thegame(players=2)", seed);
        stos_random random = stos_random_from(seed);
        stos_playout(&state, &random);
        starts[state.as.thegame.table.vote[0]]++;
        assert_int_equal(state.as.thegame.table.vote[0], state.as.thegame.table.vote[1]);
    }
    expect_even(starts, 2, 10.8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_playout_ends_the_game_from_any_state),
        cmocka_unit_test(playouts_of_thegame_have_the_chances_of_even_choices),
        cmocka_unit_test(playouts_of_facetoface_have_the_chances_of_even_choices),
        cmocka_unit_test(playouts_of_lie_have_the_chances_of_even_choices),
        cmocka_unit_test(playouts_settle_the_starter_by_even_votes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
