/*
 * curve.h - the win chance of a game turn by turn, found in a thread while the screen goes on, and drawn as text.
 */
#ifndef STOS_TERM_DESK_CURVE_H
#define STOS_TERM_DESK_CURVE_H

#include "solve/analyze/analyze.h"
#include "table/history.h"

struct curve_turn {
    size_t first; /* step of the game with which it begins */
    int count, seat;
    struct analyze_turn found; /* from what its player could know */
    double chance;             /* after it, of whoever the curve is about */
};

struct curve;

/*
 * Starts to think about a copy of the game, about the chance of `seat` (-1: of the first; thegame: of the team). A turn of
 * LIE is a bid or a call. NULL when there is no turn, or memory is short.
 */
struct curve *curve_open(const struct history *game, int seat);
void curve_close(struct curve *curve); /* stops it; NULL is fine */

int curve_seat(const struct curve *curve); /* whose chance it is; -1: of all together */
int curve_turns(const struct curve *curve);
int curve_done(struct curve *curve);                               /* so many are known */
const struct curve_turn *curve_at(const struct curve *curve, int); /* one that is known */

/* The turn that lost most; -1: none lost anything worth a word. */
int curve_worst(struct curve *curve);

/* Draws it, with a mark under the turn `marked` (-1: none). */
void curve_draw(struct curve *curve, int y, int x, int height, int width, int marked);

#endif
