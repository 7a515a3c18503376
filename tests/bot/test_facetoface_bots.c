/*
 * test_facetoface_bots.c - what the bots of FACE TO FACE promise: legal moves under every option,
 * the same move for the same view, seed and nodes, turns that are thought out once, and limits that
 * hold.
 */
#include "bot/bot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { FEW_NODES = 20, SOME_NODES = 60, MS = 1000000 };

static const char *const every_rules[] = {
    "facetoface(last=strict,start=lot)", "facetoface(last=strict,start=0)",
    "facetoface(last=strict,start=1)",   "facetoface(last=lenient,start=lot)",
    "facetoface(last=lenient,start=0)",  "facetoface(last=lenient,start=1)",
};
enum { RULES = sizeof every_rules / sizeof every_rules[0] };

static const char *const every_name[] = {"random", "novice", "steady",
                                         "quick",  "strong", "champion"};
static const char *const searching_name[] = {"strong", "champion"};
enum { NAMES = 6, SEARCHING = 2 };

/* ---------------------------------------------------------------- words for the tests */

static const stos_bot *bot_named(const char *name)
{
    const stos_bot *bot = stos_bot_find(stos_game_find("facetoface", strlen("facetoface")), name);
    assert_non_null(bot);
    return bot;
}

static stos_state deal(const char *text, uint64_t number)
{
    stos_state state;
    stos_rules rules;
    stos_seed seed = stos_seed_fast(number);
    assert_int_equal(stos_rules_parse(text, strlen(text), &rules).reason, STOS_OK);
    assert_int_equal(stos_deal(&state, &rules, &seed, NULL).reason, STOS_OK);
    return state;
}

static int seat_on_turn(const stos_state *state) { return state->as.facetoface.table.turn; }

static stos_view look(const stos_state *state)
{
    stos_view view;
    memset(&view, 0, sizeof view);
    stos_look(state, seat_on_turn(state), &view);
    return view;
}

/* Answers a request, with memory to think in. */
static stos_move answer(const stos_bot *bot, struct bot_request request)
{
    request.memory = bot->memory ? malloc(bot->memory) : NULL;
    if (request.memory)
        memset(request.memory, (int)(request.seed & 0xff),
               bot->memory); /* what was there before must not matter */
    stos_move move = bot_choose(bot, &request);
    free(request.memory);
    return move;
}

static stos_move ask(const stos_bot *bot, const stos_view *view, uint64_t seed, stos_limits limits)
{
    return answer(bot, (struct bot_request){.view = view, .seed = seed, .limits = limits});
}

static stos_move ask_nodes(const stos_bot *bot, const stos_state *state, uint64_t seed,
                           uint64_t nodes)
{
    stos_view view = look(state);
    return ask(bot, &view, seed, (stos_limits){.nodes = nodes});
}

static void play_legally(stos_state *state, stos_move move, const char *name)
{
    stos_error error = stos_play(state, seat_on_turn(state), move);
    if (error.reason)
        fail_msg("%s plays %08x, which is refused: %s", name, (unsigned)move,
                 stos_error_clause(error));
}

/* A state some random moves into a game; another game when that one has ended. */
static stos_state state_in_play(const char *rules, uint64_t number)
{
    const stos_bot *steady = bot_named("steady");
    for (uint64_t attempt = 0;; attempt++) {
        stos_state state = deal(rules, number + 1000 * attempt);
        stos_random random = stos_random_from(number + attempt);
        int moves = (int)stos_random_below(&random, 60);
        for (int i = 0; i < moves && !stos_over(&state); i++)
            play_legally(&state, ask_nodes(steady, &state, 0, 0), "steady");
        if (!stos_over(&state))
            return state;
    }
}

static uint64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / MS;
}

/* ---------------------------------------------------------------- claims */

/* One seat is the bot's, the other plays at random: odd positions turn up that way. */
static void test_moves_are_legal_under_every_option(void **unused)
{
    (void)unused;
    for (int rules = 0; rules < RULES; rules++)
        for (int name = 0; name < NAMES; name++)
            for (uint64_t game = 0; game < (name < NAMES - SEARCHING - 1 ? 6 : 2); game++) {
                const stos_bot *bot = bot_named(every_name[name]),
                               *other = bot_named(game % 3 ? "steady" : "random");
                stos_state state = deal(every_rules[rules], game + 1);
                for (uint64_t move = 0; !stos_over(&state); move++) {
                    bool mine = seat_on_turn(&state) == (int)(game & 1);
                    play_legally(
                        &state, ask_nodes(mine ? bot : other, &state, game * 977 + move, FEW_NODES),
                        every_name[name]);
                }
            }
}

static void test_the_same_question_has_the_same_answer(void **unused)
{
    (void)unused;
    for (uint64_t number = 0; number < 12; number++)
        for (int name = 0; name < NAMES; name++) {
            stos_state state = state_in_play(every_rules[number % RULES], number);
            const stos_bot *bot = bot_named(every_name[name]);
            stos_move first = ask_nodes(bot, &state, number, SOME_NODES);
            assert_int_equal(first, ask_nodes(bot, &state, number, SOME_NODES));
        }
}

/* A turn's moves together keep its limit, with room for one machine hiccup. */
static void test_a_turn_keeps_its_time(void **unused)
{
    (void)unused;
    enum { LIMIT = 60, HICCUP = 40 };
    for (int name = 0; name < SEARCHING; name++) {
        uint64_t best = UINT64_MAX;
        for (int attempt = 0; attempt < 5; attempt++) {
            stos_state state = deal(every_rules[1], (uint64_t)attempt);
            struct bot_turn turn = {.count = 0};
            uint64_t begun = now_ms();
            while (!stos_over(&state) && seat_on_turn(&state) == 0) {
                stos_view view = look(&state);
                struct bot_request request = {
                    .view = &view, .seed = 1, .limits = {.ms = LIMIT}, .turn = &turn};
                play_legally(&state, answer(bot_named(searching_name[name]), request), "a bot");
            }
            uint64_t took = now_ms() - begun;
            best = took < best ? took : best;
        }
        assert_true(best <= LIMIT * 12 / 10 + HICCUP);
    }
}

