/*
 * why.h - why a good player would make a move: the reason that a person would give, seen from one's own view.
 *
 * A value without words. Every face makes its own sentence of it, so terminal and page give the same reason in their own way.
 */
#ifndef STOS_LOCAL_WHY_H
#define STOS_LOCAL_WHY_H

#include "stos.h"

enum why_kind {
    WHY_GIFT,      /* helps the opponent; number: how far their pile comes back */
    WHY_TRICK,     /* takes a pile back by ten */
    WHY_FIRE,      /* covers a fire */
    WHY_PREPARE,   /* number: the card of one's hand that can then take the pile back */
    WHY_SMALLEST,  /* number: the jump, and no card has a smaller one */
    WHY_SMALL,     /* number: the jump */
    WHY_END,       /* more cards would cost too much */
    WHY_START,     /* one's hand has a good start */
    WHY_WAIT,      /* one's hand can wait */
    WHY_ENDS,      /* these ends of cards go together */
    WHY_DIRECTION, /* the next to bid has the harder place */
    WHY_UNLIKELY,  /* a challenge: so many are unlikely */
    WHY_HOLDS,     /* a bid; number: how many of them one holds, at least one */
    WHY_BLUFF,     /* a bid on what one does not hold */
    WHY_KINDS      /* how many there are */
};

struct why {
    enum why_kind kind;
    int number; /* as said above; else 0 */
};

/* The reason for a legal move of the view's seat. */
struct why why_of(const stos_view *view, stos_move move);

#endif
