/*
 * sim_state.h - the saved state of a simulation: its tally as JSON, in a file for --resume and in
 * the results of workers.
 *
 * Everything read back is validated: numbers that do not add up are refused.
 */
#ifndef STOS_CLI_SIM_SIM_STATE_H
#define STOS_CLI_SIM_SIM_STATE_H

#include "sim/sim.h"

#include <jansson.h>

/* Everything that determines the games of a plan, as one text: plans with equal texts are the same.
 * To be freed. */
char *sim_plan_text(const struct sim_plan *plan);

/* A tally as JSON and back; false if it is not valid. */
json_t *sim_tally_to_json(const struct sim_tally *tally);
bool sim_tally_from_json(const json_t *json, struct sim_tally *tally);

/* The state of a run in a file. Restoring leaves the tally at zero if there is no file yet;
 * complains and returns false if the file is damaged or belongs to another plan. */
bool sim_save(const char *path, const struct sim_plan *plan, const struct sim_tally *tally);
bool sim_restore(const char *path, const struct sim_plan *plan, struct sim_tally *tally);

#endif
