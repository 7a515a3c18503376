/* why.c - see why.h. */
#include "why.h"

#include "game/show.h"

#include <limits.h>

/* ---------------------------------------------------------------- games of piles */

/* The smallest jump that any card of the hand could make on a pile of one's own. */
static int smallest_jump(const stos_view *view, const struct show *show)
{
    stos_move moves[STOS_MAX_MOVES];
    int count = stos_view_moves(view, moves), smallest = INT_MAX;
    for (int i = 0; i < count; i++) {
        if (stos_move_kind(moves[i]) != STOS_PLACE)
            continue;
        const struct show_pile *pile = &show->pile[stos_move_high(moves[i])];
        int jump = pile->mine ? show_jump(pile, stos_move_low(moves[i])) : INT_MAX;
        smallest = jump < smallest ? jump : smallest;
    }
    return smallest;
}

static struct why why_placed(const stos_view *view, const struct show *show, stos_move move)
{
    const struct show_pile *pile = &show->pile[stos_move_high(move) % SHOW_PILES];
    int card = stos_move_low(move), jump = show_jump(pile, card),
        back = pile->rising ? card - 10 : card + 10;
    if (!pile->mine)
        return (struct why){WHY_GIFT, -jump};
    if (jump < 0)
        return (struct why){WHY_TRICK, 0};
    if (pile->due)
        return (struct why){WHY_FIRE, 0};
    if (show_holds(show, back))
        return (struct why){WHY_PREPARE, back};
    return (struct why){jump == smallest_jump(view, show) ? WHY_SMALLEST : WHY_SMALL, jump};
}

/* ---------------------------------------------------------------- games of bids */

static struct why why_bid(const struct show *show, int face)
{
    int count = 0;
    for (int i = 0; i < show->hand; i++)
        count += show->card[i].label[0] == face || (show->ones_wild && show->card[i].label[0] == 1);
    return (struct why){count ? WHY_HOLDS : WHY_BLUFF, count};
}

/* ---------------------------------------------------------------- any move */

struct why why_of(const stos_view *view, stos_move move)
{
    struct show show;
    game_show_of(view, &show);
    switch (stos_move_kind(move)) {
    case STOS_PLACE: return why_placed(view, &show, move);
    case STOS_START:
        return (struct why){stos_move_low(move) == stos_view_seat(view) ? WHY_START : WHY_WAIT, 0};
    case STOS_SHOW: return (struct why){WHY_ENDS, 0};
    case STOS_DIR: return (struct why){WHY_DIRECTION, 0};
    case STOS_CALL: return (struct why){WHY_UNLIKELY, 0};
    case STOS_BID: return why_bid(&show, stos_move_high(move));
    default: return (struct why){WHY_END, 0};
    }
}
