/* climb.h - what the files of CLIMB share; see rules.c. */
#ifndef STOS_GAME_CLIMB_H
#define STOS_GAME_CLIMB_H

#include "stos.h"

/* Why a card may not be placed. */
stos_error climb_refuse(const struct stos_climb_table *table, uint64_t hand, int card, int pile);

#endif
