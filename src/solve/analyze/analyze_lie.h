/*
 * analyze_lie.h - what a move in a game of LIE was worth, from what its player could know.
 *
 * The chance that a bid holds is told for every game. Where two players are left and the table has the round, the
 * equilibrium is asked too: how often it would have made the move, what it does most, and how much of the chance to win
 * the round the move gave away against a player of the table. What the other one has done counts as evidence.
 */
#ifndef STOS_SOLVE_ANALYZE_ANALYZE_LIE_H
#define STOS_SOLVE_ANALYZE_ANALYZE_LIE_H

#include "bot/lie/table.h"

struct analyze_lie_move {
    bool bids;      /* a bid was made or called; otherwise ends were chosen or a direction declared */
    double holds;   /* the chance that it holds: the bid that was made, or the one that was called */
    bool solved;    /* the rest is known */
    double share;   /* of the equilibrium that makes this move; -1 where it never comes here by itself */
    double chance;  /* to win the round with it, best play following */
    double cost;    /* of that chance, against the best move */
    stos_move best; /* the best move */
    double match;   /* cost in the chance to win the match */
};

struct lie_analyzer;

/* The table must stay open; NULL when memory is short. */
struct lie_analyzer *analyze_lie_open(const struct lie_table *table);
void analyze_lie_close(struct lie_analyzer *analyzer);

/* Judges a legal move of a seat in a state of lie. */
void analyze_lie_move(struct lie_analyzer *analyzer, const stos_state *before, int seat, stos_move move, struct analyze_lie_move *out);

/* The chance to win the round with each move of a view that may act, best play following; returns how many, 0 if that is not known. */
int analyze_lie_values(struct lie_analyzer *analyzer, const stos_view *view, stos_move moves[STOS_MAX_MOVES], double value[STOS_MAX_MOVES]);

#endif
