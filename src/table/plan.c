/* plan.c - see plan.h. */
#include "plan.h"

#include "base/cards.h"

/* Cards placed in the running turn. */
static int placed_in(const stos_state *state)
{
    return state->game == STOS_THEGAME ? state->as.thegame.table.placed
                                       : state->as.facetoface.table.placed;
}

static void put_down_thegame(struct stos_thegame_view *seen, int card, int pile)
{
    cards_drop(&seen->hand, card);
    cards_add(&seen->table.gone, card);
    seen->hand_count[seen->seat]--;
    seen->table.top[pile] = (uint8_t)card;
    seen->table.placed++;
}

static void put_down_facetoface(struct stos_facetoface_view *seen, int card, int pile)
{
    int owner = pile < 2 ? seen->seat : 1 - seen->seat;
    seen->hand &= ~(UINT64_C(1) << card);
    seen->table.gone[seen->seat] |= UINT64_C(1) << card;
    seen->hand_count[seen->seat]--;
    seen->table.top[owner][pile % 2] = (uint8_t)card;
    seen->table.placed++;
    seen->table.helped |= pile >= 2;
}

/*
 * The rules need a state, so one is drawn that fits the view: until the turn ends, nothing of what
 * was drawn shows. Somebody who plays alone is on turn again after the turn, with fresh cards; then
 * nothing is placed yet.
 */
enum plan_step plan_place(stos_view *view, stos_move move, stos_error *error)
{
    stos_random random = stos_random_from(0);
    stos_state state;
    int seat = stos_view_seat(view), card = stos_move_low(move), pile = stos_move_high(move);
    *error = (stos_error){.reason = STOS_WRONG_MOVE_KIND, .game = stos_view_game(view)};
    if (stos_move_kind(move) != STOS_PLACE || view->game == STOS_LIE || seat < 0)
        return PLAN_REFUSED;
    stos_sample(view, &random, &state);
    *error = stos_play(&state, seat, move);
    if (error->reason)
        return PLAN_REFUSED;
    if ((stos_actors(&state) >> seat & 1) && placed_in(&state) > 0) {
        stos_look(&state, seat, view);
        return PLAN_OPEN;
    }
    if (view->game == STOS_THEGAME)
        put_down_thegame(&view->as.thegame, card, pile);
    else
        put_down_facetoface(&view->as.facetoface, card, pile);
    return PLAN_CLOSED;
}
