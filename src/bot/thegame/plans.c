/*
 * plans.c - see plans.h. A beam search over the placements of one turn; tools/train/thegame.cu
 * plays the same way to train the network.
 *
 * Piles are evaluated once however many orders lead to them, and the two of a direction may change
 * places. As the end of the turn and as a step on the way they are the same unless fire cards
 * become due in between (TG14).
 */
#include "plans.h"

#include <string.h>

enum { MET_BITS = 8 };

struct beam {
    struct plan_node node[PLANS_BEAM];
    int count;
};

/* The search of one turn. */
struct turn_search {
    const struct turn_facts *facts;
    struct plans *plans;
    const struct plans_limits *limits;
    struct beam next;
    uint64_t met[1 << MET_BITS];
};

/* A key that identifies piles within a turn. */
static uint64_t key_of(const struct turn_piles *piles)
{
    uint64_t key = piles->used;
    for (int pair = 0; pair < STOS_THEGAME_PILES; pair += 2) {
        uint64_t a = piles->top[pair], b = piles->top[pair + 1];
        key = key << 14 | (a < b ? a << 7 | b : b << 7 | a);
    }
    return key + 1;
}

/* Keeps the best nodes in order, one for the same piles. */
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

static void keep_end(struct turn_search *turn, const struct plan_node *node, int32_t utility)
{
    keep(turn->plans->end, &turn->plans->count, turn->limits->kept, node, utility);
}

static enum thegame_phase phase_after(int placed, int minimum)
{
    int owed = minimum - placed;
    return owed >= 2 ? THEGAME_OWES_TWO : owed == 1 ? THEGAME_OWES_ONE : THEGAME_MAY_STOP;
}

/* The piles as the next player finds them. */
static struct turn_piles at_end(const struct turn_piles *piles, int fire)
{
    struct turn_piles end = *piles;
    uint8_t top[STOS_THEGAME_PILES];
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        top[pile] = (uint8_t)thegame_as_rising(piles->top[pile], pile);
    end.due = thegame_due_next(top, fire);
    return end;
}

static int32_t evaluate(struct turn_net *net, const struct turn_piles *end, int orientations,
                        struct hidden_layer *hidden)
{
    thegame_net_forward(net, end, orientations, hidden);
    return thegame_net_value(net, hidden, orientations, THEGAME_TURN_OVER).utility;
}

/* Evaluates piles as the end of the turn; returns whether their hidden layer can be used for steps
 * as well. */
static bool evaluate_end(struct turn_search *turn, const struct plan_node *node,
                         struct hidden_layer *hidden)
{
    struct turn_piles end = at_end(&node->piles, turn->facts->fire);
    keep_end(turn, node, evaluate(&turn->plans->net, &end, turn->limits->orientations, hidden));
    return end.due == node->piles.due;
}

int32_t thegame_plans_evaluate(struct plans *plans)
{
    struct turn_piles end = at_end(&plans->end[0].piles, plans->net.orientation[0].facts.fire);
    struct hidden_layer hidden;
    return evaluate(&plans->net, &end, TURN_ORIENTATIONS, &hidden);
}

/*
 * With others at the table, who move piles in between, a turn may be worth going on with. Alone it
 * ends as soon as it may: what else could be placed can still be placed after drawing, when more is
 * known.
 */
static void try_node(struct turn_search *turn, const struct plan_node *node)
{
    const struct turn_facts *facts = turn->facts;
    struct turn_net *net = &turn->plans->net;
    struct hidden_layer hidden;
    int placed = facts->placed + node->plan.length, orientations = turn->limits->orientations;
    bool last = node->plan.length == net->cards,
         may_end = placed >= facts->minimum && node->piles.due == 0, known = false;
    if (node->plan.wins)
        keep_end(turn, node, INT32_MAX);
    else if (may_end)
        known = evaluate_end(turn, node, &hidden);
    if (last || (may_end && facts->players == 1))
        return;
    if (!known)
        thegame_net_forward(net, &node->piles, orientations, &hidden);
    int32_t utility =
        thegame_net_value(net, &hidden, orientations, phase_after(placed, facts->minimum)).utility;
    keep(turn->next.node, &turn->next.count, turn->limits->beam, node, utility);
}

