/*
 * search.c - compares the plans for a turn by playing on from each of them on the same sampled
 * deals, with sequential halving (halving.h).
 *
 * It uses only what a seat may know. With nodes and no time, the clock is never read, and the same
 * seed gives the same plan. The caller provides the memory; all arithmetic is in integers.
 */
#include "search.h"

#include "base/cards.h"
#include "endgame.h"

#include <string.h>

enum { SWAPS = 1500 }; /* most attempts to make a deal fit the hints: enough for nearly all deals */

/* ---------------------------------------------------------------- sampling deals */

/* The cards that the mover does not see, in order; owner is their seat, or the mover's for the draw
 * pile. */
struct hidden {
    uint8_t card[STOS_THEGAME_CARDS], owner[STOS_THEGAME_CARDS];
    int cards, held;
};

/* How many of a seat's hints its sampled hand does not explain. */
static int misfit(const struct thegame_search *search, const struct world *world, int seat)
{
    uint8_t pile[4], self;
    int wrong = 0;
    if (seat == world->turn)
        return 0;
    thegame_world_hints(world, seat, pile, &self);
    for (int i = 0; i < 4; i++)
        wrong += search->said[seat][i] != STOS_HINT_NONE && pile[i] != search->said[seat][i];
    wrong += search->said_of_self[seat] != 0 && self != search->said_of_self[seat];
    return wrong;
}

static void exchange(struct world *world, struct hidden *hidden, int a, int b)
{
    int seat_a = hidden->owner[a], seat_b = hidden->owner[b];
    uint8_t card_a = hidden->card[a], card_b = hidden->card[b];
    if (seat_a != world->turn) {
        cards_drop(&world->hand[seat_a], card_a);
        cards_add(&world->hand[seat_a], card_b);
    }
    if (seat_b != world->turn) {
        cards_drop(&world->hand[seat_b], card_b);
        cards_add(&world->hand[seat_b], card_a);
    }
    hidden->card[a] = card_b;
    hidden->card[b] = card_a;
}

/* Swaps cards at random, keeping a swap if the hands explain the hints no worse after it. */
static void fit_hints(struct thegame_search *search, struct world *world, struct hidden *hidden)
{
    int wrong[STOS_THEGAME_SEATS] = {0}, total = 0;
    for (int seat = 0; seat < world->players; seat++)
        total += wrong[seat] = misfit(search, world, seat);
    for (int i = 0; i < SWAPS && total > 0; i++) {
        int a = (int)stos_random_below(&search->random, (uint32_t)hidden->held),
            seat_a = hidden->owner[a];
        int b = (int)stos_random_below(&search->random, (uint32_t)hidden->cards),
            seat_b = hidden->owner[b];
        int before = wrong[seat_a] + wrong[seat_b];
        if (seat_a == seat_b || before == 0)
            continue;
        exchange(world, hidden, a, b);
        int after_a = misfit(search, world, seat_a), after_b = misfit(search, world, seat_b);
        if (after_a + after_b > before) {
            exchange(world, hidden, a, b);
            continue;
        }
        total += after_a + after_b - before;
        wrong[seat_a] = after_a;
        wrong[seat_b] = after_b;
    }
}

static void shuffle(struct hidden *hidden, stos_random *random)
{
    for (int i = hidden->cards - 1; i > 0; i--) {
        int j = (int)stos_random_below(random, (uint32_t)i + 1);
        uint8_t card = hidden->card[i];
        hidden->card[i] = hidden->card[j];
        hidden->card[j] = card;
    }
}

