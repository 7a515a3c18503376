/*
 * search.h - what makes one searching bot of FACE TO FACE differ from another.
 *
 * All of them list the plans of a turn (plans.h), of which the network picks some. The rest is determinized
 * Monte Carlo search, `quick`'s a glance: they draw the hidden cards, play each plan and `turns` more turns on the same deals, ask the
 * network who stands better then, and let sequential halving drop the worse ones. A duel has one opponent with a small hand, so deals are
 * cheap and need no weighing by what was said, unlike those of THE GAME.
 */
#ifndef STOS_BOT_FACETOFACE_SEARCH_H
#define STOS_BOT_FACETOFACE_SEARCH_H

#include "net.h"

struct facetoface_tuning {
    uint32_t trust, growth; /* how many duels a plan's promise counts for, see halving.h */
    int listed, plans;      /* how many the network looks at, and how many of these are tried */
    int turns;              /* played after a plan before it is judged how they stand */
    int replies;            /* plans that the network chooses between in each of these turns */
    bool both_ways;         /* what counts is judged both ways round, see net.h */
    uint64_t nodes;         /* always so many, whatever the limits; 0: as the limits say */
    const struct net *net;  /* says what a plan promises, chooses between replies, and judges how the duel stands in the end */
};

enum { FACETOFACE_QUICK, FACETOFACE_STRONG, FACETOFACE_CHAMPION };
enum { FACETOFACE_SEARCH_MEMORY = 4096 };

extern const struct facetoface_tuning facetoface_tunings[];

#endif
