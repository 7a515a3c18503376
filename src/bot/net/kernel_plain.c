/* kernel_plain.c - the inner loops of the networks in plain C, which compilers can vectorise. See
 * kernel.h. */
#include "kernel.h"

#include <string.h>

static void sum(const struct net_rows *rows, int16_t *restrict sums)
{
    int width = rows->net->width;
    memset(sums, 0, (size_t)width * sizeof *sums);
    for (int row = 0; row < rows->adds; row++)
        for (int i = 0; i < width; i++)
            sums[i] = (int16_t)(sums[i] + rows->add[row][i]);
}

static inline int16_t clipped(int32_t value)
{
    return (int16_t)(value < 0 ? 0 : value > NET_ONE ? NET_ONE : value);
}

static void dense(const struct net_layer *layer, const int16_t *restrict in, int16_t *restrict out)
{
    int32_t sums[NET_WIDEST];
    memcpy(sums, layer->biases, (size_t)layer->outputs * sizeof *sums);
    for (int pair = 0; pair < layer->inputs / 2; pair++) {
        const int16_t *weights = layer->weights + (ptrdiff_t)2 * pair * layer->outputs;
        int32_t first = clipped(in[2 * pair]), second = clipped(in[2 * pair + 1]);
        for (int i = 0; i < layer->outputs && (first | second); i++)
            sums[i] += first * weights[2 * i] + second * weights[2 * i + 1];
    }
    for (int i = 0; i < layer->outputs; i++)
        out[i] = clipped(sums[i] >> 8);
}

static int32_t dot(const int16_t *a, const int16_t *b, int length)
{
    int32_t product = 0;
    for (int i = 0; i < length; i++)
        product += a[i] * b[i];
    return product;
}

const struct net_kernel net_kernel_plain = {
    .name = "plain C", .sum = sum, .dense = dense, .dot = dot};
