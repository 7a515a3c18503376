/*
 * sample.h - deals of THE GAME that fit what a seat sees and, as far as possible, what the others
 * have said.
 *
 * A deal in which somebody would have given another hint is improbable, so hands dealt at random
 * are repaired by swaps until they explain what was said (rejection sampling would throw away every
 * deal that misses a single hint).
 */
#ifndef STOS_BOT_THEGAME_SAMPLE_H
#define STOS_BOT_THEGAME_SAMPLE_H

#include "sim_state.h"

struct thegame_sampler {
    struct thegame_sim_state known; /* as thegame_sim_begin() has it */
    bool heard;                     /* whether anybody gave hints, which are then in `said` */
    uint8_t said[STOS_THEGAME_SEATS][STOS_THEGAME_PILES]; /* STOS_HINT_..., by seat and pile */
    uint8_t said_of_self[STOS_THEGAME_SEATS]; /* as thegame_hints_of() has it, 0 for nothing */
    stos_random random;
};

/* From what a seat knows and has heard; no hints: NULL. */
void thegame_sampler_begin(struct thegame_sampler *sampler, const struct stos_thegame_view *view,
                           const stos_hints *hints, uint64_t seed);

void thegame_sampler_deal(struct thegame_sampler *sampler, struct thegame_sim_state *deal);

#endif
