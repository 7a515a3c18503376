/* hints.c - see hints.h. */
#include "hints.h"

#include <string.h>

enum { TRICK_BIT = 20, BEYOND_BIT = 31 };
enum { FITS_NOWHERE = 60 }; /* what a card costs that fits on no pile */

/* How far from a pile the nearest card may be for each hint about it; nothing is said up to FAR. */
enum { AT_HAND = 2, VERY_NEAR = 4, NEAR = 7, BIG_JUMP = 14, FAR = 20 };

/* ---------------------------------------------------------------- giving */

/* The hint for how near a hand is to a pile, both as of a rising pile. */
static int pile_hint(stos_cards hand, int top)
{
    uint64_t window = thegame_window(hand, top);
    uint64_t beyond = window >> BEYOND_BIT & ((UINT64_C(1) << 30) - 1);
    int distance = beyond ? __builtin_ctzll(beyond) + 1 : 31;
    if ((window >> TRICK_BIT & 1) || distance <= AT_HAND)
        return STOS_HINT_LEAVE_3;
    if (distance <= VERY_NEAR)
        return STOS_HINT_LEAVE_2;
    if (distance <= NEAR)
        return STOS_HINT_LEAVE_1;
    return distance <= BIG_JUMP ? STOS_HINT_NO_BIG_JUMP
        : distance > FAR        ? STOS_HINT_GO_AHEAD
                                : STOS_HINT_NONE;
}

/* What a card costs on the pile where it costs least. */
static int cheapest_place(int card, const uint8_t top[STOS_THEGAME_PILES])
{
    int cost = FITS_NOWHERE;
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        int distance = thegame_as_rising(card, pile) - top[pile];
        if (thegame_jump_fits(distance) && distance < cost)
            cost = distance;
    }
    return cost;
}

/* What the cards that a turn must place would cost at least, each on its best pile. */
static int cheapest_turn(stos_cards hand, const uint8_t top[STOS_THEGAME_PILES], int least)
{
    int cheapest[3] = {THEGAME_NO_CARD, THEGAME_NO_CARD, THEGAME_NO_CARD}, sum = 0;
    while (!cards_empty(hand)) {
        int cost = cheapest_place(cards_take(&hand), top);
        for (int i = 0; i < 3; i++)
            if (cost < cheapest[i]) {
                int pushed = cheapest[i];
                cheapest[i] = cost;
                cost = pushed;
            }
    }
    for (int i = 0; i < 3; i++)
        sum += i < least ? cheapest[i] : 0;
    return sum;
}

/* What a turn costs at least for somebody in trouble, and at most for somebody who can wait. */
static int dear_turn(int least) { return least == 3 ? 30 : 16; }
static int cheap_turn(int least) { return least == 3 ? 12 : 5; }

int thegame_spoken_of(const uint8_t top[STOS_THEGAME_PILES])
{
    bool touched = false;
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        touched |= thegame_as_rising(top[pile], pile) != 1;
    return touched ? THEGAME_ALL_PILES : 1 | 1 << STOS_THEGAME_PILES / 2;
}

void thegame_hints_of(const struct stos_thegame_table *table, stos_cards hand,
                      uint8_t pile[STOS_THEGAME_PILES], uint8_t *self)
{
    int least = table->option[STOS_THEGAME_MIN], piles = thegame_spoken_of(table->top);
    stos_cards seen[2] = {hand, thegame_mirror(hand)};
    uint8_t top[STOS_THEGAME_PILES];
    for (int i = 0; i < STOS_THEGAME_PILES; i++) {
        top[i] = (uint8_t)thegame_as_rising(table->top[i], i);
        pile[i] = (uint8_t)(piles >> i & 1 ? pile_hint(seen[i / 2], top[i]) : STOS_HINT_NONE);
    }
    int cost = cheapest_turn(hand, top, least);
    bool may_be = piles == THEGAME_ALL_PILES || table->phase == STOS_PHASE_START;
    *self = (uint8_t)(may_be && cost >= dear_turn(least) ? THEGAME_IN_TROUBLE
                          : cost <= cheap_turn(least)    ? THEGAME_CAN_WAIT
                                                         : 0);
}

/* ---------------------------------------------------------------- what they mean */

