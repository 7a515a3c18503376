/*
 * numbers.h - pieces that the games share when they write a view down as numbers.
 *
 * Everything is written at a cursor that is handed on: each function returns where the next number goes. The numbers
 * are 0 before, so what is mostly zeros writes only the others.
 */
#ifndef STOS_GAME_NUMBERS_H
#define STOS_GAME_NUMBERS_H

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

/* Eight bits, one to a byte: bit i in byte i. */
static inline uint64_t numbers_spread(uint64_t bits)
{
#ifdef __BMI2__
    return __builtin_ia32_pdep_di(bits, UINT64_C(0x0101010101010101));
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

/* The lowest `count` bits of a word, one number each; eight at a time, because this is most of masks and observations. */
static inline int8_t *numbers_put_bits(int8_t *at, uint64_t bits, int count)
{
    for (; count >= 8; count -= 8, bits >>= 8, at += 8)
        numbers_put_eight(at, numbers_spread(bits));
    for (; count > 0; count--, bits >>= 1)
        at = numbers_put(at, (int)(bits & 1));
    return at;
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

/* One number for each seat of a set, from the own one on: 1 for those in it. */
static inline int8_t *numbers_put_seats(int8_t *at, struct numbers_eyes eyes, stos_seats set)
{
    return numbers_put_bits(at, (uint64_t)set >> eyes.own | (uint64_t)set << (eyes.seats - eyes.own), eyes.seats);
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
