/*
 * play.c - `stos play`: a game in line mode, with bots and with people who share the keyboard; for
 * terminals that cannot show a full screen, for pipes, and on request.
 *
 * The table is hosted by src/local; here its bots think synchronously, and it is drawn as lines.
 * People and bots see only their views. The screen is cleared between two people, so that nobody
 * sees another hand. A line of several moves is played as a whole or not at all. End of input stops
 * the game.
 */
#include "bot/bot.h"
#include "cli/command/cli.h"
#include "game/show.h"
#include "move_line.h"
#include "table/history.h"
#include "narrate.h"
#include "play.h"
#include "saves.h"
#include "cli/command/data_files.h"
#include "local/local.h"
#include "table/table.h"
#include "term/term.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_INPUT = 512 };

struct session {
    struct local local;
    struct history game; /* as it is told: follows the table */
    struct seating seating;
    size_t told[STOS_MAX_SEATS]; /* steps that each person has been told */
    size_t resumed; /* steps from before this session, of which nobody has seen their own either */
    int shown_to;   /* the person whose hand is on the screen, -1 for nobody */
    bool terminal, colour, quit;
    void *memory; /* scratch memory of the bots */
    struct bot_turn turn[STOS_MAX_SEATS];
    char file[SAVES_PATH]; /* where this game was saved last, or resumed from; "" when nowhere */
    int64_t now_ms;        /* counts what happens: there is no clock at this table */
};

/* ---------------------------------------------------------------- the table */

static bool is_bot(const struct session *session, int seat)
{
    return session->seating.bot[seat] != NULL;
}

/* What has happened is part of the game. */
static void take_news(struct session *session)
{
    for (int i = 0; i < session->local.told; i++)
        session->quit |=
            !local_follow(&session->game, &session->local, &session->local.answer.event[i]);
    session->local.told = 0;
}

/* Asks for something in the name of a seat; the reason of a refusal, or TABLE_OK. */
static enum table_reason ask_table(struct session *session, int seat, enum table_verb verb,
                                   const char *text)
{
    struct table_request request = {.verb = (uint8_t)verb,
                                    .seat = -1,
                                    .person = local_person(seat),
                                    .now_ms = ++session->now_ms,
                                    .text = text,
                                    .text_length = strlen(text)};
    local_do(&session->local, NULL, &request);
    take_news(session);
    return (enum table_reason)session->local.answer.reason;
}

/* The table of the game as it stands. */
static bool open_table(struct session *session)
{
    struct local_setup setup =
        local_setup_of(&session->game.head, session->seating.bot, session->seating.no_memory);
    return local_resume(&session->local, &session->game, session->game.count, &setup, NULL,
                        ++session->now_ms);
}

/* ---------------------------------------------------------------- bots */

static stos_move choose(struct session *session, const stos_bot *bot, const stos_view *view,
                        const stos_hints *hints, const stos_hint_history *history, uint64_t seed)
{
    struct bot_request request = {.view = view,
                                  .hints = hints,
                                  .history = history,
                                  .seed = seed,
                                  .memory = session->memory,
                                  .turn = &session->turn[stos_view_seat(view)]};
    if (view->game == STOS_LIE)
        request.solved_rounds = rounds_installed();
    return bot_choose(bot, &request);
}

/* Answers one question to a bot; false when there is none. */
static bool let_bot_act(struct session *session)
{
    const struct local_job *job = local_job(&session->local, ++session->now_ms);
    struct local_thought thought = {0};
    if (!job)
        return false;
    struct bot_request said = {
        .view = &job->view, .hints = &job->hints, .seed = job->seed, .memory = session->memory};
    if (job->what == LOCAL_SAY)
        job->bot->hint(job->bot, &said, thought.pile, &thought.self);
    else
        thought.move = choose(session, job->bot, &job->view, &job->hints, &job->history, job->seed);
    local_answer(&session->local, job->number, &thought, session->now_ms);
    local_keep(&session->local, NULL, session->now_ms);
    take_news(session);
    return true;
}

/* ---------------------------------------------------------------- input */

/* Reads a line without its end; false when the input is closed. A line that is too long, or binary,
 * counts as empty. */
static bool read_line(char line[LONGEST_INPUT])
{
    size_t length = 0;
    bool bad = false;
    int c;
    fflush(stdout);
    while ((c = getchar()) != EOF && c != '\n') {
        bad |= c == '\0' || length + 1 == LONGEST_INPUT;
        if (!bad && c != '\r')
            line[length++] = (char)(c == '\t' ? ' ' : c);
    }
    line[bad ? 0 : length] = '\0';
    if (bad)
        puts(_("That line cannot be read; nothing was played."));
    return c != EOF || length > 0;
}

