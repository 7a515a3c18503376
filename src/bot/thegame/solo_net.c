/*
 * solo_net.c - evaluates the network: sparse inputs summed into 256 numbers, then two small dense layers.
 *
 * What the unseen cards are to a top is summed up once a turn; a table adds what the hand is to its tops.
 */
#include "solo_net.h"

#include "base/cards.h"

/* Where each kind of input begins; four piles in the order rising low, rising high, falling low, falling high. */
enum {
    AT_TOP = 0,           /* 101 each */
    AT_HAND_NEAR = 404,   /* 60 each: 30 below, 30 above */
    AT_UNSEEN_NEAR = 644, /* 60 each */
    AT_BEYOND = 884,      /* 99 each: cards not yet placed that lie beyond the top */
    AT_PAIR = 1280,       /* 51 each: two cards of the hand ten apart, by the place of the higher one */
    AT_DUE = 1484,        /* 1 each */
    AT_HAND = 1488,       /* 98 */
    AT_UNSEEN = 1586,     /* 98 */
    AT_DRAW = 1684,       /* 92 */
    AT_HAND_COUNT = 1776, /* 9 */
    AT_LEVEL = 1785,      /* 3 */
    AT_FIRE = 1788        /* 3 */
};

static inline void add_input(struct layer_rows *rows, int input)
{
    layer_add(rows, thegame_solo_net_input + (size_t)input * SOLO_NET_WIDTH);
}

/* ---------------------------------------------------------------- inputs */

static int count_beyond(stos_cards set, int top)
{
    int from = top + 1;
    if (from >= 64)
        return word_count(set.word[1] >> (from - 64));
    return word_count(set.word[0] >> from) + word_count(set.word[1]);
}

static inline uint64_t around(stos_cards set, int top)
{
    return thegame_net_window(set, top) & ((UINT64_C(1) << 61) - 1) & ~(UINT64_C(1) << 30);
}

static void add_window(struct layer_rows *rows, int first, int slot, uint64_t window)
{
    while (window) {
        int bit = word_take(&window);
        add_input(rows, first + slot * 60 + (bit < 30 ? bit : bit - 1));
    }
}

static void add_cards(struct layer_rows *rows, int first, stos_cards set)
{
    while (!cards_empty(set))
        add_input(rows, first + cards_take(&set) - 2);
}

/* What the hand is to a pile. */
static void add_pile(struct layer_rows *rows, stos_cards hand, stos_cards unplayed, int slot, int top)
{
    uint64_t window = around(hand, top);
    add_window(rows, AT_HAND_NEAR, slot, window);
    for (uint64_t pairs = window & window << 10; pairs;)
        add_input(rows, AT_PAIR + slot * 51 + word_take(&pairs) - 10);
    add_input(rows, AT_BEYOND + slot * 99 + count_beyond(unplayed, top));
}

static void prepare_view(struct solo_turn *turn, stos_cards unseen, int viewpoint, int side, int top)
{
    for (int rank = 0; rank < 2; rank++) {
        struct layer_rows rows;
        rows.count = 0;
        add_input(&rows, AT_TOP + (side * 2 + rank) * 101 + top);
        add_window(&rows, AT_UNSEEN_NEAR, side * 2 + rank, around(unseen, top));
        layer_sum(&rows, turn->view[viewpoint][rank], SOLO_NET_WIDTH);
    }
}

void thegame_solo_prepare(struct solo_turn *turn, const struct world *world)
{
    struct layer_rows rows;
    stos_cards hand = world->hand[world->turn], unseen[2];
    turn->hand = hand;
    turn->unplayed = world->unplayed;
    turn->level = world->level;
    turn->fire = world->fire;
    for (turn->cards = 0; !cards_empty(hand) && turn->cards < SOLO_HAND; turn->cards++)
        turn->card[turn->cards] = (uint8_t)cards_take(&hand);
    unseen[0] = cards_minus(world->unplayed, turn->hand);
    unseen[1] = thegame_net_mirror(unseen[0]);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        prepare_view(turn, unseen[pile / 2], pile, pile / 2, world->top[pile]);
    for (int i = 0; i < turn->cards; i++) {
        prepare_view(turn, unseen[0], solo_viewpoint(0, i), 0, turn->card[i]);
        prepare_view(turn, unseen[1], solo_viewpoint(2, i), 1, 101 - turn->card[i]);
    }
    rows.count = 0;
    layer_add(&rows, thegame_solo_net_input_bias);
    add_cards(&rows, AT_UNSEEN, unseen[0]);
    add_input(&rows, AT_DRAW + world->draw_end - world->drawn);
    add_input(&rows, AT_LEVEL + world->level);
    add_input(&rows, AT_FIRE + world->fire);
    layer_sum(&rows, turn->fixed, SOLO_NET_WIDTH);
}

/* ---------------------------------------------------------------- valuing */

void thegame_solo_see(const struct solo_turn *turn, const struct solo_table *table, struct solo_sight *sight)
{
    struct layer_rows rows;
    stos_cards hand[2] = {turn->hand, cards_none()}, unplayed[2] = {turn->unplayed, cards_none()};
    for (uint64_t used = table->used; used;) {
        int card = turn->card[word_take(&used)];
        cards_drop(&hand[0], card);
        cards_drop(&unplayed[0], card);
    }
    hand[1] = thegame_net_mirror(hand[0]);
    unplayed[1] = thegame_net_mirror(unplayed[0]);
    rows.count = 0;
    layer_add(&rows, turn->fixed);
    add_input(&rows, AT_HAND_COUNT + cards_count(hand[0]));
    add_cards(&rows, AT_HAND, hand[0]);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        int first = pile & 2, rank = (table->top[first] > table->top[first + 1]) ^ (pile & 1), slot = first + rank;
        layer_add(&rows, turn->view[table->viewpoint[pile]][rank]);
        add_pile(&rows, hand[pile / 2], unplayed[pile / 2], slot, table->top[pile]);
        if (table->due >> pile & 1)
            add_input(&rows, AT_DUE + slot);
    }
    int16_t sum[SOLO_NET_WIDTH];
    layer_sum(&rows, sum, SOLO_NET_WIDTH);
    layer_dense(sum, SOLO_NET_WIDTH, thegame_solo_net_middle, thegame_solo_net_middle_bias, sight->middle, SOLO_NET_MIDDLE);
}

struct net_value thegame_solo_value(const struct solo_turn *turn, const struct solo_sight *sight, enum net_phase phase)
{
    int head = (turn->level * 4 + (int)phase) * NET_GOALS;
    struct net_value value = {0, 0};
    for (int goal = 0; goal < NET_GOALS; goal++) {
        const int16_t *weights = thegame_solo_net_output + (size_t)(head + goal) * SOLO_NET_MIDDLE;
        int32_t logit = layer_dot(sight->middle, weights, SOLO_NET_MIDDLE) + thegame_solo_net_output_bias[head + goal];
        int32_t p = layer_chance(logit, thegame_solo_net_sigmoid);
        value.utility += thegame_net_goal_weight[goal] * p >> 4;
        if (goal == 0)
            value.win = p;
    }
    return value;
}
