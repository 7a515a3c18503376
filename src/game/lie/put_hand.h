/*
 * put_hand.h - a hand of LIE as numbers: for each of five cards the lower face, the higher face and
 * the chosen face, 0 where there is no card.
 *
 * Twice: in plain C, and with vector instructions, which write the same (test_numbers.c) and
 * without which batches with observations take 1.1 times as long for two players, 1.3 times for
 * four.
 */
#ifndef STOS_GAME_LIE_PUT_HAND_H
#define STOS_GAME_LIE_PUT_HAND_H

#include "game/lie/lie.h"
#include "game/numbers.h"

enum {
    LIE_HAND_NUMBERS = 3 * STOS_LIE_HAND,
    LIE_HAND_READ = 8 /* bytes from `kind` and `face` each: one load, though a hand has five */
};

/* Stores one number more than it writes. */
static inline int8_t *lie_put_hand_plain(int8_t *at, const uint8_t *kind, const uint8_t *face,
                                         int size)
{
    memset(at, 0, LIE_HAND_NUMBERS + 1);
    for (int i = 0; i < size; i++) {
        at[3 * i] = (int8_t)lie_ends[kind[i]][0];
        at[3 * i + 1] = (int8_t)lie_ends[kind[i]][1];
        at[3 * i + 2] = (int8_t)face[i];
    }
    return at + LIE_HAND_NUMBERS;
}

static inline int8_t *lie_put_hand(int8_t *at, const uint8_t *kind, const uint8_t *face, int size)
{
#ifdef __SSSE3__
    typedef char sixteen __attribute__((vector_size(16)));
    typedef uint64_t two_words __attribute__((vector_size(16)));
    static const sixteen low = {1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 0},
                         high = {2, 3, 4, 5, 6, 3, 4, 5, 6, 4, 5, 6, 5, 6, 6, 0};
    /* Of each number: which card it is of, and which of the card's three numbers it is. */
    static const sixteen card = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5},
                         place = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 3};
    two_words eight_kinds = {word_load(kind, LIE_HAND_READ)},
              eight_faces = {word_load(face, LIE_HAND_READ)};
    sixteen kinds = __builtin_ia32_pshufb128((sixteen)eight_kinds, card),
            faces = __builtin_ia32_pshufb128((sixteen)eight_faces, card);
    sixteen numbers = ((sixteen)(place == 0) & __builtin_ia32_pshufb128(low, kinds)) |
        ((sixteen)(place == 1) & __builtin_ia32_pshufb128(high, kinds)) |
        ((sixteen)(place == 2) & faces);
    numbers &= (sixteen)(card < (char)size);
    memcpy(at, &numbers, sizeof numbers);
    return at + LIE_HAND_NUMBERS;
#else
    return lie_put_hand_plain(at, kind, face, size);
#endif
}

#endif
