/*
 * tournament.c - `stos tournament`: reads who plays, has every match played, and prints the table.
 */
#include "tournament.h"

#include "cli/command/cli.h"
#include "external_bot.h"
#include "plan_run.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tournament_options {
    struct tournament tournament;
    struct plan_place place;
    const char *bots, *resume, *records;
    uint64_t nodes;
    int ms; /* this and nodes: of bots that come without */
    bool silent, json;
};

/* ---------------------------------------------------------------- who plays whom */

static bool is_cooperative(const struct tournament *tournament)
{
    return stos_game_is_cooperative(tournament->rules.game);
}

/* How many bots meet in a match: two teams of THE GAME, else as many as sit at a table. */
static int bots_of_match(const struct tournament *tournament)
{
    return is_cooperative(tournament) ? 2 : stos_rules_seats(&tournament->rules);
}

/* Reads the bots, separated by commas, into places of a plan one after the other, for their names
 * with the limits. */
static bool read_bots(struct tournament_options *options)
{
    struct tournament *tournament = &options->tournament;
    struct sim_plan plan = {.rules = tournament->rules, .lineups = 1};
    char why[256];
    for (const char *at = options->bots;; at++) {
        size_t length = strcspn(at, ",");
        if (tournament->bots == TOURNAMENT_BOTS)
            return complain(EXIT_USAGE, _("a tournament has up to %d bots"), TOURNAMENT_BOTS),
                   false;
        if (!lineup_read_bot(&plan, 0, 0, at, length, why, sizeof why))
            return complain(EXIT_USAGE, "%s", why), false;
        for (int seat = 1; seat < stos_rules_seats(&plan.rules); seat++)
            plan.bot[0][seat] = plan.bot[0][0];
        lineup_set_limits(&plan,
                          (stos_limits){.ms = (uint32_t)options->ms, .nodes = options->nodes});
        lineup_bot_text(&plan, 0, 0, tournament->name[tournament->bots]);
        for (int i = 0; i < tournament->bots; i++)
            if (strcmp(tournament->name[i], tournament->name[tournament->bots]) == 0)
                return complain(EXIT_USAGE, _("'%s' is named twice"), tournament->name[i]), false;
        tournament->bots++;
        at += length;
        if (!*at)
            return true;
    }
}

static bool put_bot(struct tournament_match *match, int lineup, int place, const char *name)
{
    char why[256];
    if (lineup_read_bot(&match->plan, lineup, place, name, strlen(name), why, sizeof why))
        return true;
    complain(EXIT_USAGE, "%s", why);
    return false;
}

/* The plan of a match: two teams, or one bot for each seat. */
static bool plan_match(const struct tournament_options *options, struct tournament_match *match,
                       uint64_t number)
{
    const struct tournament *tournament = &options->tournament;
    struct sim_plan *plan = &match->plan;
    bool good = true, teams = is_cooperative(tournament);
    *plan = (struct sim_plan){.rules = tournament->rules,
                              .lineups = teams ? 2 : 1,
                              .talks = {!options->silent, !options->silent},
                              .seed = tournament->seed + number,
                              .deals = tournament->deals};
    for (int i = 0; i < match->seats; i++)
        for (int place = 0; place < stos_rules_seats(&plan->rules) && good; place++)
            if (teams || place == i)
                good = put_bot(match, teams ? i : 0, place, tournament->name[match->bot[i]]);
    return good;
}

/* The next choice of `seats` bots in the order of a list; the last one stays as it is. */
static void next_choice(int *bot, int seats, int bots)
{
    int i = seats - 1;
    while (i >= 0 && bot[i] == bots - seats + i)
        i--;
    if (i < 0)
        return;
    bot[i]++;
    for (int j = i + 1; j < seats; j++)
        bot[j] = bot[j - 1] + 1;
}

/* How many choices of `seats` bots there are; in a gauntlet the first bot is in each. */
static uint64_t count_matches(const struct tournament *tournament, int seats)
{
    uint64_t bots = (uint64_t)tournament->bots - tournament->gauntlet, count = 1;
    for (uint64_t i = 1; i <= (uint64_t)seats - tournament->gauntlet; i++)
        count = count * (bots - i + 1) / i;
    return count;
}

