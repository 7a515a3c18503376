/*
 * solve.c - `stos solve`: can this deal be won when the order of all cards is known, and how many
 * deals can?
 *
 * A win is shown as a record that has been verified by replay. "Not winnable" is reported only with
 * a proof. The limits are counted in nodes, so the answers do not depend on the machine or on the
 * number of threads.
 */
#include "bot/clock.h"
#include "cli/command/cli.h"
#include "cli/command/progress.h"
#include "table/history.h"
#include "sim/sim.h"
#include "sim/stats.h"
#include "solve/thegame/winnable.h"
#include "solve.h"

#include <errno.h>
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

static void print_line(const stos_record_head *head, stos_state state,
                       const struct winnable_result *result)
{
    char text[1 << 15];
    stos_writer writer = stos_writer_on(text, sizeof text);
    stos_record_write_head(&writer, head);
    for (int i = 0; i < result->moves; i++) {
        stos_play(&state, result->line[i].seat, result->line[i].move);
        stos_record_write_move(&writer, head->rules.game, result->line[i].seat,
                               result->line[i].move);
    }
    stos_record_write_result(&writer, &state);
    fputs(text, stdout);
}

static const char *const verdict_words[] = {[WINNABLE_YES] = N_("winnable"),
                                            [WINNABLE_NO] = N_("not winnable"),
                                            [WINNABLE_UNKNOWN] = N_("unknown")};
static const char *const proof_words[] = {
    [WINNABLE_PROOF_NONE] = N_("the limit was reached first; --nodes and --memory raise it"),
    [WINNABLE_PROOF_LINE] = N_("a line that wins, replayed"),
    [WINNABLE_PROOF_OVER] = N_("the game is over"),
    [WINNABLE_PROOF_DEAD_CARD] = N_("some card fits on no pile, whatever is played before it"),
    [WINNABLE_PROOF_EXHAUSTED] = N_("every line was followed"),
};

static int solve_one(const struct solve_options *options, const stos_record_head *head,
                     const stos_state *state)
{
    static struct winnable_result result;
    struct winnable_solver *solver;
    struct winnable_limits limits = limits_of(options);
    if (winnable_open((size_t)options->memory_mib << 20, &solver) != WINNABLE_OK)
        return complain(EXIT_BROKEN, "%s", _("there is not enough memory; try a smaller --memory"));
    winnable_solve(solver, state, &limits, &result);
    winnable_close(solver);
    bool cut_short = result.verdict == WINNABLE_UNKNOWN && atomic_load(&interrupted);
    if (options->json) {
        static const char *const words[] = {"yes", "no", "unknown"};
        printf("{\"winnable\":\"%s\",\"nodes\":%llu,\"moves\":%d,\"interrupted\":%s}\n",
               words[result.verdict], (unsigned long long)result.nodes, result.moves,
               cut_short ? "true" : "false");
    } else {
        printf("# %s: %s, %llu %s\n", _(verdict_words[result.verdict]),
               cut_short ? _("interrupted") : _(proof_words[result.proof]),
               (unsigned long long)result.nodes, _("nodes"));
        if (result.verdict == WINNABLE_YES)
            print_line(head, *state, &result);
    }
    return result.verdict == WINNABLE_YES ? EXIT_GOOD : cut_short ? EXIT_BROKEN : EXIT_NO;
}

static int refuse_game(const stos_game *game)
{
    return complain(EXIT_USAGE,
                    _("`stos solve` is for deals of thegame and rounds of lie, not for %s"),
                    stos_game_name(game));
}

static int solve_record(const struct solve_options *options)
{
    static struct history game;
    stos_state start;
    int code = history_read_file(&game, options->record);
    if (code != EXIT_GOOD)
        return code;
    memset(game.head.name, 0,
           sizeof game.head.name); /* the line that is found is not what they played */
    if (game.state.game == STOS_LIE)
        code = complain(EXIT_USAGE, "%s", _("--record is for deals of thegame, not for lie"));
    else if (game.state.game != STOS_THEGAME)
        code = refuse_game(game.head.rules.game);
    else if (stos_record_deal(&game.head, &start).reason == STOS_OK)
        code = solve_one(options, &game.head, &start);
    history_free(&game);
    return code;
}

