/*
 * test_public_bots.c - what stos_bot.h promises: bots of all games choose whole legal turns in
 * memory of the caller, the same ones for the same seed, refuse what they cannot answer, and stop
 * when they are told to.
 */
#include "../game/grid.h"
#include "stos_bot.h"

#include <pthread.h>

static stos_player *player_of(const stos_bot *bot, uint64_t seed)
{
    size_t size = stos_bot_memory(bot);
    void *memory = malloc(size);
    assert_non_null(memory);
    memset(memory, 0xa5, size);
    stos_player *player = stos_player_create(bot, memory, size, seed);
    assert_non_null(player);
    return player;
}

static stos_view look(const stos_state *state, int seat)
{
    stos_view view;
    stos_look(state, seat, &view);
    return view;
}

static void test_every_bot_plays_whole_legal_turns(void **unused)
{
    (void)unused;
    static const char *const kinds[] = {"thegame(players=3)", "thegame(players=1)", "facetoface",
                                        "lie(players=3)", "lie(players=2)"};
    const stos_limits limits = {.nodes = 20};
    for (int i = 0; i < stos_bot_count(); i++)
        for (int kind = 0; kind < 5; kind++) {
            const stos_bot *bot = stos_bot_at(i);
            stos_rules rules = rules_of(kinds[kind]);
            if (stos_bot_game(bot) != rules.game)
                continue;
            assert_ptr_equal(stos_bot_find(rules.game, stos_bot_name(bot)), bot);
            stos_state state = deal_rules(&rules, 5);
            stos_player *player = player_of(bot, 3);
            for (int turn = 0; turn < 12 && !stos_over(&state); turn++) {
                int seat = __builtin_ctz(stos_actors(&state));
                stos_move moves[STOS_TURN_MOVES];
                stos_view view = look(&state, seat);
                int count = stos_player_choose(player, &view, NULL, &limits, moves);
                assert_in_range(count, 1, STOS_TURN_MOVES);
                for (int m = 0; m < count && (m == 0 || stos_actors(&state) == 1u << seat); m++)
                    assert_int_equal(stos_play(&state, seat, moves[m]).reason, STOS_OK);
            }
            free(player);
        }
}

static void test_the_same_seed_plays_the_same(void **unused)
{
    (void)unused;
    const stos_limits limits = {.nodes = 200};
    stos_rules rules = rules_of("facetoface(start=0)");
    stos_state state = deal_rules(&rules, 9);
    stos_view view = look(&state, 0);
    stos_move moves[2][STOS_TURN_MOVES];
    int count[2];
    for (int i = 0; i < 2; i++) {
        stos_player *player = player_of(stos_bot_find(rules.game, "champion"), 77);
        count[i] = stos_player_choose(player, &view, NULL, &limits, moves[i]);
        free(player);
    }
    assert_int_equal(count[0], count[1]);
    assert_memory_equal(moves[0], moves[1], (size_t)count[0] * sizeof moves[0][0]);
}

/* Move by move a turn is the one that is chosen as a whole, and is thought out once: the seed of a
 * later move does not matter. */
static void test_moves_one_by_one_make_the_same_turn(void **unused)
{
    (void)unused;
    const stos_limits limits = {.nodes = 200};
    stos_rules rules = rules_of("thegame(players=2,start=0)");
    stos_state state = deal_rules(&rules, 4);
    stos_move moves[STOS_TURN_MOVES];
    stos_view view = look(&state, 0), other = look(&state, 1);
    stos_player *player = player_of(stos_bot_find(rules.game, "strong"), 8);
    int count = stos_player_choose(player, &view, NULL, &limits, moves);
    assert_int_equal(stos_player_move(player, &other, NULL, &limits), STOS_NO_MOVE);
    stos_player_seed(player, 8);
    for (int i = 0; i < count; i++) {
        view = look(&state, 0);
        assert_int_equal(stos_player_move(player, &view, NULL, &limits), moves[i]);
        assert_int_equal(stos_play(&state, 0, moves[i]).reason, STOS_OK);
        stos_player_seed(player, (uint64_t)i);
    }
    free(player);
}

static void test_other_bytes_are_no_rounds(void **unused)
{
    (void)unused;
    static const char bytes[64] = "stos";
    const stos_bot *bot = stos_bot_find(stos_game_at(STOS_LIE), "champion");
    stos_player *player = player_of(bot, 1);
    assert_false(stos_player_rounds(player, bytes, sizeof bytes));
    assert_false(stos_player_rounds(player, NULL, 100));
    stos_rules rules = rules_of("lie(players=2)");
    stos_state state = deal_rules(&rules, 5);
    stos_view view = look(&state, 0);
    const stos_limits limits = {.nodes = 20};
    assert_int_not_equal(stos_player_move(player, &view, NULL, &limits), STOS_NO_MOVE);
    free(player);
}

