/* solve_show.h - `stos solve --show`: a solved round of LIE in lines. */
#ifndef STOS_CLI_SOLVE_LIE_SOLVE_SHOW_H
#define STOS_CLI_SOLVE_LIE_SOLVE_SHOW_H

#include "solve/lie/strategy.h"

/* Prints the strategy by the ends that are shown, regardless of the hidden ones; false if out of
 * memory. */
bool solve_lie_show(const struct lie_strategy *strategy);

#endif
