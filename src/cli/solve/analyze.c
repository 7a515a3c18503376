/*
 * analyze.c - `stos analyze RECORD`: the curve of the win chance, better moves, turning points.
 */
#include "analyze.h"

#include "base/cards.h"
#include "cli/command/cli.h"
#include "cli/play/narrate.h"
#include "cli/command/plot.h"
#include "cli/command/progress.h"
#include "solve/analyze/analyze.h"
#include "solve/thegame/winnable.h"

#include <jansson.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_TURNS = 256, TURNING_POINTS = 3, WINNABLE_NODES = 20000000, WINNABLE_MIB = 256 };

static atomic_bool interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

/* A turn of the record: steps first .. first + count - 1. */
struct judged {
    size_t first;
    int count, seat;
    struct analyze_turn found;
};

struct analysis {
    struct history game;
    struct judged turn[MOST_TURNS];
    int turns;
    struct analyze_limits limits;
    atomic_int next, done;
    atomic_bool failed;
    enum winnable winnable;
};

static void find_turns(struct analysis *analysis)
{
    static struct turn turn; /* large */
    while (analysis->turns < MOST_TURNS && history_turn(&analysis->game, &turn))
        analysis->turn[analysis->turns++] =
            (struct judged){.first = turn.first, .count = turn.count, .seat = turn.seat};
}

static void *analyze_turns(void *argument)
{
    struct analysis *analysis = argument;
    struct analyzer *analyzer = analyze_open(analysis->game.head.rules.game);
    if (!analyzer)
        atomic_store(&analysis->failed, true);
    for (int i; analyzer && (i = atomic_fetch_add(&analysis->next, 1)) < analysis->turns &&
         !atomic_load(&interrupted);) {
        struct judged *turn = &analysis->turn[i];
        stos_move moves[ANALYZE_MOVES];
        int count = 0;
        for (int k = 0; k < turn->count && count < ANALYZE_MOVES; k++)
            moves[count++] = analysis->game.steps[turn->first + (size_t)k].move;
        struct analyze_limits limits = analysis->limits;
        limits.seed += (uint64_t)i;
        analyze_turn(analyzer, &analysis->game.steps[turn->first].before, turn->seat, moves, count,
                     &limits, &turn->found);
        atomic_fetch_add(&analysis->done, 1);
    }
    analyze_close(analyzer);
    return NULL;
}

