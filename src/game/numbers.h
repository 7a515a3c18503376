/*
 * numbers.h - helpers that the games share to write a view as numbers.
 *
 * Everything is written at a cursor: each function returns where the next number goes. Some store
 * eight bytes at a time, also where fewer numbers are left, and say so: what follows is written
 * after them, and at least seven more numbers follow. Seats are counted clockwise from the one
 * whose view it is.
 */
#ifndef STOS_GAME_NUMBERS_H
#define STOS_GAME_NUMBERS_H

#include "base/cards.h"
#include "game.h"

#include <string.h>

/* The action of a legal move; placements are numbered the same way in all games. */
static inline int numbers_action_of(const stos_game *game, const stos_view *view, stos_move move)
{
    if (stos_move_kind(move) == STOS_PLACE)
        return (game->high_card - game->low_card + 1) * stos_move_high(move) + stos_move_low(move) -
            game->low_card;
    return game->numbers->action_of(view, move);
}

/* stos_next_actor() of those who act, with `after` from -1 to the last seat. */
int numbers_next_actor(const stos_state *state, stos_seats actors, int after);

/* How many numbers an observation of a game has. */
int numbers_observation_length(const stos_game *game, int seats);

static inline int8_t *numbers_put(int8_t *at, int number)
{
    *at = (int8_t)number;
    return at + 1;
}

/*
 * A row of bits being written, the lowest first. Only whole words are stored: one assembled in
 * memory from smaller stores could not be loaded at once together with others. With constant counts
 * all shifts are constants too.
 */
struct numbers_row {
    uint64_t *at, word; /* the word being filled, and where it goes */
    int used;           /* bits of it */
};

/* Appends the lowest `count` < 64 bits of a word whose other bits are 0. */
static inline void numbers_append(struct numbers_row *row, uint64_t bits, int count)
{
    row->word |= bits << row->used;
    row->used += count;
    if (row->used >= 64) {
        *row->at++ = row->word;
        row->used -= 64;
        row->word = bits >> (count - row->used);
    }
}

/* Writes what is left, and zeros up to the end of the row. */
static inline void numbers_append_end(struct numbers_row *row, const uint64_t *end)
{
    for (; row->at < end; row->word = 0)
        *row->at++ = row->word;
}

/* The lowest eight bits, one to a byte: bit i in byte i. A copy of the bits in each byte, of which
 * one is kept; adding 127 carries it into the top of its byte. */
static inline uint64_t numbers_spread(uint64_t bits)
{
    uint64_t kept = ((bits & 0xff) * UINT64_C(0x0101010101010101)) & UINT64_C(0x8040201008040201);
    return (kept + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
}

/* Eight numbers, the bytes of a word from the lowest. */
static inline void numbers_put_eight(int8_t *at, uint64_t eight)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(at, &eight, sizeof eight);
#else
    for (int i = 0; i < 8; i++)
        at[i] = (int8_t)(eight >> 8 * i);
#endif
}

/* Thirty-two bits, one number each. */
static inline void numbers_put_32_plain(int8_t *at, uint32_t bits)
{
    for (int i = 0; i < 32; i += 8)
        numbers_put_eight(at + i, numbers_spread(bits >> i));
}

/* The same with AVX2, without which batches of THE GAME and FACE TO FACE with masks and
 * observations take 1.1 to 1.3 times as long. test_numbers.c compares the two. */
static inline void numbers_put_32(int8_t *at, uint32_t bits)
{
#ifdef __AVX2__
    typedef char bytes __attribute__((vector_size(32)));
    typedef uint32_t halves __attribute__((vector_size(32)));
    typedef uint64_t words __attribute__((vector_size(32)));
    const words byte = {0, UINT64_C(0x0101010101010101), UINT64_C(0x0202020202020202),
                        UINT64_C(0x0303030303030303)};
    const words bit = (words){0} + UINT64_C(0x8040201008040201);
    bytes apart = __builtin_ia32_pshufb256((bytes)((halves){0} + bits), (bytes)byte) & (bytes)bit;
    bytes one = -(bytes)(apart == (bytes)bit); /* vector comparisons give -1 for true */
    memcpy(at, &one, sizeof one);
#else
    numbers_put_32_plain(at, bits);
#endif
}

/* The lowest `count` bits of a word, one number each; stores whole eights. */
static inline int8_t *numbers_put_bits(int8_t *at, uint64_t bits, int count)
{
    int i = 0;
    for (; i + 32 <= count; i += 32)
        numbers_put_32(at + i, (uint32_t)(bits >> (i & 63)));
    for (; i < count; i += 8)
        numbers_put_eight(at + i, numbers_spread(bits >> (i & 63)));
    return at + count;
}

/* A row of `count` bits, one number each, and no more: where the last word has eight or more, its
 * last eight overlap those before. */
static inline int8_t *numbers_put_row(int8_t *at, const uint64_t *row, int count)
{
    for (; count >= 64; count -= 64)
        at = numbers_put_bits(at, *row++, 64);
    if (count >= 8) {
        numbers_put_bits(at, *row, count & ~7);
        numbers_put_eight(at + count - 8, numbers_spread(*row >> (count - 8)));
        return at + count;
    }
    for (int i = 0; i < count; i++)
        at = numbers_put(at, (int)(*row >> i & 1));
    return at;
}

/* The seat from which an observation is seen. */
struct numbers_eyes {
    int own, seats;
};

static inline struct numbers_eyes numbers_eyes_of(int seat, int seats)
{
    return (struct numbers_eyes){seat < 0 ? 0 : seat, seats};
}

/* A seat counted clockwise from one's own, and back. */
static inline int numbers_from_own(struct numbers_eyes eyes, int seat)
{
    return seat < eyes.own ? seat - eyes.own + eyes.seats : seat - eyes.own;
}

static inline int numbers_seat_at(struct numbers_eyes eyes, int steps)
{
    int seat = eyes.own + steps;
    return seat < eyes.seats ? seat : seat - eyes.seats;
}

/* A number of each seat, from an array of `size`; stores eight. */
static inline int8_t *numbers_put_each(int8_t *at, struct numbers_eyes eyes, const uint8_t *number,
                                       int size)
{
    uint64_t word = word_load(number, size) & ((UINT64_C(1) << 8 * eyes.seats) - 1);
    numbers_put_eight(at, word >> 8 * eyes.own | word << 8 * (eyes.seats - eyes.own));
    return at + eyes.seats;
}

/* 1 for each seat of a set, 0 for the others; stores eight. */
static inline int8_t *numbers_put_seats(int8_t *at, struct numbers_eyes eyes, unsigned set)
{
    return numbers_put_bits(at, set >> eyes.own | set << (eyes.seats - eyes.own), eyes.seats);
}

/* A vote for a starter: the seat named, -1 for none. */
static inline int8_t numbers_vote(struct numbers_eyes eyes, int named)
{
    return (int8_t)(named < 0 ? -1 : numbers_from_own(eyes, named));
}

#endif
