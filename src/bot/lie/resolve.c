/*
 * resolve.c - the iterations; see resolve.h. Histories are numbered as in src/solve/lie/strategy.h:
 * the set of bids made, the lowest bid being the highest bit, so that the bids still possible are
 * the bits below the lowest one. A history has a row of regrets for each side: for the side on turn
 * that of calling, for the other side that of having made this last bid.
 */
#include "resolve.h"

#include "regret.h"

#include <string.h>

enum { CLASSES = LIE_RESOLVE_CLASSES };

static const float least_sum = 1e-20F, least_reach = 1e-9F;
static const float trust = 0.1F; /* weight of the network's probability of the bid that was made,
                                    beside the solved game's own */

/* ---------------------------------------------------------------- the walk */

struct walker {
    struct lie_resolve *game;
    int own; /* the side that learns */
    float keep;
};

struct place {
    uint32_t number;
    int below, mover;
    bool off; /* ones are plain because the round opened on them */
};

/* The index of the standing bid: the lowest bit is the highest bid. */
static int standing(const struct lie_resolve *game, struct place place)
{
    return place.number ? game->bids - 1 - place.below : game->bids;
}

static bool may_call(const struct lie_resolve *game, struct place place)
{
    return game->count[standing(game, place)] > 0;
}

static struct place place_after(const struct lie_resolve *game, struct place place, int bit)
{
    bool opens = place.number == 0 && game->may_turn_off;
    return (struct place){.number = place.number | 1U << bit,
                          .below = bit,
                          .mover = !place.mover,
                          .off = place.off || (opens && game->face[game->bids - 1 - bit] == 1)};
}

/* What a call of the standing bid wins for each class of the learning side. */
static void call_value(const struct walker *walker, struct place place, const float *reach,
                       float *value)
{
    const struct lie_resolve *game = walker->game;
    int bid = standing(game, place), face = game->face[bid], count = game->count[bid];
    const uint8_t *mine = game->matches[place.off][walker->own][face],
                  *its = game->matches[place.off][!walker->own][face];
    float with[STOS_LIE_HAND + 1] = {0}, worth[STOS_LIE_HAND + 1],
                               sign = place.mover == walker->own ? -1 : 1;
    for (int i = 0; i < CLASSES; i++)
        with[its[i]] += reach[i];
    for (int have = 0; have <= STOS_LIE_HAND; have++) {
        worth[have] = 0;
        for (int other = 0; other <= STOS_LIE_HAND; other++)
            worth[have] += have + other >= count ? with[other] : -with[other];
    }
    for (int i = 0; i < CLASSES; i++)
        value[i] = sign * worth[mine[i]];
}

/* The row of a move at a place: of the bid whose bit this is, or with -1 of the call. */
static float *row_of(struct lie_resolve *game, struct place place, int move)
{
    return game->regret[move < 0 ? place.number : place.number | 1U << move][place.mover];
}

static void read_scales(struct lie_resolve *game, struct place place, bool calls, float *scale,
                        float *even)
{
    memset(scale, 0, CLASSES * sizeof *scale);
    for (int move = calls ? -1 : 0; move < place.below; move++)
        regret_add(scale, row_of(game, place, move), CLASSES);
    regret_scales(scale, even, place.below + calls, least_sum, CLASSES);
}

static void walk(const struct walker *walker, struct place place, const float *reach, float *value);

static void walk_move(const struct walker *walker, struct place place, int move, const float *reach,
                      float *value)
{
    if (move < 0)
        call_value(walker, place, reach, value);
    else
        walk(walker, place_after(walker->game, place, move), reach, value);
}

static void walk_own(const struct walker *walker, struct place place, bool calls,
                     const float *reach, float *restrict value)
{
    struct lie_resolve *game = walker->game;
    float scale[CLASSES], even[CLASSES], worth[CLASSES];
    read_scales(game, place, calls, scale, even);
    memset(value, 0, CLASSES * sizeof *value);
    for (int move = calls ? -1 : 0; move < place.below; move++) {
        walk_move(walker, place, move, reach, worth);
        regret_learn(row_of(game, place, move), scale, even, worth, value, walker->keep, 0.5F,
                     CLASSES);
    }
    for (int move = calls ? -1 : 0; move < place.below; move++) {
        float *restrict regret = row_of(game, place, move);
        for (int i = 0; i < CLASSES; i++)
            regret[i] -= value[i];
    }
}

