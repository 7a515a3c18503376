/*
 * search.h - the parameters of the searching bots of FACE TO FACE.
 *
 * All of them list the plans of a turn (plans.h), of which the network picks some. The rest is
 * determinized Monte Carlo search (a very short one for `quick`): they sample the hidden cards,
 * play each plan and `turns` more turns on the same deals, have the network evaluate the result,
 * and let sequential halving drop the worse plans. A duel has one opponent with a small hand, so
 * sampled deals are cheap and need not be fitted to hints, unlike those of THE GAME.
 */
#ifndef STOS_BOT_FACETOFACE_SEARCH_H
#define STOS_BOT_FACETOFACE_SEARCH_H

#include "net.h"

struct facetoface_tuning {
    uint32_t trust, growth; /* how many trials a plan's prior counts for, see halving.h */
    int listed, plans;      /* how many the network looks at, and how many of these are tried */
    int turns;              /* played after a plan before the position is evaluated */
    int replies;            /* plans that the network chooses between in each of these turns */
    bool both_ways;        /* priors and final positions are evaluated both ways round, see net.h */
    uint64_t nodes;        /* a fixed number, whatever the limits; 0: as the limits say */
    const struct net *net; /* gives the prior of a plan, chooses between replies, and evaluates the
                              final position */
};

enum { FACETOFACE_QUICK, FACETOFACE_STRONG, FACETOFACE_CHAMPION };
enum { FACETOFACE_SEARCH_MEMORY = 4096 };

extern const struct facetoface_tuning facetoface_tunings[];

double facetoface_search_value(const stos_bot *bot, const struct bot_request *request);
int facetoface_search_plan(const stos_bot *bot, const struct bot_request *request,
                           stos_move moves[STOS_TURN_MOVES]);

#endif
