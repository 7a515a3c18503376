/*
 * play_screen.c - see play.h: what surrounds the full screen of src/term - options, files, and the
 * final messages.
 *
 * Nothing is printed while the screen is open. A game that is interrupted (Ctrl-C, a closed window)
 * is saved automatically.
 */
#include "play.h"

#include "cli/command/cli.h"
#include "narrate.h"
#include "saves.h"
#include "cli/command/data_files.h"
#include "local/local.h"
#include "term/term.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char saved_path[SAVES_PATH]; /* where the running game is saved; "" until it has a place */

static bool save(const struct history *game, char *message, size_t size)
{
    size_t length;
    char *text = history_record(game, &length);
    bool placed = saved_path[0] || saves_new_path(game->head.rules.game, saved_path);
    bool good = text && placed && try_write_file(saved_path, text, length);
    if (good)
        snprintf(message, size, _("Saved to %s; go on with: stos play --resume %s"), saved_path,
                 saved_path);
    else
        snprintf(message, size, "%s: %s", _("the game could not be saved"), strerror(errno));
    free(text);
    return good;
}

static int deal(const struct play_options *options, struct term_game *play)
{
    struct seating seating = {.practice = false};
    int code = EXIT_GOOD;
    if (options->resume) {
        snprintf(saved_path, sizeof saved_path, "%s", options->resume_path);
        code = history_read_file(play->game, saved_path);
        if (code == EXIT_GOOD)
            seating.practice = local_bots_of(&play->game->head, seating.bot);
    } else {
        code = set_up_game(options, false, &seating, play->game);
    }
    memcpy(play->bot, seating.bot, sizeof play->bot);
    play->practice = seating.practice;
    play->no_memory = options->no_memory;
    if (code == EXIT_GOOD && play->game->state.game == STOS_LIE)
        play->rounds = rounds_installed();
    return code;
}

/* What is left to say when the screen is closed. */
static void say_goodbye(const struct history *game, enum term_end end)
{
    char message[1200];
    if (stos_over(&game->state)) {
        saves_forget(saved_path);
        narrate_result(&game->head, &game->state);
        return;
    }
    bool saved = end == TERM_SAVED || (end == TERM_INTERRUPTED && game->count > 0);
    if (saved && save(game, message, sizeof message))
        puts(message);
    else
        puts(_("Stopped. The game is not finished."));
}

static struct saves_entry saves[SAVES_MOST]; /* large */
static int save_count;

/* Whether the first screen is needed: for what to play, or for which of several saved games. */
static bool must_ask(struct play_options *options)
{
    if (options->resume && !options->resume_path && save_count == 1)
        options->resume_path = saves[0].path;
    return options->resume ? !options->resume_path : !options->rules;
}

static int choose(struct play_options *options, struct term_choice *choice)
{
    struct term_saves offered = {.count = options->seats || options->seed ? 0 : save_count};
    for (int i = 0; i < save_count; i++)
        offered.label[i] = saves[i].label;
    if (!term_choose(choice, options->resume ? TERM_RESUME : TERM_NEW_GAME, &offered))
        return SETUP_STOPPED;
    options->resume = choice->resume;
    options->resume_path = choice->resume ? saves[choice->save].path : NULL;
    options->rules = choice->resume ? NULL : choice->rules;
    if (!options->seats)
        options->seats = choice->resume ? NULL : choice->seats;
    return EXIT_GOOD;
}

/* The screen is opened late where options could be wrong, so that complaints are seen. */
static int run(struct play_options *options, struct term_game *play)
{
    struct term_choice choice;
    bool asks = must_ask(options);
    int code = asks ? EXIT_GOOD : deal(options, play);
    if (code != EXIT_GOOD)
        return code;
    if (!term_open())
        return complain(EXIT_BROKEN, "%s",
                        _("this terminal cannot show a full screen; try --plain"));
    bool may_complain = options->seats || options->seed;
    if (asks)
        code = choose(options, &choice);
    if (code == EXIT_GOOD && asks) {
        if (may_complain)
            term_close();
        code = deal(options, play);
        if (may_complain && code == EXIT_GOOD && !term_open())
            code = EXIT_BROKEN;
    }
    enum term_end end = code == EXIT_GOOD ? term_play(play) : TERM_LEFT;
    term_close();
    if (code == SETUP_STOPPED)
        return EXIT_GOOD;
    if (code != EXIT_GOOD || end == TERM_FAILED)
        return code != EXIT_GOOD ? code : complain(EXIT_BROKEN, "%s", _("out of memory"));
    say_goodbye(play->game, end);
    return EXIT_GOOD;
}

int play_on_screen(struct play_options *options)
{
    static struct history game;
    struct term_game play = {.game = &game, .save = save};
    save_count = options->resume_path ? 0 : saves_list(saves);
    if (options->resume && !options->resume_path && save_count == 0)
        return complain(EXIT_BROKEN, "%s", _("there is no saved game"));
    int code = run(options, &play);
    history_free(&game);
    return code;
}