/* Much work takes longer than little; the clock has no say when nodes are given. */
static void test_nodes_limit_the_work(void **unused)
{
    (void)unused;
    for (int name = 0; name < SEARCHING; name++) {
        stos_state state = deal(every_rules[1], 3);
        clock_t begun = clock();
        for (int i = 0; i < 10; i++)
            ask_nodes(bot_named(searching_name[name]), &state, 1, FEW_NODES);
        clock_t little = clock() - begun;
        ask_nodes(bot_named(searching_name[name]), &state, 1, (uint64_t)FEW_NODES * 200);
        clock_t much = clock() - begun - little;
        assert_true(little < much);
    }
}

/* Cancelled before it began, a search says what it would without any: the same whatever the seed.
 */
static void test_cancelling_is_as_if_never_begun(void **unused)
{
    (void)unused;
    atomic_bool cancel = true;
    for (uint64_t number = 0; number < 20; number++) {
        stos_state state = state_in_play(every_rules[number % RULES], number);
        stos_view view = look(&state);
        for (int name = 0; name < SEARCHING; name++) {
            const stos_bot *bot = bot_named(searching_name[name]);
            struct bot_request timed = {
                .view = &view, .seed = 1, .limits = {.ms = 100000}, .cancel = &cancel};
            struct bot_request counted = {
                .view = &view, .seed = number + 2, .limits = {.nodes = 100000}, .cancel = &cancel};
            stos_move move = answer(bot, timed);
            assert_int_equal(move, answer(bot, counted));
            stos_state copy = state;
            play_legally(&copy, move, bot->name);
        }
    }
}

/* The moves of a turn are thought out once: those after the first come without a search, however
 * long it would take. */
static void test_a_turn_is_decided_once(void **unused)
{
    (void)unused;
    for (uint64_t number = 0; number < 12; number++)
        for (int name = NAMES - SEARCHING - 1; name < NAMES; name++) {
            stos_state state = state_in_play(every_rules[number % RULES], 300 + number);
            const stos_bot *bot = bot_named(every_name[name]);
            struct bot_turn turn = {.count = 0};
            void *memory = malloc(bot->memory);
            int seat = seat_on_turn(&state);
            for (int move = 0; !stos_over(&state) && seat_on_turn(&state) == seat; move++) {
                stos_view view = look(&state);
                struct bot_request request = {.view = &view,
                                              .seed = number,
                                              .limits = {.nodes = move ? UINT64_MAX : SOME_NODES},
                                              .memory = memory,
                                              .turn = &turn};
                play_legally(&state, bot_choose(bot, &request), bot->name);
            }
            free(memory);
        }
}

/* A turn that was kept from another table is not played on. */
static void test_a_stale_turn_is_thought_out_anew(void **unused)
{
    (void)unused;
    const stos_bot *bot = bot_named("quick");
    void *memory = malloc(bot->memory);
    struct bot_turn turn = {.count = 0};
    for (uint64_t number = 0; number < 60; number++) {
        stos_state state = state_in_play(every_rules[number % RULES], number);
        stos_view view = look(&state);
        struct bot_request request = {.view = &view, .memory = memory, .turn = &turn};
        stos_move kept = bot_choose(bot, &request);
        assert_int_equal(kept, ask(bot, &view, 0, (stos_limits){0}));
        play_legally(&state, kept, bot->name);
    }
    free(memory);
}

/* Wins of a bot over `deals` deals, each played from both seats. */
static int wins(const char *name, const char *other, int deals, uint64_t nodes)
{
    int won = 0;
    for (int game = 0; game < 2 * deals; game++) {
        int seat = game & 1;
        struct bot_turn turn[2] = {{.count = 0}, {.count = 0}};
        stos_state state = deal(every_rules[0], 5000 + (uint64_t)game / 2);
        for (uint64_t move = 0; !stos_over(&state); move++) {
            bool mine = seat_on_turn(&state) == seat;
            const stos_bot *bot = bot_named(mine ? name : other);
            stos_view view = look(&state);
            struct bot_request request = {.view = &view,
                                          .seed = (uint64_t)game * 1009 + move,
                                          .limits = {.nodes = nodes},
                                          .turn = &turn[mine]};
            play_legally(&state, answer(bot, request), bot->name);
        }
        won += stos_result(&state) == seat;
    }
    return won;
}

static void test_the_better_bot_wins(void **unused)
{
    (void)unused;
    assert_in_range(wins("novice", "random", 100, 0), 170, 200);
    assert_in_range(wins("steady", "novice", 100, 0), 120, 200);
    assert_in_range(wins("quick", "steady", 20, 0), 28, 40);
    assert_in_range(wins("strong", "steady", 10, 40), 13, 20);
    assert_in_range(wins("champion", "strong", 10, 30), 11, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_are_legal_under_every_option),
        cmocka_unit_test(test_the_same_question_has_the_same_answer),
        cmocka_unit_test(test_a_turn_keeps_its_time),
        cmocka_unit_test(test_nodes_limit_the_work),
        cmocka_unit_test(test_cancelling_is_as_if_never_begun),
        cmocka_unit_test(test_a_turn_is_decided_once),
        cmocka_unit_test(test_a_stale_turn_is_thought_out_anew),
        cmocka_unit_test(test_the_better_bot_wins),
    };
    return cmocka_run_group_tests_name("facetoface bots", tests, NULL, NULL);
}
