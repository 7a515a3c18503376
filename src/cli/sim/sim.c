/*
 * sim.c - `stos sim`: reads the plan from the command line, runs it with a progress bar, keeps the
 * state for resuming.
 */
#include "sim/sim.h"

#include "bot/clock.h"
#include "cli/command/cli.h"
#include "cluster.h"
#include "external_bot.h"
#include "lineup.h"
#include "cli/command/plot.h"
#include "cli/command/data_files.h"
#include "sim_report.h"
#include "sim_state.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_bool interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

struct sim_options {
    struct sim_plan plan;
    const char *bots, *against, *resume, *svg, *records, *games_csv, *table;
    struct cluster_access cluster; /* url NULL: played here */
    uint64_t nodes, chunk;
    int ms, threads; /* ms and nodes: of bots that come without */
    bool json, csv, silent, silent_against, sequential;
    double margin;
};

/* What the progress callback needs. */
struct sim_session {
    const struct sim_options *options;
    bool terminal;
    double start, last_shown, last_saved;
    uint64_t deals_before;
    struct stats_test test;
    bool state_lost; /* the state could not be written lately; said once */
    atomic_bool record_lost;
    FILE *games; /* for --games-csv, NULL without; stdio locks it for each row */
};

/* ---------------------------------------------------------------- options */

static bool has_external(const struct sim_plan *plan)
{
    bool found = false;
    for (int lineup = 0; lineup < plan->lineups; lineup++)
        for (int place = 0; place < stos_rules_seats(&plan->rules); place++)
            found |= external_is(plan->bot[lineup][place]);
    return found;
}

static int complete_plan(struct sim_options *options, const char *rules)
{
    struct sim_plan *plan = &options->plan;
    if (!parse_rules(rules, &plan->rules))
        return EXIT_USAGE;
    bool cooperative = plan->rules.game == stos_game_at(STOS_THEGAME);
    if (!options->bots)
        return complain(EXIT_USAGE, "%s", _("name the bots with --bots, such as --bots steady"));
    if (!lineup_read(plan, 0, options->bots))
        return EXIT_USAGE;
    if (options->against && !cooperative)
        return complain(EXIT_USAGE, "%s",
                        _("--against is for thegame; elsewhere name both bots in --bots"));
    if (options->against && !lineup_read(plan, 1, options->against))
        return EXIT_USAGE;
    if (options->silent_against && !options->against) {
        options->against = options->bots; /* the same bots, with and without talk */
        memcpy(plan->bot[1], plan->bot[0], sizeof plan->bot[0]);
        memcpy(plan->limits[1], plan->limits[0], sizeof plan->limits[0]);
    }
    plan->lineups = options->against ? 2 : 1;
    plan->talks[0] = !options->silent;
    plan->talks[1] = !options->silent && !options->silent_against;
    lineup_set_limits(plan, (stos_limits){.ms = (uint32_t)options->ms, .nodes = options->nodes});
    const struct cluster_access *cluster = &options->cluster;
    if (!cluster->url &&
        (options->chunk || cluster->creds || cluster->tls_ca || cluster->tls_cert ||
         cluster->tls_key))
        return complain(EXIT_USAGE, "%s", _("--chunk, --creds and --tls-... go with --cluster"));
#ifdef STOS_CLUSTER
    if (cluster->url && cluster_check(cluster) != EXIT_GOOD)
        return EXIT_USAGE;
#endif
    if (options->table && plan->rules.game != stos_game_at(STOS_LIE))
        return complain(EXIT_USAGE, "%s", _("--table is for lie"));
    if (cluster->url && options->records)
        return complain(EXIT_USAGE, "%s",
                        _("--records needs a run on this machine, without --cluster"));
    if (cluster->url && options->games_csv)
        return complain(EXIT_USAGE, "%s",
                        _("--games-csv needs a run on this machine, without --cluster"));
    if (cluster->url && has_external(plan))
        return complain(
            EXIT_USAGE, "%s",
            _("a bot that is a command needs a run on this machine, without --cluster"));
    if (cluster->url && options->table)
        return complain(EXIT_USAGE, "%s",
                        _("--table needs a run on this machine, without --cluster"));
    if (options->json && options->csv)
        return complain(EXIT_USAGE, "%s", _("use either --json or --csv, not both"));
    if (options->sequential && !sim_is_paired(plan))
        return complain(EXIT_USAGE, "%s",
                        _("--sprt compares two line-ups; add --against, or play a game for two"));
    return EXIT_GOOD;
}

