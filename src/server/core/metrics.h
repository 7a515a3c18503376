/*
 * metrics.h - counters and latency histograms for the host, in the Prometheus text format.
 */
#ifndef STOS_SERVER_METRICS_H
#define STOS_SERVER_METRICS_H

#include "stos.h"

struct server;

enum { METRICS_STEPS = 14, METRICS_REASONS = 96 };

/* Times in fixed buckets, as Prometheus wants them: good for p50 to p99.9 of anything that takes at
 * least a tenth of a millisecond. */
struct histogram {
    uint64_t step[METRICS_STEPS + 1]; /* the last one: longer than all the others */
    double seconds;                   /* the sum of all */
};

struct metrics {
    uint64_t requests, events, commits, commit_failures, conflicts, frames_out, bytes_out, bytes_in,
        bot_moves, connections_total, closed_slow, closed_fast, http_requests, http_refused, logins,
        wrong_codes, wrong_passphrases, sockets_refused, calls_sent, calls_failed, devices_dropped,
        mails_sent, mails_failed;
    int sockets; /* of any kind, open now */
    struct histogram commit, request, bot;
    struct {
        const char *reason; /* an error code: a string literal */
        uint64_t count;
    } refused[METRICS_REASONS];
};

void metrics_time(struct histogram *histogram, double seconds);
void metrics_refused(struct metrics *metrics, const char *reason);
void metrics_text(const struct server *server, stos_writer *writer);

#endif
