/*
 * analyze.h - the half of `stos analyze` that is about records of LIE.
 */
#ifndef STOS_CLI_STUDY_ANALYZE_H
#define STOS_CLI_STUDY_ANALYZE_H

#include "table/history.h"

/* Prints what every move was worth; `table` names a table of solved rounds, NULL for the installed one. Returns an exit code. */
int analyze_lie_game(const struct history *game, const char *table, bool json);

#endif
