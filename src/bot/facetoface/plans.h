/*
 * plans.h - the possible rests of a turn of FACE TO FACE: which cards go to which own pile, and
 * which one, if any, to the opponent. Turns that leave the same table are one plan; of the orders
 * of a pile's cards only the best counts.
 *
 * Six cards go to two piles in up to 76,000 orders, but in no more than 3^6 = 729 sets. So the sets
 * are listed, and dynamic programming over subsets tells for each set and pile whether the pile
 * takes it in some order and which of its cards can then be on top (tricks included: 31, 41 and 50
 * fit a rising pile at 40 as 41, 31, 50). A search chooses from the best ones by worth.h, at most
 * FACETOFACE_PLANS.
 */
#ifndef STOS_BOT_FACETOFACE_PLANS_H
#define STOS_BOT_FACETOFACE_PLANS_H

#include "duel.h"

enum { FACETOFACE_PLANS = 128, PLAN_WINS = -100000000 }; /* the price of a plan that wins at once */

struct duel_plan {
    int32_t price;         /* small is good; see worth.h */
    uint8_t pile_cards[2]; /* placed on one's own rising and falling pile, as a set of places in the
                              hand */
    uint8_t top[2];        /* own tops afterwards */
    uint8_t help_card, help_pile; /* help_card 0: nothing goes to the opponent */
};

/* The hand of the seat on turn in rising order, and which cards of it its own piles take. */
struct duel_plans {
    uint8_t card[STOS_FACETOFACE_HAND];
    uint8_t cards;
    uint8_t lasts[2][1 << STOS_FACETOFACE_HAND]; /* for each set: which of its cards may come last;
                                                    0: it cannot be placed */
    int count;
    struct duel_plan plan[FACETOFACE_PLANS]; /* the best by price, best first */
};

/* Finds the best `most` plans of the seat on turn, whose hand must not be larger than
 * STOS_FACETOFACE_HAND. */
void facetoface_plans_find(struct duel_plans *plans, const struct duel *duel, int most);

/* The placements of a plan in an order that the piles take; returns how many. */
int facetoface_plans_moves(const struct duel_plans *plans, const struct duel_plan *plan,
                           stos_move moves[STOS_FACETOFACE_HAND]);

/* Makes a plan's placements in a duel with the same table. Does not end the turn. */
void facetoface_plans_play(const struct duel_plans *plans, const struct duel_plan *plan,
                           struct duel *duel);

#endif
