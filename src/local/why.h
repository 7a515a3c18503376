/*
 * why.h - why a good player would make a move: the reason that a person would give, based on the
 * player's own view.
 *
 * A value without words. Each interface words it, so the terminal and the page give the same reason
 * in their own way.
 */
#ifndef STOS_LOCAL_WHY_H
#define STOS_LOCAL_WHY_H

#include "stos.h"

enum why_kind {
    WHY_GIFT,      /* helps the opponent; number: how far their pile moves back */
    WHY_TRICK,     /* takes a pile back by ten */
    WHY_FIRE,      /* covers a fire */
    WHY_PREPARE,   /* number: the card in hand that can then take the pile back */
    WHY_SMALLEST,  /* number: the jump, and no card has a smaller one */
    WHY_SMALL,     /* number: the jump */
    WHY_END,       /* more cards would cost too much */
    WHY_START,     /* the hand has a good start */
    WHY_WAIT,      /* the hand can wait */
    WHY_ENDS,      /* these ends of cards go together */
    WHY_DIRECTION, /* the next to bid has the harder place */
    WHY_UNLIKELY,  /* a challenge: the number bid is unlikely */
    WHY_HOLDS,     /* a bid; number: how many of them are in hand, at least one */
    WHY_BLUFF,     /* a bid on cards not in hand */
    WHY_KINDS      /* how many there are */
};

struct why {
    enum why_kind kind;
    int number; /* as described above; else 0 */
};

/* The reason for a legal move of the view's seat. */
struct why why_of(const stos_view *view, stos_move move);

#endif
