/*
 * test_view_parse.c - whoever gets a view as JSON knows exactly what the view says: reading it back
 * gives the same bytes.
 */
#include "stos.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES = 12, LARGEST_JSON = 1 << 14 };

static const char *const rules_texts[] = {
    "thegame(players=1)",
    "thegame(players=3,fire=next,start=agree)",
    "thegame(players=5,fire=now,hand=less,start=lot)",
    "facetoface(last=strict)",
    "facetoface(last=lenient)",
    "lie(players=2,order=count)",
    "lie(players=4,ones=wild,direction=choose)",
    "lie(players=6,cards=down,end=last)",
    "lie(players=3,start=agree)",
};

/* Who is on turn is no secret, and nobody is before the start, in a choice of ends or after the
 * game. */
static void forget_turn(stos_view *view)
{
    if (view->game == STOS_THEGAME && view->as.thegame.table.phase != STOS_PHASE_PLAY)
        view->as.thegame.table.turn = 0;
    if (view->game == STOS_FACETOFACE && view->as.facetoface.table.phase != STOS_PHASE_PLAY)
        view->as.facetoface.table.turn = view->as.facetoface.table.minimum = 0;
    if (view->game == STOS_LIE &&
        (view->as.lie.table.phase == STOS_PHASE_SHOW ||
         view->as.lie.table.phase == STOS_PHASE_OVER))
        view->as.lie.table.turn = 0;
}

static void check_view(const stos_state *state, int seat)
{
    static char text[LARGEST_JSON];
    stos_view view, read;
    stos_look(state, seat, &view);
    assert_true(stos_view_json(&view, text, sizeof text) < sizeof text);
    if (stos_view_parse(text, strlen(text), &read).reason)
        fail_msg("not read: %s", text);
    forget_turn(&view);
    forget_turn(&read);
    if (memcmp(&view, &read, sizeof view) != 0)
        fail_msg("not the same view: %s", text);
}

static void a_view_read_back_is_the_same(void **unused)
{
    (void)unused;
    stos_random random = stos_random_from(7);
    for (size_t i = 0; i < sizeof rules_texts / sizeof rules_texts[0]; i++)
        for (uint64_t game = 0; game < GAMES; game++) {
            stos_rules rules;
            stos_state state;
            stos_seed seed = stos_seed_number(game);
            assert_int_equal(
                stos_rules_parse(rules_texts[i], strlen(rules_texts[i]), &rules).reason, STOS_OK);
            assert_int_equal(stos_deal(&state, &rules, &seed, NULL).reason, STOS_OK);
            for (int moves = 0; moves < 400; moves++) {
                for (int seat = STOS_SPECTATOR; seat < stos_rules_seats(&rules); seat++)
                    check_view(&state, seat);
                int actor =
                    stos_next_actor(&state, (int)stos_random_below(&random, STOS_MAX_SEATS) - 1);
                if (actor < 0)
                    break;
                int count = stos_move_count(&state, actor);
                stos_play(
                    &state, actor,
                    stos_move_at(&state, actor, (int)stos_random_below(&random, (uint32_t)count)));
            }
        }
}

static void what_is_no_view_is_refused(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "{}",
        "[]",
        "null",
        "{\"rules\":\"thegame(players=2)\",\"phase\":\"play\",\"seat\":2}",
        "{\"rules\":\"thegame(players=2)\",\"phase\":\"dance\",\"seat\":0}",
        "{\"rules\":\"thegame(players=2)\",\"phase\":\"play\",\"seat\":0,\"piles\":{\"U1\":101}}",
        "{\"rules\":\"thegame(players=2)\",\"phase\":\"play\",\"seat\":0,\"gone\":[128]}",
        "{\"rules\":\"facetoface\",\"phase\":\"play\",\"seat\":0,\"placed\":99}",
        "{\"rules\":\"lie(players=2)\",\"phase\":\"bid\",\"seat\":0,\"counts\":[9,9]}",
        "{\"rules\":\"lie(players=2)\",\"phase\":\"bid\",\"seat\":0,\"counts\":[1,1],\"bids\":[{"
        "\"seat\":0,\"bid\":\"9x6\"}]}",
        "{\"rules\":\"lie(players=2)\",\"phase\":\"bid\",\"seat\":0,\"counts\":[1,1],\"hands\":[[["
        "6,6]],1]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        stos_view view;
        memset(&view, 7, sizeof view);
        stos_view before = view;
        if (stos_view_parse(texts[i], strlen(texts[i]), &view).reason != STOS_BAD_VIEW)
            fail_msg("was taken for a view: %s", texts[i]);
        assert_memory_equal(&view, &before, sizeof view);
    }
}

/* One byte changed is refused, or says something else that can be known: never a view that says
 * what the text does not. */
static void a_changed_byte_never_goes_unseen(void **unused)
{
    (void)unused;
    static char text[LARGEST_JSON], again[LARGEST_JSON];
    stos_random random = stos_random_from(11);
    for (int round = 0; round < 4000; round++) {
        const char *rules_text =
            rules_texts[stos_random_below(&random, sizeof rules_texts / sizeof rules_texts[0])];
        stos_rules rules;
        stos_state state;
        stos_view view;
        stos_seed seed = stos_seed_number(stos_random_bits(&random));
        stos_rules_parse(rules_text, strlen(rules_text), &rules);
        stos_deal(&state, &rules, &seed, NULL);
        stos_look(&state,
                  (int)stos_random_below(&random, (uint32_t)stos_rules_seats(&rules) + 1) - 1,
                  &view);
        size_t length = stos_view_json(&view, text, sizeof text);
        text[stos_random_below(&random, (uint32_t)length)] =
            "0123456789,[]{}\"xUD"[stos_random_below(&random, 19)];
        if (stos_view_parse(text, length, &view).reason)
            continue;
        assert_int_equal(stos_view_json(&view, again, sizeof again), length);
        assert_memory_equal(text, again, length);
        stos_sample(&view, &random, &state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_read_back_is_the_same),
        cmocka_unit_test(what_is_no_view_is_refused),
        cmocka_unit_test(a_changed_byte_never_goes_unseen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
