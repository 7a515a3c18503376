/*
 * lanes.h - the inner loops of the networks over SIMD vectors, for a file that has defined the
 * vectors of its instruction set:
 *
 *   KERNEL          the attribute that functions need to use them
 *   lanes, LANES    a vector, and how many 16-bit numbers it holds
 *   load, store     from and to memory that need not be aligned
 *   add16, add32
 *   clip            16-bit numbers to 0..NET_ONE
 *   multiply        16-bit numbers, adding adjacent products to half as many 32-bit numbers
 *   pair            broadcasts a pair of 16-bit numbers
 *   narrow          two vectors of 32-bit numbers, divided by 256 and clipped, to one of 16-bit
 * numbers pairs_set       the pairs of 16-bit numbers that are not both 0, as bits total the sum of
 * the 32-bit numbers
 *
 * Sums stay in registers for a block at a time. Pairs of activations that are both 0, most of them,
 * are skipped.
 */
#ifndef STOS_BOT_NET_LANES_H
#define STOS_BOT_NET_LANES_H

#include "base/cards.h"
#include "kernel.h"

#include <string.h>

enum {
    SUM_VECTORS = NET_WIDTH_STEP / LANES,
    DENSE_VECTORS = 2 * NET_LAYER_STEP / LANES,
    PAIR_WORDS = NET_WIDEST / 128
};

/* `vectors` is a constant where this is inlined, so that the sums stay in registers. */
KERNEL static inline __attribute__((always_inline)) void
sum_block(const struct net_rows *rows, int from, int vectors, int16_t *restrict out)
{
    lanes sums[2 * SUM_VECTORS];
    memset(sums, 0, sizeof sums);
    for (int row = 0; row < rows->adds; row++)
        for (int i = 0; i < vectors; i++)
            sums[i] = add16(sums[i], load(rows->add[row] + from + i * LANES));
    for (int i = 0; i < vectors; i++)
        store(out + from + i * LANES, sums[i]);
}

KERNEL static void sum(const struct net_rows *rows, int16_t *restrict out)
{
    int from = 0;
    for (; from + 2 * NET_WIDTH_STEP <= rows->net->width; from += 2 * NET_WIDTH_STEP)
        sum_block(rows, from, 2 * SUM_VECTORS, out);
    if (from < rows->net->width)
        sum_block(rows, from, SUM_VECTORS, out);
}

/* Clips the inputs of a layer and finds the pairs that are not both 0. */
KERNEL static inline void clip_all(const int16_t *restrict in, int count, int16_t *restrict out,
                                   uint64_t set[PAIR_WORDS])
{
    memset(set, 0, PAIR_WORDS * sizeof *set);
    for (int i = 0; i < count; i += LANES) {
        lanes clipped = clip(load(in + i));
        store(out + i, clipped);
        set[i / 128] |= (uint64_t)pairs_set(clipped) << i / 2 % 64;
    }
}

KERNEL static inline void dense_block(const struct net_layer *layer, const int16_t *in,
                                      const uint64_t set[PAIR_WORDS], int from,
                                      int16_t *restrict out)
{
    lanes sums[DENSE_VECTORS];
    for (int i = 0; i < DENSE_VECTORS; i++)
        sums[i] = load(layer->biases + from + i * (LANES / 2));
    for (int word = 0; word < PAIR_WORDS; word++)
        for (uint64_t left = set[word]; left;) {
            int at = 64 * word + word_take(&left);
            const int16_t *weights = layer->weights + ((ptrdiff_t)at * layer->outputs + from) * 2;
            lanes both = pair(in + (ptrdiff_t)2 * at);
            for (int i = 0; i < DENSE_VECTORS; i++)
                sums[i] = add32(sums[i], multiply(both, load(weights + i * LANES)));
        }
    for (int i = 0; i < DENSE_VECTORS; i += 2)
        store(out + from + i * (LANES / 2), narrow(sums[i], sums[i + 1]));
}

KERNEL static void dense(const struct net_layer *layer, const int16_t *restrict in,
                         int16_t *restrict out)
{
    int16_t clipped[NET_WIDEST];
    uint64_t set[PAIR_WORDS];
    clip_all(in, layer->inputs, clipped, set);
    for (int from = 0; from < layer->outputs; from += NET_LAYER_STEP)
        dense_block(layer, clipped, set, from, out);
}

KERNEL static int32_t dot(const int16_t *a, const int16_t *b, int length)
{
    lanes sums = multiply(load(a), load(b));
    for (int i = LANES; i < length; i += LANES)
        sums = add32(sums, multiply(load(a + i), load(b + i)));
    return total(sums);
}

#endif
