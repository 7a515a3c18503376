/*
 * bidding.h - a round of LIE as the bots see it: players are places in the order of play, the
 * opener is place 0, and players who are out have no place. A plain value; everything in it is
 * public.
 */
#ifndef STOS_BOT_LIE_BIDDING_H
#define STOS_BOT_LIE_BIDDING_H

#include "stos.h"

enum { LIE_NET_COUNTS = 16 }; /* the networks never bid more, and read a higher count as this one */

/* How ones count: plain, wild, or wild but plain in this round because it opened on ones (LI12). */
enum lie_ones { LIE_PLAIN, LIE_WILD, LIE_WILD_OFF };

struct lie_bidding {
    bool by_count, down, last, tiebreak; /* the options order, cards, end; an extra round (LI11) */
    uint8_t ones;                        /* enum lie_ones, now */
    uint8_t players, cards;
    uint8_t size[STOS_LIE_SEATS];                    /* cards of each place */
    uint8_t bid[STOS_LIE_SEATS][STOS_LIE_FACES + 1]; /* the highest count that a place has bid on a
                                                        face, 0 for none */
    uint8_t face, count; /* the standing bid; count is 0 before the first */
    uint8_t turn;        /* the place that acts */
    bool counter;        /* played counter-clockwise (LI13) */
};

/* One player's cards: kinds in order, and how many of each face are shown. */
struct lie_hand {
    uint8_t size, kind[STOS_LIE_HAND], shows[STOS_LIE_FACES + 1];
};

/* The round of a table, before its first bid, played in a direction; place_of[seat] is -1 for seats
 * that are out. */
void lie_bidding_open(struct lie_bidding *round, const struct stos_lie_table *table, int direction,
                      int8_t place_of[STOS_LIE_SEATS]);

/* The round as it stands, with all its bids, and the cards of the view's own seat. */
void lie_bidding_look(struct lie_bidding *round, struct lie_hand *own,
                      const struct stos_lie_view *view, int8_t place_of[STOS_LIE_SEATS]);

/* The bids of a table in order, as ranks; returns their number. */
int lie_bidding_ranks(const struct stos_lie_table *table,
                      uint8_t ranks[STOS_LIE_CARDS * STOS_LIE_FACES]);

void lie_bidding_raise(struct lie_bidding *round, int count, int face);

/* LI6, LI7: the lowest count that may be bid on a face now; more than `cards` if none may. */
int lie_bidding_lowest(const struct lie_bidding *round, int face);

/* The position of a bid in the order of bids (LI6, LI7); only comparisons are meaningful. */
static inline int lie_bidding_order(const struct lie_bidding *round, int count, int face)
{
    return round->by_count ? count * (STOS_LIE_FACES + 1) + face
                           : face * (STOS_LIE_CARDS + 1) + count;
}

/* The move that makes a bid, or with a count of 0 the challenge. */
static inline stos_move lie_bidding_move(int count, int face)
{
    return count > 0 ? stos_move_make(STOS_BID, count, face) : stos_move_make(STOS_CALL, 0, 0);
}

/* How many cards of a hand count for a face. */
static inline int lie_bidding_matches(const struct lie_hand *hand, int face, int ones)
{
    return hand->shows[face] + (face != 1 && ones == LIE_WILD ? hand->shows[1] : 0);
}

static inline int lie_bidding_next(const struct lie_bidding *round, int place)
{
    return place + 1 < round->players ? place + 1 : 0;
}
static inline int lie_bidding_previous(const struct lie_bidding *round, int place)
{
    return place > 0 ? place - 1 : round->players - 1;
}

/*
 * The round after this one if `loser` lost it to `winner` (LI9-LI11, LI14, LI15), before its first
 * bid and played in the same direction; place[old] is the new place of each player, -1 for those
 * who are out. With a single player left the match is over.
 */
void lie_bidding_after(const struct lie_bidding *round, int loser, int winner,
                       struct lie_bidding *next, int8_t place[STOS_LIE_SEATS]);

/* Counts what a hand shows when its ends are turned as the bits of `ends` say (1: the higher face),
 * and the move that does it. */
void lie_bidding_show(struct lie_hand *hand, unsigned ends);
stos_move lie_bidding_show_move(const struct lie_hand *hand, unsigned ends);

#endif
