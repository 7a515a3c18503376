/* solve_lie_match.h - whole matches of LIE between two players, from a table of solved rounds. */
#ifndef STOS_CLI_STUDY_SOLVE_LIE_MATCH_H
#define STOS_CLI_STUDY_SOLVE_LIE_MATCH_H

#include "stos.h"

/* Prints the chance to win the match for all card counts; returns an exit code. */
int solve_lie_match(const stos_rules *rules, const char *path, bool json);

#endif
