/*
 * puzzles.c - `stos puzzles`: the puzzle ladder, generating puzzles from seeds, verifying them, and
 * puzzles from the user's own mistakes.
 *
 * Which puzzles were solved is stored in a file in the user's data: one letter each, in the order
 * of the ladder.
 */
#include "cli/command/cli.h"
#include "cli/command/data_files.h"
#include "cli/command/progress.h"
#include "game/show.h"
#include "puzzle_try.h"
#include "saves.h"
#include "solve/puzzle/make.h"
#include "table/history.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PUZZLES = 4096, LARGEST_FILE = 8 << 20, CANDIDATES_EACH = 400 };

struct puzzles_options {
    uint64_t seed;
    int make, seat, deals; /* deals: to play out for each turn, 0 for the usual number */
    const char *game, *check, *record;
    bool has_seat, json;
};

/* ---------------------------------------------------------------- the ladder */

struct ladder {
    struct puzzle *puzzle;
    int count;
    char solved[MOST_PUZZLES + 1]; /* ' ' not yet, '+' solved, '*' at the first try */
};

static bool read_ladder(struct ladder *ladder, const char *path)
{
    size_t length = 0;
    char *text = read_file(path, LARGEST_FILE, &length);
    ladder->puzzle = text ? calloc(MOST_PUZZLES, sizeof *ladder->puzzle) : NULL;
    const char *at = text, *end = text ? text + length : NULL;
    ladder->count = 0;
    while (ladder->puzzle && ladder->count < MOST_PUZZLES &&
           puzzle_next(&at, end, &ladder->puzzle[ladder->count]))
        ladder->count++;
    free(text);
    if (ladder->count == 0)
        free(ladder->puzzle);
    if (text && ladder->count == 0)
        complain(EXIT_BROKEN, _("%s holds no puzzles"), path);
    return ladder->count > 0;
}

static void read_progress(struct ladder *ladder)
{
    char path[SAVES_PATH];
    memset(ladder->solved, ' ', MOST_PUZZLES);
    FILE *file = saves_beside("puzzles", path) ? fopen(path, "rb") : NULL;
    if (!file)
        return;
    size_t got = fread(ladder->solved, 1, (size_t)ladder->count, file);
    for (size_t i = 0; i < got; i++)
        if (ladder->solved[i] != '+' && ladder->solved[i] != '*')
            ladder->solved[i] = ' ';
    fclose(file);
}

static void keep_progress(const struct ladder *ladder)
{
    char path[SAVES_PATH];
    if (saves_beside("puzzles", path))
        write_file(path, ladder->solved, (size_t)ladder->count);
}

static bool open_ladder(struct ladder *ladder)
{
    char path[DATA_PATH];
    if (!data_find("puzzles.txt", path)) {
        complain(EXIT_BROKEN, "%s", _("the puzzles are not installed"));
        return false;
    }
    if (!read_ladder(ladder, path))
        return false;
    read_progress(ladder);
    return true;
}

static int count_solved(const struct ladder *ladder)
{
    int solved = 0;
    for (int i = 0; i < ladder->count; i++)
        solved += ladder->solved[i] != ' ';
    return solved;
}

static int first_unsolved(const struct ladder *ladder)
{
    for (int i = 0; i < ladder->count; i++)
        if (ladder->solved[i] == ' ')
            return i;
    return -1;
}

static int list_ladder(const struct ladder *ladder, bool json)
{
    for (int i = 0; i < ladder->count; i++) {
        const struct puzzle *puzzle = &ladder->puzzle[i];
        const stos_game *game = stos_state_game(&puzzle->start);
        if (json)
            printf("{\"number\":%d,\"game\":\"%s\",\"rating\":%d,\"solved\":%s}\n", i + 1,
                   stos_game_name(game), puzzle->rating,
                   ladder->solved[i] == ' ' ? "false" : "true");
        else
            printf("%c %4d  %5d  %s\n", ladder->solved[i], i + 1, puzzle->rating,
                   stos_game_title(game));
    }
    int next = first_unsolved(ladder);
    if (!json)
        printf(_("%d of %d solved; + solved, * at the first try.\n"), count_solved(ladder),
               ladder->count);
    if (!json && next >= 0)
        printf(_("Play the next one: stos puzzles %d\n"), next + 1);
    return EXIT_GOOD;
}

