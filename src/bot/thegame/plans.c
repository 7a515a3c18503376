/*
 * plans.c - see plans.h. A beam search over the placements of one turn.
 */
#include "plans.h"

#include "base/cards.h"
#include "solo.h"

#include <string.h>

/* One card more on an unfinished plan. */
struct step {
    int32_t utility;
    uint8_t node, card, pile;
};

enum { MOST_STEPS = PLANS_BEAM * PLAN_STEPS * STOS_THEGAME_PILES };

struct steps {
    struct step step[MOST_STEPS];
    int count;
};

static inline int real_card(int card, int pile) { return pile < 2 ? card : 101 - card; }

/* ---------------------------------------------------------------- plans */

static stos_cards cards_of(const struct plan *plan)
{
    stos_cards set = cards_none();
    for (int i = 0; i < plan->length; i++)
        cards_add(&set, real_card(plan->card[i], plan->pile[i]));
    return set;
}

static void tops_after(const struct plans *plans, const struct plan *plan, uint8_t top[4])
{
    memcpy(top, plans->top, 4);
    for (int i = 0; i < plan->length; i++)
        top[plan->pile[i]] = plan->card[i];
}

/* Two ways to lay the same cards with the same tops are one plan. */
static bool same_end(const struct plans *plans, const struct plan *a, const struct plan *b)
{
    uint8_t top_a[4], top_b[4];
    if (a->utility != b->utility || a->length != b->length || !cards_equal(cards_of(a), cards_of(b)))
        return false;
    tops_after(plans, a, top_a);
    tops_after(plans, b, top_b);
    return memcmp(top_a, top_b, 4) == 0;
}

/* Puts a plan into the list, which stays sorted and no longer than `most`. */
static void keep_plan(struct plans *plans, const struct plan *plan, int most)
{
    for (int i = 0; i < plans->count; i++)
        if (same_end(plans, &plans->plan[i], plan))
            return;
    int at = plans->count;
    if (at < most)
        plans->count++;
    else if (plan->utility > plans->plan[most - 1].utility)
        at--;
    else
        return;
    for (; at > 0 && plans->plan[at - 1].utility < plan->utility; at--)
        plans->plan[at] = plans->plan[at - 1];
    plans->plan[at] = *plan;
}

static struct plan longer(const struct plan *plan, int card, int pile, int32_t utility)
{
    struct plan next = *plan;
    next.card[next.length] = (uint8_t)card;
    next.pile[next.length++] = (uint8_t)pile;
    next.utility = utility;
    return next;
}

/* ---------------------------------------------------------------- growing them */

static void keep_step(struct steps *steps, struct step step)
{
    int at = steps->count++;
    for (; at > 0 && steps->step[at - 1].utility < step.utility; at--)
        steps->step[at] = steps->step[at - 1];
    steps->step[at] = step;
}

/* Whether the duties of the turn are met once this card lies there (TG7, TG14, TG15). */
static bool may_end_after(const struct world *world, int card, int pile)
{
    unsigned due = world->due & ~(1u << pile);
    bool burns = world->fire == 2 && thegame_world_is_fire(real_card(card, pile));
    return world->placed + 1 >= world->minimum && due == 0 && !burns;
}

/* Values one placement: as the end of the turn where it may be one, and as a step on the way. */
static void try_step(struct plans *plans, const struct plan_node *node, struct step step, int most, struct steps *steps)
{
    const struct world *world = &node->world;
    bool last = plans->base.hand_count == 1;
    bool wins = last && cards_count(world->unplayed) == 1;
    if (wins || may_end_after(world, step.card, step.pile)) {
        int32_t end = wins ? INT32_MAX : thegame_net_after(&plans->base, step.card, step.pile, NET_TURN_OVER).utility;
        struct plan plan = longer(&node->plan, step.card, step.pile, end);
        plan.wins = wins;
        keep_plan(plans, &plan, most);
    }
    if (last)
        return;
    enum net_phase phase = thegame_world_phase_after(world->placed + 1, world->minimum);
    step.utility = thegame_net_after(&plans->base, step.card, step.pile, phase).utility;
    keep_step(steps, step);
}

static void prepare(struct plans *plans, const struct world *world)
{
    struct net_view view;
    thegame_world_view(world, &view);
    thegame_net_prepare(&plans->base, &view);
}

static void expand(struct plans *plans, const struct plan_node *nodes, int from, int most, struct steps *steps)
{
    const struct world *world = &nodes[from].world;
    prepare(plans, world);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        stos_cards fits = thegame_world_fits(plans->base.hand[pile / 2], world->top[pile]);
        while (!cards_empty(fits)) {
            int card = cards_take(&fits);
            try_step(plans, &nodes[from], (struct step){0, (uint8_t)from, (uint8_t)card, (uint8_t)pile}, most, steps);
        }
    }
}

static bool has_twin(const struct plans *plans, const struct plan_node *nodes, int count, const struct plan *plan)
{
    for (int i = 0; i < count; i++)
        if (same_end(plans, &nodes[i].plan, plan))
            return true;
    return false;
}

/* Takes the best steps, down to a least utility, as the nodes of the next length; returns their number. */
static int select_nodes(const struct plans *plans, const struct steps *steps, const struct plan_node *from, struct plan_node *to, int beam,
                        int32_t least)
{
    int count = 0;
    for (int i = 0; i < steps->count && count < beam && steps->step[i].utility >= least; i++) {
        const struct step *step = &steps->step[i];
        struct plan_node *node = &to[count];
        node->plan = longer(&from[step->node].plan, step->card, step->pile, step->utility);
        if (has_twin(plans, to, count, &node->plan))
            continue;
        node->world = from[step->node].world;
        thegame_world_place(&node->world, step->card, step->pile);
        count += !node->world.over;
    }
    return count;
}

/* The turn may be over as it stands. */
static void keep_stopping(struct plans *plans, const struct world *world, int most)
{
    struct plan stop = {.length = 0};
    prepare(plans, world);
    stop.utility = thegame_net_now(&plans->base, NET_TURN_OVER).utility;
    keep_plan(plans, &stop, most);
}

void thegame_plans_list(struct plans *plans, const struct world *world, const struct plans_limits *limits)
{
    struct steps steps;
    int now = 0, nodes = 1;
    if (world->players == 1) {
        thegame_solo_list(plans, world, limits);
        return;
    }
    plans->count = 0;
    memcpy(plans->top, world->top, sizeof plans->top);
    plans->node[0][0].world = *world;
    plans->node[0][0].plan = (struct plan){.length = 0};
    if (thegame_world_may_end(world))
        keep_stopping(plans, world, limits->kept);
    for (int length = 1; length <= PLAN_STEPS && nodes > 0; length++, now ^= 1) {
        steps.count = 0;
        for (int i = 0; i < nodes; i++)
            expand(plans, plans->node[now], i, limits->kept, &steps);
        int32_t best = plans->count ? plans->plan[0].utility : 0;
        bool optional = world->placed + length >= world->minimum;
        int32_t least = optional ? best - best / limits->slack : 0;
        nodes = select_nodes(plans, &steps, plans->node[now], plans->node[now ^ 1], limits->beam, least);
    }
}

void thegame_plans_play(struct world *world, const struct plan *plan)
{
    int hand = cards_count(world->hand[world->turn]);
    for (int i = 0; i < plan->length; i++)
        thegame_world_place(world, plan->card[i], plan->pile[i]);
    if (plan->length < hand && !world->over)
        thegame_world_end_turn(world); /* with an empty hand it has ended by itself (TG9) */
}
