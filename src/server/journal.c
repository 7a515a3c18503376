/*
 * journal.c - what the server tells its host: log lines as `name=value`, and numbers for Prometheus.
 *
 * No token, key, passphrase or message of a person is ever written here.
 */
#include "base/text.h"
#include "budget.h"
#include "host.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---------------------------------------------------------------- how much is written */

enum { EVENTS_MOST = 48, LINES_BURST = 200, LINES_A_SECOND = 20 };

/* Each kind of event has a bucket of lines, so that a flood of one kind neither fills the disk nor hides the others. */
static struct kind {
    char event[24];
    double lines;
    int64_t at_ms;
    uint64_t dropped;
} kinds[EVENTS_MOST];

static int least_level = SERVER_LOG_DEBUG;

static struct kind *kind_of(const char *event)
{
    struct kind *kind = kinds;
    for (; kind < kinds + EVENTS_MOST - 1 && *kind->event; kind++)
        if (strncmp(kind->event, event, sizeof kind->event - 1) == 0)
            return kind;
    if (!*kind->event) {
        *kind = (struct kind){.lines = LINES_BURST, .at_ms = server_now_ms()};
        snprintf(kind->event, sizeof kind->event, "%s", event);
    }
    return kind; /* the last one is shared by what does not fit */
}

static bool may_write(struct kind *kind, int64_t now_ms)
{
    double passed = now_ms > kind->at_ms ? (double)(now_ms - kind->at_ms) / 1000 : 0;
    kind->at_ms = now_ms;
    kind->lines += passed * LINES_A_SECOND;
    if (kind->lines > LINES_BURST)
        kind->lines = LINES_BURST;
    if (kind->lines >= 1) {
        kind->lines -= 1;
        return true;
    }
    kind->dropped++;
    return false;
}

/* ---------------------------------------------------------------- lines */

static void write_line(enum server_log_level level, int64_t now_ms, const char *event, const char *text)
{
    static const char *const words[] = {"error", "warning", "info", "debug"};
    char stamp[32];
    time_t seconds = (time_t)(now_ms / 1000);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
    fprintf(stderr, "time=%s.%03dZ level=%s event=%s%s%s\n", stamp, (int)(now_ms % 1000), words[level], event, *text ? " " : "", text);
}

static void note(enum server_log_level level, const char *event, const char *text)
{
    struct kind *kind = kind_of(event);
    int64_t now_ms = server_now_ms();
    if ((int)level > least_level || !may_write(kind, now_ms))
        return;
    if (kind->dropped > 0) {
        char more[64];
        snprintf(more, sizeof more, "kind=%s lines=%llu", kind->event, (unsigned long long)kind->dropped);
        kind->dropped = 0;
        write_line(SERVER_LOG_WARNING, now_ms, "left_out", more);
    }
    write_line(level, now_ms, event, text);
}

void server_log(const struct server *server, enum server_log_level level, const char *event, const char *format, ...)
{
    char text[512];
    va_list arguments;
    least_level = server->options->log_level;
    va_start(arguments, format);
    /* NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): va_start stands above */
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    note(level, event, text);
}

void server_log_foreign(enum server_log_level level, const char *source, const char *line)
{
    char text[400];
    stos_writer writer = stos_writer_on(text, sizeof text);
    text_put(&writer, "text=\"");
    for (; *line && *line != '\n' && writer.length < sizeof text - 8; line++)
        text_char(&writer, *line == '"' ? '\'' : (unsigned char)*line < ' ' || *line == 0x7f ? '?' : *line);
    text_char(&writer, '"');
    note(level, source, text);
}

/* ---------------------------------------------------------------- numbers */

static void put_metric(stos_writer *writer, const char *name, const char *kind, const char *help, double value)
{
    char number[32];
    snprintf(number, sizeof number, value == (double)(int64_t)value ? "%.0f" : "%.6f", value);
    const char *const parts[] = {"# HELP stos_", name, " ", help, "\n# TYPE stos_", name, " ", kind, "\nstos_", name, " ", number, "\n"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        text_put(writer, parts[i]);
}

void metrics_text(const struct server *server, stos_writer *writer)
{
    const struct metrics *metrics = &server->metrics;
    const struct {
        const char *name, *kind, *help;
        double value;
    } rows[] = {
        {"connections", "gauge", "WebSocket connections open now.", server->connection_count},
        {"connections_total", "counter", "WebSocket connections since the start.", (double)metrics->connections_total},
        {"tables", "gauge", "Tables in memory.", (double)server->table_count},
        {"requests_total", "counter", "Frames received.", (double)metrics->requests},
        {"refused_total", "counter", "Requests answered with an error.", (double)metrics->replies_refused},
        {"events_total", "counter", "Events written to logs of tables.", (double)metrics->events},
        {"commits_total", "counter", "Transactions committed.", (double)metrics->commits},
        {"commit_seconds_total", "counter", "Time spent in them.", metrics->commit_seconds},
        {"commit_seconds_max", "gauge", "The slowest.", metrics->commit_slowest},
        {"commit_failures_total", "counter", "Transactions that failed.", (double)metrics->commit_failures},
        {"conflicts_total", "counter", "Tables that somebody else had written to.", (double)metrics->conflicts},
        {"frames_sent_total", "counter", "Frames sent.", (double)metrics->frames_out},
        {"bytes_sent_total", "counter", "Bytes in them.", (double)metrics->bytes_out},
        {"bytes_received_total", "counter", "Bytes received.", (double)metrics->bytes_in},
        {"bot_moves_total", "counter", "Moves made by bots.", (double)metrics->bot_moves},
        {"thinking", "gauge", "Jobs of bots and passphrases waiting or under way.", (double)crew_load(server->workers)},
        {"closed_slow_total", "counter", "Connections closed because they did not read.", (double)metrics->closed_slow},
        {"closed_fast_total", "counter", "Connections closed because they asked too fast.", (double)metrics->closed_fast},
        {"http_requests_total", "counter", "HTTP requests.", (double)metrics->http_requests},
        {"http_refused_total", "counter", "HTTP requests refused because an address asked too much.", (double)metrics->http_refused},
        {"sockets", "gauge", "Sockets of all kinds open now.", server->sockets},
        {"sockets_refused_total", "counter", "Sockets closed at once: too many, of one address or in all.",
         (double)metrics->sockets_refused},
        {"wrong_codes_total", "counter", "Codes of tables that are none.", (double)metrics->wrong_codes},
        {"failed_logins_total", "counter", "Wrong passphrases.", (double)metrics->wrong_passphrases},
        {"parties", "gauge", "Addresses, people and tables whose use is counted now.", (double)budget_parties(server->budget)},
        {"logins_total", "counter", "Logins to accounts.", (double)metrics->logins},
        {"store_up", "gauge", "1 while the store works.", !server->store_down},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        put_metric(writer, rows[i].name, rows[i].kind, rows[i].help, rows[i].value);
}
