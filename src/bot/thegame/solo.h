/*
 * solo.h - the ways to play one turn of THE GAME alone, best first by the word of the network for that.
 *
 * As in thegame_plans.h, which calls this where nobody else is at the table.
 */
#ifndef STOS_BOT_THEGAME_SOLO_H
#define STOS_BOT_THEGAME_SOLO_H

#include "plans.h"

void thegame_solo_list(struct plans *plans, const struct world *world, const struct plans_limits *limits);

#endif
