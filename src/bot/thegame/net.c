/*
 * net.c - the inputs of the network and what its outputs are worth.
 *
 * The accumulator is kept in parts (what no placement changes, and one part per pile), so that valuing a placement adds up
 * a few rows only.
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

static void add_window(struct net_rows *rows, int first, int slot, uint64_t window)
{
    window &= ((UINT64_C(1) << 61) - 1) & ~(UINT64_C(1) << 30);
    while (window)
        net_add(rows, near_row(first, slot, word_take(&window)));
}

/* What a pile with this top adds, without hints; slot is its place in the order of inputs. */
static void add_pile(struct net_rows *rows, const struct net_base *base, int side, int slot, int top)
{
    stos_cards hand = base->hand[side], unseen = cards_minus(base->unplayed[side], hand);
    net_add(rows, AT_TOP + slot * 101 + top);
    add_window(rows, AT_HAND_NEAR, slot, thegame_net_window(hand, top));
    add_window(rows, AT_UNSEEN_NEAR, slot, thegame_net_window(unseen, top));
    net_add(rows, AT_BEYOND + slot * 99 + count_beyond(base->unplayed[side], top));
}

static void add_hints(struct net_rows *rows, const struct net_view *view, int pile, int slot)
{
    if (view->next_hint[pile])
        net_add(rows, AT_NEXT_HINT + slot * 5 + view->next_hint[pile] - 1);
    for (unsigned bits = view->other_hints[pile]; bits; bits &= bits - 1)
        net_add(rows, AT_OTHER_HINT + slot * 5 + __builtin_ctz(bits));
    if (view->broken[pile])
        net_add(rows, AT_BROKEN + slot * 3 + view->broken[pile] - 1);
}

static void add_table(struct net_rows *rows, const struct net_view *view)
{
    net_add(rows, AT_DRAW + (view->draw_count / 2 < 49 ? view->draw_count / 2 : 49));
    net_add(rows, AT_NEXT_COUNT + view->next_count);
    net_add(rows, AT_PLAYERS + view->players - 1);
    net_add(rows, AT_LEVEL + view->level);
    net_add(rows, AT_FIRE + view->fire);
    if (view->talk)
        net_add(rows, AT_TALK);
    for (unsigned bits = view->self_hints; bits; bits &= bits - 1)
        net_add(rows, AT_SELF + __builtin_ctz(bits));
    if (view->draw_count == 0)
        net_add(rows, AT_NO_DRAW);
}

static void add_cards(struct net_rows *rows, int first, stos_cards set)
{
    while (!cards_empty(set))
        net_add(rows, first + cards_take(&set) - 2);
}

static void prepare_pile(struct net_base *base, int pile, int rank)
{
    struct net_rows rows;
    int slot = pile / 2 * 2 + rank;
    net_begin(&rows, &thegame_net);
    add_pile(&rows, base, pile / 2, slot, base->view.top[pile]);
    add_hints(&rows, &base->view, pile, slot);
    net_sum(&rows, base->pile[pile][rank]);
}

void thegame_net_prepare(struct net_base *base, const struct net_view *view)
{
    struct net_rows rows;
    base->view = *view;
    base->hand[0] = view->hand;
    base->unplayed[0] = cards_or(view->hand, view->unseen);
    base->hand[1] = thegame_net_mirror(base->hand[0]);
    base->unplayed[1] = thegame_net_mirror(base->unplayed[0]);
    base->hand_count = (uint8_t)cards_count(view->hand);
    net_begin(&rows, &thegame_net);
    net_add_bias(&rows);
    add_table(&rows, view);
    add_cards(&rows, AT_HAND, view->hand);
    add_cards(&rows, AT_UNSEEN, view->unseen);
    net_sum(&rows, base->fixed);
    for (int pile = 0; pile < 4; pile++) {
        base->beyond[pile] = (uint8_t)count_beyond(base->unplayed[pile / 2], view->top[pile]);
        prepare_pile(base, pile, 0);
        prepare_pile(base, pile, 1);
    }
}

struct net_value thegame_net_value(const int32_t output[NET_GOALS])
{
    struct net_value value = {.win = net_chance(output[0])};
    for (int goal = 0; goal < NET_GOALS; goal++)
        value.utility += thegame_net_goal_weight[goal] * net_chance(output[goal]) >> 4;
    return value;
}

static struct net_value finish(const struct net_rows *rows, const struct net_view *view, enum net_phase phase)
{
    int16_t sum[NET_WIDTH], hidden[NET_MIDDLE];
    int32_t output[NET_GOALS];
    net_sum(rows, sum);
    net_hidden(&thegame_net, sum, 1, hidden);
    net_outputs(&thegame_net, hidden, (((view->players - 1) * 3 + view->level) * 4 + (int)phase) * NET_GOALS, NET_GOALS, output);
    return thegame_net_value(output);
}

static void add_due(struct net_rows *rows, unsigned due, const uint8_t rank[4])
{
    for (; due; due &= due - 1) {
        int pile = __builtin_ctz(due);
        net_add(rows, AT_DUE + pile / 2 * 2 + rank[pile]);
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
    struct net_rows rows;
    uint8_t rank[4];
    const struct net_view *view = &base->view;
    net_begin(&rows, &thegame_net);
    net_add_sum(&rows, base->fixed);
    net_add(&rows, AT_HAND_COUNT + base->hand_count);
    rank_piles(view->top, rank);
    for (int pile = 0; pile < 4; pile++)
        net_add_sum(&rows, base->pile[pile][rank[pile]]);
    add_due(&rows, phase == NET_TURN_OVER && view->fire == 1 ? fires_on(view->top) : view->due, rank);
    return finish(&rows, view, phase);
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
static void drop_card_near(struct net_rows *rows, const struct net_base *base, int card, int pile, int slot)
{
    int distance = card - base->view.top[pile];
    if (distance >= -30 && distance <= 30)
        net_drop(rows, near_row(AT_HAND_NEAR, slot, distance + 30));
    if (distance > 0) {
        net_drop(rows, AT_BEYOND + slot * 99 + base->beyond[pile]);
        net_add(rows, AT_BEYOND + slot * 99 + base->beyond[pile] - 1);
    }
}

struct net_value thegame_net_after(const struct net_base *base, int card, int pile, enum net_phase phase)
{
    struct net_rows rows;
    uint8_t top[4], rank[4];
    const struct net_view *view = &base->view;
    int real = pile < 2 ? card : 101 - card;
    memcpy(top, view->top, sizeof top);
    top[pile] = (uint8_t)card;
    rank_piles(top, rank);
    net_begin(&rows, &thegame_net);
    net_add_sum(&rows, base->fixed);
    net_drop(&rows, AT_HAND + real - 2);
    net_add(&rows, AT_HAND_COUNT + base->hand_count - 1);
    for (int other = 0; other < 4; other++) {
        if (other == pile)
            continue;
        net_add_sum(&rows, base->pile[other][rank[other]]);
        drop_card_near(&rows, base, other < 2 ? real : 101 - real, other, other / 2 * 2 + rank[other]);
    }
    int slot = pile / 2 * 2 + rank[pile], broken = strongest_leave(view, pile);
    add_pile(&rows, base, pile / 2, slot, card);
    if (broken)
        net_add(&rows, AT_BROKEN + slot * 3 + broken - 1);
    unsigned due = view->due & ~(1u << pile);
    if (view->fire == 2)
        due |= fires_on(top) & 1u << pile;
    add_due(&rows, phase == NET_TURN_OVER && view->fire == 1 ? fires_on(top) : due, rank);
    return finish(&rows, view, phase);
}
