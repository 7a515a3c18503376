/*
 * search.c - FACE TO FACE by trying whole turns on sampled deals (determinized Monte Carlo search;
 * Ginsberg 2001 for bridge).
 *
 * What the view hides is sampled again and again, every remaining plan is played on the same deals,
 * the duel continues for some turns that the network chooses, and the network evaluates the result.
 * Sequential halving (halving.h) decides. A node is one plan tried on one deal. Nothing is
 * allocated, and all arithmetic is in integers.
 */
#include "search.h"
#include "bot/bot.h"
#include "bot/search/halving.h"
#include "plans.h"
#include "worth.h"

/* More trials of the same kind gain nothing, so `champion` spends its time on better ones. */
const struct facetoface_tuning facetoface_tunings[] = {
    [FACETOFACE_QUICK] = {.trust = 6,
                          .listed = FACETOFACE_PLANS,
                          .plans = 4,
                          .turns = 2,
                          .replies = 3,
                          .both_ways = true,
                          .nodes = 18,
                          .net = &facetoface_net},
    [FACETOFACE_STRONG] = {.trust = 20,
                           .growth = 32,
                           .listed = 16,
                           .plans = 16,
                           .turns = 2,
                           .replies = 8,
                           .net = &facetoface_net},
    [FACETOFACE_CHAMPION] = {.trust = 20,
                             .growth = 8,
                             .listed = FACETOFACE_PLANS,
                             .plans = 16,
                             .turns = 4,
                             .replies = 16,
                             .both_ways = true,
                             .net = &facetoface_champion_net},
};

struct search {
    const struct stos_facetoface_view *view;
    const struct facetoface_tuning *tuning;
    struct budget budget;
    stos_random random;
    struct duel now, deal;
    struct duel_plans plans;
    struct halving halving;
};

_Static_assert(sizeof(struct search) <= FACETOFACE_SEARCH_MEMORY,
               "the memory that bots of this kind ask for");

/* ---------------------------------------------------------------- trying plans */

/* How a plan leaves its maker, in 65536ths, and the duel after it. */
static int chance_after(struct facetoface_net_turn *turn, const struct duel_plans *plans,
                        const struct duel_plan *plan, const struct duel *duel, bool both_ways,
                        struct duel *after)
{
    struct duel_after end;
    *after = *duel;
    facetoface_plans_play(plans, plan, after);
    if (after->winner >= 0)
        return after->winner == duel->turn ? FACETOFACE_CERTAIN : 0;
    facetoface_worth_see(&end, after, 0, false);
    return facetoface_net_turn_chance(turn, &end, both_ways);
}

/* Plays the turn that the network rates best among a number of plans; returns the mover's chance
 * afterwards. */
static int play_best(struct duel *duel, const struct facetoface_tuning *tuning)
{
    struct duel_plans plans;
    struct facetoface_net_turn turn;
    struct duel best = *duel, after;
    int best_chance = -1;
    best.winner = (int8_t)(1 - duel->turn); /* FF9, unless there is a turn to make */
    facetoface_plans_find(&plans, duel, tuning->replies);
    facetoface_net_begin_turn(&turn, tuning->net);
    for (int i = 0; i < plans.count; i++) {
        int chance = chance_after(&turn, &plans, &plans.plan[i], duel, false, &after);
        if (chance > best_chance) {
            best_chance = chance;
            best = after;
        }
    }
    *duel = best;
    return best_chance;
}

/* The chance of the player who is about to end a turn. */
static int chance_both_ways(const struct net *net, const struct duel *duel)
{
    struct duel_after after;
    facetoface_worth_see(&after, duel, 0, false);
    return facetoface_net_chance(net, &after, true);
}

