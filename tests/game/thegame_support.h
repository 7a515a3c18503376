/*
 * thegame_support.h - words for tests of THE GAME.
 *
 * The fields of a position: votes= one character a seat, due= the piles as bits (U1 1, U2 2, D1 4,
 * D2 8); every card that is in no hand and not in the draw pile has been placed.
 */
#ifndef STOS_TESTS_GAME_THEGAME_SUPPORT_H
#define STOS_TESTS_GAME_THEGAME_SUPPORT_H

#include "support.h"

static inline const struct stos_thegame *game_of(const stos_state *state)
{
    return &state->as.thegame;
}

static inline int hand_count(const stos_state *state, int seat)
{
    return cards_in(game_of(state)->hand[seat]);
}

static inline int draw_count(const stos_state *state)
{
    return STOS_THEGAME_CARDS - game_of(state)->drawn;
}

static inline int top(const stos_state *state, int pile) { return game_of(state)->table.top[pile]; }

static inline bool on_turn(const stos_state *state, int seat)
{
    return stos_actors(state) == 1u << seat;
}

#endif
