/*
 * regret.h - vectorised regret matching, for the solver of rounds (src/solve/lie/cfr.c) and for the
 * bot's re-solving (resolve.c): `width` hands decide at once, each for itself, and every move has a
 * row with the regret of each hand.
 *
 * A move is played in proportion to its positive regret; if no move has any, all are equally
 * likely.
 */
#ifndef STOS_BOT_LIE_REGRET_H
#define STOS_BOT_LIE_REGRET_H

/* Adds the positive regrets of a move to a sum that began with 0. */
static inline void regret_add(float *restrict sum, const float *restrict regret, int width)
{
    for (int i = 0; i < width; i++)
        sum[i] += regret[i] > 0 ? regret[i] : 0;
}

/*
 * Turns sums of positive regrets into the factors that normalise them, and into what every move
 * gets on top: the uniform share where the sum is 0. A sum up to `least` counts as 0, since its
 * reciprocal is not safe.
 */
static inline void regret_scales(float *restrict sum_then_scale, float *restrict even, int moves,
                                 float least, int width)
{
    float alike = 1.0F / (float)moves;
    for (int i = 0; i < width; i++) {
        float sum = sum_then_scale[i];
        even[i] = sum > least ? 0 : alike;
        sum_then_scale[i] = sum > least ? 1 / sum : 0;
    }
}

static inline float regret_share(float regret, float scale, float even)
{
    return (regret > 0 ? regret : 0) * scale + even;
}

/* Adds the worth of a move, times its probability, to the value, and in full to its regret. Old
 * regrets are discounted (discounted CFR). */
static inline void regret_learn(float *restrict regret, const float *restrict scale,
                                const float *restrict even, const float *restrict worth,
                                float *restrict value, float keep_positive, float keep_negative,
                                int width)
{
    for (int i = 0; i < width; i++) {
        float old = regret[i];
        value[i] += regret_share(old, scale[i], even[i]) * worth[i];
        regret[i] = old * (old > 0 ? keep_positive : keep_negative) + worth[i];
    }
}

#endif