/* Plays from a puzzle on, up the ladder, until the player has had enough. */
static int climb(struct ladder *ladder, int at)
{
    static struct puzzle_task task; /* large */
    for (; at < ladder->count; at++) {
        task = (struct puzzle_task){.puzzle = ladder->puzzle[at]};
        (void)snprintf(task.title, sizeof task.title, _("Puzzle %d of %d, %s, rating %d"), at + 1,
                       ladder->count, stos_game_title(stos_state_game(&task.puzzle.start)),
                       task.puzzle.rating);
        enum puzzle_outcome outcome = puzzle_try(&task);
        if (outcome == PUZZLE_TRY_QUIT)
            break;
        if (outcome == PUZZLE_TRY_NEXT)
            continue;
        if (ladder->solved[at] != '*')
            ladder->solved[at] = outcome == PUZZLE_TRY_AT_ONCE ? '*' : '+';
        keep_progress(ladder);
    }
    return EXIT_GOOD;
}

static int play_number(struct ladder *ladder, const char *text)
{
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (*text == '\0' || *end != '\0' || errno || number < 1 || number > ladder->count)
        return complain(EXIT_USAGE, _("there is no puzzle '%s'; they are numbered from 1 to %d"),
                        text, ladder->count);
    return climb(ladder, (int)number - 1);
}

/* ---------------------------------------------------------------- making */

static int by_rating(const void *a, const void *b)
{
    const struct puzzle *one = a, *other = b;
    char first[PUZZLE_TEXT], second[PUZZLE_TEXT];
    if (one->rating != other->rating)
        return one->rating < other->rating ? -1 : 1;
    puzzle_write(one, first);
    puzzle_write(other, second);
    return strcmp(first, second);
}

/* Half of them THE GAME, a quarter each of the others; or all of one game. */
static int wanted_of(const struct puzzles_options *options, int game, int count)
{
    if (options->game)
        return strcmp(options->game, stos_game_name(stos_game_at(game))) == 0 ? count : 0;
    return game == STOS_THEGAME ? count - 2 * (count / 4) : count / 4;
}

static int make_puzzles(const struct puzzles_options *options, struct puzzle *out, int count)
{
    int made = 0;
    struct progress progress;
    progress_begin(&progress, (uint64_t)count);
    struct puzzle_maker *maker = puzzle_maker_new(rounds_installed());
    for (int game = 0; maker && game < STOS_GAMES; game++) {
        int wanted = made + wanted_of(options, game, count);
        uint64_t candidates = (uint64_t)count * CANDIDATES_EACH;
        for (uint64_t number = 0; made < wanted && number < candidates; number++) {
            made += puzzle_make(maker, (enum stos_game_id)game, options->seed, number, &out[made]);
            progress_update(&progress, (uint64_t)made);
        }
    }
    progress_end(&progress);
    puzzle_maker_free(maker);
    return made;
}

static int print_made(const struct puzzles_options *options)
{
    char line[PUZZLE_TEXT];
    int count = options->make;
    struct puzzle *puzzles = calloc((size_t)count + 1, sizeof *puzzles);
    if (!puzzles)
        return complain(EXIT_BROKEN, "%s", _("out of memory"));
    int made = make_puzzles(options, puzzles, count);
    qsort(puzzles, (size_t)made, sizeof *puzzles, by_rating);
    printf("# stos puzzles --make %d --seed %llu%s%s\n", count, (unsigned long long)options->seed,
           options->game ? " --game " : "", options->game ? options->game : "");
    for (int i = 0; i < made; i++) {
        puzzle_write(&puzzles[i], line);
        puts(line);
    }
    free(puzzles);
    return made == count ? EXIT_GOOD : complain(EXIT_NO, _("only %d puzzles were found"), made);
}