/* ---------------------------------------------------------------- many deals */

static void solve_deal(const struct solve_options *options, struct winnable_solver *solver,
                       uint64_t deal, struct deal_answer *answer)
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
    *answer =
        (struct deal_answer){(uint8_t)result.verdict, 1, result.nodes, clock_nanoseconds() - start};
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

/* Returns how many deals it tells of: fewer than were wanted when the run was interrupted. */
static uint64_t print_fraction(const struct solve_options *options, const struct solve_work *work)
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
    struct stats_interval high =
        stats_proportion(count[WINNABLE_YES] + count[WINNABLE_UNKNOWN], solved);
    double mean = solved ? (double)nanoseconds / 1e6 / (double)solved : 0;
    stos_rules_text(&options->rules, rules);
    if (options->json) {
        json_t *json = json_pack(
            "{s:I,s:I,s:b,s:{s:I,s:I,s:I},s:f,s:f,s:f,s:f}", "requested_deals",
            (json_int_t)options->deals, "deals", (json_int_t)solved, "interrupted",
            solved < options->deals, "verdicts", "yes", (json_int_t)count[WINNABLE_YES], "no",
            (json_int_t)count[WINNABLE_NO], "unknown", (json_int_t)count[WINNABLE_UNKNOWN], "low",
            low.low, "high", high.high, "mean_ms", mean, "slowest_ms", (double)slowest / 1e6);
        char *text = json_dumps(json, JSON_EMBED);
        printf("{\"rules\": \"%s\", \"seed\": %llu, %s}\n", rules,
               (unsigned long long)options->seed, text ? text : ""); /* a seed has 64 bits */
        free(text);
        json_decref(json);
        return solved;
    }
    printf(_("%s, seed %llu, %llu deals: %llu winnable, %llu not, %llu unknown\n"), rules,
           (unsigned long long)options->seed, (unsigned long long)solved,
           (unsigned long long)count[WINNABLE_YES], (unsigned long long)count[WINNABLE_NO],
           (unsigned long long)count[WINNABLE_UNKNOWN]);
    if (solved == 0)
        return 0;
    printf(_("  winnable fraction %.2f %% to %.2f %% (95 %%, unknown counted both ways), %.2f %% "
             "decided\n"),
           100 * low.low, 100 * high.high, 100 * (double)decided / (double)solved);
    printf(_("  %.1f ms a deal, slowest %.0f ms\n"), mean, (double)slowest / 1e6);
    return solved;
}

static int solve_many(const struct solve_options *options)
{
    pthread_t thread[256];
    int started = 0;
    struct progress progress;
    struct solve_work work = {.options = options,
                              .answers = calloc(options->deals, sizeof *work.answers)};
    if (!work.answers)
        return complain(EXIT_BROKEN, "%s", _("out of memory"));
    progress_begin(&progress, options->deals);
    while (started < options->threads &&
           pthread_create(&thread[started], NULL, solve_deals, &work) == 0)
        started++;
    while (progress.terminal && !atomic_load(&work.failed) && !atomic_load(&interrupted) &&
           atomic_load(&work.finished) < options->deals) {
        progress_show(&progress, atomic_load(&work.finished));
        nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    }
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    progress_end(&progress);
    bool failed = atomic_load(&work.failed) || started == 0;
    uint64_t solved = failed ? 0 : print_fraction(options, &work);
    free(work.answers);
    if (failed)
        return complain(EXIT_BROKEN, "%s", _("there is not enough memory; try a smaller --memory"));
    if (solved < options->deals)
        return complain(EXIT_BROKEN,
                        _("interrupted after %llu of %llu deals; this is what is known so far"),
                        (unsigned long long)solved, (unsigned long long)options->deals);
    return EXIT_GOOD;
}

/* ---------------------------------------------------------------- the command */

enum { DEALS_PART = 1, ROUNDS_PART = 2, DEALS_MEMORY = 256 };

static int solve_deals_of(struct solve_options *options, bool many)
{
    stos_record_head head;
    stos_state state;
    if (options->rules.game != stos_game_at(STOS_THEGAME))
        return refuse_game(options->rules.game);
    if (many)
        return solve_many(options);
    sim_deal_head(&head, &options->rules, options->seed, options->first);
    stos_record_deal(&head, &state);
    return solve_one(options, &head, &state);
}

