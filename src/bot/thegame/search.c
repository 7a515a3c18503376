/*
 * search.c - the turns of the searching bots: compares the plans for a turn by playing on from each
 * of them on the same sampled deals, with sequential halving (halving.h); and what they say.
 *
 * It uses only what a seat may know. With nodes and no time, the clock is never read, and the same
 * seed gives the same plan. The caller provides the memory; all arithmetic is in integers.
 */
#include "search.h"

#include "endgame.h"

#include <string.h>

const struct thegame_tuning thegame_tunings[] = {
    [THEGAME_QUICK] = {{.kept = 4, .beam = 8, .slack = 32, .orientations = 2},
                       {.kept = 1, .beam = 1, .slack = 32, .tries = 4, .orientations = 1},
                       .turns = 1,
                       .trust = 8,
                       .nodes = 48,
                       .alone = &thegame_tunings[THEGAME_QUICK_ALONE]},
    [THEGAME_QUICK_ALONE] = {{.kept = 3, .beam = 8, .slack = 32, .orientations = 2},
                             {.kept = 1, .beam = 1, .slack = 32, .tries = 6, .orientations = 1},
                             .turns = 2,
                             .trust = 8,
                             .nodes = 72},
    [THEGAME_STRONG] = {{.kept = 6, .beam = 12, .slack = 32, .orientations = 2},
                        {.kept = 1, .beam = 2, .slack = 32, .tries = 6, .orientations = 1},
                        .turns = 2,
                        .trust = 24},
    [THEGAME_CHAMPION] = {{.kept = 10, .beam = 16, .slack = 32, .orientations = 2},
                          {.kept = 1, .beam = 2, .slack = 32, .tries = 6, .orientations = 1},
                          .turns = 2,
                          .trust = 32},
};

/* ---------------------------------------------------------------- trying plans */

static void sample_deal(void *context)
{
    struct thegame_search *search = context;
    thegame_sampler_deal(&search->sampler, &search->deal);
}

/* Everybody plays that many turns by the network, or fewer to the end; returns the cards left at
 * the end, -1 if the game goes on. */
static int play_on(struct thegame_search *search, struct thegame_sim_state *state,
                   const struct plans_limits *limits, int turns)
{
    struct plan rest;
    for (int turn = 0; turn < turns && !thegame_sim_over(state); turn++) {
        search->budget.nodes++;
        if (thegame_endgame_is_open(state))
            return thegame_endgame_solve(state, &rest);
        thegame_plans_list(&search->plans, state, limits);
        if (search->plans.count == 0)
            return thegame_cards_left(&state->game.table);
        thegame_plans_play(state, &search->plans.end[0].plan);
    }
    return thegame_sim_over(state) ? thegame_cards_left(&state->game.table) : -1;
}

static int32_t try_plan(void *context, int number)
{
    struct thegame_search *search = context;
    struct thegame_sim_state state = search->deal;
    search->budget.nodes++;
    thegame_plans_play(&state, &search->contender[number]);
    int left = play_on(search, &state, &search->tuning->ahead, search->tuning->turns);
    return left < 0 ? thegame_plans_evaluate(&search->plans) : thegame_net_final(left);
}

