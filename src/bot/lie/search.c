/*
 * search.c - LIE by Monte Carlo search over an information set: worlds are sampled from the belief
 * about the others (belief.h), every choice worth trying is tried in the same worlds, the models
 * play the round out, and the resulting chance to win the match counts. The network's policy is
 * then tilted towards what did better, and the move is sampled from it: a bot that always took the
 * best move would be read.
 *
 * A node is one choice tried in one world. With nodes and no time, the clock is never read. Nothing
 * is allocated. When time is up or the search is cancelled, the move comes from what was tried so
 * far.
 */
#include "search.h"
#include "bot/bots.h"
#include "bot/search/budget.h"
#include "game/lie/lie.h"
#include "playout.h"
#include "resolve.h"
#include "table.h"
#include "table_nearly.h"

#include <stddef.h>
#include <string.h>

enum { CANDIDATES = 14, BY_NET = 9, LOOKS = 64, PRUNE_EVERY = 16 };

const struct lie_tuning lie_tunings[] = {
    [LIE_QUICK] = {.nodes = 0},
    [LIE_STRONG] = {.suspects = 160,
                    .nodes = 12000,
                    .odds_prior = 0.03F,
                    .two = {0.1F, 100},
                    .more = {0.1F, 100},
                    .floor = 0.005F},
    [LIE_CHAMPION] = {.suspects = 512,
                      .nodes = 100000,
                      .odds_prior = 0.03F,
                      .two = {0.06F, 60},
                      .more = {0.005F, 20},
                      .floor = 0.005F,
                      .resolves = true},
};

struct candidate {
    int choice; /* a bid of net.h, or ends as bits */
    float chance;
    float sum;
    bool dropped;
};

struct lie_memory {
    struct lie_belief belief;
    struct candidate candidate[LIE_NET_ENDS];
    struct lie_resolve resolve; /* only for bots that re-solve */
};

_Static_assert(offsetof(struct lie_memory, resolve) <= LIE_SEARCH_MEMORY &&
                   sizeof(struct lie_memory) <= LIE_RESOLVE_MEMORY,
               "the memory that bots of this kind ask for");

struct search {
    const struct bot_request *request;
    const struct lie_tuning *tuning;
    struct lie_belief *belief;
    struct lie_resolve *resolve;
    struct candidate *candidate;
    int candidates, worlds;
    struct budget budget;
    struct lie_stakes stakes;
    float stake; /* half of what is at stake in a round */
    struct lie_tilt tilt;
    stos_random random;
};

/* ---------------------------------------------------------------- limits */

/* With few nodes or little time, fewer suspects. */
static int suspects_for(const struct search *search)
{
    const struct budget *budget = &search->budget;
    uint64_t fitting = budget->node_limit / 8 + 8,
             in_time = budget->time_limit_ns / CLOCK_NANOSECONDS_PER_MS * 4 + 8;
    if (budget->time_limit_ns && in_time < fitting)
        fitting = in_time;
    return fitting < (uint64_t)search->tuning->suspects ? (int)fitting : search->tuning->suspects;
}

static void believe(struct search *search, const struct stos_lie_view *view)
{
    lie_belief_form(search->belief, view, suspects_for(search), search->tuning->odds_prior,
                    &search->random);
}

/* ---------------------------------------------------------------- what a round is about */

static void value_outcomes(struct search *search)
{
    float least = 1, most = 0;
    lie_playout_value(&search->stakes, search->belief);
    for (int bidder = 0; bidder < search->belief->round.players; bidder++)
        for (int holds = 0; holds < 2; holds++) {
            float worth = search->stakes.worth[bidder][holds];
            least = worth < least ? worth : least;
            most = worth > most ? worth : most;
        }
    search->stake = (most - least) / 2;
}

/* ---------------------------------------------------------------- trying choices */

/* Of a bid of net.h; 0 for the call. */
static int count_of(int bid) { return bid == LIE_NET_CALL ? 0 : lie_net_bid_count(bid); }

static float try_choice(const struct search *search, int choice, struct lie_world *world,
                        stos_random random)
{
    const struct lie_belief *belief = search->belief;
    struct lie_bidding round = belief->round;
    if (search->request->view->as.lie.table.phase != STOS_PHASE_SHOW)
        return lie_playout_try(&search->stakes, belief, count_of(choice), lie_net_bid_face(choice),
                               world, random);
    lie_bidding_show(&world->hand[belief->place], (unsigned)choice);
    return lie_playout_run(&search->stakes, &belief->odds, &round, world, &random);
}

