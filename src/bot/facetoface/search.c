/*
 * search.c - FACE TO FACE by trying turn plans on drawn deals: what the view hides is drawn again and again,
 * every plan still in the running is played on the same deals, the duel goes on for some turns in a fast style, and what
 * a network or the worth says of where it stands then counts. The worse half of the plans drops out in each round.
 *
 * The time or work of a turn is shared by its moves: half goes to the first, half of the rest to the next, and so on.
 * A node is one plan tried on one deal. With nodes given and no time, the clock is never read. Nothing is allocated,
 * all arithmetic is in integers, and when time is up or somebody cancels the best plan so far is played.
 */
#include "bot/bots.h"
#include "bot/clock.h"
#include "plans.h"
#include "search.h"
#include "styles.h"
#include "worth.h"

#define MOST_NODES (UINT64_C(1) << 50) /* so that sums of nodes have room */

const struct facetoface_search facetoface_searches[] = {
    [FACETOFACE_STRONG] = {.style = &facetoface_styles[FACETOFACE_STEADY], .belief = 20, .plans = 16, .turns = 6},
    [FACETOFACE_CHAMPION] =
        {.style = &facetoface_styles[FACETOFACE_STEADY], .net = &facetoface_net, .belief = 20, .trust = 32, .plans = 16, .turns = 2},
};

struct contender {
    const struct duel_plan *plan;
    uint64_t promise, won; /* at first sight, and in all duels played, in 65536ths of a duel */
    uint64_t played;
};

struct facetoface_memory {
    struct duel_plans plans;
    struct contender contender[PLANS_KEPT];
};

_Static_assert(sizeof(struct facetoface_memory) <= FACETOFACE_SEARCH_MEMORY, "the memory that bots of this kind ask for");

struct search {
    const struct bot_request *request;
    const struct facetoface_search *tuning;
    struct facetoface_memory *memory;
    struct contender *contender;
    int contenders;
    uint64_t nodes, node_limit; /* 0: no limit */
    uint64_t begun, time_limit; /* nanoseconds; a limit of 0: the clock is not read */
    stos_random random;
};

/* ---------------------------------------------------------------- limits */

/* The share of a turn's means that a move may use: a half, a quarter, ... */
static uint64_t share(uint64_t whole, int placed) { return whole >> (placed < 6 ? placed + 1 : 7); }

static void set_limits(struct search *search, const struct bot *bot)
{
    const struct bot_limits *limits = &search->request->limits;
    int placed = search->request->view->as.facetoface.table.placed;
    uint64_t ms = limits->ms || limits->nodes ? limits->ms : bot->ms;
    search->time_limit = share(ms * CLOCK_NANOSECONDS_PER_MS, placed);
    search->node_limit = share(limits->nodes < MOST_NODES ? limits->nodes : MOST_NODES, placed) + (limits->nodes != 0);
    search->begun = search->time_limit ? clock_nanoseconds() : 0;
}

static bool cancelled(const struct search *search)
{
    const atomic_bool *cancel = search->request->limits.cancel;
    return cancel && atomic_load_explicit(cancel, memory_order_relaxed);
}

/* Whether `part` of `parts` of the means are used up. */
static bool used_up(const struct search *search, uint64_t part, uint64_t parts)
{
    if (search->node_limit && (search->nodes + (uint64_t)search->contenders) * parts > search->node_limit * part)
        return true;
    return search->time_limit && (clock_nanoseconds() - search->begun) * parts >= search->time_limit * part;
}

/* ---------------------------------------------------------------- trying plans */

/* The mean result in 2 ** -26ths, the promise counted in; the sum has room for that as long as anybody will wait. */
static uint64_t mean(const struct search *search, const struct contender *contender)
{
    uint64_t belief = search->tuning->belief + contender->played * search->tuning->trust / 64;
    return ((contender->won + contender->promise * belief) << 10) / (contender->played + belief);
}

