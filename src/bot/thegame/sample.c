/* sample.c - see sample.h. */
#include "sample.h"

#include <string.h>

enum {
    SWAPS_AFRESH = 3000, /* most swaps to make a shuffled deal fit: enough for nearly all */
    SWAPS_ON = 120,      /* swaps from one fitting deal to the next */
    AFRESH = 16          /* every so many deals start from a shuffled one */
};
enum { HIDDEN_DRAW = 2 * STOS_THEGAME_SEATS };

/* What the seats say as the network hears it. */
static void hear(struct thegame_sim_state *known, const stos_hints *hints)
{
    uint8_t pile[STOS_THEGAME_SEATS][STOS_THEGAME_PILES], self[STOS_THEGAME_SEATS];
    memcpy(pile, hints->pile, sizeof pile);
    for (int seat = 0; seat < STOS_THEGAME_SEATS; seat++)
        self[seat] = hints->self[seat] == STOS_SELF_IN_TROUBLE ? THEGAME_IN_TROUBLE
            : hints->self[seat] == STOS_SELF_CAN_WAIT          ? THEGAME_CAN_WAIT
                                                               : 0;
    thegame_hints_hear(&known->heard, &known->game, pile, self);
}

/* ---------------------------------------------------------------- places */

static void add_places(struct thegame_hidden *hidden, int hand, int count)
{
    for (int i = 0; i < count; i++)
        hidden->hand[hidden->in_hands++] = (uint8_t)hand;
}

/* To which hand each place belongs. */
static void lay_out(struct thegame_sampler *sampler)
{
    struct thegame_hidden *hidden = &sampler->hidden;
    const struct stos_thegame *game = &sampler->known.game;
    int turn = game->table.turn;
    hidden->cards = thegame_cards_left(&game->table) - cards_count(game->hand[turn]);
    hidden->in_hands = 0;
    for (int seat = 0; seat < game->table.option[STOS_THEGAME_PLAYERS]; seat++) {
        int count = cards_count(game->hand[seat]),
            kept = sampler->belief.heard ? sampler->belief.seat[seat].kept : 0;
        hidden->first[seat] = hidden->in_hands;
        if (seat == turn)
            continue;
        add_places(hidden, 2 * seat, kept);
        add_places(hidden, 2 * seat + 1, count - kept);
    }
    for (int seat = game->table.option[STOS_THEGAME_PLAYERS]; seat <= STOS_THEGAME_SEATS; seat++)
        hidden->first[seat] = hidden->in_hands;
    memset(hidden->hand + hidden->in_hands, HIDDEN_DRAW,
           (size_t)(hidden->cards - hidden->in_hands));
}

void thegame_sampler_begin(struct thegame_sampler *sampler, const struct stos_thegame_view *view,
                           const stos_hints *hints, const stos_hint_history *history, uint64_t seed)
{
    thegame_sim_begin(&sampler->known, view);
    sampler->random = stos_random_from(seed);
    sampler->deals = 0;
    sampler->all_wrong = 0;
    belief_begin(&sampler->belief, view, hints, history);
    sampler->known.talk = sampler->belief.heard;
    if (sampler->belief.heard)
        hear(&sampler->known, hints);
    lay_out(sampler);
}

/* ---------------------------------------------------------------- fitting */

static int misfit(const struct thegame_sampler *sampler, int hand)
{
    const stos_cards *held = &sampler->hidden.held[hand & ~1];
    return hand == HIDDEN_DRAW ? 0 : belief_misfit(&sampler->belief, hand / 2, held[0], held[1]);
}

/* Whether a card alone keeps a hand from fitting. */
static bool never(const struct thegame_sampler *sampler, int hand, int card)
{
    return hand != HIDDEN_DRAW && belief_never(&sampler->belief, hand / 2, hand % 2 == 0, card);
}

static void replace(struct thegame_hidden *hidden, int place, uint8_t card)
{
    int hand = hidden->hand[place];
    if (hand != HIDDEN_DRAW) {
        cards_drop(&hidden->held[hand], hidden->card[place]);
        cards_add(&hidden->held[hand], card);
    }
    hidden->card[place] = card;
}

static void exchange(struct thegame_hidden *hidden, int a, int b)
{
    uint8_t card_a = hidden->card[a], card_b = hidden->card[b];
    replace(hidden, a, card_b);
    replace(hidden, b, card_a);
}

/* Swaps the cards of two places unless the hands then fit worse. */
static void try_swap(struct thegame_sampler *sampler, int a, int b)
{
    struct thegame_hidden *hidden = &sampler->hidden;
    int hand_a = hidden->hand[a], hand_b = hidden->hand[b], *wrong_a = &sampler->wrong[hand_a / 2],
        *wrong_b = &sampler->wrong[hand_b / 2];
    if (hand_a == hand_b)
        return;
    if (sampler->all_wrong == 0 &&
        (never(sampler, hand_a, hidden->card[b]) || never(sampler, hand_b, hidden->card[a])))
        return;
    exchange(hidden, a, b);
    int after_a = misfit(sampler, hand_a),
        after_b = wrong_a == wrong_b ? 0 : misfit(sampler, hand_b),
        before = *wrong_a + (wrong_a == wrong_b ? 0 : *wrong_b);
    if (after_a + after_b > before) {
        exchange(hidden, a, b);
        return;
    }
    sampler->all_wrong += after_a + after_b - before;
    *wrong_b = after_b;
    *wrong_a = after_a;
}

