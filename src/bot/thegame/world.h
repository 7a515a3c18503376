/*
 * world.h - THE GAME played out in the head: one possible deal behind a view, small enough to copy often.
 *
 * Rules as in src/game/thegame.c (TG4-TG15), piles "rising" as in thegame_net.h. Nobody in it knows
 * more than at the real table; where the table talks, everybody says before each turn what thegame_world_hints() says.
 */
#ifndef STOS_BOT_THEGAME_WORLD_H
#define STOS_BOT_THEGAME_WORLD_H

#include "net.h"

struct world {
    stos_cards hand[STOS_THEGAME_SEATS];
    stos_cards unplayed;
    uint8_t draw[STOS_THEGAME_CARDS]; /* draw[drawn] is next */
    uint8_t drawn, draw_end;
    uint8_t top[4];
    uint8_t players, level, fire, talk; /* as in struct net_view */
    uint8_t hand_size, least;           /* cards in a full hand; cards a turn must place while the draw pile lasts */
    uint8_t turn, placed, minimum, due;
    bool over;
    /* what the mover has heard, as in struct net_view */
    uint8_t next_hint[4], other_hints[4], broken[4], self_hints;
};

/* What a seat says about each pile (NET_HINT_...) and about itself (bit 0 in trouble, bit 1 can wait). */
void thegame_world_hints(const struct world *world, int seat, uint8_t pile[4], uint8_t *self);

/* Takes in what the others said, by seat. */
void thegame_world_hear(struct world *world, uint8_t pile[STOS_THEGAME_SEATS][4], const uint8_t self[STOS_THEGAME_SEATS]);

void thegame_world_view(const struct world *world, struct net_view *view);

/* `card` is rising, as `pile` sees it. Both may end the game. */
void thegame_world_place(struct world *world, int card, int pile);
void thegame_world_end_turn(struct world *world);
bool thegame_world_won(const struct world *world);
bool thegame_world_may_end(const struct world *world);

/* The cards of a hand, rising, that a pile with this top takes (TG5, TG6). */
stos_cards thegame_world_fits(stos_cards hand, int top);

bool thegame_world_is_fire(int card);

static inline enum net_phase thegame_world_phase_after(int placed_after, int minimum)
{
    int owed = minimum - placed_after;
    return owed >= 2 ? NET_OWES_TWO : owed == 1 ? NET_OWES_ONE : NET_MAY_STOP;
}

#endif