static int parse_sim_options(const struct command *command, int argc, char **argv,
                             struct sim_options *options)
{
    struct command_line line;
    if (!command_read(command, argc, argv, options, &line))
        return EXIT_USAGE;
    options->sequential = option_was_given(&line, "sprt");
    return complete_plan(options, line.words[0]);
}

/* ---------------------------------------------------------------- while it runs */

/* "  6 h 28 min left". */
static void show_time_left(double seconds)
{
    int minutes = (int)(seconds / 60);
    if (minutes >= 60)
        fprintf(stderr, _("  %d h %d min left"), minutes / 60, minutes % 60);
    else if (minutes >= 2)
        fprintf(stderr, _("  %d min left"), minutes);
    else
        fprintf(stderr, _("  %.0f s left"), seconds);
}

/* A bar that moves on a terminal; where there is none, a line now and then. */
static void show_progress(const struct sim_session *session, const struct sim_tally *tally,
                          double now)
{
    enum { WIDTH = 30 };
    uint64_t all = session->options->plan.deals;
    double share = tally->deals < all ? (double)tally->deals / (double)all : 1,
           spent = now - session->start;
    double speed = spent > 0 ? (double)(tally->deals - session->deals_before) / spent : 0;
    int filled = (int)(share * WIDTH);
    char bar[WIDTH + 1];
    memset(bar, '.', WIDTH);
    memset(bar, '#', (size_t)filled);
    bar[WIDTH] = '\0';
    if (session->terminal)
        fprintf(stderr, "\r[%s] ", bar);
    fprintf(stderr, "%llu/%llu", (unsigned long long)tally->deals, (unsigned long long)all);
    if (speed > 0)
        show_time_left((double)(all - tally->deals) / speed);
    fputs(session->terminal ? "   " : "\n", stderr);
}

/*
 * What --sprt asks, as a mean of paired deals: a win rate of 0.5 + margin over the other bot wins 2
 * * margin more games than it loses; one line-up of THE GAME is better than another when it wins
 * that share of deals more.
 */
static void weigh(struct sim_session *session, const struct sim_tally *tally)
{
    const struct sim_options *options = session->options;
    if (options->sequential)
        session->test = stats_sequential(
            sim_pairs(tally), options->plan.lineups == 2 ? options->margin : 2 * options->margin);
}

static bool on_progress(void *context, const struct sim_tally *tally)
{
    struct sim_session *session = context;
    const struct sim_options *options = session->options;
    double now = clock_seconds();
    if (now - session->last_shown > (session->terminal ? 0.1 : 60)) {
        show_progress(session, tally, now);
        session->last_shown = now;
    }
    if (options->resume && !session->state_lost && now - session->last_saved > 2) {
        session->state_lost = !sim_save(options->resume, &options->plan, tally);
        session->last_saved = now;
    }
    weigh(session, tally);
    return session->test.verdict == 0 && !atomic_load(&session->record_lost);
}

/* A field of CSV in quotes, which are doubled inside (RFC 4180): the text of a `cmd:` bot may hold
 * anything. */
static void write_quoted(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}

/* A row of --games-csv. In which order games end depends on the threads; deal, line-up and number
 * name each one. */
static void write_row(const struct sim_session *session, const struct sim_game *game)
{
    const struct sim_plan *plan = &session->options->plan;
    char rules[STOS_RULES_TEXT], result[STOS_RESULT_TEXT], bot[LINEUP_BOT_TEXT],
        bots[STOS_MAX_SEATS * LINEUP_BOT_TEXT] = "";
    int seats = stos_rules_seats(&plan->rules), length = 0;
    stos_rules_text(&plan->rules, rules);
    stos_result_text(game->end, result);
    for (int seat = 0; seat < seats; seat++)
        length += snprintf(bots + length, sizeof bots - (size_t)length, "%s%s", seat ? ";" : "",
                           lineup_bot_text(plan, game->lineup, game->place[seat], bot));
    fprintf(session->games, "%llu,%llu,\"%s\",%d,%d,", (unsigned long long)game->deal,
            (unsigned long long)plan->seed, rules, game->lineup, game->number);
    write_quoted(session->games, bots);
    fprintf(session->games, ",%s,%d,%llu,%zu,%.3f\n", result, stos_result(game->end),
            (unsigned long long)game->turns, game->step_count, (double)game->nanoseconds / 1e6);
}

