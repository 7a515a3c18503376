/*
 * stats.h - confidence intervals and the sequential test.
 *
 * Two bots that play the same deals are compared deal by deal: +1 if only the first won, -1 if only
 * the second did, 0 if both did the same. The luck of the deal cancels out, and what is left is a
 * trinomial distribution, whose mean is the difference in strength.
 */
#ifndef STOS_SIM_STATS_H
#define STOS_SIM_STATS_H

#include <stdint.h>

struct stats_interval {
    double value, low, high;
};

/* Deals by which bot they favour: the first, the second, neither. */
struct stats_pairs {
    uint64_t first, second, tied;
};

/* A proportion with its 95 % interval (Wilson's score). */
struct stats_interval stats_proportion(uint64_t hits, uint64_t tries);

/*
 * The share of games that were won, when each deal was played several times: games of one deal are
 * not independent, so the interval follows from how the wins vary from deal to deal. `squares` is
 * the sum over the deals of the square of the wins in each. It is Wilson's interval for as many
 * tries as independent games would vary like that; where only one game of each deal was played,
 * these are the games.
 */
struct stats_wins {
    uint64_t wins, squares, games, deals;
};
struct stats_interval stats_share(struct stats_wins wins);

/* How many independent games would vary like that; at least one deal was played. */
double stats_tries(struct stats_wins wins);

/*
 * The mean of pairs with its 95 % interval: Tango's score interval for the difference of two paired
 * proportions ("Equivalence test and confidence interval for the difference in proportions for the
 * paired-sample design", 1998). It stays within -1 to 1, and is honest where few pairs differ:
 * three deals without a difference leave room for a large one.
 */
struct stats_interval stats_paired(struct stats_pairs pairs);

/*
 * The sequential probability ratio test of two hypotheses about the mean of pairs: H0, it is 0 (the
 * two are equal), against H1, it is `gain` (the first is better by that much, 0 < gain < 1), with 5
 * % for either error. Testers of chess engines call it GSPRT: the nuisance parameter, how often
 * pairs tie, is set to its maximum likelihood value under each hypothesis.
 */
struct stats_test {
    double ratio; /* the logarithm of the likelihood ratio: for H1 if large */
    double bound; /* decided once |ratio| reaches this */
    int verdict;  /* 1: H1; -1: H0; 0: undecided so far */
};
struct stats_test stats_sequential(struct stats_pairs pairs, double gain);

#endif