static void show_progress(struct analysis *analysis)
{
    struct progress progress;
    progress_begin(&progress, (uint64_t)analysis->turns);
    while (atomic_load(&analysis->done) < analysis->turns && !atomic_load(&interrupted) &&
           !atomic_load(&analysis->failed)) {
        progress_show(&progress, (uint64_t)atomic_load(&analysis->done));
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    progress_end(&progress);
}

static bool run_threads(struct analysis *analysis, int threads)
{
    pthread_t thread[64];
    int started = 0;
    while (started < threads && started < 64 &&
           pthread_create(&thread[started], NULL, analyze_turns, analysis) == 0)
        started++;
    if (started > 0 && isatty(STDERR_FILENO))
        show_progress(analysis);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    return started > 0 && !atomic_load(&analysis->failed) && !atomic_load(&interrupted);
}

/* With open cards, could this deal have been won? */
static void solve_deal(struct analysis *analysis)
{
    struct winnable_solver *solver;
    struct winnable_limits limits = {.nodes = WINNABLE_NODES, .cancel = &interrupted};
    static struct winnable_result result;
    stos_state start;
    analysis->winnable = WINNABLE_UNKNOWN;
    if (analysis->game.state.game != STOS_THEGAME ||
        winnable_open((size_t)WINNABLE_MIB << 20, &solver) != WINNABLE_OK)
        return;
    stos_record_deal(&analysis->game.head, &start);
    winnable_solve(solver, &start, &limits, &result);
    analysis->winnable = result.verdict;
    winnable_close(solver);
}

static double loss_of(const struct judged *turn) { return turn->found.before - turn->found.after; }

/* The turns that cost most, worst first; returns how many cost anything worth a word. */
static int turning_points(const struct analysis *analysis, int out[TURNING_POINTS])
{
    int count = 0;
    for (int i = 0; i < analysis->turns; i++) {
        if (loss_of(&analysis->turn[i]) < 0.05)
            continue;
        int at = count < TURNING_POINTS ? count++ : TURNING_POINTS;
        for (; at > 0 && loss_of(&analysis->turn[out[at - 1]]) < loss_of(&analysis->turn[i]); at--)
            if (at < TURNING_POINTS)
                out[at] = out[at - 1];
        if (at < TURNING_POINTS)
            out[at] = i;
    }
    return count;
}

/* ---------------------------------------------------------------- output */

static void write_moves(stos_writer *writer, const stos_game *game, const stos_move *moves,
                        int count)
{
    char text[STOS_MOVE_TEXT];
    for (int i = 0; i < count; i++) {
        stos_move_text(game, moves[i], text);
        size_t room = writer->size - writer->length;
        int length = snprintf(writer->out + writer->length, room, "%s%s", i ? " " : "", text);
        writer->length += length > 0 && (size_t)length < room ? (size_t)length : 0;
    }
}

static const char *played_text(const struct analysis *analysis, const struct judged *turn,
                               char *out, size_t size)
{
    stos_move moves[ANALYZE_MOVES];
    int count = 0;
    stos_writer writer = stos_writer_on(out, size);
    for (int k = 0; k < turn->count && count < ANALYZE_MOVES; k++)
        if (stos_move_kind(analysis->game.steps[turn->first + (size_t)k].move) == STOS_PLACE)
            moves[count++] = analysis->game.steps[turn->first + (size_t)k].move;
    write_moves(&writer, analysis->game.head.rules.game, moves, count);
    return out;
}

static const char *better_text(const struct analysis *analysis, const struct judged *turn,
                               char *out, size_t size)
{
    stos_writer writer = stos_writer_on(out, size);
    write_moves(&writer, analysis->game.head.rules.game, turn->found.better,
                turn->found.better_count);
    return out;
}

static void print_turn(const struct analysis *analysis, int index)
{
    const struct judged *turn = &analysis->turn[index];
    char name[STOS_NAME_TEXT], text[256];
    char bar[21];
    int filled = (int)(turn->found.before * 20 + 0.5);
    memset(bar, ' ', 20);
    memset(bar, '#', (size_t)filled);
    bar[20] = '\0';
    printf("%3d %3.0f %% |%s| %s: %s", index + 1, 100 * turn->found.before, bar,
           narrate_name(&analysis->game.head, turn->seat, name, sizeof name),
           played_text(analysis, turn, text, sizeof text));
    if (loss_of(turn) >= 0.05)
        printf(_("  -> %.0f %%; better: %s"), 100 * turn->found.after,
               better_text(analysis, turn, text, sizeof text));
    putchar('\n');
}

static void print_text(const struct analysis *analysis)
{
    int points[TURNING_POINTS], count = turning_points(analysis, points);
    puts(_("turn, chance to win before it, and what was played"));
    for (int i = 0; i < analysis->turns; i++)
        print_turn(analysis, i);
    narrate_result(&analysis->game.head, &analysis->game.state);
    for (int i = 0; i < count; i++)
        printf(_("Turning point: turn %d cost %.0f percentage points.\n"), points[i] + 1,
               100 * loss_of(&analysis->turn[points[i]]));
    if (analysis->game.state.game == STOS_THEGAME)
        puts(analysis->winnable == WINNABLE_YES ? _("With open cards this deal can be won.")
                 : analysis->winnable == WINNABLE_NO
                 ? _("This deal cannot be won, even with open cards.")
                 : _("It is not known whether this deal can be won with open cards."));
}

static void print_json(const struct analysis *analysis)
{
    static const char *const words[] = {"yes", "no", "unknown"};
    char rules[STOS_RULES_TEXT], played[256], better[256];
    int points[TURNING_POINTS], count = turning_points(analysis, points);
    json_t *turns = json_array(), *turning = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(turning, json_integer(points[i] + 1));
    stos_rules_text(&analysis->game.head.rules, rules);
    for (int i = 0; i < analysis->turns; i++) {
        const struct judged *turn = &analysis->turn[i];
        json_array_append_new(turns,
                              json_pack("{s:i,s:s,s:f,s:f,s:f,s:s}", "seat", turn->seat, "played",
                                        played_text(analysis, turn, played, sizeof played),
                                        "before", turn->found.before, "after", turn->found.after,
                                        "loss", loss_of(turn), "better",
                                        better_text(analysis, turn, better, sizeof better)));
    }
    json_t *json = json_pack("{s:s,s:s,s:o,s:o}", "rules", rules, "winnable",
                             words[analysis->winnable], "turning_points", turning, "turns", turns);
    char *text = json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
    puts(text ? text : "{}");
    free(text);
    json_decref(json);
}

/*
 * The chance before each turn: in THE GAME everybody's, in a duel that of seat 0, whoever is on
 * turn; a dot where a turn cost 5 points or more.
 */
static bool write_svg(const struct analysis *analysis, const char *path)
{
    struct plot_point points[MOST_TURNS];
    char rules[STOS_RULES_TEXT], name[STOS_NAME_TEXT], words[64];
    bool together = analysis->game.state.game == STOS_THEGAME;
    for (int i = 0; i < analysis->turns; i++) {
        double chance = analysis->turn[i].found.before;
        points[i] = (struct plot_point){
            .x = i + 1, .y = together || analysis->turn[i].seat == 0 ? chance : 1 - chance};
    }
    stos_rules_text(&analysis->game.head.rules, rules);
    struct plot *plot = plot_open(&(struct plot_axes){.title = rules,
                                                      .x = _("turn"),
                                                      .y = _("chance to win"),
                                                      .x_low = 1,
                                                      .x_high = analysis->turns});
    plot_line(plot,
              together ? _("everybody together")
                       : narrate_name(&analysis->game.head, 0, name, sizeof name),
              points, analysis->turns);
    for (int i = 0; i < analysis->turns; i++)
        if (loss_of(&analysis->turn[i]) >= 0.05) {
            snprintf(words, sizeof words, "%d: -%.0f %%", i + 1, 100 * loss_of(&analysis->turn[i]));
            plot_dot(plot, points[i], words);
        }
    return plot_write(plot, path);
}

/* ---------------------------------------------------------------- the command */

/* Without a turn there is nothing to tell people or to draw; programs get an empty list, as of any
 * other game. */
static int load(struct analysis *analysis, const char *path, const struct analyze_options *options)
{
    int code = history_read_file(&analysis->game, path);
    if (code != EXIT_GOOD)
        return code;
    find_turns(analysis);
    bool empty_is_good = options->json && !options->svg;
    return analysis->turns > 0 || empty_is_good
        ? EXIT_GOOD
        : complain(EXIT_NO, "%s", _("there is no turn in this record"));
}

static int analyze_places(struct analysis *analysis, const struct analyze_options *options)
{
    int deals = options->deals;
    if (deals == 0) /* a game of facetoface is played out in far less time */
        deals = analyze_usual_deals(analysis->game.head.rules.game);
    analysis->limits =
        (struct analyze_limits){.deals = deals, .nodes = 400, .seed = 1, .cancel = &interrupted};
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (!run_threads(analysis, cores > 0 ? (int)cores : 1))
        return complain(EXIT_BROKEN, "%s", _("the analysis was not finished"));
    solve_deal(analysis);
    if (atomic_load(&interrupted) && analysis->winnable == WINNABLE_UNKNOWN &&
        analysis->game.state.game == STOS_THEGAME)
        return complain(EXIT_BROKEN, "%s", _("the analysis was not finished"));
    if (options->json)
        print_json(analysis);
    else
        print_text(analysis);
    return !options->svg || write_svg(analysis, options->svg) ? EXIT_GOOD : EXIT_BROKEN;
}

static int analyze(const struct command *command, int argc, char **argv)
{
    static struct analysis analysis;
    struct analyze_options options;
    struct command_line line;
    if (!command_read(command, argc, argv, &options, &line))
        return EXIT_USAGE;
    if (options.svg && !can_write_file(options.svg))
        return EXIT_BROKEN;
    int code = load(&analysis, line.words[0], &options);
    if (code != EXIT_GOOD)
        return code;
    if (analysis.game.state.game != STOS_LIE && options.table)
        code = complain(EXIT_USAGE, "%s", _("--table is for lie"));
    else if (analysis.game.state.game != STOS_LIE)
        code = analyze_places(&analysis, &options);
    else
        code = analyze_rounds(&analysis.game, &options);
    history_free(&analysis.game);
    return code;
}

#define PLACE(member) offsetof(struct analyze_options, member)

static const struct option_row options_of_analyze[] = {
    {.name = "json", .kind = OPTION_FLAG, .at = PLACE(json), .help = OPTION_JSON_HELP},
    {.name = "svg",
     .value = "FILE",
     .kind = OPTION_OUTPUT,
     .at = PLACE(svg),
     .help = N_("draw the chance to win, turn by turn")},
    {.name = "deals",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(deals),
     .low = 1,
     .high = 100000,
     .fallback = N_("48, facetoface 1000, lie 300"),
     .help = N_("deals to play out for each turn; more are slower and more exact")},
    {.name = "table",
     .value = "FILE",
     .kind = OPTION_FILE,
     .at = PLACE(table),
     .help = N_("solved rounds of LIE instead of the installed ones: what the equilibrium would "
                "do, what each move cost")},
    {0},
};

const struct command command_analyze = {
    .name = "analyze",
    .arguments = "RECORD [--json] [--svg FILE] [--deals N] [--table FILE]",
    .summary = N_("win chance turn by turn, better plays and turning points"),
    .about = N_("Each turn is judged from what its player could know."),
    .options = options_of_analyze,
    .least = 1,
    .most = 1,
    .wanted = N_("give one record"),
    .words = WORDS_FILES,
    .size = sizeof(struct analyze_options),
    .run = analyze,
};
