/* environment.c - see environment.h. */
#include "environment.h"

#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX "STOS_"

enum { VARIABLE = 80, PREFIX_LENGTH = sizeof PREFIX - 1 };

/* No options, but `stos serve`, which takes all of its options from the environment, reads them,
 * too. */
static const char *const others[] = {PREFIX "DATA", PREFIX "SMTP_PASSWORD"};

static void write_variable(const struct option_row *setting, char out[VARIABLE])
{
    size_t length = (size_t)snprintf(out, VARIABLE, PREFIX "%s", setting->name);
    for (size_t c = PREFIX_LENGTH; c < length; c++)
        out[c] = (char)(out[c] == '-'                        ? '_'
                            : out[c] >= 'a' && out[c] <= 'z' ? out[c] - 'a' + 'A'
                                                             : out[c]);
}

static bool takes_all(const struct command *command)
{
    return command->variables && strcmp(command->variables, OPTION_ALL) == 0;
}

static bool is_variable(const struct command *command, const struct option_row *row)
{
    return row->name && command->variables &&
        (takes_all(command) || option_is_among(command->variables, row->name));
}

/* ---------------------------------------------------------------- spelling */

/* The name of a variable that somebody has set. */
struct spelling {
    const char *given;
    size_t length;
    bool is_right;
    char meant[VARIABLE]; /* what it nearly is; "": nothing */
};

static void compare(struct spelling *spelling, const char *name, bool is_read)
{
    spelling->is_right |=
        strlen(name) == spelling->length && strncmp(name, spelling->given, spelling->length) == 0;
    if (is_read &&
        is_nearly(spelling->given + PREFIX_LENGTH, spelling->length - PREFIX_LENGTH,
                  name + PREFIX_LENGTH))
        snprintf(spelling->meant, VARIABLE, "%s", name);
}

/* Right are also the names that another command reads in the same environment; only what this one
 * reads can be meant. */
static bool is_right(const struct command *command, const char *given, size_t length)
{
    const struct command *widest = command->shares_variables ? command->shares_variables : command;
    struct spelling spelling = {.given = given, .length = length};
    char name[VARIABLE];
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        compare(&spelling, others[i], takes_all(command));
    for (const struct option_row *row = widest->options; row->name || row->help; row++)
        if (row->name) {
            const struct option_row *own = option_find(command, row->name);
            write_variable(row, name);
            compare(&spelling, name, own && is_variable(command, own));
        }
    if (spelling.is_right || !*spelling.meant)
        return true;
    complain(EXIT_USAGE, _("unknown environment variable %.*s; did you mean %s?"), (int)length,
             given, spelling.meant);
    return false;
}

bool environment_is_spelt_well(const struct command *command)
{
    extern char **environ;
    for (char **at = environ; *at && command->variables; at++) {
        size_t length = strcspn(*at, "=");
        bool has_value = (*at)[length] && (*at)[length + 1];
        if (has_value && strncmp(*at, PREFIX, PREFIX_LENGTH) == 0 &&
            !is_right(command, *at, length))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- values */

bool environment_read(const struct command *command, void *into)
{
    char name[VARIABLE];
    for (const struct option_row *row = command->options;
         command->variables && (row->name || row->help); row++) {
        if (!is_variable(command, row))
            continue;
        write_variable(row, name);
        const char *value = getenv(name);
        if (value && *value && !option_put(row, value, into)) {
            complain(EXIT_USAGE, _("set by the environment variable %s"), name);
            return false;
        }
    }
    return true;
}
