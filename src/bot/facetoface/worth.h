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

/* What there is of both, own and other; then what only the one who moved has. */
enum worth_side {
    WORTH_LEFT,  /* cards still to place */
    WORTH_ROOM,  /* places for them: counted once for each pile that takes the card */
    WORTH_TIGHT, /* those of the pile that has less */
    WORTH_DEAD,  /* cards that neither pile takes */
    WORTH_SPAN,  /* distance between the tops */
    WORTH_HELD,  /* hand sizes */
    WORTH_TRICK, /* cards ten back of a top that may be drawn */
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

/* What things weigh: near the end of the game, and more for each card that is still to be placed. */
struct worth_sum {
    int late, early;
};

/* What the player on turn will see when it ends the turn after placing `used` as well, one of them to help the opponent or not. */
void facetoface_worth_see(struct duel_after *after, const struct duel *duel, uint64_t used, bool helps);

/* What [1] has, which is the same after all plans that leave its piles the same. */
struct worth_sum facetoface_worth_other(const struct duel_after *after);

/* Large is good for [0]: a thousandth of the natural logarithm of the odds. */
int facetoface_worth(const struct duel_after *after, struct worth_sum other);

#endif
