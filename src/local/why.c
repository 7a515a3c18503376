/* why.c - see why.h. */
#include "why.h"
#include "seen.h"

#include <limits.h>

/* ---------------------------------------------------------------- games of piles */

/* The smallest jump that any card of the hand could make on a pile of one's own. */
static int smallest_jump(const stos_view *view, const struct pile piles[SEEN_PILES])
{
    stos_move moves[STOS_MAX_MOVES];
    int count = stos_view_moves(view, moves), smallest = INT_MAX;
    for (int i = 0; i < count; i++) {
        const struct pile *pile = &piles[stos_move_high(moves[i]) % SEEN_PILES];
        bool own = stos_move_kind(moves[i]) == STOS_PLACE && !pile->others;
        int jump = own ? pile_jump(pile, stos_move_low(moves[i])) : INT_MAX;
        smallest = jump < smallest ? jump : smallest;
    }
    return smallest;
}

static struct why why_placed(const stos_view *view, stos_move move)
{
    struct pile piles[SEEN_PILES] = {{0}};
    seen_piles(view, piles);
    const struct pile *pile = &piles[stos_move_high(move) % SEEN_PILES];
    int card = stos_move_low(move), jump = pile_jump(pile, card),
        back = pile->rising ? card - 10 : card + 10;
    if (pile->others)
        return (struct why){WHY_GIFT, -jump};
    if (jump == -10)
        return (struct why){WHY_TRICK, 0};
    if (pile->fire)
        return (struct why){WHY_FIRE, 0};
    if (seen_holds(view, back))
        return (struct why){WHY_PREPARE, back};
    return (struct why){jump == smallest_jump(view, piles) ? WHY_SMALLEST : WHY_SMALL, jump};
}

/* ---------------------------------------------------------------- LIE */

static struct why why_bid(const struct stos_lie_view *seen, int face)
{
    int count = 0;
    for (int i = 0; i < seen->table.count[seen->seat]; i++)
        count += seen->face[i] == face || (seen->face[i] == 1 && stos_lie_ones_wild(&seen->table));
    return (struct why){count ? WHY_HOLDS : WHY_BLUFF, count};
}

/* ---------------------------------------------------------------- any move */

struct why why_of(const stos_view *view, stos_move move)
{
    switch (stos_move_kind(move)) {
    case STOS_PLACE: return why_placed(view, move);
    case STOS_START:
        return (struct why){stos_move_low(move) == stos_view_seat(view) ? WHY_START : WHY_WAIT, 0};
    case STOS_SHOW: return (struct why){WHY_ENDS, 0};
    case STOS_DIR: return (struct why){WHY_DIRECTION, 0};
    case STOS_CALL: return (struct why){WHY_UNLIKELY, 0};
    case STOS_BID: return why_bid(&view->as.lie, stos_move_high(move));
    default: return (struct why){WHY_END, 0};
    }
}
