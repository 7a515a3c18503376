/*
 * analyze.h - what a turn was worth: the chance to win before it and after it, and the better play
 * if there was one.
 *
 * Chances are estimated from what the player on turn could know: deals sampled from the view are
 * played to the end (rollouts), the same deals for the play that was made and for the one proposed,
 * so the luck of the draw cancels out. The same seed gives the same answer. thegame: the chance of
 * the team; facetoface: of the player on turn.
 */
#ifndef STOS_SOLVE_ANALYZE_ANALYZE_H
#define STOS_SOLVE_ANALYZE_ANALYZE_H

#include "stos.h"

#include <stdatomic.h>

enum { ANALYZE_MOVES = 12 };

struct analyze_limits {
    int deals;      /* rollouts for each turn */
    uint64_t nodes; /* for finding the better play */
    uint64_t seed;
    const atomic_bool *cancel; /* may be NULL; results after it is set are meaningless */
};

struct analyze_turn {
    double before;                   /* the chance with the better of the two plays */
    double after;                    /* with the play that was made */
    stos_move better[ANALYZE_MOVES]; /* the proposed turn, without its `end`; worth `before` if it
                                        differs */
    int better_count;
};

struct analyzer; /* one thread at a time */

/* NULL if out of memory, or if the game cannot be analysed this way. */
struct analyzer *analyze_open(const stos_game *game);
void analyze_close(struct analyzer *analyzer);

/* How many deals a judgement of its turns usually takes: where a team plays together, few are
 * enough. */
int analyze_usual_deals(const stos_game *game);

/* A turn: the state at its start, who was on turn, and the moves made in it (the `end` may be among
 * them). */
void analyze_turn(struct analyzer *analyzer, const stos_state *start, int seat,
                  const stos_move *moves, int count, const struct analyze_limits *limits,
                  struct analyze_turn *out);

#endif
