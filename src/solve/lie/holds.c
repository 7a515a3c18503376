/* holds.c - see holds.h. */
#include "holds.h"

#include "game/show.h"

double lie_bid_holds(const stos_state *before, int seat, stos_move move)
{
    const struct stos_lie_table *table = &before->as.lie.table;
    struct show_bid bid = {(uint8_t)stos_move_low(move), (uint8_t)stos_move_high(move)};
    stos_view view;
    if (stos_move_kind(move) == STOS_CALL)
        bid = (struct show_bid){table->bid_count, table->bid_face};
    stos_look(before, seat, &view);
    return game_bid_chance(&view, bid);
}
