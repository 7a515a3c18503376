/*
 * solve.c - `stos solve 'lie(players=2)'`: an equilibrium of one round, with its
 * exploitability.
 *
 * Reads what is to be solved, iterates until it is good enough or the time is up, and prints the
 * result. When exploitability is measured depends only on the number of iterations, so a run that
 * stops at a measurement (--until, --iterations) gives the same result for any number of threads
 * and any number of interruptions.
 */
#include "cli/solve/solve.h"
#include "solve_show.h"

#include "bot/clock.h"
#include "bot/lie/table.h"
#include "cli/command/cli.h"
#include "solve/lie/cfr.h"
#include "solve/lie/export.h"
#include "solve/lie/save.h"

#include <errno.h>
#include <jansson.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A run: what is being solved, what was measured last. */
struct lie_run {
    const struct solve_options *options;
    const atomic_bool *interrupted;
    struct lie_round_rules round;
    uint64_t memory_mib;
    double until; /* 0: no such limit */
    struct lie_solver solver;
    struct lie_gap gap;
    struct lie_gap written; /* of the table, after pruning */
    size_t written_bytes;
    uint32_t measured, first; /* iterations: at the last measure, at the start of this run */
    double start, shown;
    double saved, save_cost;  /* when the run was last saved, and how long that took */
    bool terminal, cut_short; /* cut short: interrupted before a limit was reached */
};

/* A run is saved so often, and so that saving takes a small part of the time. */
enum { SAVE_SECONDS = 5, SAVE_SHARE = 20 };

/* ---------------------------------------------------------------- options */

static bool read_cards(const char *text, uint8_t cards[2])
{
    bool good = strlen(text) == 3 && text[0] >= '1' && text[0] <= '5' && text[1] == ',' &&
        text[2] >= '1' && text[2] <= '5';
    if (good) {
        cards[0] = (uint8_t)(text[0] - '0');
        cards[1] = (uint8_t)(text[2] - '0');
    } else {
        complain(EXIT_USAGE,
                 _("--cards takes the cards of the opener and of the other player, such as 1,2, "
                   "not '%s'"),
                 text);
    }
    return good;
}

/* The bids of --without; complains about one that does not exist or cannot be left out. */
static bool read_left_out(const char *text, struct lie_round_rules *round)
{
    for (const char *at = text; at; at = at[3] == ',' ? at + 4 : NULL) {
        bool good = at[0] >= '1' && at[0] <= '9' && at[1] == 'x' && at[2] >= '1' && at[2] <= '6' &&
            (at[3] == ',' || at[3] == '\0');
        int count = good ? at[0] - '0' : 0, face = good ? at[2] - '0' : 0,
            rank = lie_round_rank(round, count, face);
        if (!good || count > round->cards[0] + round->cards[1] ||
            rank == lie_round_highest(round)) {
            complain(EXIT_USAGE,
                     _("--without takes bids of this round below the highest one, such as 3x1,4x1, "
                       "not '%s'"),
                     text);
            return false;
        }
        if (rank < LIE_ROUND_RANKS) /* larger rounds are refused anyway */
            round->left_out |= UINT32_C(1) << rank;
    }
    return true;
}

