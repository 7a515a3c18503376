/*
 * winnable_node.c - playing, pruning and scoring positions for the winnability search.
 *
 * Three functions must never prune what could be needed, since a NO rests on them:
 * node_has_dead_card(), node_piles_dominate() and node_may_go_on(). The score may be anything; it
 * only decides where to look first.
 */
#include "winnable_node.h"

#include "base/rng.h"

#include <string.h>

enum { LOW = 2, HIGH = 99, TRICK = 10 };

/* ---------------------------------------------------------------- from the library's state */

/* Cards whose trick partner, ten higher, comes out at about the same time, so that somebody may
 * hold both. */
static stos_cards near_partners(const struct deal *deal, int drawn)
{
    uint8_t when[HIGH + 1] = {0};
    stos_cards near = cards_none();
    for (int i = drawn; i < STOS_THEGAME_CARDS; i++)
        when[deal->draw[i]] = (uint8_t)i;
    for (int card = LOW; card + TRICK <= HIGH; card++) {
        int apart = when[card] - when[card + TRICK];
        if ((apart < 0 ? -apart : apart) <= deal->players * deal->hand_size)
            cards_add(&near, card);
    }
    return near;
}

void deal_set(struct deal *deal, const struct stos_thegame *game)
{
    const int8_t *option = game->table.option;
    memset(deal, 0, sizeof *deal);
    memcpy(deal->draw, game->draw, sizeof deal->draw);
    deal->players = (uint8_t)option[STOS_THEGAME_PLAYERS];
    deal->hand_size = (uint8_t)thegame_hand_size(option);
    deal->minimum = (uint8_t)option[STOS_THEGAME_MIN];
    deal->fire = option[STOS_THEGAME_FIRE];
    for (int i = STOS_THEGAME_CARDS - 1; i >= game->drawn; i--)
        deal->rest[i] = cards_or(deal->rest[i + 1], cards_one(deal->draw[i]));
    deal->near = near_partners(deal, game->drawn);
}

/* It holds for the whole turn, since nothing is drawn before the turn ends. */
static uint8_t turn_minimum(const struct deal *deal, const struct node *node)
{
    return thegame_minimum(deal->minimum, node->drawn);
}

/* Counts what node_may_go_on() needs, after a placement or at the root. */
static void count_spare(struct node *node, const struct deal *deal)
{
    if (deal->players > 1)
        return;
    if (node->spare != NODE_NOT_SPARE)
        node->spare++;
    else if (node_may_end(node) &&
             (deal->fire == STOS_THEGAME_FIRE_OFF || thegame_fires_on(node->top) == 0))
        node->spare = 0;
}

void node_set(struct node *node, const struct deal *deal, const struct stos_thegame *game, int seat)
{
    const struct stos_thegame_table *table = &game->table;
    memset(node, 0, sizeof *node);
    for (int i = 0; i < deal->players; i++)
        node->hand[i] = game->hand[i];
    memcpy(node->top, table->top, sizeof node->top);
    node->seat = (uint8_t)seat;
    node->due = table->due;
    node->drawn = game->drawn;
    node->spare = NODE_NOT_SPARE;
    node->owed = (uint8_t)(table->placed < table->minimum ? table->minimum - table->placed : 0);
    if (table->placed > 0)
        count_spare(node, deal);
}

/* ---------------------------------------------------------------- playing */

void node_place(struct node *node, const struct deal *deal, int card, int pile)
{
    node->hand[node->seat] = cards_minus(node->hand[node->seat], cards_one(card));
    node->top[pile] = (uint8_t)card;
    node->owed = (uint8_t)(node->owed - (node->owed > 0));
    node->due = thegame_due_after(node->due, card, pile, deal->fire);
    count_spare(node, deal);
}

void node_end(struct node *node, const struct deal *deal)
{
    stos_cards *hand = &node->hand[node->seat];
    for (int draws = thegame_draws(*hand, deal->hand_size, node->drawn); draws > 0; draws--)
        *hand = cards_or(*hand, cards_one(deal->draw[node->drawn++]));
    node->due = thegame_due_next(node->top, deal->fire);
    node->seat = (uint8_t)thegame_next_seat(node->hand, node->seat, deal->players);
    node->owed = turn_minimum(deal, node);
    node->spare = NODE_NOT_SPARE;
}

/*
 * Alone, a long turn is two shorter ones: where the turn could have ended with no fire on top, and
 * the minimum or more follows, ending it there and placing the same cards in a turn of their own
 * gives more cards to choose from and the same obligations. So no more than minimum - 1 cards need
 * follow such a point.
 */
bool node_may_go_on(const struct node *node, const struct deal *deal)
{
    return node->spare == NODE_NOT_SPARE || node->spare + 1 < turn_minimum(deal, node);
}

/* ---------------------------------------------------------------- dead cards */

/*
 * The lowest number that a rising pile can ever show: it goes down only by tricks (TG6), and a
 * trick needs both its cards, the upper one outstanding or on top.
 */
