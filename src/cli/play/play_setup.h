/* play_setup.h - who sits where and which game is dealt: options of `stos play`, and the questions it asks. */
#ifndef STOS_CLI_PLAY_PLAY_SETUP_H
#define STOS_CLI_PLAY_PLAY_SETUP_H

#include "bot/bot.h"
#include "history.h"

struct seating {
    const struct bot *bot[STOS_MAX_SEATS]; /* NULL: a person */
    bool no_memory;                        /* nobody is shown which cards are gone (TT4) */
    bool practice;                         /* undo goes further back than the turn; the person's name in the record says so */
};

struct play_options {
    const char *rules, *seats, *seed; /* NULL: not given */
    bool resume, plain, practice, no_memory;
    const char *resume_path; /* NULL: one of the saved games */
};

/* Returns an exit code; EXIT_GOOD when the options make sense. */
int parse_play_options(int argc, char **argv, struct play_options *options);

enum { SETUP_STOPPED = -1 }; /* the input was closed at a question */

/* Asks for what was not given (on a terminal), seats everybody and deals. Returns an exit code or SETUP_STOPPED. */
int set_up_game(const struct play_options *options, bool ask, struct seating *seating, struct history *game);

/* The bot that sits down where nobody was named, and that is asked for hints: strong, where there is one. */
const struct bot *usual_bot(const stos_game *game);

/* Finds out from the names of a record which seats are bots. */
void seating_from_names(struct seating *seating, const stos_record_head *head);

#endif
