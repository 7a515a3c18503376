/*
 * sim_report.h - what `stos sim` found, for people (text, SVG) and for programs (JSON, CSV); and its state in a file.
 */
#ifndef STOS_CLI_STUDY_SIM_REPORT_H
#define STOS_CLI_STUDY_SIM_REPORT_H

#include "sim/sim.h"

#include <jansson.h>

struct sim_report {
    const struct sim_plan *plan;
    const struct sim_tally *tally;
    const char *names[SIM_LINEUPS]; /* the line-ups as they were given */
    bool sequential;
    int verdict;
};

void sim_report_text(const struct sim_report *report);
void sim_report_json(const struct sim_report *report);
void sim_report_csv(const struct sim_report *report);
bool sim_report_svg(const struct sim_report *report, const char *path);

/* Everything that decides the games of a plan, as one text: two plans with the same text are the same. To be freed. */
char *sim_plan_text(const struct sim_plan *plan);

/* A tally as JSON and back; false if it is none. */
json_t *sim_tally_to_json(const struct sim_tally *tally);
bool sim_tally_from_json(const json_t *json, struct sim_tally *tally);

/* The state of a run in a file. Restoring leaves the tally at zero when there is no file yet; complains and returns
 * false when the file is damaged or of another plan. */
bool sim_save(const char *path, const struct sim_plan *plan, const struct sim_tally *tally);
bool sim_restore(const char *path, const struct sim_plan *plan, struct sim_tally *tally);

#endif
