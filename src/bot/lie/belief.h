/*
 * belief.h - what a player of LIE may infer about the others' cards, ends and style of play from
 * what they did.
 *
 * A particle filter without a transition step, since cards do not change within a round: importance
 * sampling of hands. Each opponent is a set of suspects: possible hands, with ends turned as one of
 * the models would turn them, weighted by how likely that model would have made the bids that were
 * made. The models are the network and `steady`. A world is one suspect for each opponent, with no
 * more cards of a kind than there are.
 *
 * Why particles: five cards with two ends each make far too many hands to list for several
 * opponents at once, and bids reveal too much to ignore. Bayes' rule needs only samples: draw a
 * hand from the deck without one's own cards, ask the model how likely it would have shown those
 * ends and made these bids, and keep that product as the weight. An example: Marek has bid 3x6 over
 * 2x5. Of 512 suspects those without a 6 get small weights, since the network makes that bid only
 * as a bluff; those with two or three 6s share most of the total weight; and one sampled by weight
 * is a plausible Marek.
 *
 * Two models guard against being wrong about people: a suspect belongs to one of them, so the
 * weights also tell how likely this opponent plays by the odds (lie_belief_odds). And every action
 * keeps a small probability under every model (`surprise`), so that a single odd bid does not rule
 * out the truth.
 */
#ifndef STOS_BOT_LIE_BELIEF_H
#define STOS_BOT_LIE_BELIEF_H

#include "net.h"
#include "odds.h"

enum lie_model { LIE_MODEL_NET, LIE_MODEL_ODDS, LIE_MODELS };
enum { LIE_SUSPECTS = 512 };

struct lie_suspect {
    struct lie_hand hand;
    uint8_t model;
};

struct lie_world {
    struct lie_hand hand[STOS_LIE_SEATS]; /* by place */
    uint8_t model[STOS_LIE_SEATS];
};

struct lie_belief {
    struct lie_odds odds;
    struct lie_bidding round; /* as it stands */
    struct lie_hand own;
    int place;    /* one's own */
    int suspects; /* of each opponent */
    struct lie_suspect suspect[STOS_LIE_SEATS][LIE_SUSPECTS];
    float sum[STOS_LIE_SEATS][LIE_SUSPECTS]; /* cumulative weights */
    int8_t place_of[STOS_LIE_SEATS];
};

/* Sets what one seat sees: the round and its own cards, without a belief about the others. */
void lie_belief_look(struct lie_belief *belief, const struct stos_lie_view *view);

/* Forms a belief with `suspects` hands for each opponent; `odds_prior` is the prior probability
 * that one plays like `steady`. */
void lie_belief_form(struct lie_belief *belief, const struct stos_lie_view *view, int suspects,
                     float odds_prior, stos_random *random);

/* What the others may believe about oneself: one's own place gets suspects too, all playing like
 * the network. After lie_belief_form(). */
void lie_belief_form_own(struct lie_belief *belief, const struct stos_lie_view *view,
                         stos_random *random);
const struct lie_hand *lie_belief_own(const struct lie_belief *belief, stos_random *random);

/* How likely another place plays like `steady`. */
float lie_belief_odds(const struct lie_belief *belief, int place);

/* Samples a world; one's own hand is in it, with the ends it shows. */
void lie_belief_draw(const struct lie_belief *belief, stos_random *random, struct lie_world *world);

/* An index sampled by its probability; and a uniform number in [0, 1). */
int lie_belief_pick(const float *chance, int count, stos_random *random);
float lie_belief_number(stos_random *random);

#endif
