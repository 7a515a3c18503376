/*
 * resolve.h - the rest of a round of LIE between two players as a small game of its own, solved on the spot: re-solving
 * (Burch, Johanson and Bowling 2014) by discounted counterfactual regret minimisation (Brown and Sandholm 2019).
 *
 * The game begins with the other one's last bid, which it has made but might not have made: what its hands are after that bid is not taken
 * from the network, which would believe whatever is said, but from what would pay. (The network's word keeps a small weight, so that a bid
 * that pays with no hand at all is answered, too.) The hands that both may have by what was bid before (belief.h) are the classes, some
 * bids that the network likes are all that may still be bid, and the iterations find how the two would play that game against each other.
 * What it would do with the own hand, on average over the iterations, is the answer: a mixture that does not trust the other one to play
 * like the network. Nothing is allocated, and only additions, multiplications and divisions are used.
 */
#ifndef STOS_BOT_LIE_RESOLVE_H
#define STOS_BOT_LIE_RESOLVE_H

#include "belief.h"

enum { LIE_RESOLVE_BIDS = 9, LIE_RESOLVE_CLASSES = 64 };

/* The game: side 0 is oneself, whose hand is class 0; side 1 the other one. The own classes stay the same for a round. */
struct lie_resolve {
    struct lie_hand own[LIE_RESOLVE_CLASSES];
    int bids;                                                        /* that may be made, in the order of bids */
    int mover;                                                       /* the side that acts first, */
    int made;                                                        /* and if that is the other one, which of the bids it has made */
    float liked[LIE_RESOLVE_CLASSES];                                /* how likely each of its hands makes it by the network */
    uint8_t count[LIE_RESOLVE_BIDS + 1], face[LIE_RESOLVE_BIDS + 1]; /* the last is the standing bid, count 0 if there is none */
    bool may_turn_off;                                               /* a first bid on ones makes them plain (LI12) */
    uint8_t matches[2][2][STOS_LIE_FACES + 1][LIE_RESOLVE_CLASSES];  /* [ones turned off][side][face] */
    float chance[2][LIE_RESOLVE_CLASSES];
    float sum[LIE_RESOLVE_BIDS + 1][LIE_RESOLVE_CLASSES]; /* of the own hands' moves, the call last */
    int iterations;
    float regret[1 << LIE_RESOLVE_BIDS][2][LIE_RESOLVE_CLASSES];
};

/* Draws the hands that oneself may have in the eyes of the other one, from what is believed of them (lie_belief_form_own()). */
void lie_resolve_open(struct lie_resolve *game, const struct lie_belief *belief, stos_random *random);

/*
 * Sets the game up with at most so many bids, as the round of the belief stands; `made` is one of them, if it is a bid of net.h. Where the
 * other one is on turn it is the bid that it makes, and the mixture is for the own hand after that.
 */
void lie_resolve_begin(struct lie_resolve *game, struct lie_belief *belief, int bids, int made, stos_random *random);

/* Weighs the own hands by how often each would have made this bid. */
void lie_resolve_learn(struct lie_resolve *game, int made);

/* One iteration of both sides. */
void lie_resolve_step(struct lie_resolve *game);

/* The own hand's mixture found so far, over the bids of net.h. */
void lie_resolve_mixture(const struct lie_resolve *game, float chance[LIE_NET_BIDS]);

#endif
