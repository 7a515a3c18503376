/*
 * sample.h - deals of THE GAME that fit what a seat sees and, as far as possible, what the others
 * have said.
 *
 * A deal in which somebody would have given another hint is improbable, so hands dealt at random
 * are repaired by swaps until they explain what was said (rejection sampling would throw away every
 * deal that misses a single hint). From a deal that fits, swaps that keep it fitting lead to the
 * next one: a Markov chain whose stationary distribution is uniform over the deals that fit. Now
 * and then it starts afresh, so that it visits all parts of them.
 */
#ifndef STOS_BOT_THEGAME_SAMPLE_H
#define STOS_BOT_THEGAME_SAMPLE_H

#include "belief.h"
#include "sim_state.h"

/* The cards that the mover does not see, place by place: of each seat first the cards it has kept
 * from its last turn, then the new ones, and after the hands the draw pile. */
struct thegame_hidden {
    uint8_t card[STOS_THEGAME_CARDS];
    uint8_t hand[STOS_THEGAME_CARDS];        /* twice the seat, 1 more for new cards; HIDDEN_DRAW */
    stos_cards held[2 * STOS_THEGAME_SEATS]; /* the same cards by hand */
    int first[STOS_THEGAME_SEATS + 1];       /* place of each seat */
    int cards, in_hands;
};

struct thegame_sampler {
    struct thegame_sim_state known; /* as thegame_sim_begin() has it */
    struct belief belief;
    struct thegame_hidden hidden;      /* the last deal */
    int wrong[STOS_THEGAME_SEATS + 1]; /* how much of what each seat said it does not fit */
    int all_wrong;                     /* their sum */
    uint32_t deals;                    /* so far */
    stos_random random;
};

/* From what a seat knows, has heard (no hints: NULL) and remembers (nothing: NULL). */
void thegame_sampler_begin(struct thegame_sampler *sampler, const struct stos_thegame_view *view,
                           const stos_hints *hints, const stos_hint_history *history,
                           uint64_t seed);

void thegame_sampler_deal(struct thegame_sampler *sampler, struct thegame_sim_state *deal);

#endif