static void test_what_cannot_be_answered_is_refused(void **unused)
{
    (void)unused;
    stos_rules rules = rules_of("facetoface(start=0)"), other = rules_of("lie(players=3)");
    stos_state state = deal_rules(&rules, 9), lie = deal_rules(&other, 9);
    const stos_bot *bot = stos_bot_find(rules.game, "quick");
    stos_player *player = player_of(bot, 1);
    stos_view waiting = look(&state, 1), foreign = look(&lie, 0);
    stos_move moves[STOS_TURN_MOVES];
    assert_int_equal(stos_player_choose(player, &waiting, NULL, NULL, moves), 0);
    assert_int_equal(stos_player_choose(player, &foreign, NULL, NULL, moves), 0);
    assert_true(stos_player_value(player, &waiting, NULL, NULL) < 0);
    assert_null(stos_bot_find(rules.game, "nobody"));
    assert_null(stos_bot_find(NULL, "quick"));
    assert_null(stos_bot_at(-1));
    assert_null(stos_bot_at(stos_bot_count()));
    assert_null(stos_player_create(bot, player, stos_bot_memory(bot) - 1, 1));
    assert_null(stos_player_create(bot, (char *)player + 1, stos_bot_memory(bot), 1));
    assert_null(stos_player_create(bot, NULL, stos_bot_memory(bot), 1));
    free(player);
}

/* Hints that no table can give are as good as none. */
static void test_hints_out_of_range_do_no_harm(void **unused)
{
    (void)unused;
    stos_hints wild, none = {.self = {0}};
    memset(&wild, 0xff, sizeof wild);
    const stos_limits limits = {.nodes = 50};
    stos_rules rules = rules_of("thegame(players=3,start=0)");
    stos_state state = deal_rules(&rules, 9);
    stos_view view = look(&state, 0);
    stos_move moves[2][STOS_TURN_MOVES];
    const stos_hints *hints[2] = {&wild, &none};
    int count[2];
    for (int i = 0; i < 2; i++) {
        stos_player *player = player_of(stos_bot_find(rules.game, "strong"), 5);
        count[i] = stos_player_choose(player, &view, hints[i], &limits, moves[i]);
        free(player);
    }
    assert_int_equal(count[0], count[1]);
    assert_memory_equal(moves[0], moves[1], (size_t)count[0] * sizeof moves[0][0]);
}

/* The chances that both players see at the start of many games add up to about 1 in the mean. */
static void test_values_are_chances(void **unused)
{
    (void)unused;
    static const char *const kinds[] = {"thegame(players=3,start=0)", "facetoface(start=0)",
                                        "lie(players=3,start=0)"};
    static const double least[] = {0.3, 0.35, 0.15}, most[] = {0.99, 0.75, 0.55};
    const stos_limits limits = {.nodes = 50};
    for (int kind = 0; kind < 3; kind++) {
        stos_rules rules = rules_of(kinds[kind]);
        stos_player *player = player_of(stos_bot_find(rules.game, "strong"), 1);
        double sum = 0;
        for (uint64_t number = 0; number < 4; number++) {
            stos_state state = deal_rules(&rules, number);
            stos_view view = look(&state, 0);
            double value = stos_player_value(player, &view, NULL, &limits);
            assert_true(value >= 0 && value <= 1);
            sum += value / 4;
        }
        assert_true(sum > least[kind] && sum < most[kind]);
        free(player);
    }
}

static void *cancel_it(void *player)
{
    stos_player_cancel(player);
    return NULL;
}

static void test_another_thread_ends_the_thinking(void **unused)
{
    (void)unused;
    const stos_limits endless = {.ms = UINT32_MAX};
    stos_rules rules = rules_of("facetoface(start=0)");
    stos_state state = deal_rules(&rules, 9);
    stos_view view = look(&state, 0);
    stos_player *player = player_of(stos_bot_find(rules.game, "champion"), 5);
    pthread_t thread;
    stos_move moves[STOS_TURN_MOVES];
    assert_int_equal(pthread_create(&thread, NULL, cancel_it, player), 0);
    assert_in_range(stos_player_choose(player, &view, NULL, &endless, moves), 1, STOS_TURN_MOVES);
    pthread_join(thread, NULL);
    free(player);
}

/* A question that was cancelled before it began has no chance for an answer, rather than a wrong
 * one: only a duel is judged at a glance. */
