/* option.c - see option.h. */
#include "option.h"

#include "cli.h"
#include "environment.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MOST = 64 };

/* ---------------------------------------------------------------- values */

static bool put_number(const struct option_row *row, const char *text, uint64_t *number)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    bool good = *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && value >= row->low &&
        value <= row->high;
    if (good)
        *number = value;
    else
        complain(EXIT_USAGE, _("--%s takes a whole number from %llu to %llu, not '%s'"), row->name,
                 (unsigned long long)row->low, (unsigned long long)row->high, text);
    return good;
}

static bool put_real(const struct option_row *row, const char *text, double *number)
{
    char *end;
    bool plain =
        text[strspn(text, "0123456789.eE+-")] == '\0'; /* neither blanks nor hexadecimal digits */
    double value = strtod(text, &end);
    bool good = plain && end != text && *end == '\0' && value > 0 &&
        (row->below ? value < row->most : value <= row->most);
    if (good)
        *number = value;
    else if (row->below)
        complain(EXIT_USAGE, _("--%s takes a number between 0 and %g, not '%s'"), row->name,
                 row->most, text);
    else
        complain(EXIT_USAGE, _("--%s takes a number above 0 and up to %g, not '%s'"), row->name,
                 row->most, text);
    return good;
}

static bool put_yes_no(const struct option_row *row, const char *text, bool *place)
{
    static const char *const words[] = {"no", "yes", "false", "true", "off", "on", "0", "1"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i], text) == 0) {
            *place = i % 2;
            return true;
        }
    complain(EXIT_USAGE, _("%s: '%s' is neither yes nor no"), row->name, text);
    return false;
}

static bool put_word(const struct option_row *row, const char *text, int *place)
{
    char all[256] = "";
    size_t length = 0;
    for (int i = 0; row->words[i]; i++) {
        if (strcmp(row->words[i], text) == 0) {
            *place = i;
            return true;
        }
        length += (size_t)snprintf(all + length, sizeof all - length, "%s%s", i ? ", " : "",
                                   row->words[i]);
    }
    complain(EXIT_USAGE, _("%s: '%s' is not one of %s"), row->name, text, all);
    return false;
}

bool option_put(const struct option_row *row, const char *value, void *into)
{
    uint64_t number;
    if (!into) /* a command without a struct has no options */
        return false;
    void *place = (char *)into + row->at;
    switch (row->kind) {
    case OPTION_FLAG: return *(bool *)place = true;
    case OPTION_YES_NO: return put_yes_no(row, value, place);
    case OPTION_INT:
        if (!put_number(row, value, &number))
            return false;
        *(int *)place = (int)number;
        return true;
    case OPTION_COUNT: return put_number(row, value, place);
    case OPTION_REAL: return put_real(row, value, place);
    case OPTION_WORD: return put_word(row, value, place);
    case OPTION_OUTPUT:
        if (strcmp(value, "-") == 0) {
            complain(EXIT_USAGE,
                     _("--%s needs the name of a file or folder, not '-'; only the result goes to "
                       "standard output"),
                     row->name);
            return false;
        }
        *(const char **)place = value;
        return true;
    default:
        if (row->is_good && !row->is_good(value)) {
            complain(EXIT_USAGE, _(row->wrong), value);
            return false;
        }
        *(const char **)place = value;
        return true;
    }
}

/* ---------------------------------------------------------------- the command line */

