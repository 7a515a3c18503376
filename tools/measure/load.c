/*
 * load.c - `stos-measure load`: plays whole games over real sockets and measures the server.
 *
 * Every table has a given number of people; each is a connection that says hello, opens or joins
 * its table, and plays random legal moves whenever it may, as fast as the rate allows. The latency
 * of a move is the time from sending it to its acknowledgement, which the server sends only after
 * the commit.
 */
#define _GNU_SOURCE /* memmem */

#include "bot/clock.h"
#include "measure.h"
#include "load_link.h"

#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    LATENCY_STEPS = 400000,
    LATENCY_UNIT_NS = 10000,
    PEOPLE_MOST = 6,
    OPENING = 200,
    AGAIN_NS = 250000000
};

struct load_table {
    char code[16];
    struct load_person *people;
    uint64_t next_ns; /* when the next move may be made there, whoever makes it */
};

struct load_person {
    struct load_link link;
    struct load *load;
    struct load_table *table;
    int seat;
    enum { SAYING_HELLO, WAITING_FOR_TABLE, JOINING, PLAYING } stage;
    uint64_t sent_ns; /* of the move under way; 0: none */
    char move[32];    /* to be made when the table's time has come; "" for none */
    char made[32];    /* the one under way, for when it cannot be kept */
    unsigned position;
    unsigned ref, move_ref, rematch_ref; /* of the last request, of the move under way, and of the
                                            last wish for another game */
    bool begun, wants_rematch;           /* wants it: to be asked for once more */
};

