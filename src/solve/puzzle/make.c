/*
 * make.c - see make.h.
 *
 * Rating. With open cards: how rare the right first turn is (100 points for each halving) and how
 * deep the refutation of the best wrong one lies (25 points for each card that it still places) or,
 * in a duel, how long the win takes (120 points a turn). For lie: how small the best choice's lead
 * is, and how far the answer is from what the plain odds of the standing bid suggest. The scale is
 * our own; it orders the ladder.
 */
#include "make.h"

#include "base/rng.h"
#include "bot/bot.h"
#include "solve/lie/analyze_lie.h"
#include "solve/lie/outlook.h"

#include <stdlib.h>
#include <string.h>

enum { MAKER_BITS = 20, FEWEST_TURNS = 6, LONGEST_GAME = 600 };

struct puzzle_maker {
    struct open_search *search;
    struct lie_analyzer *analyzer; /* NULL: none */
    const struct solved_rounds *rounds;
};

struct puzzle_maker *puzzle_maker_new(const struct solved_rounds *rounds)
{
    struct puzzle_maker *maker = calloc(1, sizeof *maker);
    if (!maker)
        return NULL;
    maker->search = open_new(MAKER_BITS);
    maker->rounds = rounds;
    maker->analyzer = rounds && rounds->rounds > 0 ? analyze_lie_open(rounds) : NULL;
    if (maker->search)
        return maker;
    puzzle_maker_free(maker);
    return NULL;
}

void puzzle_maker_free(struct puzzle_maker *maker)
{
    if (!maker)
        return;
    open_free(maker->search);
    if (maker->analyzer)
        analyze_lie_close(maker->analyzer);
    free(maker);
}

/* ---------------------------------------------------------------- rating */

/* 16 times the binary logarithm of a / b, for a >= b > 0: digit by digit, by squaring. */
static int log2_sixteenths(uint64_t a, uint64_t b)
{
    uint64_t one = UINT64_C(1) << 30, x = a * one / b;
    int result = 0;
    for (; x >= 2 * one; x /= 2)
        result += 16;
    for (int digit = 8; digit > 0; digit /= 2) {
        x = x * x / one;
        if (x >= 2 * one) {
            x /= 2;
            result += digit;
        }
    }
    return result;
}

/* The depth is counted in cards of the best losing line, or in a duel in turns of the winning one.
 */
static int rating_of_turns(const struct open_turns *turns, int depth)
{
    return 500 + 100 * log2_sixteenths((uint64_t)turns->turns, (uint64_t)turns->winning) / 16 +
        depth;
}

/* Turns of the winner in a winning line; 0 if none was found within the limit. */
static int turns_to_win(struct puzzle_maker *maker, const stos_state *start)
{
    stos_move line[OPEN_LINE];
    stos_state state = *start;
    int count = open_line(maker->search, start, line), seat = start->as.facetoface.table.turn,
        turns = 0;
    for (int i = 0; i < count; i++) {
        int now = state.as.facetoface.table.turn;
        turns += now == seat && state.as.facetoface.table.placed == 0;
        stos_play(&state, now, line[i]);
    }
    return turns;
}

/* ---------------------------------------------------------------- open cards */

static int cards_of(const stos_state *state, int seat)
{
    if (state->game == STOS_THEGAME)
        return open_cards_left(state);
    return STOS_FACETOFACE_CARDS - word_count(state->as.facetoface.table.gone[seat]);
}

/* The win is there, but not with every turn. */
static bool prove_open(struct puzzle_maker *maker, const stos_state *state, int *rating)
{
    struct open_turns turns;
    open_begin(maker->search, PUZZLE_NODES);
    int value = open_value(maker->search, state);
    if (value != (state->game == STOS_THEGAME ? cards_of(state, 0) : 1) ||
        !open_count_turns(maker->search, state, &turns))
        return false;
    if (turns.winning == 0 || turns.winning == turns.turns || turns.turns < FEWEST_TURNS)
        return false;
    bool duel = state->game == STOS_FACETOFACE;
    *rating = rating_of_turns(&turns, duel ? 120 * turns_to_win(maker, state) : 25 * turns.depth);
    return *rating <= PUZZLE_RATING_MAX && (!duel || 2 * turns.winning <= turns.turns);
}