static int check_puzzles(const char *path)
{
    struct ladder ladder;
    int wrong = 0;
    if (!read_ladder(&ladder, path))
        return EXIT_BROKEN;
    struct puzzle_maker *maker = puzzle_maker_new(rounds_installed());
    for (int i = 0; maker && i < ladder.count; i++) {
        int rating = 0;
        if (puzzle_prove(maker, &ladder.puzzle[i], &rating) && rating == ladder.puzzle[i].rating)
            continue;
        wrong++;
        complain(EXIT_NO, _("puzzle %d does not hold"), i + 1);
    }
    puzzle_maker_free(maker);
    free(ladder.puzzle);
    if (!maker)
        return complain(EXIT_BROKEN, "%s", _("out of memory"));
    if (wrong == 0)
        printf(tr_plural("%d puzzle, proven again\n", "%d puzzles, all proven again\n",
                         (unsigned long)ladder.count),
               ladder.count);
    return wrong > 0 ? EXIT_NO : EXIT_GOOD;
}

/* ---------------------------------------------------------------- one's own mistakes */

enum { MISTAKES = 8 };
static const double worth_a_puzzle = 0.05; /* of the chance to win */

/* The turns that cost much, the dearest first. */
static int find_mistakes(const struct history *game, const struct puzzles_options *options,
                         struct puzzle_task out[MISTAKES])
{
    static struct turn turn; /* large */
    struct analyzer *analyzer = analyze_open(game->head.rules.game);
    int count = 0;
    memset(&turn, 0, sizeof turn);
    for (uint64_t number = 0; analyzer && history_turn(game, &turn); number++) {
        struct analyze_limits limits = puzzle_limits(game->head.rules.game, options->deals, number);
        struct puzzle_task task = {.mistake = true,
                                   .deals = options->deals,
                                   .puzzle = {.seat = turn.seat, .start = turn.start}};
        if (options->has_seat && turn.seat != options->seat)
            continue;
        analyze_turn(analyzer, &turn.start, turn.seat, turn.move, turn.count, &limits, &task.found);
        double loss = task.found.before - task.found.after;
        if (loss < worth_a_puzzle)
            continue;
        (void)snprintf(task.title, sizeof task.title,
                       _("Turn %d of your game: it cost %.0f points of the chance to win"),
                       (int)number + 1, 100 * loss);
        int at = count < MISTAKES ? count++ : MISTAKES;
        for (; at > 0 && out[at - 1].found.before - out[at - 1].found.after < loss; at--)
            if (at < MISTAKES)
                out[at] = out[at - 1];
        if (at < MISTAKES)
            out[at] = task;
    }
    analyze_close(analyzer);
    return count;
}

static int play_mistakes(const struct puzzles_options *options)
{
    static struct history game;
    static struct puzzle_task tasks[MISTAKES];
    int code = history_read_file(&game, options->record);
    if (code != EXIT_GOOD)
        return code;
    if (game.head.rules.game->show->ladder)
        code = complain(EXIT_USAGE, "%s",
                        _("a game of bids makes no puzzles; `stos analyze` judges its moves"));
    int count = code == EXIT_GOOD ? find_mistakes(&game, options, tasks) : 0;
    if (code == EXIT_GOOD && count == 0)
        puts(_("No single turn decided it."));
    for (int i = 0; i < count && puzzle_try(&tasks[i]) != PUZZLE_TRY_QUIT; i++)
        continue;
    history_free(&game);
    return code;
}

/* ---------------------------------------------------------------- options */

static bool game_is_known(const char *name)
{
    bool known = !name || stos_game_find(name, strlen(name));
    if (!known)
        complain(EXIT_USAGE, _("there is no game '%s'; try `stos games`"), name);
    return known;
}