/* One card more on a plan. */
static struct plan_node longer(const struct turn_search *turn, const struct plan_node *from,
                               int place, int pile)
{
    struct plan_node node = *from;
    int card = turn->plans->net.orientation[0].card[place];
    node.piles.top[pile] = (uint8_t)thegame_as_rising(card, pile);
    node.piles.viewpoint[pile] = (uint8_t)turn_viewpoint(pile, place);
    node.piles.used |= (uint8_t)(1u << place);
    node.piles.due = thegame_due_after(node.piles.due, card, pile, turn->facts->fire);
    node.plan.move[node.plan.length++] = stos_move_make(STOS_PLACE, card, pile);
    node.plan.wins = cards_count(turn->facts->unplayed) == node.plan.length;
    node.key = key_of(&node.piles);
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
            int place = word_take(&left), jump = thegame_as_rising(card[place], pile) - top[pile],
                at = count;
            if (!thegame_jump_fits(jump))
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

static void expand(struct turn_search *turn, const struct plan_node *from)
{
    const struct turn_net *net = &turn->plans->net;
    struct plan_step step[PLAN_STEPS_MOST];
    unsigned held = ((1u << net->cards) - 1) & ~(unsigned)from->piles.used;
    int count = thegame_plans_steps(net->orientation[0].card, held, from->piles.top,
                                    turn->limits->tries, step);
    for (int i = 0; i < count; i++) {
        struct plan_node node = longer(turn, from, step[i].place, step[i].pile);
        if (!thegame_plans_met(turn->met, MET_BITS, node.key))
            try_node(turn, &node);
    }
}

static struct plan_node root_of(const struct turn_facts *facts)
{
    struct plan_node root;
    memset(&root, 0, sizeof root);
    memcpy(root.piles.top, facts->top, sizeof root.piles.top);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        root.piles.viewpoint[pile] = (uint8_t)pile;
    root.piles.due = facts->due;
    root.key = key_of(&root.piles);
    return root;
}

void thegame_plans_list(struct plans *plans, const struct thegame_sim_state *state,
                        const struct plans_limits *limits)
{
    const struct turn_facts *facts = &plans->net.orientation[0].facts;
    struct turn_search turn = {.facts = facts, .plans = plans, .limits = limits};
    struct beam now = {.count = 1};
    struct hidden_layer hidden;
    plans->count = 0;
    thegame_net_prepare(&plans->net, state);
    now.node[0] = root_of(facts);
    if (thegame_duties_met(&state->game.table)) {
        evaluate_end(&turn, &now.node[0], &hidden);
        now.count = facts->players > 1;
    }
    for (int length = 1; length <= plans->net.cards && now.count > 0; length++) {
        turn.next.count = 0;
        bool optional = facts->placed + length > facts->minimum;
        int32_t best = optional && plans->count ? plans->end[0].plan.utility : 0;
        for (int i = 0; i < now.count; i++)
            if (now.node[i].plan.utility >= best - best / limits->slack)
                expand(&turn, &now.node[i]);
        now = turn.next;
    }
}

void thegame_plans_play(struct thegame_sim_state *state, const struct plan *plan)
{
    const struct stos_thegame *game = &state->game;
    int hand = cards_count(game->hand[game->table.turn]);
    for (int i = 0; i < plan->length; i++)
        thegame_sim_place(state, stos_move_low(plan->move[i]), stos_move_high(plan->move[i]));
    if (plan->length < hand && !thegame_sim_over(state))
        thegame_sim_end_turn(state); /* with an empty hand it has ended by itself (TG9) */
}
