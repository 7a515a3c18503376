/* turn.c - see turn.h. */
#include "turn.h"

static bool counts(stos_move move)
{
    enum stos_move_kind kind = stos_move_kind(move);
    return kind == STOS_PLACE || kind == STOS_END || kind == STOS_BID || kind == STOS_CALL;
}

bool turn_take(struct turn *turn, const stos_state *before, int seat, stos_move move,
               const stos_state *after)
{
    size_t at = turn->played++;
    if (!counts(move))
        return false;
    if (!turn->goes_on) {
        turn->start = *before;
        turn->seat = seat;
        turn->first = at;
        turn->count = 0;
    }
    if (turn->count < TURN_MOVES)
        turn->move[turn->count++] = move;
    turn->after = *after;
    turn->goes_on = stos_mid_turn(after);
    return true;
}
