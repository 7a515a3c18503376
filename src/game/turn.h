/*
 * turn.h - the turns of a game: who made which moves, with the state before and after.
 *
 * A turn of the games with piles is what one seat places until it ends the turn, its hand is empty
 * or the game is over; a turn of LIE is a bid or a call. Votes, the choice of ends and the
 * direction belong to no turn.
 */
#ifndef STOS_GAME_TURN_H
#define STOS_GAME_TURN_H

#include "stos.h"

enum { TURN_MOVES = 12 }; /* no turn places more cards and ends */

struct turn {
    stos_state start, after;
    stos_move move[TURN_MOVES];
    int count, seat;
    size_t first;  /* its first move, counted from the start of the game */
    size_t played; /* moves of the game so far */
    bool goes_on;  /* the next move belongs to it too */
};

/* Adds the next move of a game; zero the turn before the first. False for moves that belong to no
 * turn. */
bool turn_take(struct turn *turn, const stos_state *before, int seat, stos_move move,
               const stos_state *after);

#endif
