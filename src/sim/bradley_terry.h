/*
 * bradley_terry.h - ratings from matches between two or more players.
 *
 * The model of Bradley and Terry (1952), for more than two as by Luce: of those who play, i wins
 * with chance g(i) / (sum of g over all of them). A rating is 400 log10 g, so that 400 points are
 * odds of ten to one, and the mean rating is 0. One deal that all share is added to each match, so
 * that whoever has won every game has a finite rating.
 *
 * The intervals (95 %) say how far a rating may lie from the mean of all. They are computed from
 * deals: games of one deal depend on each other, so each match brings the number of independent
 * games that would vary as its games did (`tries`, see stats_tries).
 */
#ifndef STOS_SIM_BRADLEY_TERRY_H
#define STOS_SIM_BRADLEY_TERRY_H

#include "stats.h"
#include "stos.h"

enum { BRADLEY_TERRY_PLAYERS = 32 };

struct bradley_terry_match {
    int seats, player[STOS_MAX_SEATS];
    double wins[STOS_MAX_SEATS], games; /* the wins sum up to the games */
    double of_deal;                     /* games of a deal */
    double tries;
};

/*
 * Fills one rating for each player; false, and nothing is rated, if the matches do not connect all
 * players or there are too many of them. A match without games counts for nothing.
 */
bool bradley_terry(const struct bradley_terry_match *matches, size_t count, int players,
                   struct stats_interval *ratings);

#endif
