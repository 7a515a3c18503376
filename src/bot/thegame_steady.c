/*
 * thegame_steady.c - THE GAME without search: the cheapest placement first, where a backwards trick pays back ten and
 * a card that opens the way to a trick with another card in hand counts as almost free; stops when the next card
 * would cost more than waiting.
 */
#include "base/cards.h"
#include "bots.h"

enum { TRICK = -10, WORTH_GOING_ON = 2 };

/* How far a placement moves its pile, negative for a trick. */
static int jump(const struct stos_thegame_table *table, int card, int pile)
{
    return pile < 2 ? card - table->top[pile] : table->top[pile] - card;
}

/* A jump, less what a trick with another card of the hand would win back right away. */
static int cost(const struct stos_thegame_view *view, stos_move move)
{
    int card = stos_move_low(move), pile = stos_move_high(move);
    int partner = pile < 2 ? card - 10 : card + 10;
    int distance = jump(&view->table, card, pile);
    bool trick_follows = distance > 0 && partner >= 2 && partner <= 99 && cards_has(view->hand, partner);
    return trick_follows ? distance + TRICK : distance;
}

/* TG3: joins the seat that most others name, and names seat 0 when nobody has spoken; so a table always agrees. */
static stos_move vote(const struct stos_thegame_view *view)
{
    int votes[THEGAME_SEATS] = {0}, best = 0;
    for (int seat = 0; seat < THEGAME_SEATS; seat++)
        if (seat != view->seat && view->table.vote[seat] >= 0)
            votes[view->table.vote[seat]]++;
    for (int seat = 1; seat < THEGAME_SEATS; seat++)
        if (votes[seat] > votes[best])
            best = seat;
    return stos_move_make(STOS_START, best, 0);
}

stos_move thegame_steady_choose(const struct bot *bot, const struct bot_request *request)
{
    (void)bot;
    const struct stos_thegame_view *view = &request->view->as.thegame;
    stos_move moves[STOS_MAX_MOVES];
    int count = stos_view_moves(request->view, moves), best_cost = 1000;
    stos_move best = moves[0];
    bool may_end = false;
    if (view->table.phase == STOS_PHASE_START)
        return vote(view);
    for (int i = 0; i < count; i++) {
        if (stos_move_kind(moves[i]) == STOS_END) {
            may_end = true;
            continue;
        }
        int due_bonus = view->table.due >> stos_move_high(moves[i]) & 1 ? 30 : 0;
        int price = cost(view, moves[i]) - due_bonus;
        if (price < best_cost) {
            best_cost = price;
            best = moves[i];
        }
    }
    return may_end && best_cost > WORTH_GOING_ON ? stos_move_make(STOS_END, 0, 0) : best;
}