const struct option_row *option_find(const struct command *command, const char *name)
{
    for (const struct option_row *row = command->options; row && (row->name || row->help); row++)
        if (row->name && strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

/* The table as getopt_long() wants it; its value counts our rows from 1. */
static void fill_getopt(const struct option_row *rows, struct option out[ROWS_MOST + 1])
{
    int count = 0;
    for (int i = 0; rows && (rows[i].name || rows[i].help) && i < ROWS_MOST; i++)
        if (rows[i].name)
            out[count++] = (struct option){rows[i].name,
                                           rows[i].kind == OPTION_FLAG ? no_argument
                                               : rows[i].alone || rows[i].kind == OPTION_YES_NO
                                               ? optional_argument
                                               : required_argument,
                                           NULL, i + 1}; /* 0 would look like no option in optopt */
    out[count] = (struct option){0};
}

/* The option that was just read as it was given, before any '='. */
static size_t name_given(char **argv, const char **name)
{
    bool apart = optarg && optarg == argv[optind - 1];
    *name = argv[optind - (apart ? 2 : 1)] + strlen("--");
    return strcspn(*name, "=");
}

/* getopt_long() takes the start of a name for the name: a script that says --bot would break with
 * the next option of that start. */
static bool is_whole(char **argv, const struct option *option)
{
    const char *name;
    size_t length = name_given(argv, &name);
    if (strlen(option->name) == length)
        return true;
    complain(EXIT_USAGE, _("`stos %s` has no option '--%.*s'; did you mean '--%s'?"), argv[0],
             (int)length, name, option->name);
    return false;
}

static bool suggest(char **argv, const char *given, const struct option *table)
{
    size_t length = strcspn(given, "=");
    for (; strncmp(given, "--", 2) == 0 && table->name; table++)
        if (is_nearly(given + 2, length - 2, table->name)) {
            complain(EXIT_USAGE, _("`stos %s` has no option '--%.*s'; did you mean '--%s'?"),
                     argv[0], (int)length - 2, given + 2, table->name);
            return true;
        }
    return false;
}

/* The next option: the number of its row, -1 after the last, -2 after a complaint. */
static int next_row(int argc, char **argv, const struct option *table)
{
    int at = optind > 0 ? optind : 1, index = -1;
    int found = getopt_long(argc, argv, ":", table, &index);
    if (found == -1)
        return -1;
    if (index >= 0)
        return is_whole(argv, &table[index]) ? table[index].val - 1 : -2;
    const char *given = optind > 0 && optind <= argc ? argv[optind - 1] : argv[at];
    if (found == ':')
        complain(EXIT_USAGE, _("%s needs a value; try `stos %s --help`"), given, argv[0]);
    else if (optopt && strchr(given, '='))
        complain(EXIT_USAGE, _("'%s': this option takes no value; try `stos %s --help`"), given,
                 argv[0]);
    else if (!suggest(argv, given, table))
        complain(EXIT_USAGE, _("`stos %s` has no option '%s'; try `stos %s --help`"), argv[0],
                 given, argv[0]);
    return -2;
}

/* A value that stands apart from an option that can do without: a number for a number, else
 * anything that is no option. */
static bool follows(const struct option_row *row, const char *next)
{
    size_t sign = next ? strspn(next, "+-") : 0;
    if (!next)
        return false;
    return row->kind == OPTION_REAL || row->kind == OPTION_INT
        ? next[sign] && strchr(".0123456789", next[sign])
        : *next != '-';
}

static bool read_row(const struct option_row *row, int argc, char **argv, void *into)
{
    const char *value = optarg;
    if (!value && row->alone && optind < argc && follows(row, argv[optind]))
        value = argv[optind++];
    if (value && !*value && row->kind != OPTION_TEXT) {
        complain(EXIT_USAGE, _("--%s needs a value; try `stos %s --help`"), row->name, argv[0]);
        return false;
    }
    if (!value && row->alone)
        return true;
    return option_put(row, value || row->kind == OPTION_FLAG ? value : "yes", into);
}

static bool count_words(const struct command *command, const struct command_line *line)
{
    bool many = command->most >= 0 && line->count > command->most;
    if (line->count >= command->least && !many)
        return true;
    if (command->wanted)
        complain(EXIT_USAGE, _("%s; try `stos %s --help`"), _(command->wanted), command->name);
    else
        complain(EXIT_USAGE, _("`stos %s` does not take '%s'; try `stos %s --help`"), command->name,
                 line->words[command->most], command->name);
    return false;
}

bool command_read_over(const struct command *command, int argc, char **argv, void *into,
                       struct command_line *line)
{
    struct option table[ROWS_MOST + 1];
    fill_getopt(command->options, table);
    *line = (struct command_line){.command = command};
    opterr = 0;
    optind = 0; /* from the start, whoever parsed before */
    for (int row; (row = next_row(argc, argv, table)) != -1;) {
        if (row < 0 || !read_row(&command->options[row], argc, argv, into))
            return false;
        line->given |= UINT64_C(1) << row;
    }
    line->count = argc - optind;
    line->words = argv + optind;
    return count_words(command, line);
}

bool command_read(const struct command *command, int argc, char **argv, void *into,
                  struct command_line *line)
{
    if (into)
        memset(into, 0, command->size);
    if (command->set_defaults)
        command->set_defaults(into);
    return environment_is_spelt_well(command) && environment_read(command, into) &&
        command_read_over(command, argc, argv, into, line);
}

bool option_was_given(const struct command_line *line, const char *name)
{
    const struct option_row *row = option_find(line->command, name);
    return row && (line->given >> (row - line->command->options) & 1);
}

bool option_is_among(const char *names, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = names; *at; at += strspn(at, " ")) {
        size_t here = strcspn(at, " ");
        if (here == length && memcmp(at, name, length) == 0)
            return true;
        at += here;
    }
    return false;
}

static bool refuse_foreign(const struct command_line *line, const char *called, const char *sign,
                           const char *foreign)
{
    char given[256];
    (void)snprintf(given, sizeof given, "%s%s", sign, foreign);
    complain(EXIT_USAGE, _("`stos %s` does not take '%s'; try `stos %s --help`"), called, given,
             line->command->name);
    return false;
}

bool command_takes(const struct command_line *line, const char *called, int most, const char *names)
{
    const struct option_row *rows = line->command->options;
    if (most >= 0 && line->count > most)
        return refuse_foreign(line, called, "", line->words[most]);
    for (int i = 0; rows[i].name || rows[i].help; i++)
        if (rows[i].name && (line->given >> i & 1) && !option_is_among(names, rows[i].name))
            return refuse_foreign(line, called, "--", rows[i].name);
    return true;
}

const struct option_row *option_of_part(const struct command_line *line, int part)
{
    const struct option_row *rows = line->command->options;
    for (int i = 0; rows[i].name || rows[i].help; i++)
        if (rows[i].part == part && (line->given >> i & 1))
            return &rows[i];
    return NULL;
}
