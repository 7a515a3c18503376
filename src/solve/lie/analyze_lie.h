/*
 * analyze_lie.h - what a move in a game of LIE was worth, from what its player could know.
 *
 * The chance that a bid holds is given for every game. If two players are left and the table has
 * the round, the equilibrium is consulted too: how often it would have made the move, which move is
 * best, and how much of the chance to win the round the move gave away against a player of the
 * table. What the opponent has done counts as evidence.
 */
#ifndef STOS_SOLVE_LIE_ANALYZE_LIE_H
#define STOS_SOLVE_LIE_ANALYZE_LIE_H

#include "bot/lie/table.h"

struct analyze_lie_move {
    bool bids;    /* a bid was made or called; otherwise ends were chosen or a direction declared */
    double holds; /* the chance that it holds: the bid that was made, or the one that was called */
    bool solved;  /* the fields below are known */
    double share; /* the probability of this move in the equilibrium; -1 where it never gets here by
                     itself */
    double chance;  /* to win the round with it, followed by best play */
    double cost;    /* in that chance, compared with the best move */
    stos_move best; /* the best move */
    double match;   /* cost in the chance to win the match */
};

struct lie_analyzer;

/* The table must stay open; NULL if out of memory. */
struct lie_analyzer *analyze_lie_open(const struct solved_rounds *table);
void analyze_lie_close(struct lie_analyzer *analyzer);

/* Evaluates a legal move of a seat in a state of lie. */
void analyze_lie_move(struct lie_analyzer *analyzer, const stos_state *before, int seat,
                      stos_move move, struct analyze_lie_move *out);

/* The chance to win the round with each move of a view that may act, followed by best play; returns
 * how many, 0 if unknown. */
int analyze_lie_values(struct lie_analyzer *analyzer, const stos_view *view,
                       stos_move moves[STOS_MAX_MOVES], double value[STOS_MAX_MOVES]);

#endif
