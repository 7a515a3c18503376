/*
 * layers.h - what the networks of all bots are made of, in integers only: sums of the rows of the inputs that are 1, two
 * dense layers clamped to 0..1, and chances.
 *
 * The rows of weights to add up may be listed first and then added in blocks, so that the sums stay in registers.
 * Activations are in 1/256, sums in 1/65536. Everything is inline: each network has its own sizes and numbers.
 */
#ifndef STOS_BOT_NET_LAYERS_H
#define STOS_BOT_NET_LAYERS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { LAYER_LANES = 16, LAYER_BLOCK = 64, LAYER_ROWS = 288, LAYER_ONE = 256, LAYER_SIGMOID = 1025 };

/* The rows to add up. */
struct layer_rows {
    const int16_t *row[LAYER_ROWS];
    int count;
};

/* Sixteen numbers, which the compiler adds at once as best the machine can. */
typedef int16_t layer_lanes __attribute__((vector_size(2 * LAYER_LANES)));

static inline void layer_add(struct layer_rows *rows, const int16_t *row) { rows->row[rows->count++] = row; }

static inline void layer_sum_block(const struct layer_rows *rows, int from, int16_t *restrict out)
{
    layer_lanes sum[LAYER_BLOCK / LAYER_LANES] = {{0}};
    for (int i = 0; i < rows->count; i++)
        for (int k = 0; k < LAYER_BLOCK / LAYER_LANES; k++) {
            layer_lanes some;
            memcpy(&some, rows->row[i] + from + k * LAYER_LANES, sizeof some);
            sum[k] += some;
        }
    memcpy(out, sum, sizeof sum);
}

/* `width` sums, a multiple of LAYER_BLOCK. */
static inline void layer_sum(const struct layer_rows *rows, int16_t *restrict out, int width)
{
    for (int from = 0; from < width; from += LAYER_BLOCK)
        layer_sum_block(rows, from, out + from);
}

static inline int32_t layer_dot(const int16_t *restrict a, const int16_t *restrict b, int length)
{
    int32_t sum = 0;
    for (int i = 0; i < length; i++)
        sum += a[i] * b[i];
    return sum;
}

static inline int16_t layer_clamped(int32_t value) { return (int16_t)(value < 0 ? 0 : value > LAYER_ONE ? LAYER_ONE : value); }

/* A dense layer of `size` numbers over `width` sums, which are clamped on the way; the weights of each number lie together. */
static inline void layer_dense(int16_t *restrict sum, int width, const int16_t *weights, const int32_t *biases, int16_t *restrict out,
                               int size)
{
    for (int i = 0; i < width; i++)
        sum[i] = layer_clamped(sum[i]);
    for (int i = 0; i < size; i++)
        out[i] = layer_clamped((layer_dot(sum, weights + (ptrdiff_t)i * width, width) + biases[i]) >> 8);
}

/* A chance in 1/65536; the sigmoid goes from -8 to 8 in steps of 1/64. */
static inline int32_t layer_chance(int32_t logit, const uint16_t sigmoid[LAYER_SIGMOID])
{
    int32_t place = (logit >> 10) + LAYER_SIGMOID / 2;
    return sigmoid[place < 0 ? 0 : place < LAYER_SIGMOID ? place : LAYER_SIGMOID - 1];
}

#endif
