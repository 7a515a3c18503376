/*
 * facetoface_steady.c - FACE TO FACE without search: small jumps on the own piles; a card that would be dear there
 * goes to the opponent when it helps them little, since helping also refills the hand.
 */
#include "bots.h"

enum { TRICK = -10, WORTH_GOING_ON = 2, REFILL_BONUS = 8 };

static int own_cost(const struct stos_facetoface_view *view, int card, int pile)
{
    const uint8_t *top = view->table.top[view->seat];
    int distance = pile == 0 ? card - top[0] : top[1] - card;
    int partner = pile == 0 ? card - 10 : card + 10;
    bool trick_follows = distance > 0 && partner >= 2 && partner <= 59 && (view->hand >> partner & 1);
    return trick_follows ? distance + TRICK : distance;
}

/* What the opponent gains, less what a full hand is worth when several cards were placed. */
static int help_cost(const struct stos_facetoface_view *view, int card, int pile)
{
    const uint8_t *top = view->table.top[1 - view->seat];
    int gain = pile == 2 ? top[0] - card : card - top[1];
    int refill = view->table.placed >= 2 ? view->table.placed - 1 : 0;
    return gain + 4 - REFILL_BONUS * refill / 2;
}

stos_move facetoface_steady_choose(const struct bot *bot, const struct bot_request *request)
{
    (void)bot;
    const struct stos_facetoface_view *view = &request->view->as.facetoface;
    stos_move moves[STOS_MAX_MOVES];
    int count = stos_view_moves(request->view, moves), best_cost = 1000;
    stos_move best = moves[0];
    bool may_end = false;
    for (int i = 0; i < count; i++) {
        if (stos_move_kind(moves[i]) == STOS_END) {
            may_end = true;
            continue;
        }
        int card = stos_move_low(moves[i]), pile = stos_move_high(moves[i]);
        int price = pile < 2 ? own_cost(view, card, pile) : help_cost(view, card, pile);
        if (price < best_cost) {
            best_cost = price;
            best = moves[i];
        }
    }
    return may_end && best_cost > WORTH_GOING_ON ? stos_move_make(STOS_END, 0, 0) : best;
}