/* Decides between the plans that the network rates best. */
static const struct plan *compare(struct thegame_search *search)
{
    search->halving = (struct halving){.deal = sample_deal,
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
    const struct thegame_sim_state *known = &search->sampler.known;
    if (thegame_endgame_is_open(known)) {
        thegame_endgame_solve(known, &search->contender[0]);
        return search->contender[0].length > 0 ? &search->contender[0] : NULL;
    }
    thegame_plans_list(&search->plans, known, &search->tuning->own);
    if (search->plans.count == 0)
        return NULL;
    if (!search->plans.end[0].plan.wins)
        return compare(search);
    search->contender[0] = search->plans.end[0].plan;
    return &search->contender[0];
}

/* Plays a deal to its end by the network; whether it was won. */
static bool play_out(struct thegame_search *search, const struct plan *plan,
                     const struct thegame_sim_state *deal)
{
    static const struct plans_limits limits = {
        .kept = 1, .beam = 4, .slack = 32, .orientations = 2};
    struct thegame_sim_state state = *deal;
    thegame_plans_play(&state, plan);
    return play_on(search, &state, &limits, STOS_THEGAME_CARDS) == 0;
}

int thegame_search_wins(struct thegame_search *search, const struct plan *const *plans, int count,
                        int deals, int *wins)
{
    int played = 0;
    memset(wins, 0, (size_t)count * sizeof *wins);
    for (; played < deals && !budget_cancelled(&search->budget); played++) {
        thegame_sampler_deal(&search->sampler, &search->deal);
        for (int k = 0; k < count; k++)
            wins[k] += plans[k] && play_out(search, plans[k], &search->deal);
    }
    return played;
}

/* ---------------------------------------------------------------- choosing */

/* Nothing can save the turn: place what moves a pile least, so that as few cards as possible are
 * left. */
static stos_move play_on_anyhow(const stos_view *view)
{
    const struct stos_thegame_table *table = &view->as.thegame.table;
    stos_move moves[STOS_MAX_MOVES], best = STOS_NO_MOVE;
    int count = stos_view_moves(view, moves), least = 1000;
    for (int i = 0; i < count; i++) {
        int card = stos_move_low(moves[i]), pile = stos_move_high(moves[i]);
        int jump = stos_move_kind(moves[i]) == STOS_END ? 999
            : pile < 2                                  ? card - table->top[pile]
                                                        : table->top[pile] - card;
        if (jump < least) {
            least = jump;
            best = moves[i];
        }
    }
    return best;
}

/* How much a seat would like to start: 2 gladly, 1 does not mind, 0 rather not. */
static int own_wish(const struct stos_thegame_view *view)
{
    uint8_t pile[STOS_THEGAME_PILES], self;
    thegame_hints_of(&view->table, view->hand, pile, &self);
    return self == THEGAME_IN_TROUBLE ? 0 : self == THEGAME_CAN_WAIT ? 2 : 1;
}

/* TG3: whoever votes first names the seat that most wants to start; the others agree with a vote
 * that stands. */
static stos_move choose_starter(const struct bot_request *request)
{
    const struct stos_thegame_view *view = &request->view->as.thegame;
    int best = view->seat, wish = request->hints ? own_wish(view) : 3;
    for (int seat = 0; seat < view->table.option[STOS_THEGAME_PLAYERS]; seat++) {
        if (seat != view->seat && view->table.vote[seat] >= 0)
            return stos_move_make(STOS_START, view->table.vote[seat], 0);
        if (seat == view->seat || !request->hints)
            continue;
        int said = request->hints->self[seat];
        int other = said == STOS_SELF_WANTS_START ? 2 : said == STOS_SELF_RATHER_NOT ? 0 : 1;
        if (other > wish) {
            wish = other;
            best = seat;
        }
    }
    return stos_move_make(STOS_START, best, 0);
}

static const struct thegame_tuning *tuning_for(const stos_bot *bot, int players)
{
    const struct thegame_tuning *tuning = bot->tuning;
    return players == 1 && tuning->alone ? tuning->alone : tuning;
}

void thegame_search_begin(struct thegame_search *search, const stos_bot *bot,
                          const struct bot_request *request)
{
    const struct stos_thegame_view *view = &request->view->as.thegame;
    thegame_sampler_begin(&search->sampler, view, request->hints, request->history, request->seed);
    search->tuning = tuning_for(bot, view->table.option[STOS_THEGAME_PLAYERS]);
    search->budget = budget_of(bot, request, search->tuning->nodes);
}

int thegame_search_plan(const stos_bot *bot, const struct bot_request *request,
                        stos_move moves[STOS_TURN_MOVES])
{
    struct thegame_search *search = request->memory;
    thegame_search_begin(search, bot, request);
    if (request->view->as.thegame.table.phase == STOS_PHASE_START) {
        moves[0] = choose_starter(request);
        return 1;
    }
    const struct plan *plan = thegame_search_run(search);
    if (!plan) {
        moves[0] = play_on_anyhow(request->view);
        return 1;
    }
    memcpy(moves, plan->move, sizeof plan->move);
    moves[plan->length] = stos_move_make(STOS_END, 0, 0);
    return plan->length + 1;
}

/* How many sampled deals are won if the turn is played as planned and everybody plays on by the
 * network. */
double thegame_search_value(const stos_bot *bot, const struct bot_request *request)
{
    enum { DEALS = 64 };
    struct thegame_search *search = request->memory;
    int wins;
    thegame_search_begin(search, bot, request);
    if (request->view->as.thegame.table.phase == STOS_PHASE_START)
        return -1;
    const struct plan *found = thegame_search_run(search);
    if (!found)
        return 0;
    struct plan plan = *found;
    int played = thegame_search_wins(search, (const struct plan *[]){&plan}, 1, DEALS, &wins);
    return played > 0 ? (double)wins / played : -1;
}

void thegame_search_hint(const stos_bot *bot, const struct bot_request *request, uint8_t pile[4],
                         uint8_t *self)
{
    const struct stos_thegame_view *view = &request->view->as.thegame;
    bool starting = view->table.phase == STOS_PHASE_START, silent = cards_empty(view->hand);
    uint8_t about_me;
    (void)bot;
    thegame_hints_of(&view->table, view->hand, pile, &about_me);
    if (starting || silent)
        memset(pile, STOS_HINT_NONE, STOS_THEGAME_PILES);
    *self = STOS_SELF_NONE;
    if (!silent && about_me == THEGAME_IN_TROUBLE)
        *self = starting ? STOS_SELF_RATHER_NOT : STOS_SELF_IN_TROUBLE;
    else if (!silent && about_me == THEGAME_CAN_WAIT)
        *self = starting ? STOS_SELF_WANTS_START : STOS_SELF_CAN_WAIT;
}