void thegame_hint_means(int hint, int top, int pile, stos_cards *never, stos_cards *some)
{
    static const uint8_t reach[][2] = {
        /* beyond, up to */
        [STOS_HINT_LEAVE_3] = {0, AT_HAND},      [STOS_HINT_LEAVE_2] = {AT_HAND, VERY_NEAR},
        [STOS_HINT_LEAVE_1] = {VERY_NEAR, NEAR}, [STOS_HINT_NO_BIG_JUMP] = {NEAR, BIG_JUMP},
        [STOS_HINT_NONE] = {BIG_JUMP, FAR},      [STOS_HINT_GO_AHEAD] = {FAR, FAR}};
    *never = *some = cards_none();
    for (int card = 2; card < THEGAME_COSTS; card++) {
        int distance = thegame_as_rising(card, pile) - thegame_as_rising(top, pile);
        bool trick = distance == -10, in_reach = distance > 0 && distance <= reach[hint][1];
        if (hint == STOS_HINT_LEAVE_3 ? trick || in_reach : in_reach && distance > reach[hint][0])
            cards_add(some, card);
        else if (trick || (distance > 0 && distance <= reach[hint][0]))
            cards_add(never, card);
    }
}

void thegame_card_costs(const uint8_t top[STOS_THEGAME_PILES], int8_t cost[THEGAME_COSTS])
{
    uint8_t rising[STOS_THEGAME_PILES];
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        rising[pile] = (uint8_t)thegame_as_rising(top[pile], pile);
    for (int card = 2; card < THEGAME_COSTS; card++)
        cost[card] = (int8_t)cheapest_place(card, rising);
}

void thegame_self_means(int self, int least, bool may_be, int *low, int *high)
{
    *low = self == THEGAME_IN_TROUBLE ? dear_turn(least)
        : self == THEGAME_CAN_WAIT    ? -THEGAME_NO_CARD
                                      : cheap_turn(least) + 1;
    *high = self == THEGAME_CAN_WAIT            ? cheap_turn(least)
        : self == THEGAME_IN_TROUBLE || !may_be ? 3 * THEGAME_NO_CARD
                                                : dear_turn(least) - 1;
}

/* ---------------------------------------------------------------- hearing */

/* As thegame_heard counts. */
static const uint8_t heard_as[] = {[STOS_HINT_LEAVE_1] = 1,
                                   [STOS_HINT_LEAVE_2] = 2,
                                   [STOS_HINT_LEAVE_3] = 3,
                                   [STOS_HINT_NO_BIG_JUMP] = 4,
                                   [STOS_HINT_GO_AHEAD] = 5};

/* What the seats after the next one said, gathered. */
struct gathered {
    uint8_t said[4], all_go[4], others, in_trouble, all_wait;
};

static void gather(struct gathered *heard, const uint8_t pile[4], uint8_t self)
{
    for (int i = 0; i < 4; i++) {
        heard->said[i] |= (uint8_t)(1u << heard_as[pile[i]] >> 1);
        heard->all_go[i] &= pile[i] == STOS_HINT_GO_AHEAD;
    }
    heard->others++;
    heard->in_trouble |= self & THEGAME_IN_TROUBLE;
    heard->all_wait &= self >> 1 & 1;
}

void thegame_hints_hear(struct thegame_heard *out, const struct stos_thegame *game,
                        uint8_t pile[STOS_THEGAME_SEATS][STOS_THEGAME_PILES],
                        const uint8_t self[STOS_THEGAME_SEATS])
{
    struct gathered heard = {.all_go = {1, 1, 1, 1}, .all_wait = 1};
    int turn = game->table.turn, players = game->table.option[STOS_THEGAME_PLAYERS],
        next = (turn + 1) % players;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < STOS_THEGAME_PILES; i++)
        out->top[i] = (uint8_t)thegame_as_rising(game->table.top[i], i);
    for (int seat = 0; seat < players; seat++) {
        if (seat == turn || cards_empty(game->hand[seat]))
            continue;
        if (seat != next) {
            gather(&heard, pile[seat], self[seat]);
            continue;
        }
        for (int i = 0; i < 4; i++)
            out->next[i] = heard_as[pile[seat][i]];
        out->self = self[seat];
    }
    if (heard.others == 0)
        return;
    for (int i = 0; i < 4; i++)
        out->others[i] = (uint8_t)((heard.said[i] & 15) | heard.all_go[i] << 4);
    out->self |= (uint8_t)(heard.in_trouble << 2 | heard.all_wait << 3);
}
