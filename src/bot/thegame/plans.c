/*
 * plans.c - see plans.h. A beam search over the placements of one turn; tools/train/thegame.cu plays the same way to train
 * the network.
 *
 * A table is valued once however many orders lead to it, and the two piles of a direction may change places. As the
 * end of the turn and as a step on the way it is the same table unless fire cards become due in between (TG14).
 */
#include "plans.h"

#include "game/piles.h"

#include <string.h>

enum { SEEN = 256 };

struct node {
    struct turn_table table;
    struct plan plan;
    uint64_t key;
};

struct nodes {
    struct node node[PLANS_BEAM];
    int count;
};

/* The search of one turn. */
struct turn {
    const struct world *world;
    struct plans *plans;
    const struct plans_limits *limits;
    struct nodes next;
    uint64_t end_key[PLANS_KEPT];
    uint64_t seen[SEEN];
};

/* What tells tables apart within a turn. */
static uint64_t key_of(const struct turn_table *table)
{
    uint64_t key = table->used;
    for (int pair = 0; pair < STOS_THEGAME_PILES; pair += 2) {
        uint64_t a = table->top[pair], b = table->top[pair + 1];
        key = key << 14 | (a < b ? a << 7 | b : b << 7 | a);
    }
    return key + 1;
}

/* Whether this table was met before; keeps it. */
static bool is_known(struct turn *turn, uint64_t key)
{
    uint64_t *slot = &turn->seen[key * UINT64_C(0x9e3779b97f4a7c15) >> 56];
    bool known = *slot == key;
    *slot = key;
    return known;
}

static void keep_end(struct turn *turn, const struct node *node, int32_t utility, bool wins)
{
    struct plans *plans = turn->plans;
    int most = turn->limits->kept, at = plans->count;
    if (at == most && plans->plan[most - 1].utility >= utility)
        return;
    for (int i = 0; i < at; i++)
        if (turn->end_key[i] == node->key)
            return;
    if (at < most)
        plans->count++;
    else
        at--;
    for (; at > 0 && plans->plan[at - 1].utility < utility; at--) {
        plans->plan[at] = plans->plan[at - 1];
        turn->end_key[at] = turn->end_key[at - 1];
    }
    plans->plan[at] = node->plan;
    plans->plan[at].utility = utility;
    plans->plan[at].wins = wins;
    turn->end_key[at] = node->key;
    if (at == 0)
        plans->best = node->table;
}

