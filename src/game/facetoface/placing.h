/*
 * placing.h - what the clauses of FACE TO FACE say of its table: which cards the piles of both
 * players take, and when a player has won or lost.
 *
 * The rules are made of these functions, and faces, bots and solvers ask the same ones.
 */
#ifndef STOS_GAME_FACETOFACE_PLACING_H
#define STOS_GAME_FACETOFACE_PLACING_H

#include "game/piles.h"

/* The piles of FACE TO FACE as the player on turn sees them. */
enum { PILES_OWN_RISING, PILES_OWN_FALLING, PILES_HELP_RISING, PILES_HELP_FALLING };

static inline uint64_t piles_below(int card) { return (UINT64_C(1) << card) - 1; }

/* FF5 on the player's own piles; FF6 on the opponent's, where a card must improve the pile; FF4
 * allows that once a turn. */
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

static inline uint64_t facetoface_playable(const struct stos_facetoface_table *table)
{
    return facetoface_takes(table, 0) | facetoface_takes(table, 1) | facetoface_takes(table, 2) |
        facetoface_takes(table, 3);
}

/* FF8: the last of one's cards is placed. FF9: a card is owed that the hand cannot place. */
static inline bool facetoface_has_won(const struct stos_facetoface_table *table, int seat)
{
    return word_count(table->gone[seat]) == STOS_FACETOFACE_CARDS;
}

static inline bool facetoface_has_lost(const struct stos_facetoface_table *table, uint64_t hand)
{
    return table->placed < table->minimum && (hand & facetoface_playable(table)) == 0;
}

/* A seat's card on a pile that takes it, and nothing of what follows. */
static inline void facetoface_put(struct stos_facetoface_table *table, uint64_t *hand, int seat,
                                  int card, int pile)
{
    bool helps = pile >= PILES_HELP_RISING;
    *hand &= ~(UINT64_C(1) << card);
    table->gone[seat] |= UINT64_C(1) << card;
    table->top[helps ? 1 - seat : seat][pile & 1] = (uint8_t)card;
    table->placed++;
    table->helped |= helps;
}

/* Why a player on turn with this hand may not put a card on a pile. */
stos_error facetoface_refuse(const struct stos_facetoface_table *table, uint64_t hand, int card,
                             int pile);

#endif
