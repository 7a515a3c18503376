/*
 * styles.h - the tuned styles of the bots of THE GAME without search.
 *
 * A style is an evaluation function as data: weights of a few counts, one row for each number of players. `novice` and `steady` are
 * the same code with other weights; steady.c says how its own were found.
 */
#ifndef STOS_BOT_THEGAME_STYLES_H
#define STOS_BOT_THEGAME_STYLES_H

#include "stos.h"

/* What a table costs when a turn ends on it, in no unit; only comparisons count. See steady.c. */
struct thegame_style {
    int16_t front;    /* a card passed by the pile that is further on, of the two of a direction */
    int16_t back;     /* a card passed by the other one */
    int16_t dead;     /* a card that no pile takes any more, tricks aside */
    int16_t far;      /* a card between one in hand and the nearest pile that takes it, ... */
    int16_t far_most; /* ... of which so many count, 1 to 31 */
    int16_t hope;     /* a pile whose trick card is not placed yet, when 64 cards are not */
    int16_t go_on;    /* a card more than the minimum while there is a draw pile */
    int16_t rush;     /* the same when there is none */
    int16_t reach;    /* beyond the minimum only cards that pass so many others or fewer are thought of */
    int16_t firsts;   /* piles where the first of two cards chosen together is tried, tricks aside; 0: cards are chosen singly */
                      /* (under expert and fire rules all four are, as long as any is) */
};

enum { THEGAME_NOVICE, THEGAME_STEADY };

extern const struct thegame_style thegame_styles[][STOS_THEGAME_SEATS]; /* each by the number of players */

#endif
