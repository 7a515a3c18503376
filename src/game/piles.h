/*
 * piles.h - which cards a pile takes: the only place that implements TG5, TG6 and FF5.
 *
 * Indexed by the number on top, so that "what can this hand play there" is one AND. The rules, the
 * action masks, the bots and the solvers all use these tables, most of them through the header
 * placing.h of their game.
 */
#ifndef STOS_GAME_PILES_H
#define STOS_GAME_PILES_H

#include "base/cards.h"

enum { PILES_TOPS = 110 };

extern const stos_cards
    piles_rising_takes[PILES_TOPS]; /* any higher card, or the one exactly ten lower */
extern const stos_cards
    piles_falling_takes[PILES_TOPS]; /* any lower card, or the one exactly ten higher */

#endif
