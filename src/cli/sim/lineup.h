/*
 * lineup.h - the bots of a simulation as text: `champion:ms=1000`, `strong:nodes=500`, separated by
 * commas.
 *
 * The same text identifies a bot on the command line, in the plan that a saved state belongs to,
 * and in a job for a worker.
 */
#ifndef STOS_CLI_SIM_LINEUP_H
#define STOS_CLI_SIM_LINEUP_H

#include "sim/sim.h"

enum { LINEUP_BOT_TEXT = 96 };

/* Reads one bot with its limits into a place of a plan, whose rules are set; false with the reason
 * in `why` if it is not valid. */
bool lineup_read_bot(struct sim_plan *plan, int lineup, int place, const char *text, size_t length,
                     char *why, size_t size);

/* Reads a list for all seats; a single bot takes all of them. Complains and returns false if it
 * does not fit. */
bool lineup_read(struct sim_plan *plan, int lineup, const char *list);

/* Gives these limits to every bot that has none of its own. */
void lineup_set_limits(struct sim_plan *plan, stos_limits limits);

/* A place of a plan as text, with the limits that differ from the bot's defaults. */
const char *lineup_bot_text(const struct sim_plan *plan, int lineup, int place,
                            char out[LINEUP_BOT_TEXT]);

/* What a bot may spend on a turn: its default limit unless another was given; 0: no such limit. */
stos_limits lineup_limits(const struct sim_plan *plan, int lineup, int place);

#endif