/* Tries every candidate in one world, with common random numbers. */
static void try_all(struct search *search)
{
    struct lie_world world;
    lie_belief_draw(search->belief, &search->random, &world);
    stos_random luck = stos_random_from(stos_random_bits(&search->random));
    for (int i = 0; i < search->candidates; i++) {
        struct candidate *candidate = &search->candidate[i];
        if (candidate->dropped)
            continue;
        candidate->sum += try_choice(search, candidate->choice, &world, luck);
        search->budget.nodes++;
    }
    search->worlds++;
}

static float best_mean(const struct search *search)
{
    float best = 0;
    for (int i = 0; i < search->candidates; i++)
        if (!search->candidate[i].dropped && search->candidate[i].sum > best)
            best = search->candidate[i].sum;
    return best / (float)search->worlds;
}

/* Drops candidates so far behind that they would hardly be sampled. The standard error is about the
 * stake over the root. */
static void prune(struct search *search)
{
    float error = 1, worlds = (float)search->worlds, best = best_mean(search);
    while (error * error * worlds > 1)
        error *= 0.9F;
    float margin = search->stake * (5 * search->tilt.temperature + 2.5F * error);
    for (int i = 0; i < search->candidates; i++)
        search->candidate[i].dropped |= search->candidate[i].sum / worlds < best - margin;
}

static int left(const struct search *search)
{
    int count = 0;
    for (int i = 0; i < search->candidates; i++)
        count += !search->candidate[i].dropped;
    return count;
}

/* ---------------------------------------------------------------- candidates */

static void add_candidate(struct search *search, int choice, float chance)
{
    for (int i = 0; i < search->candidates; i++)
        if (search->candidate[i].choice == choice)
            return;
    search->candidate[search->candidates++] =
        (struct candidate){.choice = choice, .chance = chance};
}

/* The network's most likely bids. */
static void add_liked(struct search *search, const float chance[LIE_NET_BIDS])
{
    float least = 2;
    for (int i = 0; i < BY_NET; i++) {
        int best = -1;
        for (int bid = 0; bid < LIE_NET_BIDS; bid++)
            if (chance[bid] > 0 && chance[bid] < least && (best < 0 || chance[bid] > chance[best]))
                best = bid;
        if (best < 0)
            return;
        least = chance[best];
        add_candidate(search, best, chance[best]);
    }
}

/* How often each legal bid holds in some sampled worlds. */
static void count_holds(struct search *search, const float chance[LIE_NET_BIDS],
                        int holds[LIE_NET_BIDS])
{
    const struct lie_bidding *round = &search->belief->round;
    memset(holds, 0, LIE_NET_BIDS * sizeof *holds);
    for (int look = 0; look < LOOKS; look++) {
        struct lie_world world;
        lie_belief_draw(search->belief, &search->random, &world);
        for (int face = 1; face <= STOS_LIE_FACES; face++) {
            int found = 0;
            for (int place = 0; place < round->players; place++)
                found += lie_bidding_matches(&world.hand[place], face, round->ones);
            for (int count = 1; count <= found && count <= LIE_NET_COUNTS; count++)
                holds[lie_net_bid(count, face)] += chance[lie_net_bid(count, face)] > 0;
        }
    }
}

/* Fills the list up with the bids that hold most often, the highest of equals first. */
static void add_safe(struct search *search, const float chance[LIE_NET_BIDS])
{
    int holds[LIE_NET_BIDS];
    count_holds(search, chance, holds);
    while (search->candidates < CANDIDATES) {
        int best = 0;
        for (int bid = 1; bid < LIE_NET_CALL; bid++)
            if (holds[bid] >= holds[best])
                best = bid;
        if (holds[best] == 0)
            return;
        holds[best] = 0;
        add_candidate(search, best, chance[best]);
    }
}

/* ---------------------------------------------------------------- choosing */

/* The network's policy, tilted by the results of the trials. */
static void tilt(const struct search *search, float chance[LIE_NET_ENDS])
{
    float total = 0, best = search->worlds ? best_mean(search) : 0, worlds = (float)search->worlds;
    float sharpness = search->stake > 0
        ? worlds / (worlds + search->tilt.belief) / (search->tilt.temperature * search->stake)
        : 0;
    for (int i = 0; i < search->candidates; i++) {
        const struct candidate *candidate = &search->candidate[i];
        float behind = worlds > 0 ? candidate->sum / worlds - best : 0;
        chance[i] = candidate->dropped ? 0
                                       : (candidate->chance + search->tuning->floor) *
                lie_net_exponential(behind * sharpness, -32);
        total += chance[i];
    }
    for (int i = 0; i < search->candidates; i++)
        chance[i] /= total;
}

/* Tries the candidates until the work is done; their chances are those of the mixture then. */
static void think(struct search *search, float chance[LIE_NET_ENDS])
{
    while (search->candidates > 1 && left(search) > 1 && !budget_is_over(&search->budget)) {
        try_all(search);
        if (search->worlds % PRUNE_EVERY == 0)
            prune(search);
    }
    tilt(search, chance);
}

