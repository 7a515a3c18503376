/* bench_guard.h - the part of `stos bench` that is about the talk guard. */
#ifndef STOS_CLI_BENCH_BENCH_GUARD_H
#define STOS_CLI_BENCH_BENCH_GUARD_H

#include <stdbool.h>

/* Prints how many messages the guard judges in a second, measured for so many seconds each; returns an exit code. */
int bench_guard(double seconds, bool json);

#endif
