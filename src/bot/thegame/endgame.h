/*
 * endgame.h - for a single player with an empty draw pile nothing is hidden any more: how many
 * cards can still be placed?
 *
 * Depth-first search with a transposition table, tricks and small jumps first. At most eight cards
 * on four piles can be searched exhaustively; a node limit stops the search of hands that take too
 * long.
 */
#ifndef STOS_BOT_THEGAME_ENDGAME_H
#define STOS_BOT_THEGAME_ENDGAME_H

#include "plans.h"

/* Whether the rest of the game is one player's open hand. */
bool thegame_endgame_is_open(const struct thegame_sim_state *state);

/*
 * The order that leaves the fewest cards, as a plan that plays them all in one turn; returns how
 * many are left. Exact except for hands that would take too long, for which it is the best found
 * within the limit.
 */
int thegame_endgame_solve(const struct thegame_sim_state *state, struct plan *plan);

#endif