/* The round that the options mean; complains if there is none. */
static int plan_run(struct lie_run *run)
{
    enum { USUAL_MEMORY = 10240 };
    const struct solve_options *options = run->options;
    const int8_t *option = options->rules.value;
    if (stos_rules_seats(&options->rules) != 2)
        return complain(EXIT_USAGE, "%s",
                        _("rounds of lie are solved between two players; say 'lie(players=2)'"));
    if (options->high_wild && !options->dice)
        return complain(EXIT_USAGE, "%s", _("--high-wild goes with --dice"));
    if (options->dice && (options->out || options->faces || options->forget))
        return complain(
            EXIT_USAGE, "%s",
            _("--dice is a check of the solver; --out, --faces and --forget are for cards"));
    if (!read_cards(options->cards, run->round.cards))
        return EXIT_USAGE;
    run->round.dice = options->dice;
    run->round.faces_only = options->faces;
    run->round.by_count = option[STOS_LIE_ORDER] == STOS_LIE_ORDER_COUNT;
    run->round.stays_wild = options->high_wild;
    if (!read_left_out(options->without, &run->round))
        return EXIT_USAGE;
    run->round.wild_face =
        options->high_wild ? STOS_LIE_FACES : option[STOS_LIE_ONES] == STOS_LIE_ONES_WILD;
    run->memory_mib = options->memory_mib ? options->memory_mib : USUAL_MEMORY;
    run->until = options->until == 0 && options->minutes == 0 && options->iterations == 0
        ? 1e-4
        : options->until;
    return EXIT_GOOD;
}

/* ---------------------------------------------------------------- files */

static int explain_save(enum lie_save_error error, const char *path)
{
    switch (error) {
    case LIE_SAVE_OK: return EXIT_GOOD;
    case LIE_SAVE_BROKEN:
        return complain(EXIT_BROKEN, _("cannot write %s: %s"), path, strerror(errno));
    case LIE_SAVE_FOREIGN:
        return complain(EXIT_BROKEN, _("%s is not a saved run of `stos solve`"), path);
    case LIE_SAVE_OTHER:
        return complain(EXIT_BROKEN, _("%s is of another round or algorithm"), path);
    default: return complain(EXIT_BROKEN, _("%s is damaged"), path);
    }
}

static int restore_run(struct lie_run *run)
{
    const char *path = run->options->resume;
    FILE *file = path ? fopen(path, "rb") : NULL;
    if (!file)
        return !path || errno == ENOENT
            ? EXIT_GOOD
            : complain(EXIT_BROKEN, _("cannot read %s: %s"), path, strerror(errno));
    enum lie_save_error error = lie_restore(&run->solver, file);
    fclose(file);
    run->first = run->solver.iterations;
    return explain_save(error, path);
}

/* Beside the file and then over it: either the old or the new one is there whole. */
static int save_run(struct lie_run *run)
{
    const char *path = run->options->resume;
    char beside[4096];
    if (!path || run->solver.iterations == run->first)
        return EXIT_GOOD;
    snprintf(beside, sizeof beside, "%s.new", path);
    FILE *file = fopen(beside, "wb");
    bool good = file && lie_save(&run->solver, file) == LIE_SAVE_OK && fflush(file) == 0 &&
        fsync(fileno(file)) == 0;
    good = file && fclose(file) == 0 && good && rename(beside, path) == 0;
    int code = explain_save(good ? LIE_SAVE_OK : LIE_SAVE_BROKEN, path);
    if (file && !good)
        remove(beside); /* half a run would fill the disk for nothing */
    return code;
}

/* Now and then, so that a run that is killed does not begin anew. */
static void save_in_time(struct lie_run *run)
{
    double now = clock_seconds();
    if (!run->options->resume || now - run->saved < SAVE_SECONDS + SAVE_SHARE * run->save_cost)
        return;
    save_run(run);
    run->saved = clock_seconds();
    run->save_cost = run->saved - now;
}

/* Whether a file can be written there at all, to be known before hours of work. */
static int check_place(const char *path)
{
    char beside[4096];
    struct stat there;
    if (!path || (lstat(path, &there) == 0 && !S_ISREG(there.st_mode)))
        return EXIT_GOOD;
    snprintf(beside, sizeof beside, "%s.new", path);
    FILE *file = fopen(beside, "ab");
    if (!file)
        return explain_save(LIE_SAVE_BROKEN, path);
    fclose(file);
    remove(beside);
    return EXIT_GOOD;
}

