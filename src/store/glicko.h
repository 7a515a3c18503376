/*
 * glicko.h - Glicko-2 ratings: rating, deviation (uncertainty) and volatility.
 *
 * Follows Mark Glickman's "Example of the Glicko-2 system" (2013), with its scale (1500, 350, 0.06)
 * and tau 0.5. A rating period is a set of results against opponents as they were rated before it.
 * A period reduces to two sums, which are kept as integers while it runs, so the order of the
 * results cannot matter. Pure functions; results are rounded to the precision that is stored
 * (hundredths; millionths for the volatility), so every machine stores the same values.
 */
#ifndef STOS_STORE_GLICKO_H
#define STOS_STORE_GLICKO_H

#include <stdbool.h>
#include <stdint.h>

struct glicko {
    double rating, deviation, volatility;
};

/* The results of the running period, in billionths: how much they reveal, and how far they deviate
 * from the expected score. */
struct glicko_sums {
    int64_t information, surprise;
};

/* A player without any games yet. */
struct glicko glicko_start(void);

/* Adds one result: 1 won, 0.5 drawn, 0 lost. Both players as rated before the period. */
void glicko_add(struct glicko_sums *sums, const struct glicko *player,
                const struct glicko *opponent, double score);

/* The rating after a period with these results. */
struct glicko glicko_after(const struct glicko *before, const struct glicko_sums *sums);

/* The rating after this many periods without a game: only the deviation grows, at most to that of a
 * new player. */
struct glicko glicko_idle(const struct glicko *before, int64_t periods);

/* The rating at the start of a new season: the same, but less certain. */
struct glicko glicko_new_season(const struct glicko *before);

/* Whether the rating is still uncertain, to be shown with a question mark. */
bool glicko_is_provisional(double deviation);

#endif
