/*
 * solo_net.h - a network that knows how good a position of THE GAME is for somebody who plays alone.
 *
 * It was trained by self-play (docs/bots.md). It is given what the player knows, never the order of the draw pile. Nothing
 * here allocates or keeps state. Piles are seen "rising", as in net.h. What does not change in a turn is summed up once for all tables that
 * may come about in it.
 */
#ifndef STOS_BOT_THEGAME_SOLO_NET_H
#define STOS_BOT_THEGAME_SOLO_NET_H

#include "bot/net/net.h"
#include "world.h"

enum { SOLO_NET_INPUTS = 1792, SOLO_NET_WIDTH = 256, SOLO_NET_MIDDLE = 32, SOLO_NET_OUTPUTS = 3 * 4 * NET_GOALS };
enum { SOLO_HAND = 8, SOLO_VIEWPOINTS = STOS_THEGAME_PILES + 2 * SOLO_HAND };

/* A table that may come about in a turn. */
struct solo_table {
    uint8_t top[STOS_THEGAME_PILES];
    uint8_t viewpoint[STOS_THEGAME_PILES]; /* where each top comes from, see solo_viewpoint() */
    uint8_t used;                          /* cards of the hand that were placed, as bits in rising order */
    uint8_t due;                           /* piles, as bits, with a fire card to cover */
};

/* A turn made ready: the hand, and what the unseen cards are to each top that may come about. */
struct solo_turn {
    stos_cards hand, unplayed;
    uint8_t card[SOLO_HAND];
    uint8_t cards, level, fire;
    int16_t fixed[SOLO_NET_WIDTH];
    int16_t view[SOLO_VIEWPOINTS][2][SOLO_NET_WIDTH]; /* by viewpoint, and by rank among the two piles of a direction */
};

/* The last layer but one. */
struct solo_sight {
    int16_t middle[SOLO_NET_MIDDLE];
};

static inline int solo_viewpoint(int pile, int place_in_hand) { return STOS_THEGAME_PILES + pile / 2 * SOLO_HAND + place_in_hand; }

void thegame_solo_prepare(struct solo_turn *turn, const struct world *world);
void thegame_solo_see(const struct solo_turn *turn, const struct solo_table *table, struct solo_sight *sight);
struct net_value thegame_solo_value(const struct solo_turn *turn, const struct solo_sight *sight, enum net_phase phase);

extern const struct net thegame_solo_net; /* data/thegame_solo-net.bin */

#endif
