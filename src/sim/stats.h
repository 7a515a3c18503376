/* stats.h - intervals and the sequential test. */
#ifndef STOS_SIM_STATS_H
#define STOS_SIM_STATS_H

#include <stdint.h>

struct stats_interval {
    double value, low, high;
};

/* A proportion with its 95 % interval (Wilson's score). */
struct stats_interval stats_proportion(uint64_t hits, uint64_t tries);

/* The difference of two proportions on paired tries: those where only the first hit, and only the second. */
struct stats_interval stats_paired(uint64_t only_first, uint64_t only_second, uint64_t tries);

/*
 * The sequential test of Wald for "the first is better" (it wins a share of 0.5 + margin of the decided pairs) against
 * "the second is better" (0.5 - margin), with 5 % for either error: 1, -1, or 0 while it is undecided.
 */
int stats_sequential(uint64_t first, uint64_t second, double margin);

#endif
