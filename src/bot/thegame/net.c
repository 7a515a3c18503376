/*
 * net.c - evaluates the network: sparse inputs summed into 128 numbers, then two small dense layers.
 *
 * The sum is kept in parts (what no placement changes, and one part per pile), so that valuing a placement adds up
 * a few rows only. Integers throughout: activations in 1/256, sums in 1/65536.
 */
#include "net.h"

#include "base/cards.h"

#include <string.h>

/* Where each kind of input begins; four piles in the order rising low, rising high, falling low, falling high. */
enum {
    AT_TOP = 0,         /* 101 each */
    AT_HAND_NEAR = 404, /* 60 each: 30 below, 30 above */
    AT_UNSEEN_NEAR = 644,
    AT_BEYOND = 884,              /* 99 each */
    AT_NEXT_HINT = 1280,          /* 5 each */
    AT_OTHER_HINT = 1300,         /* 5 each */
    AT_BROKEN = 1320,             /* 3 each */
    AT_DUE = 1332,                /* 1 each */
    AT_HAND = 1336,               /* 98 */
    AT_UNSEEN = 1434,             /* 98 */
    AT_DRAW = 1532,               /* 50 */
    AT_HAND_COUNT = AT_DRAW + 50, /* 9 */
    AT_NEXT_COUNT = AT_DRAW + 59, /* 9 */
    AT_PLAYERS = AT_DRAW + 68,
    AT_LEVEL = AT_DRAW + 73,
    AT_FIRE = AT_DRAW + 76,
    AT_TALK = AT_DRAW + 79,
    AT_SELF = AT_DRAW + 80,
    AT_NO_DRAW = AT_DRAW + 84
};

const int thegame_net_goal_weight[NET_GOALS] = {256, 15, 8, 5, 3, 3}; /* won, at most 4, 9, 19, 39, 64 cards left */

static inline void add_row(int16_t *restrict sum, int row)
{
    const int16_t *restrict weights = thegame_net_input + (size_t)row * NET_WIDTH;
    for (int i = 0; i < NET_WIDTH; i++)
        sum[i] = (int16_t)(sum[i] + weights[i]);
}

static inline void drop_row(int16_t *restrict sum, int row)
{
    const int16_t *restrict weights = thegame_net_input + (size_t)row * NET_WIDTH;
    for (int i = 0; i < NET_WIDTH; i++)
        sum[i] = (int16_t)(sum[i] - weights[i]);
}

static inline void add_sum(int16_t *restrict sum, const int16_t *restrict other)
{
    for (int i = 0; i < NET_WIDTH; i++)
        sum[i] = (int16_t)(sum[i] + other[i]);
}

