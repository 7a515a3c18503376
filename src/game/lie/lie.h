/*
 * lie.h - what the rules of LIE and its numbers share: bids and their ranks, the faces of cards.
 *
 * Every raise is higher than the bid before it, so the bids of a round are a set, and their order
 * follows from the rules. The games of a batch are at different points, so nothing here branches on
 * how many bids or cards there are.
 */
#ifndef STOS_GAME_LIE_H
#define STOS_GAME_LIE_H

#include "base/cards.h"

/* Where each kind of action begins; the choices of ends begin at 0. */
enum {
    LIE_CHOICES = 1 << STOS_LIE_HAND,
    LIE_DIRECTION = LIE_CHOICES,
    LIE_CALL = LIE_DIRECTION + 2,
    LIE_FIRST_BID = LIE_CALL + 1,
    LIE_FIRST_VOTE =
        LIE_FIRST_BID + STOS_LIE_FACES * STOS_LIE_CARDS /* wherever the bids of fewer players end */
};

struct lie_bid {
    int count, face; /* 0 for no bid */
};

/* Ranks come in rows: all counts of one face, or all faces of one count, depending on the order. */
static inline struct lie_bid lie_bid_at(const struct stos_lie_table *table, int rank)
{
    bool by_face = table->option[STOS_LIE_ORDER] == STOS_LIE_ORDER_FACE;
    int row = by_face ? table->cards + (table->cards == 0) : STOS_LIE_FACES, above = rank / row,
        within = rank - above * row;
    return by_face ? (struct lie_bid){1 + within, 1 + above}
                   : (struct lie_bid){1 + above, 1 + within};
}

/* A number for each bid: the same under both orders and for any number of cards. */
static inline int lie_number(struct lie_bid bid)
{
    return STOS_LIE_FACES * (bid.count - 1) + bid.face - 1;
}

static inline bool lie_was_bid(const struct stos_lie_table *table, struct lie_bid bid)
{
    return table->bids[lie_number(bid) >> 6] >> (lie_number(bid) & 63) & 1;
}

/* A number that is greater for a higher bid, and 0 for no bid (LI6, LI7). */
static inline int lie_height(const struct stos_lie_table *table, struct lie_bid bid)
{
    return table->option[STOS_LIE_ORDER] == STOS_LIE_ORDER_FACE ? 32 * bid.face + bid.count
                                                                : 8 * bid.count + bid.face;
}

static inline struct lie_bid lie_standing_bid(const struct stos_lie_table *table)
{
    return (struct lie_bid){table->bid_count, table->bid_face};
}

static inline bool lie_is_higher(const struct stos_lie_table *table, struct lie_bid bid)
{
    return lie_height(table, bid) > lie_height(table, lie_standing_bid(table));
}

/* No bids yet. */
static inline void lie_open_bidding(struct stos_lie_table *table)
{
    memset(table->bids, 0, sizeof table->bids);
    table->bid_count = table->bid_face = 0;
    table->wild = table->option[STOS_LIE_ONES] == STOS_LIE_ONES_WILD;
}

/* Adds a bid that is higher than all before it. LI12: ones stay wild unless the first bid is on
 * ones. */
static inline void lie_add_bid(struct stos_lie_table *table, struct lie_bid bid)
{
    int number = lie_number(bid);
    table->wild &= table->bid_count > 0 || bid.face != 1;
    table->bids[number >> 6] |= UINT64_C(1) << (number & 63);
    table->bid_count = (uint8_t)bid.count;
    table->bid_face = (uint8_t)bid.face;
}

/* There are two cards of each kind: card c is of kind c / 2. Returns the first card of a kind that
 * is not in the set. */
static inline unsigned lie_next_of_kind(uint32_t cards, unsigned kind)
{
    return 2 * kind + (cards >> 2 * kind & 1);
}

/* Both faces of a card kind, the higher one in the upper four bits. */
static const uint8_t lie_ends_of[16] = {0x21, 0x31, 0x41, 0x51, 0x61, 0x32, 0x42, 0x52,
                                        0x62, 0x43, 0x53, 0x63, 0x54, 0x64, 0x65};
_Static_assert(STOS_LIE_KINDS < sizeof lie_ends_of, "a vector of bytes holds all kinds");

static inline unsigned lie_ends(int kind) { return lie_ends_of[kind]; }

/* A byte for each card of a hand, which holds a face in its lower half. */
static const uint64_t lie_low_halves = UINT64_C(0x0f0f0f0f0f);

/* Both ends of all five cards, a byte each as in lie_ends(); arbitrary where there is no card. */
static inline uint64_t lie_hand_ends(const uint8_t kind[STOS_LIE_HAND])
{
#ifdef __SSSE3__
    typedef char bytes __attribute__((
        vector_size(16))); /* no <immintrin.h>: the library needs no platform headers */
    typedef uint64_t words __attribute__((vector_size(16)));
    bytes ends;
    memcpy(&ends, lie_ends_of, sizeof ends);
    return (
        (words)__builtin_ia32_pshufb128(ends, (bytes)(words){word_load(kind, STOS_LIE_HAND)}))[0];
#else
    uint64_t all = 0;
    for (int i = 0; i < STOS_LIE_HAND; i++)
        all |= (uint64_t)lie_ends(kind[i]) << 8 * i;
    return all;
#endif
}

/* The faces of a choice of ends, a byte each, and back. */
static inline uint64_t lie_faces_apart(stos_move faces)
{
    return word_deposit(faces, lie_low_halves);
}
static inline stos_move lie_faces_together(uint64_t faces)
{
    return (stos_move)word_extract(faces, lie_low_halves);
}

/* The faces of a choice of ends, a byte each: the higher one of card i where bit i is set. */
static inline uint64_t lie_chosen_faces(const uint8_t *kind, int size, int high)
{
    uint64_t ends = lie_hand_ends(kind),
             is_high = word_deposit((uint64_t)high, UINT64_C(0x0101010101)) * 15;
    uint64_t faces = (ends & lie_low_halves & ~is_high) | (ends >> 4 & is_high);
    return faces & ((UINT64_C(1) << 8 * size) - 1);
}

static inline stos_move lie_choice(const uint8_t *kind, int size, int high)
{
    return (stos_move)STOS_SHOW << 24 | lie_faces_together(lie_chosen_faces(kind, size, high));
}

#endif
