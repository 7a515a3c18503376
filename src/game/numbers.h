/*
 * numbers.h - helpers that the games share to write a view as numbers.
 *
 * Everything is written at a cursor: each function returns where the next number goes. A few
 * numbers at a time are packed into one word, a byte each, and always written by one store of eight
 * bytes, so what comes after them is overwritten and must be written later; the end of a row is
 * written first, from the back. The number of cards and the seat that sees them differ from game to
 * game of a batch, so nothing here branches on them.
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

/* Eight bits, one to a byte: bit i in byte i. */
static inline uint64_t numbers_spread(uint64_t bits)
{
#ifdef __BMI2__
    return word_deposit(bits, UINT64_C(0x0101010101010101));
#endif
    uint64_t apart = ((bits & 0xff) * UINT64_C(0x0101010101010101)) & UINT64_C(0x8040201008040201);
    return (apart + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
}

/* Eight numbers, in one store on little-endian machines: compilers do not always merge the byte
 * stores themselves. */
static inline void numbers_put_eight(int8_t *at, uint64_t eight)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(at, &eight, sizeof eight);
#else
    for (int i = 0; i < 8; i++)
        at[i] = (int8_t)(eight >> 8 * i);
#endif
}

/* The lowest bytes of a word, one number each. Eight are written. */
static inline int8_t *numbers_put_few(int8_t *at, uint64_t word, int count)
{
    numbers_put_eight(at, word);
    return at + count;
}

/* The same from the back, for the end of a row: they end at `end`. Eight are written; returns where
 * they begin. */
static inline int8_t *numbers_put_back(int8_t *end, uint64_t word, int count)
{
    numbers_put_eight(end - 8, word << 8 * (8 - count));
    return end - count;
}

/* Thirty-two bits, one number each. */
static inline void numbers_put_32(int8_t *at, uint32_t bits)
{
#ifdef __AVX2__
    typedef char bytes __attribute__((
        vector_size(32))); /* no <immintrin.h>: the library needs no platform headers */
    typedef uint32_t halves __attribute__((vector_size(32)));
    typedef uint64_t words __attribute__((vector_size(32)));
    const words byte = {0, UINT64_C(0x0101010101010101), UINT64_C(0x0202020202020202),
                        UINT64_C(0x0303030303030303)};
    const words bit = (words){0} + UINT64_C(0x8040201008040201);
    bytes apart = __builtin_ia32_pshufb256((bytes)((halves){0} + bits), (bytes)byte) & (bytes)bit;
    bytes one = -(bytes)(apart == (bytes)bit); /* vector comparisons give -1 for true */
    memcpy(at, &one, sizeof one);
#else
    for (int i = 0; i < 4; i++, bits >>= 8)
        numbers_put_eight(at + 8 * i, numbers_spread(bits));
#endif
}

/* The lowest `count` bits of a word, one number each; most of a mask or observation is written this
 * way. */
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

/* Up to 32 bits, one number each. Eight are written where that is enough, else 32. */
static inline int8_t *numbers_put_sets(int8_t *at, uint64_t bits, int count)
{
    if (count <= 8)
        numbers_put_eight(at, numbers_spread(bits));
    else
        numbers_put_32(at, (uint32_t)bits);
    return at + count;
}

/* A row of `count` bits, one number each; where the last word has eight or more, its last eight
 * overlap those before. */
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

/* A word with a byte for each seat, from seat 0, rotated to begin with one's own seat; the bytes
 * after the last seat are arbitrary. */
static inline uint64_t numbers_turned(struct numbers_eyes eyes, uint64_t word)
{
    return word >> 8 * eyes.own | word << 8 * (eyes.seats - eyes.own);
}

/* 1 for the given seat, 0 for the others; all 0 if there is none. */
static inline uint64_t numbers_seat(struct numbers_eyes eyes, int seat, bool is_there)
{
    return numbers_turned(eyes, (uint64_t)is_there << 8 * (seat & 7));
}

/* A byte of each seat, from an array of `size` bytes. */
static inline uint64_t numbers_each(struct numbers_eyes eyes, const void *number, int size)
{
    return numbers_turned(eyes, word_load(number, size) & ((UINT64_C(1) << 8 * eyes.seats) - 1));
}

/*
 * The vote of each seat for a starter, also counted from one's own; -1 for none. All bytes at once:
 * the highest bit of each is set so that subtracting borrows nothing from the next, and is cleared
 * where the vote is for a seat before one's own.
 */
static inline uint64_t numbers_votes(struct numbers_eyes eyes, const int8_t *vote, int size)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    uint64_t word = numbers_each(eyes, vote, size);
    uint64_t none = word & tops, apart = (word | tops) - ones * (uint64_t)eyes.own,
             before = ~apart & tops;
    return ((apart + (before >> 7) * (uint64_t)eyes.seats) & ~tops) | (none >> 7) * 255;
}

/* The bits in the mask `even` stay, the others move down by `by`. */
static inline uint64_t numbers_move_down(uint64_t word, uint64_t even, int by)
{
    return (word & even) | (word & ~even) >> by;
}

/* The lowest `bits` < 8 bits of each byte of a word, packed side by side: single bytes are joined,
 * then pairs, then fours. */
static inline uint64_t numbers_narrow(uint64_t word, int bits)
{
    uint64_t each = UINT64_C(0x0101010101010101) * ((UINT64_C(1) << bits) - 1);
#ifdef __BMI2__
    return word_extract(word, each);
#endif
    word = numbers_move_down(word & each, UINT64_C(0x00ff00ff00ff00ff), 8 - bits);
    word = numbers_move_down(word, UINT64_C(0x0000ffff0000ffff), 2 * (8 - bits));
    return numbers_move_down(word, UINT64_C(0x00000000ffffffff), 4 * (8 - bits));
}

/* Turns the seat in each byte of a word into a set of that one seat; the empty set for no seat,
 * which is 128 or more. */
static inline uint64_t numbers_only(uint64_t seats)
{
#ifdef __SSSE3__
    typedef char bytes __attribute__((vector_size(16)));
    typedef uint64_t words __attribute__((vector_size(16)));
    const bytes only = {1, 2, 4, 8, 16, 32};
    return ((words)__builtin_ia32_pshufb128(only, (bytes)(words){seats}))[0];
#else
    uint64_t sets = 0;
    for (int i = 0; i < 64; i += 8)
        sets |= (uint64_t)((seats >> i & 0x80) == 0) << (seats >> i & 7) << i;
    return sets;
#endif
}

/* Sets of seats, one in each byte of a word, all rotated at once to begin with one's own seat, then
 * packed side by side. */
static inline uint64_t numbers_narrow_sets(struct numbers_eyes eyes, uint64_t sets)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t before = ones *
        ((UINT64_C(1) << eyes.own) - 1); /* the seats that come last, counted from one's own */
    uint64_t turned = (sets & ~before) >> eyes.own | (sets & before) << (eyes.seats - eyes.own);
    return numbers_narrow(turned, eyes.seats);
}

#endif
