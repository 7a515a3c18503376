/*
 * plans.h - what the rest of a turn of FACE TO FACE can be: which cards go to which own pile, which one if any to the
 * opponent. Turns that leave the same table are one plan, and of the orders of a pile's cards the best one.
 *
 * Six cards go to two piles in up to 76,000 orders, but in no more than 3^6 = 729 sets. So sets are listed, and a dynamic program over
 * subsets says for each set and pile whether the pile takes it in some order and which of its cards can lie on top then (tricks
 * included: 31, 41 and 50 fit a rising pile at 40 as 41, 31, 50). The best by worth.h, FACETOFACE_PLANS at most, are what a search chooses
 * from.
 */
#ifndef STOS_BOT_FACETOFACE_PLANS_H
#define STOS_BOT_FACETOFACE_PLANS_H

#include "duel.h"

enum { FACETOFACE_PLANS = 128, PLAN_WINS = -100000000 }; /* the price of a plan that wins at once */

struct duel_plan {
    int32_t price;                /* small is good; see worth.h */
    uint8_t pile_cards[2];        /* placed on own rising and falling pile, as a set of places in the hand */
    uint8_t top[2];               /* own tops afterwards */
    uint8_t help_card, help_pile; /* help_card 0: nothing goes to the opponent */
};

/* The hand of the seat on turn in rising order, and what the own piles take of it. */
struct duel_plans {
    uint8_t card[STOS_FACETOFACE_HAND];
    uint8_t cards;
    uint8_t lasts[2][1 << STOS_FACETOFACE_HAND]; /* for each set: which of its cards may come last; 0: it cannot be placed */
    int count;
    struct duel_plan plan[FACETOFACE_PLANS]; /* the best by price, best first */
};

/* Finds the best `most` plans of the seat on turn, whose hand must not be larger than STOS_FACETOFACE_HAND. */
void facetoface_plans_find(struct duel_plans *plans, const struct duel *duel, int most);

/* The placements of a plan in an order that the piles take; returns how many. */
int facetoface_plans_moves(const struct duel_plans *plans, const struct duel_plan *plan, stos_move moves[STOS_FACETOFACE_HAND]);

/* Makes a plan's placements on a duel with the same table. The turn is not ended. */
void facetoface_plans_play(const struct duel_plans *plans, const struct duel_plan *plan, struct duel *duel);

#endif