static bool deal(stos_state *state, const char *rules_text, uint64_t seed, uint64_t number)
{
    stos_rules rules;
    stos_seed from = stos_seed_fast(rng_mix(seed * UINT64_C(0x9e3779b97f4a7c15) + number));
    return !stos_rules_parse(rules_text, strlen(rules_text), &rules).reason &&
        !stos_deal(state, &rules, &from, NULL).reason;
}

/* Plays until the one on turn has so few cards left; false when the game is over before. */
static bool play_until(stos_state *state, int cards)
{
    for (int i = 0; i < LONGEST_GAME && !stos_over(state); i++) {
        int seat = stos_next_actor(state, -1);
        if (open_placed(state) == 0 && cards_of(state, seat) <= cards)
            return true;
        stos_play(state, seat, open_defend(state, seat));
    }
    return false;
}

static bool make_open(struct puzzle_maker *maker, const char *rules, int cards, uint64_t seed,
                      uint64_t number, struct puzzle *out)
{
    memset(out, 0, sizeof *out);
    if (!deal(&out->start, rules, seed, number) || !play_until(&out->start, cards))
        return false;
    out->seat = stos_next_actor(&out->start, -1);
    return prove_open(maker, &out->start, &out->rating);
}

static bool make_thegame(struct puzzle_maker *maker, uint64_t seed, uint64_t number,
                         struct puzzle *out)
{
    static const char *const rules[] = {"thegame(players=1,start=0)", "thegame(players=1,start=0)",
                                        "thegame(players=1,min=3,start=0)",
                                        "thegame(players=1,fire=next,start=0)"};
    return make_open(maker, rules[number % 4], 8 + (int)(number / 4 % 9), seed, number, out);
}

static bool make_duel(struct puzzle_maker *maker, uint64_t seed, uint64_t number,
                      struct puzzle *out)
{
    return make_open(maker, "facetoface(last=strict,start=lot)", 4 + (int)(number % 7), seed,
                     number, out);
}

/* ---------------------------------------------------------------- lie */

struct choice {
    stos_move move;
    double chance;
};

/* The value of every move, best first; 0 if the table does not know. */
static int value_choices(struct puzzle_maker *maker, const stos_state *state, int seat,
                         struct choice choices[STOS_MAX_MOVES])
{
    stos_view view;
    stos_move moves[STOS_MAX_MOVES];
    double value[STOS_MAX_MOVES];
    stos_look(state, seat, &view);
    int count = maker->analyzer ? analyze_lie_values(maker->analyzer, &view, moves, value) : 0;
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && choices[at - 1].chance < value[i]; at--)
            choices[at] = choices[at - 1];
        choices[at] = (struct choice){moves[i], value[i]};
    }
    return count;
}

/* Calls come first, then raises by rank. */
static int order_of(const stos_state *state, stos_move move)
{
    return stos_move_kind(move) == STOS_CALL
        ? -1
        : stos_lie_rank(&state->as.lie.table, stos_move_low(move), stos_move_high(move));
}

/* The call and the best raises. */
static void take_choices(const struct choice *choices, int count, struct puzzle *out)
{
    int raises = 0;
    for (int i = 0; i < count; i++) {
        int order = order_of(&out->start, choices[i].move);
        if (order >= 0 && (++raises >= PUZZLE_CHOICES || (raises > 2 && choices[i].chance < 0.02)))
            continue;
        int at = out->choices++;
        for (; at > 0 && order_of(&out->start, out->choice[at - 1]) > order; at--) {
            out->choice[at] = out->choice[at - 1];
            out->chance[at] = out->chance[at - 1];
        }
        out->choice[at] = choices[i].move;
        out->chance[at] = (int)(choices[i].chance * 1000 + 0.5);
    }
}

