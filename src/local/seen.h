/*
 * seen.h - the piles and the hand in a view, as its player would name them; the same for both pile
 * games.
 */
#ifndef STOS_LOCAL_SEEN_H
#define STOS_LOCAL_SEEN_H

#include "stos.h"

enum { MOST_IN_HAND = 8, SEEN_PILES = 4 };

/* A pile, numbered as in moves: its top card, its direction, its name. */
struct pile {
    int top, end; /* end: where it leads to */
    bool rising, fire, others;
    const char *name;
};

/* The piles of a view; returns how many, 0 in LIE. */
int seen_piles(const stos_view *view, struct pile out[SEEN_PILES]);

/* How far a card moves a pile forward; negative: back. */
int pile_jump(const struct pile *pile, int card);

/* The cards in the player's hand in order; returns how many. */
int seen_hand(const stos_view *view, int out[MOST_IN_HAND]);
bool seen_holds(const stos_view *view, int card);

#endif
