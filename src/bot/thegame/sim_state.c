/* sim_state.c - see sim_state.h. The rules are those of src/game; only the hints are added. */
#include "sim_state.h"

#include <string.h>

enum { FIRST_STAND_IN = 100 }; /* numbers above the cards stand for unknown cards of the others */

void thegame_sim_begin(struct thegame_sim_state *state, const struct stos_thegame_view *view)
{
    struct stos_thegame *game = &state->game;
    memset(state, 0, sizeof *state);
    game->table = view->table;
    game->table.phase = STOS_PHASE_PLAY;
    game->table.turn = (uint8_t)view->seat;
    game->drawn = (uint8_t)(STOS_THEGAME_CARDS - view->draw_count);
    for (int seat = 0; seat < STOS_THEGAME_SEATS; seat++)
        for (int i = 0; seat != view->seat && i < view->hand_count[seat]; i++)
            cards_add(&game->hand[seat], FIRST_STAND_IN + i);
    game->hand[view->seat] = view->hand;
}

/* When a turn begins, everybody but the mover gives hints, if the table has them. */
static void begin_turn(struct thegame_sim_state *state)
{
    const struct stos_thegame *game = &state->game;
    uint8_t pile[STOS_THEGAME_SEATS][STOS_THEGAME_PILES] = {{0}}, self[STOS_THEGAME_SEATS] = {0};
    if (game->table.phase == STOS_PHASE_OVER || game->table.placed > 0)
        return;
    if (state->talk)
        for (int seat = 0; seat < STOS_THEGAME_SEATS; seat++)
            if (seat != game->table.turn && !cards_empty(game->hand[seat]))
                thegame_hints_of(&game->table, game->hand[seat], pile[seat], &self[seat]);
    thegame_hints_hear(&state->heard, game, pile, self);
}

void thegame_sim_place(struct thegame_sim_state *state, int card, int pile)
{
    thegame_place(&state->game, card, pile);
    begin_turn(state); /* with an empty hand the turn has ended by itself (TG9) */
}

void thegame_sim_end_turn(struct thegame_sim_state *state)
{
    thegame_end_turn(&state->game);
    begin_turn(state);
}
