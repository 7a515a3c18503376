/*
 * plans.c - see plans.h. A beam search over the placements of one turn; tools/train/thegame.cu
 * plays the same way to train the network.
 *
 * A table is evaluated once however many orders lead to it, and the two piles of a direction may
 * change places. As the end of the turn and as a step on the way it is the same table unless fire
 * cards become due in between (TG14).
 */
#include "plans.h"

#include "game/piles.h"

#include <string.h>

enum { MET_BITS = 8 };

struct beam {
    struct plan_node node[PLANS_BEAM];
    int count;
};

/* The search of one turn. */
struct turn {
    const struct world *world;
    struct plans *plans;
    const struct plans_limits *limits;
    struct beam next;
    uint64_t met[1 << MET_BITS];
};

/* A key that identifies a table within a turn. */
static uint64_t key_of(const struct turn_table *table)
{
    uint64_t key = table->used;
    for (int pair = 0; pair < STOS_THEGAME_PILES; pair += 2) {
        uint64_t a = table->top[pair], b = table->top[pair + 1];
        key = key << 14 | (a < b ? a << 7 | b : b << 7 | a);
    }
    return key + 1;
}

/* Keeps the best nodes in order, one for each table. */
static void keep(struct plan_node *list, int *count, int most, const struct plan_node *node,
                 int32_t utility)
{
    int at = *count;
    if (at == most && list[most - 1].plan.utility >= utility)
        return;
    for (int i = 0; i < at; i++)
        if (list[i].key == node->key)
            return;
    if (at < most)
        ++*count;
    else
        at--;
    for (; at > 0 && list[at - 1].plan.utility < utility; at--)
        list[at] = list[at - 1];
    list[at] = *node;
    list[at].plan.utility = utility;
}

static void keep_end(struct turn *turn, const struct plan_node *node, int32_t utility)
{
    keep(turn->plans->end, &turn->plans->count, turn->limits->kept, node, utility);
}

static enum thegame_phase phase_after(int placed, int minimum)
{
    int owed = minimum - placed;
    return owed >= 2 ? THEGAME_OWES_TWO : owed == 1 ? THEGAME_OWES_ONE : THEGAME_MAY_STOP;
}

/* A table as the next player finds it. */
static struct turn_table at_end(const struct turn_table *table, int fire)
{
    struct turn_table end = *table;
    end.due = fire == 1 ? thegame_world_fires_on(end.top) : 0;
    return end;
}

static int32_t worth(struct turn_view *view, const struct turn_table *end, int ways,
                     struct turn_sight *sight)
{
    thegame_net_see(view, end, ways, sight);
    return thegame_net_value(view, sight, ways, THEGAME_TURN_OVER).utility;
}

/* Evaluates a table as the end of the turn; returns whether its hidden layer can be used for steps
 * as well. */
static bool value_end(struct turn *turn, const struct plan_node *node, struct turn_sight *sight)
{
    struct turn_table end = at_end(&node->table, turn->world->fire);
    keep_end(turn, node, worth(&turn->plans->view, &end, turn->limits->ways, sight));
    return end.due == node->table.due;
}

int32_t thegame_plans_worth(struct plans *plans)
{
    struct turn_table end = at_end(&plans->end[0].table, plans->view.way[0].world.fire);
    struct turn_sight sight;
    return worth(&plans->view, &end, TURN_WAYS, &sight);
}

/*
 * With others at the table, who move piles in between, a turn may be worth going on with. Alone it
 * ends as soon as it may: what else could be placed can still be placed after drawing, when more is
 * known.
 */
static void try_node(struct turn *turn, const struct plan_node *node)
{
    const struct world *world = turn->world;
    struct turn_view *view = &turn->plans->view;
    struct turn_sight sight;
    int placed = world->placed + node->plan.length, ways = turn->limits->ways;
    bool last = node->plan.length == view->cards,
         may_end = placed >= world->minimum && node->table.due == 0, seen = false;
    if (node->plan.wins)
        keep_end(turn, node, INT32_MAX);
    else if (may_end)
        seen = value_end(turn, node, &sight);
    if (last || (may_end && world->players == 1))
        return;
    if (!seen)
        thegame_net_see(view, &node->table, ways, &sight);
    int32_t utility =
        thegame_net_value(view, &sight, ways, phase_after(placed, world->minimum)).utility;
    keep(turn->next.node, &turn->next.count, turn->limits->beam, node, utility);
}

