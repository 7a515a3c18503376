/*
 * log.c - the server's log for the host: lines of `name=value` (logfmt).
 *
 * No token, key, passphrase or message of a person is ever written here.
 */
#include "log.h"

#include "base/text.h"
#include "clock.h"
#include "core.h"
#include "limiter.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---------------------------------------------------------------- how much is written */

enum { EVENTS_MOST = 48, LINES_BURST = 200, LINES_A_SECOND = 20 };

/* Each kind of event has a bucket of lines, so that a flood of one kind neither fills the disk nor
 * hides the others. */
static struct kind {
    char event[24];
    struct limit_bucket lines;
    uint64_t dropped;
} kinds[EVENTS_MOST];

static int least_level = SERVER_LOG_DEBUG;

static struct kind *kind_of(const char *event)
{
    struct kind *kind = kinds;
    for (; kind < kinds + EVENTS_MOST - 1 && *kind->event; kind++)
        if (strncmp(kind->event, event, sizeof kind->event - 1) == 0)
            return kind;
    if (!*kind->event)
        snprintf(kind->event, sizeof kind->event, "%s", event);
    return kind; /* the last one is shared by what does not fit */
}

static bool may_write(struct kind *kind, int64_t now_ms)
{
    bool fits = limiter_fill(&kind->lines, LINES_BURST, LINES_A_SECOND, 1, (uint64_t)now_ms);
    kind->dropped += !fits;
    return fits;
}

/* ---------------------------------------------------------------- lines */

static void write_line(enum server_log_level level, int64_t now_ms, const char *event,
                       const char *text)
{
    static const char *const words[] = {"error", "warning", "info", "debug"};
    char stamp[32];
    time_t seconds = (time_t)(now_ms / 1000);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
    fprintf(stderr, "time=%s.%03dZ level=%s event=%s%s%s\n", stamp, (int)(now_ms % 1000),
            words[level], event, *text ? " " : "", text);
}

static void note(enum server_log_level level, const char *event, const char *text)
{
    struct kind *kind = kind_of(event);
    int64_t now_ms = server_now_ms();
    if ((int)level > least_level || !may_write(kind, now_ms))
        return;
    if (kind->dropped > 0) {
        char more[64];
        snprintf(more, sizeof more, "kind=%s lines=%llu", kind->event,
                 (unsigned long long)kind->dropped);
        kind->dropped = 0;
        write_line(SERVER_LOG_WARNING, now_ms, "left_out", more);
    }
    write_line(level, now_ms, event, text);
}

/* The first line of an untrusted text, in quotes that nothing in it can close. */
static void note_text(enum server_log_level level, const char *event, const char *name,
                      const char *text)
{
    char line[400];
    stos_writer writer = stos_writer_on(line, sizeof line);
    text_put(&writer, name);
    text_put(&writer, "=\"");
    for (; *text && *text != '\n' && writer.length < sizeof line - 8; text++)
        text_char(&writer,
                  *text == '"'                                      ? '\''
                      : (unsigned char)*text < ' ' || *text == 0x7f ? '?'
                                                                    : *text);
    text_char(&writer, '"');
    note(level, event, line);
}

void server_log(const struct server *server, enum server_log_level level, const char *event,
                const char *format, ...)
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

void server_log_text(const struct server *server, enum server_log_level level, const char *event,
                     const char *name, const char *text)
{
    least_level = server->options->log_level;
    note_text(level, event, name, text);
}

void server_log_foreign(enum server_log_level level, const char *source, const char *line)
{
    note_text(level, source, "text", line);
}
