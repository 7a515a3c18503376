/*
 * styles.h - the tuned styles of the bots of THE GAME that do not search.
 *
 * A style is an evaluation function as data: weights of a few counts, one row for each number of
 * players. `novice` and `steady` are the same code with other weights; steady.c says how its own
 * were found.
 */
#ifndef STOS_BOT_THEGAME_STYLES_H
#define STOS_BOT_THEGAME_STYLES_H

#include "bot/bot.h"

/* The weights of what a table costs when a turn ends on it; only comparisons matter. See steady.c.
 */
struct thegame_style {
    int16_t front;    /* a card passed by the more advanced of the two piles of a direction */
    int16_t back;     /* a card passed by the other one */
    int16_t dead;     /* a card that no pile takes any more, tricks aside */
    int16_t far;      /* a card between one in hand and the nearest pile that takes it, ... */
    int16_t far_most; /* ... of which at most this many count, 1 to 31 */
    int16_t hope;     /* a pile whose trick card is not placed yet, when 64 cards are not */
    int16_t go_on;    /* a card beyond the minimum while there is a draw pile */
    int16_t rush;     /* the same when there is none */
    int16_t reach;    /* beyond the minimum, only cards that pass at most this many others are
                         considered */
    int16_t firsts; /* piles on which the first of two cards chosen together is tried, tricks aside;
                       0: cards are chosen one by one */
                    /* (under expert and fire rules, all four unless 0) */
};

enum { THEGAME_NOVICE, THEGAME_STEADY };

extern const struct thegame_style
    thegame_styles[][STOS_THEGAME_SEATS]; /* each by the number of players */

/* `plan` of the bots without search (steady.c). */
int thegame_steady_plan(const stos_bot *bot, const struct bot_request *request,
                        stos_move moves[STOS_TURN_MOVES]);

#endif