/* The bytes of the table that is there already; *old stays NULL when there is none. */
static int read_old_table(const char *path, char **old, size_t *length)
{
    enum { MOST_BYTES = 64 << 20 };
    struct solved_rounds table;
    if (access(path, F_OK) != 0)
        return EXIT_GOOD;
    *old = read_file(path, MOST_BYTES, length);
    enum solved_rounds_error error =
        *old ? solved_rounds_open(&table, *old, *length) : SOLVED_ROUNDS_MISSING;
    if (*old && error != SOLVED_ROUNDS_OK)
        complain(EXIT_BROKEN, "%s: %s", path, _(solved_rounds_error_text(error)));
    return error == SOLVED_ROUNDS_OK ? EXIT_GOOD : EXIT_BROKEN;
}

static int write_table(struct lie_run *run, struct lie_strategy *strategy, const char *old,
                       size_t length)
{
    const struct solve_options *options = run->options;
    if (!lie_prune(strategy, options->prune) ||
        !lie_measure(strategy, options->threads, &run->written))
        return complain(EXIT_BROKEN, "%s", _("out of memory"));
    struct lie_gap known = {.value = run->gap.value, .exploitability = run->written.exploitability};
    struct lie_bytes bytes = lie_export(strategy, &known, (const uint8_t *)old, length);
    int code = bytes.failed ? complain(EXIT_BROKEN, "%s", _("out of memory")) : EXIT_GOOD;
    if (code == EXIT_GOOD && !write_file(options->out, (const char *)bytes.at, bytes.length))
        code = EXIT_BROKEN;
    run->written_bytes = code == EXIT_GOOD ? bytes.length : 0;
    free(bytes.at);
    return code;
}

/* What is wrong with the places to write to, before the work begins. */
static int check_files(const struct solve_options *options)
{
    char *old = NULL;
    size_t length = 0;
    int code = check_place(options->resume);
    if (code == EXIT_GOOD)
        code = check_place(options->out);
    if (code == EXIT_GOOD && options->out)
        code = read_old_table(options->out, &old, &length);
    free(old);
    return code;
}

/* Writes what was found into the table --out, beside the rounds that it holds. The average is
 * pruned on the way. */
static int export_run(struct lie_run *run)
{
    struct lie_strategy faces = {0};
    char *old = NULL;
    size_t length = 0;
    if (!run->options->out)
        return EXIT_GOOD;
    int code = read_old_table(run->options->out, &old, &length);
    if (code == EXIT_GOOD && run->options->forget &&
        !lie_forget_cards(&run->solver.average, &faces))
        code = complain(EXIT_BROKEN, "%s", _("out of memory"));
    if (code == EXIT_GOOD)
        code = write_table(run, run->options->forget ? &faces : &run->solver.average, old, length);
    lie_strategy_close(&faces);
    free(old);
    return code;
}

/* ---------------------------------------------------------------- while it runs */

/* The measures are at 8, 18, 32, ... iterations, each a third and 8 more than the one before; of
 * large rounds at 32, 64, ... */
static uint32_t next_measure(const struct lie_run *run, uint32_t iterations)
{
    bool large = run->solver.average.round.ranks > 18;
    uint32_t next = large ? 32 : 8;
    while (next <= iterations)
        next += large ? next : next / 3 + 8;
    return next;
}

/* How much of the way is done, by whichever limit is nearest. */
static double progress(const struct lie_run *run, double now)
{
    const struct solve_options *options = run->options;
    double share = 0,
           spent = options->minutes > 0 ? (now - run->start) / (60 * options->minutes) : 0;
    if (options->iterations)
        share = (double)run->solver.iterations / (double)options->iterations;
    if (run->until > 0 && run->measured && run->gap.exploitability < 1) {
        double left = run->until /
            run->gap
                .exploitability; /* exploitability falls about as the square of the iterations */
        share = left > share * share ? left : share;
    }
    share = spent > share ? spent : share;
    return share < 1 ? share : 1;
}

