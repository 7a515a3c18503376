/*
 * search.h - the bots of THE GAME that search: `quick`, `strong` and `champion` for the rows of
 * bots.c.
 *
 * They look ahead over whole turns, on many deals that fit what a seat knows (sample.h).
 *
 * The technique is determinised Monte Carlo search over macro moves. A macro move is a plan: all
 * cards of a turn and its end (plans.h finds the promising ones by beam search). Single cards would
 * make a deeper tree with many ways to the same piles, and only the piles after the turn matter.
 * Determinised: the hidden cards are dealt at random, so that the rest can be played with open
 * cards; one deal means little, hundreds together mean much. All plans are tried on the same deals
 * (common random numbers), so that the luck of the deal cancels out of their differences, and
 * sequential halving (halving.h) spends the budget on those that are close.
 *
 * A trial: play the plan, let everybody play `turns` more turns by the best plan for what each of
 * them sees, and have the network (net.h) evaluate the piles. An example, with 45, 46 and 72 in
 * hand and a rising pile at 44: the beam lists {45, 46}, {45, 46, 72} and {45, 72}. If those with
 * 72 do worse on the shared deals, since it closes the pile to 25 cards, they drop out at the first
 * halving, and the rest of the budget compares what is left.
 *
 * The known weakness is strategy fusion: in a sampled deal nobody acts on what they do not know,
 * but comparing plans deal by deal acts as if one could choose anew in every deal. The network
 * limits the damage: it evaluates after a few turns, from views.
 */
#ifndef STOS_BOT_THEGAME_SEARCH_H
#define STOS_BOT_THEGAME_SEARCH_H

#include "bot/search/halving.h"
#include "plans.h"
#include "sample.h"

struct thegame_tuning {
    struct plans_limits own;   /* for the turn to be played */
    struct plans_limits ahead; /* for the simulated turns after it */
    uint8_t turns;             /* how many of those before the network evaluates */
    uint8_t trust;  /* how many trials the prior, the network's own estimate, counts for */
    uint16_t nodes; /* a fixed number, whatever the limits; 0: as the limits say */
    const struct thegame_tuning *alone; /* use this instead with one player; may be NULL */
};

struct thegame_search {
    struct thegame_sampler sampler;
    struct budget budget; /* a node is a simulated turn */
    const struct thegame_tuning *tuning;
    struct halving halving;
    struct plan contender[THEGAME_PLANS];
    struct thegame_sim_state deal;
    struct plans plans;
};

enum { THEGAME_SEARCH_MEMORY = 163840 };
_Static_assert(sizeof(struct thegame_search) <= THEGAME_SEARCH_MEMORY,
               "the memory that bots of this kind ask for");

enum { THEGAME_QUICK, THEGAME_QUICK_ALONE, THEGAME_STRONG, THEGAME_CHAMPION };
extern const struct thegame_tuning thegame_tunings[];

/* The bots' functions: a whole turn, the chance to win, hints. */
int thegame_search_plan(const stos_bot *bot, const struct bot_request *request,
                        stos_move moves[STOS_TURN_MOVES]);
double thegame_search_value(const stos_bot *bot, const struct bot_request *request);
void thegame_search_hint(const stos_bot *bot, const struct bot_request *request, uint8_t pile[4],
                         uint8_t *self);

/* Sets a search up from what a seat knows and has heard. */
void thegame_search_begin(struct thegame_search *search, const stos_bot *bot,
                          const struct bot_request *request);

/* The best plan for the turn; NULL if the turn cannot be finished. */
const struct plan *thegame_search_run(struct thegame_search *search);

/*
 * How many of `deals` sampled deals are won after each of several plans, if all play on by the
 * network to the end (rollouts); the same deals for each plan. A NULL plan is a turn that could not
 * be finished. Returns how many deals were played: fewer if cancelled.
 */
int thegame_search_wins(struct thegame_search *search, const struct plan *const *plans, int count,
                        int deals, int *wins);

#endif
