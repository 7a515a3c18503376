/*
 * sim.h - plays matches between bots and tallies the results.
 *
 * A plan says who plays what from which seed; deal number n of a plan is always the same game, on
 * any thread or machine. Tallies are sums of integers, so any split of the deals adds up to the
 * same result. The one exception is time, which is measured and never part of a comparison.
 *
 * A plan has one line-up, or two that play the same deals (paired). Neither its seat nor its
 * neighbours shall favour a bot. In games with a winner the line-up moves round the seats, one game
 * per rotation of each deal, and from deal to deal its order changes: after (seats - 1)! deals, or
 * a multiple of them, it has sat in every order equally often. A team of THE GAME plays each deal
 * once, and has sat in every order after seats! deals.
 */
#ifndef STOS_SIM_SIM_H
#define STOS_SIM_SIM_H

#include "bot/bot.h"

enum { SIM_LINEUPS = 2, SIM_MOST_LEFT = 99 };

struct sim_plan {
    stos_rules rules;
    int lineups; /* 1 or 2 */
    const stos_bot *bot[SIM_LINEUPS][STOS_MAX_SEATS];
    stos_limits limits[SIM_LINEUPS][STOS_MAX_SEATS];
    bool talks[SIM_LINEUPS]; /* whether the line-up gives hints */
    uint64_t seed, deals;
    bool one_order; /* play each deal once, in the order of the line-up that is given */
    const struct solved_rounds
        *solved_rounds; /* solved rounds of LIE for the bots that use them; NULL: none */
};

/* The tally of one place in a line-up. `squares` sums the squares of its wins in each deal, from
 * which follows how far games of one deal depend on each other. */
struct sim_place {
    uint64_t wins, squares, turns, nanoseconds, slowest;
};

struct sim_tally {
    uint64_t deals;
    struct sim_side {
        uint64_t games, wins, left, turns;
        uint64_t histogram[SIM_MOST_LEFT]; /* games by cards left, in thegame */
        struct sim_place place[STOS_MAX_SEATS];
    } side[SIM_LINEUPS];
    /*
     * Deals by who won them, of two line-ups. Of two bots that change seats: `both` if each won a
     * game of the deal, `only` if one of them won all.
     */
    uint64_t both, only_first, only_second, neither;
};

/* Whether two line-ups or bots are compared deal by deal, so that the last four numbers of the
 * tally are counted. */
bool sim_is_paired(const struct sim_plan *plan);

/* How many games of each deal a line-up plays: one for each rotation, or one in all. */
int sim_games_of_deal(const struct sim_plan *plan);

/* One finished game, for callers that keep records. */
struct sim_game {
    uint64_t deal;
    int lineup, number;   /* the number among the line-up's games of the deal */
    const uint8_t *place; /* of the line-up, by seat */
    const stos_record_head *head;
    const struct sim_step {
        uint8_t seat;
        stos_move move;
    } * steps;
    size_t step_count;
    const stos_state *end;
    uint64_t turns, nanoseconds; /* of all players together */
};

typedef void sim_keep(void *context, const struct sim_game *game);

/* How deal number `deal` of a seed is dealt. */
void sim_deal_head(stos_record_head *head, const stos_rules *rules, uint64_t seed, uint64_t deal);

/*
 * TT1: the hints that everybody but the listener gives before a turn, each from their own view.
 * bots[seat] is NULL for those who give none; `memory` must be enough for each of them.
 */
void sim_collect_hints(const stos_state *state, const stos_bot *const bots[STOS_MAX_SEATS],
                       int listener, uint64_t seed, void *memory, stos_hints *hints,
                       stos_hint_history *history);

/* The memory of one playing thread; NULL if out of memory. */
struct sim_player;
struct sim_player *sim_player_open(const struct sim_plan *plan);
void sim_player_close(struct sim_player *player);

/*
 * Plays `count` deals from number `first` and adds them to the tally. Returns false, with the tally
 * unchanged, if *cancel was set before all were played: games of bots that were cut short are
 * neither counted nor kept. `keep` may be NULL.
 */
bool sim_play(struct sim_player *player, uint64_t first, uint64_t count, struct sim_tally *tally,
              const atomic_bool *cancel, sim_keep *keep, void *context);

void sim_add(struct sim_tally *sum, const struct sim_tally *more);

/* The number of deals in a chunk: one unit of work, about a second or less, the same for any number
 * of threads. */
uint64_t sim_chunk(const struct sim_plan *plan);

/*
 * Plays a plan on several threads, continuing after the deals that the tally already holds. After
 * each chunk, in the order of the deals, `progress` sees the sum and may end the run by returning
 * false. Returns false if memory or threads are not available.
 */
typedef bool sim_progress(void *context, const struct sim_tally *tally);
bool sim_run(const struct sim_plan *plan, int threads, struct sim_tally *tally,
             const atomic_bool *cancel, sim_progress *progress, sim_keep *keep, void *context);

#endif