/* The mixture of a nearly solved round; false if there is none. */
static bool recall(const struct search *search, float chance[LIE_NET_BIDS])
{
    const struct bot_request *request = search->request;
    float probability[STOS_MAX_MOVES];
    stos_move moves[STOS_MAX_MOVES];
    int count = request->solved_rounds
        ? lie_table_nearly_moves(request->solved_rounds, &request->view->as.lie, probability)
        : 0;
    memset(chance, 0, LIE_NET_BIDS * sizeof *chance);
    stos_view_moves(request->view, moves);
    for (int i = 0; i < count; i++)
        switch (stos_move_kind(moves[i])) {
        case STOS_BID:
            chance[lie_net_bid(stos_move_low(moves[i]), stos_move_high(moves[i]))] +=
                probability[i];
            break;
        case STOS_CALL: chance[LIE_NET_CALL] = probability[i]; break;
        default: chance[i] = probability[i];
        }
    return count > 0;
}

/* The mixture over the ways to turn one's own cards: that of a nearly solved round, or the
 * network's, tilted if the bot searches. */
static void mix_ends(struct search *search, float chance[LIE_NET_BIDS])
{
    const struct lie_belief *belief = search->belief;
    if (search->tuning->resolves && recall(search, chance))
        return;
    memset(chance, 0, LIE_NET_BIDS * sizeof *chance);
    lie_net_shows(&belief->round, belief->place, &belief->own, chance);
    if (search->tuning->nodes == 0)
        return;
    for (int ends = 0; ends < 1 << belief->own.size; ends++)
        add_candidate(search, ends, chance[ends]);
    think(search, chance);
}

/* Iterates until that fraction of the budget is spent. */
static void resolve(struct search *search, int bids, int made, uint64_t part, uint64_t parts)
{
    struct lie_resolve *game = search->resolve;
    lie_resolve_begin(game, search->belief, bids, made, &search->random);
    while (!budget_cancelled(&search->budget) && !budget_spent(&search->budget, part, parts) &&
           game->iterations < 1000) {
        lie_resolve_step(game);
        search->budget.nodes +=
            1 + (1U << game->bids >> 4); /* takes about as long as this many trials */
    }
}

/* Forms the belief at another point of the round. */
static void look_back(struct search *search, const struct stos_lie_view *view)
{
    lie_belief_look(search->belief, view);
    believe(search, view);
}

/* The round as it was before its bid number `bids`. */
static struct stos_lie_view earlier(const struct stos_lie_view *view, const uint8_t *ranks,
                                    int bids)
{
    struct stos_lie_view then = *view;
    lie_open_bidding(&then.table);
    for (int i = 0; i < bids; i++)
        lie_add_bid(&then.table, lie_bid_at(&then.table, ranks[i]));
    return then;
}

/*
 * Re-solves the rest of a round between two, from before the opponent's last bid. The bot's own
 * earlier re-solved bids of this round, which are all but an opening, are re-solved again as the
 * round stood then: how often each hand would have made them tells what the opponent may believe
 * about the bot's hand now.
 */
static void resolve_bids(struct search *search, float chance[LIE_NET_BIDS])
{
    const struct stos_lie_view *view = &search->request->view->as.lie;
    uint8_t ranks[STOS_LIE_CARDS * STOS_LIE_FACES];
    int bids = 6, made = lie_bidding_ranks(&view->table, ranks), again = (made - 1) / 2, count,
        face;
    while (bids < LIE_RESOLVE_BIDS && search->budget.node_limit >> bids > 24)
        bids++;
    lie_belief_form_own(search->belief, view, &search->random);
    lie_resolve_open(search->resolve, search->belief, &search->random);
    for (int i = 0; i < again; i++) {
        int at = made - 2 * (again - i);
        struct stos_lie_view then = earlier(view, ranks, at);
        stos_lie_bid_at(&view->table, ranks[at], &count, &face);
        int bid = lie_net_bid(count, face);
        look_back(search, &then);
        resolve(search, bids, bid, (uint64_t)i + 1, 2 * (uint64_t)again);
        lie_resolve_learn(search->resolve, bid);
    }
    struct stos_lie_view then = earlier(view, ranks, made - 1);
    stos_lie_bid_at(&view->table, ranks[made - 1], &count, &face);
    look_back(search, &then);
    resolve(search, bids < LIE_RESOLVE_BIDS ? bids + 1 : bids, lie_net_bid(count, face), 1, 1);
    lie_resolve_mixture(search->resolve, chance);
}

