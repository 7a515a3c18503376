/*
 * turn.c - returns the moves of a decided turn one by one, as long as the table is what they have
 * led to. See bot.h.
 */
#include "base/cards.h"
#include "bot.h"

#include <string.h>

/* What a seat's own moves change in THE GAME and FACE TO FACE. */
static struct bot_mark mark_of(const stos_view *view)
{
    struct bot_mark mark = {.game = view->game};
    if (view->game == STOS_THEGAME) {
        const struct stos_thegame_view *seen = &view->as.thegame;
        mark.hand = seen->hand;
        mark.placed = seen->table.placed;
        mark.seat = (uint8_t)seen->seat;
        memcpy(mark.top, seen->table.top, sizeof mark.top);
    } else if (view->game == STOS_FACETOFACE) {
        const struct stos_facetoface_view *seen = &view->as.facetoface;
        mark.hand.word[0] = seen->hand;
        mark.placed = seen->table.placed;
        mark.seat = (uint8_t)seen->seat;
        memcpy(mark.top, seen->table.top[seen->seat], 2);
        memcpy(mark.top + 2, seen->table.top[1 - seen->seat], 2);
    }
    return mark;
}

/* The mark of the table after a placement. */
static struct bot_mark mark_after(const stos_view *view, stos_move move)
{
    struct bot_mark mark = mark_of(view);
    int card = stos_move_low(move);
    cards_drop(&mark.hand, card);
    mark.placed++;
    mark.top[stos_move_high(move) & 3] = (uint8_t)card;
    return mark;
}

static bool is_same(const struct bot_mark *a, const struct bot_mark *b)
{
    return cards_equal(a->hand, b->hand) && memcmp(a->top, b->top, sizeof a->top) == 0 &&
        a->game == b->game && a->seat == b->seat && a->placed == b->placed;
}

static bool goes_on(const struct bot_turn *turn, const stos_bot *bot, const stos_view *view)
{
    struct bot_mark mark = mark_of(view);
    return turn->by == bot && turn->next > 0 && turn->next < turn->count &&
        is_same(&turn->expected, &mark) && stos_is_legal(view, turn->move[turn->next]);
}

stos_move bot_choose(const stos_bot *bot, const struct bot_request *request)
{
    struct bot_turn once = {.count = 0}, *turn = request->turn ? request->turn : &once;
    if (!bot->plan)
        return bot->choose(bot, request);
    if (!goes_on(turn, bot, request->view)) {
        turn->by = bot;
        turn->count = (uint8_t)bot->plan(bot, request, turn->move);
        turn->next = 0;
    }
    stos_move move = turn->move[turn->next++];
    if (stos_move_kind(move) == STOS_PLACE)
        turn->expected = mark_after(request->view, move);
    return move;
}