static int lowest_reach(int top, stos_cards outstanding)
{
    int reach = top > TRICK && cards_has(outstanding, top - TRICK) ? top - TRICK : top;
    stos_cards lower_cards = cards_and(outstanding, cards_down(outstanding, TRICK));
    for (;;) {
        stos_cards next = cards_and(lower_cards, cards_below(reach));
        if (reach > TRICK)
            next = cards_minus(next, cards_below(reach - TRICK));
        if (cards_empty(next))
            return reach;
        reach = cards_lowest(next);
    }
}

static int highest_reach(int top, stos_cards outstanding)
{
    int reach = cards_has(outstanding, top + TRICK) ? top + TRICK : top;
    stos_cards upper_cards = cards_and(outstanding, cards_up(outstanding, TRICK));
    for (;;) {
        stos_cards next =
            cards_and(cards_and(upper_cards, cards_above(reach)), cards_below(reach + TRICK + 1));
        if (cards_empty(next))
            return reach;
        reach = cards_highest(next);
    }
}

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

bool node_has_dead_card(const struct node *node, stos_cards outstanding)
{
    const uint8_t *top = node->top;
    stos_cards gap =
        cards_and(outstanding,
                  cards_and(cards_below(least(top[0], top[1])), cards_above(most(top[2], top[3]))));
    if (cards_empty(gap))
        return false;
    int low = least(lowest_reach(top[0], outstanding), lowest_reach(top[1], outstanding));
    int high = most(highest_reach(top[2], outstanding), highest_reach(top[3], outstanding));
    return !cards_empty(cards_and(gap, cards_and(cards_below(low), cards_above(high))));
}

/* ---------------------------------------------------------------- dominance */

struct node_piles node_piles(const struct node *node)
{
    const uint8_t *top = node->top;
    int order[STOS_THEGAME_PILES] = {0, 1, 2, 3};
    struct node_piles piles = {{0}, 0};
    if (top[0] > top[1])
        order[0] = 1, order[1] = 0;
    if (top[2] < top[3])
        order[2] = 3, order[3] = 2;
    for (int i = 0; i < STOS_THEGAME_PILES; i++) {
        piles.top[i] = top[order[i]];
        piles.due |= (uint8_t)((unsigned)(node->due >> order[i] & 1) << i);
    }
    return piles;
}

/*
 * A rising pile that shows less takes whatever one that shows more takes, and after that they are
 * the same; but for the trick: the card ten below the higher top, where the lower top does not take
 * it as a higher card. Falling piles: the other way round.
 */
static bool top_dominates(int a, int b, bool rises, const stos_cards *outstanding)
{
    int behind = rises ? b - a : a - b, trick = rises ? b - TRICK : b + TRICK;
    return behind == 0 ||
        (behind > 0 && (behind > TRICK || trick < LOW || !cards_has(*outstanding, trick)));
}

/* How pressing a top is (TG14): 0 no fire, 1 fire that is due later, 2 due in this turn. */
static int pressure(struct node_piles piles, int pile)
{
    return thegame_is_fire(piles.top[pile]) + (piles.due >> pile & 1);
}

bool node_piles_dominate(struct node_piles a, struct node_piles b, bool fire,
                         const stos_cards *outstanding)
{
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        if (!top_dominates(a.top[pile], b.top[pile], pile < 2, outstanding) ||
            (fire && pressure(a, pile) > pressure(b, pile)))
            return false;
    return true;
}

/* ---------------------------------------------------------------- equality */

uint64_t node_hash(const struct node *node, const struct deal *deal)
{
    uint64_t hash = (uint64_t)node->seat << 24 | (uint64_t)node->owed << 16 |
        (uint64_t)node->drawn << 8 | node->spare;
    for (int seat = 0; seat < deal->players; seat++) {
        hash = rng_mix(hash * UINT64_C(0x9e3779b97f4a7c15) + node->hand[seat].word[0]);
        hash = rng_mix(hash * UINT64_C(0x9e3779b97f4a7c15) + node->hand[seat].word[1]);
    }
    return rng_mix(hash * UINT64_C(0x94d049bb133111eb));
}

bool node_same_but_piles(const struct node *a, const struct node *b, const struct deal *deal)
{
    if (a->seat != b->seat || a->owed != b->owed || a->drawn != b->drawn || a->spare != b->spare)
        return false;
    for (int seat = 0; seat < deal->players; seat++)
        if (!cards_equal(a->hand[seat], b->hand[seat]))
            return false;
    return true;
}

/* ---------------------------------------------------------------- the score */

/* Weights found by random search for what makes narrow searches win, on deals of all levels (see
 * docs/results.md). */
