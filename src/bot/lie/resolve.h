/*
 * resolve.h - the rest of a round of LIE between two players as a small game of its own, solved on
 * the spot: re-solving (Burch, Johanson and Bowling 2014) by discounted counterfactual regret
 * minimisation (Brown and Sandholm 2019).
 *
 * The game begins before the opponent's last bid, which the opponent might not have made: which
 * hands the bid stands for is taken not from the network, which would believe every bluff, but from
 * which hands it pays with. (The network's policy keeps a small weight, so that a bid that pays
 * with no hand at all is answered too.) The classes are the hands that both may have given the
 * earlier bids (belief.h); only some bids that the network likes may still be made; and the
 * iterations find how the two would play that game against each other. The answer is the average
 * strategy of one's own hand over the iterations: a mixture that does not rely on the opponent
 * playing like the network. Nothing is allocated, and only additions, multiplications and divisions
 * are used.
 */
#ifndef STOS_BOT_LIE_RESOLVE_H
#define STOS_BOT_LIE_RESOLVE_H

#include "belief.h"

enum { LIE_RESOLVE_BIDS = 9, LIE_RESOLVE_CLASSES = 64 };

/* The game: side 0 is oneself, whose hand is class 0; side 1 is the opponent. One's own classes
 * stay the same for a round. */
struct lie_resolve {
    struct lie_hand own[LIE_RESOLVE_CLASSES];
    int bids;  /* that may be made, in the order of bids */
    int mover; /* the side that acts first, */
    int made;  /* and if that is the opponent, which of the bids it has made */
    float liked[LIE_RESOLVE_CLASSES]; /* the network's probability of that bid for each of its hands
                                       */
    uint8_t count[LIE_RESOLVE_BIDS + 1],
        face[LIE_RESOLVE_BIDS + 1]; /* the last is the standing bid, count 0 if there is none */
    bool may_turn_off;              /* a first bid on ones makes them plain (LI12) */
    uint8_t matches[2][2][STOS_LIE_FACES + 1]
                   [LIE_RESOLVE_CLASSES]; /* [ones turned off][side][face] */
    float chance[2][LIE_RESOLVE_CLASSES];
    float sum[LIE_RESOLVE_BIDS + 1]
             [LIE_RESOLVE_CLASSES]; /* of the strategies of one's own hands, the call last */
    int iterations;
    float regret[1 << LIE_RESOLVE_BIDS][2][LIE_RESOLVE_CLASSES];
};

/* Samples the hands that oneself may hold in the opponent's eyes, from lie_belief_form_own(). */
void lie_resolve_open(struct lie_resolve *game, const struct lie_belief *belief,
                      stos_random *random);

/*
 * Sets the game up with at most `bids` bids, as the round of the belief stands; `made`, if it is a
 * bid of net.h, is one of them. If it is the opponent's turn, `made` is the bid it makes, and the
 * mixture is for one's own hand after that.
 */
void lie_resolve_begin(struct lie_resolve *game, struct lie_belief *belief, int bids, int made,
                       stos_random *random);

/* Reweights one's own hands by how often each would have made this bid. */
void lie_resolve_learn(struct lie_resolve *game, int made);

/* One iteration of both sides. */
void lie_resolve_step(struct lie_resolve *game);

/* The mixture found so far for one's own hand, over the bids of net.h. */
void lie_resolve_mixture(const struct lie_resolve *game, float chance[LIE_NET_BIDS]);

#endif