static int solve(const struct command *command, int argc, char **argv)
{
    struct solve_options options;
    struct command_line line;
    if (!command_read(command, argc, argv, &options, &line))
        return EXIT_USAGE;
    if (line.count + (options.record != NULL) != 1)
        return complain(EXIT_USAGE, _("%s; try `stos %s --help`"), _(command->wanted),
                        command->name);
    if (!options.record && !parse_rules(line.words[0], &options.rules))
        return EXIT_USAGE;
    bool rounds = !options.record && options.rules.game == stos_game_at(STOS_LIE);
    const struct option_row *foreign = option_of_part(&line, rounds ? DEALS_PART : ROUNDS_PART);
    if (foreign)
        return complain(
            EXIT_USAGE,
            rounds
                ? _("--%s is for deals of thegame; try `stos solve --help`")
                : _("--%s is for rounds of lie, such as 'lie(players=2)'; try `stos solve --help`"),
            foreign->name);
    if (options.record && !command_takes(&line, "--record", 0, "record json nodes memory threads"))
        return EXIT_USAGE;
    if (options.match && !command_takes(&line, "--match", 1, "match json"))
        return EXIT_USAGE;
    if (rounds && !options.out && (options.forget || option_was_given(&line, "prune")))
        return complain(EXIT_USAGE, "%s", _("--prune and --forget go with --out"));
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (rounds)
        return solve_round(&options, &interrupted);
    options.memory_mib = options.memory_mib ? options.memory_mib : DEALS_MEMORY;
    return options.record ? solve_record(&options)
                          : solve_deals_of(&options, option_was_given(&line, "deals"));
}

static void set_defaults(void *at)
{
    *(struct solve_options *)at = (struct solve_options){.seed = 1,
                                                         .deals = 1,
                                                         .nodes = 20000000,
                                                         .threads = usual_threads(),
                                                         .cards = "1,1",
                                                         .prune = 3e-4};
}

#define PLACE(member) offsetof(struct solve_options, member)

static const char *const algorithms[] = {"dcfr", "cfr+", NULL};

