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

static card_bits bits_of(stos_cards set) { return (card_bits)set.word[1] << 64 | set.word[0]; }

/* Cards whose trick partner, ten higher, comes out at about the same time, so that somebody may
 * hold both. */
static card_bits near_partners(const struct deal *deal, int drawn)
{
    uint8_t when[HIGH + 1] = {0};
    card_bits near = 0;
    for (int i = drawn; i < STOS_THEGAME_CARDS; i++)
        when[deal->draw[i]] = (uint8_t)i;
    for (int card = LOW; card + TRICK <= HIGH; card++) {
        int apart = when[card] - when[card + TRICK];
        if ((apart < 0 ? -apart : apart) <= deal->players * deal->hand_size)
            near |= bits_one(card);
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
        deal->rest[i] = deal->rest[i + 1] | bits_one(deal->draw[i]);
    deal->near = near_partners(deal, game->drawn);
}

/* TG7: it holds for the whole turn, since nothing is drawn before the turn ends. */
static uint8_t turn_minimum(const struct deal *deal, const struct node *node)
{
    return node->drawn < STOS_THEGAME_CARDS ? deal->minimum : 1;
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
        node->hand[i] = bits_of(game->hand[i]);
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
    node->hand[node->seat] &= ~bits_one(card);
    node->top[pile] = (uint8_t)card;
    node->owed = (uint8_t)(node->owed - (node->owed > 0));
    node->due &= (uint8_t) ~(1u << pile);
    if (deal->fire == STOS_THEGAME_FIRE_NOW)
        node->due |= (uint8_t)((unsigned)thegame_is_fire(card) << pile); /* TG15 */
    count_spare(node, deal);
}

/* TG8, TG14. */
void node_end(struct node *node, const struct deal *deal)
{
    card_bits *hand = &node->hand[node->seat];
    for (int held = bits_count(*hand); held < deal->hand_size && node->drawn < STOS_THEGAME_CARDS;
         held++)
        *hand |= bits_one(deal->draw[node->drawn++]);
    if (deal->fire == STOS_THEGAME_FIRE_NEXT)
        node->due = thegame_fires_on(node->top);
    int seat = node->seat;
    for (int tries = 0; tries < deal->players; tries++) {
        seat = seat + 1 == deal->players ? 0 : seat + 1;
        if (node->hand[seat])
            break;
    }
    node->seat = (uint8_t)seat;
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
static int lowest_reach(int top, card_bits outstanding)
{
    int reach = top > TRICK && bits_have(outstanding, top - TRICK) ? top - TRICK : top;
    card_bits lower_cards = outstanding & outstanding >> TRICK;
    for (;;) {
        card_bits next = lower_cards & bits_below(reach);
        if (reach > TRICK)
            next &= ~bits_below(reach - TRICK);
        if (!next)
            return reach;
        reach = bits_low(next);
    }
}

static int highest_reach(int top, card_bits outstanding)
{
    int reach = bits_have(outstanding, top + TRICK) ? top + TRICK : top;
    card_bits upper_cards = outstanding & outstanding << TRICK;
    for (;;) {
        card_bits next = upper_cards & bits_above(reach) & bits_below(reach + TRICK + 1);
        if (!next)
            return reach;
        reach = bits_high(next);
    }
}

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

bool node_has_dead_card(const struct node *node, card_bits outstanding)
{
    const uint8_t *top = node->top;
    card_bits gap =
        outstanding & bits_below(least(top[0], top[1])) & bits_above(most(top[2], top[3]));
    if (!gap)
        return false;
    int low = least(lowest_reach(top[0], outstanding), lowest_reach(top[1], outstanding));
    int high = most(highest_reach(top[2], outstanding), highest_reach(top[3], outstanding));
    return (gap & bits_below(low) & bits_above(high)) != 0;
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
static bool top_dominates(int a, int b, bool rises, card_bits outstanding)
{
    int behind = rises ? b - a : a - b, trick = rises ? b - TRICK : b + TRICK;
    return behind == 0 ||
        (behind > 0 && (behind > TRICK || trick < LOW || !bits_have(outstanding, trick)));
}

/* How pressing a top is (TG14): 0 no fire, 1 fire that is due later, 2 due in this turn. */
static int pressure(struct node_piles piles, int pile)
{
    return thegame_is_fire(piles.top[pile]) + (piles.due >> pile & 1);
}

bool node_piles_dominate(struct node_piles a, struct node_piles b, bool fire, card_bits outstanding)
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
        uint64_t low = (uint64_t)node->hand[seat], high = (uint64_t)(node->hand[seat] >> 64);
        hash = rng_mix(hash * UINT64_C(0x9e3779b97f4a7c15) + low);
        hash = rng_mix(hash * UINT64_C(0x9e3779b97f4a7c15) + high);
    }
    return rng_mix(hash * UINT64_C(0x94d049bb133111eb));
}

bool node_same_but_piles(const struct node *a, const struct node *b, const struct deal *deal)
{
    if (a->seat != b->seat || a->owed != b->owed || a->drawn != b->drawn || a->spare != b->spare)
        return false;
    for (int seat = 0; seat < deal->players; seat++)
        if (a->hand[seat] != b->hand[seat])
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

static int score_fits(const struct node_piles *piles, card_bits outstanding, card_bits held)
{
    card_bits under = outstanding & bits_below(piles->top[0]),
              under_both = outstanding & bits_below(piles->top[1]);
    card_bits over = outstanding & bits_above(piles->top[2]),
              over_both = outstanding & bits_above(piles->top[3]);
    card_bits nowhere = under & over, one_rising = under_both & over,
              one_falling = under & over_both, better = under_both & over_both;
    return weights[FITS_NOWHERE] * bits_count(nowhere) +
        weights[FITS_ONE] * (bits_count(one_rising) + bits_count(one_falling)) +
        weights[FITS_BETTER] * bits_count(better) +
        weights[HELD_NOWHERE] * bits_count(nowhere & held) +
        weights[HELD_ONE] * (bits_count(one_rising & held) + bits_count(one_falling & held)) +
        weights[HELD_BETTER] * bits_count(better & held);
}

static int score_pairs(const struct node *node, const struct deal *deal, card_bits outstanding,
                       card_bits held)
{
    card_bits pairs = outstanding & outstanding >> TRICK;
    int one_hand = 0;
    for (int seat = 0; seat < deal->players; seat++)
        one_hand += bits_count(node->hand[seat] & node->hand[seat] >> TRICK);
    return weights[PAIR] * bits_count(pairs) + weights[PAIR_NEAR] * bits_count(pairs & deal->near) +
        weights[PAIR_HELD] * bits_count(held & held >> TRICK) + weights[PAIR_ONE_HAND] * one_hand;
}

static int score_tricks(const struct node *node, card_bits outstanding, card_bits held)
{
    int score = 0;
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        int card = pile < 2 ? node->top[pile] - TRICK : node->top[pile] + TRICK;
        if (card < LOW || !bits_have(outstanding, card))
            continue;
        score += weights[TRICK_OUT] + bits_have(held, card) * weights[TRICK_HELD] +
            bits_have(node->hand[node->seat], card) * weights[TRICK_READY];
    }
    return score;
}

int32_t node_score(const struct node *node, const struct deal *deal, card_bits outstanding)
{
    struct node_piles piles = node_piles(node);
    card_bits held = outstanding & ~deal->rest[node->drawn];
    return score_tops(&piles) + score_fits(&piles, outstanding, held) -
        score_pairs(node, deal, outstanding, held) - score_tricks(node, outstanding, held) -
        weights[HELD] * bits_count(held);
}
