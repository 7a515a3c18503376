/* holds.c - see holds.h. */
#include "holds.h"

#include "game/lie/lie.h"
#include "round.h"

/* Chance that at least `wanted` of `coins` come up. */
static double coin_chance(int coins, int wanted)
{
    double sum = 0;
    for (int i = wanted > 0 ? wanted : 0; i <= coins; i++)
        sum += lie_choose(coins, i);
    for (int i = 0; i < coins; i++)
        sum /= 2;
    return sum;
}

/* The chance that a bid holds if the others show either end of each card with equal probability. */
static double plain_chance(const struct stos_lie *game, int seat, int count, int face, bool wild)
{
    const struct stos_lie_hands *hands = &game->hands;
    int certain = 0, half = 0, found = 0, size = hands->size[seat], unseen = STOS_LIE_CARDS - size,
        drawn = game->table.cards - size;
    for (int kind = 0; kind < STOS_LIE_KINDS; kind++) {
        int low = stos_lie_low_face(kind), high = stos_lie_high_face(kind), left = 2;
        for (int i = 0; i < size; i++)
            left -= hands->kind[seat][i] == kind;
        int ends = (low == face || (wild && low == 1)) + (high == face);
        certain += ends == 2 ? left : 0;
        half += ends == 1 ? left : 0;
    }
    for (int i = 0; i < size; i++)
        found += hands->face[seat][i] == face || (wild && hands->face[seat][i] == 1);
    double sum = 0;
    for (int a = 0; a <= drawn; a++)
        for (int b = 0; a + b <= drawn; b++)
            sum += lie_choose(certain, a) * lie_choose(half, b) *
                lie_choose(unseen - certain - half, drawn - a - b) *
                coin_chance(b, count - found - a);
    return sum / lie_choose(unseen, drawn);
}

double lie_bid_holds(const stos_state *before, int seat, stos_move move)
{
    struct stos_lie_table table = before->as.lie.table;
    int count = stos_move_low(move), face = stos_move_high(move);
    if (stos_move_kind(move) == STOS_CALL)
        stos_lie_bid_at(&table, stos_lie_last_bid(&table), &count, &face);
    else if (stos_lie_last_bid(&table) < 0)
        lie_add_bid(
            &table,
            (struct lie_bid){count, face}); /* the first bid decides whether ones are wild (LI12) */
    return plain_chance(&before->as.lie, seat, count, face,
                        face != 1 && stos_lie_ones_wild(&table));
}
