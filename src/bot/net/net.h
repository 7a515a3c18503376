/*
 * net.h - the one runtime for the networks of all bots: an efficiently updatable neural network
 * (NNUE; Nasu 2018), in integers.
 *
 * Inputs are 0 or 1. The rows of those that are 1 are summed into an accumulator, which can be kept
 * in parts; dense layers over activations clipped to 0..1 follow, and the last one gives the
 * outputs. A game lists its inputs and reads its outputs, nothing else. Activations are in 1/256,
 * the sums of dense layers in 1/65536. Every machine gets the same bits, whichever kernel
 * (kernel.h) it runs. Nothing allocates or keeps state.
 *
 * The build makes a `struct net` of each data/NAME-net.bin (cmake/embed-net.cmake);
 * tools/train/quantise.py documents the file.
 */
#ifndef STOS_BOT_NET_NET_H
#define STOS_BOT_NET_NET_H

#include <stddef.h>
#include <stdint.h>

enum {
    NET_LAYERS = 3,   /* most dense layers */
    NET_WIDEST = 512, /* widest accumulator */
    NET_ROWS = 288,   /* most rows that are summed at once */
    NET_ONE = 256,    /* an activation of 1 */
    NET_WIDTH_STEP = 64,
    NET_LAYER_STEP = 32 /* the sizes of accumulators and hidden layers are multiples of these */
};

/*
 * A dense layer. The weights of a hidden layer are stored by pairs of inputs, [inputs /
 * 2][outputs][2], so that pairs of activations that are both 0 cost nothing; those of the last
 * layer by output, so that each output can be computed alone.
 */
struct net_layer {
    int inputs, outputs;
    const int16_t *weights; /* in 1/256 */
    const int32_t *biases;  /* in 1/65536 */
};

struct net {
    int inputs, width;
    const int16_t *input; /* [inputs][width], in 1/256 */
    const int16_t *bias;  /* [width], in 1/256 */
    int layers;
    struct net_layer layer[NET_LAYERS];
};

/* The terms of an accumulator: rows of inputs and other accumulators. */
struct net_rows {
    const struct net *net;
    int adds;
    const int16_t *add[NET_ROWS];
};

static inline void net_begin(struct net_rows *rows, const struct net *net)
{
    rows->net = net;
    rows->adds = 0;
}

/* Adds an accumulator, or the bias of the first layer; it must stay in place until net_sum(). No
 * position has more than NET_ROWS terms; nothing is ever written past them. */
static inline void net_add_sum(struct net_rows *rows, const int16_t *sum)
{
    if (rows->adds < NET_ROWS)
        rows->add[rows->adds++] = sum;
}

static inline void net_add(struct net_rows *rows, int input)
{
    net_add_sum(rows, rows->net->input + (ptrdiff_t)input * rows->net->width);
}

static inline void net_add_bias(struct net_rows *rows) { net_add_sum(rows, rows->net->bias); }

/* Sums up into an accumulator of the network's width. */
void net_sum(const struct net_rows *rows, int16_t *sum);

/* The last hidden layer for each of `count` accumulators, which lie one after the other, as do the
 * results. */
void net_hidden(const struct net *net, const int16_t *sum, int count, int16_t *hidden);

/* `count` outputs from `first` on, given the last hidden layer. */
void net_outputs(const struct net *net, const int16_t *hidden, int first, int count, int32_t *out);

static inline int32_t net_output(const struct net *net, const int16_t *hidden, int index)
{
    int32_t out;
    net_outputs(net, hidden, index, 1, &out);
    return out;
}

/* The chance in 1/65536 that an output stands for: the logistic function, in steps of 1/64 from -8
 * to 8. */
int32_t net_chance(int32_t output);

#endif
