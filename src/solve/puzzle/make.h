/*
 * make.h - makes puzzles from seeds: bots play deals of a seed, and positions that qualify as
 * puzzles are proven and rated.
 *
 * Everything is counted in nodes and integers: the same seed gives the same puzzles on every
 * platform. Candidate n of a seed depends on nothing but seed and n, so candidates can be tried in
 * any order.
 */
#ifndef STOS_SOLVE_PUZZLE_MAKE_H
#define STOS_SOLVE_PUZZLE_MAKE_H

#include "bot/rounds.h"
#include "puzzle.h"

struct puzzle_maker;

/* `rounds`: the solved rounds of LIE; without them (NULL or empty) there are no puzzles of lie.
 * NULL if out of memory. */
struct puzzle_maker *puzzle_maker_new(const struct solved_rounds *rounds);
void puzzle_maker_free(struct puzzle_maker *maker);

/* Candidate `number` of a seed for a game; false if it makes no puzzle, as most do not. */
bool puzzle_make(struct puzzle_maker *maker, enum stos_game_id game, uint64_t seed, uint64_t number,
                 struct puzzle *out);

/* Proves the answer of a puzzle again and rates it; false if it is wrong. */
bool puzzle_prove(struct puzzle_maker *maker, const struct puzzle *puzzle, int *rating);

#endif
