/*
 * endgame.c - see endgame.h. Depth first, tricks and small jumps first; a table of situations that were
 * met keeps it from following two orders to the same place. Turns do not matter here: one that may end need not, so
 * all cards can go in one, and the duties of fire cards (TG14, TG15) end with the last card.
 */
#include "endgame.h"

#include "base/cards.h"

#include <string.h>

enum { MOST_NODES = 4000, SEEN = 1024, NO_JUMP = 1000 };

struct endgame {
    uint8_t card[4][PLAN_STEPS]; /* as each pile sees it, rising */
    int cards, least_left;
    int nodes;
    struct plan line, best;
    uint64_t seen[SEEN];
};

struct option {
    int card, pile, jump;
};

bool thegame_endgame_is_open(const struct world *world) { return world->players == 1 && world->drawn == world->draw_end && !world->over; }

/* Whether this situation was met before; keeps it. */
static bool is_known(struct endgame *endgame, unsigned held, const uint8_t top[4])
{
    uint64_t key = held | 1u << 8;
    for (int pile = 0; pile < 4; pile++)
        key = key << 8 | top[pile];
    uint64_t *slot = &endgame->seen[(key * UINT64_C(0x9e3779b97f4a7c15)) >> 54];
    bool known = *slot == key;
    *slot = key;
    return known;
}

/* The legal placements, cheapest first; a pile with the same top as the one before it adds nothing. */
static int list_options(const struct endgame *endgame, unsigned held, const uint8_t top[4], struct option *out)
{
    int count = 0;
    for (int pile = 0; pile < 4; pile++) {
        if (pile % 2 == 1 && top[pile] == top[pile - 1])
            continue;
        for (int i = 0; i < endgame->cards; i++) {
            int jump = endgame->card[pile][i] - top[pile], at = count;
            if (!(held >> i & 1) || (jump <= 0 && jump != -10))
                continue;
            for (; at > 0 && out[at - 1].jump > jump; at--)
                out[at] = out[at - 1];
            out[at] = (struct option){i, pile, jump};
            count++;
        }
    }
    return count;
}

/* Follows every order from here; true as soon as all cards are placed. */
static bool follow(struct endgame *endgame, unsigned held, const uint8_t top[4])
{
    struct option options[4 * PLAN_STEPS];
    int left = word_count(held);
    if (left < endgame->least_left) {
        endgame->least_left = left;
        endgame->best = endgame->line;
    }
    if (left == 0)
        return true;
    if (++endgame->nodes > MOST_NODES || is_known(endgame, held, top))
        return false;
    int count = list_options(endgame, held, top, options);
    for (int i = 0; i < count; i++) {
        uint8_t next[4];
        int card = options[i].card, pile = options[i].pile, step = endgame->line.length;
        memcpy(next, top, sizeof next);
        next[pile] = endgame->card[pile][card];
        endgame->line.card[step] = next[pile];
        endgame->line.pile[step] = (uint8_t)pile;
        endgame->line.length++;
        bool all = follow(endgame, held & ~(1u << card), next);
        endgame->line.length--;
        if (all)
            return true;
    }
    return false;
}

int thegame_endgame_solve(const struct world *world, struct plan *plan)
{
    struct endgame endgame;
    stos_cards hand = world->hand[0];
    memset(&endgame, 0, sizeof endgame);
    endgame.least_left = NO_JUMP;
    for (; !cards_empty(hand) && endgame.cards < PLAN_STEPS; endgame.cards++) {
        int card = cards_take(&hand);
        for (int pile = 0; pile < 4; pile++)
            endgame.card[pile][endgame.cards] = (uint8_t)thegame_world_turned(card, pile);
    }
    endgame.best.wins = false;
    follow(&endgame, (1u << endgame.cards) - 1, world->top);
    *plan = endgame.best;
    plan->wins = endgame.least_left == 0;
    return endgame.least_left;
}