static void test_a_cancelled_value_is_none(void **unused)
{
    (void)unused;
    static const char *const kinds[] = {"thegame(players=3,start=0)", "facetoface(start=0)",
                                        "lie(players=3,start=0,direction=fixed)"};
    const stos_limits limits = {.nodes = 50};
    for (int kind = 0; kind < 3; kind++) {
        stos_rules rules = rules_of(kinds[kind]);
        stos_state state = deal_rules(&rules, 1);
        stos_move moves[STOS_MAX_MOVES];
        for (int seat; stos_phase(&state) == STOS_PHASE_SHOW &&
             stos_moves(&state, seat = stos_next_actor(&state, -1), moves) > 0;)
            stos_play(&state, seat, moves[0]);
        stos_view view = look(&state, 0);
        stos_player *player = player_of(stos_bot_find(rules.game, "strong"), 1);
        stos_player_cancel(player);
        double cancelled = stos_player_value(player, &view, NULL, &limits),
               value = stos_player_value(player, &view, NULL, &limits);
        assert_true(value > 0);
        assert_true(rules.game == stos_game_at(STOS_FACETOFACE) ? cancelled == value
                                                                : cancelled < 0);
        free(player);
    }
}

/* ---------------------------------------------------------------- memory */

/* What everybody but the one on turn says, in force and remembered. */
static void everybody_speaks(stos_player *speaker, const stos_state *state, stos_hints *hints,
                             stos_hint_history *history)
{
    stos_view table = look(state, STOS_SPECTATOR);
    stos_hint_history_see(history, &table);
    memset(hints, 0, sizeof *hints);
    for (int seat = 0; seat < 3; seat++) {
        stos_view view = look(state, seat);
        if (stos_actors(state) >> seat & 1)
            continue;
        assert_true(stos_player_say(speaker, &view, hints->pile[seat], &hints->self[seat]));
        stos_hint_history_hear(history, seat, hints->pile[seat], hints->self[seat], true);
    }
}

static stos_move first_move(stos_player *player, uint64_t seed, const stos_view *view,
                            const stos_hints *hints, const stos_hint_history *history)
{
    stos_move moves[STOS_TURN_MOVES];
    stos_player_seed(player, seed);
    stos_player_remember(player, history);
    assert_true(stos_player_choose(player, view, hints, NULL, moves) > 0);
    return moves[0];
}

/* A history that knows nothing changes nothing; one that does changes some turns, and forgetting it
 * brings the old ones back. */
static void test_players_use_the_history_they_are_given(void **unused)
{
    (void)unused;
    stos_rules rules = rules_of("thegame(players=3,min=3,start=0)");
    stos_state state = deal_rules(&rules, 11);
    stos_player *player = player_of(stos_bot_find(rules.game, "quick"), 1);
    stos_hint_history history = {0}, empty = {0};
    stos_hints hints;
    int other = 0;
    for (uint64_t turn = 0; !stos_over(&state); turn++) {
        everybody_speaks(player, &state, &hints, &history);
        int seat = __builtin_ctz(stos_actors(&state));
        stos_view view = look(&state, seat);
        stos_move plain = first_move(player, turn, &view, &hints, NULL);
        assert_int_equal(first_move(player, turn, &view, &hints, &empty), plain);
        other += first_move(player, turn, &view, &hints, &history) != plain;
        assert_int_equal(first_move(player, turn, &view, &hints, NULL), plain);
        stos_move moves[STOS_TURN_MOVES];
        stos_player_seed(player, turn);
        int count = stos_player_choose(player, &view, &hints, NULL, moves);
        for (int i = 0; i < count && !stos_over(&state) && stos_actors(&state) == 1u << seat; i++)
            assert_int_equal(stos_play(&state, seat, moves[i]).reason, STOS_OK);
    }
    assert_true(other > 0);
    free(player);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_players_use_the_history_they_are_given),
        cmocka_unit_test(test_every_bot_plays_whole_legal_turns),
        cmocka_unit_test(test_the_same_seed_plays_the_same),
        cmocka_unit_test(test_moves_one_by_one_make_the_same_turn),
        cmocka_unit_test(test_other_bytes_are_no_rounds),
        cmocka_unit_test(test_what_cannot_be_answered_is_refused),
        cmocka_unit_test(test_hints_out_of_range_do_no_harm),
        cmocka_unit_test(test_values_are_chances),
        cmocka_unit_test(test_another_thread_ends_the_thinking),
        cmocka_unit_test(test_a_cancelled_value_is_none),
    };
    return cmocka_run_group_tests_name("public bots", tests, NULL, NULL);
}
