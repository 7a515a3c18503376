/*
 * holds.h - the chance that a bid of LIE holds by the cards alone: given the hand of one seat, if
 * the others show either end of each card with equal probability.
 */
#ifndef STOS_SOLVE_LIE_HOLDS_H
#define STOS_SOLVE_LIE_HOLDS_H

#include "stos.h"

/* The bid that a seat makes, or with STOS_CALL the bid that it challenges. */
double lie_bid_holds(const stos_state *before, int seat, stos_move move);

#endif