struct load {
    char host[128], rules[STOS_RULES_TEXT];
    int port, epoll, tables, people;
    double seconds, rate;
    bool json, cut_short;
    struct load_table *table;
    struct load_person *person;
    int person_count, opened, ready;
    stos_random random;
    uint64_t began_ns, moves, games, errors, closed, stale;
    uint32_t *latency; /* how many moves took so many units */
    uint64_t slowest_ns;
    char first_error[256];
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

/* ---------------------------------------------------------------- saying */

static void say(struct load_person *person, const char *verb, const char *members)
{
    char text[640];
    int length = snprintf(text, sizeof text, "{\"do\":\"%s\",\"ref\":\"%u\"%s%s}", verb,
                          ++person->ref, *members ? "," : "", members);
    load_link_send(&person->link, person->load->epoll, person, text, (size_t)length);
}

static void say_at_table(struct load_person *person, const char *verb, const char *members)
{
    char text[256];
    snprintf(text, sizeof text, "\"table\":\"%s\"%s%s", person->table->code, *members ? "," : "",
             members);
    say(person, verb, text);
}

static void make_table(struct load_person *person)
{
    char text[512];
    snprintf(text, sizeof text, "\"rules\":\"%s\",\"begin_when_full\":true,\"begin\":%s",
             person->load->rules, person->load->people == 1 ? "true" : "false");
    say(person, "create", text);
}

/* ---------------------------------------------------------------- understanding, by looking for
 * what matters */

static const char *find(const char *text, size_t length, const char *what)
{
    const char *found = memmem(text, length, what, strlen(what));
    return found ? found + strlen(what) : NULL;
}

static void note_error(struct load *load, const char *text, size_t length)
{
    load->errors++;
    if (!*load->first_error)
        snprintf(load->first_error, sizeof load->first_error, "%.*s",
                 (int)(length < 250 ? length : 250), text);
}

/* Chooses one of "moves":["a","b"], at random; false when there is none. */
static bool choose_move(struct load_person *person, const char *text, size_t length)
{
    const char *at = find(text, length, "\"moves\":["), *end = text + length;
    if (!at || *at == ']')
        return false;
    const char *stop = memchr(at, ']', (size_t)(end - at));
    unsigned count = 1;
    for (const char *c = at; c < stop; c++)
        count += *c == ',';
    for (unsigned skip = stos_random_below(&person->load->random, count); skip > 0; skip--)
        at = (const char *)memchr(at, ',', (size_t)(stop - at)) + 1;
    const char *quote = memchr(at + 1, '"', (size_t)(stop - at));
    snprintf(person->move, sizeof person->move, "%.*s", (int)(quote - at - 1), at + 1);
    return true;
}

/* A move that is a little late does not delay those after it. */
static void plan_next(const struct load *load, struct load_table *table, uint64_t now)
{
    uint64_t pause = load->rate > 0 ? (uint64_t)(1e9 * load->tables / load->rate) : 0;
    table->next_ns = (now - table->next_ns < pause ? table->next_ns : now) + pause;
}

static void make_move(struct load_person *person, uint64_t now)
{
    char members[96];
    snprintf(members, sizeof members, "\"position\":%u,\"move\":\"%s\"", person->position,
             person->move);
    person->sent_ns = now;
    plan_next(person->load, person->table, now);
    snprintf(person->made, sizeof person->made, "%s", person->move);
    *person->move = '\0';
    say_at_table(person, "move", members);
    person->move_ref = person->ref;
}

static void ask_for_rematch(struct load_person *person)
{
    person->wants_rematch = false;
    say_at_table(person, "rematch", "");
    person->rematch_ref = person->ref;
}

/* How it stands: plays if it may, asks for another game if this one is over. */
static void look(struct load_person *person, const char *text, size_t length)
{
    struct load *load = person->load;
    const char *position = find(text, length, "\"position\":");
    if (position)
        person->position = (unsigned)strtoul(position, NULL, 10);
    if (find(text, length, "\"phase\":\"over\"") && find(text, length, "\"what\":\"over\"")) {
        load->games += person->seat == 0;
        *person->move = '\0';
        ask_for_rematch(person);
        return;
    }
    if (!find(text, length, "\"moves\":["))
        return;
    *person->move = '\0';
    if (!choose_move(person, text, length) || person->sent_ns)
        return;
    uint64_t now = clock_nanoseconds();
    if (person->table->next_ns <= now)
        make_move(person, now);
}

static void join_others(struct load_person *person)
{
    struct load *load = person->load;
    person->stage = PLAYING;
    load->ready++;
    for (int i = 1; i < load->people; i++) {
        struct load_person *other = person->table->people + i;
        if (other->stage == WAITING_FOR_TABLE) {
            other->stage = JOINING;
            say_at_table(other, "join", "");
        }
    }
}

static void got_table(struct load_person *person, const char *text, size_t length)
{
    const char *code = find(text, length, "\"code\":\"");
    if (!code) {
        note_error(person->load, text, length);
        return;
    }
    if (person->seat == 0) {
        snprintf(person->table->code, sizeof person->table->code, "%.*s", 8, code);
        join_others(person);
    } else {
        person->stage = PLAYING;
        person->load->ready++;
    }
    look(person, text, length);
}

/* The store is down: nothing was done, and it is tried again in a moment, as people do. */
static bool must_try_again(struct load_person *person, const char *text, size_t length)
{
    if (!find(text, length, "\"error\":\"store_down\""))
        return false;
    person->table->next_ns = clock_nanoseconds() + AGAIN_NS;
    return true;
}

static void acknowledged(struct load_person *person, const char *text, size_t length, bool ok)
{
    struct load *load = person->load;
    uint64_t now = clock_nanoseconds();
    if (ok && person->sent_ns) {
        uint64_t took = now - person->sent_ns, unit = took / LATENCY_UNIT_NS;
        load->latency[unit < LATENCY_STEPS ? unit : LATENCY_STEPS - 1]++;
        if (took > load->slowest_ns)
            load->slowest_ns = took;
        load->moves++;
    } else if (!ok && find(text, length, "\"error\":\"stale\"")) {
        load->stale++;
    } else if (!ok) {
        note_error(load, text, length);
    }
    person->sent_ns = 0;
    if (!ok && !*person->move && must_try_again(person, text, length))
        snprintf(person->move, sizeof person->move, "%s", person->made);
    else if (!ok)
        look(person, text, length);
    else if (*person->move && person->table->next_ns <= now)
        make_move(person, now);
}

static void got(void *owner, char *text, size_t length)
{
    struct load_person *person = owner;
    bool reply = length > 7 && memcmp(text, "{\"ref\":", 7) == 0;
    if (!reply) {
        look(person, text, length);
        return;
    }
    bool ok = find(text, length < 80 ? length : 80, "\"ok\":true") != NULL;
    if (person->stage == SAYING_HELLO) {
        person->stage = WAITING_FOR_TABLE;
        if (!ok)
            note_error(person->load, text, length);
        else if (person->seat == 0)
            make_table(person);
        else if (*person->table->code) {
            person->stage = JOINING;
            say_at_table(person, "join", "");
        }
    } else if (person->stage != PLAYING) {
        got_table(person, text, length);
    } else if (person->sent_ns && strtoul(text + 8, NULL, 10) == person->move_ref) {
        acknowledged(person, text, length, ok);
    } else if (!ok) {
        note_error(person->load, text, length);
        if (strtoul(text + 8, NULL, 10) == person->rematch_ref)
            person->wants_rematch = must_try_again(person, text, length);
    }
}

/* ---------------------------------------------------------------- the loop */

static void service(struct load *load, struct epoll_event *event)
{
    struct load_person *person = event->data.ptr;
    if (!load_link_service(&person->link, load->epoll, person, event->events, got)) {
        load->closed++;
        load_link_close(&person->link);
        return;
    }
    if (person->link.open && !person->begun) {
        person->begun = true;
        say(person, "hello", "\"version\":1,\"program\":true,\"moves\":true");
    }
}

/* Opens a few connections at a time, so that the server is measured and not its backlog. */
static void open_more(struct load *load)
{
    int begun = 0;
    for (int i = 0; i < load->opened; i++)
        begun += load->person[i].stage == SAYING_HELLO;
    while (load->opened < load->person_count && begun++ < OPENING) {
        struct load_person *person = &load->person[load->opened++];
        if (!load_link_connect(&person->link, load->epoll, load->host, load->port, person))
            load->closed++;
    }
}

/* Moves whose time has come; without a rate, those that could not be kept. */
static void make_due_moves(struct load *load)
{
    uint64_t now = clock_nanoseconds();
    for (int i = 0; (load->rate > 0 || load->errors > 0) && i < load->opened; i++) {
        struct load_person *person = &load->person[i];
        if (person->wants_rematch && person->table->next_ns <= now)
            ask_for_rematch(person);
        if (*person->move && !person->sent_ns && person->table->next_ns <= now)
            make_move(person, now);
    }
}

static void turn(struct load *load, int wait_ms)
{
    struct epoll_event events[512];
    int count = epoll_wait(load->epoll, events, 512, wait_ms);
    for (int i = 0; i < count; i++)
        service(load, &events[i]);
}

static bool open_all(struct load *load)
{
    uint64_t limit = clock_nanoseconds() + 120000000000u;
    while (load->ready < load->person_count && !interrupted && clock_nanoseconds() < limit &&
           load->closed == 0) {
        if (load->opened < load->person_count)
            open_more(load);
        turn(load, 20);
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\r%d/%d", load->ready, load->person_count);
    }
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    return load->ready == load->person_count;
}

static void clear_numbers(struct load *load)
{
    load->moves = load->games = load->stale = load->slowest_ns = 0;
    memset(load->latency, 0, LATENCY_STEPS * sizeof *load->latency);
    load->began_ns = clock_nanoseconds();
}

static void play(struct load *load)
{
    clear_numbers(load);
    uint64_t end = load->began_ns + (uint64_t)(load->seconds * 1e9);
    while (clock_nanoseconds() < end && !(load->cut_short = interrupted)) {
        turn(load, 2);
        make_due_moves(load);
    }
}

/* ---------------------------------------------------------------- what was measured */

static double percentile(const struct load *load, double share)
{
    uint64_t wanted = (uint64_t)((double)load->moves * share), seen = 0;
    for (int i = 0; i < LATENCY_STEPS; i++)
        if ((seen += load->latency[i]) > wanted)
            return (i + 1) * (LATENCY_UNIT_NS / 1e6);
    return (double)load->slowest_ns / 1e6;
}

static void report(const struct load *load)
{
    double seconds = (double)(clock_nanoseconds() - load->began_ns) / 1e9,
           slowest = (double)load->slowest_ns / 1e6;
    if (load->json) {
        json_t *json = json_pack(
            "{s:i,s:i,s:f,s:b,s:I,s:f,s:I,s:f,s:f,s:f,s:I,s:I,s:I}", "tables", load->tables,
            "connections", load->person_count, "seconds", seconds, "interrupted", load->cut_short,
            "moves", (json_int_t)load->moves, "moves_per_second", (double)load->moves / seconds,
            "games", (json_int_t)load->games, "p50_ms", percentile(load, 0.5), "p99_ms",
            percentile(load, 0.99), "max_ms", slowest, "errors", (json_int_t)load->errors, "closed",
            (json_int_t)load->closed, "stale", (json_int_t)load->stale);
        json_dumpf(json, stdout, JSON_REAL_PRECISION(6));
        putchar('\n');
        json_decref(json);
        return;
    }
    printf("%d tables, %d connections, %.1f s\n", load->tables, load->person_count, seconds);
    printf("moves    %.0f/s, each acknowledged after its commit (%llu in all, %llu games)\n",
           (double)load->moves / seconds, (unsigned long long)load->moves,
           (unsigned long long)load->games);
    printf("latency  p50 %.1f ms, p99 %.1f ms, max %.1f ms\n", percentile(load, 0.5),
           percentile(load, 0.99), slowest);
    printf("errors   %llu, connections lost %llu\n", (unsigned long long)load->errors,
           (unsigned long long)load->closed);
    if (*load->first_error)
        printf("         %s\n", load->first_error);
}

/* ---------------------------------------------------------------- the command */

static bool set_up(struct load *load)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    load->person_count = load->tables * load->people;
    load->table = calloc((size_t)load->tables, sizeof *load->table);
    load->person = calloc((size_t)load->person_count, sizeof *load->person);
    load->latency = calloc(LATENCY_STEPS, sizeof *load->latency);
    load->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (!load->table || !load->person || !load->latency || load->epoll < 0)
        return false;
    for (int i = 0; i < load->person_count; i++) {
        struct load_table *table = &load->table[i / load->people];
        load->person[i] = (struct load_person){
            .load = load, .table = table, .seat = i % load->people, .link.fd = -1};
        if (i % load->people == 0)
            table->people = &load->person[i];
    }
    return true;
}

