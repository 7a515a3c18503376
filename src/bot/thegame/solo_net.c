/*
 * solo_net.c - the inputs of the network and what its outputs are worth.
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

static void add_window(struct net_rows *rows, int first, int slot, uint64_t window)
{
    while (window) {
        int bit = word_take(&window);
        net_add(rows, first + slot * 60 + (bit < 30 ? bit : bit - 1));
    }
}

static void add_cards(struct net_rows *rows, int first, stos_cards set)
{
    while (!cards_empty(set))
        net_add(rows, first + cards_take(&set) - 2);
}

/* What the hand is to a pile. */
static void add_pile(struct net_rows *rows, stos_cards hand, stos_cards unplayed, int slot, int top)
{
    uint64_t window = around(hand, top);
    add_window(rows, AT_HAND_NEAR, slot, window);
    for (uint64_t pairs = window & window << 10; pairs;)
        net_add(rows, AT_PAIR + slot * 51 + word_take(&pairs) - 10);
    net_add(rows, AT_BEYOND + slot * 99 + count_beyond(unplayed, top));
}

static void prepare_view(struct solo_turn *turn, stos_cards unseen, int viewpoint, int side, int top)
{
    for (int rank = 0; rank < 2; rank++) {
        struct net_rows rows;
        net_begin(&rows, &thegame_solo_net);
        net_add(&rows, AT_TOP + (side * 2 + rank) * 101 + top);
        add_window(&rows, AT_UNSEEN_NEAR, side * 2 + rank, around(unseen, top));
        net_sum(&rows, turn->view[viewpoint][rank]);
    }
}

void thegame_solo_prepare(struct solo_turn *turn, const struct world *world)
{
    struct net_rows rows;
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
    net_begin(&rows, &thegame_solo_net);
    net_add_bias(&rows);
    add_cards(&rows, AT_UNSEEN, unseen[0]);
    net_add(&rows, AT_DRAW + world->draw_end - world->drawn);
    net_add(&rows, AT_LEVEL + world->level);
    net_add(&rows, AT_FIRE + world->fire);
    net_sum(&rows, turn->fixed);
}

/* ---------------------------------------------------------------- valuing */

void thegame_solo_see(const struct solo_turn *turn, const struct solo_table *table, struct solo_sight *sight)
{
    struct net_rows rows;
    stos_cards hand[2] = {turn->hand, cards_none()}, unplayed[2] = {turn->unplayed, cards_none()};
    for (uint64_t used = table->used; used;) {
        int card = turn->card[word_take(&used)];
        cards_drop(&hand[0], card);
        cards_drop(&unplayed[0], card);
    }
    hand[1] = thegame_net_mirror(hand[0]);
    unplayed[1] = thegame_net_mirror(unplayed[0]);
    net_begin(&rows, &thegame_solo_net);
    net_add_sum(&rows, turn->fixed);
    net_add(&rows, AT_HAND_COUNT + cards_count(hand[0]));
    add_cards(&rows, AT_HAND, hand[0]);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        int first = pile & 2, rank = (table->top[first] > table->top[first + 1]) ^ (pile & 1), slot = first + rank;
        net_add_sum(&rows, turn->view[table->viewpoint[pile]][rank]);
        add_pile(&rows, hand[pile / 2], unplayed[pile / 2], slot, table->top[pile]);
        if (table->due >> pile & 1)
            net_add(&rows, AT_DUE + slot);
    }
    int16_t sum[SOLO_NET_WIDTH];
    net_sum(&rows, sum);
    net_hidden(&thegame_solo_net, sum, 1, sight->middle);
}

struct net_value thegame_solo_value(const struct solo_turn *turn, const struct solo_sight *sight, enum net_phase phase)
{
    int32_t output[NET_GOALS];
    net_outputs(&thegame_solo_net, sight->middle, (turn->level * 4 + (int)phase) * NET_GOALS, NET_GOALS, output);
    return thegame_net_value(output);
}
