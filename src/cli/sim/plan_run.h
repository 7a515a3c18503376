/*
 * plan_run.h - runs a plan for a command: `stos sim` and each match of `stos tournament`.
 *
 * Progress on stderr, a state to resume from, records, a row for each game, the sequential stop,
 * Ctrl-C, and the choice between this machine and a cluster. What was counted is in the tally, also
 * after a failure.
 */
#ifndef STOS_CLI_SIM_PLAN_RUN_H
#define STOS_CLI_SIM_PLAN_RUN_H

#include "cli/command/progress.h"
#include "cluster.h"
#include "sim/sim.h"
#include "sim/stats.h"

#include <stdio.h>

/* Where and how it is played, the same for every match of a tournament. */
struct plan_place {
    struct cluster_access cluster; /* url NULL: played here */
    uint64_t chunk;                /* deals in a message to a worker; 0: about a second of work */
    int threads;
};

/* The options for a run on many machines, as rows for a struct that has a plan_place as `member`.
 */
/* clang-format off */
#define PLAN_CLUSTER_OPTIONS(type, member) \
    {.name = "cluster", .value = "URL", .kind = OPTION_TEXT, .at = offsetof(type, member.cluster.url), \
     .help = N_("have it played by the workers of a NATS server, nats://HOST:PORT; the result is the same")}, \
    {.name = "chunk", .value = "N", .kind = OPTION_COUNT, .at = offsetof(type, member.chunk), .low = 1, \
     .high = CLUSTER_MOST_CHUNK, .fallback = N_("about a second of work"), .help = N_("deals in one message to a worker")}, \
    CLUSTER_OPTIONS(type, member.cluster)

/* How bots play, in a struct with these members. */
#define PLAN_PLAY_OPTIONS(type) \
    {.name = "threads", .value = "N", .kind = OPTION_INT, .at = offsetof(type, place.threads), .low = 1, .high = 256, \
     .fallback = N_("all cores"), .help = N_("threads to use; the result is the same for any number")}, \
    {.name = "ms", .value = "N", .kind = OPTION_INT, .at = offsetof(type, ms), .low = 1, .high = 3600000, \
     .help = N_("milliseconds for a turn of every bot without a limit of its own in --bots")}, \
    {.name = "nodes", .value = "N", .kind = OPTION_COUNT, .at = offsetof(type, nodes), .low = 1, .high = UINT64_MAX, \
     .help = N_("work for a turn instead of time, for reproducible runs")}, \
    {.name = "silent", .kind = OPTION_FLAG, .at = offsetof(type, silent), .help = N_("nobody gives hints")}
/* clang-format on */

struct plan_run {
    const struct sim_plan *plan;
    const struct plan_place *place;
    struct progress *progress;                /* in deals, of one or several plans */
    const char *resume, *records, *games_csv; /* paths; NULL: not kept */
    double margin;                            /* of the sequential test; 0: none */
    struct sim_tally tally;
    struct stats_test test;
    bool known; /* the tally may be told, even where the run failed */
};

/* Catches Ctrl-C from now on. */
void plan_watch_interrupt(void);
bool plan_is_interrupted(void);

/* Whether a plan can be played at that place; complains and returns an exit code if not. */
int plan_check_place(const struct sim_plan *plan, const struct plan_place *place);

/* A folder that is there, or can be made, and can be written to; complains if not. */
bool make_folder(const char *path);

/*
 * Plays the plan, or what is left of it. Returns an exit code: EXIT_GOOD if all was played, or a
 * sequential test has decided; else it has complained, unless the run was interrupted.
 */
int plan_run(struct plan_run *run);

#endif