static void show_progress(struct lie_run *run)
{
    enum { WIDTH = 30 };
    double now = clock_seconds();
    if (!run->terminal || now - run->shown < 0.2)
        return;
    char bar[WIDTH + 1];
    memset(bar, '.', WIDTH);
    memset(bar, '#', (size_t)(progress(run, now) * WIDTH));
    bar[WIDTH] = '\0';
    fputc('\r', stderr);
    fprintf(stderr, _("[%s] %u iterations, exploitability %.2g, %.0f s   "), bar,
            run->solver.iterations, run->measured ? run->gap.exploitability : 1.0,
            now - run->start);
    run->shown = now;
}

static bool measure(struct lie_run *run)
{
    if (run->measured == run->solver.iterations && run->measured > 0)
        return true;
    run->measured = run->solver.iterations;
    return lie_measure(&run->solver.average, run->options->threads, &run->gap);
}

static bool is_done(const struct lie_run *run)
{
    const struct solve_options *options = run->options;
    bool fresh = run->measured == run->solver.iterations && run->measured > 0;
    return (run->until > 0 && fresh && run->gap.exploitability <= run->until) ||
        (options->iterations && run->solver.iterations >= options->iterations) ||
        (options->minutes > 0 && clock_seconds() - run->start >= 60 * options->minutes);
}

static bool iterate(struct lie_run *run)
{
    uint32_t begin = run->solver.iterations, next = next_measure(run, begin);
    bool good = begin == 0 || next_measure(run, begin - 1) != begin ||
        measure(run); /* a run that had stopped there stops there again */
    while (good && !is_done(run) && !(run->cut_short = atomic_load(run->interrupted))) {
        good = lie_solver_step(&run->solver, run->options->threads);
        if (good && run->solver.iterations == next) {
            good = measure(run);
            next = next_measure(run, next);
        }
        show_progress(run);
        save_in_time(run);
    }
    if (run->terminal)
        fputs("\r\033[K", stderr);
    return good && measure(run);
}

/* ---------------------------------------------------------------- results */

static double information_sets(const struct lie_round *round)
{
    double histories = (double)((uint64_t)1 << round->ranks);
    return histories / 2 * (round->side[0].classes + round->side[1].classes) +
        round->side[0].deals + round->side[1].deals;
}

static void print_json(const struct lie_run *run, double seconds)
{
    const struct solve_options *options = run->options;
    const struct lie_round *round = &run->solver.average.round;
    char rules[STOS_RULES_TEXT];
    stos_rules_text(&options->rules, rules);
    json_t *json = json_pack(
        "{s:s,s:[ii],s:b,s:b,s:b,s:s,s:I,s:b,s:f,s:f,s:f,s:f,s:f,s:[ff]}", "rules", rules, "cards",
        run->round.cards[0], run->round.cards[1], "dice", run->round.dice, "high_wild",
        options->high_wild, "faces_only", run->round.faces_only, "algorithm",
        options->algorithm == LIE_DCFR ? "dcfr" : "cfr+", "iterations",
        (json_int_t)run->solver.iterations, "interrupted", run->cut_short, "seconds", seconds,
        "memory_mib", (double)lie_solver_size(round) / 1048576, "information_sets",
        information_sets(round), "value", run->gap.value, "exploitability", run->gap.exploitability,
        "best", run->gap.best[0], run->gap.best[1]);
    if (json && options->without)
        json_object_set_new(json, "without", json_string(options->without));
    if (json && run->written_bytes)
        json_object_set_new(json, "table",
                            json_pack("{s:I,s:f}", "bytes", (json_int_t)run->written_bytes,
                                      "exploitability", run->written.exploitability));
    char *text = json_dumps(json, JSON_REAL_PRECISION(10));
    puts(text ? text : "{}");
    free(text);
    json_decref(json);
}

