/*
 * sim_state.h - a game of THE GAME as the searching bots simulate it: one possible deal behind a
 * view, played by the library's own rules, with the hints that the player on turn has heard.
 *
 * Nobody in it knows more than at the real table; at a table with hints everybody else gives
 * theirs before each turn (hints.h).
 */
#ifndef STOS_BOT_THEGAME_SIM_STATE_H
#define STOS_BOT_THEGAME_SIM_STATE_H

#include "hints.h"

struct thegame_sim_state {
    struct stos_thegame game;
    struct thegame_heard heard;
    bool talk; /* whether hints are given at this table */
};

/*
 * What a view tells, with the viewer on turn. The hands of the others have the right size but hold
 * numbers that are no cards, and the draw pile is blank (sample.h deals both).
 */
void thegame_sim_begin(struct thegame_sim_state *state, const struct stos_thegame_view *view);

/* A legal placement, or the end of a turn whose duties are met; either may end the game. */
void thegame_sim_place(struct thegame_sim_state *state, int card, int pile);
void thegame_sim_end_turn(struct thegame_sim_state *state);

static inline bool thegame_sim_over(const struct thegame_sim_state *state)
{
    return state->game.table.phase == STOS_PHASE_OVER;
}

#endif
