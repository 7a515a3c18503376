/*
 * plans.c - finding turn plans. See the header.
 *
 * For each own pile and each set of cards of the hand, a small table says whether the pile takes
 * the whole set in some order, and which cards can then be on top. A plan is a set for each own
 * pile and at most one card for the opponent.
 */
#include "plans.h"
#include "worth.h"

#include <string.h>

enum { LOSES_SOON = 1000000 }; /* a single card left loses (FF9) */

/* ---------------------------------------------------------------- what a pile takes */

static uint8_t lasts_of(const struct duel_plans *plans, int pile, int top, unsigned set)
{
    unsigned lasts = 0;
    for (int i = 0; i < plans->cards; i++) {
        unsigned rest = set & ~(1u << i);
        if (rest == set)
            continue;
        bool fits = rest == 0 && (facetoface_duel_takes(pile, top) >> plans->card[i] & 1);
        for (unsigned before = rest ? plans->lasts[pile][rest] : 0; before && !fits;
             before &= before - 1)
            fits =
                facetoface_duel_takes(pile, plans->card[__builtin_ctz(before)]) >> plans->card[i] &
                1;
        lasts |= (unsigned)fits << i;
    }
    return (uint8_t)lasts;
}

static void find_lasts(struct duel_plans *plans, const struct duel *duel)
{
    for (int pile = 0; pile < 2; pile++) {
        plans->lasts[pile][0] = 0;
        for (unsigned set = 1; set < 1u << plans->cards; set++)
            plans->lasts[pile][set] = lasts_of(plans, pile, duel->top[duel->turn][pile], set);
    }
}

/* The place in the hand of the card that is best on top: low on the rising pile, high on the
 * falling one. */
static int best_last(unsigned lasts, int pile)
{
    return pile == 0 ? __builtin_ctz(lasts) : 31 - __builtin_clz(lasts);
}

static int top_after(const struct duel_plans *plans, const struct duel *duel, int pile,
                     unsigned set)
{
    return set ? plans->card[best_last(plans->lasts[pile][set], pile)]
               : duel->top[duel->turn][pile];
}

/* ---------------------------------------------------------------- what a plan is worth */

/* What a turn may do for the opponent, and what its side is worth then. */
struct help {
    uint8_t card, pile; /* card 0: nothing */
    struct worth_sum other;
};

static int price_plan(const struct duel_plan *plan, const struct duel *duel, uint64_t used,
                      struct worth_sum other)
{
    struct duel_after after;
    facetoface_worth_see(&after, duel, used, plan->help_card != 0);
    memcpy(after.top[0], plan->top, sizeof after.top[0]);
    if (plan->help_card)
        after.top[1][plan->help_pile - 2] = plan->help_card;
    if (after.left[0] == 0)
        return PLAN_WINS;
    bool single = (after.left[0] & (after.left[0] - 1)) == 0;
    return (single && !duel->lenient ? LOSES_SOON : 0) - facetoface_worth(&after, other);
}

/* Every card may go to one of the opponent's piles if it improves that, or none does. The first is
 * none. */
static int list_helps(const struct duel *duel, struct help help[1 + 2 * STOS_FACETOFACE_HAND])
{
    struct duel_after after;
    int count = 1;
    facetoface_worth_see(&after, duel, 0, false);
    help[0] = (struct help){.other = facetoface_worth_other(&after)};
    for (int pile = 0; pile < 2 && !duel->helped; pile++) {
        uint8_t top = after.top[1][pile];
        for (uint64_t fits = duel->hand[duel->turn] & duel_improves(pile, top); fits;) {
            int card = word_take(&fits);
            after.top[1][pile] = (uint8_t)card;
            help[count++] =
                (struct help){(uint8_t)card, (uint8_t)(2 + pile), facetoface_worth_other(&after)};
        }
        after.top[1][pile] = top;
    }
    return count;
}

/* ---------------------------------------------------------------- all plans */

static bool leaves_the_same(const struct duel_plan *a, const struct duel_plan *b)
{
    return a->price == b->price &&
        (a->pile_cards[0] | a->pile_cards[1]) == (b->pile_cards[0] | b->pile_cards[1]) &&
        memcmp(a->top, b->top, sizeof a->top) == 0 && a->help_card == b->help_card &&
        a->help_pile == b->help_pile;
}

/* Keeps the list sorted; the dearest plan falls off its end. Equals stay in order; plans that leave
 * the same table have equal prices. */
static void keep(struct duel_plans *plans, int most, const struct duel_plan *plan)
{
    if (plans->count == most && plan->price >= plans->plan[most - 1].price)
        return;
    int place = plans->count;
    while (place > 0 && plans->plan[place - 1].price > plan->price)
        place--;
    for (int i = place; i > 0 && plans->plan[i - 1].price == plan->price; i--)
        if (leaves_the_same(&plans->plan[i - 1], plan))
            return;
    int moved = (plans->count < most ? plans->count++ : most - 1) - place;
    memmove(&plans->plan[place + 1], &plans->plan[place], (size_t)moved * sizeof *plan);
    plans->plan[place] = *plan;
}

