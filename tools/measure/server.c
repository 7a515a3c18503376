/*
 * server.c - `stos-measure server`: how many hints per second the server relays, compared with
 * a bare echo server on the same library, in one run, with the same frame size and number of
 * connections.
 *
 * A hint is the one request that is not stored, so it measures the server itself: reading the
 * frame, finding person and table, notifying those present, answering. Both servers are child
 * processes on real sockets; each connection sends its next frame when the last one has been
 * answered.
 */
#include "measure.h"

#include "bot/clock.h"
#include "load_link.h"
#include "server/server.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINKS = 100, FRAME_BYTES = 100, PORT_LINE = 64 };

struct hint_link {
    struct load_link link;
    struct measure *measure;
    enum { OPENING, SAYING_HELLO, MAKING, RUNNING } stage;
    unsigned ref;
    char code[16];
};

struct measure {
    int epoll, ready;
    bool hints, counting;
    uint64_t answers;
    struct hint_link link[LINKS];
};

/* ---------------------------------------------------------------- the two servers */

/* The address comes through standard output of the child. */
static pid_t start_server(bool echo, int *port)
{
    int pipes[2];
    char line[PORT_LINE] = "";
    if (pipe(pipes) != 0)
        return -1;
    pid_t child = fork();
    if (child == 0) {
        char message[256];
        struct server_options options = server_defaults();
        options.store = ":memory:";
        options.port = 0;
        options.max_rate = options.max_burst = 1000000;
        options.log_level = SERVER_LOG_ERROR;
        dup2(pipes[1], STDOUT_FILENO);
        if (echo)
            echo_run(pipes[1]);
        else
            server_run(&options, message, sizeof message);
        _exit(0);
    }
    close(pipes[1]);
    ssize_t length = child > 0 ? read(pipes[0], line, sizeof line - 1) : 0;
    const char *colon = length > 0 ? strrchr(line, ':') : NULL;
    *port = colon ? (int)strtol(colon + 1, NULL, 10) : 0;
    close(pipes[0]);
    return child;
}

/* ---------------------------------------------------------------- the connections */

static void send_next(struct hint_link *link)
{
    char text[FRAME_BYTES + 64];
    int length;
    link->ref++;
    if (link->measure->hints)
        length = snprintf(
            text, sizeof text,
            "{\"do\":\"hint\",\"ref\":\"%u\",\"table\":\"%s\",\"pile\":\"U1\",\"hint\":\"%s\"",
            link->ref, link->code, link->ref % 2 ? "leave_2" : "leave_1");
    else
        length = snprintf(text, sizeof text, "{\"echo\":\"%u\"", link->ref);
    while (length < FRAME_BYTES - 1)
        text[length++] = ' ';
    text[length++] = '}';
    load_link_send(&link->link, link->measure->epoll, link, text, (size_t)length);
}

static void send_text(struct hint_link *link, const char *text)
{
    load_link_send(&link->link, link->measure->epoll, link, text, strlen(text));
}

static void got(void *owner, char *text, size_t length)
{
    struct hint_link *link = owner;
    struct measure *measure = link->measure;
    bool reply = !measure->hints || (length > 7 && memcmp(text, "{\"ref\":", 7) == 0);
    if (!reply)
        return;
    if (link->stage == SAYING_HELLO) {
        link->stage = MAKING;
        send_text(link,
                  "{\"do\":\"create\",\"ref\":\"t\",\"rules\":\"thegame(players=2,start=0)\","
                  "\"seats\":[\"me\",\"bot:steady\"],\"begin\":true}");
    } else if (link->stage == MAKING) {
        char *code = strstr(text, "\"code\":\"");
        snprintf(link->code, sizeof link->code, "%.*s", 8, code ? code + 8 : "");
        link->stage = RUNNING;
        measure->ready++;
    } else {
        measure->answers++;
        if (measure->counting)
            send_next(link);
    }
}

static void turn(struct measure *measure)
{
    struct epoll_event events[LINKS];
    int count = epoll_wait(measure->epoll, events, LINKS, 10);
    for (int i = 0; i < count; i++) {
        struct hint_link *link = events[i].data.ptr;
        if (!load_link_service(&link->link, measure->epoll, link, events[i].events, got))
            load_link_close(&link->link);
        if (link->stage == OPENING && link->link.open) {
            link->stage = measure->hints ? SAYING_HELLO : RUNNING;
            measure->ready += !measure->hints;
            if (measure->hints)
                send_text(link, "{\"do\":\"hello\",\"ref\":\"h\",\"version\":1}");
        }
    }
}

/* Round trips a second; 0 when it did not come about. */
static double measure_one(bool hints, int port, double seconds)
{
    static struct measure measure;
    measure = (struct measure){.hints = hints, .epoll = epoll_create1(EPOLL_CLOEXEC)};
    for (int i = 0; i < LINKS; i++) {
        measure.link[i] = (struct hint_link){.measure = &measure, .link.fd = -1};
        load_link_connect(&measure.link[i].link, measure.epoll, "127.0.0.1", port,
                          &measure.link[i]);
    }
    for (double end = clock_seconds() + 20; measure.ready < LINKS && clock_seconds() < end;)
        turn(&measure);
    double rate = 0;
    if (measure.ready == LINKS) {
        double began = clock_seconds();
        measure.counting = true;
        for (int i = 0; i < LINKS; i++)
            send_next(&measure.link[i]);
        while (clock_seconds() < began + seconds)
            turn(&measure);
        rate = (double)measure.answers / (clock_seconds() - began);
    }
    for (int i = 0; i < LINKS; i++)
        load_link_close(&measure.link[i].link);
    close(measure.epoll);
    return rate;
}

static double run_server(bool hints, double seconds)
{
    int port;
    pid_t child = start_server(!hints, &port);
    double rate = child > 0 && port > 0 ? measure_one(hints, port, seconds) : 0;
    if (child > 0) {
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
    }
    return rate;
}

static int measure(const struct command *command, int argc, char **argv)
{
    struct measure_options options;
    struct command_line line;
    if (!command_read(command, argc, argv, &options, &line))
        return EXIT_USAGE;
    double echo = run_server(false, options.seconds), hints = run_server(true, options.seconds);
    if (echo <= 0 || hints <= 0)
        return complain(EXIT_BROKEN, "the servers to measure did not start");
    if (options.json) {
        json_t *found =
            json_pack("{s:i,s:i,s:f,s:f,s:f}", "connections", LINKS, "bytes", FRAME_BYTES,
                      "echo_per_second", echo, "hints_per_second", hints, "share", hints / echo);
        json_dumpf(found, stdout, JSON_REAL_PRECISION(6));
        putchar('\n');
        json_decref(found);
        return EXIT_GOOD;
    }
    printf("bare echo  %.0f frames/s on %d connections, %d bytes each\n", echo, LINKS, FRAME_BYTES);
    printf("hints      %.0f frames/s answered: %.0f %% of the echo\n", hints, 100 * hints / echo);
    return EXIT_GOOD;
}

const struct command command_server = {
    .name = "server",
    .arguments = "[--seconds N] [--json]",
    .summary = "frames a second of a server, beside a bare echo",
    .options = measure_option_rows,
    .wanted = "server takes no words",
    .size = sizeof(struct measure_options),
    .set_defaults = measure_set_defaults,
    .run = measure,
};