static void write_record(struct sim_session *session, const struct sim_game *game)
{
    char path[4096], text[1 << 16];
    stos_writer writer = stos_writer_on(text, sizeof text);
    stos_record_write_head(&writer, game->head);
    for (size_t i = 0; i < game->step_count; i++)
        stos_record_write_move(&writer, game->head->rules.game, game->steps[i].seat,
                               game->steps[i].move);
    stos_record_write_result(&writer, game->end);
    snprintf(path, sizeof path, "%s/%08llu-%c%d.stos", session->options->records,
             (unsigned long long)game->deal, 'a' + game->lineup, game->number);
    if (!atomic_load(&session->record_lost) &&
        (writer.length >= sizeof text || !write_file(path, text, writer.length)))
        atomic_store(&session->record_lost, true);
}

static void keep_game(void *context, const struct sim_game *game)
{
    struct sim_session *session = context;
    if (session->options->records)
        write_record(session, game);
    if (session->games)
        write_row(session, game);
}

/* Opens the file of --games-csv, so that a place that cannot be written is told before hours of
 * play. */
static bool open_games(const struct sim_options *options, struct sim_session *session)
{
    session->games = options->games_csv ? fopen(options->games_csv, "w") : NULL;
    if (options->games_csv && !session->games)
        complain(EXIT_BROKEN, _("cannot write %s: %s"), options->games_csv, strerror(errno));
    if (session->games)
        fputs("deal,seed,rules,lineup,rotation,seats,result,number,turns,moves,ms\n",
              session->games);
    return !options->games_csv || session->games;
}

static bool close_games(const struct sim_options *options, struct sim_session *session)
{
    if (!session->games)
        return true;
    bool good = !ferror(session->games);
    good = fclose(session->games) == 0 && good;
    if (!good)
        complain(EXIT_BROKEN, _("cannot write %s: %s"), options->games_csv, strerror(errno));
    return good;
}

static int print_report(const struct sim_options *options, const struct sim_tally *tally,
                        const struct sim_session *session)
{
    struct sim_report report = {.plan = &options->plan,
                                .tally = tally,
                                .names = {options->bots, options->against},
                                .margin = options->sequential ? options->margin : 0,
                                .test = session->test,
                                .interrupted = atomic_load(&interrupted)};
    if (options->json)
        sim_report_json(&report);
    else if (options->csv)
        sim_report_csv(&report);
    else
        sim_report_text(&report);
    if (options->svg && !sim_report_svg(&report, options->svg))
        return EXIT_BROKEN;
    return EXIT_GOOD;
}

/* Plays the plan on this machine or on a cluster; returns an exit code, having complained unless it
 * is good. */
static int play_plan(const struct sim_options *options, struct sim_tally *tally,
                     struct sim_session *session)
{
#ifdef STOS_CLUSTER
    if (options->cluster.url)
        return cluster_run(&options->plan, &options->cluster, options->chunk, options->sequential,
                           tally, &interrupted, on_progress, session);
#endif
    sim_keep *keep = options->records || session->games ? keep_game : NULL;
    if (sim_run(&options->plan, options->threads, tally, &interrupted, on_progress, keep, session))
        return EXIT_GOOD;
    return complain(EXIT_BROKEN, "%s",
                    _("there is not enough memory, or no thread could be started"));
}

/* Reads the state, and writes it at once: a place that cannot be written is told before hours of
 * play, not after them. */
static bool take_up(const struct sim_options *options, struct sim_tally *tally)
{
    return !options->resume ||
        (sim_restore(options->resume, &options->plan, tally) &&
         sim_save(options->resume, &options->plan, tally));
}