static uint64_t reversed(uint64_t word)
{
    word = (word >> 1 & UINT64_C(0x5555555555555555)) | (word & UINT64_C(0x5555555555555555)) << 1;
    word = (word >> 2 & UINT64_C(0x3333333333333333)) | (word & UINT64_C(0x3333333333333333)) << 2;
    word = (word >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (word & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return __builtin_bswap64(word);
}

/* Card c becomes 101 - c: all 128 bits turned round, then 26 places down. */
stos_cards thegame_net_mirror(stos_cards set)
{
    uint64_t low = reversed(set.word[1]), high = reversed(set.word[0]);
    return (stos_cards){{low >> 26 | high << 38, high >> 26}};
}

static int count_beyond(stos_cards set, int top)
{
    int from = top + 1;
    if (from >= 64)
        return word_count(set.word[1] >> (from - 64));
    return word_count(set.word[0] >> from) + word_count(set.word[1]);
}

static inline int near_row(int first, int slot, int bit) { return first + slot * 60 + (bit < 30 ? bit : bit - 1); }

static void add_window(int16_t *sum, int first, int slot, uint64_t window)
{
    window &= ((UINT64_C(1) << 61) - 1) & ~(UINT64_C(1) << 30);
    while (window)
        add_row(sum, near_row(first, slot, word_take(&window)));
}

/* What a pile with this top adds, without hints; slot is its place in the order of inputs. */
static void add_pile(int16_t *sum, const struct net_base *base, int side, int slot, int top)
{
    stos_cards hand = base->hand[side], unseen = cards_minus(base->unplayed[side], hand);
    add_row(sum, AT_TOP + slot * 101 + top);
    add_window(sum, AT_HAND_NEAR, slot, thegame_net_window(hand, top));
    add_window(sum, AT_UNSEEN_NEAR, slot, thegame_net_window(unseen, top));
    add_row(sum, AT_BEYOND + slot * 99 + count_beyond(base->unplayed[side], top));
}

static void add_hints(int16_t *sum, const struct net_view *view, int pile, int slot)
{
    if (view->next_hint[pile])
        add_row(sum, AT_NEXT_HINT + slot * 5 + view->next_hint[pile] - 1);
    for (unsigned bits = view->other_hints[pile]; bits; bits &= bits - 1)
        add_row(sum, AT_OTHER_HINT + slot * 5 + __builtin_ctz(bits));
    if (view->broken[pile])
        add_row(sum, AT_BROKEN + slot * 3 + view->broken[pile] - 1);
}

static void add_table(int16_t *sum, const struct net_view *view)
{
    add_row(sum, AT_DRAW + (view->draw_count / 2 < 49 ? view->draw_count / 2 : 49));
    add_row(sum, AT_NEXT_COUNT + view->next_count);
    add_row(sum, AT_PLAYERS + view->players - 1);
    add_row(sum, AT_LEVEL + view->level);
    add_row(sum, AT_FIRE + view->fire);
    if (view->talk)
        add_row(sum, AT_TALK);
    for (unsigned bits = view->self_hints; bits; bits &= bits - 1)
        add_row(sum, AT_SELF + __builtin_ctz(bits));
    if (view->draw_count == 0)
        add_row(sum, AT_NO_DRAW);
}

static void add_cards(int16_t *sum, int first, stos_cards set)
{
    while (!cards_empty(set))
        add_row(sum, first + cards_take(&set) - 2);
}

void thegame_net_prepare(struct net_base *base, const struct net_view *view)
{
    base->view = *view;
    base->hand[0] = view->hand;
    base->unplayed[0] = cards_or(view->hand, view->unseen);
    base->hand[1] = thegame_net_mirror(base->hand[0]);
    base->unplayed[1] = thegame_net_mirror(base->unplayed[0]);
    base->hand_count = (uint8_t)cards_count(view->hand);
    memcpy(base->fixed, thegame_net_input_bias, sizeof base->fixed);
    add_table(base->fixed, view);
    add_cards(base->fixed, AT_HAND, view->hand);
    add_cards(base->fixed, AT_UNSEEN, view->unseen);
    memset(base->pile, 0, sizeof base->pile);
    for (int pile = 0; pile < 4; pile++) {
        base->beyond[pile] = (uint8_t)count_beyond(base->unplayed[pile / 2], view->top[pile]);
        for (int rank = 0; rank < 2; rank++) {
            add_pile(base->pile[pile][rank], base, pile / 2, pile / 2 * 2 + rank, view->top[pile]);
            add_hints(base->pile[pile][rank], view, pile, pile / 2 * 2 + rank);
        }
    }
}

/* The two dense layers. */
static struct net_value finish(int16_t *sum, const struct net_view *view, enum net_phase phase)
{
    int16_t middle[NET_MIDDLE];
    layer_dense(sum, NET_WIDTH, thegame_net_middle, thegame_net_middle_bias, middle, NET_MIDDLE);
    int head = (((view->players - 1) * 3 + view->level) * 4 + (int)phase) * NET_GOALS;
    struct net_value value = {0, 0};
    for (int goal = 0; goal < NET_GOALS; goal++) {
        const int16_t *weights = thegame_net_output + (size_t)(head + goal) * NET_MIDDLE;
        int32_t p = layer_chance(layer_dot(middle, weights, NET_MIDDLE) + thegame_net_output_bias[head + goal], thegame_net_sigmoid);
        value.utility += thegame_net_goal_weight[goal] * p >> 4;
        if (goal == 0)
            value.win = p;
    }
    return value;
}

static void add_due(int16_t *sum, unsigned due, const uint8_t rank[4])
{
    for (; due; due &= due - 1) {
        int pile = __builtin_ctz(due);
        add_row(sum, AT_DUE + pile / 2 * 2 + rank[pile]);
    }
}

/* Which of the two piles of a direction is behind (0) and which ahead (1); the first counts as behind when equal. */
static void rank_piles(const uint8_t top[4], uint8_t rank[4])
{
    for (int pair = 0; pair < 4; pair += 2) {
        rank[pair] = top[pair] > top[pair + 1];
        rank[pair + 1] = !rank[pair];
    }
}

static unsigned fires_on(const uint8_t top[4])
{
    unsigned due = 0;
    for (int pile = 0; pile < 4; pile++) {
        int card = pile < 2 ? top[pile] : 101 - top[pile];
        due |= (unsigned)(card % 11 == 0 && card >= 22 && card <= 77) << pile;
    }
    return due;
}

struct net_value thegame_net_now(const struct net_base *base, enum net_phase phase)
{
    int16_t sum[NET_WIDTH];
    uint8_t rank[4];
    const struct net_view *view = &base->view;
    memcpy(sum, base->fixed, sizeof sum);
    add_row(sum, AT_HAND_COUNT + base->hand_count);
    rank_piles(view->top, rank);
    for (int pile = 0; pile < 4; pile++)
        add_sum(sum, base->pile[pile][rank[pile]]);
    add_due(sum, phase == NET_TURN_OVER && view->fire == 1 ? fires_on(view->top) : view->due, rank);
    return finish(sum, view, phase);
}

static int strongest_leave(const struct net_view *view, int pile)
{
    int next = view->next_hint[pile] <= NET_LEAVE_3 ? view->next_hint[pile] : 0;
    unsigned others = view->other_hints[pile] & 7u;
    int other = others >= 4 ? 3 : others >= 2 ? 2 : (int)others;
    int now = next > other ? next : other;
    return now > view->broken[pile] ? now : view->broken[pile];
}

/* Takes the placed card out of what a pile that stays as it is sees of hand and table. */
static void drop_card_near(int16_t *sum, const struct net_base *base, int card, int pile, int slot)
{
    int distance = card - base->view.top[pile];
    if (distance >= -30 && distance <= 30)
        drop_row(sum, near_row(AT_HAND_NEAR, slot, distance + 30));
    if (distance > 0) {
        drop_row(sum, AT_BEYOND + slot * 99 + base->beyond[pile]);
        add_row(sum, AT_BEYOND + slot * 99 + base->beyond[pile] - 1);
    }
}

struct net_value thegame_net_after(const struct net_base *base, int card, int pile, enum net_phase phase)
{
    int16_t sum[NET_WIDTH];
    uint8_t top[4], rank[4];
    const struct net_view *view = &base->view;
    int real = pile < 2 ? card : 101 - card;
    memcpy(top, view->top, sizeof top);
    top[pile] = (uint8_t)card;
    rank_piles(top, rank);
    memcpy(sum, base->fixed, sizeof sum);
    drop_row(sum, AT_HAND + real - 2);
    add_row(sum, AT_HAND_COUNT + base->hand_count - 1);
    for (int other = 0; other < 4; other++) {
        if (other == pile)
            continue;
        add_sum(sum, base->pile[other][rank[other]]);
        drop_card_near(sum, base, other < 2 ? real : 101 - real, other, other / 2 * 2 + rank[other]);
    }
    int slot = pile / 2 * 2 + rank[pile], broken = strongest_leave(view, pile);
    add_pile(sum, base, pile / 2, slot, card);
    if (broken)
        add_row(sum, AT_BROKEN + slot * 3 + broken - 1);
    unsigned due = view->due & ~(1u << pile);
    if (view->fire == 2)
        due |= fires_on(top) & 1u << pile;
    add_due(sum, phase == NET_TURN_OVER && view->fire == 1 ? fires_on(top) : due, rank);
    return finish(sum, view, phase);
}
