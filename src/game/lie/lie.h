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
#include "game/game.h"

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

/* The two faces of each kind of card, the lower one first. */
static const uint8_t lie_ends[STOS_LIE_KINDS][2] = {{1, 2}, {1, 3}, {1, 4}, {1, 5}, {1, 6},
                                                    {2, 3}, {2, 4}, {2, 5}, {2, 6}, {3, 4},
                                                    {3, 5}, {3, 6}, {4, 5}, {4, 6}, {5, 6}};

static inline bool lie_has_face(int kind, int face)
{
    return (face == lie_ends[kind][0]) | (face == lie_ends[kind][1]);
}

/* The kind with these faces, -1 if there is none. */
static inline int lie_kind_of(int low, int high)
{
    for (int kind = 0; kind < STOS_LIE_KINDS; kind++)
        if (lie_ends[kind][0] == low && lie_ends[kind][1] == high)
            return kind;
    return -1;
}

/* LI3: the move that chooses ends, the higher one of card i where bit i of `high` is set. */
static inline stos_move lie_choice(const uint8_t *kind, int size, int high)
{
    stos_move move = (stos_move)STOS_SHOW << 24;
    for (int i = 0; i < size; i++)
        move |= (stos_move)lie_ends[kind[i]][high >> i & 1] << 4 * i;
    return move;
}

/* ---------------------------------------------------------------- what its files share */

bool lie_settle_position(stos_state *state);
bool lie_read_view(struct json_span json, const stos_rules *rules, int phase, int seat,
                   stos_view *view);

#endif
