/* resolve_begin.c - sets up the small game for re-solving: its bids and the hands of both sides;
 * see resolve.h. */
#include "resolve.h"

#include <string.h>

enum { CLASSES = LIE_RESOLVE_CLASSES, ASKED = 16, POOL = 256 };

static const float surprise = 0.002F; /* the chance of a bid that the network would not make */
static const float net_weight = 300;  /* in the average, where iteration t weighs t^2 */

/* ---------------------------------------------------------------- which bids */

/* Adds the network's policy for the hands of a place, averaged over some sampled worlds. */
static void add_liking(const struct lie_bidding *round, int worlds, const struct lie_world *world,
                       float weight, float liking[LIE_NET_BIDS])
{
    float chance[LIE_NET_BIDS];
    for (int i = 0; i < worlds; i++) {
        lie_net_bids(round, &world[i].hand[round->turn], chance);
        for (int bid = 0; bid < LIE_NET_CALL; bid++)
            liking[bid] += weight / (float)worlds * chance[bid];
    }
}

/* The policy here, and the policy after its most likely bids. */
static void ask_ahead(const struct lie_bidding *round, const struct lie_world *world, float weight,
                      int depth, float liking[LIE_NET_BIDS])
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

/* The most likely bids, sorted. */
static void pick_bids(struct lie_resolve *game, const struct lie_bidding *round,
                      float liking[LIE_NET_BIDS], int most)
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

static void set_class(struct lie_resolve *game, int side, int class, const struct lie_hand *hand,
                      int ones)
{
    for (int face = 1; face <= STOS_LIE_FACES; face++) {
        game->matches[0][side][face][class] = (uint8_t)lie_bidding_matches(hand, face, ones);
        game->matches[1][side][face][class] = hand->shows[face];
    }
}

void lie_resolve_open(struct lie_resolve *game, const struct lie_belief *belief,
                      stos_random *random)
{
    game->own[0] = belief->own;
    for (int i = 1; i < CLASSES; i++)
        game->own[i] = *lie_belief_own(belief, random);
    for (int i = 0; i < CLASSES; i++)
        game->chance[0][i] = game->chance[1][i] = 1.0F / CLASSES;
}

/* The average starts from the network's policy for one's own hand; after a few dozen iterations
 * that no longer matters. */
static void start_average(struct lie_resolve *game, const struct lie_bidding *round,
                          const struct lie_hand *own)
{
    float chance[LIE_NET_BIDS];
    lie_net_bids(round, own, chance);
    memset(game->sum, 0, sizeof game->sum);
    for (int i = 0; i < game->bids; i++)
        game->sum[i][0] = net_weight * chance[lie_net_bid(game->count[i], game->face[i])];
    game->sum[game->bids][0] = net_weight * chance[LIE_NET_CALL];
}

/* Samples the opponent's hands. */
static void draw_others(struct lie_resolve *game, const struct lie_belief *belief,
                        struct lie_hand hand[CLASSES], stos_random *random)
{
    int other = lie_bidding_next(&belief->round, belief->place);
    for (int i = 0; i < CLASSES; i++) {
        struct lie_world world;
        lie_belief_draw(belief, random, &world);
        hand[i] = world.hand[other];
        game->chance[1][i] = 1.0F / CLASSES;
    }
}

/* A pool of hands that the opponent may have had before it made a bid, each with a sampling weight:
 * larger the more it has of the bid. */
static float fill_pool(const struct lie_belief *belief, int made, struct lie_hand hand[POOL],
                       float wanted[POOL], stos_random *random)
{
    const struct lie_bidding *round = &belief->round;
    float sum = 0;
    for (int i = 0; i < POOL; i++) {
        struct lie_world world;
        lie_belief_draw(belief, random, &world);
        hand[i] = world.hand[round->turn];
        wanted[i] = 1;
        for (int found = lie_bidding_matches(&hand[i], lie_net_bid_face(made), round->ones);
             found > 0; found--)
            wanted[i] *= 3;
        sum += wanted[i];
    }
    return sum / POOL;
}

