/*
 * sim.c - `stos sim`: reads the plan from the command line, has it run and prints the result.
 */
#include "sim/sim.h"

#include "cli/command/cli.h"
#include "cli/command/data_files.h"
#include "external_bot.h"
#include "lineup.h"
#include "plan_run.h"
#include "sim_report.h"

#include <string.h>

struct sim_options {
    struct sim_plan plan;
    const char *bots, *against, *resume, *svg, *records, *games_csv, *table;
    struct plan_place place;
    uint64_t nodes;
    int ms; /* this and nodes: of bots that come without */
    bool json, csv, silent, silent_against, sequential;
    double margin;
};

/* ---------------------------------------------------------------- options */

static int complete_plan(struct sim_options *options, const char *rules)
{
    struct sim_plan *plan = &options->plan;
    if (!parse_rules(rules, &plan->rules))
        return EXIT_USAGE;
    bool cooperative = stos_game_is_cooperative(plan->rules.game);
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
    const char *cluster = options->place.cluster.url;
    if (options->table && plan->rules.game != stos_game_at(STOS_LIE))
        return complain(EXIT_USAGE, "%s", _("--table is for lie"));
    if (cluster && options->records)
        return complain(EXIT_USAGE, "%s",
                        _("--records needs a run on this machine, without --cluster"));
    if (cluster && options->games_csv)
        return complain(EXIT_USAGE, "%s",
                        _("--games-csv needs a run on this machine, without --cluster"));
    if (cluster && options->table)
        return complain(EXIT_USAGE, "%s",
                        _("--table needs a run on this machine, without --cluster"));
    if (options->json && options->csv)
        return complain(EXIT_USAGE, "%s", _("use either --json or --csv, not both"));
    if (options->sequential && !sim_is_paired(plan))
        return complain(EXIT_USAGE, "%s",
                        _("--sprt compares two line-ups; add --against, or play a game for two"));
    return plan_check_place(plan, &options->place);
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

static int print_report(const struct sim_options *options, const struct plan_run *run)
{
    struct sim_report report = {.plan = &options->plan,
                                .tally = &run->tally,
                                .names = {options->bots, options->against},
                                .margin = run->margin,
                                .test = run->test,
                                .interrupted = plan_is_interrupted()};
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

static int run_plan(const struct sim_options *options)
{
    static struct plan_run run; /* its tally is too large for a stack */
    struct progress progress;
    plan_watch_interrupt();
    progress_begin(&progress, options->plan.deals);
    run = (struct plan_run){.plan = &options->plan,
                            .place = &options->place,
                            .progress = &progress,
                            .resume = options->resume,
                            .records = options->records,
                            .games_csv = options->games_csv,
                            .margin = options->sequential ? options->margin : 0};
    int code = plan_run(&run);
    external_close();
    if (!run.known)
        return code;
    if (plan_is_interrupted() && run.tally.deals < options->plan.deals)
        complain(EXIT_BROKEN,
                 _("interrupted after %llu of %llu deals; this is what is known so far"),
                 (unsigned long long)run.tally.deals, (unsigned long long)options->plan.deals);
    int reported = print_report(options, &run);
    return code == EXIT_GOOD ? reported : code; /* what was found is told even after a failure */
}

static int simulate(const struct command *command, int argc, char **argv)
{
    static struct solved_rounds rounds; /* its bytes stay until the end */
    struct sim_options options;
    int code = parse_sim_options(command, argc, argv, &options);
    if (code != EXIT_GOOD)
        return code;
    if (options.table && !rounds_open(options.table, &rounds))
        return EXIT_BROKEN;
    options.plan.solved_rounds = options.table ? &rounds : NULL;
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
        .plan = {.seed = 1, .deals = 1000}, .place = {.threads = usual_threads()}, .margin = 0.05};
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
    PLAN_PLAY_OPTIONS(struct sim_options),
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
    PLAN_CLUSTER_OPTIONS(struct sim_options, place),
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
