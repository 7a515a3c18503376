/*
 * option.h - commands and their options, described once as data.
 *
 * A command is a `struct command` in the file that runs it. Its table of options is the single
 * source of truth: parsing (getopt_long underneath), `stos COMMAND --help`, the man page, shell
 * completions, environment variables, and the settings file of `stos serve` are all derived from
 * it. To add an option, add a row, and a member to the struct it fills.
 *
 *   struct greet { const char *name; int times; };
 *   static const struct option_row greet_options[] = {
 *       {.name = "name", .value = "NAME", .kind = OPTION_TEXT, .at = offsetof(struct greet, name),
 * .help = N_("who is greeted")},
 *       {.name = "times", .value = "N", .kind = OPTION_INT, .at = offsetof(struct greet, times),
 * .low = 1, .high = 9, .help = N_("how often")}, {0}};
 */
#ifndef STOS_CLI_COMMAND_OPTION_H
#define STOS_CLI_COMMAND_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The kind of an option, which determines the type of the member it fills. */
enum option_kind {
    OPTION_FLAG,   /* bool; takes no value */
    OPTION_YES_NO, /* bool; a value may follow, as in --quiet=no, and must in a settings file */
    OPTION_TEXT,   /* const char *, which points into the arguments */
    OPTION_FILE,   /* the same; shells complete file names */
    OPTION_OUTPUT, /* the same, to be written: not "-", since results go to stdout */
    OPTION_BOTS,   /* the same; shells complete bots, separated by commas */
    OPTION_RULES,  /* the same; shells complete games */
    OPTION_INT,    /* int, from low to high */
    OPTION_COUNT,  /* uint64_t, from low to high */
    OPTION_REAL,   /* double, above 0 and up to most; with `below`, not most itself */
    OPTION_WORD,   /* int: index into `words` */
};

/* An option; or, without a name, a heading in the help. A table ends with a row without name and
 * help. */
struct option_row {
    const char *name, *value; /* "port" and "N" of --port N */
    const char *help;
    enum option_kind kind;
    size_t at; /* offset of its member in the command's struct */
    uint64_t low, high;
    double most;
    bool below;
    const char *const *words;          /* NULL-terminated */
    bool (*is_good)(const char *text); /* for texts: which ones are accepted; NULL: all */
    const char *wrong;                 /* the error message for others; %s is the text */
    bool alone;                        /* the value is optional; one that follows is taken */
    const char *fallback; /* the default as shown in the help; NULL: the member's value, unless 0 */
    int part;             /* which part of a command that does one of two things; 0: both */
};

/* An allowed first word: `tables` in `stos admin tables`. */
struct option_action {
    const char *name, *value, *help;
};

/* What the words of a command are, for shell completion. */
enum option_words { WORDS_OTHER, WORDS_FILES, WORDS_RULES, WORDS_GAMES, WORDS_LEVELS };

#define OPTION_ALL "*"

struct command {
    const char *name, *arguments, *summary;
    const char *about, *notes; /* text before and after the options in its help; NULL: none */
    const struct option_row *options;
    const struct option_action *actions; /* ended by one without a name; NULL: none */
    int least, most;                     /* how many words it takes; most -1: any number */
    const char *wanted;                  /* the error message if there are too few or too many */
    enum option_words words;
    size_t size;                    /* of the struct that the options fill */
    void (*set_defaults)(void *at); /* fills it; NULL: the defaults are zero */
    bool hidden;                    /* internal: left out of lists */
    const char *variables; /* options that the environment may also set: names separated by spaces,
                              or OPTION_ALL */
    const struct command
        *shares_variables; /* a command that reads more of the same variables; NULL: none */
    int (*run)(const struct command *command, int argc, char **argv);
};

/* What was read from a command line besides the values. */
struct command_line {
    const struct command *command;
    int count;
    char **words;   /* the arguments that are not options, in order; NULL-terminated */
    uint64_t given; /* a bit for each row of the table */
};

/* Applies the defaults, then the environment, then the arguments; complains and returns false if
 * one of them is not valid. */
bool command_read(const struct command *command, int argc, char **argv, void *into,
                  struct command_line *line);

/* The same, but over what the struct already holds, such as settings from a file. */
bool command_read_over(const struct command *command, int argc, char **argv, void *into,
                       struct command_line *line);

bool option_was_given(const struct command_line *line, const char *name);

/* The first given option of one part of the command; NULL if there is none. */
const struct option_row *option_of_part(const struct command_line *line, int part);

/*
 * For a command with several actions: whether the action `called` takes all the given options
 * (`names`, separated by spaces) and at most `most` words (-1: any number); complains about the
 * first that it does not take.
 */
bool command_takes(const struct command_line *line, const char *called, int most,
                   const char *names);

/* Whether a name is in a list of names separated by spaces. */
bool option_is_among(const char *names, const char *name);

/* The row with a given name; NULL if there is none. */
const struct option_row *option_find(const struct command *command, const char *name);

/* Stores a value in its member; complains and returns false if it is not valid. `value` must stay
 * valid, since it is not copied. */
bool option_put(const struct option_row *row, const char *value, void *into);

/* ---------------------------------------------------------------- help, man pages, completion;
 * help.c */

void command_print_help(const struct command *command);

/* The man page, as roff. */
void command_print_man(const struct command *command);

/* Prints options with their explanations, in columns. */
void options_print(const struct option_row *options, const void *defaults, FILE *out);

/*
 * Prints the completions for a command line with these words, the last of them incomplete: one per
 * line, followed by a tab and what it means. The line ":files" means that file names are possible
 * too. True if options were printed: the caller then adds those that every command takes.
 */
bool command_print_next(const struct command *command, int count, char **words);

#endif