/* Tries bids in sampled worlds. */
static void try_bids(struct search *search, float mixture[LIE_NET_BIDS])
{
    float chance[LIE_NET_BIDS];
    lie_net_bids(&search->belief->round, &search->belief->own, chance);
    add_liked(search, chance);
    if (search->belief->round.count > 0)
        add_candidate(search, LIE_NET_CALL, chance[LIE_NET_CALL]);
    add_safe(search, chance);
    think(search, chance);
    memset(mixture, 0, LIE_NET_BIDS * sizeof *mixture);
    for (int i = 0; i < search->candidates; i++)
        mixture[search->candidate[i].choice] = chance[i];
}

/*
 * What others may believe about one's hand is derived from how the network bids
 * (lie_belief_form_own()). So a bot that re-solves opens as the network does, and re-solves from
 * then on: an opening of its own would reveal more than the re-solving accounts for. A nearly
 * solved round needs none of that: there it plays from the table.
 */
static void mix_bids(struct search *search, float chance[LIE_NET_BIDS])
{
    const struct lie_belief *belief = search->belief;
    int other = lie_bidding_next(&belief->round, belief->place);
    bool resolves = search->tuning->resolves && belief->round.players == 2 &&
        lie_belief_odds(belief, other) < 0.06F;
    if (resolves && recall(search, chance))
        return;
    if (search->tuning->nodes == 0 || (resolves && belief->round.count == 0))
        lie_net_bids(&belief->round, &belief->own, chance);
    else if (resolves)
        resolve_bids(search, chance);
    else
        try_bids(search, chance);
}

/* LI13: the direction in which the network would rather open. */
static stos_move choose_direction(const struct search *search)
{
    const struct stos_lie_table *table = &search->request->view->as.lie.table;
    float worth[2];
    for (int counter = 0; counter < 2; counter++) {
        struct lie_bidding round;
        int8_t place_of[STOS_LIE_SEATS];
        lie_bidding_open(&round, table, counter ? -1 : 1, place_of);
        worth[counter] = lie_net_opening(&round, &search->belief->own);
    }
    return stos_move_make(STOS_DIR, worth[1] > worth[0], 0);
}

static struct search begin(const stos_bot *bot, const struct bot_request *request)
{
    struct lie_memory *memory = request->memory;
    const struct lie_tuning *tuning = bot->tuning;
    struct search search = {.request = request,
                            .tuning = tuning,
                            .belief = &memory->belief,
                            .resolve = tuning->resolves ? &memory->resolve : NULL,
                            .candidate = memory->candidate,
                            .random = stos_random_from(request->seed)};
    search.budget = budget_of(bot, request, 0);
    if (search.budget.node_limit == 0)
        search.budget.node_limit = tuning->nodes;
    return search;
}

/* Forms a belief about the others, if the bot needs one. */
static void consider(struct search *search)
{
    if (search->tuning->nodes == 0)
        return;
    believe(search, &search->request->view->as.lie);
    value_outcomes(search);
    search->tilt = search->belief->round.players == 2 ? search->tuning->two : search->tuning->more;
}

/* The mixture of the seat that looks at the round. */
static void mix(struct search *search, float chance[LIE_NET_BIDS])
{
    consider(search);
    if (search->request->view->as.lie.table.phase == STOS_PHASE_SHOW)
        mix_ends(search, chance);
    else
        mix_bids(search, chance);
}

void lie_search_mixture(const stos_bot *bot, const struct bot_request *request,
                        float chance[LIE_NET_BIDS])
{
    struct search search = begin(bot, request);
    lie_belief_look(search.belief, &request->view->as.lie);
    mix(&search, chance);
}

stos_move lie_search_choose(const stos_bot *bot, const struct bot_request *request)
{
    const struct stos_lie_view *view = &request->view->as.lie;
    int phase = view->table.phase;
    if (phase == STOS_PHASE_START)
        return bot_vote(view->table.vote, view->table.option[STOS_LIE_PLAYERS], view->seat);
    struct search search = begin(bot, request);
    stos_move solved = search.tuning->nodes > 0 && request->solved_rounds
        ? lie_table_draw(request->solved_rounds, request->view, &search.random)
        : STOS_NO_MOVE;
    if (solved != STOS_NO_MOVE)
        return solved;
    lie_belief_look(search.belief, view);
    if (phase == STOS_PHASE_DIRECTION)
        return choose_direction(&search);
    float chance[LIE_NET_BIDS];
    mix(&search, chance);
    int choice = lie_belief_pick(chance, LIE_NET_BIDS, &search.random);
    return phase == STOS_PHASE_SHOW ? lie_bidding_show_move(&search.belief->own, (unsigned)choice)
                                    : lie_bidding_move(count_of(choice), lie_net_bid_face(choice));
}

double lie_search_value(const stos_bot *bot, const struct bot_request *request)
{
    enum { WORLDS = 200 };
    struct search search = begin(bot, request);
    return lie_playout_chance(search.belief, &request->view->as.lie, search.tuning->odds_prior,
                              WORLDS, &search.random, request->cancel);
}
