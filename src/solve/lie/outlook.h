/*
 * outlook.h - the chance to win a match of LIE at any point of it, from what one seat could know,
 * and how a bid or a call changed it.
 *
 * The others' hands are sampled as by the searching bots (bot/lie/belief.h); the network plays each
 * round to its end and estimates the chance to win the match then. This needs no solved rounds and
 * works for any number of players. The same seed gives the same answer.
 */
#ifndef STOS_SOLVE_LIE_OUTLOOK_H
#define STOS_SOLVE_LIE_OUTLOOK_H

#include "solve/analyze/analyze.h"

/* The chance that a bid holds by the cards alone: the bid that a seat makes, or with STOS_CALL the
 * one that it challenges, given its hand, if the others show either end of each card with equal
 * probability. */
double lie_bid_holds(const stos_state *before, int seat, stos_move move);

struct lie_outlook; /* one thread at a time */

/* NULL if out of memory. */
struct lie_outlook *lie_outlook_open(void);
void lie_outlook_close(struct lie_outlook *outlook); /* NULL is fine */

/* The chance of a seat to win the match. Of the limits only deals, seed and cancel are used. */
double lie_outlook_chance(struct lie_outlook *outlook, const stos_state *state, int seat,
                          const struct analyze_limits *limits);

/* Evaluates a bid or a call as analyze_turn() does turns; `before` is the state in which the seat
 * makes the move. */
void lie_outlook_judge(struct lie_outlook *outlook, const stos_state *before, int seat,
                       stos_move move, const struct analyze_limits *limits,
                       struct analyze_turn *out);

#endif
