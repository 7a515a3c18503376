/*
 * solve.h - what the two parts of `stos solve` share: its options, and the part for rounds (lie/).
 */
#ifndef STOS_CLI_SOLVE_SOLVE_H
#define STOS_CLI_SOLVE_SOLVE_H

#include "stos.h"

#include <stdatomic.h>

struct solve_options {
    stos_rules rules;
    int threads;
    uint64_t memory_mib; /* 0: the default for what is solved */
    bool json;
    /* deals of THE GAME */
    const char *record; /* NULL: deals of a seed */
    uint64_t seed, first, deals, nodes;
    /* rounds of LIE */
    const char *cards, *without, *resume, *out, *match;
    double until, minutes; /* 0: no such limit */
    double prune;
    uint64_t iterations;
    int algorithm; /* enum lie_algorithm */
    bool faces, dice, high_wild, forget, show;
};

/* Solves a round between two players; `interrupted` ends it early. Returns an exit code. */
int solve_round(const struct solve_options *options, const atomic_bool *interrupted);

/* Prints the chances of winning the match for all card counts, from a table of solved rounds;
 * returns an exit code. */
int solve_match(const stos_rules *rules, const char *path, bool json);

#endif
