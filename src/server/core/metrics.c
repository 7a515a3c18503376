/*
 * metrics.c - see metrics.h. Names and units follow the conventions of Prometheus; `promtool check
 * metrics` has no complaints.
 */
#include "metrics.h"

#include "base/text.h"
#include "core.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* ---------------------------------------------------------------- counting */

static const double steps[METRICS_STEPS] = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01,
                                            0.025,  0.05,    0.1,    0.25,  1,      2.5,   10};

void metrics_time(struct histogram *histogram, double seconds)
{
    int step = 0;
    while (step < METRICS_STEPS && seconds > steps[step])
        step++;
    histogram->step[step]++;
    histogram->seconds += seconds;
}

void metrics_refused(struct metrics *metrics, const char *reason)
{
    int at = 0;
    while (at < METRICS_REASONS - 1 && metrics->refused[at].reason &&
           strcmp(metrics->refused[at].reason, reason) != 0)
        at++;
    if (at == METRICS_REASONS - 1)
        reason = "other";
    metrics->refused[at].reason = reason;
    metrics->refused[at].count++;
}

/* ---------------------------------------------------------------- writing */

static void put_number(stos_writer *writer, double value)
{
    char number[32];
    snprintf(number, sizeof number, value == (double)(int64_t)value ? "%.0f" : "%.6f", value);
    text_put(writer, number);
}