static void tear_down(struct load *load)
{
    for (int i = 0; load->person && i < load->person_count; i++)
        load_link_close(&load->person[i].link);
    free(load->person);
    free(load->table);
    free(load->latency);
    if (load->epoll >= 0)
        close(load->epoll);
}

static bool parse_address(struct load *load, const char *text)
{
    bool read = sscanf(text, "ws://%127[^:/]:%d", load->host, &load->port) == 2 ||
        sscanf(text, "http://%127[^:/]:%d", load->host, &load->port) == 2;
    if (read && load->port > 0 && load->port <= 65535)
        return true;
    complain(EXIT_USAGE, "'%s' is not an address: use something like http://127.0.0.1:8098", text);
    return false;
}

struct load_options {
    const char *rules; /* NULL: THE GAME for that many */
    int tables, people, seconds, rate;
    uint64_t seed;
    bool json;
};

/* With rules, `people` has to fit them, if it was given. */
static bool choose_rules(struct load *load, const char *rules, bool people_given)
{
    stos_rules parsed;
    if (rules)
        snprintf(load->rules, sizeof load->rules, "%s", rules);
    else
        snprintf(load->rules, sizeof load->rules, "thegame(players=%d)", load->people);
    if (!parse_rules(load->rules, &parsed))
        return false;
    int seats = stos_rules_seats(&parsed);
    bool fits = !people_given || seats == load->people;
    if (!fits)
        complain(EXIT_USAGE, "--people %d does not fit %s; leave it out", load->people,
                 load->rules);
    load->people = seats;
    return fits;
}

