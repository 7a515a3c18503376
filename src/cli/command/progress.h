/*
 * progress.h - how far a long run is: a bar that moves on a terminal, with the time that is left;
 * where there is no terminal, a line each minute.
 */
#ifndef STOS_CLI_COMMAND_PROGRESS_H
#define STOS_CLI_COMMAND_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool terminal;
    double start, last_shown;
    uint64_t before, resumed, all; /* of earlier parts, not done in this run, in all */
};

void progress_begin(struct progress *progress, uint64_t all);

/* `done` of the present part; shown unless it was shown a moment ago. */
void progress_update(struct progress *progress, uint64_t done);

/* The same, at once. */
void progress_show(struct progress *progress, uint64_t done);

/* Clears the line on a terminal. */
void progress_end(const struct progress *progress);

#endif
