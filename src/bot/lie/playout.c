/* playout.c - rollouts of sampled rounds; see playout.h. */
#include "playout.h"

#include "base/cancel.h"

void lie_playout_value(struct lie_stakes *stakes, const struct lie_belief *belief)
{
    const struct lie_bidding *round = &belief->round;
    for (int bidder = 0; bidder < round->players; bidder++)
        for (int holds = 0; holds < 2; holds++) {
            int caller = lie_bidding_next(round, bidder);
            struct lie_bidding next;
            int8_t place[STOS_LIE_SEATS];
            float chance[STOS_LIE_SEATS];
            lie_bidding_after(round, holds ? caller : bidder, holds ? bidder : caller, &next,
                              place);
            lie_net_matches(&next, chance);
            stakes->worth[bidder][holds] =
                place[belief->place] < 0 ? 0 : chance[place[belief->place]];
        }
}

/* The value of calling the standing bid in a world. */
static float call(const struct lie_stakes *stakes, const struct lie_bidding *round,
                  const struct lie_world *world)
{
    int found = 0;
    for (int place = 0; place < round->players; place++)
        found += lie_bidding_matches(&world->hand[place], round->face, round->ones);
    return stakes->worth[lie_bidding_previous(round, round->turn)][found >= round->count];
}

/* The bid of the place on turn by its model; false: it calls. */
static bool bid_by_model(const struct lie_odds *odds, struct lie_bidding *round,
                         const struct lie_world *world, stos_random *random)
{
    const struct lie_hand *hand = &world->hand[round->turn];
    int count, face;
    if (world->model[round->turn] == LIE_MODEL_ODDS) {
        if (!lie_odds_bid(odds, round, hand, &count, &face))
            return false;
    } else {
        float chance[LIE_NET_BIDS];
        lie_net_bids(round, hand, chance);
        int bid = lie_belief_pick(chance, LIE_NET_BIDS, random);
        if (bid == LIE_NET_CALL)
            return false;
        count = lie_net_bid_count(bid);
        face = lie_net_bid_face(bid);
    }
    lie_bidding_raise(round, count, face);
    return true;
}

float lie_playout_run(const struct lie_stakes *stakes, const struct lie_odds *odds,
                      struct lie_bidding *round, const struct lie_world *world, stos_random *random)
{
    while (bid_by_model(odds, round, world, random))
        continue;
    return call(stakes, round, world);
}

float lie_playout_try(const struct lie_stakes *stakes, const struct lie_belief *belief, int count,
                      int face, const struct lie_world *world, stos_random luck)
{
    struct lie_bidding round = belief->round;
    if (count == 0)
        return call(stakes, &round, world);
    lie_bidding_raise(&round, count, face);
    return lie_playout_run(stakes, &belief->odds, &round, world, &luck);
}

double lie_playout_chance(struct lie_belief *belief, const struct stos_lie_view *view,
                          float odds_prior, int worlds, stos_random *random,
                          const atomic_bool *cancel)
{
    struct lie_stakes stakes = {{{0}}};
    float chance[STOS_LIE_SEATS];
    double sum = 0;
    lie_belief_look(belief, view);
    if (view->table.phase != STOS_PHASE_BID) {
        lie_net_matches(&belief->round, chance);
        return (double)chance[belief->place];
    }
    lie_belief_form(belief, view, LIE_PLAYOUT_SUSPECTS, odds_prior, random);
    lie_playout_value(&stakes, belief);
    int played = 0;
    for (; played < worlds && !is_cancelled(cancel); played++) {
        struct lie_bidding round = belief->round;
        struct lie_world world;
        lie_belief_draw(belief, random, &world);
        sum += (double)lie_playout_run(&stakes, &belief->odds, &round, &world, random);
    }
    return played > 0 ? sum / played : -1;
}
