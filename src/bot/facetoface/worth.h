/*
 * worth.h - how good a duel stands for the player who has just made a turn, before drawing: a weighted sum of countable
 * things, by logistic regression on duels that the bots played against themselves. Integers only.
 */
#ifndef STOS_BOT_FACETOFACE_WORTH_H
#define STOS_BOT_FACETOFACE_WORTH_H

#include "duel.h"

/* The end of a turn; [0] is the player who made it, [1] the opponent. */
struct duel_after {
    uint64_t left[2]; /* hand and draw pile together */
    uint64_t kept;    /* the hand of [0], before drawing */
    uint8_t top[2][2];
    uint8_t held[2]; /* hand sizes, for [0] after drawing */
    bool lenient;    /* a single card left does not lose (FF9) */
};

enum worth_thing {
    WORTH_ALWAYS,
    WORTH_LEFT,
    WORTH_OTHER_LEFT, /* cards still to place */
    WORTH_ROOM,
    WORTH_OTHER_ROOM, /* places for them: counted once for each pile that takes the card */
    WORTH_TIGHT,
    WORTH_OTHER_TIGHT, /* those of the pile that has less */
    WORTH_DEAD,
    WORTH_OTHER_DEAD, /* cards that neither pile takes */
    WORTH_SPAN,
    WORTH_OTHER_SPAN, /* distance between the tops */
    WORTH_HELD,
    WORTH_OTHER_HELD, /* hand sizes */
    WORTH_TRICK_TO_COME,
    WORTH_OTHER_TRICK, /* cards ten back of a top that may be drawn */
    WORTH_TRICK_HELD,  /* those already in hand */
    WORTH_PAIR,        /* pairs in hand that make a trick ahead of a pile */
    WORTH_DEAD_HELD,   /* dead cards in hand */
    WORTH_NEAREST,
    WORTH_NEXT, /* cards skipped by the cheapest placement of the hand, and on the other pile */
    WORTH_GIFT,
    WORTH_NO_GIFT, /* what the opponent gains by the least help in hand; whether there is none */
    WORTH_THINGS
};

/* What the player on turn will see when it ends the turn after placing `used` as well, one of them to help the opponent or not. */
void facetoface_worth_see(struct duel_after *after, const struct duel *duel, uint64_t used, bool helps);

/* Large is good for [0]: a thousandth of the natural logarithm of the odds. */
int facetoface_worth(const struct duel_after *after);

#endif
