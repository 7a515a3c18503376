/*
 * net.h - a network that estimates how likely the player who has just finished a turn of FACE TO
 * FACE is to win.
 *
 * It was trained by self-play (docs/bots.md). It is given what that player knows: the cards kept,
 * all tops, and which cards each player still has to place. All piles are seen as rising: on the
 * falling ones card c counts as 61 - c. Nothing here allocates or keeps state.
 */
#ifndef STOS_BOT_FACETOFACE_NET_H
#define STOS_BOT_FACETOFACE_NET_H

#include "worth.h"
#include "bot/net/net.h"

enum {
    FACETOFACE_NET_INPUTS = 1251,
    FACETOFACE_NET_WIDTH = 256,
    FACETOFACE_NET_MIDDLE = 32,
    FACETOFACE_NET_OUTPUTS = 8
};
enum { FACETOFACE_NET_MOST = 272 }; /* inputs that can be 1 at the same time */

/* Lists the inputs that are 1; returns how many. */
int facetoface_net_list(const struct duel_after *after, uint16_t input[FACETOFACE_NET_MOST]);

/* The input that means the same with rising and falling exchanged. */
int facetoface_net_turned(int input);

/* Which output evaluates this position: there is one for each stage of a duel, by how many cards
 * the players have left together. */
int facetoface_net_head(const struct duel_after *after);

/*
 * The chance of [0] to win, in 65536ths; with `both_ways` the mean of the position and its mirror
 * image: the duel is the same with rising and falling exchanged, and the network's errors on the
 * two differ.
 */
enum { FACETOFACE_CERTAIN = 65536 };
int facetoface_net_chance(const struct net *net, const struct duel_after *after, bool both_ways);

/*
 * Evaluates the plans of one turn one after the other; what depends on one pile's top alone is
 * summed once (incremental evaluation). The hand, the draw piles and the opponent's cards are those
 * of the turn; a pile's top is the one before the turn or a card of the hand. way[1] is the mirror
 * image.
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
int facetoface_net_turn_chance(struct facetoface_net_turn *turn, const struct duel_after *after,
                               bool both_ways);

extern const struct net facetoface_net,
    facetoface_champion_net; /* data/facetoface-net.bin, data/facetoface_champion-net.bin */

#endif
