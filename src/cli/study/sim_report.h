/*
 * sim_report.h - what `stos sim` found, for people (text, SVG) and for programs (JSON, CSV).
 *
 * After a sequential test that stopped early no intervals are shown: they are made for a number of games fixed beforehand, and
 * a run that stops when the first looks good would flatter it.
 */
#ifndef STOS_CLI_STUDY_SIM_REPORT_H
#define STOS_CLI_STUDY_SIM_REPORT_H

#include "sim/sim.h"
#include "sim/stats.h"

struct sim_report {
    const struct sim_plan *plan;
    const struct sim_tally *tally;
    const char *names[SIM_LINEUPS]; /* the line-ups as they were given */
    double margin;                  /* of the sequential test; 0: none was asked for */
    struct stats_test test;
    bool interrupted;
};

/* Deals by which of the two that are compared they speak for. */
struct stats_pairs sim_pairs(const struct sim_tally *tally);

void sim_report_text(const struct sim_report *report);
void sim_report_json(const struct sim_report *report);
void sim_report_csv(const struct sim_report *report);
bool sim_report_svg(const struct sim_report *report, const char *path);

#endif
