/*
 * solve.c - `stos solve`: can this deal be won when the order of all cards is known, and how many deals can?
 *
 * A win is shown as a record that has been replayed. "Not winnable" is said only with a proof. The limits are counted
 * in nodes, so the answers do not depend on the machine or on the number of threads.
 */
#include "bot/clock.h"
#include "cli/cli.h"
#include "cli/play/history.h"
#include "sim/sim.h"
#include "sim/stats.h"
#include "solve/winnable/winnable.h"
#include "solve_lie.h"

#include <errno.h>
#include <getopt.h>
#include <jansson.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static atomic_bool interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

struct solve_options {
    stos_rules rules;
    const char *record; /* NULL: deals of a seed */
    uint64_t seed, first, deals, nodes, memory_mib;
    int threads;
    bool json;
};

/* What is known about one deal. */
struct deal_answer {
    uint8_t verdict, done;
    uint64_t nodes, nanoseconds;
};

struct solve_work {
    const struct solve_options *options;
    struct deal_answer *answers;
    atomic_uint_fast64_t next, finished;
    atomic_bool failed;
};

static struct winnable_limits limits_of(const struct solve_options *options)
{
    return (struct winnable_limits){.nodes = options->nodes, .cancel = &interrupted};
}

/* ---------------------------------------------------------------- one deal */

static void print_line(const stos_record_head *head, stos_state state, const struct winnable_result *result)
{
    char text[1 << 15];
    stos_writer writer = stos_writer_on(text, sizeof text);
    stos_record_write_head(&writer, head);
    for (int i = 0; i < result->moves; i++) {
        stos_play(&state, result->line[i].seat, result->line[i].move);
        stos_record_write_move(&writer, head->rules.game, result->line[i].seat, result->line[i].move);
    }
    stos_record_write_result(&writer, &state);
    fputs(text, stdout);
}

static const char *const verdict_words[] = {
    [WINNABLE_YES] = N_("winnable"), [WINNABLE_NO] = N_("not winnable"), [WINNABLE_UNKNOWN] = N_("unknown")};
static const char *const proof_words[] = {
    [WINNABLE_PROOF_NONE] = N_("the limit was reached first; --nodes and --memory raise it"),
    [WINNABLE_PROOF_LINE] = N_("a line that wins, replayed"),
    [WINNABLE_PROOF_OVER] = N_("the game is over"),
    [WINNABLE_PROOF_DEAD_CARD] = N_("some card fits on no pile, whatever is played before it"),
    [WINNABLE_PROOF_EXHAUSTED] = N_("every line was followed"),
};

static int solve_one(const struct solve_options *options, const stos_record_head *head, const stos_state *state)
{
    static struct winnable_result result;
    struct winnable_solver *solver;
    struct winnable_limits limits = limits_of(options);
    if (winnable_open((size_t)options->memory_mib << 20, &solver) != WINNABLE_OK)
        return complain(EXIT_BROKEN, "%s", _("there is not enough memory; try a smaller --memory"));
    winnable_solve(solver, state, &limits, &result);
    winnable_close(solver);
    if (options->json) {
        static const char *const words[] = {"yes", "no", "unknown"};
        printf("{\"winnable\":\"%s\",\"nodes\":%llu,\"moves\":%d}\n", words[result.verdict], (unsigned long long)result.nodes,
               result.moves);
    } else {
        bool cut_short = result.verdict == WINNABLE_UNKNOWN && atomic_load(&interrupted);
        printf("# %s: %s, %llu %s\n", _(verdict_words[result.verdict]), cut_short ? _("interrupted") : _(proof_words[result.proof]),
               (unsigned long long)result.nodes, _("nodes"));
        if (result.verdict == WINNABLE_YES)
            print_line(head, *state, &result);
    }
    return result.verdict == WINNABLE_YES ? EXIT_GOOD : EXIT_NO;
}

static int solve_record(const struct solve_options *options)
{
    static struct history game;
    stos_state start;
    int code = history_read_file(&game, options->record);
    if (code != EXIT_GOOD)
        return code;
    if (game.state.game != STOS_THEGAME)
        code = complain(EXIT_USAGE, "%s", _("only deals of thegame can be solved so"));
    else if (stos_record_deal(&game.head, &start).reason == STOS_OK)
        code = solve_one(options, &game.head, &start);
    history_free(&game);
    return code;
}

/* ---------------------------------------------------------------- many deals */