static int make_load(const struct command *command, int argc, char **argv)
{
    struct load_options options;
    struct command_line line;
    if (!command_read(command, argc, argv, &options, &line))
        return EXIT_USAGE;
    struct load load = {.tables = options.tables,
                        .people = options.people,
                        .seconds = options.seconds,
                        .rate = options.rate,
                        .random = stos_random_from(options.seed),
                        .json = options.json,
                        .epoll = -1};
    if (!choose_rules(&load, options.rules, option_was_given(&line, "people")) ||
        !parse_address(&load, line.count ? line.words[0] : "http://127.0.0.1:8098"))
        return EXIT_USAGE;
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    int code = EXIT_BROKEN;
    if (!set_up(&load))
        complain(EXIT_BROKEN, "not enough memory for so many connections");
    else if (!open_all(&load) && interrupted)
        complain(EXIT_BROKEN, "interrupted");
    else if (load.ready < load.person_count)
        complain(EXIT_BROKEN, "only %d of %d connections came to their tables: %s", load.ready,
                 load.person_count,
                 *load.first_error ? load.first_error
                                   : "is the server running, and does it allow so many "
                                     "(--max-connections, --max-rate)?");
    else {
        play(&load);
        if (load.cut_short)
            complain(EXIT_BROKEN, "interrupted; this is what is known so far");
        report(&load);
        code = load.cut_short ? EXIT_BROKEN : load.errors + load.closed > 0 ? EXIT_NO : EXIT_GOOD;
    }
    tear_down(&load);
    return code;
}

