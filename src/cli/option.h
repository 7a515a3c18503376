/*
 * option.h - what a command is and which options it has, described once as data.
 *
 * A command is a `struct command` in the file that runs it. Its table of options is the only place that knows them: parsing
 * (getopt_long below), `stos COMMAND --help`, the man page, the completions of the shells, the settings of the environment, and for
 * `stos serve` those of a file are all made from it. To add an option, add a row, and a member to the struct it fills.
 *
 *   struct greet { const char *name; int times; };
 *   static const struct option_row greet_options[] = {
 *       {.name = "name", .value = "NAME", .kind = OPTION_TEXT, .at = offsetof(struct greet, name), .help = N_("who is greeted")},
 *       {.name = "times", .value = "N", .kind = OPTION_INT, .at = offsetof(struct greet, times), .low = 1, .high = 9,
 *        .help = N_("how often")},
 *       {0}};
 */
#ifndef STOS_CLI_OPTION_H
#define STOS_CLI_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What an option is, and so what type of member it fills. */
enum option_kind {
    OPTION_FLAG,   /* bool; takes no value */
    OPTION_YES_NO, /* bool; a value may follow, as in --quiet=no, and has to in a file of settings */
    OPTION_TEXT,   /* const char *, which points into the arguments */
    OPTION_FILE,   /* the same; shells complete the names of files */
    OPTION_OUTPUT, /* the same, to be written: not "-", since standard output has the answer */
    OPTION_BOTS,   /* the same; shells complete bots, separated by commas */
    OPTION_RULES,  /* the same; shells complete games */
    OPTION_INT,    /* int, from low to high */
    OPTION_COUNT,  /* uint64_t, from low to high */
    OPTION_REAL,   /* double, above 0 and up to most; with `below`, not most itself */
    OPTION_WORD,   /* int: which one of `words` */
};

/* An option; or, without a name, a heading in the help. A table ends with a row without name and help. */
struct option_row {
    const char *name, *value; /* "port" and "N" of --port N */
    const char *help;
    enum option_kind kind;
    size_t at; /* of its member in the struct of the command */
    uint64_t low, high;
    double most;
    bool below;
    const char *const *words;          /* up to NULL */
    bool (*is_good)(const char *text); /* of texts: which ones it takes; NULL: all */
    const char *wrong;                 /* said of others; %s is the text */
    bool alone;                        /* its value may be left out; one that follows is taken */
    const char *fallback;              /* what stands for it when it is not given, in words; NULL: the member's value, unless 0 */
    int part;                          /* of the command, where that does one of two things; 0: both */
};

/* What may stand as the first word: `tables` of `stos admin tables`. */
struct option_action {
    const char *name, *value, *help;
};

/* What the words of a command are, for shells to complete. */
enum option_words { WORDS_OTHER, WORDS_FILES, WORDS_RULES, WORDS_GAMES, WORDS_LEVELS };

#define OPTION_ALL "*"

struct command {
    const char *name, *arguments, *summary;
    const char *about, *notes; /* before and after the options in its help; NULL: none */
    const struct option_row *options;
    const struct option_action *actions; /* up to one without a name; NULL: none */
    int least, most;                     /* how many words it takes; most -1: any number */
    const char *wanted;                  /* said when there are too few or too many */
    enum option_words words;
    size_t size;                            /* of the struct that the options fill */
    void (*set_defaults)(void *at);         /* fills it; NULL: zeros are the defaults */
    bool hidden;                            /* not for people: left out of lists */
    const char *variables;                  /* options that the environment may set, too: their names, separated by spaces, or OPTION_ALL */
    const struct command *shares_variables; /* with this one, which reads more of them; NULL: with none */
    int (*run)(const struct command *command, int argc, char **argv);
};

/* What was read from a command line besides the values. */
struct command_line {
    const struct command *command;
    int count;
    char **words;   /* what is no option, in order; NULL ends them */
    uint64_t given; /* a bit for each row of the table */
};

/* The defaults, then what the environment and the arguments say; complains and returns false if something is wrong with them. */
bool command_read(const struct command *command, int argc, char **argv, void *into, struct command_line *line);

/* The same over what the struct holds already, such as the settings of a file. */
bool command_read_over(const struct command *command, int argc, char **argv, void *into, struct command_line *line);

bool option_was_given(const struct command_line *line, const char *name);

/* The first given option of one part of the command; NULL if there is none. */
const struct option_row *option_of_part(const struct command_line *line, int part);

/*
 * For a command that does several things: whether the one `called` so takes all options that were given, by their names separated
 * by spaces, and so many words (most -1: any number); complains about the first that it does not take.
 */
bool command_takes(const struct command_line *line, const char *called, int most, const char *names);

/* Whether a name is one of those in a text that separates them by spaces. */
bool option_is_among(const char *names, const char *name);

/* The row of a name; NULL if there is none. */
const struct option_row *option_find(const struct command *command, const char *name);

/* Puts a value in its place; complains and returns false if it cannot be. `value` must stay where it is. */
bool option_put(const struct option_row *row, const char *value, void *into);

/* ---------------------------------------------------------------- told to others; help.c */

void command_print_help(const struct command *command);

/* The man page, as roff. */
void command_print_man(const struct command *command);

/* Options with their explanations, in columns. */
void options_print(const struct option_row *options, const void *defaults, FILE *out);

/*
 * What may come next on a command line of which these words are known, the last of them in part: a line for each, with what it
 * means behind a tab. The line ":files" says that files may come, too. True when options were told: those that every command takes are the
 * caller's.
 */
bool command_print_next(const struct command *command, int count, char **words);

#endif
