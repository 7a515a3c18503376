/*
 * winnable.h - can a state of THE GAME still be won if the order of all cards is known?
 *
 * The answer is YES with a line of moves that the library has replayed, NO with a proof, or UNKNOWN
 * if the limits were reached first; never a guess. Any state will do: a fresh deal (the starter is
 * then chosen too if the rules let the players agree, TG3) or one in the middle of a game or even
 * of a turn. All options of thegame are covered.
 *
 * Integers only: the same state, memory and node limit give the same answer on every platform. All
 * memory is allocated by winnable_open(). A solver belongs to one thread at a time and keeps no
 * other state between calls.
 */
#ifndef STOS_SOLVE_WINNABLE_WINNABLE_H
#define STOS_SOLVE_WINNABLE_WINNABLE_H

#include "stos.h"

#include <stdatomic.h>

enum winnable { WINNABLE_YES, WINNABLE_NO, WINNABLE_UNKNOWN };

/* What the verdict rests on. */
enum winnable_proof {
    WINNABLE_PROOF_NONE,      /* UNKNOWN: a limit was reached */
    WINNABLE_PROOF_LINE,      /* YES: `line` wins, as replayed through stos_play() */
    WINNABLE_PROOF_OVER,      /* NO: the game is over and lost */
    WINNABLE_PROOF_DEAD_CARD, /* NO: some card fits on no pile, whatever is played before it */
    WINNABLE_PROOF_EXHAUSTED  /* NO: every line was searched, except those dominated by another */
};

enum winnable_error {
    WINNABLE_OK,
    WINNABLE_NO_MEMORY, /* malloc refused */
    WINNABLE_TOO_SMALL, /* fewer bytes than WINNABLE_LEAST_BYTES */
    WINNABLE_WRONG_GAME /* the state is not one of thegame */
};

enum {
    WINNABLE_LEAST_BYTES = 1 << 20,
    WINNABLE_USUAL_BYTES = 256 << 20,
    WINNABLE_LINE = 2 * STOS_THEGAME_CARDS +
        STOS_THEGAME_SEATS /* no line has more moves: votes, then cards and ends of turns */
};

/* 0 or NULL: no limit. A node is one placement examined. */
struct winnable_limits {
    uint64_t nodes;
    const atomic_bool *cancel; /* set by another thread to stop soon, with UNKNOWN */
    void (*progress)(void *context, uint64_t nodes); /* called now and then; may be NULL */
    void *context;
};

struct winnable_step {
    uint8_t seat;
    stos_move move;
};

struct winnable_result {
    enum winnable verdict;
    enum winnable_proof proof;
    uint64_t nodes;
    uint32_t width; /* states kept side by side in the last pass */
    int moves;      /* in `line`; 0 unless YES */
    struct winnable_step line[WINNABLE_LINE];
};

struct winnable_solver;

/* Allocates `bytes` of memory for all later calls; more memory decides more states. On error
 * *solver is NULL. */
enum winnable_error winnable_open(size_t bytes, struct winnable_solver **solver);
void winnable_close(struct winnable_solver *solver); /* NULL is allowed */

/* `limits` may be NULL. On error *result is unchanged. */
enum winnable_error winnable_solve(struct winnable_solver *solver, const stos_state *start,
                                   const struct winnable_limits *limits,
                                   struct winnable_result *result);

#endif
