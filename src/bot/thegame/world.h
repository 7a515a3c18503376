/*
 * world.h - THE GAME for simulations: one possible deal behind a view, small enough to copy often.
 *
 * Rules as in src/game/thegame/rules.c (TG4-TG15); the tests compare the two move by move. All
 * piles are seen as rising: the falling ones are mirrored (card c becomes 101 - c), so that every
 * pile starts at 1, rises, and steps back by ten. Nobody in it knows more than at the real table;
 * at a table with hints, everybody gives those of thegame_world_hints() before each turn.
 */
#ifndef STOS_BOT_THEGAME_WORLD_H
#define STOS_BOT_THEGAME_WORLD_H

#include "stos_bot.h"

/* What the mover has heard. Hints are numbered as for the networks: "leave it" 1 to 3, "no big
 * jump" 4, "go ahead" 5; 0 is none. */
struct thegame_heard {
    uint8_t top[4];    /* the tops when it was said */
    uint8_t next[4];   /* what the next seat said about each pile */
    uint8_t others[4]; /* the seats after it: bits 0..3 somebody said 1..4, bit 4 all said 5 */
    uint8_t self;      /* next in trouble, next can wait, another in trouble, all others can wait */
};

struct world {
    stos_cards hand[STOS_THEGAME_SEATS];
    stos_cards unplayed;
    uint8_t draw[STOS_THEGAME_CARDS]; /* draw[drawn] is next */
    uint8_t drawn, draw_end;
    uint8_t top[4];
    uint8_t players; /* 1..5 */
    uint8_t level;   /* 0 standard, 1 expert, 2 master */
    uint8_t fire;    /* 0 off, 1 next, 2 now */
    uint8_t talk;    /* whether hints are given at this table */
    uint8_t hand_size,
        least; /* cards in a full hand; cards a turn must place while the draw pile lasts */
    uint8_t turn, placed, minimum, due;
    bool over;
    struct thegame_heard heard;
};

/* What a seat says about each pile (STOS_HINT_...) and about itself (bit 0 in trouble, bit 1 can
 * wait). */
void thegame_world_hints(const struct world *world, int seat, uint8_t pile[4], uint8_t *self);

/* Records what the others said, by seat. */
void thegame_world_hear(struct world *world, uint8_t pile[STOS_THEGAME_SEATS][4],
                        const uint8_t self[STOS_THEGAME_SEATS]);

/* Both may end the game. */
void thegame_world_place(struct world *world, int card, int pile);
void thegame_world_end_turn(struct world *world);
bool thegame_world_won(const struct world *world);
bool thegame_world_may_end(const struct world *world);

/* The cards of a hand, as a rising pile sees them, that a pile with this top takes (TG5, TG6). */
stos_cards thegame_world_fits(stos_cards hand, int top);

/* The piles with a fire card on top, as bits. */
uint8_t thegame_world_fires_on(const uint8_t top[4]);

/* A card as a pile sees it, and back; all cards as a falling pile sees them. */
static inline int thegame_world_turned(int card, int pile) { return pile < 2 ? card : 101 - card; }
stos_cards thegame_world_mirror(stos_cards set);

/* 61 bits around a top: bit 30 is the top, bit 30 + d the card d beyond it. */
static inline uint64_t thegame_world_window(stos_cards set, int top)
{
    if (top < 30)
        return set.word[0] << (30 - top);
    int low = top - 30;
    if (low >= 64)
        return set.word[1] >> (low - 64);
    return low == 0 ? set.word[0] : set.word[0] >> low | set.word[1] << (64 - low);
}

#endif
