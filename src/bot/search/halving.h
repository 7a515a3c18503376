/*
 * halving.h - decides between plans by trying them on imagined deals: sequential halving (Karnin, Koren and Somekh 2013).
 *
 * Every plan still in is played on the same deals, and after each of log2(plans) equal parts of the budget the worse half
 * drops out. What a plan promises at first sight counts as some trials. A deal on which not all plans were tried when the
 * budget ran out counts for none, so that a search that is cancelled at once answers as if it had not begun.
 */
#ifndef STOS_BOT_SEARCH_HALVING_H
#define STOS_BOT_SEARCH_HALVING_H

#include "budget.h"

enum { HALVING_PLANS = 32 };

/* A plan with what its trials brought; all that are still in have been tried equally often. */
struct halving_plan {
    int64_t promise, sum;
    int plan; /* the caller's number */
};

struct halving {
    /* set by the caller */
    void (*deal)(void *search);              /* imagines the next deal */
    int32_t (*play)(void *search, int plan); /* what a plan brings on it; counts the nodes */
    void *search;
    struct budget *budget;
    uint32_t trust, growth; /* a promise counts as `trust` trials, and `growth` more for each 64 that are made */
    int most;               /* plans that are tried at most, those that promise most; up to HALVING_PLANS */
    /* begins empty: see halving_add() */
    int plans;
    struct halving_plan plan[HALVING_PLANS];
    uint64_t trials;
};

/* Enters a plan; of equals the first one wins. */
void halving_add(struct halving *halving, int plan, int32_t promise);

/* The best of the plans, of which there is at least one. */
int halving_best(struct halving *halving);

#endif
