/*
 * search.c - FACE TO FACE by trying whole turns on drawn deals (determinized Monte Carlo search; Ginsberg 2001 for bridge).
 *
 * What the view hides is drawn again and again, every plan still in the running is played on the same deals, the duel goes
 * on for some turns in a fast style, and what a network or the worth says of where it stands then counts. Sequential halving
 * (halving.h) decides. A node is one plan tried on one deal. Nothing is allocated, and all arithmetic is in integers.
 */
#include "search.h"
#include "bot/bots.h"
#include "bot/search/halving.h"
#include "plans.h"
#include "styles.h"
#include "worth.h"

const struct facetoface_tuning facetoface_tunings[] = {
    [FACETOFACE_QUICK] = {.style = &facetoface_styles[FACETOFACE_STEADY], .net = &facetoface_net, .plans = 32},
    [FACETOFACE_STRONG] = {.style = &facetoface_styles[FACETOFACE_STEADY], .trust = 20, .plans = 16, .turns = 6},
    [FACETOFACE_CHAMPION] =
        {.style = &facetoface_styles[FACETOFACE_STEADY], .net = &facetoface_net, .trust = 20, .growth = 32, .plans = 16, .turns = 2},
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

_Static_assert(sizeof(struct search) <= FACETOFACE_SEARCH_MEMORY, "the memory that bots of this kind ask for");
_Static_assert((int)PLANS_KEPT <= (int)HALVING_PLANS, "all plans can be tried");

/* ---------------------------------------------------------------- trying plans */

/* The chance of the player who is about to end a turn, by the network's word or by counting. */
static int chance_of_mover(const struct duel *duel, const struct net *net)
{
    struct duel_after after;
    facetoface_worth_see(&after, duel);
    return net ? facetoface_net_chance(net, &after) : facetoface_worth_chance(facetoface_worth(&after));
}

/* Makes the placements of a turn in the style. */
static void play_turn(struct duel *duel, const struct duel_style *style)
{
    while (duel->winner < 0) {
        stos_move move = facetoface_duel_choose(duel, style);
        if (stos_move_kind(move) != STOS_PLACE)
            return;
        facetoface_duel_place(duel, stos_move_low(move), stos_move_high(move));
    }
}

/* Plays some turns and judges where that leads: chances of the searching seat in 65536ths. */
static int play_on(struct duel *duel, const struct search *search)
{
    int seat = search->view->seat;
    for (int turn = 1; duel->winner < 0; turn++) {
        play_turn(duel, search->tuning->style);
        if (duel->winner < 0 && turn == search->tuning->turns) {
            int chance = chance_of_mover(duel, search->tuning->net);
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

/* How well a plan leaves its maker at first sight, in 65536ths. */
static int promise(const struct search *search, const struct duel_plan *plan)
{
    struct duel after = search->now;
    if (!search->tuning->net)
        return facetoface_worth_chance(-plan->price);
    facetoface_plans_play(&search->plans, plan, &after);
    if (after.winner >= 0)
        return after.winner == search->view->seat ? FACETOFACE_CERTAIN : 0;
    return chance_of_mover(&after, search->tuning->net);
}

static const struct duel_plan *best_plan(struct search *search)
{
    const struct facetoface_tuning *tuning = search->tuning;
    search->halving = (struct halving){.deal = draw_deal,
                                       .play = try_plan,
                                       .search = search,
                                       .budget = &search->budget,
                                       .trust = tuning->trust ? tuning->trust : 1,
                                       .growth = tuning->growth};
    for (int i = 0; i < search->plans.count; i++)
        halving_add(&search->halving, i, promise(search, &search->plans.plan[i]));
    if (tuning->turns == 0)
        search->budget = (struct budget){.node_limit = 0};
    return &search->plans.plan[halving_best(&search->halving)];
}

/* Sets a search up from a view and lists the plans; none where the turn is lost, or the hand larger than any that is dealt. */
static struct search *begin(const struct bot *bot, const struct bot_request *request)
{
    struct search *search = request->memory;
    search->view = &request->view->as.facetoface;
    search->tuning = bot->tuning;
    search->random = stos_random_from(request->seed);
    search->budget = budget_of(bot, request);
    facetoface_duel_see(&search->now, search->view);
    search->plans.count = 0;
    if (__builtin_popcountll(search->view->hand) <= STOS_FACETOFACE_HAND)
        facetoface_plans_find(&search->plans, &search->now, search->tuning->plans, STOS_FACETOFACE_HAND);
    return search;
}

double facetoface_search_value(const struct bot *bot, const struct bot_request *request)
{
    const struct search *search = begin(bot, request);
    int best = 0;
    for (int i = 0; i < search->plans.count; i++) {
        int chance = promise(search, &search->plans.plan[i]);
        best = chance > best ? chance : best;
    }
    return (double)best / FACETOFACE_CERTAIN;
}

int facetoface_search_plan(const struct bot *bot, const struct bot_request *request, stos_move moves[BOT_TURN_MOVES])
{
    struct search *search = begin(bot, request);
    if (search->plans.count == 0) { /* lost: no second card will fit (FF9) */
        moves[0] = facetoface_duel_choose(&search->now, search->tuning->style);
        return 1;
    }
    int count = facetoface_plans_moves(&search->plans, best_plan(search), moves);
    moves[count++] = stos_move_make(STOS_END, 0, 0);
    return count;
}