/* ---------------------------------------------------------------- saving */

/* Asks before another file is lost; closed input means no. */
static bool may_write(const struct session *session, const char *path)
{
    char line[LONGEST_INPUT];
    struct stat status;
    if (strcmp(path, session->file) == 0 || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return true; /* what is no file is refused by writing */
    printf(_("%s exists already. Overwrite it? [y/N] "), path);
    return read_line(line) && (line[0] == 'y' || line[0] == 'Y');
}

static void save_game(struct session *session, const char *name)
{
    size_t length;
    char path[SAVES_PATH];
    if (!name[0] && !session->file[0] &&
        !saves_new_path(session->game.head.rules.game, session->file))
        return;
    snprintf(path, sizeof path, "%s", name[0] ? name : session->file);
    if (!may_write(session, path)) {
        puts(_("Nothing was saved."));
        return;
    }
    char *text = history_record(&session->game, &length);
    if (!text)
        complain(EXIT_BROKEN, "%s", _("the game could not be saved"));
    else if (write_file(path, text, length)) {
        printf(_("Saved to %s; go on with: stos play --resume %s\n"), path, path);
        snprintf(session->file, sizeof session->file, "%s", path);
    }
    free(text);
}

/* Which of several saved games; -1 when the input is closed or nothing was chosen. */
static int choose_save(const struct saves_entry *saves, int count)
{
    char line[LONGEST_INPUT], *end;
    for (int i = 0; i < count; i++)
        printf("%3d  %s\n", i + 1, saves[i].label);
    printf("%s", _("Which game? [1] "));
    if (!read_line(line))
        return -1;
    long number = line[0] ? strtol(line, &end, 10) : 1;
    return number >= 1 && number <= count ? (int)number - 1 : -1;
}

static int resume_game(struct session *session, const char *path)
{
    static struct saves_entry saves[SAVES_MOST]; /* large */
    if (!path) {
        int count = saves_list(saves), chosen = count > 1 ? choose_save(saves, count) : count - 1;
        if (chosen < 0)
            return count > 0 ? complain(EXIT_NO, "%s", _("no game was chosen"))
                             : complain(EXIT_BROKEN, "%s", _("there is no saved game"));
        path = saves[chosen].path;
    }
    int code = history_read_file(&session->game, path);
    if (code == EXIT_GOOD)
        session->seating.practice = local_bots_of(&session->game.head, session->seating.bot);
    if (strlen(path) < sizeof session->file) /* else saving makes a new file */
        memcpy(session->file, path, strlen(path) + 1);
    return code;
}

/* ---------------------------------------------------------------- what people see */

static int people(const struct session *session)
{
    int count = 0;
    for (int seat = 0; seat < stos_rules_seats(&session->game.head.rules); seat++)
        count += !is_bot(session, seat);
    return count;
}

static bool starts_with(const char *line, const char *word)
{
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && (line[length] == '\0' || line[length] == ' ');
}

/* The curtain between two people: nobody's hand is on the screen until the next one says so. */
static void draw_curtain(struct session *session, int seat)
{
    char line[LONGEST_INPUT], name[STOS_NAME_TEXT];
    if (people(session) < 2 || session->shown_to == seat)
        return;
    if (session->terminal)
        fputs("\033[2J\033[3J\033[H", stdout);
    printf(_("\n%s, it is your turn. Press Enter when only you look at the screen.\n"),
           narrate_name(&session->game.head, seat, name, sizeof name));
    session->quit = !read_line(line) || starts_with(line, "quit");
}

/* Tells a person what happened since they last looked. */
static void tell_news(struct session *session, int seat)
{
    struct narrator narrator;
    narrate_begin(&narrator, &session->game.head, seat);
    for (size_t i = session->told[seat]; i < session->game.count; i++) {
        const struct history_step *step = &session->game.steps[i];
        const stos_state *after =
            i + 1 < session->game.count ? &session->game.steps[i + 1].before : &session->game.state;
        if (step->seat != seat || i < session->resumed || stos_move_kind(step->move) == STOS_CALL)
            narrate_move(&narrator, &step->before, step->seat, step->move, after);
    }
    narrate_end(&narrator);
    session->told[seat] = session->game.count;
}

static void show_table(struct session *session, int seat)
{
    stos_view view;
    stos_look(&session->game.state, seat, &view);
    play_show(&session->game.head, &view, session->local.table.settings.memory, session->colour);
}

static void print_moves(const struct session *session, int seat)
{
    stos_move moves[STOS_MAX_MOVES];
    char text[STOS_MOVE_TEXT];
    int count = stos_moves(&session->game.state, seat, moves);
    for (int i = 0; i < count; i++) {
        stos_move_text(session->game.head.rules.game, moves[i], text);
        printf("  %s", text);
    }
    putchar('\n');
}

static void print_commands(void)
{
    puts(_("  MOVES        one or several moves, such as 37@U1 38@U1 end; all of them are played, "
           "or none\n"
           "  moves        list the legal moves\n"
           "  hint         what a good player would do\n"
           "  undo         take back your last card of this turn; with --practice, any move\n"
           "  show         draw the table again\n"
           "  save [FILE]  save the game\n"
           "  quit         stop; save first if you want to go on later"));
}

/* ---------------------------------------------------------------- commands */

/* The whole turn that a good player would play, ready to be typed; laid out in the player's view,
 * so that no card to be drawn is told. */
static void give_hint(struct session *session, int seat)
{
    const stos_game *game = session->game.head.rules.game;
    stos_error error;
    bool closes = false;
    stos_view view;
    stos_look(&session->game.state, seat, &view);
    printf("%s", _("A good player would play:"));
    do {
        char text[STOS_MOVE_TEXT];
        stos_move move = choose(session, bot_usual(game), &view, &session->local.table.hints,
                                &session->local.table.hint_history, 1 + session->game.count);
        stos_move_text(game, move, text);
        printf(" %s", text);
        error = game_lay_out(&view, move, &closes); /* refuses what is no placement */
    } while (!error.reason && !closes);
    putchar('\n');
}

/* Nobody has been told more than has happened. */
static void forget_news(struct session *session)
{
    if (session->resumed > session->game.count)
        session->resumed = session->game.count;
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++)
        if (session->told[seat] > session->game.count)
            session->told[seat] = session->game.count;
}