/* Whether this is where the opponent makes the bid that it has made. */
static bool is_made(const struct lie_resolve *game, struct place place, int move)
{
    return game->mover && place.number == 0 && move == game->bids - 1 - game->made;
}

static void walk_other(const struct walker *walker, struct place place, bool calls,
                       const float *reach, float *restrict value)
{
    struct lie_resolve *game = walker->game;
    float scale[CLASSES], even[CLASSES], next[CLASSES], part[CLASSES];
    read_scales(game, place, calls, scale, even);
    memset(value, 0, CLASSES * sizeof *value);
    for (int move = calls ? -1 : 0; move < place.below; move++) {
        const float *restrict regret = row_of(game, place, move);
        float most = 0, by_net = is_made(game, place, move) ? trust : 0;
        for (int i = 0; i < CLASSES; i++) {
            float share = regret_share(regret[i], scale[i], even[i]);
            next[i] = reach[i] * (by_net > 0 ? share + by_net * (game->liked[i] - share) : share);
            most = next[i] > most ? next[i] : most;
        }
        if (most < least_reach)
            continue;
        walk_move(walker, place, move, next, part);
        for (int i = 0; i < CLASSES; i++)
            value[i] += part[i];
    }
}

static void walk(const struct walker *walker, struct place place, const float *reach, float *value)
{
    bool calls = may_call(walker->game, place);
    if (place.below == 0)
        call_value(walker, place, reach, value);
    else if (place.mover == walker->own)
        walk_own(walker, place, calls, reach, value);
    else
        walk_other(walker, place, calls, reach, value);
}

/* ---------------------------------------------------------------- iterations */

/* The strategies of one's own hands at the root, before they learn. */
static void add_average(struct lie_resolve *game, struct place root, float weight)
{
    float scale[CLASSES], even[CLASSES];
    bool calls = may_call(game, root);
    read_scales(game, root, calls, scale, even);
    for (int move = calls ? -1 : 0; move < root.below; move++) {
        const float *restrict regret = row_of(game, root, move);
        float *restrict sum = game->sum[move < 0 ? game->bids : game->bids - 1 - move];
        for (int i = 0; i < CLASSES; i++)
            sum[i] += weight * regret_share(regret[i], scale[i], even[i]);
    }
}

void lie_resolve_step(struct lie_resolve *game)
{
    struct place root = {.below = game->bids, .mover = game->mover};
    float now = (float)++game->iterations, grown = (now - 1) * (now - 1), value[CLASSES];
    if (game->bids == 0)
        return;
    for (int own = 0; own < 2; own++) {
        struct walker walker = {game, own, grown / (grown + 1)};
        walk(&walker, root, game->chance[!own], value);
    }
    add_average(game, game->mover ? place_after(game, root, game->bids - 1 - game->made) : root,
                now * now);
}

/* The average strategy of a class, the call last; moves that are hardly ever made are dropped. */
static void average_of(const struct lie_resolve *game, int class,
                       float average[LIE_RESOLVE_BIDS + 1])
{
    float total = 0, kept = 0;
    for (int i = 0; i <= game->bids; i++)
        total += game->sum[i][class];
    for (int i = 0; i <= game->bids; i++) {
        average[i] = game->sum[i][class] > total / 64 ? game->sum[i][class] : 0;
        kept += average[i];
    }
    for (int i = 0; i <= game->bids; i++)
        average[i] = kept > 0 ? average[i] / kept : 0;
}

void lie_resolve_learn(struct lie_resolve *game, int made)
{
    static const float doubt =
        0.02F; /* what was done may have come from other iterations than these */
    float total = 0, average[LIE_RESOLVE_BIDS + 1];
    int at = 0;
    while (at < game->bids && lie_net_bid(game->count[at], game->face[at]) != made)
        at++;
    for (int i = 0; i < CLASSES; i++) {
        average_of(game, i, average);
        game->chance[0][i] *= average[at] + doubt;
        total += game->chance[0][i];
    }
    for (int i = 0; i < CLASSES; i++)
        game->chance[0][i] /= total;
}

void lie_resolve_mixture(const struct lie_resolve *game, float chance[LIE_NET_BIDS])
{
    float average[LIE_RESOLVE_BIDS + 1];
    memset(chance, 0, LIE_NET_BIDS * sizeof *chance);
    average_of(game, 0, average);
    for (int i = 0; i < game->bids; i++)
        chance[lie_net_bid(game->count[i], game->face[i])] = average[i];
    chance[LIE_NET_CALL] = game->bids > 0 ? average[game->bids] : 1;
}
