/*
 * resolve.c - see resolve.h. Histories are numbered as in src/solve/lie/strategy.h: the set of bids made, the lowest
 * bid being the highest bit, so that what may still be bid are the bits below the lowest one. A history has a row of
 * regrets for each side: for the side on turn that of calling, for the other one that of having bid just so.
 */
#include "resolve.h"

#include "regret.h"

#include <string.h>

enum { CLASSES = LIE_RESOLVE_CLASSES, ASKED = 16 };

static const float least_sum = 1e-20F, least_reach = 1e-9F;
static const float net_weight = 300; /* in the average, where iteration t weighs t^2 */

/* ---------------------------------------------------------------- which bids */

/* Adds how much hands of a place like each bid, on average over some worlds. */
static void add_liking(const struct lie_bidding *round, int worlds, const struct lie_world *world, float weight, float liking[LIE_NET_BIDS])
{
    float chance[LIE_NET_BIDS];
    for (int i = 0; i < worlds; i++) {
        lie_net_bids(round, &world[i].hand[round->turn], chance);
        for (int bid = 0; bid < LIE_NET_CALL; bid++)
            liking[bid] += weight / (float)worlds * chance[bid];
    }
}

/* What is liked here, and what would be liked after the bids that are liked most. */
static void ask_ahead(const struct lie_bidding *round, const struct lie_world *world, float weight, int depth, float liking[LIE_NET_BIDS])
{
    float here[LIE_NET_BIDS] = {0};
    add_liking(round, ASKED, world, 1, here);
    for (int bid = 0; bid < LIE_NET_CALL; bid++)
        liking[bid] += weight * here[bid];
    for (int i = 0; i < 3 && depth > 0; i++) {
        int bid = lie_net_best_bid(here);
        if (bid < 0)
            return;
        struct lie_bidding next = *round;
        lie_bidding_raise(&next, lie_net_bid_count(bid), lie_net_bid_face(bid));
        ask_ahead(&next, world, weight * here[bid], depth - 1, liking);
        here[bid] = 0;
    }
}

static int order_of(const struct lie_bidding *round, int bid)
{
    return lie_bidding_order(round, lie_net_bid_count(bid), lie_net_bid_face(bid));
}

/* The most liked bids, sorted. */
static void pick_bids(struct lie_resolve *game, const struct lie_bidding *round, float liking[LIE_NET_BIDS], int most)
{
    int bids[LIE_RESOLVE_BIDS], count = 0;
    for (int bid; count < most && (bid = lie_net_best_bid(liking)) >= 0; liking[bid] = 0) {
        int at = count++;
        for (; at > 0 && order_of(round, bid) < order_of(round, bids[at - 1]); at--)
            bids[at] = bids[at - 1];
        bids[at] = bid;
    }
    for (int i = 0; i < count; i++) {
        game->count[i] = (uint8_t)lie_net_bid_count(bids[i]);
        game->face[i] = (uint8_t)lie_net_bid_face(bids[i]);
    }
    game->bids = count;
    game->count[count] = round->count;
    game->face[count] = round->face;
}

/* ---------------------------------------------------------------- setting up */

static void set_class(struct lie_resolve *game, int side, int class, const struct lie_hand *hand, int ones)
{
    for (int face = 1; face <= STOS_LIE_FACES; face++) {
        game->matches[0][side][face][class] = (uint8_t)lie_bidding_matches(hand, face, ones);
        game->matches[1][side][face][class] = hand->shows[face];
    }
}

void lie_resolve_open(struct lie_resolve *game, const struct lie_belief *belief, stos_random *random)
{
    game->own[0] = belief->own;
    for (int i = 1; i < CLASSES; i++)
        game->own[i] = *lie_belief_own(belief, random);
    for (int i = 0; i < CLASSES; i++)
        game->chance[0][i] = game->chance[1][i] = 1.0F / CLASSES;
}

/* The network's word about the own hand is the first of the average; after some dozen iterations it counts for nothing. */
static void start_average(struct lie_resolve *game, const struct lie_bidding *round, const struct lie_hand *own)
{
    float chance[LIE_NET_BIDS];
    lie_net_bids(round, own, chance);
    memset(game->sum, 0, sizeof game->sum);
    for (int i = 0; i < game->bids; i++)
        game->sum[i][0] = net_weight * chance[lie_net_bid(game->count[i], game->face[i])];
    game->sum[game->bids][0] = net_weight * chance[LIE_NET_CALL];
}

