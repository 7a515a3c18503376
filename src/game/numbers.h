/*
 * numbers.h - pieces that the games share when they write a view down as numbers.
 *
 * Everything is written at a cursor that is handed on: each function returns where the next number goes. The numbers
 * are 0 before, so what is mostly zeros writes only the others.
 */
#ifndef STOS_GAME_NUMBERS_H
#define STOS_GAME_NUMBERS_H

#include "base/cards.h"
#include "game.h"

#include <string.h>

/* The action of a legal move; placements are counted alike in all games. */
static inline int numbers_action_of(const stos_game *game, const stos_view *view, stos_move move)
{
    if (stos_move_kind(move) == STOS_PLACE)
        return (game->high_card - game->low_card + 1) * stos_move_high(move) + stos_move_low(move) - game->low_card;
    return game->numbers->action_of(view, move);
}

static inline int8_t *numbers_put(int8_t *at, int number)
{
    *at = (int8_t)number;
    return at + 1;
}

/* Sets up to 64 bits of a row of bits, from bit `first` on. The row has a word after the first one. */
static inline void numbers_set_bits(uint64_t *row, int first, uint64_t bits)
{
    int shift = first & 63;
    row[first >> 6] |= bits << shift;
    if (shift > 0)
        row[(first >> 6) + 1] |= bits >> (64 - shift);
}

/* Eight bits, one to a byte: bit i in byte i. */
static inline uint64_t numbers_spread(uint64_t bits)
{
#ifdef __BMI2__
    return word_deposit(bits, UINT64_C(0x0101010101010101));
#endif
    uint64_t apart = ((bits & 0xff) * UINT64_C(0x0101010101010101)) & UINT64_C(0x8040201008040201);
    return (apart + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
}

/* Eight numbers in one store where the machine keeps the lowest byte first; compilers do not always see that it is one. */
static inline void numbers_put_eight(int8_t *at, uint64_t eight)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(at, &eight, sizeof eight);
#else
    for (int i = 0; i < 8; i++)
        at[i] = (int8_t)(eight >> 8 * i);
#endif
}

/* Three numbers of eight bits. One after them becomes 0 where that is quicker; it is written later. */
static inline void numbers_put_three(int8_t *at, uint32_t three)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(at, &three, sizeof three);
#else
    for (int i = 0; i < 3; i++)
        at[i] = (int8_t)(three >> 8 * i);
#endif
}

/* Thirty-two bits, one number each. */
static inline void numbers_put_32(int8_t *at, uint32_t bits)
{
#ifdef __AVX2__
    typedef char bytes __attribute__((vector_size(32))); /* without <immintrin.h>: the library needs no headers of a system */
    typedef uint64_t words __attribute__((vector_size(32)));
    const words byte = {0, UINT64_C(0x0101010101010101), UINT64_C(0x0202020202020202), UINT64_C(0x0303030303030303)};
    const words bit = (words){0} + UINT64_C(0x8040201008040201), all = (words){0} + (bits | (uint64_t)bits << 32);
    words apart = (words)__builtin_ia32_pshufb256((bytes)all, (bytes)byte) & bit;
    bytes one = (bytes)((bytes)apart == (bytes)bit) & 1;
    memcpy(at, &one, sizeof one);
#else
    for (int i = 0; i < 4; i++, bits >>= 8)
        numbers_put_eight(at + 8 * i, numbers_spread(bits));
#endif
}

/* The lowest `count` bits of a word, one number each; this is most of masks and observations. */
static inline int8_t *numbers_put_bits(int8_t *at, uint64_t bits, int count)
{
    for (; count >= 32; count -= 32, bits >>= 32, at += 32)
        numbers_put_32(at, (uint32_t)bits);
    for (; count >= 8; count -= 8, bits >>= 8, at += 8)
        numbers_put_eight(at, numbers_spread(bits));
    for (; count > 0; count--, bits >>= 1)
        at = numbers_put(at, (int)(bits & 1));
    return at;
}

/* Fewer than eight, where eight more numbers follow that are not written yet: they become 0. */
static inline int8_t *numbers_put_few(int8_t *at, uint64_t bits, int count)
{
    numbers_put_eight(at, numbers_spread(bits & ((1u << count) - 1)));
    return at + count;
}

/* A row of `count` bits, one number each; where the last word has eight or more, its last eight overlap those before. */
static inline int8_t *numbers_put_row(int8_t *at, const uint64_t *row, int count)
{
    for (; count >= 64; count -= 64)
        at = numbers_put_bits(at, *row++, 64);
    if (count <= 8)
        return count > 0 ? numbers_put_bits(at, *row, count) : at;
    numbers_put_bits(at, *row, count & ~7);
    numbers_put_eight(at + count - 8, numbers_spread(*row >> (count - 8)));
    return at + count;
}

/* Whose eyes an observation is seen through. */
struct numbers_eyes {
    int own, seats;
};

static inline struct numbers_eyes numbers_eyes_of(int seat, int seats) { return (struct numbers_eyes){seat < 0 ? 0 : seat, seats}; }

/* A seat counted clockwise from the own one, and back. */
static inline int numbers_from_own(struct numbers_eyes eyes, int seat)
{
    return seat < eyes.own ? seat - eyes.own + eyes.seats : seat - eyes.own;
}

static inline int numbers_seat_at(struct numbers_eyes eyes, int steps)
{
    int seat = eyes.own + steps;
    return seat < eyes.seats ? seat : seat - eyes.seats;
}

/* One number for each seat: 1 for the given one, 0 for the others; -1 is nobody. */
static inline int8_t *numbers_put_seat(int8_t *at, struct numbers_eyes eyes, int seat)
{
    if (seat >= 0)
        at[numbers_from_own(eyes, seat)] = 1;
    return at + eyes.seats;
}

/* One number for each seat of a set, from the own one on: 1 for those in it. As numbers_put_few(). */
static inline int8_t *numbers_put_seats(int8_t *at, struct numbers_eyes eyes, stos_seats set)
{
    return numbers_put_few(at, (uint64_t)set >> eyes.own | (uint64_t)set << (eyes.seats - eyes.own), eyes.seats);
}

/* The vote of each seat for a starter, from the own one on, counted from the own one as well; -1 for none. */
static inline int8_t *numbers_put_votes(int8_t *at, struct numbers_eyes eyes, const int8_t *vote)
{
    for (int i = 0; i < eyes.seats; i++) {
        int choice = vote[numbers_seat_at(eyes, i)];
        at = numbers_put(at, choice < 0 ? -1 : numbers_from_own(eyes, choice));
    }
    return at;
}

/* One number for each seat, from the own one on. */
static inline int8_t *numbers_put_each(int8_t *at, struct numbers_eyes eyes, const uint8_t *number)
{
    for (int i = 0; i < eyes.seats; i++)
        at = numbers_put(at, number[numbers_seat_at(eyes, i)]);
    return at;
}

#endif