static const struct choice *find_call(const struct choice *choices, int count)
{
    for (int i = 0; i < count; i++)
        if (stos_move_kind(choices[i].move) == STOS_CALL)
            return &choices[i];
    return NULL;
}

/* The best choice must be ahead of the best of the other kind by a margin that is worth a puzzle.
 */
static bool prove_lie(struct puzzle_maker *maker, const stos_state *state, int seat,
                      struct puzzle *out)
{
    struct choice choices[STOS_MAX_MOVES];
    int count = value_choices(maker, state, seat, choices);
    const struct choice *call = find_call(choices, count),
                        *raise = call == &choices[0] ? &choices[1] : &choices[0];
    if (!call || count < 4 || state->as.lie.table.cards < 3)
        return false;
    double gap = call->chance - raise->chance, size = gap < 0 ? -gap : gap;
    if (size < 0.03 || size > 0.35 || call->chance < 0.05 || raise->chance < 0.05 ||
        choices[0].chance > 0.97)
        return false;
    double odds_say =
        0.5 - lie_bid_holds(state, seat, call->move); /* above 0: the plain odds speak for a call */
    double misled = gap > 0 ? -odds_say : odds_say;
    out->start = *state;
    out->seat = seat;
    out->choices = 0;
    take_choices(choices, count, out);
    out->rating = 1200 + (int)(900 * misled) - (int)(1200 * size) + 60 * state->as.lie.table.cards;
    return out->rating > 0;
}

/* Plays a match by the table from a seed, and stops at decision `wanted` that the table knows. */
static bool make_lie(struct puzzle_maker *maker, uint64_t seed, uint64_t number, struct puzzle *out)
{
    static const char *const rules[] = {"lie(players=2)", "lie(players=2,order=count)",
                                        "lie(players=2,ones=wild)",
                                        "lie(players=2,order=count,ones=wild)"};
    stos_random random = stos_random_from(rng_mix(seed) + number);
    stos_state state;
    memset(out, 0, sizeof *out);
    if (!maker->analyzer || !deal(&state, rules[number % 4], seed, number))
        return false;
    uint32_t wanted = stos_random_below(&random, 40);
    while (!stos_over(&state)) {
        int seat = stos_next_actor(&state, -1);
        bool answers =
            stos_phase(&state) == STOS_PHASE_BID && stos_lie_last_bid(&state.as.lie.table) >= 0;
        if (answers && wanted-- == 0)
            return prove_lie(maker, &state, seat, out);
        stos_view view;
        stos_look(&state, seat, &view);
        stos_move move = lie_table_draw(maker->rounds, &view, &random);
        if (move == STOS_NO_MOVE)
            move = open_defend(&state, seat);
        stos_play(&state, seat, move);
    }
    return false;
}

/* ---------------------------------------------------------------- */

bool puzzle_make(struct puzzle_maker *maker, enum stos_game_id game, uint64_t seed, uint64_t number,
                 struct puzzle *out)
{
    if (game == STOS_LIE)
        return make_lie(maker, seed, number, out);
    return game == STOS_THEGAME ? make_thegame(maker, seed, number, out)
                                : make_duel(maker, seed, number, out);
}

bool puzzle_prove(struct puzzle_maker *maker, const struct puzzle *puzzle, int *rating)
{
    struct puzzle again;
    if (puzzle->start.game != STOS_LIE)
        return prove_open(maker, &puzzle->start, rating);
    memset(&again, 0, sizeof again);
    if (!prove_lie(maker, &puzzle->start, puzzle->seat, &again) || again.choices != puzzle->choices)
        return false;
    for (int i = 0; i < again.choices; i++)
        if (again.choice[i] != puzzle->choice[i] || again.chance[i] != puzzle->chance[i])
            return false;
    *rating = again.rating;
    return true;
}
