/*
 * curve.h - the win chance of a game turn by turn, computed in a background thread and drawn as
 * text.
 */
#ifndef STOS_TERM_DESK_CURVE_H
#define STOS_TERM_DESK_CURVE_H

#include "solve/analyze/analyze.h"
#include "scene.h"

struct curve_turn {
    size_t first; /* the step of the game at which it begins */
    int count, seat;
    struct analyze_turn found; /* from what its player could know */
    double chance;             /* after it, for the seat or team that the curve is about */
};

struct curve;

/*
 * Starts to analyse a copy of the game: the chances of `seat` (-1: of the first; thegame: of the
 * team). A turn of LIE is a bid or a call. NULL when there is no turn, or memory is short.
 */
struct curve *curve_open(const struct history *game, int seat);
void curve_close(struct curve *curve); /* stops it; NULL is fine */

int curve_seat(const struct curve *curve); /* whose chance it is; -1: of all together */
int curve_turns(const struct curve *curve);
int curve_done(struct curve *curve);                               /* how many are known */
const struct curve_turn *curve_at(const struct curve *curve, int); /* one that is known */

/* Whose chances it shows, in words. */
void curve_title(const struct curve *curve, const struct scene *scene, char *out, size_t size);

/* The turn that cost the most; -1: none cost anything worth mentioning. */
int curve_worst(struct curve *curve);

/* Draws it, with a mark under the turn `marked` (-1: none). */
void curve_draw(struct curve *curve, int y, int x, int height, int width, int marked);

#endif
