/*
 * piles.h - which cards a pile takes: the one place where TG5 and TG6 are written down.
 *
 * Indexed by the number on top, so that "what can this hand play there" is one AND.
 */
#ifndef STOS_GAME_PILES_H
#define STOS_GAME_PILES_H

#include "stos.h"

enum { PILES_TOPS = 110 };

extern const stos_cards piles_rising_takes[PILES_TOPS];  /* any higher card, or the one exactly ten lower */
extern const stos_cards piles_falling_takes[PILES_TOPS]; /* any lower card, or the one exactly ten higher */

#endif
