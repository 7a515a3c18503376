/* belief.c - beliefs about the others; see belief.h. */
#include "belief.h"

#include <string.h>

/* How often anybody does something that their model would not. */
static const float surprise = 0.03F;
enum { DRAW_TRIES = 12 };

float lie_belief_number(stos_random *random)
{
    return (float)(stos_random_bits(random) >> 40) * (1.0F / (1 << 24));
}

int lie_belief_pick(const float *chance, int count, stos_random *random)
{
    float at = lie_belief_number(random);
    int last = 0;
    for (int i = 0; i < count; i++) {
        if (chance[i] <= 0)
            continue;
        last = i;
        at -= chance[i];
        if (at < 0)
            break;
    }
    return last;
}

/* ---------------------------------------------------------------- looking */

void lie_belief_look(struct lie_belief *belief, const struct stos_lie_view *view)
{
    lie_odds_prepare(&belief->odds);
    lie_bidding_look(&belief->round, &belief->own, view, belief->place_of);
    belief->place = belief->place_of[view->seat];
}

/* ---------------------------------------------------------------- suspects */

/* The cards that are not one's own, in the order of the deck; returns their number. */
static int hidden_cards(const struct lie_hand *own, uint8_t out[STOS_LIE_CARDS])
{
    int copies[STOS_LIE_KINDS], count = 0;
    for (int kind = 0; kind < STOS_LIE_KINDS; kind++)
        copies[kind] = 2;
    for (int i = 0; i < own->size; i++)
        copies[own->kind[i]]--;
    for (int kind = 0; kind < STOS_LIE_KINDS; kind++)
        for (; copies[kind] > 0; copies[kind]--)
            out[count++] = (uint8_t)kind;
    return count;
}

/* Draws a hand to the front of the cards, sorted. */
static void draw_hand(struct lie_hand *hand, int size, uint8_t *cards, int count,
                      stos_random *random)
{
    *hand = (struct lie_hand){.size = (uint8_t)size};
    for (int i = 0; i < size; i++) {
        int other = i + (int)stos_random_below(random, (uint32_t)(count - i)), at = i;
        uint8_t kind = cards[other];
        cards[other] = cards[i];
        cards[i] = kind;
        for (; at > 0 && hand->kind[at - 1] > kind; at--)
            hand->kind[at] = hand->kind[at - 1];
        hand->kind[at] = kind;
    }
}

static void turn_ends(const struct lie_bidding *round, int place, struct lie_suspect *suspect,
                      stos_random *random)
{
    float chance[LIE_NET_ENDS];
    if (suspect->model == LIE_MODEL_ODDS) {
        lie_bidding_show(&suspect->hand, lie_odds_show(&suspect->hand, round->ones != LIE_PLAIN));
        return;
    }
    lie_net_shows(round, place, &suspect->hand, chance);
    lie_bidding_show(&suspect->hand,
                     (unsigned)lie_belief_pick(chance, 1 << suspect->hand.size, random));
}

/* How likely a suspect whose turn it is would bid this. */
static float likelihood(const struct lie_odds *odds, const struct lie_bidding *round,
                        const struct lie_suspect *suspect, int count, int face)
{
    if (suspect->model == LIE_MODEL_ODDS) {
        int liked_count, liked_face;
        bool bids = lie_odds_bid(odds, round, &suspect->hand, &liked_count, &liked_face);
        return bids && liked_count == count && liked_face == face ? 1 - surprise : surprise / 16;
    }
    float chance[LIE_NET_BIDS];
    lie_net_bids(round, &suspect->hand, chance);
    return (1 - surprise) * chance[lie_net_bid(count, face)] + surprise / 16;
}

/* The weight of a suspect by the bids that its place has made; for one's own place by what the
 * network would have bid (mix_bids()). */
static float weigh(const struct lie_belief *belief, const struct stos_lie_table *table,
                   const uint8_t *ranks, int bids, int place, const struct lie_suspect *suspect)
{
    struct lie_bidding round = belief->round;
    float weight = 1;
    memset(round.bid, 0, sizeof round.bid);
    round.turn = round.face = round.count = 0;
    round.ones = round.ones == LIE_PLAIN ? LIE_PLAIN : LIE_WILD;
    for (int i = 0; i < bids; i++) {
        int count, face;
        stos_lie_bid_at(table, ranks[i], &count, &face);
        if (round.turn == place && (place != belief->place || round.count == 0))
            weight *= likelihood(&belief->odds, &round, suspect, count, face);
        lie_bidding_raise(&round, count, face);
    }
    return weight;
}

/* ---------------------------------------------------------------- ways of playing */

/* The last round, before its first bid, as far as it is still known; returns the place of a seat in
 * it. */
static int last_round(const struct lie_belief *belief, const struct stos_lie_hands *hands, int seat,
                      struct lie_bidding *round)
{
    int place = 0;
    *round = belief->round;
    round->players = round->cards = 0;
    round->ones = round->ones == LIE_PLAIN ? LIE_PLAIN : LIE_WILD;
    for (int other = 0; other < STOS_LIE_SEATS; other++)
        if (hands->size[other] > 0) {
            place = other == seat ? round->players : place;
            round->size[round->players++] = hands->size[other];
            round->cards = (uint8_t)(round->cards + hands->size[other]);
        }
    return place;
}

/* The likelihood ratio for `steady` from the ends of the last round: how much likelier it would
 * have turned them up than the network. */