/* Fills in all matches. */
static int pair_bots(struct tournament_options *options)
{
    struct tournament *tournament = &options->tournament;
    int choice[STOS_MAX_SEATS] = {0}, seats = bots_of_match(tournament);
    assert(seats > 0 && seats <= STOS_MAX_SEATS);
    for (int i = 0; i < seats; i++)
        choice[i] = i;
    tournament->count = count_matches(tournament, seats);
    tournament->matches = calloc(tournament->count, sizeof *tournament->matches);
    if (!tournament->matches)
        return complain(EXIT_BROKEN, "%s", _("out of memory"));
    for (size_t m = 0; m < tournament->count; m++) {
        struct tournament_match *match = &tournament->matches[m];
        match->seats = seats;
        memcpy(match->bot, choice, sizeof choice);
        if (!plan_match(options, match, m))
            return EXIT_USAGE;
        next_choice(choice, seats, tournament->bots);
    }
    return EXIT_GOOD;
}

/* Whether there are enough bots for a match, and not too many. */
static int check_bots(const struct tournament *tournament)
{
    int seats = bots_of_match(tournament);
    if (tournament->bots < seats)
        return complain(EXIT_USAGE,
                        tr_plural("a match has %d bot, so name as many in --bots",
                                  "a match has %d bots, so name as many in --bots",
                                  (unsigned long)seats),
                        seats);
    if (count_matches(tournament, seats) > TOURNAMENT_MATCHES)
        return complain(EXIT_USAGE,
                        _("these are more than %d matches; name fewer bots, or use --gauntlet"),
                        TOURNAMENT_MATCHES);
    return EXIT_GOOD;
}

static int complete(struct tournament_options *options, const char *rules)
{
    struct tournament *tournament = &options->tournament;
    if (!parse_rules(rules, &tournament->rules))
        return EXIT_USAGE;
    if (!options->bots)
        return complain(EXIT_USAGE, "%s",
                        _("name the bots with --bots, such as --bots steady,quick"));
    if (!read_bots(options))
        return EXIT_USAGE;
    int code = check_bots(tournament);
    if (code == EXIT_GOOD)
        code = pair_bots(options);
    if (code != EXIT_GOOD)
        return code;
    if (options->place.cluster.url && options->records)
        return complain(EXIT_USAGE, "%s",
                        _("--records needs a run on this machine, without --cluster"));
    for (size_t i = 0; i < tournament->count && code == EXIT_GOOD; i++)
        code = plan_check_place(&tournament->matches[i].plan, &options->place);
    return code;
}

/* ---------------------------------------------------------------- playing */

enum { PATH = 4096 };

/* FOLDER/match-003 with an ending; NULL without a folder. */
static const char *path_of(const char *folder, size_t match, const char *ending, char out[PATH])
{
    if (!folder)
        return NULL;
    snprintf(out, PATH, "%s/match-%03zu%s", folder, match + 1, ending);
    return out;
}

static int play_match(const struct tournament_options *options, size_t number,
                      struct progress *progress)
{
    static struct plan_run run; /* its tally is too large for a stack */
    char state[PATH], records[PATH];
    struct tournament_match *match = &options->tournament.matches[number];
    run = (struct plan_run){.plan = &match->plan,
                            .place = &options->place,
                            .progress = progress,
                            .resume = path_of(options->resume, number, ".json", state),
                            .records = path_of(options->records, number, "", records)};
    if (run.records && !make_folder(run.records))
        return EXIT_BROKEN;
    int code = plan_run(&run);
    if (run.known)
        match->tally = run.tally;
    progress->before += run.tally.deals;
    return code;
}

