/* solve_lie_show.h - a solved round of LIE in words: what to show, how to open, how to answer. */
#ifndef STOS_CLI_STUDY_SOLVE_LIE_SHOW_H
#define STOS_CLI_STUDY_SOLVE_LIE_SHOW_H

#include "solve/lie/strategy.h"

/* Prints the strategy by what is shown, whatever the other ends are; false when memory is short. */
bool solve_lie_show(const struct lie_strategy *strategy);

#endif
