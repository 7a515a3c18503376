/*
 * cluster.h - a simulation played by many machines: what `stos sim --cluster` and `stos worker` share.
 *
 * The coordinator puts chunks of deals into a work queue (JetStream of NATS); workers take, play and answer them. Names
 * on the server:
 *
 *   stream STOS_JOBS, subjects stos.jobs.RUN.CHUNK         the work queue of all runs, with the consumer `workers`
 *   stream STOS_RUN_RUN, subject stos.results.RUN          the results of one run, with the consumer `coordinator`
 *   subject stos.over                                      said when a run ends: its number, so that nobody plays on
 *
 * Delivery is at least once. A deal is the same game everywhere, so a chunk that is played twice counts once and nothing
 * else happens. See docs/cluster.md.
 */
#ifndef STOS_CLI_CLUSTER_CLUSTER_H
#define STOS_CLI_CLUSTER_CLUSTER_H

#include "sim/sim.h"

#include <getopt.h>

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

/* The options that go with it, for getopt_long. */
enum { CLUSTER_OPTION_CREDS = 256, CLUSTER_OPTION_TLS_CA, CLUSTER_OPTION_TLS_CERT, CLUSTER_OPTION_TLS_KEY };
/* clang-format off */
#define CLUSTER_OPTIONS \
    {"creds", required_argument, NULL, CLUSTER_OPTION_CREDS}, {"tls-ca", required_argument, NULL, CLUSTER_OPTION_TLS_CA}, \
    {"tls-cert", required_argument, NULL, CLUSTER_OPTION_TLS_CERT}, {"tls-key", required_argument, NULL, CLUSTER_OPTION_TLS_KEY}
/* clang-format on */

/* Takes one of these options; false if it is another one. */
bool cluster_option(int code, const char *value, struct cluster_access *access);

/*
 * Has a plan played by the workers of a server, from deal tally->deals on. `chunk` deals make a message (0: about a
 * second of work). With `sequential`, progress is called for the same sums as in a local run, else once a chunk; it ends
 * the run by returning false. Returns an exit code; has complained unless it is EXIT_GOOD.
 */
int cluster_run(const struct sim_plan *plan, const struct cluster_access *access, uint64_t chunk, bool sequential, struct sim_tally *tally,
                const atomic_bool *cancel, sim_progress *progress, void *context);

#endif
