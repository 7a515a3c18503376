/*
 * measure.h - the commands of `stos-measure`, which measures what only those who work on stos need
 * to know: `ninja -C build/release stos-measure` builds it, nothing installs it.
 */
#ifndef STOS_TOOLS_MEASURE_H
#define STOS_TOOLS_MEASURE_H

#include "cli/command/cli.h"

#include <time.h>

extern const struct command command_batch, command_guard, command_load, command_server;

/* What all but `load` take. */
struct measure_options {
    double seconds;
    bool json;
};

extern const struct option_row measure_option_rows[];
void measure_set_defaults(void *at);

/* Seconds of CPU time, so that a busy machine does not distort the results. */
static inline double measure_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* The baseline for a WebSocket server on our library and event loop: echoes what it receives, until
 * it is killed. Writes its port to `pipe` as text. */
void echo_run(int pipe);

#endif
