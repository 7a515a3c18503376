/*
 * save.h - a solver in a file, to go on later: regrets, averages and the number of iterations, with a hash.
 *
 * A round that goes on from a file becomes what it would have become without the break, bit by bit. The file is for the
 * machine that wrote it (numbers lie in it as in memory); tables for bots are another thing, see export.h.
 */
#ifndef STOS_SOLVE_LIE_SAVE_H
#define STOS_SOLVE_LIE_SAVE_H

#include "cfr.h"

#include <stdio.h>

enum lie_save_error {
    LIE_SAVE_OK,
    LIE_SAVE_BROKEN,  /* the file cannot be read or written */
    LIE_SAVE_FOREIGN, /* some other file, or of another version */
    LIE_SAVE_OTHER,   /* of another round, or made by another algorithm */
    LIE_SAVE_DAMAGED  /* cut, or its hash is wrong */
};

enum lie_save_error lie_save(struct lie_solver *solver, FILE *file);

/* Fills a fresh solver of the same round and algorithm. After an error it is to be closed. */
enum lie_save_error lie_restore(struct lie_solver *solver, FILE *file);

#endif
