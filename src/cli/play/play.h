/*
 * play.h - the parts of `stos play`: its options and set-up, the full screen, and the table drawn
 * as lines of text.
 */
#ifndef STOS_CLI_PLAY_PLAY_H
#define STOS_CLI_PLAY_PLAY_H

#include "bot/bot.h"
#include "cli/command/option.h"
#include "table/history.h"

struct seating {
    const stos_bot *bot[STOS_MAX_SEATS]; /* NULL: a person */
    bool no_memory;                      /* nobody is shown which cards are gone (TT4) */
    bool practice; /* undo can go back beyond the current turn; marked at the person's name in the
                      record */
};

struct play_options {
    const char *rules, *seats, *seed; /* NULL: not given */
    bool resume, plain, practice, no_memory;
    const char *resume_path; /* NULL: one of the saved games */
};

/* Returns an exit code; EXIT_GOOD if the options make sense. */
extern const struct option_row options_of_play[];
int parse_play_options(const struct command *command, int argc, char **argv,
                       struct play_options *options);

enum { SETUP_STOPPED = -1 }; /* the input was closed at a question */

/* Asks for what was not given (on a terminal), seats everybody and deals. Returns an exit code or
 * SETUP_STOPPED. */
int set_up_game(const struct play_options *options, bool ask, struct seating *seating,
                struct history *game);

/* ---------------------------------------------------------------- the full screen; play_screen.c
 */

/* Chooses a game where none was named, plays it, saves it when asked. Returns an exit code. */
int play_on_screen(struct play_options *options);

/* ---------------------------------------------------------------- lines of text, all made from a
 * view; play_show.c */

/* Draws the table for the view's own seat, optionally in colour. With `memory`, also the cards that
 * are gone. */
void play_show(const stos_record_head *head, const stos_view *view, bool memory, bool colour);

/* The hints of the others about the piles and about themselves, one line each. */
void play_show_hints(const stos_record_head *head, const stos_hints *hints);

/* How moves are typed in this game and phase, in one line. */
void play_show_usage(const stos_view *view);

#endif
