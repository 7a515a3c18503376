/*
 * net.h - a small policy and value network for LIE: the probabilities of showing, bidding and
 * calling, and the chance to win a match.
 *
 * It was trained by self-play (docs/bots.md) and is evaluated in integers; the probabilities are
 * computed from its outputs with additions, multiplications and divisions only, so every platform
 * gets the same numbers. It is given what one seat knows. Nothing here allocates or keeps state.
 */
#ifndef STOS_BOT_LIE_NET_H
#define STOS_BOT_LIE_NET_H

#include "bidding.h"
#include "bot/net/net.h"

enum {
    LIE_NET_CALL = STOS_LIE_FACES * LIE_NET_COUNTS,
    LIE_NET_BIDS,
    LIE_NET_SHOWS = STOS_LIE_FACES * STOS_LIE_HAND,
    LIE_NET_ENDS = 1 << STOS_LIE_HAND
};
enum { LIE_NET_NEEDS = STOS_LIE_FACES * 11 };
enum {
    LIE_NET_INPUTS = 829,
    LIE_NET_WIDTH = 192,
    LIE_NET_MIDDLE = 64,
    LIE_NET_OUTPUTS = LIE_NET_BIDS + LIE_NET_NEEDS + LIE_NET_SHOWS + 1
};

/* The index of a bid in the policy, where counts end with LIE_NET_COUNTS; LIE_NET_CALL is the
 * challenge. */
static inline int lie_net_count(int count)
{
    return count < LIE_NET_COUNTS ? count : LIE_NET_COUNTS;
}
static inline int lie_net_bid(int count, int face)
{
    return (face - 1) * LIE_NET_COUNTS + lie_net_count(count) - 1;
}
static inline int lie_net_bid_face(int bid) { return 1 + bid / LIE_NET_COUNTS; }
static inline int lie_net_bid_count(int bid) { return 1 + bid % LIE_NET_COUNTS; }

/* The policy of the place on turn with this hand: the probabilities of bids and the challenge, 0 if
 * illegal, summing to 1. */
void lie_net_bids(const struct lie_bidding *round, const struct lie_hand *hand,
                  float chance[LIE_NET_BIDS]);

/* The most probable bid, the first of equals and never the call; -1 if all are 0. */
int lie_net_best_bid(const float chance[LIE_NET_BIDS]);

/* The probabilities of the ways to turn a hand's cards: bit i of the index is 1 if card i shows its
 * higher face. */
void lie_net_shows(const struct lie_bidding *round, int place, const struct lie_hand *hand,
                   float chance[LIE_NET_ENDS]);

/* Both by another network of this shape, such as one that learned to beat this one
 * (tools/train/lie_hunt.py). */
void lie_net_bids_by(const struct net *net, const struct lie_bidding *round,
                     const struct lie_hand *hand, float chance[LIE_NET_BIDS]);
void lie_net_shows_by(const struct net *net, const struct lie_bidding *round, int place,
                      const struct lie_hand *hand, float chance[LIE_NET_ENDS]);

/* The opener's chance to win the match with this hand, before its first bid. */
float lie_net_opening(const struct lie_bidding *round, const struct lie_hand *hand);

/* Everybody's chance to win the match before the cards of a round are dealt, by place, summing
 * to 1. */
void lie_net_matches(const struct lie_bidding *round, float chance[STOS_LIE_SEATS]);

/* e to the power of the larger of x <= 0 and `least`: an approximation that is the same on every
 * platform. */
static inline float lie_net_exponential(float x, float least)
{
    float y = 1 + (x < least ? least : x) * (1.0F / 4096);
    for (int i = 0; i < 12; i++)
        y *= y;
    return y;
}

extern const struct net lie_net,
    lie_duel_net; /* data/lie-net.bin for any number of players, data/lie_duel-net.bin for two */

#endif
