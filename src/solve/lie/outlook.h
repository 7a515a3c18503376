/*
 * outlook.h - the chance to win a match of LIE at any moment of it, from what one seat could know, and what a bid or a
 * call did to it.
 *
 * What the others may hold is believed as the thinking bots believe it (bot/lie/belief.h); their network plays the round
 * to its end and says what that leaves of the match. It needs no solved rounds and serves any number of players. The same
 * seed gives the same answer.
 */
#ifndef STOS_SOLVE_LIE_OUTLOOK_H
#define STOS_SOLVE_LIE_OUTLOOK_H

#include "solve/analyze/analyze.h"

struct lie_outlook; /* one thread at a time */

/* NULL when memory is short. */
struct lie_outlook *lie_outlook_open(void);
void lie_outlook_close(struct lie_outlook *outlook); /* NULL is fine */

/* The chance of a seat to win the match. Of the limits deals, seed and cancel count. */
double lie_outlook_chance(struct lie_outlook *outlook, const stos_state *state, int seat, const struct analyze_limits *limits);

/* Judges a bid or a call as analyze_turn() judges turns; `before` is the state in which a seat makes the move. */
void lie_outlook_judge(struct lie_outlook *outlook, const stos_state *before, int seat, stos_move move, const struct analyze_limits *limits,
                       struct analyze_turn *out);

#endif