/*
 * Samples the hands that the opponent may have had before it made this bid (importance sampling):
 * half as they come, half hands that have what was bid, which are rare and matter most. The more
 * often a hand is drawn, the less it counts (systematic resampling).
 */
static void draw_bidders(struct lie_resolve *game, const struct lie_belief *belief, int made,
                         struct lie_hand hand[CLASSES], stos_random *random)
{
    struct lie_hand pool[POOL];
    float at = lie_belief_number(random), wanted[POOL],
          mean = fill_pool(belief, made, pool, wanted, random), total = 0, sum = 0;
    int drawn = 0;
    for (int i = 0; i < POOL; i++) {
        float share = 0.5F + 0.5F * wanted[i] / mean;
        for (sum += share * CLASSES / POOL; drawn < CLASSES && (at < sum || i == POOL - 1); at++) {
            hand[drawn] = pool[i];
            game->chance[1][drawn++] = 1 / share;
            total += 1 / share;
        }
    }
    for (int i = 0; i < CLASSES; i++)
        game->chance[1][i] /= total;
}

/* Finds the bid that was made among those of the game, and the network's probability of it for each
 * hand of the opponent. */
static void like_made(struct lie_resolve *game, const struct lie_bidding *round,
                      const struct lie_world *world, int made)
{
    game->made = 0;
    while (lie_net_bid(game->count[game->made], game->face[game->made]) != made)
        game->made++;
    for (int i = 0; i < CLASSES; i++) {
        float chance[LIE_NET_BIDS];
        lie_net_bids(round, &world[i].hand[round->turn], chance);
        game->liked[i] = chance[made] + surprise;
    }
}

/* The hands of both sides: what the opponent may hold, and what oneself may hold in its eyes. */
static void set_classes(struct lie_resolve *game, const struct lie_belief *belief, int made,
                        struct lie_world world[CLASSES], stos_random *random)
{
    struct lie_hand hand[CLASSES];
    int other = lie_bidding_next(&belief->round, belief->place);
    if (game->mover)
        draw_bidders(game, belief, made, hand, random);
    else
        draw_others(game, belief, hand, random);
    for (int i = 0; i < CLASSES; i++) {
        world[i].hand[other] = hand[i];
        world[i].hand[belief->place] = game->own[i];
        set_class(game, 1, i, &hand[i], belief->round.ones);
        set_class(game, 0, i, &game->own[i], belief->round.ones);
    }
}

/* The likely bids of both from now on, and if the opponent is about to bid, its alternatives to the
 * bid that it made. */
static struct lie_bidding like_bids(const struct lie_resolve *game, const struct lie_belief *belief,
                                    int made, const struct lie_world world[CLASSES],
                                    float liking[LIE_NET_BIDS])
{
    struct lie_bidding now = belief->round;
    struct lie_world own;
    if (game->mover) {
        ask_ahead(&now, world, 0.5F, 0, liking);
        lie_bidding_raise(&now, lie_net_bid_count(made), lie_net_bid_face(made));
    }
    own.hand[belief->place] = belief->own;
    add_liking(&now, 1, &own, 1, liking);
    ask_ahead(&now, world, 1, 2, liking);
    if (made >= 0)
        liking[made] += CLASSES; /* more than any other */
    return now;
}

void lie_resolve_begin(struct lie_resolve *game, struct lie_belief *belief, int bids, int made,
                       stos_random *random)
{
    const struct lie_bidding *round = &belief->round;
    struct lie_world world[CLASSES];
    float liking[LIE_NET_BIDS] = {0};
    game->mover = round->turn != belief->place;
    set_classes(game, belief, made, world, random);
    struct lie_bidding now = like_bids(game, belief, made, world, liking);
    pick_bids(game, round, liking, bids < LIE_RESOLVE_BIDS ? bids : LIE_RESOLVE_BIDS);
    if (game->mover)
        like_made(game, round, world, made);
    game->may_turn_off = round->count == 0 && round->ones == LIE_WILD;
    game->iterations = 0;
    start_average(game, &now, &belief->own);
    memset(game->regret, 0, sizeof game->regret[0] << game->bids);
}
