/*
 * puzzle_try.h - one puzzle in line mode: showing it, trying it until it is solved, or showing the
 * solution.
 */
#ifndef STOS_CLI_PLAY_PUZZLE_TRY_H
#define STOS_CLI_PLAY_PUZZLE_TRY_H

#include "solve/analyze/analyze.h"
#include "solve/puzzle/puzzle.h"

/* A puzzle to try. A mistake is a turn of a game in which there was a better move, given what its
 * player could know. */
struct puzzle_task {
    struct puzzle puzzle;
    bool mistake;
    int deals; /* how many deals to play out when judging a mistake; 0: the usual number */
    struct analyze_turn found; /* of a mistake: what was played, and what is better */
    char title[160];
};

enum puzzle_outcome {
    PUZZLE_TRY_QUIT,   /* or the input was closed */
    PUZZLE_TRY_NEXT,   /* left for the next one */
    PUZZLE_TRY_SOLVED, /* after one failed try or more, or after reading the solution */
    PUZZLE_TRY_AT_ONCE /* solved at the first try */
};

/* The limits for judging a turn of the user's own game: as `stos analyze` does. */
struct analyze_limits puzzle_limits(const stos_game *game, int deals, uint64_t seed);

enum puzzle_outcome puzzle_try(const struct puzzle_task *task);

#endif
