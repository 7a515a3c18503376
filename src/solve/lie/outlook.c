/* outlook.c - see outlook.h. A node is one choice, played out in one sampled world. */
#include "outlook.h"

#include "base/cancel.h"
#include "bot/lie/playout.h"
#include "game/show.h"

#include <stdlib.h>
#include <string.h>

enum { CANDIDATES = 8 };

/* A bid, or with a count of 0 the call. */
struct choice {
    int count, face;
};

double lie_bid_holds(const stos_state *before, int seat, stos_move move)
{
    const struct stos_lie_table *table = &before->as.lie.table;
    struct show_bid bid = {(uint8_t)stos_move_low(move), (uint8_t)stos_move_high(move)};
    stos_view view;
    if (stos_move_kind(move) == STOS_CALL)
        bid = (struct show_bid){table->bid_count, table->bid_face};
    stos_look(before, seat, &view);
    return game_bid_chance(&view, bid);
}

struct lie_outlook {
    struct lie_belief belief; /* of the seat that is asked */
    struct lie_stakes stakes;
};

struct lie_outlook *lie_outlook_open(void) { return calloc(1, sizeof(struct lie_outlook)); }
void lie_outlook_close(struct lie_outlook *outlook) { free(outlook); }

/* ---------------------------------------------------------------- rollouts */

static void believe(struct lie_outlook *outlook, const stos_state *state, int seat,
                    stos_random *random)
{
    stos_view view;
    stos_look(state, seat, &view);
    lie_belief_look(&outlook->belief, &view.as.lie);
    lie_belief_form(&outlook->belief, &view.as.lie, LIE_PLAYOUT_SUSPECTS, 0, random);
    lie_playout_value(&outlook->stakes, &outlook->belief);
}

/* The mean value of each choice, all in the same worlds with common random numbers. */
static void measure(const struct lie_outlook *outlook, const struct choice *choices, int count,
                    const struct analyze_limits *limits, stos_random *random, double mean[])
{
    memset(mean, 0, (size_t)count * sizeof *mean);
    for (int deal = 0; deal < limits->deals && !is_cancelled(limits->cancel); deal++) {
        struct lie_world world;
        lie_belief_draw(&outlook->belief, random, &world);
        stos_random luck = stos_random_from(stos_random_bits(random));
        for (int i = 0; i < count; i++)
            mean[i] += (double)lie_playout_try(&outlook->stakes, &outlook->belief, choices[i].count,
                                               choices[i].face, &world, luck) /
                limits->deals;
    }
}

/* ---------------------------------------------------------------- the chance */

double lie_outlook_chance(struct lie_outlook *outlook, const stos_state *state, int seat,
                          const struct analyze_limits *limits)
{
    stos_random random = stos_random_from(limits->seed);
    stos_view view;
    if (stos_over(state))
        return stos_result(state) == seat;
    if (!(state->as.lie.table.in >> seat & 1))
        return 0;
    stos_look(state, seat, &view);
    return lie_playout_chance(&outlook->belief, &view.as.lie, 0, limits->deals, &random,
                              limits->cancel);
}

/* ---------------------------------------------------------------- evaluation */

/* First the choice that was made, then the call if there is a bid, then the network's most likely
 * bids; returns how many. */
static int find_candidates(const struct lie_outlook *outlook, struct choice made,
                           struct choice out[CANDIDATES])
{
    float chance[LIE_NET_BIDS];
    int count = 1;
    out[0] = made;
    lie_net_bids(&outlook->belief.round, &outlook->belief.own, chance);
    if (made.count > 0 && outlook->belief.round.count > 0)
        out[count++] = (struct choice){0};
    for (; count < CANDIDATES; count++) {
        int best = lie_net_best_bid(chance);
        if (best < 0)
            break;
        out[count] = (struct choice){lie_net_bid_count(best), lie_net_bid_face(best)};
        chance[best] = 0;
    }
    return count;
}

void lie_outlook_judge(struct lie_outlook *outlook, const stos_state *before, int seat,
                       stos_move move, const struct analyze_limits *limits,
                       struct analyze_turn *out)
{
    struct choice candidates[CANDIDATES], two[2];
    double mean[CANDIDATES];
    stos_random random = stos_random_from(limits->seed);
    bool bids = stos_move_kind(move) == STOS_BID;
    believe(outlook, before, seat, &random);
    int count = find_candidates(
            outlook,
            (struct choice){bids ? stos_move_low(move) : 0, bids ? stos_move_high(move) : 0},
            candidates),
        best = 0;
    measure(outlook, candidates, count, limits, &random, mean);
    for (int i = 1; i < count; i++)
        best = mean[i] > mean[best] ? i : best;
    two[0] = candidates[0];
    two[1] = candidates[best];
    measure(outlook, two, 2, limits, &random,
            mean); /* in fresh worlds: the best of many looks better than it is (selection bias) */
    bool improves = mean[1] > mean[0];
    *out = (struct analyze_turn){.after = mean[0],
                                 .before = improves ? mean[1] : mean[0],
                                 .better = {move},
                                 .better_count = 1};
    if (improves)
        out->better[0] = lie_bidding_move(two[1].count, two[1].face);
}
