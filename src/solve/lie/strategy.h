/*
 * strategy.h - how both sides of a round show, bid and call; and how far that is from an
 * equilibrium.
 *
 * The bids of a round only rise, so a history is a set of bids: 2^ranks of them form the public
 * tree. A history is numbered by the set read backwards, the bid of rank r being bit ranks-1-r.
 * Then everything that can follow a history whose lowest bit is k lies in the 2^k numbers from it
 * on, and the next bid sets one more bit below k. Weights are kept in one row per side and history:
 * for the side on turn that of calling, for the other side, which has just bid, that of having made
 * this bid. Rows need not sum to 1; those of one decision are normalised together when they are
 * read.
 */
#ifndef STOS_SOLVE_LIE_STRATEGY_H
#define STOS_SOLVE_LIE_STRATEGY_H

#include "round.h"

#include <stddef.h>

/* A history, with what follows from its number. */
struct lie_place {
    uint32_t number;
    int8_t below; /* bids that may still be made: bits below the lowest one */
    int8_t mover; /* the side on turn */
    bool wild;    /* the wild face is wild in this round (LI12) */
};

struct lie_strategy {
    struct lie_round round;
    size_t stride;  /* floats per history */
    float *weights; /* of bids and calls, all histories */
    float *ends[2]; /* of each choice of ends; NULL with dice */
};

/* Allocates zeros: until something is added, everything is played evenly. */
enum lie_round_error lie_strategy_open(struct lie_strategy *strategy,
                                       const struct lie_round_rules *rules);
void lie_strategy_close(struct lie_strategy *strategy);

/* Bytes that a strategy of such a round takes. */
size_t lie_strategy_size(const struct lie_round *round);

static inline struct lie_place lie_place_start(const struct lie_round *round)
{
    return (struct lie_place){.below = (int8_t)round->ranks, .wild = round->rules.wild_face != 0};
}

/* The number of a history with one more bid. */
static inline uint32_t lie_number_after(uint32_t number, int bit)
{
    return number | UINT32_C(1) << (bit & 31);
}

/* Whether the wild face is wild after the bid of a rank (LI12). */
static inline bool lie_place_wild_after(const struct lie_round *round, struct lie_place place,
                                        int rank)
{
    int count, face;
    if (place.number != 0 || !place.wild || round->rules.stays_wild)
        return place.wild;
    lie_round_bid(round, rank, &count, &face);
    return face != round->rules.wild_face;
}

/* The history after the bid whose bit is `bit` < below. */
static inline struct lie_place lie_place_after(const struct lie_round *round,
                                               struct lie_place place, int bit)
{
    return (struct lie_place){.number = lie_number_after(place.number, bit),
                              .below = (int8_t)bit,
                              .mover = (int8_t)!place.mover,
                              .wild = lie_place_wild_after(round, place, round->ranks - 1 - bit)};
}

/* The index in lie_round_winners() of calling the last bid of a history, which must have one. */
static inline size_t lie_place_call(const struct lie_round *round, struct lie_place place)
{
    return (size_t)(round->bids * place.wild + round->ranks - 1 - place.below);
}

/* The row of a side at a history. */
static inline float *lie_row(const struct lie_strategy *strategy, float *weights, uint32_t number,
                             int side)
{
    return weights + number * strategy->stride + (side ? strategy->round.side[0].width : 0);
}

/* A best response: hands of one side that each answer the other side's strategy optimally. */
struct lie_answer {
    const struct lie_strategy *strategy;
    int side;            /* that answers */
    int hands, width;    /* how many answer, and what they take in a vector */
    double *chance;      /* [class of the other side][hand]: joint probability, with the strategy's
                            choice of ends */
    int8_t *bidder_wins; /* [wild][rank][class][hand]: 1 or -1 */
    double *reach; /* of each possible class: the probability that the strategy plays this way with
                      it; 1 at the start of a round */
    double *value; /* of each hand: the result of the last query */
    double least_reach; /* branches below this are not followed; negligible for the exploitability,
                           even over all histories together */
    double *scratch;
};

/* Opens it by what each hand shows; false if out of memory. Then set the deal (with dice, the
 * class) of each range of hands. */
bool lie_answer_open(struct lie_answer *answer, const struct lie_strategy *strategy, int side,
                     uint8_t (*shows)[STOS_LIE_FACES + 1], int hands);
void lie_answer_deal(struct lie_answer *answer, int deal, int first_hand, int end);
void lie_answer_close(struct lie_answer *answer);

/* What every hand wins from a place on, or by calling there, times the probability of its deal and
 * the reach. */
void lie_answer_value(struct lie_answer *answer, struct lie_place place);
void lie_answer_call(struct lie_answer *answer, struct lie_place place);

/* The strategy makes the bid whose bit this is; false if it never does. */
bool lie_answer_follow(struct lie_answer *answer, struct lie_place place, int bit);

/* Both best responses, +-1 a round; they remember their cards, whatever the strategy remembers. */
struct lie_gap {
    double best[2]; /* what the best response of each side wins */
    double value; /* of the round for the opener: the midpoint of the bounds that both prove; right
                     within the exploitability */
    double exploitability; /* half of the sum */
};

/* Uses up to two threads; false if out of memory. */
bool lie_measure(const struct lie_strategy *strategy, int threads, struct lie_gap *gap);

#endif