static void solve_deal(const struct solve_options *options, struct winnable_solver *solver, uint64_t deal, struct deal_answer *answer)
{
    stos_record_head head;
    stos_state state;
    struct winnable_result result;
    struct winnable_limits limits = limits_of(options);
    uint64_t start = clock_nanoseconds();
    sim_deal_head(&head, &options->rules, options->seed, deal);
    stos_record_deal(&head, &state);
    winnable_solve(solver, &state, &limits, &result);
    if (atomic_load(&interrupted) && result.verdict == WINNABLE_UNKNOWN)
        return;
    *answer = (struct deal_answer){(uint8_t)result.verdict, 1, result.nodes, clock_nanoseconds() - start};
}

static void *solve_deals(void *argument)
{
    struct solve_work *work = argument;
    const struct solve_options *options = work->options;
    struct winnable_solver *solver;
    if (winnable_open((size_t)options->memory_mib << 20, &solver) != WINNABLE_OK) {
        atomic_store(&work->failed, true);
        return NULL;
    }
    for (;;) {
        uint64_t index = atomic_fetch_add(&work->next, 1);
        if (index >= options->deals || atomic_load(&interrupted))
            break;
        solve_deal(options, solver, options->first + index, &work->answers[index]);
        atomic_fetch_add(&work->finished, 1);
    }
    winnable_close(solver);
    return NULL;
}

static void show_progress(const struct solve_work *work, uint64_t start)
{
    uint64_t done = atomic_load(&work->finished), all = work->options->deals;
    double spent = (double)(clock_nanoseconds() - start) / 1e9;
    fprintf(stderr, "\r%llu/%llu", (unsigned long long)done, (unsigned long long)all);
    if (done > 0)
        fprintf(stderr, _("  %.0f s left   "), spent / (double)done * (double)(all - done));
}

static void print_fraction(const struct solve_options *options, const struct solve_work *work)
{
    uint64_t count[3] = {0, 0, 0}, nanoseconds = 0, slowest = 0, solved = 0;
    char rules[STOS_RULES_TEXT];
    for (uint64_t i = 0; i < options->deals; i++) {
        const struct deal_answer *answer = &work->answers[i];
        if (!answer->done)
            continue;
        solved++;
        count[answer->verdict]++;
        nanoseconds += answer->nanoseconds;
        slowest = answer->nanoseconds > slowest ? answer->nanoseconds : slowest;
    }
    uint64_t decided = count[WINNABLE_YES] + count[WINNABLE_NO];
    struct stats_interval low = stats_proportion(count[WINNABLE_YES], solved);
    struct stats_interval high = stats_proportion(count[WINNABLE_YES] + count[WINNABLE_UNKNOWN], solved);
    double mean = solved ? (double)nanoseconds / 1e6 / (double)solved : 0;
    stos_rules_text(&options->rules, rules);
    if (options->json) {
        json_t *json =
            json_pack("{s:I,s:I,s:I,s:I,s:f,s:f,s:f,s:f}", "deals", (json_int_t)solved, "winnable", (json_int_t)count[WINNABLE_YES],
                      "not_winnable", (json_int_t)count[WINNABLE_NO], "unknown", (json_int_t)count[WINNABLE_UNKNOWN], "low", low.low,
                      "high", high.high, "mean_ms", mean, "slowest_ms", (double)slowest / 1e6);
        char *text = json_dumps(json, JSON_EMBED);
        printf("{\"rules\": \"%s\", \"seed\": %llu, %s}\n", rules, (unsigned long long)options->seed,
               text ? text : ""); /* a seed has 64 bits */
        free(text);
        json_decref(json);
        return;
    }
    printf(_("%s, seed %llu, %llu deals: %llu winnable, %llu not, %llu unknown\n"), rules, (unsigned long long)options->seed,
           (unsigned long long)solved, (unsigned long long)count[WINNABLE_YES], (unsigned long long)count[WINNABLE_NO],
           (unsigned long long)count[WINNABLE_UNKNOWN]);
    printf(_("  winnable fraction %.2f %% to %.2f %% (95 %%, unknown counted both ways), %.2f %% decided\n"), 100 * low.low,
           100 * high.high, solved ? 100 * (double)decided / (double)solved : 0.0);
    printf(_("  %.1f ms a deal, slowest %.0f ms\n"), mean, (double)slowest / 1e6);
}

