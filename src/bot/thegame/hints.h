/*
 * hints.h - what the bots of THE GAME say about their hands, and what the player on turn hears.
 *
 * Hints mean what a person would mean by them (docs/bots.md), the same for bots and people, and
 * name no number:
 *
 *   leave it 3    I can step back by ten there, or follow within two
 *   leave it 2    I can follow within four
 *   leave it 1    I can follow within seven
 *   no big jump   I can follow within fourteen
 *   go ahead      nothing of mine lies within twenty
 *
 * About oneself: in trouble when the two cheapest cards cost sixteen or more together, can wait
 * when five or less; at the expert level the three cheapest, thirty and twelve. A hint about a pile
 * holds until somebody places a card there.
 *
 * Before the first card of a game every card fits and both piles of a kind are alike: nobody is in
 * trouble, and who needs one of them speaks of the first alone.
 */
#ifndef STOS_BOT_THEGAME_HINTS_H
#define STOS_BOT_THEGAME_HINTS_H

#include "game/thegame/placing.h"

#include "stos_bot.h"

/* What the mover has heard. Hints are numbered as for the networks: "leave it" 1 to 3, "no big
 * jump" 4, "go ahead" 5; 0 is none. */
struct thegame_heard {
    uint8_t top[4];    /* the tops when it was said, all piles as rising ones */
    uint8_t next[4];   /* what the next seat said about each pile */
    uint8_t others[4]; /* the seats after it: bits 0..3 somebody said 1..4, bit 4 all said 5 */
    uint8_t self;      /* next in trouble, next can wait, another in trouble, all others can wait */
};

/* What somebody says about themselves. */
enum { THEGAME_IN_TROUBLE = 1, THEGAME_CAN_WAIT = 2 };

/* The piles that a hand with these tops speaks of, as bits: all, but before the first card the
 * first rising and the first falling one. */
enum { THEGAME_ALL_PILES = 15 };
int thegame_spoken_of(const uint8_t top[STOS_THEGAME_PILES]);

/* What a hand says about each pile (STOS_HINT_...) and about itself, THEGAME_IN_TROUBLE or
 * THEGAME_CAN_WAIT, or 0. */
void thegame_hints_of(const struct stos_thegame_table *table, stos_cards hand,
                      uint8_t pile[STOS_THEGAME_PILES], uint8_t *self);

/*
 * The other way round, what a hint about a pile says about the hand of who gives it: cards that it
 * does not have, and cards of which it has one at least (empty: that is all). STOS_HINT_NONE is the
 * silence of somebody who says everything.
 */
void thegame_hint_means(int hint, int top, int pile, stos_cards *never, stos_cards *some);

/* What each card costs with these tops; a missing card costs THEGAME_NO_CARD. */
enum { THEGAME_NO_CARD = 90, THEGAME_COSTS = 100 };
void thegame_card_costs(const uint8_t top[STOS_THEGAME_PILES], int8_t cost[THEGAME_COSTS]);

/* What the cheapest cards of a turn cost together, from `low` to `high`, if somebody says that
 * about themselves, or nothing (0); `may_be`: they could have said that they are in trouble. */
void thegame_self_means(int self, int least, bool may_be, int *low, int *high);

/* Gathers what the others said, by seat, for the seat on turn. */
void thegame_hints_hear(struct thegame_heard *heard, const struct stos_thegame *game,
                        uint8_t pile[STOS_THEGAME_SEATS][STOS_THEGAME_PILES],
                        const uint8_t self[STOS_THEGAME_SEATS]);

/* 61 bits around a top: bit 30 is the top, bit 30 + d the card d beyond it. */
static inline uint64_t thegame_window(stos_cards set, int top)
{
    if (top < 30)
        return set.word[0] << (30 - top);
    int low = top - 30;
    if (low >= 64)
        return set.word[1] >> (low - 64);
    return low == 0 ? set.word[0] : set.word[0] >> low | set.word[1] << (64 - low);
}

#endif
