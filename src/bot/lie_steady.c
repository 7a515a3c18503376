/*
 * lie_steady.c - LIE by the odds alone: shows the face it can show most often, raises to the likeliest bid, and
 * challenges when the standing bid is less likely to hold than its own best raise. No bluff, no memory.
 */
#include "bots.h"

/*
 * The chance that a card in another hand shows a given face: every face is on a third of the cards, and players turn
 * up what they have most of, so a little over one in six.
 */
static const double other_shows = 0.2;

/* Chance of at least `wanted` hits in `tries`. */
static double at_least(int wanted, int tries, double chance)
{
    double exactly[LIE_CARDS + 1] = {1.0}, sum = 0;
    for (int i = 0; i < tries; i++)
        for (int hits = i + 1; hits >= 0; hits--)
            exactly[hits] = exactly[hits] * (1 - chance) + (hits > 0 ? exactly[hits - 1] * chance : 0);
    for (int hits = wanted > 0 ? wanted : 0; hits <= tries; hits++)
        sum += exactly[hits];
    return sum;
}

static double chance_of(const struct stos_lie_view *view, int count, int face)
{
    bool opens_on_ones = face == 1 && stos_lie_last_bid(&view->table) < 0;
    bool wild = face != 1 && !opens_on_ones && stos_lie_ones_wild(&view->table);
    int own = 0, size = view->table.count[view->seat];
    for (int i = 0; i < size; i++)
        own += view->face[i] == face || (wild && view->face[i] == 1);
    return at_least(count - own, view->table.cards - size, wild ? 2 * other_shows : other_shows);
}

/* Turns up the face that most cards can show; ones too where they are wild. */
static stos_move choose_ends(const struct stos_lie_view *view)
{
    int size = view->table.count[view->seat], can_show[LIE_FACES + 1] = {0};
    bool wild = view->table.option[LIE_ONES] == LIE_ONES_WILD;
    stos_move faces = 0;
    for (int i = 0; i < size; i++) {
        can_show[stos_lie_low_face(view->kind[i])] += 8;
        can_show[stos_lie_high_face(view->kind[i])] += 8;
    }
    for (int face = 1; face <= LIE_FACES; face++)
        can_show[face] += face; /* among equals the higher face: harder to raise */
    if (wild)
        can_show[1] += 100;
    for (int i = 0; i < size; i++) {
        int low = stos_lie_low_face(view->kind[i]), high = stos_lie_high_face(view->kind[i]);
        faces |= (stos_move)(can_show[low] > can_show[high] ? low : high) << 4 * i;
    }
    return (stos_move)STOS_SHOW << 24 | faces;
}

static stos_move choose_bid(const struct stos_lie_view *view, const stos_move *moves, int count)
{
    stos_move best = moves[0];
    double best_chance = -1;
    for (int i = 0; i < count; i++) {
        double chance;
        if (stos_move_kind(moves[i]) == STOS_CALL) {
            int bid_count, face;
            stos_lie_bid_at(&view->table, stos_lie_last_bid(&view->table), &bid_count, &face);
            chance = 1 - chance_of(view, bid_count, face);
        } else {
            chance = chance_of(view, stos_move_low(moves[i]), stos_move_high(moves[i]));
        }
        if (chance >= best_chance) { /* the last of equals: the highest raise */
            best_chance = chance;
            best = moves[i];
        }
    }
    return best;
}

stos_move lie_steady_choose(const struct bot *bot, const struct bot_request *request)
{
    (void)bot;
    const struct stos_lie_view *view = &request->view->as.lie;
    stos_move moves[STOS_MAX_MOVES];
    int count = stos_view_moves(request->view, moves);
    stos_random random = stos_random_from(request->seed);
    switch (view->table.phase) {
    case STOS_PHASE_SHOW: return choose_ends(view);
    case STOS_PHASE_DIRECTION: return moves[stos_random_below(&random, 2)];
    default: return choose_bid(view, moves, count);
    }
}