void lie_resolve_begin(struct lie_resolve *game, struct lie_belief *belief, int bids, int made, stos_random *random)
{
    const struct lie_bidding *round = &belief->round;
    struct lie_world world[CLASSES], own;
    float liking[LIE_NET_BIDS] = {0};
    int other = lie_bidding_next(round, belief->place);
    for (int i = 0; i < CLASSES; i++) {
        lie_belief_draw(belief, random, &world[i]);
        set_class(game, 1, i, &world[i].hand[other], round->ones);
        world[i].hand[belief->place] = game->own[i];
        set_class(game, 0, i, &game->own[i], round->ones);
    }
    own.hand[belief->place] = belief->own;
    add_liking(round, 1, &own, 1, liking);
    ask_ahead(round, world, 1, 2, liking);
    if (made >= 0)
        liking[made] += CLASSES; /* more than any other */
    pick_bids(game, round, liking, bids < LIE_RESOLVE_BIDS ? bids : LIE_RESOLVE_BIDS);
    game->may_turn_off = round->count == 0 && round->ones == LIE_WILD;
    game->iterations = 0;
    start_average(game, round, &belief->own);
    memset(game->regret, 0, sizeof game->regret[0] << game->bids);
}

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
static int standing(const struct lie_resolve *game, struct place place) { return place.number ? game->bids - 1 - place.below : game->bids; }

static bool may_call(const struct lie_resolve *game, struct place place) { return game->count[standing(game, place)] > 0; }

static struct place place_after(const struct lie_resolve *game, struct place place, int bit)
{
    bool opens = place.number == 0 && game->may_turn_off;
    return (struct place){.number = place.number | 1U << bit,
                          .below = bit,
                          .mover = !place.mover,
                          .off = place.off || (opens && game->face[game->bids - 1 - bit] == 1)};
}

/* What a call of the standing bid wins for each class of the learning side. */
static void call_value(const struct walker *walker, struct place place, const float *reach, float *value)
{
    const struct lie_resolve *game = walker->game;
    int bid = standing(game, place), face = game->face[bid], count = game->count[bid];
    const uint8_t *mine = game->matches[place.off][walker->own][face], *its = game->matches[place.off][!walker->own][face];
    float with[STOS_LIE_HAND + 1] = {0}, worth[STOS_LIE_HAND + 1], sign = place.mover == walker->own ? -1 : 1;
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

static void read_scales(struct lie_resolve *game, struct place place, bool calls, float *scale, float *even)
{
    memset(scale, 0, CLASSES * sizeof *scale);
    for (int move = calls ? -1 : 0; move < place.below; move++)
        regret_add(scale, row_of(game, place, move), CLASSES);
    regret_scales(scale, even, place.below + calls, least_sum, CLASSES);
}

static void walk(const struct walker *walker, struct place place, const float *reach, float *value);

static void walk_move(const struct walker *walker, struct place place, int move, const float *reach, float *value)
{
    if (move < 0)
        call_value(walker, place, reach, value);
    else
        walk(walker, place_after(walker->game, place, move), reach, value);
}

static void walk_own(const struct walker *walker, struct place place, bool calls, const float *reach, float *restrict value)
{
    struct lie_resolve *game = walker->game;
    float scale[CLASSES], even[CLASSES], worth[CLASSES];
    read_scales(game, place, calls, scale, even);
    memset(value, 0, CLASSES * sizeof *value);
    for (int move = calls ? -1 : 0; move < place.below; move++) {
        walk_move(walker, place, move, reach, worth);
        regret_learn(row_of(game, place, move), scale, even, worth, value, walker->keep, 0.5F, CLASSES);
    }
    for (int move = calls ? -1 : 0; move < place.below; move++) {
        float *restrict regret = row_of(game, place, move);
        for (int i = 0; i < CLASSES; i++)
            regret[i] -= value[i];
    }
}

static void walk_other(const struct walker *walker, struct place place, bool calls, const float *reach, float *restrict value)
{
    struct lie_resolve *game = walker->game;
    float scale[CLASSES], even[CLASSES], next[CLASSES], part[CLASSES];
    read_scales(game, place, calls, scale, even);
    memset(value, 0, CLASSES * sizeof *value);
    for (int move = calls ? -1 : 0; move < place.below; move++) {
        const float *restrict regret = row_of(game, place, move);
        float most = 0;
        for (int i = 0; i < CLASSES; i++) {
            next[i] = reach[i] * regret_share(regret[i], scale[i], even[i]);
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

/* The own hands' shares of the moves at the root, before they learn. */
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
    struct place root = {.below = game->bids};
    float now = (float)++game->iterations, grown = (now - 1) * (now - 1), value[CLASSES];
    if (game->bids == 0)
        return;
    for (int own = 0; own < 2; own++) {
        struct walker walker = {game, own, grown / (grown + 1)};
        walk(&walker, root, game->chance[!own], value);
    }
    add_average(game, root, now * now);
}

/* The average shares of a class, the call last; what is hardly ever done is not done at all. */
static void average_of(const struct lie_resolve *game, int class, float average[LIE_RESOLVE_BIDS + 1])
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
    static const float surprise = 0.02F; /* what was done may have come from other iterations than these */
    float total = 0, average[LIE_RESOLVE_BIDS + 1];
    int at = 0;
    while (at < game->bids && lie_net_bid(game->count[at], game->face[at]) != made)
        at++;
    for (int i = 0; i < CLASSES; i++) {
        average_of(game, i, average);
        game->chance[0][i] *= average[at] + surprise;
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
