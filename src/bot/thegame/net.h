/*
 * net.h - a small network that knows how good a position of THE GAME is for the player who moves.
 *
 * It was trained by self-play (docs/bots.md). It is given what one seat knows, never the truth. Nothing here allocates or
 * keeps state.
 *
 * Piles are seen "rising": the falling ones are mirrored (card c becomes 101 - c), so that every pile starts at 1,
 * rises, and steps back by ten.
 */
#ifndef STOS_BOT_THEGAME_NET_H
#define STOS_BOT_THEGAME_NET_H

#include "bot/net/net.h"
#include "stos.h"

enum { NET_INPUTS = 1622, NET_WIDTH = 128, NET_MIDDLE = 32, NET_GOALS = 6, NET_OUTPUTS = 15 * 4 * NET_GOALS };

/* What a position is valued as: the turn is over, it may go on, or one or two more cards are owed. */
enum net_phase { NET_TURN_OVER, NET_MAY_STOP, NET_OWES_ONE, NET_OWES_TWO };

/* Hints as the network reads them; 1..3 are "please leave it" with that strength. */
enum { NET_HINT_NONE, NET_LEAVE_1, NET_LEAVE_2, NET_LEAVE_3, NET_NO_BIG_JUMP, NET_GO_AHEAD };

/* Everything the mover knows. */
struct net_view {
    stos_cards hand;        /* the mover's */
    stos_cards unseen;      /* neither placed nor in that hand */
    uint8_t top[4];         /* rising, see above */
    uint8_t next_hint[4];   /* of the next seat, per pile */
    uint8_t other_hints[4]; /* of the seats after it: bits 0..3 somebody said 1..4, bit 4 all said "go ahead" */
    uint8_t broken[4];      /* the strongest "leave it" that this turn has not heeded */
    uint8_t due;            /* piles, as bits, with a fire card to cover */
    uint8_t draw_count;
    uint8_t next_count; /* cards of the next seat */
    uint8_t players;    /* 1..5 */
    uint8_t level;      /* 0 standard, 1 expert, 2 master */
    uint8_t fire;       /* 0 off, 1 next, 2 now */
    uint8_t talk;       /* whether hints are given at this table */
    uint8_t self_hints; /* next in trouble, next can wait, another in trouble, all others can wait */
};

/* A view made ready for valuing many placements. */
struct net_base {
    int16_t fixed[NET_WIDTH];
    int16_t pile[4][2][NET_WIDTH];   /* by pile and by rank among the two piles of its direction */
    stos_cards hand[2], unplayed[2]; /* as they are, and mirrored */
    struct net_view view;
    uint8_t hand_count;
    uint8_t beyond[4]; /* cards not yet placed that lie beyond each pile's top */
};

struct net_value {
    int32_t win;     /* chance to win, 1/65536 */
    int32_t utility; /* the same with a little for nearly winning, to choose by */
};

void thegame_net_prepare(struct net_base *base, const struct net_view *view);

/* After placing `card` (rising) on `pile`; or of the view as it is. */
struct net_value thegame_net_after(const struct net_base *base, int card, int pile, enum net_phase phase);
struct net_value thegame_net_now(const struct net_base *base, enum net_phase phase);

stos_cards thegame_net_mirror(stos_cards set);

/* 61 bits around a top: bit 30 is the top, bit 30 + d the card d beyond it. */
static inline uint64_t thegame_net_window(stos_cards set, int top)
{
    if (top < 30)
        return set.word[0] << (30 - top);
    int low = top - 30;
    if (low >= 64)
        return set.word[1] >> (low - 64);
    return low == 0 ? set.word[0] : set.word[0] >> low | set.word[1] << (64 - low);
}

/* What the utility is made of, in 1/256: won, or at most 4, 9, 19, 39, 64 cards left; and what outputs for these are worth. */
extern const int thegame_net_goal_weight[NET_GOALS];
struct net_value thegame_net_value(const int32_t output[NET_GOALS]);

extern const struct net thegame_net; /* data/thegame-net.bin */

#endif