/* One card more on a plan. */
static struct plan_node longer(const struct turn *turn, const struct plan_node *from, int place,
                               int pile)
{
    struct plan_node node = *from;
    int card = turn->plans->view.way[0].card[place];
    node.table.top[pile] = (uint8_t)thegame_world_turned(card, pile);
    node.table.viewpoint[pile] = (uint8_t)turn_viewpoint(pile, place);
    node.table.used |= (uint8_t)(1u << place);
    node.table.due &= (uint8_t) ~(1u << pile);
    if (turn->world->fire == 2)
        node.table.due |= (uint8_t)((unsigned)thegame_is_fire(card) << pile);
    node.plan.move[node.plan.length++] = stos_move_make(STOS_PLACE, card, pile);
    node.plan.wins = cards_count(turn->world->unplayed) == node.plan.length;
    node.key = key_of(&node.table);
    return node;
}

int thegame_plans_steps(const uint8_t card[PLAN_STEPS], unsigned held, const uint8_t top[4],
                        int most, struct plan_step step[PLAN_STEPS_MOST])
{
    int count = 0, room = most ? most : PLAN_STEPS_MOST;
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        if (pile % 2 == 1 && top[pile] == top[pile - 1])
            continue;
        for (uint64_t left = held; left;) {
            int place = word_take(&left),
                jump = thegame_world_turned(card[place], pile) - top[pile], at = count;
            if (jump <= 0 && jump != -10)
                continue;
            if (count < room)
                count++;
            else if (step[--at].jump <= jump)
                continue;
            for (; most && at > 0 && step[at - 1].jump > jump; at--)
                step[at] = step[at - 1];
            step[at] = (struct plan_step){(int8_t)jump, (uint8_t)place, (uint8_t)pile};
        }
    }
    return count;
}

static void expand(struct turn *turn, const struct plan_node *from)
{
    const struct turn_view *view = &turn->plans->view;
    struct plan_step step[PLAN_STEPS_MOST];
    unsigned held = ((1u << view->cards) - 1) & ~(unsigned)from->table.used;
    int count =
        thegame_plans_steps(view->way[0].card, held, from->table.top, turn->limits->tries, step);
    for (int i = 0; i < count; i++) {
        struct plan_node node = longer(turn, from, step[i].place, step[i].pile);
        if (!thegame_plans_met(turn->met, MET_BITS, node.key))
            try_node(turn, &node);
    }
}

static struct plan_node root_of(const struct world *world)
{
    struct plan_node root;
    memset(&root, 0, sizeof root);
    memcpy(root.table.top, world->top, sizeof root.table.top);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        root.table.viewpoint[pile] = (uint8_t)pile;
    root.table.due = world->due;
    root.key = key_of(&root.table);
    return root;
}

void thegame_plans_list(struct plans *plans, const struct world *world,
                        const struct plans_limits *limits)
{
    struct turn turn = {.world = world, .plans = plans, .limits = limits};
    struct beam now = {.count = 1};
    struct turn_sight sight;
    plans->count = 0;
    thegame_net_prepare(&plans->view, world);
    now.node[0] = root_of(world);
    if (thegame_world_may_end(world)) {
        value_end(&turn, &now.node[0], &sight);
        now.count = world->players > 1;
    }
    for (int length = 1; length <= plans->view.cards && now.count > 0; length++) {
        turn.next.count = 0;
        bool optional = world->placed + length > world->minimum;
        int32_t best = optional && plans->count ? plans->end[0].plan.utility : 0;
        for (int i = 0; i < now.count; i++)
            if (now.node[i].plan.utility >= best - best / limits->slack)
                expand(&turn, &now.node[i]);
        now = turn.next;
    }
}

void thegame_plans_play(struct world *world, const struct plan *plan)
{
    int hand = cards_count(world->hand[world->turn]);
    for (int i = 0; i < plan->length; i++)
        thegame_world_place(world, stos_move_low(plan->move[i]), stos_move_high(plan->move[i]));
    if (plan->length < hand && !world->over)
        thegame_world_end_turn(world); /* with an empty hand it has ended by itself (TG9) */
}