static float odds_ratio(const struct lie_belief *belief, const struct stos_lie_view *view, int seat)
{
    const struct stos_lie_hands *hands = &view->table.last.hands;
    struct lie_hand shown = {.size = hands->size[seat]};
    struct lie_bidding round;
    float chance[LIE_NET_ENDS], seen = 0;
    if (!view->table.last.happened || shown.size == 0)
        return 1;
    memcpy(shown.kind, hands->kind[seat], sizeof shown.kind);
    int place = last_round(belief, hands, seat, &round);
    lie_net_shows(&round, place, &shown, chance);
    stos_move truth = (stos_move)STOS_SHOW << 24;
    for (int i = 0; i < shown.size; i++)
        truth |= (stos_move)hands->face[seat][i] << 4 * i;
    for (unsigned ends = 0; ends < 1U << shown.size; ends++)
        seen += lie_bidding_show_move(&shown, ends) == truth ? chance[ends] : 0;
    bool steady =
        lie_bidding_show_move(&shown, lie_odds_show(&shown, round.ones != LIE_PLAIN)) == truth;
    return (steady ? 1 - surprise : surprise / 8) / ((1 - surprise) * seen + surprise / 8);
}

static const struct lie_hand nothing;

static void suspect_place(struct lie_belief *belief, const struct stos_lie_view *view, int seat,
                          float odds_prior, stos_random *random)
{
    uint8_t ranks[STOS_LIE_CARDS * STOS_LIE_FACES], cards[STOS_LIE_CARDS];
    int place = belief->place_of[seat], bids = lie_bidding_ranks(&view->table, ranks);
    int count = hidden_cards(place == belief->place ? &nothing : &belief->own, cards);
    float ratio = odds_prior > 0 ? odds_ratio(belief, view, seat) : 0, sum = 0;
    float share[LIE_MODELS] = {
        [LIE_MODEL_NET] = 1 - odds_prior, [LIE_MODEL_ODDS] = odds_prior * ratio};
    for (int i = 0; i < belief->suspects; i++) {
        struct lie_suspect *suspect = &belief->suspect[place][i];
        suspect->model = odds_prior > 0 && i % 2 ? LIE_MODEL_ODDS : LIE_MODEL_NET;
        draw_hand(&suspect->hand, belief->round.size[place], cards, count, random);
        turn_ends(&belief->round, place, suspect, random);
        sum += share[suspect->model] * weigh(belief, &view->table, ranks, bids, place, suspect);
        belief->sum[place][i] = sum;
    }
}

void lie_belief_form(struct lie_belief *belief, const struct stos_lie_view *view, int suspects,
                     float odds_prior, stos_random *random)
{
    belief->suspects = suspects < LIE_SUSPECTS ? suspects : LIE_SUSPECTS;
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++)
        if (belief->place_of[seat] >= 0 && belief->place_of[seat] != belief->place)
            suspect_place(belief, view, seat, odds_prior, random);
}

void lie_belief_form_own(struct lie_belief *belief, const struct stos_lie_view *view,
                         stos_random *random)
{
    suspect_place(belief, view, view->seat, 0, random);
}

float lie_belief_odds(const struct lie_belief *belief, int place)
{
    float odds = 0, before = 0;
    for (int i = 0; i < belief->suspects; before = belief->sum[place][i++])
        odds +=
            belief->suspect[place][i].model == LIE_MODEL_ODDS ? belief->sum[place][i] - before : 0;
    return before > 0 ? odds / before : 0;
}

/* ---------------------------------------------------------------- worlds */

static const struct lie_suspect *draw_suspect(const struct lie_belief *belief, int place,
                                              stos_random *random)
{
    const float *sum = belief->sum[place];
    float at = lie_belief_number(random) * sum[belief->suspects - 1];
    int low = 0, high = belief->suspects - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sum[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return &belief->suspect[place][low];
}

const struct lie_hand *lie_belief_own(const struct lie_belief *belief, stos_random *random)
{
    return &draw_suspect(belief, belief->place, random)->hand;
}

/* Takes a hand's cards from those that are left, or gives them back; false if one was not there. */
static bool take_cards(int8_t copies[STOS_LIE_KINDS], const struct lie_hand *hand)
{
    bool good = true;
    for (int i = 0; i < hand->size; i++)
        good &= --copies[hand->kind[i]] >= 0;
    return good;
}

static void give_back(int8_t copies[STOS_LIE_KINDS], const struct lie_hand *hand)
{
    for (int i = 0; i < hand->size; i++)
        copies[hand->kind[i]]++;
}

void lie_belief_draw(const struct lie_belief *belief, stos_random *random, struct lie_world *world)
{
    int8_t copies[STOS_LIE_KINDS];
    memset(copies, 2, sizeof copies);
    take_cards(copies, &belief->own);
    world->hand[belief->place] = belief->own;
    world->model[belief->place] = LIE_MODEL_NET;
    int place = belief->place;
    for (int i = 1; i < belief->round.players; i++) {
        place = lie_bidding_next(&belief->round, place);
        const struct lie_suspect *suspect = draw_suspect(belief, place, random);
        for (int tries = 1; !take_cards(copies, &suspect->hand) && tries < DRAW_TRIES; tries++) {
            give_back(copies, &suspect->hand);
            suspect = draw_suspect(belief, place, random);
        }
        world->hand[place] = suspect->hand;
        world->model[place] = suspect->model;
    }
}
