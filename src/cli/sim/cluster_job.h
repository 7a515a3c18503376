/*
 * cluster_job.h - the two messages between coordinator and workers, as JSON: a job (a chunk of a
 * plan's deals) and its result. Every message is fully validated before it is used.
 */
#ifndef STOS_CLI_SIM_CLUSTER_JOB_H
#define STOS_CLI_SIM_CLUSTER_JOB_H

#include "cluster.h"

struct cluster_job {
    char run[CLUSTER_RUN_DIGITS + 1];
    uint64_t chunk, first, count; /* its number, and its deals */
    uint64_t step;                /* a tally ends at every multiple of this many deals */
    struct sim_plan plan;
};

struct cluster_result {
    uint64_t chunk, first, count;
    char worker[CLUSTER_NAME], error[512]; /* error: empty if all went well */
    struct sim_tally *tallies;             /* to be freed */
    size_t tally_count;
};

/* How many tallies a job has, and how many deals the tally at `index` covers. */
size_t cluster_steps(uint64_t first, uint64_t count, uint64_t step);
uint64_t cluster_step_deals(uint64_t first, uint64_t count, uint64_t step, size_t index);

/* A job as text, to be freed; NULL if out of memory. */
char *cluster_job_text(const struct cluster_job *job);

/* Reads a job; false with the reason in `why` if it cannot be played here. */
bool cluster_job_read(const char *text, size_t length, struct cluster_job *job, char *why,
                      size_t size);

/* A result as text, to be freed; NULL if out of memory. */
char *cluster_result_text(const struct cluster_result *result);

/* Reads a result; false if it is not valid. */
bool cluster_result_read(const char *text, size_t length, struct cluster_result *result);

/* Whether a text is a valid run number. */
bool cluster_is_run(const char *text);

#endif
