/*
 * endgame.c - see endgame.h. Depth-first search, tricks and small jumps first; a transposition
 * table avoids searching positions again that other orders have led to. Turns do not matter here:
 * one that may end need not, so all cards can go in one, and the obligations of fire cards (TG14,
 * TG15) end with the last card.
 */
#include "endgame.h"

#include <string.h>

enum { MOST_NODES = 4000, MET_BITS = 10, MANY = 1000 };

struct endgame {
    uint8_t card[PLAN_STEPS];
    int cards, least_left;
    int nodes;
    struct plan line, best;
    uint64_t met[1 << MET_BITS];
};

bool thegame_endgame_is_open(const struct thegame_sim_state *state)
{
    return state->game.table.option[STOS_THEGAME_PLAYERS] == 1 &&
        state->game.drawn == STOS_THEGAME_CARDS && !thegame_sim_over(state);
}

/* What tells situations apart. */
static uint64_t key_of(unsigned held, const uint8_t top[4])
{
    uint64_t key = held | 1u << 8;
    for (int pile = 0; pile < 4; pile++)
        key = key << 8 | top[pile];
    return key;
}

/* Follows every order from here; true as soon as all cards are placed. */
static bool follow(struct endgame *endgame, unsigned held, const uint8_t top[4])
{
    struct plan_step steps[PLAN_STEPS_MOST];
    int left = word_count(held);
    if (left < endgame->least_left) {
        endgame->least_left = left;
        endgame->best = endgame->line;
    }
    if (left == 0)
        return true;
    if (++endgame->nodes > MOST_NODES ||
        thegame_plans_met(endgame->met, MET_BITS, key_of(held, top)))
        return false;
    int count = thegame_plans_steps(endgame->card, held, top, PLAN_STEPS_MOST, steps);
    for (int i = 0; i < count; i++) {
        uint8_t next[4];
        int place = steps[i].place, pile = steps[i].pile;
        memcpy(next, top, sizeof next);
        next[pile] = (uint8_t)thegame_as_rising(endgame->card[place], pile);
        endgame->line.move[endgame->line.length++] =
            stos_move_make(STOS_PLACE, endgame->card[place], pile);
        bool all = follow(endgame, held & ~(1u << place), next);
        endgame->line.length--;
        if (all)
            return true;
    }
    return false;
}

int thegame_endgame_solve(const struct thegame_sim_state *state, struct plan *plan)
{
    struct endgame endgame;
    stos_cards hand = state->game.hand[0];
    uint8_t top[STOS_THEGAME_PILES];
    memset(&endgame, 0, sizeof endgame);
    endgame.least_left = MANY;
    while (!cards_empty(hand) && endgame.cards < PLAN_STEPS)
        endgame.card[endgame.cards++] = (uint8_t)cards_take(&hand);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        top[pile] = (uint8_t)thegame_as_rising(state->game.table.top[pile], pile);
    follow(&endgame, (1u << endgame.cards) - 1, top);
    *plan = endgame.best;
    plan->wins = endgame.least_left == 0;
    return endgame.least_left;
}
