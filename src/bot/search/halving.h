/*
 * halving.h - chooses between plans by trying them on sampled deals: sequential halving (Karnin,
 * Koren and Somekh 2013).
 *
 * Every remaining plan is played on the same deals, and after each of log2(plans) equal parts of
 * the budget the worse half drops out. The prior of a plan counts as a number of trials. A deal on
 * which the budget ran out before all plans were tried does not count, so a search that is
 * cancelled at once answers by the priors alone.
 */
#ifndef STOS_BOT_SEARCH_HALVING_H
#define STOS_BOT_SEARCH_HALVING_H

#include "budget.h"

enum { HALVING_PLANS = 32 };

/* A plan with the sum of its trials; all remaining plans have been tried equally often. */
struct halving_plan {
    int64_t promise, sum; /* the prior, and the results of all trials */
    int plan;             /* the caller's number */
};

struct halving {
    /* set by the caller */
    void (*deal)(void *search);              /* samples the next deal */
    int32_t (*play)(void *search, int plan); /* the result of a plan on it; counts the nodes */
    void *search;
    struct budget *budget;
    uint32_t trust,
        growth; /* the prior counts as `trust` trials, and `growth` more for every 64 trials made */
    int most;   /* try at most this many plans, those with the best priors; up to HALVING_PLANS */
    /* begins empty: see halving_add() */
    int plans;
    struct halving_plan plan[HALVING_PLANS];
    uint64_t trials;
};

/* Adds a plan with its prior; of equal plans the first wins. */
void halving_add(struct halving *halving, int plan, int32_t promise);

/* Runs the search and returns the best plan; at least one must have been added. */
int halving_best(struct halving *halving);

#endif