static int solve_many(const struct solve_options *options)
{
    pthread_t thread[256];
    int started = 0;
    struct solve_work work = {.options = options, .answers = calloc(options->deals, sizeof *work.answers)};
    if (!work.answers)
        return complain(EXIT_BROKEN, "%s", _("there is not enough memory"));
    uint64_t start = clock_nanoseconds();
    while (started < options->threads && pthread_create(&thread[started], NULL, solve_deals, &work) == 0)
        started++;
    while (isatty(STDERR_FILENO) && !atomic_load(&work.failed) && !atomic_load(&interrupted) &&
           atomic_load(&work.finished) < options->deals) {
        show_progress(&work, start);
        nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    }
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    bool failed = atomic_load(&work.failed) || started == 0;
    if (atomic_load(&interrupted))
        complain(EXIT_GOOD, "%s", _("interrupted; this is what is known so far"));
    if (!failed)
        print_fraction(options, &work);
    free(work.answers);
    return failed ? complain(EXIT_BROKEN, "%s", _("there is not enough memory; try a smaller --memory")) : EXIT_GOOD;
}

/* ---------------------------------------------------------------- options */

static bool read_option(int c, struct solve_options *options, bool *one)
{
    uint64_t threads;
    switch (c) {
    case 'R': options->record = optarg; return true;
    case 'j': return options->json = true;
    case 's': return option_number("seed", optarg, 0, UINT64_MAX, &options->seed);
    case 'd': return option_number("deals", optarg, 1, UINT64_C(1) << 32, &options->deals) && (*one = false, true);
    case 'D': return option_number("deal", optarg, 0, UINT64_C(1) << 48, &options->first);
    case 'n': return option_number("nodes", optarg, 1, UINT64_MAX, &options->nodes);
    case 'M': return option_number("memory", optarg, 1, 1 << 20, &options->memory_mib);
    case 't':
        if (!option_number("threads", optarg, 1, 256, &threads))
            return false;
        options->threads = (int)threads;
        return true;
    case 'L':
        complain(EXIT_USAGE, "%s", _("that option is for rounds of lie, such as 'lie(players=2)'; try `stos solve --help`"));
        return false;
    default: return false;
    }
}

int command_solve(int argc, char **argv)
{
    static const struct option long_options[] = {{"record", required_argument, NULL, 'R'},
                                                 {"json", no_argument, NULL, 'j'},
                                                 {"seed", required_argument, NULL, 's'},
                                                 {"deals", required_argument, NULL, 'd'},
                                                 {"deal", required_argument, NULL, 'D'},
                                                 {"nodes", required_argument, NULL, 'n'},
                                                 {"memory", required_argument, NULL, 'M'},
                                                 {"threads", required_argument, NULL, 't'}, /* and those of solve_lie.c: */
                                                 {"dice", no_argument, NULL, 'L'},
                                                 {"high-wild", no_argument, NULL, 'L'},
                                                 {"cards", required_argument, NULL, 'L'},
                                                 {"until", required_argument, NULL, 'L'},
                                                 {"minutes", required_argument, NULL, 'L'},
                                                 {"iterations", required_argument, NULL, 'L'},
                                                 {"faces", no_argument, NULL, 'L'},
                                                 {"algorithm", required_argument, NULL, 'L'},
                                                 {"show", no_argument, NULL, 'L'},
                                                 {"resume", required_argument, NULL, 'L'},
                                                 {"out", required_argument, NULL, 'L'},
                                                 {"prune", required_argument, NULL, 'L'},
                                                 {"forget", no_argument, NULL, 'L'},
                                                 {"match", required_argument, NULL, 'L'},
                                                 {0}};
    if (solve_lie_is_meant(argc, argv))
        return solve_lie(argc, argv);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct solve_options options = {
        .seed = 1, .deals = 1, .nodes = 20000000, .memory_mib = 256, .threads = cores > 0 && cores < 256 ? (int)cores : 1};
    bool one = true;
    for (int c; (c = next_option(argc, argv, long_options)) != -1;)
        if (!read_option(c, &options, &one))
            return EXIT_USAGE;
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (options.record && optind == argc)
        return solve_record(&options);
    if (options.record || argc - optind != 1)
        return complain(EXIT_USAGE, "%s", _("name one game in quotes, or a record with --record; try `stos solve --help`"));
    if (!parse_rules(argv[optind], &options.rules))
        return EXIT_USAGE;
    if (options.rules.game != stos_game_at(STOS_THEGAME))
        return complain(EXIT_USAGE, "%s", _("only deals of thegame can be solved so"));
    if (!one)
        return solve_many(&options);
    stos_record_head head;
    stos_state state;
    sim_deal_head(&head, &options.rules, options.seed, options.first);
    stos_record_deal(&head, &state);
    return solve_one(&options, &head, &state);
}
