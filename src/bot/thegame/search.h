/*
 * search.h - looks ahead over whole turns of THE GAME, on many deals that fit what a seat knows.
 */
#ifndef STOS_BOT_THEGAME_SEARCH_H
#define STOS_BOT_THEGAME_SEARCH_H

#include "bot/search/halving.h"
#include "plans.h"

struct thegame_tuning {
    struct plans_limits own;   /* for the turn to be played */
    struct plans_limits ahead; /* for the turns imagined behind it */
    uint8_t turns;             /* how many of those before the network judges; 0: the network judges at once */
    uint8_t trust;             /* how many trials the network's own word counts for */
};

struct thegame_search {
    /* set by the caller */
    struct world known;                       /* the mover's view; the others' hands hold as many cards, but not theirs */
    uint8_t count[STOS_THEGAME_SEATS];        /* cards of each seat */
    bool heard;                               /* whether anybody gave hints, which then stand in `said` */
    uint8_t said[STOS_THEGAME_SEATS][4];      /* HINT_..., by seat and pile */
    uint8_t said_of_self[STOS_THEGAME_SEATS]; /* as in thegame_world_hints(), 0 for nothing */
    stos_random random;
    struct budget budget; /* a node is a turn played out */
    /* the search's own */
    const struct thegame_tuning *tuning;
    struct halving halving;
    struct plan contender[PLANS_KEPT];
    struct world deal;
    struct plans plans;
};

/* The best plan for the turn; NULL when the turn cannot be finished. */
const struct plan *thegame_search_run(struct thegame_search *search, const struct thegame_tuning *tuning);

/*
 * How many of `deals` imagined deals are won after each of several plans, when all play on by the network to the end;
 * the same deals for each plan. NULL stands for a turn that could not be finished.
 */
void thegame_search_wins(struct thegame_search *search, const struct thegame_tuning *tuning, const struct plan *const *plans, int count,
                         int deals, int *wins);

#endif