static const struct option_row options_of_solve[] = {
    {.name = "threads",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(threads),
     .low = 1,
     .high = 256,
     .fallback = N_("all cores"),
     .help = N_("threads to use")},
    {.name = "memory",
     .value = "MIB",
     .kind = OPTION_COUNT,
     .at = PLACE(memory_mib),
     .low = 1,
     .high = 1 << 20,
     .fallback = N_("256 for each thread; 10240 for a round"),
     .help = N_("the most memory to use")},
    {.name = "json", .kind = OPTION_FLAG, .at = PLACE(json), .help = OPTION_JSON_HELP},
    {.help = N_("Deals of thegame: can one be won when the order of all cards is known?")},
    {.name = "seed",
     .value = "S",
     .kind = OPTION_COUNT,
     .at = PLACE(seed),
     .high = UINT64_MAX,
     .part = DEALS_PART,
     .help = N_("deals of this seed, the same as in `stos sim`")},
    {.name = "deal",
     .value = "N",
     .kind = OPTION_COUNT,
     .at = PLACE(first),
     .high = UINT64_C(1) << 48,
     .part = DEALS_PART,
     .fallback = "0",
     .help = N_("the number of the deal, or of the first one")},
    {.name = "deals",
     .value = "N",
     .kind = OPTION_COUNT,
     .at = PLACE(deals),
     .low = 1,
     .high = UINT64_C(1) << 32,
     .part = DEALS_PART,
     .help = N_("how many; prints the winnable fraction with its interval")},
    {.name = "record",
     .value = "FILE",
     .kind = OPTION_FILE,
     .at = PLACE(record),
     .part = DEALS_PART,
     .help = N_("the deal of a record")},
    {.name = "nodes",
     .value = "N",
     .kind = OPTION_COUNT,
     .at = PLACE(nodes),
     .low = 1,
     .high = UINT64_MAX,
     .part = DEALS_PART,
     .help = N_("placements to look at for a deal before giving up")},
    {.help = N_(
         "Rounds of 'lie(players=2,...)': an equilibrium and its exploitability; see docs/lie.md")},
    {.name = "cards",
     .value = "A,B",
     .kind = OPTION_TEXT,
     .at = PLACE(cards),
     .part = ROUNDS_PART,
     .help = N_("cards of the opener and of the other player")},
    {.name = "until",
     .value = "X",
     .kind = OPTION_REAL,
     .at = PLACE(until),
     .most = 2,
     .part = ROUNDS_PART,
     .fallback = "1e-4",
     .help = N_("stop at this exploitability")},
    {.name = "minutes",
     .value = "M",
     .kind = OPTION_REAL,
     .at = PLACE(minutes),
     .most = 1e6,
     .part = ROUNDS_PART,
     .help = N_("stop after so many minutes")},
    {.name = "iterations",
     .value = "N",
     .kind = OPTION_COUNT,
     .at = PLACE(iterations),
     .low = 1,
     .high = UINT32_MAX,
     .part = ROUNDS_PART,
     .help = N_("stop after so many iterations")},
    {.name = "faces",
     .kind = OPTION_FLAG,
     .at = PLACE(faces),
     .part = ROUNDS_PART,
     .help = N_("forget the ends that do not show, to solve larger rounds")},
    {.name = "without",
     .value = "BIDS",
     .kind = OPTION_TEXT,
     .at = PLACE(without),
     .part = ROUNDS_PART,
     .help = N_("bids that are never made, such as 3x1,4x1, to solve larger rounds; each is taken "
                "for the next higher bid")},
    {.name = "algorithm",
     .value = "NAME",
     .kind = OPTION_WORD,
     .at = PLACE(algorithm),
     .words = algorithms,
     .part = ROUNDS_PART,
     .help = N_("dcfr or cfr+")},
    {.name = "show",
     .kind = OPTION_FLAG,
     .at = PLACE(show),
     .part = ROUNDS_PART,
     .help = N_("print what to show, how to open and how to answer")},
    {.name = "resume",
     .value = "FILE",
     .kind = OPTION_OUTPUT,
     .at = PLACE(resume),
     .part = ROUNDS_PART,
     .help = N_("keep everything in FILE, and go on from there if it exists")},
    {.name = "out",
     .value = "TABLE",
     .kind = OPTION_OUTPUT,
     .at = PLACE(out),
     .part = ROUNDS_PART,
     .help = N_("write the strategy into a table for bots, beside the rounds that it holds")},
    {.name = "prune",
     .value = "X",
     .kind = OPTION_REAL,
     .at = PLACE(prune),
     .most = 1,
     .part = ROUNDS_PART,
     .help = N_("leave out of the table what happens less often")},
    {.name = "forget",
     .kind = OPTION_FLAG,
     .at = PLACE(forget),
     .part = ROUNDS_PART,
     .help = N_("write faces only, for a smaller table")},
    {.name = "match",
     .value = "TABLE",
     .kind = OPTION_FILE,
     .at = PLACE(match),
     .part = ROUNDS_PART,
     .help = N_("instead: the chances in whole matches, from the rounds of a table")},
    {.name = "dice",
     .kind = OPTION_FLAG,
     .at = PLACE(dice),
     .part = ROUNDS_PART,
     .help = N_("check the solver: plain dice instead of cards")},
    {.name = "high-wild",
     .kind = OPTION_FLAG,
     .at = PLACE(high_wild),
     .part = ROUNDS_PART,
     .help = N_("with --dice: sixes are wild")},
    {0},
};

const struct command command_solve = {
    .name = "solve",
    .arguments = "RULES [options] | --record FILE [options]",
    .summary = N_(
        "find out whether a deal can be won with open cards, or how a round of LIE is best played"),
    .options = options_of_solve,
    .notes = N_("Without --deals one deal is solved and a winning line is printed as a record "
                "(exit code 1: not winnable or unknown).\n"
                "Ctrl-C prints what is known so far."),
    .most = 1,
    .wanted = N_("name one game in quotes, or a record with --record"),
    .words = WORDS_RULES,
    .size = sizeof(struct solve_options),
    .set_defaults = set_defaults,
    .run = solve,
};
