/*
 * net_layers.h - the layers of the networks with 256 sparse sums and 32 numbers between, in integers only.
 *
 * The rows of weights to add up are listed first and then added in blocks, so that the sums stay in registers.
 * Activations are in 1/256, sums in 1/65536. Everything is inline: each network has its own numbers.
 */
#ifndef STOS_BOT_NET_LAYERS_H
#define STOS_BOT_NET_LAYERS_H

#include <stdint.h>
#include <string.h>

enum { LAYER_WIDTH = 256, LAYER_MIDDLE = 32, LAYER_LANES = 16, LAYER_BLOCK = 64, LAYER_ROWS = 128 };

/* The rows to add up. */
struct layer_rows {
    const int16_t *row[LAYER_ROWS];
    int count;
};

/* The last layer but one. */
struct layer_sight {
    int16_t middle[LAYER_MIDDLE];
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

static inline void layer_sum(const struct layer_rows *rows, int16_t out[LAYER_WIDTH])
{
    for (int from = 0; from < LAYER_WIDTH; from += LAYER_BLOCK)
        layer_sum_block(rows, from, out + from);
}

static inline int32_t layer_dot(const int16_t *restrict a, const int16_t *restrict b, int length)
{
    int32_t sum = 0;
    for (int i = 0; i < length; i++)
        sum += a[i] * b[i];
    return sum;
}

/* From the rows to the last layer but one. */
static inline void layer_see(const struct layer_rows *rows, const int16_t *weights, const int32_t *biases, struct layer_sight *sight)
{
    int16_t sum[LAYER_WIDTH];
    layer_sum(rows, sum);
    for (int i = 0; i < LAYER_WIDTH; i++)
        sum[i] = (int16_t)(sum[i] < 0 ? 0 : sum[i] > 256 ? 256 : sum[i]);
    for (int i = 0; i < LAYER_MIDDLE; i++) {
        int32_t total = (layer_dot(sum, weights + i * LAYER_WIDTH, LAYER_WIDTH) + biases[i]) >> 8;
        sight->middle[i] = (int16_t)(total < 0 ? 0 : total > 256 ? 256 : total);
    }
}

/* A chance in 1/65536, from the weights of one output and its bias. */
static inline int32_t layer_chance(const struct layer_sight *sight, const int16_t *weights, int32_t bias, const uint16_t sigmoid[1025])
{
    int32_t place = ((layer_dot(sight->middle, weights, LAYER_MIDDLE) + bias) >> 10) + 512; /* steps of 1/64 */
    return sigmoid[place < 0 ? 0 : place > 1024 ? 1024 : place];
}

#endif
