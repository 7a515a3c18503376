/*
 * worth.h - a linear evaluation of a duel for the player who has just finished a turn, before
 * drawing: a weighted sum of features, fitted by logistic regression on self-play duels of the
 * bots. Integers only.
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

/* The features: first those of both players, then those of only the player who moved. */
enum worth_side {
    WORTH_LEFT,  /* cards still to place */
    WORTH_ROOM,  /* places for them: a card counts once for each pile that takes it */
    WORTH_TIGHT, /* the same for the pile that takes fewer */
    WORTH_DEAD,  /* cards that neither pile takes */
    WORTH_SPAN,  /* distance between the tops */
    WORTH_HELD,  /* hand sizes */
    WORTH_TRICK, /* cards ten back from a top that may be drawn */
    WORTH_SIDE_THINGS,
    WORTH_TRICK_HELD = WORTH_SIDE_THINGS, /* those already in hand */
    WORTH_PAIR,                           /* pairs in hand that make a trick ahead of a pile */
    WORTH_DEAD_HELD,                      /* dead cards in hand */
    WORTH_NEAREST,
    WORTH_NEXT, /* cards skipped by the cheapest placement of the hand, and on the other pile */
    WORTH_GIFT,
    WORTH_NO_GIFT, /* what the opponent gains by the least help in hand; whether there is none */
    WORTH_ALWAYS,
    WORTH_THINGS
};

/* A sum of weighted features: at the end of the game, and what is added in proportion to the cards
 * still to be placed. */
struct worth_sum {
    int late, early;
};

/* What the player on turn will see on ending the turn after also placing `used`; `helps` if one of
 * these goes to the opponent. */
void facetoface_worth_see(struct duel_after *after, const struct duel *duel, uint64_t used,
                          bool helps);

/* The part of [1], which is the same for all plans that leave its piles the same. */
struct worth_sum facetoface_worth_other(const struct duel_after *after);

/* The evaluation, large is good for [0]: the natural logarithm of the odds, in thousandths. */
int facetoface_worth(const struct duel_after *after, struct worth_sum other);

#endif
