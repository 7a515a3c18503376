/*
 * plan.h - a turn laid out in private (TG17): what one's view would be after placements that nobody else has seen yet.
 *
 * Made from a view alone, so it can be done by whoever draws one: the page, the full screen.
 */
#ifndef STOS_TABLE_PLAN_H
#define STOS_TABLE_PLAN_H

#include "stos.h"

enum plan_step {
    PLAN_REFUSED, /* the view is as it was */
    PLAN_OPEN,    /* the turn goes on */
    PLAN_CLOSED   /* the card lies on its pile, but the turn or the game ends with it: what is drawn then nobody knows */
};

/* Puts a card of the view's own seat on a pile. Nothing can follow on PLAN_CLOSED. */
enum plan_step plan_place(stos_view *view, stos_move move, stos_error *error);

#endif
