/* round.c - see round.h. */
#include "round.h"

#include "bot/lie/bidding.h"
#include "bot/lie/table_hands.h"
#include "game/lie/lie.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- sizes */

/* Sorted faces: combinations with repetition. */
static int count_faces(int cards)
{
    return (int)(lie_choose(STOS_LIE_FACES - 1 + cards, cards) + 0.5);
}

static void count_deals(int cards, int *deals, int *choices)
{
    uint8_t kind[STOS_LIE_HAND];
    lie_first_deal(cards, kind);
    *deals = *choices = 0;
    do {
        ++*deals;
        for (int ends = 0; ends < 1 << cards; ends++)
            *choices += lie_plain_ends(cards, kind, ends) == ends;
    } while (lie_next_deal(cards, kind));
}

/* ---------------------------------------------------------------- building */

static void fill_faces(struct lie_round_side *side)
{
    uint8_t face[STOS_LIE_HAND];
    int index = 0;
    lie_first_faces(side->cards, face);
    do {
        for (int i = 0; i < side->cards; i++)
            side->shows[index][face[i]]++;
        index++;
    } while (lie_next_faces(side->cards, face));
}

static void fill_choice(struct lie_round_side *side, const uint8_t *kind, int choice, int ends,
                        bool faces_only)
{
    uint8_t face[STOS_LIE_HAND];
    for (int i = 0; i < side->cards; i++)
        face[i] = lie_ends[kind[i]][ends >> i & 1];
    side->ends[choice] = (uint8_t)ends;
    side->class_of[choice] = (uint16_t)(faces_only ? lie_faces_index(side->cards, face) : choice);
    if (faces_only)
        return;
    for (int i = 0; i < side->cards; i++)
        side->shows[choice][face[i]]++;
}

static void fill_deals(struct lie_round_side *side, bool faces_only)
{
    uint8_t kind[STOS_LIE_HAND];
    int deal = 0, choice = 0;
    lie_first_deal(side->cards, kind);
    do {
        memcpy(side->deal[deal].kind, kind, (size_t)side->cards);
        side->deal[deal++].first_choice = (uint16_t)choice;
        for (int ends = 0; ends < 1 << side->cards; ends++)
            if (lie_plain_ends(side->cards, kind, ends) == ends)
                fill_choice(side, kind, choice++, ends, faces_only);
    } while (lie_next_deal(side->cards, kind));
    side->deal[deal].first_choice = (uint16_t)choice;
}

static bool open_side(struct lie_round_side *side, int cards, const struct lie_round_rules *rules)
{
    side->cards = cards;
    if (!rules->dice)
        count_deals(cards, &side->deals, &side->choices);
    side->classes = rules->dice || rules->faces_only ? count_faces(cards) : side->choices;
    side->width = (side->classes + LIE_ROUND_LANES - 1) / LIE_ROUND_LANES * LIE_ROUND_LANES;
    side->shows = calloc((size_t)side->classes + 1, sizeof *side->shows);
    if (!side->shows)
        return false;
    if (rules->dice || rules->faces_only)
        fill_faces(side);
    if (rules->dice)
        return true;
    side->deal = calloc((size_t)side->deals + 1, sizeof *side->deal);
    side->ends = calloc((size_t)side->choices + 1, sizeof *side->ends);
    side->class_of = calloc((size_t)side->choices + 1, sizeof *side->class_of);
    if (!side->deal || !side->ends || !side->class_of)
        return false;
    fill_deals(side, rules->faces_only);
    return true;
}

static void number_bids(struct lie_round *round)
{
    assert(!(round->rules.left_out >> lie_round_highest(&round->rules)));
    round->ranks = round->bids - __builtin_popcount(round->rules.left_out);
    for (int rank = 0, made = 0, left_out = round->ranks; rank < round->bids; rank++)
        round->rank_of[round->rules.left_out >> rank & 1 ? left_out++ : made++] = (uint8_t)rank;
}