static void set_defaults(void *at)
{
    *(struct load_options *)at =
        (struct load_options){.tables = 100, .people = 2, .seconds = 10, .seed = 1};
}

#define PLACE(member) offsetof(struct load_options, member)

static const struct option_row options_of_load[] = {
    {.name = "tables",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(tables),
     .low = 1,
     .high = 100000,
     .help = "tables at once"},
    {.name = "people",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(people),
     .low = 1,
     .high = PEOPLE_MOST,
     .help = "connections at each, one for each seat"},
    {.name = "rules",
     .value = "RULES",
     .kind = OPTION_RULES,
     .at = PLACE(rules),
     .fallback = "THE GAME for that many",
     .help = "what they play"},
    {.name = "seconds",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(seconds),
     .low = 1,
     .high = 86400,
     .help = "how long to measure, after all are seated"},
    {.name = "rate",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(rate),
     .high = 10000000,
     .fallback = "as fast as the server answers",
     .help = "moves a second in all"},
    {.name = "seed",
     .value = "N",
     .kind = OPTION_COUNT,
     .at = PLACE(seed),
     .high = UINT64_MAX,
     .help = "of the moves"},
    {.name = "json", .kind = OPTION_FLAG, .at = PLACE(json), .help = "print JSON"},
    {0},
};

const struct command command_load = {
    .name = "load",
    .arguments = "[http://HOST:PORT] [--tables N] [--people N] [--seconds N]",
    .summary = "play whole games over real sockets and measure a server",
    .options = options_of_load,
    .notes = "The server has to allow it: `stos serve --max-rate 100000 --max-burst 100000`.\n"
             "Exit code 1 when a request was refused or a connection lost.",
    .most = 1,
    .wanted = "load takes one server",
    .size = sizeof(struct load_options),
    .set_defaults = set_defaults,
    .run = make_load,
};
