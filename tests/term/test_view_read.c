/*
 * test_view_read.c - the terminal at a server's table knows exactly what the view says: JSON read back gives the same bytes.
 */
#include "term/source/view_read.h"

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
};

/* Who is on turn is no secret, and nobody is before the start, in a choice of ends or after the game. */
static void forget_turn(stos_view *view)
{
    if (view->game == STOS_THEGAME && view->as.thegame.table.phase != STOS_PHASE_PLAY)
        view->as.thegame.table.turn = 0;
    if (view->game == STOS_FACETOFACE && view->as.facetoface.table.phase != STOS_PHASE_PLAY)
        view->as.facetoface.table.turn = view->as.facetoface.table.minimum = 0;
    if (view->game == STOS_LIE && (view->as.lie.table.phase == STOS_PHASE_SHOW || view->as.lie.table.phase == STOS_PHASE_OVER))
        view->as.lie.table.turn = 0;
}

static void check_view(const stos_state *state, int seat)
{
    static char text[LARGEST_JSON];
    stos_view view, read;
    stos_look(state, seat, &view);
    assert_true(stos_view_json(&view, text, sizeof text) < sizeof text);
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    if (!view_read(json, &read))
        fail_msg("not read: %s", text);
    forget_turn(&view);
    forget_turn(&read);
    if (memcmp(&view, &read, sizeof view) != 0)
        fail_msg("not the same view: %s", text);
    json_decref(json);
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
            assert_int_equal(stos_rules_parse(rules_texts[i], strlen(rules_texts[i]), &rules).reason, STOS_OK);
            assert_int_equal(stos_deal(&state, &rules, &seed, NULL).reason, STOS_OK);
            for (int moves = 0; moves < 400; moves++) {
                for (int seat = STOS_SPECTATOR; seat < stos_rules_seats(&rules); seat++)
                    check_view(&state, seat);
                int actor = stos_next_actor(&state, (int)stos_random_below(&random, STOS_MAX_SEATS) - 1);
                if (actor < 0)
                    break;
                int count = stos_move_count(&state, actor);
                stos_play(&state, actor, stos_move_at(&state, actor, (int)stos_random_below(&random, (uint32_t)count)));
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
        "{\"rules\":\"lie(players=2)\",\"phase\":\"bid\",\"seat\":0,\"counts\":[1,1],\"bids\":[{\"seat\":0,\"bid\":\"9x6\"}]}",
        "{\"rules\":\"lie(players=2)\",\"phase\":\"bid\",\"seat\":0,\"counts\":[1,1],\"hands\":[[[6,6]],1]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        stos_view view;
        json_t *json = json_loads(texts[i], JSON_DECODE_ANY, NULL);
        assert_non_null(json);
        if (view_read(json, &view))
            fail_msg("was taken for a view: %s", texts[i]);
        json_decref(json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_read_back_is_the_same),
        cmocka_unit_test(what_is_no_view_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
