/*
 * grid.h - every game with every combination of its options, and seeded players who bring them to
 * the end: half of them at random, half with some sense, so that endings of every kind are reached.
 */
#ifndef STOS_TESTS_GAME_GRID_H
#define STOS_TESTS_GAME_GRID_H

#include "support.h"

/* ---------------------------------------------------------------- every combination of options */

enum { LIE_RULES = 480, MAX_RULES = 180 + 4 + LIE_RULES };

struct rules_list {
    int count;
    stos_rules rules[MAX_RULES];
};

/* Numbers of seats are many and alike: the words and the last seat stand for all. */
static inline int lowest_value(const stos_option *option, int seats)
{
    return option->seat ? seats - 1 : option->low;
}

static inline int highest_value(const stos_option *option, int seats)
{
    return option->seat ? seats - 1 : option->high;
}

static inline void add_combinations(struct rules_list *list, stos_rules rules, int index)
{
    int options;
    const stos_option *option = stos_game_options(rules.game, &options) + index;
    if (index == options) {
        assert_true(list->count < MAX_RULES);
        list->rules[list->count++] = rules;
        return;
    }
    for (int word = 0; option->words && option->words[word]; word++) {
        rules.value[index] = STOS_WORD(word);
        add_combinations(list, rules, index + 1);
    }
    int seats = stos_rules_seats(&rules);
    for (int value = lowest_value(option, seats); value <= highest_value(option, seats); value++) {
        rules.value[index] = (int8_t)value;
        add_combinations(list, rules, index + 1);
    }
}

static inline const struct rules_list *every_rules(void)
{
    static struct rules_list list;
    for (int i = 0; list.count < MAX_RULES && i < stos_game_count(); i++)
        add_combinations(&list, stos_rules_standard(stos_game_at(i)), 0);
    assert_int_equal(list.count, MAX_RULES);
    return &list;
}

/* ---------------------------------------------------------------- players */

static inline int pick(stos_random *random, int bound)
{
    return (int)stos_random_below(random, (uint32_t)bound);
}

static inline int pick_actor(const stos_state *state, stos_random *random)
{
    stos_seats actors = stos_actors(state);
    int index = pick(random, __builtin_popcount(actors));
    while (index-- > 0)
        actors &= (stos_seats)(actors - 1);
    return __builtin_ctz(actors);
}

/* How far a placement jumps on its pile; a trick goes back, which is best. */
static inline int jump_of(const stos_state *state, stos_move move)
{
    int card = stos_move_low(move), pile = stos_move_high(move);
    if (state->game == STOS_THEGAME) {
        int top = state->as.thegame.table.top[pile];
        return pile < 2 ? card - top : top - card;
    }
    const struct stos_facetoface_table *table = &state->as.facetoface.table;
    if (pile >= 2)
        return 3;
    return pile == 0 ? card - table->top[table->turn][0] : table->top[table->turn][1] - card;
}

static inline stos_move nearest(const stos_state *state, const stos_move *moves, int count)
{
    stos_move best = moves[0];
    for (int i = 1; i < count; i++)
        if (stos_move_kind(moves[i]) == STOS_PLACE &&
            jump_of(state, moves[i]) < jump_of(state, best))
            best = moves[i];
    return best;
}

/* Ends turns and calls bluffs early, places near, and otherwise takes anything. */
static inline stos_move sensible(const stos_state *state, const stos_move *moves, int count,
                                 stos_random *random)
{
    stos_move last = moves[count - 1];
    bool closes = stos_move_kind(last) == STOS_END || stos_move_kind(last) == STOS_CALL;
    if (closes && pick(random, 3) > 0)
        return last;
    if (stos_move_kind(moves[0]) == STOS_PLACE)
        return nearest(state, moves, count);
    if (stos_move_kind(moves[0]) == STOS_START)
        return moves[0];
    return moves[pick(random, count < 12 ? count : 12)];
}

static inline stos_move choose(const stos_state *state, int seat, bool sense, stos_random *random)
{
    stos_move moves[STOS_MAX_MOVES];
    int count = stos_moves(state, seat, moves);
    assert_true(count > 0);
    return sense ? sensible(state, moves, count, random) : moves[pick(random, count)];
}

/* ---------------------------------------------------------------- games to the end */

static inline int seats_of(const stos_state *state)
{
    stos_rules rules = stos_state_rules(state);
    return stos_rules_seats(&rules);
}

/* thegame: every card and every turn; lie: votes, 29 rounds of ends, a direction, at most every
 * bid, and a call. */
static inline int most_moves(const stos_state *state)
{
    static const int most[STOS_GAMES] = {
        [STOS_THEGAME] = 98 + 98 + 40, [STOS_FACETOFACE] = 116 + 58, [STOS_LIE] = 40 + 29 * 188};
    return most[state->game];
}

typedef void check_state(const stos_state *state, stos_random *random);

/* Votes at random would go on for long; from the 20th move on everybody follows the first seat. */
static inline void play_out(stos_state *state, uint64_t seed, check_state *check)
{
    stos_random random = stos_random_from(seed);
    bool sense = seed & 1;
    for (int made = 0; !stos_over(state); made++) {
        assert_true(made < most_moves(state));
        check(state, &random);
        int seat = pick_actor(state, &random);
        stos_move move = choose(state, seat, sense, &random);
        if (made > 20 && stos_move_kind(move) == STOS_START)
            move = stos_move_at(state, seat, 0);
        assert_int_equal(stos_play(state, seat, move).reason, STOS_OK);
    }
    check(state, &random);
}

static inline stos_state deal_rules(const stos_rules *rules, uint64_t number)
{
    stos_state state;
    stos_seed seed = stos_seed_fast(number);
    assert_int_equal(stos_deal(&state, rules, &seed, NULL).reason, STOS_OK);
    return state;
}

/* Plays `games` games with each combination of options. */
static inline void with_every_rules(int games, check_state *check)
{
    const struct rules_list *list = every_rules();
    for (int i = 0; i < list->count * games; i++) {
        stos_state state = deal_rules(&list->rules[i % list->count], (uint64_t)i);
        play_out(&state, (uint64_t)(i + i / list->count), check);
    }
}

#endif
