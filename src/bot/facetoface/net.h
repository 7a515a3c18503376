/*
 * net.h - a network that knows how likely the player who has just made a turn of FACE TO FACE is to win.
 *
 * It was trained by self-play (docs/bots.md) and is evaluated in integers only, so every platform gets the same
 * numbers. It is given what that player knows: the cards kept, all tops, and which cards each still has to place. Piles
 * are seen "rising": on the falling ones card c counts as 61 - c. Nothing here allocates or keeps state.
 */
#ifndef STOS_BOT_FACETOFACE_NET_H
#define STOS_BOT_FACETOFACE_NET_H

#include "worth.h"
#include "bot/net/layers.h"

enum { FACETOFACE_NET_INPUTS = 1251, FACETOFACE_NET_WIDTH = 64, FACETOFACE_NET_MIDDLE = 32, FACETOFACE_NET_OUTPUTS = 1 };
enum { FACETOFACE_NET_MOST = 272 }; /* inputs that can be 1 together */

/* Its numbers: weights and activations are in 1/256, the biases of the dense layers in 1/65536. */
struct facetoface_net {
    const int16_t *input, *input_bias, *middle;
    const int32_t *middle_bias;
    const int16_t *output;
    const int32_t *output_bias;
    const uint16_t *sigmoid;
};

/* The one that was trained. */
extern const struct facetoface_net facetoface_net_trained;

/* Lists the inputs that are 1; returns how many. */
int facetoface_net_list(const struct duel_after *after, uint16_t input[FACETOFACE_NET_MOST]);

/* The input that stands for the same thing when rising and falling change places. */
int facetoface_net_turned(int input);

/* The chance of [0] to win, in 65536ths. */
int facetoface_net_chance(const struct facetoface_net *net, const struct duel_after *after);

/* The trained numbers: the build makes facetoface_net_weights.c of data/facetoface-net.bin. */
extern const int16_t facetoface_net_input[FACETOFACE_NET_INPUTS * FACETOFACE_NET_WIDTH];
extern const int16_t facetoface_net_input_bias[FACETOFACE_NET_WIDTH];
extern const int16_t facetoface_net_middle[FACETOFACE_NET_MIDDLE * FACETOFACE_NET_WIDTH];
extern const int32_t facetoface_net_middle_bias[FACETOFACE_NET_MIDDLE];
extern const int16_t facetoface_net_output[FACETOFACE_NET_OUTPUTS * FACETOFACE_NET_MIDDLE];
extern const int32_t facetoface_net_output_bias[FACETOFACE_NET_OUTPUTS];
extern const uint16_t facetoface_net_sigmoid[LAYER_SIGMOID];

#endif
