/* solve_lie.h - `stos solve` for rounds of LIE between two players. */
#ifndef STOS_CLI_STUDY_SOLVE_LIE_H
#define STOS_CLI_STUDY_SOLVE_LIE_H

#include <stdbool.h>

/* Whether the arguments of `stos solve` name a game of lie. */
bool solve_lie_is_meant(int argc, char **argv);

int solve_lie(int argc, char **argv);

#endif
