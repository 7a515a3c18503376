/*
 * test_analyze.c - a turn is judged by what was known in it: two truths that the player could not
 * tell apart give the same judgement, for every number of players, however the game ended.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bot/bot.h"
#include "solve/analyze/analyze.h"

#include <string.h>

enum { MOST_TURNS = 80, LATE_TURNS = 8, TRUTHS = 12 };

/* A turn of a game: where it began, who played it, and what. */
struct turn {
    stos_state start;
    int seat, count;
    stos_move moves[ANALYZE_MOVES];
};

static stos_rules rules_of(const char *text)
{
    stos_rules rules;
    assert_int_equal(stos_rules_parse(text, strlen(text), &rules).reason, 0);
    return rules;
}

static stos_move ask(const stos_bot *bot, const stos_state *state, int seat, uint64_t seed)
{
    stos_view view;
    stos_look(state, seat, &view);
    struct bot_request request = {.view = &view, .seed = seed};
    return bot_choose(bot, &request);
}

static bool starts_turn(const stos_state *state)
{
    return state->game == STOS_THEGAME ? state->as.thegame.table.placed == 0
                                       : state->as.facetoface.table.placed == 0;
}

/* Plays a game of a bot to its end, whatever that is; returns how many turns it had. */
static int play_game(const char *name, const stos_rules *rules, uint64_t number,
                     struct turn turns[MOST_TURNS])
{
    const stos_bot *bot = stos_bot_find(rules->game, name);
    stos_seed seed = stos_seed_number(number);
    stos_state state;
    int count = 0;
    assert_int_equal(stos_deal(&state, rules, &seed, NULL).reason, 0);
    for (uint64_t step = 0; !stos_over(&state); step++) {
        int seat = __builtin_ctz(stos_actors(&state));
        stos_move move = ask(bot, &state, seat, number + step);
        if (starts_turn(&state)) {
            assert_true(count < MOST_TURNS);
            turns[count++] = (struct turn){.start = state, .seat = seat};
        }
        struct turn *turn = &turns[count - 1];
        turn->moves[turn->count++] = move;
        assert_int_equal(stos_play(&state, seat, move).reason, 0);
    }
    return count;
}

/* How a turn ends in one truth: with the game lost or not. */
static bool loses(const stos_state *truth, const struct turn *turn)
{
    stos_state state = *truth;
    for (int i = 0; i < turn->count; i++)
        assert_int_equal(stos_play(&state, turn->seat, turn->moves[i]).reason, 0);
    return stos_over(&state) && (state.game != STOS_THEGAME || stos_result(&state) > 0);
}

static struct analyze_turn judge(struct analyzer *analyzer, const stos_state *start,
                                 const struct turn *turn)
{
    struct analyze_limits limits = {.deals = 6, .nodes = 30, .seed = 9};
    struct analyze_turn found;
    analyze_turn(analyzer, start, turn->seat, turn->moves, turn->count, &limits, &found);
    return found;
}

static void assert_same(const struct analyze_turn *one, const struct analyze_turn *other)
{
    assert_true(one->before == other->before && one->after == other->after);
    assert_int_equal(one->better_count, other->better_count);
    assert_memory_equal(one->better, other->better,
                        (size_t)one->better_count * sizeof one->better[0]);
}

/* Judges a turn in its own truth and in one that loses at once where the first does not, or the
 * other way round, if there is one. */
static bool judge_both_ways(struct analyzer *analyzer, const struct turn *turn, stos_random *random)
{
    stos_view view;
    stos_look(&turn->start, turn->seat, &view);
    for (int i = 0; i < TRUTHS; i++) {
        stos_state other;
        stos_sample(&view, random, &other);
        if (loses(&other, turn) == loses(&turn->start, turn))
            continue;
        struct analyze_turn one = judge(analyzer, &turn->start, turn),
                            two = judge(analyzer, &other, turn);
        assert_same(&one, &two);
        return one.after > 0;
    }
    return false;
}

static void truths_that_look_alike_are_judged_alike(void **unused)
{
    (void)unused;
    static const char *const games[] = {
        "thegame(players=1)",         "thegame(players=2,start=0)",
        "thegame(players=3,start=0)", "thegame(players=4,start=0)",
        "thegame(players=5,start=0)", "thegame(players=3,start=0,fire=next)"};
    int told_apart = 0;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        stos_rules rules = rules_of(games[i]);
        struct analyzer *analyzer = analyze_open(rules.game);
        stos_random random = stos_random_from(i);
        for (uint64_t number = 0; number < 150; number++) {
            struct turn turns[MOST_TURNS];
            int count = play_game("steady", &rules, number, turns);
            for (int k = count > LATE_TURNS ? count - LATE_TURNS : 0; k < count; k++)
                told_apart += judge_both_ways(analyzer, &turns[k], &random);
        }
        analyze_close(analyzer);
    }
    assert_true(told_apart > 3);
}

static void a_turn_that_got_stuck_is_lost(void **unused)
{
    (void)unused;
    stos_rules rules = rules_of("thegame(players=3,start=0)");
    struct analyzer *analyzer = analyze_open(rules.game);
    int stuck = 0;
    for (uint64_t number = 0; number < 30; number++) {
        struct turn turns[MOST_TURNS];
        const struct turn *last = &turns[play_game("random", &rules, number, turns) - 1];
        if (stos_move_kind(last->moves[last->count - 1]) == STOS_END)
            continue;
        stuck++;
        assert_true(judge(analyzer, &last->start, last).after == 0);
    }
    analyze_close(analyzer);
    assert_true(stuck > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truths_that_look_alike_are_judged_alike),
        cmocka_unit_test(a_turn_that_got_stuck_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
