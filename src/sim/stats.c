/* stats.c - see stats.h. */
#include "stats.h"

#include <math.h>

static const double z95 = 1.959963984540054;

/* At either end the bound is the end itself, which the sum misses by a rounding error. */
static struct stats_interval wilson(double p, double n)
{
    double zz = z95 * z95;
    double middle = (p + zz / (2 * n)) / (1 + zz / n);
    double half = z95 * sqrt(p * (1 - p) / n + zz / (4 * n * n)) / (1 + zz / n);
    return (struct stats_interval){p, p > 0 ? fmax(0, middle - half) : 0,
                                   p < 1 ? fmin(1, middle + half) : 1};
}

struct stats_interval stats_proportion(uint64_t hits, uint64_t tries)
{
    return tries ? wilson((double)hits / (double)tries, (double)tries)
                 : (struct stats_interval){0, 0, 1};
}

/*
 * The variance of a deal's share lies between nothing and p (1 - p), where all its games end alike.
 * One deal of that variance is added to those played, so that a few deals that happen to be equal
 * do not promise too much.
 */
double stats_tries(struct stats_wins wins)
{
    double deals = (double)wins.deals, won = (double)wins.wins,
           of_deal = (double)wins.games / deals;
    double p = won / (double)wins.games, most = p * (1 - p);
    double spread = fmax(0, (double)wins.squares - won * won / deals) / (of_deal * of_deal);
    double share = most > 0 ? (spread + most) / (deals * most) : 1;
    return deals / fmin(1, share);
}

struct stats_interval stats_share(struct stats_wins wins)
{
    return wins.deals ? wilson((double)wins.wins / (double)wins.games, stats_tries(wins))
                      : (struct stats_interval){0, 0, 1};
}

/* ---------------------------------------------------------------- pairs */

/* Chances of the three outcomes of a pair. */
struct outcomes {
    double first, second, tied;
};

static double sum_of(struct stats_pairs pairs)
{
    return (double)pairs.first + (double)pairs.second + (double)pairs.tied;
}

/*
 * The maximum likelihood chances given that the mean of the pairs is `mean`, from 0 to 1. With q
 * for the second's chance they are q + mean, q and 1 - 2q - mean; where the derivative of the
 * likelihood vanishes, q solves a quadratic equation.
 */
static struct outcomes likeliest(struct stats_pairs pairs, double mean)
{
    double n = sum_of(pairs), first = (double)pairs.first, second = (double)pairs.second,
           tied = (double)pairs.tied;
    double b = (first + second) * (1 - mean) - 2 * mean * (second + tied),
           c = second * mean * (1 - mean);
    double q = fmax(0, (b + sqrt(b * b + 8 * n * c)) / (4 * n));
    return (struct outcomes){q + mean, q, fmax(0, 1 - 2 * q - mean)};
}

/* How many standard errors the pairs lie above a mean from 0 to 1. */
static double score(struct stats_pairs pairs, double mean)
{
    double n = sum_of(pairs), above = (double)pairs.first - (double)pairs.second - n * mean;
    struct outcomes chance = likeliest(pairs, mean);
    double variance = n * fmax(0, chance.first + chance.second - mean * mean);
    return variance > 0 ? above / sqrt(variance) : above < 0 ? -INFINITY : above > 0 ? INFINITY : 0;
}

static double score_anywhere(struct stats_pairs pairs, double mean)
{
    struct stats_pairs mirror = {pairs.second, pairs.first, pairs.tied};
    return mean >= 0 ? score(pairs, mean) : -score(mirror, -mean);
}

/* The mean between `low` and `high` that lies `wanted` standard errors below the pairs; the score
 * falls with the mean. */
static double mean_at(struct stats_pairs pairs, double wanted, double low, double high)
{
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (score_anywhere(pairs, middle) > wanted)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

struct stats_interval stats_paired(struct stats_pairs pairs)
{
    double n = sum_of(pairs);
    if (n == 0)
        return (struct stats_interval){0, -1, 1};
    double value = ((double)pairs.first - (double)pairs.second) / n;
    return (struct stats_interval){value, mean_at(pairs, z95, -1, value),
                                   mean_at(pairs, -z95, value, 1)};
}

/* ---------------------------------------------------------------- the sequential test */

static double log_ratio(uint64_t count, double chance1, double chance0)
{
    return count ? (double)count * log(chance1 / chance0) : 0;
}

struct stats_test stats_sequential(struct stats_pairs pairs, double gain)
{
    struct stats_test test = {0, log(0.95 / 0.05), 0};
    if (sum_of(pairs) == 0)
        return test;
    struct outcomes h0 = likeliest(pairs, 0), h1 = likeliest(pairs, gain);
    test.ratio = log_ratio(pairs.first, h1.first, h0.first) +
        log_ratio(pairs.second, h1.second, h0.second) + log_ratio(pairs.tied, h1.tied, h0.tied);
    test.verdict = test.ratio >= test.bound ? 1 : test.ratio <= -test.bound ? -1 : 0;
    return test;
}