static void print_text(const struct lie_run *run, double seconds)
{
    const struct solve_options *options = run->options;
    const struct lie_round *round = &run->solver.average.round;
    char rules[STOS_RULES_TEXT];
    stos_rules_text(&options->rules, rules);
    if (options->high_wild) /* which rules of cards cannot say */
        printf(_("%d against %d dice, sixes wild\n"), run->round.cards[0], run->round.cards[1]);
    else
        printf(run->round.dice ? _("%s, %d against %d dice\n") : _("%s, %d against %d cards\n"),
               rules, run->round.cards[0], run->round.cards[1]);
    if (options->without)
        printf(_("  without %s\n"), options->without);
    printf(_("  value for the opener %+.6f, so it wins %.2f %% of the rounds\n"), run->gap.value,
           50 + 50 * run->gap.value);
    printf(_("  exploitability %.2e (half of what the best answers to both sides win; the value is "
             "right within it)\n"),
           run->gap.exploitability);
    printf(_("  %u iterations, %.1f s, %.0f information sets, %.0f MiB\n"), run->solver.iterations,
           seconds, information_sets(round), (double)lie_solver_size(round) / 1048576);
}

/* For people: the numbers, the strategy if wanted, and last what the table lost; for programs all
 * at once. */
static int finish_run(struct lie_run *run, double seconds)
{
    const struct solve_options *options = run->options;
    int code = save_run(run);
    if (run->cut_short)
        complain(EXIT_BROKEN, "%s", _("interrupted; this is what is known so far"));
    if (!options->json)
        print_text(run, seconds);
    if (!options->json && options->show && !solve_lie_show(&run->solver.average))
        code = complain(EXIT_BROKEN, "%s", _("out of memory"));
    if (code == EXIT_GOOD)
        code = export_run(run);
    if (options->json)
        print_json(run, seconds);
    else if (run->written_bytes)
        printf(_("  table %s: %zu bytes in all; as written there, the exploitability of this round "
                 "is %.2e\n"),
               options->out, run->written_bytes, run->written.exploitability);
    return code == EXIT_GOOD && run->cut_short ? EXIT_BROKEN : code;
}

static int open_run(struct lie_run *run)
{
    const struct solve_options *options = run->options;
    struct lie_round round;
    enum lie_round_error error = lie_round_open(&round, &run->round);
    double mib = error == LIE_ROUND_OK ? (double)lie_solver_size(&round) / 1048576 : 0;
    lie_round_close(&round);
    if (error == LIE_ROUND_TOO_LARGE)
        return complain(EXIT_USAGE, "%s",
                        _("rounds with more than four cards are too large to be solved so"));
    if (mib > (double)run->memory_mib)
        return complain(
            EXIT_USAGE,
            _("this round takes %.0f MiB of memory; --memory allows %llu (--faces takes less)"),
            mib, (unsigned long long)run->memory_mib);
    if (error != LIE_ROUND_OK ||
        lie_solver_open(&run->solver, &run->round, (enum lie_algorithm)options->algorithm) !=
            LIE_ROUND_OK)
        return complain(EXIT_BROKEN, "%s", _("out of memory"));
    return EXIT_GOOD;
}

int solve_round(const struct solve_options *options, const atomic_bool *interrupted)
{
    double now = clock_seconds();
    struct lie_run run = {.options = options,
                          .interrupted = interrupted,
                          .terminal = isatty(STDERR_FILENO) != 0,
                          .start = now,
                          .saved = now};
    int code = plan_run(&run);
    if (code != EXIT_GOOD)
        return code;
    if (options->match)
        return solve_match(&options->rules, options->match, options->json);
    code = check_files(options);
    if (code == EXIT_GOOD)
        code = open_run(&run);
    if (code != EXIT_GOOD)
        return code;
    code = restore_run(&run);
    if (code == EXIT_GOOD && !iterate(&run))
        code = complain(EXIT_BROKEN, "%s",
                        _("there is not enough memory, or no thread could be started"));
    if (code == EXIT_GOOD)
        code = finish_run(&run, clock_seconds() - run.start);
    lie_solver_close(&run.solver);
    return code;
}