/* Plays some turns and evaluates the result: the chance of the searching seat in 65536ths. */
static int play_on(struct duel *duel, const struct search *search)
{
    const struct facetoface_tuning *tuning = search->tuning;
    int seat = search->view->seat;
    for (int turn = 1; duel->winner < 0; turn++) {
        int chance = play_best(duel, tuning);
        if (duel->winner < 0 && turn == tuning->turns) {
            chance = tuning->both_ways ? chance_both_ways(tuning->net, duel) : chance;
            return duel->turn == seat ? chance : FACETOFACE_CERTAIN - chance;
        }
        if (duel->winner < 0)
            facetoface_duel_end(duel);
    }
    return duel->winner == seat ? FACETOFACE_CERTAIN : 0;
}

static void draw_deal(void *context)
{
    struct search *search = context;
    facetoface_duel_deal(&search->deal, search->view, &search->random);
}

static int32_t try_plan(void *context, int plan)
{
    struct search *search = context;
    struct duel duel = search->deal;
    search->budget.nodes++;
    facetoface_plans_play(&search->plans, &search->plans.plan[plan], &duel);
    if (duel.winner < 0)
        facetoface_duel_end(&duel);
    return play_on(&duel, search);
}

/* ---------------------------------------------------------------- choosing */

/* The prior of each plan: its maker's chance afterwards, in 65536ths. */
static void find_promises(const struct search *search, int promise[FACETOFACE_PLANS])
{
    struct facetoface_net_turn turn;
    struct duel after;
    facetoface_net_begin_turn(&turn, search->tuning->net);
    for (int i = 0; i < search->plans.count; i++)
        promise[i] = chance_after(&turn, &search->plans, &search->plans.plan[i], &search->now,
                                  search->tuning->both_ways, &after);
}

static const struct duel_plan *best_plan(struct search *search)
{
    const struct facetoface_tuning *tuning = search->tuning;
    search->halving = (struct halving){.deal = draw_deal,
                                       .play = try_plan,
                                       .search = search,
                                       .budget = &search->budget,
                                       .trust = tuning->trust,
                                       .growth = tuning->growth,
                                       .most = tuning->plans};
    int promise[FACETOFACE_PLANS] = {
        0}; /* initialised for the static analyzer, which cannot follow the count */
    find_promises(search, promise);
    for (int i = 0; i < search->plans.count; i++)
        halving_add(&search->halving, i, promise[i]);
    return &search->plans.plan[halving_best(&search->halving)];
}

/* Sets a search up from a view and lists the plans; none if the turn is lost, or if the hand is
 * larger than any that is dealt. */
static struct search *begin(const stos_bot *bot, const struct bot_request *request)
{
    struct search *search = request->memory;
    search->view = &request->view->as.facetoface;
    search->tuning = bot->tuning;
    search->random = stos_random_from(request->seed);
    search->budget = budget_of(bot, request, search->tuning->nodes);
    facetoface_duel_see(&search->now, search->view);
    search->plans.count = 0;
    if (__builtin_popcountll(search->view->hand) <= STOS_FACETOFACE_HAND)
        facetoface_plans_find(&search->plans, &search->now, search->tuning->listed);
    return search;
}

double facetoface_search_value(const stos_bot *bot, const struct bot_request *request)
{
    const struct search *search = begin(bot, request);
    int best = 0, promise[FACETOFACE_PLANS];
    find_promises(search, promise);
    for (int i = 0; i < search->plans.count; i++)
        best = promise[i] > best ? promise[i] : best;
    return (double)best / FACETOFACE_CERTAIN;
}

int facetoface_search_plan(const stos_bot *bot, const struct bot_request *request,
                           stos_move moves[STOS_TURN_MOVES])
{
    struct search *search = begin(bot, request);
    if (search->plans.count == 0) { /* lost: no second card will fit (FF9) */
        moves[0] = facetoface_duel_choose(&search->now, &facetoface_styles[FACETOFACE_STEADY]);
        return 1;
    }
    int count = facetoface_plans_moves(&search->plans, best_plan(search), moves);
    moves[count++] = stos_move_make(STOS_END, 0, 0);
    return count;
}