static void keep_step(struct turn *turn, const struct node *node, int32_t utility)
{
    struct nodes *next = &turn->next;
    int most = turn->limits->beam, at = next->count;
    if (at == most && next->node[most - 1].plan.utility >= utility)
        return;
    for (int i = 0; i < at; i++)
        if (next->node[i].key == node->key)
            return;
    if (at < most)
        next->count++;
    else
        at--;
    for (; at > 0 && next->node[at - 1].plan.utility < utility; at--)
        next->node[at] = next->node[at - 1];
    next->node[at] = *node;
    next->node[at].plan.utility = utility;
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

static int32_t worth(struct turn_view *view, const struct turn_table *end, int ways, struct turn_sight *sight)
{
    thegame_net_see(view, end, ways, sight);
    return thegame_net_value(view, sight, ways, THEGAME_TURN_OVER).utility;
}

/* Values a table as the end of the turn; returns whether what was seen is good for steps as well. */
static bool value_end(struct turn *turn, const struct node *node, struct turn_sight *sight)
{
    struct turn_table end = at_end(&node->table, turn->world->fire);
    keep_end(turn, node, worth(&turn->plans->view, &end, turn->limits->ways, sight), false);
    return end.due == node->table.due;
}

int32_t thegame_plans_worth(struct plans *plans)
{
    struct turn_table end = at_end(&plans->best, plans->view.way[0].world.fire);
    struct turn_sight sight;
    return worth(&plans->view, &end, TURN_WAYS, &sight);
}

/*
 * With others at the table, who move piles in between, a turn may be worth going on with. Alone it ends as soon as it may: what
 * else could be placed can still be placed after drawing, when more is known.
 */
static void try_node(struct turn *turn, const struct node *node)
{
    const struct world *world = turn->world;
    struct turn_view *view = &turn->plans->view;
    struct turn_sight sight;
    int placed = world->placed + node->plan.length, ways = turn->limits->ways;
    bool last = node->plan.length == view->cards, wins = last && cards_count(world->unplayed) == node->plan.length;
    bool may_end = placed >= world->minimum && node->table.due == 0, seen = false;
    if (wins)
        keep_end(turn, node, INT32_MAX, true);
    else if (may_end)
        seen = value_end(turn, node, &sight);
    if (last || (may_end && world->players == 1))
        return;
    if (!seen)
        thegame_net_see(view, &node->table, ways, &sight);
    keep_step(turn, node, thegame_net_value(view, &sight, ways, phase_after(placed, world->minimum)).utility);
}

/* One card more on a plan. */
static struct node longer(const struct turn *turn, const struct node *from, int place, int pile)
{
    struct node node = *from;
    int card = turn->plans->view.way[0].card[place], rising = pile < 2 ? card : 101 - card;
    node.table.top[pile] = (uint8_t)rising;
    node.table.viewpoint[pile] = (uint8_t)turn_viewpoint(pile, place);
    node.table.used |= (uint8_t)(1u << place);
    node.table.due &= (uint8_t) ~(1u << pile);
    if (turn->world->fire == 2)
        node.table.due |= (uint8_t)((unsigned)thegame_is_fire(card) << pile);
    node.plan.card[node.plan.length] = (uint8_t)rising;
    node.plan.pile[node.plan.length++] = (uint8_t)pile;
    node.key = key_of(&node.table);
    return node;
}

/* Where the next card of a plan may go. */
struct step {
    int8_t jump;
    uint8_t place, pile;
};

enum { STEPS = STOS_THEGAME_PILES * TURN_HAND };

/* Lists the next steps of a plan, the smallest jumps first if not all are wanted; returns how many are. */
static int list_steps(const struct turn *turn, const struct node *from, struct step step[STEPS])
{
    int count = 0, most = turn->limits->tries ? turn->limits->tries : STEPS;
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        int top = from->table.top[pile];
        if (pile % 2 == 1 && top == from->table.top[pile - 1])
            continue;
        for (int place = 0; place < turn->plans->view.cards; place++) {
            int card = turn->plans->view.way[0].card[place], jump = (pile < 2 ? card : 101 - card) - top, at = count;
            if ((from->table.used >> place & 1) || (jump <= 0 && jump != -10))
                continue;
            if (count < most)
                count++;
            else if (step[--at].jump <= jump)
                continue;
            for (; most < STEPS && at > 0 && step[at - 1].jump > jump; at--)
                step[at] = step[at - 1];
            step[at] = (struct step){(int8_t)jump, (uint8_t)place, (uint8_t)pile};
        }
    }
    return count;
}

static void expand(struct turn *turn, const struct node *from)
{
    struct step step[STEPS];
    int count = list_steps(turn, from, step);
    for (int i = 0; i < count; i++) {
        struct node node = longer(turn, from, step[i].place, step[i].pile);
        if (!is_known(turn, node.key))
            try_node(turn, &node);
    }
}

static struct node root_of(const struct world *world)
{
    struct node root;
    memset(&root, 0, sizeof root);
    memcpy(root.table.top, world->top, sizeof root.table.top);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        root.table.viewpoint[pile] = (uint8_t)pile;
    root.table.due = world->due;
    root.key = key_of(&root.table);
    return root;
}

void thegame_plans_list(struct plans *plans, const struct world *world, const struct plans_limits *limits)
{
    struct turn turn = {.world = world, .plans = plans, .limits = limits};
    struct nodes now = {.count = 1};
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
        int32_t best = optional && plans->count ? plans->plan[0].utility : 0;
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
        thegame_world_place(world, plan->card[i], plan->pile[i]);
    if (plan->length < hand && !world->over)
        thegame_world_end_turn(world); /* with an empty hand it has ended by itself (TG9) */
}
