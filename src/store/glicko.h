/*
 * glicko.h - Glicko-2: how strong somebody is, how sure that is, and how steady.
 *
 * The system of Mark Glickman's "Example of the Glicko-2 system" (2013), with its scale (1500, 350, 0.06) and tau 0.5. A rating period is
 * a set of results against opponents as they were before it. Of a period only two sums are needed, so those are kept while it runs, as
 * whole numbers: the order of the results cannot matter, and nothing is counted that is not in the sums. Pure functions; what they
 * return is rounded to what is kept (hundredths, and millionths of the volatility), so that every machine keeps the same.
 */
#ifndef STOS_STORE_GLICKO_H
#define STOS_STORE_GLICKO_H

#include <stdbool.h>
#include <stdint.h>

struct glicko {
    double rating, deviation, volatility;
};

/* What the results of the running period say, in billionths: how much they tell, and how far they were from what was expected. */
struct glicko_sums {
    int64_t information, surprise;
};

/* Whoever has not played yet. */
struct glicko glicko_start(void);

/* One result: 1 won, 0.5 drawn, 0 lost. Both as they were before the period. */
void glicko_add(struct glicko_sums *sums, const struct glicko *player, const struct glicko *opponent, double score);

/* After a period with these results. */
struct glicko glicko_after(const struct glicko *before, const struct glicko_sums *sums);

/* After so many periods without a game: only the deviation grows, at most to that of a stranger. */
struct glicko glicko_idle(const struct glicko *before, int64_t periods);

/* A new season: the rating stays, but has to be confirmed. */
struct glicko glicko_new_season(const struct glicko *before);

/* Not sure yet: shown with a question mark. */
bool glicko_is_provisional(double deviation);

#endif