enum lie_round_error lie_round_open(struct lie_round *round, const struct lie_round_rules *rules)
{
    memset(round, 0, sizeof *round);
    round->rules = *rules;
    round->bids = lie_round_highest(rules) + 1;
    if (round->bids > LIE_ROUND_RANKS || rules->cards[0] < 1 || rules->cards[1] < 1)
        return LIE_ROUND_TOO_LARGE;
    number_bids(round);
    for (int i = 0; i < 2; i++)
        if (!open_side(&round->side[i], rules->cards[i], rules)) {
            lie_round_close(round);
            return LIE_ROUND_NO_MEMORY;
        }
    return LIE_ROUND_OK;
}

void lie_round_close(struct lie_round *round)
{
    for (int i = 0; i < 2; i++) {
        free(round->side[i].deal);
        free(round->side[i].ends);
        free(round->side[i].class_of);
        free(round->side[i].shows);
    }
    memset(round, 0, sizeof *round);
}

/* ---------------------------------------------------------------- questions */

int lie_round_rank(const struct lie_round_rules *rules, int count, int face)
{
    return rules->by_count ? STOS_LIE_FACES * (count - 1) + face - 1
                           : (rules->cards[0] + rules->cards[1]) * (face - 1) + count - 1;
}

void lie_round_bid(const struct lie_round *round, int rank, int *count, int *face)
{
    int cards = round->bids / STOS_LIE_FACES, of_all = round->rank_of[rank];
    *face = 1 + (round->rules.by_count ? of_all % STOS_LIE_FACES : of_all / cards);
    *count = 1 + (round->rules.by_count ? of_all / STOS_LIE_FACES : of_all % cards);
}

bool lie_round_holds(const struct lie_round *round, int rank, bool wild, const uint8_t *shows,
                     const uint8_t *other_shows)
{
    int count, face, joker = round->rules.wild_face;
    lie_round_bid(round, rank, &count, &face);
    int found = shows[face] + other_shows[face];
    if (wild && face != joker)
        found += shows[joker] + other_shows[joker];
    return found >= count;
}

void lie_round_winners(const struct lie_round *round, int side,
                       uint8_t (*shows)[STOS_LIE_FACES + 1], int hands, int width, int8_t *out)
{
    const struct lie_round_side *of = &round->side[side];
    for (int wild = 0; wild < 2; wild++)
        for (int rank = 0; rank < round->bids; rank++)
            for (int i = 0; i < of->classes; i++)
                for (int k = 0; k < width; k++)
                    *out++ = k < hands && lie_round_holds(round, rank, wild, of->shows[i], shows[k])
                        ? 1
                        : -1;
}

/* The probability of throwing these numbers of each face. */
static double throw_chance(const uint8_t *shows)
{
    double chance = 1;
    for (int face = 1, dice = 0; face <= STOS_LIE_FACES; face++)
        for (int i = 1; i <= shows[face]; i++)
            chance *= (double)++dice / i / STOS_LIE_FACES;
    return chance;
}

/* Ways to draw the cards of a hand from two of each kind, less those that another hand holds. */
static double ways(const uint8_t *kind, int cards, const uint8_t *taken, int taken_cards)
{
    int left[STOS_LIE_KINDS], copy = 1;
    double product = 1;
    for (int i = 0; i < STOS_LIE_KINDS; i++)
        left[i] = 2;
    for (int i = 0; i < taken_cards; i++)
        left[taken[i]]--;
    for (int i = 0; i < cards; i++) {
        copy = i > 0 && kind[i] == kind[i - 1] ? 2 : 1;
        product *= (double)left[kind[i]]-- / copy;
    }
    return product;
}

double lie_round_joint(const struct lie_round *round, int deal_0, int deal_1)
{
    const struct lie_round_side *side = round->side;
    if (round->rules.dice)
        return throw_chance(side[0].shows[deal_0]) * throw_chance(side[1].shows[deal_1]);
    const uint8_t *kind_0 = side[0].deal[deal_0].kind, *kind_1 = side[1].deal[deal_1].kind;
    return ways(kind_0, side[0].cards, NULL, 0) / lie_choose(STOS_LIE_CARDS, side[0].cards) *
        ways(kind_1, side[1].cards, kind_0, side[0].cards) /
        lie_choose(STOS_LIE_CARDS - side[0].cards, side[1].cards);
}