static void put_head(stos_writer *writer, const char *name, const char *kind, const char *help)
{
    const char *const parts[] = {"# HELP ", name, " ", help, "\n# TYPE ", name, " ", kind, "\n"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        text_put(writer, parts[i]);
}

static void put_metric(stos_writer *writer, const char *name, const char *kind, const char *help,
                       double value)
{
    put_head(writer, name, kind, help);
    text_put(writer, name);
    text_char(writer, ' ');
    put_number(writer, value);
    text_char(writer, '\n');
}

static void put_histogram(stos_writer *writer, const char *name, const char *help,
                          const struct histogram *histogram)
{
    uint64_t sum = 0;
    char line[160];
    put_head(writer, name, "histogram", help);
    for (int i = 0; i <= METRICS_STEPS; i++) {
        char limit[16] = "+Inf";
        if (i < METRICS_STEPS)
            snprintf(limit, sizeof limit, "%g", steps[i]);
        sum += histogram->step[i];
        snprintf(line, sizeof line, "%s_bucket{le=\"%s\"} %llu\n", name, limit,
                 (unsigned long long)sum);
        text_put(writer, line);
    }
    snprintf(line, sizeof line, "%s_sum %.6f\n%s_count %llu\n", name, histogram->seconds, name,
             (unsigned long long)sum);
    text_put(writer, line);
}

/* Error codes contain nothing that needs escaping. */
static void put_refusals(stos_writer *writer, const struct metrics *metrics)
{
    char line[160];
    put_head(writer, "stos_refused_total", "counter",
             "Requests answered with an error, by its code.");
    for (int i = 0; i < METRICS_REASONS && metrics->refused[i].reason; i++) {
        snprintf(line, sizeof line, "stos_refused_total{reason=\"%s\"} %llu\n",
                 metrics->refused[i].reason, (unsigned long long)metrics->refused[i].count);
        text_put(writer, line);
    }
}

/* With the standard names that every Prometheus client library uses. */
static void put_process(stos_writer *writer)
{
    struct rusage used;
    unsigned long total = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%lu %lu", &total, &resident) != 2)
        resident = 0;
    if (file)
        fclose(file);
    getrusage(RUSAGE_SELF, &used);
    put_metric(writer, "process_resident_memory_bytes", "gauge", "Memory in use.",
               (double)resident * (double)sysconf(_SC_PAGESIZE));
    put_metric(writer, "process_cpu_seconds_total", "counter", "Processor time used.",
               (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                   (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6);
}

void metrics_text(const struct server *server, stos_writer *writer)
{
    const struct metrics *metrics = server->metrics;
    const struct {
        const char *name, *kind, *help;
        double value;
    } rows[] = {
        {"stos_connections", "gauge", "WebSocket connections open now.", server->connection_count},
        {"stos_connections_total", "counter", "WebSocket connections since the start.",
         (double)metrics->connections_total},
        {"stos_tables", "gauge", "Tables in memory.", (double)server->table_count},
        {"stos_requests_total", "counter", "Frames received.", (double)metrics->requests},
        {"stos_events_total", "counter", "Events written to logs of tables.",
         (double)metrics->events},
        {"stos_commits_total", "counter", "Transactions committed.", (double)metrics->commits},
        {"stos_commit_failures_total", "counter", "Transactions that failed.",
         (double)metrics->commit_failures},
        {"stos_conflicts_total", "counter", "Tables that somebody else had written to.",
         (double)metrics->conflicts},
        {"stos_frames_sent_total", "counter", "Frames sent.", (double)metrics->frames_out},
        {"stos_bytes_sent_total", "counter", "Bytes in them.", (double)metrics->bytes_out},
        {"stos_bytes_received_total", "counter", "Bytes received.", (double)metrics->bytes_in},
        {"stos_bot_moves_total", "counter", "Moves made by bots.", (double)metrics->bot_moves},
        {"stos_thinking", "gauge", "Jobs of bots and passphrases waiting or under way.",
         (double)pool_load(server->workers)},
        {"stos_closed_slow_total", "counter", "Connections closed because they did not read.",
         (double)metrics->closed_slow},
        {"stos_closed_fast_total", "counter", "Connections closed because they asked too fast.",
         (double)metrics->closed_fast},
        {"stos_http_requests_total", "counter", "HTTP requests.", (double)metrics->http_requests},
        {"stos_http_refused_total", "counter",
         "HTTP requests refused because an address asked too much.", (double)metrics->http_refused},
        {"stos_sockets", "gauge", "Sockets of all kinds open now.", metrics->sockets},
        {"stos_sockets_refused_total", "counter",
         "Sockets closed at once: too many, of one address or in all.",
         (double)metrics->sockets_refused},
        {"stos_wrong_codes_total", "counter", "Codes of tables that are none.",
         (double)metrics->wrong_codes},
        {"stos_failed_logins_total", "counter", "Wrong passphrases.",
         (double)metrics->wrong_passphrases},
        {"stos_parties", "gauge", "Addresses, people and tables whose use is counted now.",
         (double)limiter_count(server->limiter)},
        {"stos_logins_total", "counter", "Logins to accounts.", (double)metrics->logins},
        {"stos_calls_sent_total", "counter", "Push messages that a push service took.",
         (double)metrics->calls_sent},
        {"stos_calls_failed_total", "counter", "Push messages that could not be sent.",
         (double)metrics->calls_failed},
        {"stos_calls_devices_dropped_total", "counter",
         "Push subscriptions that were forgotten: gone, or logged out.",
         (double)metrics->devices_dropped},
        {"stos_mails_sent_total", "counter", "E-mails that the mail server took.",
         (double)metrics->mails_sent},
        {"stos_mails_failed_total", "counter", "E-mails that could not be sent.",
         (double)metrics->mails_failed},
        {"stos_store_up", "gauge", "1 while the store works.", !server->store_down},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        put_metric(writer, rows[i].name, rows[i].kind, rows[i].help, rows[i].value);
    put_refusals(writer, metrics);
    put_histogram(writer, "stos_commit_seconds", "Time that transactions took.", &metrics->commit);
    put_histogram(writer, "stos_request_seconds",
                  "Time from a request to its answer, commit included.", &metrics->request);
    put_histogram(writer, "stos_bot_seconds",
                  "Time from a bot's turn to its move, waiting included.", &metrics->bot);
    put_process(writer);
}
