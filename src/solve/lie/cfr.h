/*
 * cfr.h - counterfactual regret minimisation (Zinkevich et al. 2007) on a round of LIE between two
 * players (docs/lie.md).
 *
 * In vector form: one walk over the public tree carries all classes of both sides at once. The
 * sides learn alternately; the walk of one side adds the strategy that it passes to the average
 * strategy of the other, so that what the other side never plays is not walked at all. The numbers
 * are the same for any number of threads and on every platform.
 *
 * The idea in brief: every choice of every decision has a regret: how much better it would have
 * been to have always made this choice, weighted by the probability that the others and the deal
 * lead there (counterfactual). The next iteration chooses in proportion to positive regrets (regret
 * matching). No single iteration is good, not even the last, but their average approaches a Nash
 * equilibrium between two players. An example: an opener who never bluffs is believed, so the
 * regret of not having bluffed grows, until bluffs come just often enough that calling and
 * believing are worth the same to the other side.
 *
 * Why discounted: the first iterations are close to random play, and plain CFR never forgets their
 * regrets. After iteration t positive regrets keep t^1.5 / (t^1.5 + 1), negative ones one half (t^0
 * / (t^0 + 1), so a choice that was bad long ago is tried again soon), and iteration t has weight
 * t^2 in the average. So early mistakes fade (`stos solve --algorithm` compares with CFR+). The
 * distance of the result from an equilibrium, its exploitability, is measured by best responses
 * (lie_measure() in strategy.h).
 */
#ifndef STOS_SOLVE_LIE_CFR_H
#define STOS_SOLVE_LIE_CFR_H

#include "faces.h"
#include "strategy.h"

#include <stdatomic.h>

/* Discounted CFR (Brown and Sandholm 2019) with exponents 1.5, 0 and 2, or CFR+ (Tammelin 2014)
 * with linear averaging. */
enum lie_algorithm { LIE_DCFR, LIE_CFR_PLUS };

struct lie_solver {
    struct lie_strategy
        average; /* the result: the average of the iterations, later ones weighted more */
    enum lie_algorithm algorithm;
    uint32_t iterations;
    float *regret;          /* laid out as the weights of the strategy */
    float *end_regret[2];   /* as its ends */
    float *stakes[2];       /* [wild][rank][class][own class]: joint probability, negative where the
                               bidder loses */
    int8_t *signs[2];       /* from lie_round_winners() */
    float *chance[2];       /* [class][own class] */
    struct lie_faces faces; /* used if only faces are remembered; empty otherwise */
    size_t scratch_floats;
};

enum lie_round_error lie_solver_open(struct lie_solver *solver, const struct lie_round_rules *rules,
                                     enum lie_algorithm algorithm);
void lie_solver_close(struct lie_solver *solver);

/* Approximate bytes that a solver of such a round takes. */
size_t lie_solver_size(const struct lie_round *round);

/* One iteration: each side learns once. False if out of memory or no thread could be started. */
bool lie_solver_step(struct lie_solver *solver, int threads);

#endif
