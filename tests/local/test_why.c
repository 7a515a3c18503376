/*
 * test_why.c - the reasons that go with advice: a position and a legal move for each kind, and
 * which comes first where several hold.
 */
#include "../game/lie_support.h"
#include "local/why.h"

static const char team[] = "thegame(players=2,start=0) phase=play turn=0 placed=2 tops=30.40.60.70 "
                           "due=0 votes=-- hands=20.34.44.47.95/52.53 draw=54.55";
static const char burning[] = "thegame(players=2,fire=now,start=0) phase=play turn=0 placed=1 "
                              "tops=33.40.60.70 due=1 votes=-- hands=23.34.44.47/52.53 draw=54.55";
static const char duel[] =
    "facetoface(last=strict,start=0) phase=play turn=0 placed=0 min=2 helped=0 tops=20.40.30.35 "
    "hands=10.25.26.36/31.32 draw=27.28/33 winner=-";

static void expect_why(const stos_state *state, int seat, const char *move, enum why_kind kind,
                       int number)
{
    stos_view view;
    assert_true(is_legal(state, seat, move));
    stos_look(state, seat, &view);
    struct why why = why_of(&view, move_of(state, move));
    if (why.kind != kind || why.number != number)
        fail_msg("%s: kind %d, number %d instead of %d, %d", move, (int)why.kind, why.number,
                 (int)kind, number);
}

static void placements_in_thegame(void **unused)
{
    (void)unused;
    stos_state state = position(team);
    expect_why(&state, 0, "20@U1", WHY_TRICK, 0);
    expect_why(&state, 0, "44@U1", WHY_PREPARE, 34); /* not the smallest jump either */
    expect_why(&state, 0, "34@D1", WHY_PREPARE, 44); /* on a falling pile the other way round */
    expect_why(&state, 0, "47@U2", WHY_SMALL, 7);
    expect_why(&state, 0, "end", WHY_END, 0);
}

/* The smallest jump is that of all legal moves: the trick of 20 counts, and without it 4 is the
 * smallest. */
static void the_smallest_jump(void **unused)
{
    (void)unused;
    stos_state state = position(team);
    expect_why(&state, 0, "34@U1", WHY_SMALL, 4);
    play(&state, 0, "20@U1, 34@U1");
    expect_why(&state, 0, "47@U2", WHY_SMALL, 7);
    expect_why(&state, 0, "44@U2", WHY_SMALLEST, 4);
}

static void a_fire(void **unused)
{
    (void)unused;
    stos_state state = position(burning);
    expect_why(&state, 0, "44@U1", WHY_FIRE, 0);
    expect_why(&state, 0, "23@U1", WHY_TRICK, 0);
}

static void placements_in_facetoface(void **unused)
{
    (void)unused;
    stos_state state = position(duel);
    expect_why(&state, 0, "10@U", WHY_TRICK, 0);
    expect_why(&state, 0, "26@oU", WHY_GIFT, 4);
    expect_why(&state, 0, "36@oD", WHY_GIFT, 1);
    expect_why(&state, 0, "36@U", WHY_PREPARE, 26);
    expect_why(&state, 0, "25@U", WHY_SMALL, 5);
}

static void votes(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("thegame(players=2,start=agree)", 1);
    expect_why(&state, 1, "start 1", WHY_START, 0);
    expect_why(&state, 1, "start 0", WHY_WAIT, 0);
    state = deal_seeded("lie(players=3,start=agree)", 1);
    expect_why(&state, 1, "start 1", WHY_START, 0);
    expect_why(&state, 1, "start 2", WHY_WAIT, 0);
}

static void lies(void **unused)
{
    (void)unused;
    stos_state state = bidding("lie(players=2,start=0)", "2.1.0.0.0.0", 0, "12:1.34:4/56:5////");
    expect_why(&state, 0, "2x4", WHY_HOLDS, 1);
    expect_why(&state, 0, "2x5", WHY_BLUFF, 0);
    play(&state, 0, "3x5");
    expect_why(&state, 1, "call", WHY_UNLIKELY, 0);
    state = bidding("lie(players=2,ones=wild,start=0)", "2.1.0.0.0.0", 0, "12:1.34:4/56:5////");
    expect_why(&state, 0, "2x4", WHY_HOLDS, 2);
    expect_why(&state, 0, "1x1", WHY_HOLDS, 1);
}

static void ends_and_directions(void **unused)
{
    (void)unused;
    char text[STOS_MOVE_TEXT];
    stos_state state = deal_seeded("lie(players=3,start=0,direction=choose)", 1);
    stos_move_text(stos_state_game(&state), stos_move_at(&state, 0, 0), text);
    expect_why(&state, 0, text, WHY_ENDS, 0);
    show_all(&state, false);
    expect_why(&state, 0, "dir cw", WHY_DIRECTION, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(placements_in_thegame),
        cmocka_unit_test(the_smallest_jump),
        cmocka_unit_test(a_fire),
        cmocka_unit_test(placements_in_facetoface),
        cmocka_unit_test(votes),
        cmocka_unit_test(lies),
        cmocka_unit_test(ends_and_directions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
