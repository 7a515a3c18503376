/*
 * net.h - a network that estimates the chance to win from a position of THE GAME, as the player who
 * moves sees it.
 *
 * It was trained by self-play (docs/bots.md, tools/train/thegame.cu). It is given what one seat
 * knows, never the others' cards or the order of the draw pile. Nothing here allocates or keeps
 * state. What does not change during a turn is summed once for all tables that may arise in it.
 */
#ifndef STOS_BOT_THEGAME_NET_H
#define STOS_BOT_THEGAME_NET_H

#include "bot/net/net.h"
#include "sim_state.h"

enum {
    THEGAME_NET_INPUTS = 2560,
    THEGAME_NET_WIDTH = 512, /* of the widest */
    THEGAME_NET_MIDDLE = 32,
    THEGAME_NET_GOALS = 8,
    THEGAME_NET_OUTPUTS = STOS_THEGAME_SEATS * 3 * 4 * THEGAME_NET_GOALS
};
enum { TURN_HAND = 8, TURN_VIEWPOINTS = STOS_THEGAME_PILES + 2 * TURN_HAND };

/* The phase of a turn that a table is evaluated in: over, may stop or go on, or one or two more
 * cards are owed. */
enum thegame_phase { THEGAME_TURN_OVER, THEGAME_MAY_STOP, THEGAME_OWES_ONE, THEGAME_OWES_TWO };

/* What the mover knows when the turn begins, all piles as rising ones. */
struct turn_facts {
    stos_cards hand, unplayed;
    uint8_t top[STOS_THEGAME_PILES];
    struct thegame_heard heard;
    uint8_t players;
    uint8_t level; /* 0 standard, 1 expert, 2 master */
    int8_t fire;   /* STOS_THEGAME_FIRE_OFF, ... */
    uint8_t talk, placed, minimum, due;
    uint8_t draw; /* cards in the draw pile */
    uint8_t next_count;
};

/* The piles as they may come to be in a turn, all as rising ones. */
struct turn_piles {
    uint8_t top[STOS_THEGAME_PILES];
    uint8_t viewpoint[STOS_THEGAME_PILES]; /* where each top comes from, see turn_viewpoint() */
    uint8_t used; /* cards of the hand that were placed, as bits in rising order */
    uint8_t due;  /* piles, as bits, with a fire card to cover */
};

/*
 * A prepared turn in one orientation, as it is or mirrored: the hand, and the partial sums of the
 * unseen cards and hints around each top that may arise. These are computed when first needed.
 */
struct turn_orientation {
    struct turn_facts facts;
    stos_cards unseen[2]; /* as they are, and mirrored */
    uint8_t card[TURN_HAND];
    bool begun;      /* whether `fixed` is computed */
    uint64_t summed; /* which parts of `view` are, as bits */
    int16_t fixed[THEGAME_NET_WIDTH];
    int16_t view[TURN_VIEWPOINTS][2][THEGAME_NET_WIDTH]; /* by viewpoint, and by rank among the two
                                                            piles of a direction */
};

/*
 * The game is the same with rising and falling exchanged, and the network was trained on both; but
 * its errors on the two differ. Piles are therefore evaluated in both orientations where it
 * matters, and the mean counts (test-time augmentation). Fire cards are not symmetrical, since 22
 * burns and 79 does not; what the network learned of them is worth as much either way.
 */
enum { TURN_ORIENTATIONS = 2 };

struct turn_net {
    const struct net *net;
    uint8_t cards;
    struct turn_orientation orientation[TURN_ORIENTATIONS];
};

/* The last hidden layer, in each orientation. */
struct hidden_layer {
    int16_t middle[TURN_ORIENTATIONS][THEGAME_NET_MIDDLE];
};

struct thegame_value {
    int32_t win;     /* chance to win, 1/65536 */
    int32_t utility; /* the same plus a little for nearly winning; the bots maximise this */
};

/* The viewpoint of a card of the hand placed on a pile of that direction; the first ones are the
 * tops that the turn begins with. */
static inline int turn_viewpoint(int pile, int place_in_hand)
{
    return STOS_THEGAME_PILES + pile / 2 * TURN_HAND + place_in_hand;
}

void thegame_net_prepare(struct turn_net *turn, const struct thegame_sim_state *state);

/* Computes the hidden layer for some piles, in one orientation or both; and their value, the mean
 * over as many orientations. */
void thegame_net_forward(struct turn_net *turn, const struct turn_piles *piles, int orientations,
                         struct hidden_layer *hidden);
struct thegame_value thegame_net_value(const struct turn_net *turn,
                                       const struct hidden_layer *hidden, int orientations,
                                       enum thegame_phase phase);

/* The value in a single orientation: 0 as it is, 1 mirrored. */
struct thegame_value thegame_net_value_one_way(const struct turn_net *turn,
                                               const struct hidden_layer *hidden,
                                               enum thegame_phase phase, int orientation);

/* What the end of a game is worth, on the same scale as a utility. */
int32_t thegame_net_final(int cards_left);

/* data/thegame-net.bin, and two for where it is weaker: alone, and with partners at the expert and
 * master levels. */
extern const struct net thegame_net, thegame_solo_net, thegame_expert_net;

static inline const struct net *thegame_net_for(int players, int level)
{
    return players == 1 ? &thegame_solo_net : level > 0 ? &thegame_expert_net : &thegame_net;
}

#endif
