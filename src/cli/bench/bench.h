/*
 * bench.h - the parts of `stos bench`: batches of games, bots, the talk guard, and the server
 * compared with a bare echo.
 */
#ifndef STOS_CLI_BENCH_BENCH_H
#define STOS_CLI_BENCH_BENCH_H

#include "stos.h"

/* Seconds of CPU time, so that a busy machine does not distort the results. */
double bench_seconds(void);

/* Random moves per second on one thread. */
struct batch_speeds {
    double play; /* one game after the other by stos_play() */
    double step; /* a batch, actions by number */
    double full; /* the same with rewards, masks and observations */
    double bits; /* the same with masks as bits */
};

/* Measures each for `seconds` of CPU time; false if out of memory. */
bool bench_batch(const stos_rules *rules, double seconds, struct batch_speeds *speeds);

/* Prints a row for every bot of every game; returns an exit code. */
int bench_bots(bool json);

/* Prints how many messages per second the guard judges, measured for `seconds` each; returns an
 * exit code. */
int bench_guard(double seconds, bool json);

/* Prints frames per second compared with a bare echo; returns an exit code. */
int bench_server(double seconds, bool json);

/* The baseline for a WebSocket server on our library and event loop: echoes what it receives, until
 * it is killed. Writes its port to `pipe` as text. */
void echo_run(int pipe);

#endif
