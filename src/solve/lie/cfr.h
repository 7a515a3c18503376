/*
 * cfr.h - counterfactual regret minimisation (Zinkevich et al. 2007) on a round of LIE between two players (docs/lie.md).
 *
 * In vector form: one walk over the public tree carries all classes of both sides at once. The sides take turns; what
 * the walk of one side passes, it adds to the average strategy of the other, so that what the other one never plays is
 * not walked at all. The numbers are the same for any number of threads and on every platform.
 *
 * The idea in small: for every decision, and every choice in it, a number is kept, the regret: how much better it would have been to have
 * always chosen this, counted with the chance that the others and the deal lead there (counterfactual). The next iteration chooses
 * in proportion to positive regrets (regret matching). Neither the last iteration nor any single one is good, but their average
 * approaches a Nash equilibrium between two players. An example: an opener who never bluffs is believed, so the regret of not
 * having bluffed grows, until bluffs come just often enough that calling and believing are worth the same to the other side.
 *
 * Why discounted: the first iterations are close to random play, and plain CFR drags what they regretted along for ever. After iteration t
 * positive regrets keep t^1.5 / (t^1.5 + 1), negative ones one half (t^0 / (t^0 + 1), so a choice that was bad long ago is tried again
 * soon), and iteration t weighs t^2 in the average. So early mistakes fade (`stos solve --algorithm` compares with CFR+); how far the
 * result is from an equilibrium is not believed but measured, by a best response (lie_measure() in strategy.h).
 */
#ifndef STOS_SOLVE_LIE_CFR_H
#define STOS_SOLVE_LIE_CFR_H

#include "faces.h"
#include "strategy.h"

#include <stdatomic.h>

/* Discounted CFR (Brown and Sandholm 2019) with exponents 1.5, 0 and 2, or CFR+ (Tammelin 2014) with linear averaging. */
enum lie_algorithm { LIE_DCFR, LIE_CFR_PLUS };

struct lie_solver {
    struct lie_strategy average; /* what has been found: the average of the iterations, later ones weighing more */
    enum lie_algorithm algorithm;
    uint32_t iterations;
    float *regret;          /* laid out as the weights of the strategy */
    float *end_regret[2];   /* as its ends */
    float *stakes[2];       /* [wild][rank][class][own class]: joint chance, negative where the bidder loses */
    int8_t *signs[2];       /* as lie_round_winners() has them */
    float *chance[2];       /* [class][own class] */
    struct lie_faces faces; /* where only faces are remembered; empty otherwise */
    size_t scratch_floats;
};

enum lie_round_error lie_solver_open(struct lie_solver *solver, const struct lie_round_rules *rules, enum lie_algorithm algorithm);
void lie_solver_close(struct lie_solver *solver);

/* Bytes that a solver of such a round takes, about. */
size_t lie_solver_size(const struct lie_round *round);

/* One iteration: each side learns once. False when memory is short or no thread could be started. */
bool lie_solver_step(struct lie_solver *solver, int threads);

#endif