/* One's own last card of the running turn; in practice back to one's last decision, over what bots
 * did since. */
static void take_back(struct session *session, int seat)
{
    if (session->seating.practice) {
        if (!local_go_back(&session->game, session->seating.bot))
            puts(_("You have not played yet."));
        else
            session->quit |= !open_table(session);
    } else {
        enum table_reason reason = ask_table(session, seat, TABLE_TAKE_BACK, "");
        if (reason == TABLE_CARD_IS_FINAL)
            puts(_(table_reason_text(reason)));
        else if (reason != TABLE_OK)
            puts(_("You can only take back your own cards of this turn."));
    }
    forget_news(session);
}

enum { LONGEST_LINE = 64 }; /* moves */

/* Reads a line of moves and tries them on a copy of the game; -1 when one of them is wrong, with
 * the reason told. */
static int read_moves(struct session *session, int seat, char *line, stos_move out[LONGEST_LINE])
{
    char text[MOVE_LINE_WORD], sentence[STOS_ERROR_TEXT];
    stos_state state = session->game.state;
    int count = 0;
    while (move_line_next(&line, text)) {
        stos_move move;
        stos_error error =
            stos_move_parse(session->game.head.rules.game, text, strlen(text), &move);
        if (!error.reason)
            error = stos_play(&state, seat, move);
        if (!error.reason && count < LONGEST_LINE) {
            out[count++] = move;
            continue;
        }
        error_sentence(error, text, sentence, sizeof sentence);
        printf("%s: %s\n", text, error.reason ? sentence : _("the game is too long"));
        puts(_("Nothing was played. `help` lists the commands, `moves` the legal moves."));
        return -1;
    }
    return count;
}

static void play_line(struct session *session, int seat, char *line)
{
    stos_move moves[LONGEST_LINE];
    int count = read_moves(session, seat, line, moves);
    for (int i = 0; i < count; i++) {
        char text[STOS_MOVE_TEXT];
        stos_move_text(session->game.head.rules.game, moves[i], text);
        ask_table(session, seat, TABLE_MOVE, text);
    }
}

static void obey(struct session *session, int seat, char *line)
{
    line += strspn(line, " ");
    if (starts_with(line, "quit") || starts_with(line, "exit"))
        session->quit = true;
    else if (starts_with(line, "help") || strcmp(line, "?") == 0)
        print_commands();
    else if (starts_with(line, "moves"))
        print_moves(session, seat);
    else if (starts_with(line, "hint"))
        give_hint(session, seat);
    else if (starts_with(line, "undo"))
        take_back(session, seat);
    else if (starts_with(line, "save"))
        save_game(session, line + 4 + strspn(line + 4, " "));
    else if (starts_with(line, "show") && strlen(line) < 6)
        show_table(session, seat);
    else
        play_line(session, seat, line);
}

/* ---------------------------------------------------------------- the loop */