/* A deal that fits the view and, mostly, what the others said. */
static void imagine(struct thegame_search *search, struct world *world)
{
    struct hidden hidden = {.cards = 0};
    *world = search->known;
    stos_cards unseen = cards_minus(world->unplayed, world->hand[world->turn]);
    while (!cards_empty(unseen))
        hidden.card[hidden.cards++] = (uint8_t)cards_take(&unseen);
    shuffle(&hidden, &search->random);
    memset(hidden.owner, world->turn, sizeof hidden.owner);
    for (int seat = 0; seat < world->players; seat++) {
        if (seat == world->turn)
            continue;
        world->hand[seat] = cards_none();
        for (int i = 0; i < search->count[seat] && hidden.held < hidden.cards; i++) {
            cards_add(&world->hand[seat], hidden.card[hidden.held]);
            hidden.owner[hidden.held++] = (uint8_t)seat;
        }
    }
    if (search->heard && hidden.held > 0)
        fit_hints(search, world, &hidden);
    world->drawn = 0;
    world->draw_end = (uint8_t)(hidden.cards - hidden.held);
    memcpy(world->draw, hidden.card + hidden.held, world->draw_end);
}

/* ---------------------------------------------------------------- trying plans */

static void imagine_deal(void *context)
{
    struct thegame_search *search = context;
    imagine(search, &search->deal);
}

/* Everybody plays that many turns by the network, or fewer to the end; returns the cards left at
 * the end, -1 if the game goes on. */
static int play_on(struct thegame_search *search, struct world *world,
                   const struct plans_limits *limits, int turns)
{
    struct plan rest;
    for (int turn = 0; turn < turns && !world->over; turn++) {
        search->budget.nodes++;
        if (thegame_endgame_is_open(world))
            return thegame_endgame_solve(world, &rest);
        thegame_plans_list(&search->plans, world, limits);
        if (search->plans.count == 0)
            return cards_count(world->unplayed);
        thegame_plans_play(world, &search->plans.end[0].plan);
    }
    return world->over ? cards_count(world->unplayed) : -1;
}

static int32_t try_plan(void *context, int number)
{
    struct thegame_search *search = context;
    struct world world = search->deal;
    search->budget.nodes++;
    thegame_plans_play(&world, &search->contender[number]);
    int left = play_on(search, &world, &search->tuning->ahead, search->tuning->turns);
    return left < 0 ? thegame_plans_worth(&search->plans) : thegame_net_final(left);
}

/* Decides between the plans that the network rates best. */
static const struct plan *compare(struct thegame_search *search)
{
    search->halving = (struct halving){.deal = imagine_deal,
                                       .play = try_plan,
                                       .search = search,
                                       .budget = &search->budget,
                                       .trust = search->tuning->trust,
                                       .most = HALVING_PLANS};
    for (int i = 0; i < search->plans.count; i++) {
        search->contender[i] = search->plans.end[i].plan;
        halving_add(&search->halving, i, search->contender[i].utility);
    }
    return &search->contender[halving_best(&search->halving)];
}

const struct plan *thegame_search_run(struct thegame_search *search)
{
    if (thegame_endgame_is_open(&search->known)) {
        thegame_endgame_solve(&search->known, &search->contender[0]);
        return search->contender[0].length > 0 ? &search->contender[0] : NULL;
    }
    thegame_plans_list(&search->plans, &search->known, &search->tuning->own);
    if (search->plans.count == 0)
        return NULL;
    if (!search->plans.end[0].plan.wins)
        return compare(search);
    search->contender[0] = search->plans.end[0].plan;
    return &search->contender[0];
}

/* Plays a deal to its end by the network; whether it was won. */
static bool play_out(struct thegame_search *search, const struct plan *plan,
                     const struct world *deal)
{
    static const struct plans_limits limits = {.kept = 1, .beam = 4, .slack = 32, .ways = 2};
    struct world world = *deal;
    thegame_plans_play(&world, plan);
    return play_on(search, &world, &limits, STOS_THEGAME_CARDS) == 0;
}

int thegame_search_wins(struct thegame_search *search, const struct plan *const *plans, int count,
                        int deals, int *wins)
{
    int played = 0;
    memset(wins, 0, (size_t)count * sizeof *wins);
    for (; played < deals && !budget_cancelled(&search->budget); played++) {
        struct world deal;
        imagine(search, &deal);
        for (int k = 0; k < count; k++)
            wins[k] += plans[k] && play_out(search, plans[k], &deal);
    }
    return played;
}