struct search_for_plans {
    struct duel_plans *plans;
    const struct duel *duel;
    int most, helps;
    struct help help[1 + 2 * STOS_FACETOFACE_HAND];
};

static uint64_t cards_of(const struct duel_plans *plans, unsigned set)
{
    uint64_t cards = 0;
    for (; set; set &= set - 1)
        cards |= duel_bit(plans->card[__builtin_ctz(set)]);
    return cards;
}

/* A plan is complete when the turn may end after it, or the game has. */
static void add(const struct search_for_plans *all, struct duel_plan *plan, uint64_t used,
                struct worth_sum other)
{
    int placed = all->duel->placed + word_count(used);
    if (placed < all->duel->minimum && used != all->duel->left[all->duel->turn])
        return;
    plan->price = price_plan(plan, all->duel, used, other);
    keep(all->plans, all->most, plan);
}

static void add_with_and_without_help(const struct search_for_plans *all, struct duel_plan *plan)
{
    uint64_t used = cards_of(all->plans, plan->pile_cards[0] | plan->pile_cards[1]);
    for (int i = 0; i < all->helps; i++) {
        const struct help *help = &all->help[i];
        uint64_t card = help->card ? duel_bit(help->card) : 0;
        if (used & card)
            continue;
        plan->help_card = help->card;
        plan->help_pile = help->pile;
        add(all, plan, used | card, help->other);
    }
}

/* Plans that place these cards on the rising pile and any others on the falling one. */
static void add_rising(const struct search_for_plans *all, unsigned rising)
{
    struct duel_plans *plans = all->plans;
    unsigned rest = ((1u << plans->cards) - 1) & ~rising;
    unsigned falling = 0;
    do {
        if (!falling || plans->lasts[1][falling]) {
            struct duel_plan plan = {.pile_cards = {(uint8_t)rising, (uint8_t)falling}};
            plan.top[0] = (uint8_t)top_after(plans, all->duel, 0, rising);
            plan.top[1] = (uint8_t)top_after(plans, all->duel, 1, falling);
            add_with_and_without_help(all, &plan);
        }
        falling = (falling - rest) & rest;
    } while (falling);
}

void facetoface_plans_find(struct duel_plans *plans, const struct duel *duel, int most)
{
    struct search_for_plans all = {
        .plans = plans, .duel = duel, .most = most < FACETOFACE_PLANS ? most : FACETOFACE_PLANS};
    all.helps = list_helps(duel, all.help);
    plans->cards = 0;
    plans->count = 0;
    for (uint64_t hand = duel->hand[duel->turn]; hand;)
        plans->card[plans->cards++] = (uint8_t)word_take(&hand);
    find_lasts(plans, duel);
    for (unsigned rising = 0; rising < 1u << plans->cards; rising++)
        if (!rising || plans->lasts[0][rising])
            add_rising(&all, rising);
}

/* ---------------------------------------------------------------- playing a plan */

/* Writes the cards of one pile in an order that it takes; returns how many. */
static int order_of(const struct duel_plans *plans, int pile, unsigned set,
                    uint8_t order[STOS_FACETOFACE_HAND])
{
    int count = word_count(set);
    unsigned lasts = plans->lasts[pile][set];
    for (int at = count - 1; at >= 0; at--) {
        int last = best_last(lasts, pile);
        order[at] = plans->card[last];
        set &= ~(1u << last);
        lasts = 0;
        for (unsigned before = set ? plans->lasts[pile][set] : 0; before; before &= before - 1)
            if (facetoface_duel_takes(pile, plans->card[__builtin_ctz(before)]) >> order[at] & 1)
                lasts |= before & -before;
    }
    return count;
}

/* The help comes first, so that it surely counts as one of the two cards that a turn needs; it does
 * not affect one's own piles. */
int facetoface_plans_moves(const struct duel_plans *plans, const struct duel_plan *plan,
                           stos_move moves[STOS_FACETOFACE_HAND])
{
    int count = 0;
    if (plan->help_card)
        moves[count++] = stos_move_make(STOS_PLACE, plan->help_card, plan->help_pile);
    for (int pile = 0; pile < 2; pile++) {
        uint8_t order[STOS_FACETOFACE_HAND] = {0};
        int cards = order_of(plans, pile, plan->pile_cards[pile], order);
        for (int i = 0; i < cards; i++)
            moves[count++] = stos_move_make(STOS_PLACE, order[i], pile);
    }
    return count;
}

void facetoface_plans_play(const struct duel_plans *plans, const struct duel_plan *plan,
                           struct duel *duel)
{
    stos_move moves[STOS_FACETOFACE_HAND];
    int count = facetoface_plans_moves(plans, plan, moves);
    for (int i = 0; i < count; i++)
        facetoface_duel_place(duel, stos_move_low(moves[i]), stos_move_high(moves[i]));
}
