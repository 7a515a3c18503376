/*
 * plans.h - the ways to play one turn of THE GAME, best first by the network's value estimate.
 *
 * A plan is a sequence of placements and then the end of the turn. Plans grow card by card; of each
 * length only the most promising are kept (beam search), and two that lead to the same piles are
 * one. Bounded memory, provided by the caller.
 */
#ifndef STOS_BOT_THEGAME_PLANS_H
#define STOS_BOT_THEGAME_PLANS_H

#include "net.h"

enum { THEGAME_PLANS = 32, PLANS_BEAM = 24, PLAN_STEPS = 8 };

struct plan {
    stos_move move[PLAN_STEPS]; /* placements */
    uint8_t length;
    bool wins;       /* places the last card of all */
    int32_t utility; /* as in struct thegame_value */
};

/* A plan with the piles that it leads to, and a key that identifies them within a turn. */
struct plan_node {
    struct plan plan;
    struct turn_piles piles;
    uint64_t key;
};

struct plans {
    struct plan_node end[THEGAME_PLANS]; /* where a turn may end, best first */
    int count;
    struct turn_net net;
};

/* How widely to search. */
struct plans_limits {
    uint8_t kept;  /* most plans listed */
    uint8_t beam;  /* unfinished plans kept at each length */
    uint8_t slack; /* a plan that may end goes on while it is within 1/slack of the best */
    uint8_t tries; /* placements tried from each plan, those with the smallest jumps; 0: all */
    uint8_t orientations; /* in which the piles are evaluated, 1 or 2 */
};

/* Lists the plans for the turn in a state; none if the turn cannot be finished. Does not look at
 * the others' cards. */
void thegame_plans_list(struct plans *plans, const struct thegame_sim_state *state,
                        const struct plans_limits *limits);

/* The value of the first of the plans just listed, evaluated in both orientations; it must not be
 * one that wins. */
int32_t thegame_plans_evaluate(struct plans *plans);

/* Plays a plan and ends the turn. */
void thegame_plans_play(struct thegame_sim_state *state, const struct plan *plan);

/* Where a card of a hand may go, and how far that moves the pile. */
struct plan_step {
    int8_t jump;
    uint8_t place, pile;
};

enum { PLAN_STEPS_MOST = STOS_THEGAME_PILES * PLAN_STEPS };

/*
 * Lists the steps of the cards held (bits by place in the hand): the `most` with the smallest
 * jumps, in that order; with 0 all of them, unsorted. A pile with the same top as the one before it
 * is skipped. Returns how many.
 */
int thegame_plans_steps(const uint8_t card[PLAN_STEPS], unsigned held, const uint8_t top[4],
                        int most, struct plan_step step[PLAN_STEPS_MOST]);

/* Whether a key that is not 0 was met before; records it. Of keys that share one of the 2^bits
 * slots only the last is remembered. */
static inline bool thegame_plans_met(uint64_t *slots, int bits, uint64_t key)
{
    uint64_t *slot = &slots[key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - bits)];
    bool known = *slot == key;
    *slot = key;
    return known;
}

#endif
