/*
 * test_lay_out.c - a turn laid out in private (TG17) looks as it will when it is played, and
 * needs no more than a view.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stos.h"
#include "game/show.h"

#include <string.h>

static stos_state deal(const char *text, uint64_t number)
{
    stos_rules rules;
    stos_state state;
    stos_seed seed = stos_seed_number(number);
    assert_int_equal(stos_rules_parse(text, strlen(text), &rules).reason, STOS_OK);
    assert_int_equal(stos_deal(&state, &rules, &seed, NULL).reason, STOS_OK);
    return state;
}

enum step { REFUSED, OPEN, CLOSED };

/* What the placement makes of the view is what it makes of the game, until the turn or the game is
 * over. */
static enum step check_placement(const stos_state *state, int seat, stos_move move)
{
    stos_state after = *state;
    stos_view planned, played;
    bool closes = false;
    stos_error refused = stos_play(&after, seat, move);
    stos_look(state, seat, &planned);
    stos_error error = game_lay_out(&planned, move, &closes);
    assert_int_equal(error.reason, refused.reason);
    stos_look(&after, seat, &played);
    if (error.reason)
        return REFUSED;
    if (!closes)
        assert_memory_equal(&planned, &played, sizeof planned);
    assert_int_equal(!closes, (stos_actors(&after) >> seat & 1) && stos_mid_turn(&after));
    return closes ? CLOSED : OPEN;
}

static void TG17_a_turn_laid_out_looks_as_it_will_when_played(void **unused)
{
    (void)unused;
    static const char *const rules[] = {"thegame", "thegame(players=2,start=0,fire=next)",
                                        "thegame(players=3,start=1,fire=now,min=3)",
                                        "facetoface(start=0)", "facetoface(start=1,last=lenient)"};
    int closed = 0, open = 0;
    for (uint64_t number = 0; number < 100; number++) {
        stos_state state = deal(rules[number % 5], number);
        stos_random random = stos_random_from(number);
        while (!stos_over(&state)) {
            int seat = __builtin_ctz(stos_actors(&state)), count = stos_move_count(&state, seat);
            stos_move move =
                stos_move_at(&state, seat, (int)stos_random_below(&random, (uint32_t)count));
            if (stos_move_kind(move) == STOS_PLACE) {
                enum step step = check_placement(&state, seat, move);
                closed += step == CLOSED;
                open += step == OPEN;
                check_placement(
                    &state, seat,
                    stos_move_make(STOS_PLACE, stos_move_low(move), 3 - stos_move_high(move)));
            }
            stos_play(&state, seat, move);
        }
    }
    assert_true(closed > 100 && open > 1000);
}

static void TG17_only_cards_are_laid_out(void **unused)
{
    (void)unused;
    stos_state state = deal("thegame(players=2,start=0)", 1);
    stos_view view, before;
    bool closes;
    stos_look(&state, 0, &view);
    before = view;
    assert_int_equal(game_lay_out(&view, stos_move_make(STOS_END, 0, 0), &closes).reason,
                     STOS_WRONG_MOVE_KIND);
    stos_look(&state, STOS_SPECTATOR, &view);
    assert_int_equal(game_lay_out(&view, stos_move_at(&state, 0, 0), &closes).reason,
                     STOS_WRONG_MOVE_KIND);
    stos_look(&state, 1, &view);
    assert_int_equal(game_lay_out(&view, stos_move_at(&state, 0, 0), &closes).reason,
                     STOS_NOT_YOUR_TURN);
    stos_look(&state, 0, &view);
    assert_memory_equal(&view, &before, sizeof view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TG17_a_turn_laid_out_looks_as_it_will_when_played),
        cmocka_unit_test(TG17_only_cards_are_laid_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
