/*
 * piles.h - which cards a pile takes: the one place where TG5 and TG6, FF4 to FF6 are written down.
 *
 * Indexed by the number on top, so that "what can this hand play there" is one AND. The rules of the games play by it, and
 * the masks of actions are written from it.
 */
#ifndef STOS_GAME_PILES_H
#define STOS_GAME_PILES_H

#include "stos.h"

enum { PILES_TOPS = 110 };

extern const stos_cards piles_rising_takes[PILES_TOPS];  /* any higher card, or the one exactly ten lower */
extern const stos_cards piles_falling_takes[PILES_TOPS]; /* any lower card, or the one exactly ten higher */

/* What a pile of THE GAME takes now. */
static inline stos_cards thegame_takes(const struct stos_thegame_table *table, int pile)
{
    return pile < 2 ? piles_rising_takes[table->top[pile]] : piles_falling_takes[table->top[pile]];
}

/* TG7, TG14, TG15: whether the turn owes nothing more, so that it may end. */
static inline bool thegame_duties_met(const struct stos_thegame_table *table) { return table->placed >= table->minimum && table->due == 0; }

/* The piles of FACE TO FACE as the player on turn sees them. */
enum { PILES_OWN_RISING, PILES_OWN_FALLING, PILES_HELP_RISING, PILES_HELP_FALLING };

static inline uint64_t piles_below(int card) { return (UINT64_C(1) << card) - 1; }

/* FF5 on the own piles; FF6 on the opponent's, where a card must improve the pile; FF4 allows that once a turn. */
static inline uint64_t facetoface_takes(const struct stos_facetoface_table *table, int pile)
{
    const uint8_t *own = table->top[table->turn], *other = table->top[1 - table->turn];
    switch (pile) {
    case PILES_OWN_RISING: return piles_rising_takes[own[0]].word[0];
    case PILES_OWN_FALLING: return piles_falling_takes[own[1]].word[0];
    case PILES_HELP_RISING: return table->helped ? 0 : piles_below(other[0]);
    default: return table->helped ? 0 : ~piles_below(other[1] + 1);
    }
}

#endif