enum weight {
    BETTER_TOP,    /* how far the better pile of each direction has come */
    WORSE_TOP,     /* and the other one */
    BETTER_SQUARE, /* the same, squared and divided by 32 */
    WORSE_SQUARE,
    FITS_NOWHERE, /* outstanding cards that only a trick can rescue */
    FITS_ONE,     /* those that the better pile of one direction alone takes */
    FITS_BETTER,  /* those that the better piles alone take */
    HELD_NOWHERE, /* the first three again, of cards in hands */
    HELD_ONE,
    HELD_BETTER,
    PAIR,          /* minus: outstanding cards ten apart */
    PAIR_NEAR,     /* minus: those that come out close together */
    PAIR_HELD,     /* minus: both in hands */
    PAIR_ONE_HAND, /* minus: both in one hand */
    TRICK_OUT,     /* minus: tops whose trick card is outstanding */
    TRICK_HELD,    /* minus: is in a hand */
    TRICK_READY,   /* minus: is in the hand of the seat on turn */
    HELD,          /* minus: cards in hands */
    WEIGHTS
};

/* clang-format off */
static const int16_t weights[WEIGHTS] = {
    [BETTER_TOP] = 34,    [WORSE_TOP] = 17, [BETTER_SQUARE] = 10, [WORSE_SQUARE] = 3,
    [FITS_NOWHERE] = 337, [FITS_ONE] = 39,  [FITS_BETTER] = 16,
    [HELD_NOWHERE] = 9,   [HELD_ONE] = 5,   [HELD_BETTER] = 4,
    [PAIR] = 55,          [PAIR_NEAR] = 31, [PAIR_HELD] = 18,     [PAIR_ONE_HAND] = 32,
    [TRICK_OUT] = 38,     [TRICK_HELD] = 21, [TRICK_READY] = 62,
    [HELD] = 10,
};
/* clang-format on */

static int score_tops(const struct node_piles *piles)
{
    int rising = piles->top[0], falling = 100 - piles->top[2];
    int worse_rising = piles->top[1], worse_falling = 100 - piles->top[3];
    return weights[BETTER_TOP] * (rising + falling) +
        weights[WORSE_TOP] * (worse_rising + worse_falling) +
        (weights[BETTER_SQUARE] * (rising * rising + falling * falling) +
         weights[WORSE_SQUARE] * (worse_rising * worse_rising + worse_falling * worse_falling)) /
        32;
}

static int count_both(stos_cards a, stos_cards b) { return cards_count(cards_and(a, b)); }

static int score_fits(const struct node_piles *piles, stos_cards outstanding, stos_cards held)
{
    stos_cards under = cards_and(outstanding, cards_below(piles->top[0])),
               under_both = cards_and(outstanding, cards_below(piles->top[1]));
    stos_cards over = cards_and(outstanding, cards_above(piles->top[2])),
               over_both = cards_and(outstanding, cards_above(piles->top[3]));
    stos_cards nowhere = cards_and(under, over), one_rising = cards_and(under_both, over),
               one_falling = cards_and(under, over_both), better = cards_and(under_both, over_both);
    return weights[FITS_NOWHERE] * cards_count(nowhere) +
        weights[FITS_ONE] * (cards_count(one_rising) + cards_count(one_falling)) +
        weights[FITS_BETTER] * cards_count(better) +
        weights[HELD_NOWHERE] * count_both(nowhere, held) +
        weights[HELD_ONE] * (count_both(one_rising, held) + count_both(one_falling, held)) +
        weights[HELD_BETTER] * count_both(better, held);
}

/* The cards of a set whose trick partner, ten higher, is in it too. */
static stos_cards pairs_of(stos_cards set) { return cards_and(set, cards_down(set, TRICK)); }

static int score_pairs(const struct node *node, const struct deal *deal, stos_cards outstanding,
                       stos_cards held)
{
    stos_cards pairs = pairs_of(outstanding);
    int one_hand = 0;
    for (int seat = 0; seat < deal->players; seat++)
        one_hand += cards_count(pairs_of(node->hand[seat]));
    return weights[PAIR] * cards_count(pairs) + weights[PAIR_NEAR] * count_both(pairs, deal->near) +
        weights[PAIR_HELD] * cards_count(pairs_of(held)) + weights[PAIR_ONE_HAND] * one_hand;
}

static int score_tricks(const struct node *node, stos_cards outstanding, stos_cards held)
{
    int score = 0;
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        int card = pile < 2 ? node->top[pile] - TRICK : node->top[pile] + TRICK;
        if (card < LOW || !cards_has(outstanding, card))
            continue;
        score += weights[TRICK_OUT] + cards_has(held, card) * weights[TRICK_HELD] +
            cards_has(node->hand[node->seat], card) * weights[TRICK_READY];
    }
    return score;
}

int32_t node_score(const struct node *node, const struct deal *deal, stos_cards outstanding)
{
    struct node_piles piles = node_piles(node);
    stos_cards held = cards_minus(outstanding, deal->rest[node->drawn]);
    return score_tops(&piles) + score_fits(&piles, outstanding, held) -
        score_pairs(node, deal, outstanding, held) - score_tricks(node, outstanding, held) -
        weights[HELD] * cards_count(held);
}
