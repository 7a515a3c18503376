/*
 * odds.h - LIE by the odds alone: how `steady` shows, bids and calls; used by it, and by the bots
 * that model it.
 */
#ifndef STOS_BOT_LIE_ODDS_H
#define STOS_BOT_LIE_ODDS_H

#include "bidding.h"

/* at_least[wild][cards][hits]: the chance of at least that many hits among that many cards, for a
 * face and for a face with wild ones. */
struct lie_odds {
    double at_least[2][STOS_LIE_CARDS + 1][STOS_LIE_CARDS + 2];
};

void lie_odds_prepare(struct lie_odds *odds);

/* The ends to turn up, as bits. */
unsigned lie_odds_show(const struct lie_hand *hand, bool wild);

/* The bid to make, in *count and *face; false for a challenge. */
bool lie_odds_bid(const struct lie_odds *odds, const struct lie_bidding *round,
                  const struct lie_hand *hand, int *count, int *face);

#endif
