/* bench_bots.h - the part of `stos bench` that is about bots. */
#ifndef STOS_CLI_BENCH_BENCH_BOTS_H
#define STOS_CLI_BENCH_BENCH_BOTS_H

#include <stdbool.h>

/* Prints a row for every bot of every game; returns an exit code. */
int bench_bots(bool json);

#endif