static int run_plan(const struct sim_options *options)
{
    static struct sim_tally tally;
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    external_watch(&interrupted);
    if (!take_up(options, &tally))
        return EXIT_BROKEN;
    double now = clock_seconds();
    struct sim_session session = {.options = options,
                                  .terminal = isatty(STDERR_FILENO) != 0,
                                  .start = now,
                                  .last_shown = now,
                                  .last_saved = now,
                                  .deals_before = tally.deals};
    if (!open_games(options, &session))
        return EXIT_BROKEN;
    if (session.terminal)
        show_progress(&session, &tally, now);
    weigh(&session, &tally);
    int code = session.test.verdict == 0 ? play_plan(options, &tally, &session) : EXIT_GOOD;
    if (session.terminal)
        fputs("\r\033[K", stderr);
    bool kept = (!options->resume || sim_save(options->resume, &options->plan, &tally)) &&
        !atomic_load(&session.record_lost);
    kept = close_games(options, &session) && kept;
    external_close();
    if (external_failure())
        return complain(EXIT_BROKEN, "%s", external_failure());
    if (code != EXIT_GOOD)
        return code;
    bool cut_short = atomic_load(&interrupted) && tally.deals < options->plan.deals;
    if (cut_short)
        complain(EXIT_BROKEN,
                 _("interrupted after %llu of %llu deals; this is what is known so far"),
                 (unsigned long long)tally.deals, (unsigned long long)options->plan.deals);
    code = print_report(options, &tally,
                        &session); /* what was found is told, even if a file is missing */
    return kept && !cut_short ? code : EXIT_BROKEN;
}

/* A folder that is there, or can be made, and can be written to; complains if not. */
static bool make_folder(const char *path)
{
    struct stat there;
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        complain(EXIT_BROKEN, _("cannot make the folder %s: %s"), path, strerror(errno));
        return false;
    }
    errno = ENOTDIR;
    if (stat(path, &there) == 0 && S_ISDIR(there.st_mode) && access(path, W_OK) == 0)
        return true;
    complain(EXIT_BROKEN, _("cannot write %s: %s"), path, strerror(errno));
    return false;
}

static int simulate(const struct command *command, int argc, char **argv)
{
    static struct lie_table rounds; /* its bytes stay until the end */
    struct sim_options options;
    int code = parse_sim_options(command, argc, argv, &options);
    if (code != EXIT_GOOD)
        return code;
    if (options.table && !rounds_open(options.table, &rounds))
        return EXIT_BROKEN;
    options.plan.lie_table = options.table ? &rounds : NULL;
    if ((options.svg && !can_write_file(options.svg)) ||
        (options.resume && !can_write_file(options.resume)))
        return EXIT_BROKEN;
    if (options.records && !make_folder(options.records))
        return EXIT_BROKEN;
    return run_plan(&options);
}

static void set_defaults(void *at)
{
    *(struct sim_options *)at = (struct sim_options){
        .plan = {.seed = 1, .deals = 1000}, .threads = usual_threads(), .margin = 0.05};
}

#define PLACE(member) offsetof(struct sim_options, member)