/* A place in a hand that does not fit yet. */
static int wrong_place(struct thegame_sampler *sampler)
{
    const struct thegame_hidden *hidden = &sampler->hidden;
    int seat = (int)stos_random_below(&sampler->random, STOS_THEGAME_SEATS);
    while (sampler->wrong[seat] == 0)
        seat = (seat + 1) % STOS_THEGAME_SEATS;
    int count = hidden->first[seat + 1] - hidden->first[seat];
    return hidden->first[seat] + (int)stos_random_below(&sampler->random, (uint32_t)count);
}

/* Swaps cards of hands that do not fit until they do. */
static void fit(struct thegame_sampler *sampler, int swaps)
{
    for (int i = 0; i < swaps && sampler->all_wrong > 0; i++) {
        int a = wrong_place(sampler);
        try_swap(sampler, a,
                 (int)stos_random_below(&sampler->random, (uint32_t)sampler->hidden.cards));
    }
}

/* Goes on to another deal that fits as well. */
static void stir(struct thegame_sampler *sampler)
{
    const struct thegame_hidden *hidden = &sampler->hidden;
    for (int i = 0; i < SWAPS_ON; i++) {
        int a = (int)stos_random_below(&sampler->random, (uint32_t)hidden->in_hands);
        try_swap(sampler, a, (int)stos_random_below(&sampler->random, (uint32_t)hidden->cards));
    }
}

/* All unseen cards in random order. */
static void shuffle(struct thegame_hidden *hidden, stos_cards unseen, stos_random *random)
{
    for (int i = 0; !cards_empty(unseen); i++)
        hidden->card[i] = (uint8_t)cards_take(&unseen);
    for (int i = hidden->cards - 1; i > 0; i--) {
        int j = (int)stos_random_below(random, (uint32_t)i + 1);
        uint8_t card = hidden->card[i];
        hidden->card[i] = hidden->card[j];
        hidden->card[j] = card;
    }
}

/* Cards dealt at random, then swapped until they fit. */
static void deal_afresh(struct thegame_sampler *sampler)
{
    struct thegame_hidden *hidden = &sampler->hidden;
    const struct stos_thegame *game = &sampler->known.game;
    stos_cards mine = game->hand[game->table.turn];
    shuffle(hidden, cards_minus(thegame_unplayed(&game->table), mine), &sampler->random);
    memset(hidden->held, 0, sizeof hidden->held);
    for (int place = 0; place < hidden->in_hands; place++)
        cards_add(&hidden->held[hidden->hand[place]], hidden->card[place]);
    if (!sampler->belief.heard || hidden->in_hands == 0)
        return;
    sampler->all_wrong = 0;
    memset(sampler->wrong, 0, sizeof sampler->wrong);
    for (int seat = 0; seat < STOS_THEGAME_SEATS; seat++)
        if (hidden->first[seat] < hidden->first[seat + 1])
            sampler->all_wrong += sampler->wrong[seat] = misfit(sampler, 2 * seat);
    fit(sampler, SWAPS_AFRESH);
}

/* A fresh deal that cannot be made to fit in time gives way to the last one. */
static void begin_anew(struct thegame_sampler *sampler)
{
    struct thegame_hidden last = sampler->hidden;
    int wrong[STOS_THEGAME_SEATS + 1], all_wrong = sampler->all_wrong;
    memcpy(wrong, sampler->wrong, sizeof wrong);
    deal_afresh(sampler);
    if (sampler->deals == 1 || sampler->all_wrong <= all_wrong)
        return;
    sampler->hidden = last;
    sampler->all_wrong = all_wrong;
    memcpy(sampler->wrong, wrong, sizeof wrong);
    stir(sampler);
}

void thegame_sampler_deal(struct thegame_sampler *sampler, struct thegame_sim_state *deal)
{
    struct thegame_hidden *hidden = &sampler->hidden;
    struct stos_thegame *game = &deal->game;
    if (sampler->deals++ % AFRESH == 0 || !sampler->belief.heard)
        begin_anew(sampler);
    else if (hidden->in_hands > 0)
        stir(sampler);
    *deal = sampler->known;
    for (int seat = 0; seat < game->table.option[STOS_THEGAME_PLAYERS]; seat++)
        if (seat != game->table.turn)
            game->hand[seat] = cards_or(hidden->held[2 * seat], hidden->held[2 * seat + 1]);
    game->drawn = (uint8_t)(STOS_THEGAME_CARDS - (hidden->cards - hidden->in_hands));
    memcpy(game->draw + game->drawn, hidden->card + hidden->in_hands,
           (size_t)(hidden->cards - hidden->in_hands));
}
