/*
 * curve.h - the win chance of a game turn by turn, found in a thread while the screen goes on, and drawn as text.
 */
#ifndef STOS_TERM_CURVE_H
#define STOS_TERM_CURVE_H

#include "solve/analyze.h"
#include "table/history.h"

struct curve_turn {
    size_t first; /* step of the game with which it begins */
    int count, seat;
    struct analyze_turn found;
};

struct curve;

/* Starts to think about a copy of the game. NULL when such games are not analysed, or memory is short. */
struct curve *curve_open(const struct history *game);
void curve_close(struct curve *curve); /* stops it; NULL is fine */

int curve_turns(const struct curve *curve);
int curve_done(struct curve *curve);                               /* so many are known */
const struct curve_turn *curve_at(const struct curve *curve, int); /* one that is known */

/* The turn that lost most; -1: none lost anything worth a word. */
int curve_worst(struct curve *curve);

/* Draws the chance of `seat` (thegame: of the team), with a mark under the turn `marked` (-1: none). */
void curve_draw(struct curve *curve, int y, int x, int height, int width, int seat, int marked);

#endif
