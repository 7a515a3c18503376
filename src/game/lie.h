/*
 * lie.h - what the rules of LIE and its numbers both count: bids and their ranks, the faces of cards.
 *
 * Every raise is higher than the bid before it, so the bids of a round are a set: bit r stands for the bid of rank r.
 * Games of a batch stand at different places, so nothing here branches on how many bids or cards there are.
 */
#ifndef STOS_GAME_LIE_H
#define STOS_GAME_LIE_H

#include "base/cards.h"

struct lie_bid {
    int count, face; /* 0 for no bid */
};

/* How many ranks share what a raise raises first: the counts of a face, or the faces of a count. */
static inline int lie_row(const struct stos_lie_table *table, bool by_face)
{
    return by_face ? table->cards + (table->cards == 0) : STOS_LIE_FACES;
}

static inline struct lie_bid lie_bid_at(const struct stos_lie_table *table, int rank)
{
    bool by_face = table->option[STOS_LIE_ORDER] == STOS_LIE_ORDER_FACE;
    int row = lie_row(table, by_face), above = rank / row, within = rank - above * row;
    return by_face ? (struct lie_bid){1 + within, 1 + above} : (struct lie_bid){1 + above, 1 + within};
}

/* The rank of the highest bid, -1 before the first. */
static inline int lie_last_bid(const struct stos_lie_table *table)
{
    int word = table->option[STOS_LIE_PLAYERS] == 2 ? 0 : table->bids[2] ? 2 : table->bids[1] ? 1 : 0; /* two have 60 bids at most */
    uint64_t bids = table->bids[word];
    return 64 * word + 63 - (bids ? __builtin_clzll(bids) : 64);
}

/* The bid that stands, or none: then no rank is reached, and the number of rows rounded up is 0. */
static inline struct lie_bid lie_standing_bid(const struct stos_lie_table *table)
{
    bool by_face = table->option[STOS_LIE_ORDER] == STOS_LIE_ORDER_FACE;
    int reached = lie_last_bid(table) + 1, row = lie_row(table, by_face), rows = (reached + row - 1) / row;
    int within = (reached + row - rows * row) & -(reached > 0);
    return by_face ? (struct lie_bid){within, rows} : (struct lie_bid){rows, within};
}

/* The rank of the lowest bid, which was the first; there is one. */
static inline int lie_first_bid(const struct stos_lie_table *table)
{
    int word = table->bids[0] ? 0 : table->bids[1] ? 1 : 2;
    return 64 * word + __builtin_ctzll(table->bids[word]);
}

/* LI12: ones are wild unless the first bid of the round is on ones. */
static inline bool lie_ones_wild(const struct stos_lie_table *table)
{
    return table->option[STOS_LIE_ONES] == STOS_LIE_ONES_WILD &&
        (lie_last_bid(table) < 0 || lie_bid_at(table, lie_first_bid(table)).face != 1);
}

/* Both faces of a card kind, the higher one in the upper four bits. */
static const uint8_t lie_ends_of[16] = {0x21, 0x31, 0x41, 0x51, 0x61, 0x32, 0x42, 0x52, 0x62, 0x43, 0x53, 0x63, 0x54, 0x64, 0x65};
_Static_assert(STOS_LIE_KINDS < sizeof lie_ends_of, "a vector of bytes holds all kinds");

static inline unsigned lie_ends(int kind) { return lie_ends_of[kind]; }

/* A byte for each card of a hand, which holds a face in its lower half. */
static const uint64_t lie_low_halves = UINT64_C(0x0f0f0f0f0f);

/* Both ends of all five cards, a byte each as in lie_ends(); where there is no card, those of any. */
static inline uint64_t lie_hand_ends(const uint8_t kind[STOS_LIE_HAND])
{
#ifdef __SSSE3__
    typedef char bytes __attribute__((vector_size(16))); /* without <immintrin.h>: the library needs no headers of a system */
    typedef uint64_t words __attribute__((vector_size(16)));
    bytes ends;
    memcpy(&ends, lie_ends_of, sizeof ends);
    return ((words)__builtin_ia32_pshufb128(ends, (bytes)(words){word_load(kind, STOS_LIE_HAND)}))[0];
#else
    uint64_t all = 0;
    for (int i = 0; i < STOS_LIE_HAND; i++)
        all |= (uint64_t)lie_ends(kind[i]) << 8 * i;
    return all;
#endif
}

/* The faces of a choice of ends, a byte each, and back. */
static inline uint64_t lie_faces_apart(stos_move faces) { return word_deposit(faces, lie_low_halves); }
static inline stos_move lie_faces_together(uint64_t faces) { return (stos_move)word_extract(faces, lie_low_halves); }

/* The choice of ends of a hand: the higher face of card i where bit i is set. */
static inline stos_move lie_choice(const uint8_t *kind, int size, int high)
{
    uint64_t ends = lie_hand_ends(kind), is_high = word_deposit((uint64_t)high, UINT64_C(0x0101010101)) * 15;
    uint64_t faces = (ends & lie_low_halves & ~is_high) | (ends >> 4 & is_high);
    return (stos_move)STOS_SHOW << 24 | lie_faces_together(faces & ((UINT64_C(1) << 8 * size) - 1));
}

#endif
