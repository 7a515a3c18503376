/*
 * plan.h - a turn laid out in private (TG17): the player's view after placements that nobody else
 * has seen yet.
 *
 * Needs only a view, so every interface that draws one can use it: the page, the full screen.
 */
#ifndef STOS_TABLE_PLAN_H
#define STOS_TABLE_PLAN_H

#include "stos.h"

enum plan_step {
    PLAN_REFUSED, /* the view is unchanged */
    PLAN_OPEN,    /* the turn goes on */
    PLAN_CLOSED /* the card is on its pile and ends the turn or the game: which cards are drawn next
                   is unknown */
};

/* Puts a card of the view's own seat on a pile. After PLAN_CLOSED no further card can be placed. */
enum plan_step plan_place(stos_view *view, stos_move move, stos_error *error);

#endif
