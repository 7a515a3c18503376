/*
 * support.h - words for tests of the rules: deal, set up, play a line of moves, expect a refusal.
 *
 * Everything goes through stos.h. A helper that cannot do what it was asked for fails the test that
 * called it.
 */
#ifndef STOS_TESTS_GAME_SUPPORT_H
#define STOS_TESTS_GAME_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stos.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- rules, deals and positions */

static inline stos_rules rules_of(const char *text)
{
    stos_rules rules = {.game = NULL};
    stos_error error = stos_rules_parse(text, strlen(text), &rules);
    if (error.reason)
        fail_msg("'%s' is refused: %s", text, stos_error_code(error));
    return rules;
}

static inline stos_state deal_seeded(const char *rules_text, uint64_t seed_number)
{
    stos_state state;
    stos_rules rules = rules_of(rules_text);
    stos_seed seed = stos_seed_number(seed_number);
    assert_int_equal(stos_deal(&state, &rules, &seed, NULL).reason, STOS_OK);
    return state;
}

/* How often a card is in a deck of the game: lie has two of each pair of faces, the others one of
 * each number. */
static inline int copies_of(const stos_game *game, int card)
{
    int high = strcmp(stos_game_name(game), "thegame") == 0 ? 99 : 59;
    if (strcmp(stos_game_name(game), "lie") != 0)
        return card >= 2 && card <= high;
    return card / 10 >= 1 && card / 10 < card % 10 && card % 10 <= 6 ? 2 : 0;
}

/* Adds one list that begins with the cards of *first, up to a slash, and goes on with the others in
 * rising order. */
static inline void add_list(const stos_game *game, stos_deck *deck, const char **first)
{
    int left[256], used = deck->lists * deck->size, size = 0;
    for (int card = 0; card < 256; card++)
        left[card] = copies_of(game, card);
    while (**first && **first != '/') {
        char *end;
        long card = strtol(*first, &end, 10);
        assert_true(end > *first && card > 0 && card < 256);
        left[card]--;
        deck->card[used + size++] = (uint8_t)card;
        *first = end + strspn(end, " ");
    }
    for (int card = 0; card < 256; card++)
        while (left[card]-- > 0)
            deck->card[used + size++] = (uint8_t)card;
    deck->size = (uint16_t)size;
    deck->lists++;
}

/* "47 37 65" for thegame, "2 3 / 4 5" for facetoface, one list a round for lie. */
static inline stos_deck deck_of(const stos_game *game, const char *first)
{
    stos_deck deck = {.lists = 0};
    for (;; first++) {
        first += strspn(first, " ");
        add_list(game, &deck, &first);
        if (*first != '/')
            return deck;
    }
}

/* Deals a deck whose lists begin with the given cards. */
static inline stos_state deal_first(const char *rules_text, const char *first)
{
    stos_state state;
    stos_rules rules = rules_of(rules_text);
    stos_seed seed = stos_seed_number(1);
    stos_deck deck = deck_of(rules.game, first);
    stos_error error = stos_deal(&state, &rules, &seed, &deck);
    if (error.reason)
        fail_msg("the deal is refused: %s %d", stos_error_code(error), error.number);
    return state;
}

static inline stos_state position(const char *text)
{
    stos_state state;
    stos_error error = stos_position_parse(text, strlen(text), &state);
    if (error.reason)
        fail_msg("no position: %.*s", (int)error.length, text + error.at);
    return state;
}

/* ---------------------------------------------------------------- moves */

static inline stos_move move_of(const stos_state *state, const char *text)
{
    stos_move move = 0;
    stos_error error = stos_move_parse(stos_state_game(state), text, strlen(text), &move);
    if (error.reason)
        fail_msg("'%s' is no move", text);
    return move;
}

/* Plays moves of one seat: "4@U1, 91@D1, end". */
static inline void play(stos_state *state, int seat, const char *moves)
{
    while (*moves) {
        char text[STOS_MOVE_TEXT] = "";
        size_t length = strcspn(moves, ",");
        assert_true(length < sizeof text);
        memcpy(text, moves, length);
        stos_error error = stos_play(state, seat, move_of(state, text));
        if (error.reason)
            fail_msg("seat %d may not play '%s': %s %s", seat, text, stos_error_code(error),
                     stos_error_clause(error));
        moves += length;
        moves += strspn(moves, ", ");
    }
}

static inline bool is_legal(const stos_state *state, int seat, const char *text)
{
    stos_move moves[STOS_MAX_MOVES], wanted = move_of(state, text);
    int count = stos_moves(state, seat, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == wanted)
            return true;
    return false;
}

/* The move is refused for this reason, under this code and clause, and the state keeps every byte.
 */
static inline void expect_refusal(stos_state *state, int seat, stos_move move,
                                  enum stos_reason reason, const char *code, const char *clause)
{
    stos_state before = *state;
    stos_error error = stos_play(state, seat, move);
    assert_int_equal(error.reason, reason);
    assert_string_equal(stos_error_code(error), code);
    assert_string_equal(stos_error_clause(error), clause);
    assert_memory_equal(state, &before, sizeof before);
}

/* A move that breaks a clause. */
static inline void refused(stos_state *state, int seat, const char *text, enum stos_reason reason,
                           const char *clause)
{
    assert_false(is_legal(state, seat, text));
    expect_refusal(state, seat, move_of(state, text), reason, "illegal_move", clause);
}

static inline void expect_result(const stos_state *state, const char *text)
{
    char result[STOS_RESULT_TEXT];
    assert_int_equal(stos_result_text(state, result), strlen(text));
    assert_string_equal(result, text);
}

/* ---------------------------------------------------------------- looking */

static inline int cards_in(stos_cards cards)
{
    return __builtin_popcountll(cards.word[0]) + __builtin_popcountll(cards.word[1]);
}

static inline bool holds(stos_cards cards, int card)
{
    return cards.word[card / 64] >> card % 64 & 1;
}

static inline bool same_view(const stos_state *a, const stos_state *b, int seat)
{
    stos_view one, other;
    stos_look(a, seat, &one);
    stos_look(b, seat, &other);
    return memcmp(&one, &other, sizeof one) == 0;
}

/* Fails unless the counts can come from equally likely cells: `limit` is the chi-square value not
 * to be passed. */
static inline void expect_even(const int *counts, int cells, double limit)
{
    double total = 0, sum = 0;
    for (int i = 0; i < cells; i++)
        total += counts[i];
    for (int i = 0; i < cells; i++) {
        double expected = total / cells, off = counts[i] - expected;
        sum += off * off / expected;
    }
    if (sum > limit)
        fail_msg("chi-square %.1f over %d cells passes %.1f", sum, cells, limit);
}

#endif
