/*
 * regret.h - regret matching over vectors, for the solver of rounds (src/solve/lie/cfr.c) and the bot that solves on the spot
 * (resolve.c): `width` hands decide at once, each for itself, and every move has a row with the regret of each hand.
 *
 * A move is played in the share of its positive regret; where no move has any, all are played alike.
 */
#ifndef STOS_BOT_LIE_REGRET_H
#define STOS_BOT_LIE_REGRET_H

/* Adds the positive regrets of a move to a sum that began with 0. */
static inline void regret_add(float *restrict sum, const float *restrict regret, int width)
{
    for (int i = 0; i < width; i++)
        sum[i] += regret[i] > 0 ? regret[i] : 0;
}

/* What regrets are to be multiplied by, and what every move gets besides. A sum up to `least`, whose reciprocal is not safe, is none. */
static inline void regret_scales(float *restrict sum_then_scale, float *restrict even, int moves, float least, int width)
{
    float alike = 1.0F / (float)moves;
    for (int i = 0; i < width; i++) {
        float sum = sum_then_scale[i];
        even[i] = sum > least ? 0 : alike;
        sum_then_scale[i] = sum > least ? 1 / sum : 0;
    }
}

static inline float regret_share(float regret, float scale, float even) { return (regret > 0 ? regret : 0) * scale + even; }

/* A move is worth `worth`: to the value by its share, to its regret as it is. Of old regrets a part is kept (discounted CFR). */
static inline void regret_learn(float *restrict regret, const float *restrict scale, const float *restrict even,
                                const float *restrict worth, float *restrict value, float keep_positive, float keep_negative, int width)
{
    for (int i = 0; i < width; i++) {
        float old = regret[i];
        value[i] += regret_share(old, scale[i], even[i]) * worth[i];
        regret[i] = old * (old > 0 ? keep_positive : keep_negative) + worth[i];
    }
}

#endif
