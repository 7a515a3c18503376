/*
 * sim_report.h - the results of `stos sim`, for people (text, SVG) and for programs (JSON, CSV).
 *
 * After a sequential test that stopped early no confidence intervals are shown: they assume a
 * number of games fixed in advance, and a run that stops as soon as the first line-up looks good is
 * biased in its favour.
 */
#ifndef STOS_CLI_SIM_SIM_REPORT_H
#define STOS_CLI_SIM_SIM_REPORT_H

#include "sim/sim.h"
#include "sim/stats.h"

#include <jansson.h>

struct sim_report {
    const struct sim_plan *plan;
    const struct sim_tally *tally;
    const char *names[SIM_LINEUPS]; /* the line-ups as they were given */
    double margin;                  /* of the sequential test; 0: none was asked for */
    struct stats_test test;
    bool interrupted;
};

/* Counts the deals by which of the two compared line-ups they favour. */
struct stats_pairs sim_pairs(const struct sim_tally *tally);

/* Prints a report and frees it: a line for each member, so that people can read it too, the last
 * one the seed. */
void report_print_json(json_t *json, uint64_t seed);

void sim_report_text(const struct sim_report *report);
void sim_report_json(const struct sim_report *report);
void sim_report_csv(const struct sim_report *report);
bool sim_report_svg(const struct sim_report *report, const char *path);

#endif
