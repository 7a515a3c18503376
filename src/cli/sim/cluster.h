/*
 * cluster.h - distributed simulation: what `stos sim --cluster` and `stos worker` share.
 *
 * The coordinator puts chunks of deals into a work queue (NATS JetStream); workers take them, play
 * them and send back the results. Names on the server:
 *
 *   stream STOS_JOBS, subjects stos.jobs.RUN.CHUNK         the work queue of all runs, with the
 * consumer `workers` stream STOS_RUN_RUN, subject stos.results.RUN          the results of one run,
 * with the consumer `coordinator` subject stos.over                                      published
 * when a run ends: its number, so that workers stop
 *
 * Delivery is at least once. A deal gives the same game everywhere, so a chunk that is played twice
 * is simply counted once. See docs/cluster.md.
 */
#ifndef STOS_CLI_SIM_CLUSTER_H
#define STOS_CLI_SIM_CLUSTER_H

#include "sim/sim.h"

#define CLUSTER_JOBS "STOS_JOBS"
#define CLUSTER_WORKERS "workers"
#define CLUSTER_COORDINATOR "coordinator"
#define CLUSTER_JOB_SUBJECT "stos.jobs."
#define CLUSTER_RESULT_SUBJECT "stos.results."
#define CLUSTER_OVER_SUBJECT "stos.over"

enum {
    CLUSTER_RUN_DIGITS = 16, /* of a run's number, hexadecimal */
    CLUSTER_MOST_STEPS = 128,
    CLUSTER_MOST_CHUNK = 1 << 20,
    CLUSTER_NAME = 128, /* room for any of the names above */
};

/* How to reach the server. */
struct cluster_access {
    const char *url, *creds, *tls_ca, *tls_cert, *tls_key;
};

/* The options that go with it, as rows for a struct that has it as `member`. */
/* clang-format off */
#define CLUSTER_OPTIONS(type, member) \
    {.name = "creds", .value = "FILE", .kind = OPTION_FILE, .at = offsetof(type, member.creds), \
     .help = N_("login by a NATS credentials file")}, \
    {.name = "tls-ca", .value = "FILE", .kind = OPTION_FILE, .at = offsetof(type, member.tls_ca), \
     .help = N_("trust servers that this authority has signed, instead of the system's authorities")}, \
    {.name = "tls-cert", .value = "FILE", .kind = OPTION_FILE, .at = offsetof(type, member.tls_cert), \
     .help = N_("show this certificate to the server")}, \
    {.name = "tls-key", .value = "FILE", .kind = OPTION_FILE, .at = offsetof(type, member.tls_key), \
     .help = N_("the key of that certificate")}
/* clang-format on */

/* Checks that the address and its options make sense; complains unless it returns EXIT_GOOD. */
int cluster_check(const struct cluster_access *access);

/*
 * Has a plan played by the workers of a server, starting with deal tally->deals. A message has
 * `chunk` deals (0: about a second of work). With `sequential`, progress is called for the same
 * totals as in a local run, else once per chunk; it ends the run by returning false. Returns an
 * exit code; complains unless it is EXIT_GOOD.
 */
int cluster_run(const struct sim_plan *plan, const struct cluster_access *access, uint64_t chunk,
                bool sequential, struct sim_tally *tally, const atomic_bool *cancel,
                sim_progress *progress, void *context);

#endif
