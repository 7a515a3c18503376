/*
 * seen.h - the piles and the hand in a view, as the player whose view it is would name them; the same for both games of piles.
 */
#ifndef STOS_LOCAL_SEEN_H
#define STOS_LOCAL_SEEN_H

#include "stos.h"

enum { MOST_IN_HAND = 8, SEEN_PILES = 4 };

/* A pile as moves number them: what lies there, which way it goes, what it is called. */
struct pile {
    int top, end; /* end: where it leads to */
    bool rising, fire, others;
    const char *name;
};

/* The piles of a view; returns how many, 0 in LIE. */
int seen_piles(const stos_view *view, struct pile out[SEEN_PILES]);

/* How far a card takes a pile on; negative: back. */
int pile_jump(const struct pile *pile, int card);

/* The cards of one's hand in order; returns how many. */
int seen_hand(const stos_view *view, int out[MOST_IN_HAND]);
bool seen_holds(const stos_view *view, int card);

#endif