static bool better(const struct search *search, const struct contender *a, const struct contender *b)
{
    return mean(search, a) > mean(search, b);
}

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
    int seat = search->request->view->as.facetoface.seat, turns = search->tuning->turns;
    for (int turn = 1; duel->winner < 0; turn++) {
        play_turn(duel, search->tuning->style);
        if (duel->winner < 0 && turn == turns) {
            int chance = chance_of_mover(duel, search->tuning->net);
            return duel->turn == seat ? chance : FACETOFACE_CERTAIN - chance;
        }
        if (duel->winner < 0)
            facetoface_duel_end(duel);
    }
    return duel->winner == seat ? FACETOFACE_CERTAIN : 0;
}

/* Plays every plan on one drawn deal; false when cancelled on the way. */
static bool try_all(struct search *search)
{
    struct duel deal;
    facetoface_duel_deal(&deal, &search->request->view->as.facetoface, &search->random);
    for (int i = 0; i < search->contenders; i++) {
        if (cancelled(search))
            return false;
        struct contender *contender = &search->contender[i];
        struct duel duel = deal;
        facetoface_plans_play(&search->memory->plans, contender->plan, &duel);
        if (duel.winner < 0)
            facetoface_duel_end(&duel);
        contender->won += (uint64_t)play_on(&duel, search);
        contender->played++;
        search->nodes++;
    }
    return true;
}

/* Sorts the contenders, best first; equals stay in order. */
static void rank(struct search *search)
{
    for (int i = 1; i < search->contenders; i++)
        for (int j = i; j > 0 && better(search, &search->contender[j], &search->contender[j - 1]); j--) {
            struct contender swap = search->contender[j];
            search->contender[j] = search->contender[j - 1];
            search->contender[j - 1] = swap;
        }
}

static int rounds_for(int contenders)
{
    int rounds = 0;
    for (; contenders > 1; contenders = (contenders + 1) / 2)
        rounds++;
    return rounds;
}

static void halve(struct search *search)
{
    int rounds = rounds_for(search->contenders);
    for (int round = 1; round <= rounds; round++) {
        while (!used_up(search, (uint64_t)round, (uint64_t)rounds))
            if (!try_all(search)) {
                rank(search);
                return;
            }
        rank(search);
        search->contenders = (search->contenders + 1) / 2;
    }
}

/* ---------------------------------------------------------------- choosing */

static int first_contenders(const struct search *search)
{
    int count = search->memory->plans.count, most = search->tuning->plans;
    return count < most ? count : most;
}

/* How well a plan leaves its maker at first sight, in 65536ths. */
static int promise(const struct search *search, const struct duel_plan *plan, const struct duel *duel)
{
    struct duel after = *duel;
    if (!search->tuning->net)
        return facetoface_worth_chance(-plan->price);
    facetoface_plans_play(&search->memory->plans, plan, &after);
    if (after.winner >= 0)
        return after.winner == duel->turn ? FACETOFACE_CERTAIN : 0;
    return chance_of_mover(&after, search->tuning->net);
}

static void believe(struct search *search, const struct duel *duel)
{
    for (int i = 0; i < search->contenders; i++) {
        const struct duel_plan *plan = &search->memory->plans.plan[i];
        search->contender[i] = (struct contender){.plan = plan, .promise = (uint64_t)promise(search, plan, duel)};
    }
}

static stos_move search_plans(struct search *search, const struct duel *duel)
{
    struct duel_plans *plans = &search->memory->plans;
    facetoface_plans_find(plans, duel, search->tuning->plans, STOS_FACETOFACE_HAND);
    search->contenders = first_contenders(search);
    if (search->contenders == 0)
        return facetoface_duel_choose(duel, search->tuning->style); /* lost: no second card will fit (FF9) */
    believe(search, duel);
    if (search->contenders > 1)
        halve(search);
    return facetoface_plans_first(plans, search->contender[0].plan, duel);
}

stos_move facetoface_search_choose(const struct bot *bot, const struct bot_request *request)
{
    struct facetoface_memory *memory = request->memory;
    struct search search = {.request = request, .tuning = bot->tuning, .memory = memory, .contender = memory->contender};
    struct duel duel;
    set_limits(&search, bot);
    search.random = stos_random_from(request->seed);
    facetoface_duel_see(&duel, &request->view->as.facetoface);
    if (__builtin_popcountll(duel.hand[duel.turn]) > STOS_FACETOFACE_HAND)
        return facetoface_duel_choose(&duel, search.tuning->style);
    return search_plans(&search, &duel);
}
