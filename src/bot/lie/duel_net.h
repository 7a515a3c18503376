/*
 * duel_net.h - the numbers of a second network of LIE, of the same shape as the first (lie_net.h), that learned the
 * game of two and nothing else: the build makes lie_duel_net_weights.c of data/lie_duel-net.bin.
 */
#ifndef STOS_BOT_LIE_DUEL_NET_H
#define STOS_BOT_LIE_DUEL_NET_H

#include "net.h"

extern const int16_t lie_duel_net_input[LIE_NET_INPUTS * LIE_NET_WIDTH];
extern const int16_t lie_duel_net_input_bias[LIE_NET_WIDTH];
extern const int16_t lie_duel_net_middle[LIE_NET_MIDDLE * LIE_NET_WIDTH];
extern const int32_t lie_duel_net_middle_bias[LIE_NET_MIDDLE];
extern const int16_t lie_duel_net_output[LIE_NET_OUTPUTS * LIE_NET_MIDDLE];
extern const int32_t lie_duel_net_output_bias[LIE_NET_OUTPUTS];
extern const uint16_t lie_duel_net_sigmoid[LAYER_SIGMOID];

#endif