/* A person decides: asked until the game has moved on, or they leave. */
static void ask_person(struct session *session, int seat)
{
    char line[LONGEST_INPUT], name[STOS_NAME_TEXT];
    stos_view view;
    draw_curtain(session, seat);
    if (session->quit)
        return;
    if (session->shown_to != seat || session->told[seat] < session->game.count)
        tell_news(session, seat);
    session->shown_to = seat;
    show_table(session, seat);
    play_show_hints(&session->game.head, &session->local.table.hints);
    stos_look(&session->game.state, seat, &view);
    play_show_usage(&view);
    size_t count = session->game.count;
    while (!session->quit && session->game.count == count) {
        printf("%s> ", narrate_name(&session->game.head, seat, name, sizeof name));
        if (read_line(line))
            obey(session, seat, line);
        else
            session->quit = true;
    }
    for (size_t i = session->told[seat]; i < session->game.count; i++) {
        const struct history_step *step = &session->game.steps[i];
        if (step->seat != seat || stos_move_kind(step->move) == STOS_CALL)
            break; /* what one's own challenge brought to light is news, too */
        session->told[seat]++;
    }
}

/* Bots first, since they say something before a person's turn; then whoever the game waits for. */
static void take_turn(struct session *session)
{
    if (let_bot_act(session))
        return;
    int seat = local_to_ask(&session->local);
    if (seat >= 0)
        ask_person(session, seat);
    else
        session->quit = true;
}

static void finish_game(struct session *session)
{
    saves_forget(session->file);
    int watcher = session->shown_to >= 0 ? session->shown_to : 0;
    tell_news(session, watcher);
    putchar('\n');
    narrate_result(&session->game.head, &session->game.state);
}

/* A record of a game that was over before this session. */
static int tell_whole_game(const struct session *session)
{
    const struct history *game = &session->game;
    struct narrator narrator;
    narrate_start(&narrator, &game->head, game->count > 0 ? &game->steps[0].before : &game->state);
    for (size_t i = 0; i < game->count; i++)
        narrate_move(&narrator, &game->steps[i].before, game->steps[i].seat, game->steps[i].move,
                     i + 1 < game->count ? &game->steps[i + 1].before : &game->state);
    narrate_end(&narrator);
    narrate_result(&game->head, &game->state);
    return EXIT_GOOD;
}

static int run_session(struct session *session)
{
    if (stos_over(&session->game.state)) {
        saves_forget(session->file);
        return tell_whole_game(session);
    }
    session->resumed = session->game.count;
    if (!open_table(session))
        return complain(EXIT_BROKEN, "%s", _("this game cannot be played on here"));
    while (!session->quit && !stos_over(&session->game.state))
        take_turn(session);
    if (session->quit)
        puts(_("\nStopped. The game is not finished."));
    else
        finish_game(session);
    return EXIT_GOOD;
}

static int play(const struct command *command, int argc, char **argv)
{
    struct play_options options;
    static struct session session;
    session.terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    const char *terminal = getenv("TERM");
    session.colour =
        session.terminal && !getenv("NO_COLOR") && terminal && strcmp(terminal, "dumb") != 0;
    session.shown_to = -1;
    int code = parse_play_options(command, argc, argv, &options);
    if (code != EXIT_GOOD)
        return code;
    if (!options.plain && term_possible())
        return play_on_screen(&options);
    if (options.resume) {
        code = resume_game(&session, options.resume_path);
        if (code != EXIT_GOOD)
            return code;
    } else {
        code = set_up_game(&options, session.terminal, &session.seating, &session.game);
        if (code != EXIT_GOOD)
            return code == SETUP_STOPPED ? EXIT_GOOD : code;
    }
    session.seating.no_memory = options.no_memory;
    session.memory = malloc(bot_most_memory());
    code = session.memory ? run_session(&session) : complain(EXIT_BROKEN, "%s", _("out of memory"));
    free(session.memory);
    history_free(&session.game);
    return code;
}

const struct command command_play = {
    .name = "play",
    .arguments =
        "[RULES] [--seats LIST] [--seed S] [--resume [FILE]] [--practice] [--no-memory] [--plain]",
    .summary = N_("play in the terminal, with bots or in hot seat"),
    .about = N_("RULES is a game with its options, such as 'thegame(players=3,fire=next)'; without "
                "it you are asked."),
    .options = options_of_play,
    .notes = N_("In the game press ? for help; line by line, type `help`."),
    .most = 1,
    .wanted = N_("play takes one game; put its rules in quotes"),
    .words = WORDS_RULES,
    .size = sizeof(struct play_options),
    .run = play,
};
