/*
 * analyze.h - the part of `stos analyze` for records of LIE.
 */
#ifndef STOS_CLI_SOLVE_ANALYZE_H
#define STOS_CLI_SOLVE_ANALYZE_H

#include "table/history.h"

struct analyze_options {
    const char *svg, *table; /* table: solved rounds of LIE; NULL: the installed ones */
    int deals;               /* 0: the usual number for the game */
    bool json;
};

/* Prints what every move was worth, and draws the chances of all seats. Returns an exit code. */
int analyze_rounds(const struct history *game, const struct analyze_options *options);

#endif
