/*
 * save.h - checkpoints of a solver: regrets, averages and the number of iterations, with a hash.
 *
 * A resumed solver gets the same result as without the interruption, bit for bit. The file is only
 * for the machine that wrote it (numbers are stored as in memory); tables for bots are a different
 * format, see export.h.
 */
#ifndef STOS_SOLVE_LIE_SAVE_H
#define STOS_SOLVE_LIE_SAVE_H

#include "cfr.h"

#include <stdio.h>

enum lie_save_error {
    LIE_SAVE_OK,
    LIE_SAVE_BROKEN,  /* the file cannot be read or written */
    LIE_SAVE_FOREIGN, /* not a checkpoint, or one of another version */
    LIE_SAVE_OTHER,   /* of another round or another algorithm */
    LIE_SAVE_DAMAGED  /* truncated, or its hash is wrong */
};

enum lie_save_error lie_save(struct lie_solver *solver, FILE *file);

/* Fills a fresh solver of the same round and algorithm. After an error the solver must be closed.
 */
enum lie_save_error lie_restore(struct lie_solver *solver, FILE *file);

#endif