static const struct option_row options_of_sim[] = {
    {.name = "bots",
     .value = "LIST",
     .kind = OPTION_BOTS,
     .at = PLACE(bots),
     .help = N_("a bot for each seat, separated by commas; one name stands for all seats. "
                "champion:ms=1000 or strong:nodes=500 limits "
                "one bot's turns; cmd:./mybot asks a program of yours (docs/engine.md)")},
    {.name = "against",
     .value = "LIST",
     .kind = OPTION_BOTS,
     .at = PLACE(against),
     .help = N_("a second line-up on the same deals, for a paired comparison")},
    {.name = "games",
     .value = "N",
     .kind = OPTION_COUNT,
     .at = PLACE(plan.deals),
     .low = 1,
     .high = UINT64_C(1) << 48,
     .help = N_("deals to play; with --sprt the most that are played")},
    {.name = "seed",
     .value = "S",
     .kind = OPTION_COUNT,
     .at = PLACE(plan.seed),
     .high = UINT64_MAX,
     .help = N_("a number; deal n of a seed is always the same game")},
    {.name = "threads",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(threads),
     .low = 1,
     .high = 256,
     .fallback = N_("all cores"),
     .help = N_("threads to use; the result is the same for any number")},
    {.name = "ms",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(ms),
     .low = 1,
     .high = 3600000,
     .help = N_("milliseconds for a turn of every bot without a limit of its own in --bots")},
    {.name = "nodes",
     .value = "N",
     .kind = OPTION_COUNT,
     .at = PLACE(nodes),
     .low = 1,
     .high = UINT64_MAX,
     .help = N_("work for a turn instead of time, for reproducible runs")},
    {.name = "silent", .kind = OPTION_FLAG, .at = PLACE(silent), .help = N_("nobody gives hints")},
    {.name = "silent-against",
     .kind = OPTION_FLAG,
     .at = PLACE(silent_against),
     .help = N_("only the second line-up is silent")},
    {.name = "sprt",
     .value = "MARGIN",
     .kind = OPTION_REAL,
     .at = PLACE(margin),
     .most = 0.5,
     .below = true,
     .alone = true,
     .help = N_("stop as soon as it is clear whether the first is better by MARGIN or not at all: "
                "a win rate of 0.5 + MARGIN, or that "
                "share of deals more than the other line-up")},
    {.name = "resume",
     .value = "FILE",
     .kind = OPTION_OUTPUT,
     .at = PLACE(resume),
     .help = N_("keep the state in FILE, and go on from there if it exists")},
    {.name = "table",
     .value = "FILE",
     .kind = OPTION_FILE,
     .at = PLACE(table),
     .help =
         N_("solved rounds of LIE for its bots, such as data/lie-rounds.bin (not with --cluster)")},
    {.help = N_("Output:")},
    {.name = "json", .kind = OPTION_FLAG, .at = PLACE(json), .help = OPTION_JSON_HELP},
    {.name = "csv",
     .kind = OPTION_FLAG,
     .at = PLACE(csv),
     .help = N_("print comma-separated values")},
    {.name = "svg",
     .value = "FILE",
     .kind = OPTION_OUTPUT,
     .at = PLACE(svg),
     .help = N_("draw the result with its intervals")},
    {.name = "records",
     .value = "DIR",
     .kind = OPTION_OUTPUT,
     .at = PLACE(records),
     .help = N_("keep every game as a record")},
    {.name = "games-csv",
     .value = "FILE",
     .kind = OPTION_OUTPUT,
     .at = PLACE(games_csv),
     .help = N_("one row for each game: deal, seats, result, turns, moves, milliseconds")},
#ifdef STOS_CLUSTER
    {.help = N_("On many machines:")},
    {.name = "cluster",
     .value = "URL",
     .kind = OPTION_TEXT,
     .at = PLACE(cluster.url),
     .help = N_("have it played by the workers of a NATS server, nats://HOST:PORT; the result is "
                "the same")},
    {.name = "chunk",
     .value = "N",
     .kind = OPTION_COUNT,
     .at = PLACE(chunk),
     .low = 1,
     .high = CLUSTER_MOST_CHUNK,
     .fallback = N_("about a second of work"),
     .help = N_("deals in one message to a worker")},
    CLUSTER_OPTIONS(struct sim_options, cluster),
#endif
    {0},
};

const struct command command_sim = {
    .name = "sim",
    .arguments = "RULES --bots LIST [--games N] [options]",
    .summary = N_("play bots against the deck or against each other, and count"),
    .options = options_of_sim,
    .notes =
        N_("The order of the bots in --bots decides nothing. In games with a winner each deal\n"
           "is played once for each seat, with the bots moved round the table, and each deal in\n"
           "another order: 3, 4, 5 or 6 bots have sat in every order equally often after 2, 6,\n"
           "24 or 120 deals. Games of one deal are not independent, so intervals are computed\n"
           "from deals. THE GAME plays each deal once, with both line-ups in the same order:\n"
           "teams of 2, 3, 4 or 5 have sat in every order after 2, 6, 24 or 120 deals.\n"
           "Ctrl-C prints what is known so far."),
    .least = 1,
    .most = 1,
    .wanted = N_("give one game in quotes, such as 'thegame(players=3)'"),
    .words = WORDS_RULES,
    .size = sizeof(struct sim_options),
    .set_defaults = set_defaults,
    .run = simulate,
};
