/*
 * holds.h - the chance that a bid of LIE holds by the cards alone: from the hand of one seat, when the others show either
 * end of each card alike.
 */
#ifndef STOS_SOLVE_LIE_HOLDS_H
#define STOS_SOLVE_LIE_HOLDS_H

#include "stos.h"

/* The bid that a seat makes, or with STOS_CALL the one that it doubts. */
double lie_bid_holds(const stos_state *before, int seat, stos_move move);

#endif
