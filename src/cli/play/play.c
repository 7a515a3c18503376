/*
 * play.c - `stos play`: a game in line mode, with bots and with people who share the keyboard; for terminals that cannot
 * show a full screen, for pipes, and for whoever asks for it.
 *
 * People and bots alike are shown views only. Between two people the screen is cleared, so that nobody sees another
 * hand. A line of several moves is played whole or not at all. Closed input is a wish to stop.
 */
#include "bot/bot.h"
#include "cli/cli.h"
#include "history.h"
#include "narrate.h"
#include "play_screen.h"
#include "play_setup.h"
#include "play_show.h"
#include "cli/study/rounds.h"
#include "sim/sim.h"
#include "term/term.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_INPUT = 512 };

struct session {
    struct history game;
    struct seating seating;
    size_t told[STOS_MAX_SEATS]; /* steps that each person has been told */
    int shown_to;                /* the person whose hand is on the screen, -1 for nobody */
    bool terminal, colour, quit;
    stos_random random;
    void *memory; /* for the bots to think in */
};

/* ---------------------------------------------------------------- bots */

static bool is_bot(const struct session *session, int seat) { return session->seating.bot[seat] != NULL; }

/* What the bots at the table say to a seat before its turn (TT1). */
static void hear_bots(struct session *session, int seat, struct bot_hints *hints)
{
    sim_collect_hints(&session->game.state, session->seating.bot, seat, stos_random_bits(&session->random), session->memory, hints);
}

static stos_move ask_bot(struct session *session, const struct bot *bot, int seat)
{
    stos_view view;
    struct bot_hints hints;
    stos_look(&session->game.state, seat, &view);
    hear_bots(session, seat, &hints);
    struct bot_request request = {.view = &view, .hints = &hints, .seed = stos_random_bits(&session->random), .memory = session->memory};
    if (view.game == STOS_LIE)
        request.lie_table = rounds_installed();
    return bot_choose(bot, &request);
}

/* Enough memory for any bot of the game, for as long as it is played. */
static bool make_memory(struct session *session)
{
    size_t largest = 1;
    for (int i = 0; i < bot_count(); i++)
        if (bot_at(i)->memory > largest)
            largest = bot_at(i)->memory;
    session->memory = malloc(largest);
    return session->memory != NULL;
}

/* ---------------------------------------------------------------- saving */

static void save_game(struct session *session, const char *path)
{
    size_t length;
    char fallback[1024];
    char *text = history_record(&session->game, &length);
    if (!path[0])
        path = saved_game_path(fallback, sizeof fallback, true);
    if (!text || !path)
        complain(EXIT_BROKEN, "%s", _("the game could not be saved"));
    else if (write_file(path, text, length))
        printf(_("Saved to %s; go on with: stos play --resume %s\n"), path, path);
    free(text);
}

static int resume_game(struct session *session, const char *path)
{
    char fallback[1024];
    if (!path)
        path = saved_game_path(fallback, sizeof fallback, false);
    int code = path ? history_read_file(&session->game, path) : EXIT_BROKEN;
    if (code == EXIT_GOOD)
        seating_from_names(&session->seating, &session->game.head);
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

/* Reads a line without its end; false when the input is closed. A line that is too long, or binary, counts as empty. */
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
    struct narrator narrator = {.head = &session->game.head, .discreet = true, .seat = -1};
    for (size_t i = session->told[seat]; i < session->game.count; i++) {
        const struct history_step *step = &session->game.steps[i];
        const stos_state *after = i + 1 < session->game.count ? &session->game.steps[i + 1].before : &session->game.state;
        if (step->seat != seat || stos_move_kind(step->move) == STOS_CALL)
            narrate_move(&narrator, &step->before, step->seat, step->move, after);
    }
    if (narrator.inside)
        putchar('\n');
    session->told[seat] = session->game.count;
}

static void show_table(struct session *session, int seat)
{
    stos_view view;
    stos_look(&session->game.state, seat, &view);
    play_show(&session->game.head, &view, session->colour);
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
    puts(_("  MOVES        one or several moves, such as 37@U1 38@U1 end; all of them are played, or none\n"
           "  moves        list the legal moves\n"
           "  hint         what a good player would do\n"
           "  undo         take back your last move\n"
           "  show         draw the table again\n"
           "  save [FILE]  save the game\n"
           "  quit         stop; save first if you want to go on later"));
}

/* ---------------------------------------------------------------- commands */

/* The whole turn that a good player would play, ready to be typed. */
static void give_hint(struct session *session, int seat)
{
    enum { LONGEST_TURN = 12 };
    const stos_game *game = session->game.head.rules.game;
    const stos_state kept = session->game.state;
    printf("%s", _("A good player would say:"));
    for (int i = 0; i < LONGEST_TURN && (stos_actors(&session->game.state) >> seat & 1); i++) {
        char text[STOS_MOVE_TEXT];
        stos_move move = ask_bot(session, usual_bot(game), seat);
        stos_move_text(game, move, text);
        printf(" %s", text);
        stos_play(&session->game.state, seat, move);
        if (stos_move_kind(move) != STOS_PLACE)
            break;
    }
    putchar('\n');
    session->game.state = kept;
}

