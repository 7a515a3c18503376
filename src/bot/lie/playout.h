/*
 * playout.h - plays an imagined round of LIE to its end, everybody by their model, and says what that leaves of the match.
 *
 * A round is decided between a bidder and the next player, who calls: few matches can follow from it, two for each bidder, with a
 * bid that holds or fails. The network judges those once (lie_playout_value), and thousands of rounds are then played for no more than the
 * price of their bids.
 */
#ifndef STOS_BOT_LIE_PLAYOUT_H
#define STOS_BOT_LIE_PLAYOUT_H

#include "belief.h"

#include <stdatomic.h>

enum { LIE_PLAYOUT_SUSPECTS = 160 }; /* of each opponent, where a position is judged */

/* The own chance to win the match when a bid of this place is called and fails, and when it holds. */
struct lie_stakes {
    float worth[STOS_LIE_SEATS][2];
};

/* What the round of a belief is about, by the network's word about the matches after it. */
void lie_playout_value(struct lie_stakes *stakes, const struct lie_belief *belief);

/* What the rest of the bidding brings in a world. */
float lie_playout_run(const struct lie_stakes *stakes, const struct lie_odds *odds, struct lie_bidding *round,
                      const struct lie_world *world, stos_random *random);

/* What a bid brings in a world, or with a count of 0 the call, by the place on turn in a belief. */
float lie_playout_try(const struct lie_stakes *stakes, const struct lie_belief *belief, int count, int face, const struct lie_world *world,
                      stos_random luck);

/*
 * The chance of a view's seat to win the match. Before the bidding the network says how the match stands; from then on a belief is
 * formed as lie_belief_form() says, and the round played out in so many worlds, or as many as there are before somebody cancels; -1
 * when that is none.
 */
double lie_playout_chance(struct lie_belief *belief, const struct stos_lie_view *view, float odds_prior, int worlds, stos_random *random,
                          const atomic_bool *cancel);

#endif