static int run_tournament(struct tournament_options *options)
{
    struct tournament *tournament = &options->tournament;
    struct progress progress;
    int code = EXIT_GOOD;
    size_t played = 0;
    plan_watch_interrupt();
    progress_begin(&progress, tournament->count * tournament->deals);
    while (code == EXIT_GOOD && played < tournament->count)
        if ((code = play_match(options, played, &progress)) == EXIT_GOOD)
            played++;
    external_close();
    if (code != EXIT_GOOD && !plan_is_interrupted())
        return code;
    if (played < tournament->count)
        complain(EXIT_BROKEN,
                 _("interrupted after %llu of %llu matches; this is what is known so far"),
                 (unsigned long long)played, (unsigned long long)tournament->count);
    if (options->json)
        tournament_report_json(tournament, played < tournament->count);
    else
        tournament_report_text(tournament);
    return code;
}

static int hold_tournament(const struct command *command, int argc, char **argv)
{
    struct tournament_options options;
    struct command_line line;
    if (!command_read(command, argc, argv, &options, &line))
        return EXIT_USAGE;
    int code = complete(&options, line.words[0]);
    if (code == EXIT_GOOD &&
        ((options.resume && !make_folder(options.resume)) ||
         (options.records && !make_folder(options.records))))
        code = EXIT_BROKEN;
    if (code == EXIT_GOOD)
        code = run_tournament(&options);
    free(options.tournament.matches);
    return code;
}

/* ---------------------------------------------------------------- the command */

static void set_defaults(void *at)
{
    *(struct tournament_options *)at = (struct tournament_options){
        .tournament = {.seed = 1, .deals = 100}, .place = {.threads = usual_threads()}};
}

#define PLACE(member) offsetof(struct tournament_options, member)

static const struct option_row options_of_tournament[] = {
    {.name = "bots",
     .value = "LIST",
     .kind = OPTION_BOTS,
     .at = PLACE(bots),
     .help = N_("the bots that play, separated by commas, with limits as for `stos sim`; "
                "cmd:./mybot is a program of yours (docs/engine.md). In THE GAME each is a team")},
    {.name = "games",
     .value = "N",
     .kind = OPTION_COUNT,
     .at = PLACE(tournament.deals),
     .low = 1,
     .high = UINT64_C(1) << 32,
     .help = N_("deals of each match; in games with a winner each is played once for each seat")},
    {.name = "gauntlet",
     .kind = OPTION_FLAG,
     .at = PLACE(tournament.gauntlet),
     .help = N_("only matches with the first bot, instead of all against all")},
    {.name = "seed",
     .value = "S",
     .kind = OPTION_COUNT,
     .at = PLACE(tournament.seed),
     .high = UINT64_MAX,
     .help = N_("the seed of the first match; each match has the next one")},
    PLAN_PLAY_OPTIONS(struct tournament_options),
    {.name = "resume",
     .value = "DIR",
     .kind = OPTION_OUTPUT,
     .at = PLACE(resume),
     .help = N_("keep the state of each match in DIR, and go on from there if it exists")},
    {.help = N_("Output:")},
    {.name = "json", .kind = OPTION_FLAG, .at = PLACE(json), .help = OPTION_JSON_HELP},
    {.name = "records",
     .value = "DIR",
     .kind = OPTION_OUTPUT,
     .at = PLACE(records),
     .help = N_("keep every game as a record, in a folder for each match")},
#ifdef STOS_CLUSTER
    {.help = N_("On many machines:")},
    PLAN_CLUSTER_OPTIONS(struct tournament_options, place),
#endif
    {0},
};

const struct command command_tournament = {
    .name = "tournament",
    .arguments = "RULES --bots LIST [--games N] [options]",
    .summary = N_("let bots play each other, and rate them"),
    .options = options_of_tournament,
    .notes =
        N_("Each match is a simulation: the bots sit in every order, on the same deals, and\n"
           "`stos sim` with its bots and its seed gives the same numbers. Ratings are those of\n"
           "Bradley and Terry: 400 points are odds of ten to one, the mean is 0. Intervals are\n"
           "computed from deals. In THE GAME two teams play the same deals, and a deal that\n"
           "both win, or both lose, is half a win for each. Ctrl-C prints what is known so far."),
    .least = 1,
    .most = 1,
    .wanted = N_("give one game in quotes, such as 'thegame(players=3)'"),
    .words = WORDS_RULES,
    .size = sizeof(struct tournament_options),
    .set_defaults = set_defaults,
    .run = hold_tournament,
};
