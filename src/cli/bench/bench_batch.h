/*
 * bench_batch.h - how fast programs that learn can play: batches of games beside the plain loop over stos_play().
 */
#ifndef STOS_CLI_BENCH_BENCH_BATCH_H
#define STOS_CLI_BENCH_BENCH_BATCH_H

#include "stos.h"

/* Seconds of processor time, so that a busy machine does not count against us. */
double bench_seconds(void);

/* Random moves per second on one thread. */
struct batch_speeds {
    double play; /* one game after the other by stos_play() */
    double step; /* a batch, actions by number */
    double full; /* the same with rewards, masks and observations */
};

/* Measures each for so many seconds of processor time; false when there is not enough memory. */
bool bench_batch(const stos_rules *rules, double seconds, struct batch_speeds *speeds);

#endif