/* Whether what was given belongs to the one thing that is to be done; complains if not. */
static bool fits_task(const struct command_line *line)
{
    static const struct {
        const char *name, *options;
    } tasks[] = {{"make", "make seed game"}, {"check", "check"}, {"of", "of seat deals"}};
    char called[64];
    for (size_t i = 0; i < sizeof tasks / sizeof tasks[0]; i++) {
        (void)snprintf(called, sizeof called, "puzzles --%s", tasks[i].name);
        if (option_was_given(line, tasks[i].name))
            return command_takes(line, called, 0, tasks[i].options);
    }
    (void)snprintf(called, sizeof called, "puzzles%s%s", line->count ? " " : "",
                   line->count ? line->words[0] : "");
    return command_takes(line, called, 1, line->count ? "" : "json");
}

static int puzzles(const struct command *command, int argc, char **argv)
{
    static struct ladder ladder; /* large */
    struct puzzles_options options;
    struct command_line line;
    if (!command_read(command, argc, argv, &options, &line) || !fits_task(&line) ||
        !game_is_known(options.game))
        return EXIT_USAGE;
    options.has_seat = option_was_given(&line, "seat");
    if (options.make)
        return print_made(&options);
    if (options.check)
        return check_puzzles(options.check);
    if (options.record)
        return play_mistakes(&options);
    if (!open_ladder(&ladder))
        return EXIT_BROKEN;
    int code =
        line.count > 0 ? play_number(&ladder, line.words[0]) : list_ladder(&ladder, options.json);
    free(ladder.puzzle);
    return code;
}

#define PLACE(member) offsetof(struct puzzles_options, member)

static const struct option_row options_of_puzzles[] = {
    {.name = "of",
     .value = "RECORD",
     .kind = OPTION_FILE,
     .at = PLACE(record),
     .help = N_(
         "puzzles from your own mistakes: turns of a recorded game in which better was possible")},
    {.name = "seat",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(seat),
     .high = STOS_MAX_SEATS - 1,
     .fallback = N_("all"),
     .help = N_("of that game, the turns of this seat only")},
    {.name = "deals",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(deals),
     .low = 1,
     .high = 100000,
     .fallback = N_("48, facetoface 1000"),
     .help = N_("deals to play out for each turn; more are slower and more exact")},
    {.name = "make",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(make),
     .low = 1,
     .high = MOST_PUZZLES,
     .help = N_("make puzzles from a seed and print them, as in data/puzzles.txt; each is proven")},
    {.name = "seed",
     .value = "S",
     .kind = OPTION_COUNT,
     .at = PLACE(seed),
     .high = UINT64_MAX,
     .help = N_("the seed; the same seed makes the same puzzles everywhere")},
    {.name = "game",
     .value = "NAME",
     .kind = OPTION_RULES,
     .at = PLACE(game),
     .help = N_("make puzzles of one game only")},
    {.name = "check",
     .value = "FILE",
     .kind = OPTION_FILE,
     .at = PLACE(check),
     .help = N_("prove every puzzle of a file again (exit code 1 if one does not hold)")},
    {.name = "json",
     .kind = OPTION_FLAG,
     .at = PLACE(json),
     .help = N_("print the ladder as JSON, a line for each puzzle")},
    {0},
};

static void set_defaults(void *at) { ((struct puzzles_options *)at)->seed = 1; }

const struct command command_puzzles = {
    .name = "puzzles",
    .arguments = N_("[NUMBER] [--of RECORD] [--make N] [--check FILE] [options]"),
    .summary = N_("solve puzzles: win from here, challenge or raise; or make them"),
    .about = N_("Without a number the ladder is listed, from easy to hard, with what you have "
                "solved; `stos puzzles 1` plays the first."),
    .notes = N_("In a puzzle type `help`."),
    .options = options_of_puzzles,
    .most = 1,
    .wanted = N_("name one puzzle by its number"),
    .size = sizeof(struct puzzles_options),
    .set_defaults = set_defaults,
    .run = puzzles,
};
