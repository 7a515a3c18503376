/*
 * net.h - a network that knows how likely the player who has just made a turn of FACE TO FACE is to win.
 *
 * It was trained by self-play (docs/bots.md). It is given what that player knows: the cards kept, all tops, and which cards
 * each still has to place. Piles are seen "rising": on the falling ones card c counts as 61 - c. Nothing here allocates or
 * keeps state.
 */
#ifndef STOS_BOT_FACETOFACE_NET_H
#define STOS_BOT_FACETOFACE_NET_H

#include "worth.h"
#include "bot/net/net.h"

enum { FACETOFACE_NET_INPUTS = 1251, FACETOFACE_NET_WIDTH = 256, FACETOFACE_NET_MIDDLE = 32, FACETOFACE_NET_OUTPUTS = 8 };
enum { FACETOFACE_NET_MOST = 272 }; /* inputs that can be 1 together */

/* Lists the inputs that are 1; returns how many. */
int facetoface_net_list(const struct duel_after *after, uint16_t input[FACETOFACE_NET_MOST]);

/* The input that stands for the same thing when rising and falling change places. */
int facetoface_net_turned(int input);

/* Which of the outputs judges this: there is one for each part of a duel, by how many cards are left to both. */
int facetoface_net_head(const struct duel_after *after);

/*
 * The chance of [0] to win, in 65536ths; on wish the mean of both ways round: the duel is the same when rising and falling change places,
 * and the network errs differently.
 */
enum { FACETOFACE_CERTAIN = 65536 };
int facetoface_net_chance(const struct net *net, const struct duel_after *after, bool both_ways);

/*
 * The plans of one turn, judged one after the other: what a pile's top alone brings in is summed up once (incremental evaluation). The
 * hand, the draw piles and the opponent's cards are the turn's; a pile has the top before it, or a card of the hand. Second way: turned
 * round.
 */
enum { FACETOFACE_NET_TOPS = STOS_FACETOFACE_HAND + 1 };
struct facetoface_net_turn {
    const struct net *net;
    struct facetoface_net_way {
        uint8_t tops[4], top[4][FACETOFACE_NET_TOPS];
        int16_t sum[4][FACETOFACE_NET_TOPS][FACETOFACE_NET_WIDTH];
    } way[2];
};

void facetoface_net_begin_turn(struct facetoface_net_turn *turn, const struct net *net);
int facetoface_net_turn_chance(struct facetoface_net_turn *turn, const struct duel_after *after, bool both_ways);

extern const struct net facetoface_net, facetoface_champion_net; /* data/facetoface-net.bin, data/facetoface_champion-net.bin */

#endif
