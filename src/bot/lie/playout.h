/*
 * playout.h - rollouts: plays a round of LIE in a sampled world to its end, everybody by their
 * model, and returns the chance to win the match that results.
 *
 * A round is decided between a bidder and the next player, who calls, so only a few matches can
 * follow from it: two for each bidder, with a bid that holds or fails. The network evaluates those
 * once (lie_playout_value); after that a rollout costs no more than its bids.
 */
#ifndef STOS_BOT_LIE_PLAYOUT_H
#define STOS_BOT_LIE_PLAYOUT_H

#include "belief.h"

#include <stdatomic.h>

enum { LIE_PLAYOUT_SUSPECTS = 160 }; /* of each opponent, when a position is evaluated */

/* One's own chance to win the match if a bid of this place is called and fails, and if it holds. */
struct lie_stakes {
    float worth[STOS_LIE_SEATS][2];
};

/* The stakes of the round of a belief, from the network's value estimates of the matches after it.
 */
void lie_playout_value(struct lie_stakes *stakes, const struct lie_belief *belief);

/* Plays out the bidding in a world and returns one's own chance to win the match then. */
float lie_playout_run(const struct lie_stakes *stakes, const struct lie_odds *odds,
                      struct lie_bidding *round, const struct lie_world *world,
                      stos_random *random);

/* The same after a bid, or with a count of 0 after the call, by the place on turn in a belief. */
float lie_playout_try(const struct lie_stakes *stakes, const struct lie_belief *belief, int count,
                      int face, const struct lie_world *world, stos_random luck);

/*
 * The chance of a view's seat to win the match. Before the bidding this is the network's value
 * estimate; from then on a belief is formed by lie_belief_form(), and the round is played out in
 * `worlds` sampled worlds, or in fewer if cancelled; -1 if in none.
 */
double lie_playout_chance(struct lie_belief *belief, const struct stos_lie_view *view,
                          float odds_prior, int worlds, stos_random *random,
                          const atomic_bool *cancel);

#endif