/* Back to the last decision of this seat, over what bots did since. */
static void take_back(struct session *session, int seat)
{
    size_t last = session->game.count;
    while (last > 0 && session->game.steps[last - 1].seat != seat)
        last--;
    if (last == 0) {
        puts(_("You have not played yet."));
        return;
    }
    while (session->game.count >= last)
        history_undo(&session->game);
    for (int other = 0; other < STOS_MAX_SEATS; other++)
        if (session->told[other] > session->game.count)
            session->told[other] = session->game.count;
}

/* The next move of a line: a word, and for start, show and dir the words that belong to it. */
static size_t next_move(char **at, char out[STOS_MOVE_TEXT * 2])
{
    size_t length = 0;
    *at += strspn(*at, " ,;");
    bool takes_more = strncmp(*at, "start", 5) == 0 || strncmp(*at, "show", 4) == 0 || strncmp(*at, "dir", 3) == 0;
    for (int words = 0; **at && (words == 0 || takes_more); words++) {
        size_t word = strcspn(*at, " ,;");
        bool another = words > 0 && takes_more && isalpha((unsigned char)**at) && strncmp(*at, "cw", 2) != 0 && strncmp(*at, "ccw", 3) != 0;
        if (another || length + word + 2 > STOS_MOVE_TEXT * 2)
            break;
        if (words > 0)
            out[length++] = ' ';
        memcpy(out + length, *at, word);
        length += word;
        *at += word;
        if (**at == ',' || **at == ';')
            break;
        *at += strspn(*at, " ");
    }
    out[length] = '\0';
    return length;
}

/* Piles are written in capitals, except the o of the opponent's; everything else in small letters. */
static void normalise(char *move)
{
    for (char *at = move; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    char *pile = strchr(move, '@');
    for (char *at = pile; at && *at; at++)
        if (*at != 'o')
            *at = (char)toupper((unsigned char)*at);
}

/* Plays a whole line of moves, or says which one is wrong and plays none. */
static void play_line(struct session *session, int seat, char *line)
{
    size_t before = session->game.count;
    char text[STOS_MOVE_TEXT * 2], sentence[STOS_ERROR_TEXT];
    while (next_move(&line, text) > 0) {
        stos_move move;
        bool full = false;
        normalise(text);
        stos_error error = stos_move_parse(session->game.head.rules.game, text, strlen(text), &move);
        if (!error.reason)
            error = history_play(&session->game, seat, move, &full);
        if (!error.reason && !full)
            continue;
        while (session->game.count > before)
            history_undo(&session->game);
        error_sentence(error, text, sentence, sizeof sentence);
        printf("%s: %s\n", text, full ? _("the game is too long") : sentence);
        puts(_("Nothing was played. `help` lists the commands, `moves` the legal moves."));
        return;
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
    if (session->game.state.game == STOS_THEGAME) {
        struct bot_hints hints;
        hear_bots(session, seat, &hints);
        play_show_hints(&session->game.head, &hints);
    }
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

/* TG3: during the votes people come first, then bots follow, then whoever does not agree is asked again. */
static int next_voter(struct session *session, stos_move *bot_move)
{
    const struct stos_thegame_table *table = &session->game.state.as.thegame.table;
    int players = table->option[STOS_THEGAME_PLAYERS];
    for (int seat = 0; seat < players; seat++)
        if (!is_bot(session, seat) && table->vote[seat] < 0)
            return seat;
    for (int seat = 0; seat < players; seat++) {
        if (!is_bot(session, seat))
            continue;
        *bot_move = ask_bot(session, session->seating.bot[seat], seat);
        if (stos_move_low(*bot_move) != table->vote[seat])
            return seat;
    }
    for (int seat = 0; seat < players; seat++)
        if (!is_bot(session, seat) && table->vote[seat] != table->vote[(seat + 1) % players])
            return seat;
    return 0;
}

static void take_turn(struct session *session)
{
    stos_seats actors = stos_actors(&session->game.state);
    int seat = __builtin_ctz(actors);
    bool voting = session->game.state.game == STOS_THEGAME && session->game.state.as.thegame.table.phase == STOS_PHASE_START;
    stos_move move = STOS_NO_MOVE;
    bool full;
    if (voting)
        seat = next_voter(session, &move);
    if (!is_bot(session, seat)) {
        ask_person(session, seat);
        return;
    }
    if (!voting)
        move = ask_bot(session, session->seating.bot[seat], seat);
    history_play(&session->game, seat, move, &full);
    session->quit |= full;
}

static void finish_game(struct session *session)
{
    int watcher = session->shown_to >= 0 ? session->shown_to : 0;
    tell_news(session, watcher);
    putchar('\n');
    narrate_result(&session->game.head, &session->game.state);
}

static int run_session(struct session *session)
{
    while (!session->quit && !stos_over(&session->game.state))
        take_turn(session);
    if (session->quit)
        puts(_("\nStopped. The game is not finished."));
    else
        finish_game(session);
    return EXIT_GOOD;
}

int command_play(int argc, char **argv)
{
    struct play_options options;
    static struct session session;
    session.terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    const char *terminal = getenv("TERM");
    session.colour = session.terminal && !getenv("NO_COLOR") && terminal && strcmp(terminal, "dumb") != 0;
    session.shown_to = -1;
    int code = parse_play_options(argc, argv, &options);
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
    uint64_t bits = 0;
    memcpy(&bits, session.game.head.seed.bytes + 24, sizeof bits);
    session.random = stos_random_from(bits);
    code = make_memory(&session) ? run_session(&session) : complain(EXIT_BROKEN, "%s", _("there is not enough memory"));
    free(session.memory);
    history_free(&session.game);
    return code;
}
