/*
 * help.c - output derived from a command's table of options: help in columns, a man page, shell
 * completions.
 *
 * The man page is in English and made by `stos help --man COMMAND`; shells ask `stos complete
 * WORD...`, a hidden command.
 */
#include "bot/bot.h"
#include "cli.h"
#include "table/day.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_COLUMNS = 100, LABEL_MOST = 28, LABEL_TEXT = 96, DEFAULT_TEXT = 128 };

/* ---------------------------------------------------------------- a row in words */

static void write_label(const struct option_row *row, char out[LABEL_TEXT])
{
    if (!row->value)
        snprintf(out, LABEL_TEXT, "--%s", row->name);
    else
        snprintf(out, LABEL_TEXT, row->alone ? "--%s [%s]" : "--%s %s", row->name, row->value);
}

/* The default as it stands in the help; "" where there is none to tell. */
static void write_default(const struct option_row *row, const void *defaults,
                          char out[DEFAULT_TEXT])
{
    const void *place = defaults ? (const char *)defaults + row->at : NULL;
    char value[80] = "";
    out[0] = '\0';
    if (row->fallback)
        snprintf(value, sizeof value, "%s", _(row->fallback));
    else if (place && row->kind == OPTION_INT && *(const int *)place != 0)
        snprintf(value, sizeof value, "%d", *(const int *)place);
    else if (place && row->kind == OPTION_COUNT && *(const uint64_t *)place != 0)
        snprintf(value, sizeof value, "%llu", (unsigned long long)*(const uint64_t *)place);
    else if (place && row->kind == OPTION_REAL && *(const double *)place > 0)
        snprintf(value, sizeof value, "%g", *(const double *)place);
    else if (place && row->kind == OPTION_WORD)
        snprintf(value, sizeof value, "%s", row->words[*(const int *)place]);
    else if (place && row->kind >= OPTION_TEXT && row->kind <= OPTION_RULES &&
             *(const char *const *)place)
        snprintf(value, sizeof value, "%s", *(const char *const *)place);
    if (*value)
        snprintf(out, DEFAULT_TEXT, _(" (default: %s)"), value);
}

/* ---------------------------------------------------------------- columns */

static void print_row(const char *label, const char *text, int width, FILE *out)
{
    int columns = columns_of(label, strlen(label));
    fprintf(out, "  %s%*s", label, columns < width ? width - columns : 0, "");
    if (columns >= width)
        fprintf(out, "\n  %*s", width, "");
    print_wrapped(text, width + 2, LINE_COLUMNS, out);
}

static int wider(int width, const char *label)
{
    int columns = columns_of(label, strlen(label)) + 2;
    return columns > width && columns <= LABEL_MOST ? columns : width;
}

void options_print(const struct option_row *options, const void *defaults, FILE *out)
{
    char label[LABEL_TEXT], fallback[DEFAULT_TEXT], text[1024];
    int width = 0;
    for (const struct option_row *row = options; row->name || row->help; row++)
        if (row->name) {
            write_label(row, label);
            width = wider(width, label);
        }
    for (const struct option_row *row = options; row->name || row->help; row++) {
        if (!row->name) {
            fprintf(out, "%s%s\n", row == options ? "" : "\n", _(row->help));
            continue;
        }
        write_label(row, label);
        write_default(row, defaults, fallback);
        snprintf(text, sizeof text, "%s%s", _(row->help), fallback);
        print_row(label, text, width, out);
    }
}

static void write_action(const struct option_action *action, char out[LABEL_TEXT])
{
    snprintf(out, LABEL_TEXT, "%s%s%s", action->name, action->value ? " " : "",
             action->value ? action->value : "");
}

static void print_actions(const struct option_action *actions)
{
    char label[LABEL_TEXT];
    int width = 0;
    for (const struct option_action *action = actions; action->name; action++) {
        write_action(action, label);
        width = wider(width, label);
    }
    for (const struct option_action *action = actions; action->name; action++) {
        write_action(action, label);
        print_row(label, _(action->help), width, stdout);
    }
}

/* The values that hold when nothing is given, to be freed; NULL for a command without. */
static void *defaults_of(const struct command *command)
{
    void *defaults = command->size ? calloc(1, command->size) : NULL;
    if (defaults && command->set_defaults)
        command->set_defaults(defaults);
    return defaults;
}

void command_print_help(const struct command *command)
{
    void *defaults = defaults_of(command);
    printf(_("Usage: stos %s %s\n\n%s.\n"), command->name,
           command->arguments ? _(command->arguments) : "", _(command->summary));
    if (command->about)
        printf("\n%s\n", _(command->about));
    if (command->actions) {
        putchar('\n');
        print_actions(command->actions);
    }
    if (command->options) {
        putchar('\n');
        options_print(command->options, defaults, stdout);
    }
    if (command->notes)
        printf("\n%s\n", _(command->notes));
    free(defaults);
}

/* ---------------------------------------------------------------- the man page */

/* Text as roff sets it: nothing in it is a request or an escape. */
static void print_roff(const char *text)
{
    for (const char *at = text; *at; at++) {
        if ((at == text || at[-1] == '\n') && (*at == '.' || *at == '\''))
            fputs("\\&", stdout);
        if (*at == '\\')
            fputs("\\e", stdout);
        else if (*at == '-')
            fputs("\\-", stdout);
        else
            putchar(*at);
    }
}

static void print_roff_lines(const char *text)
{
    puts(".nf");
    print_roff(text);
    puts("\n.fi");
}

static void print_roff_option(const struct option_row *row, const void *defaults)
{
    char fallback[DEFAULT_TEXT];
    printf(".TP\n\\fB\\-\\-");
    print_roff(row->name);
    printf("\\fR");
    if (row->value) {
        printf(row->alone ? " [\\fI" : " \\fI");
        print_roff(row->value);
        printf(row->alone ? "\\fR]" : "\\fR");
    }
    putchar('\n');
    write_default(row, defaults, fallback);
    print_roff(_(row->help));
    print_roff(fallback);
    putchar('\n');
}

static void print_roff_options(const struct command *command)
{
    void *defaults = defaults_of(command);
    puts(".SH OPTIONS");
    for (const struct option_row *row = command->options; row->name || row->help; row++) {
        if (row->name) {
            print_roff_option(row, defaults);
        } else {
            fputs(".SS ", stdout);
            print_roff(_(row->help));
            putchar('\n');
        }
    }
    free(defaults);
}

static void print_roff_actions(const struct option_action *actions)
{
    for (; actions->name; actions++) {
        printf(".TP\n\\fB");
        print_roff(actions->name);
        printf("\\fR");
        if (actions->value) {
            printf(" \\fI");
            print_roff(actions->value);
            printf("\\fR");
        }
        putchar('\n');
        print_roff(_(actions->help));
        putchar('\n');
    }
}

void command_print_man(const struct command *command)
{
    printf(".SH NAME\nstos\\-%s \\- ", command->name);
    print_roff(_(command->summary));
    printf("\n.SH SYNOPSIS\n\\fBstos %s\\fR ", command->name);
    print_roff(command->arguments ? _(command->arguments) : "");
    puts("\n.SH DESCRIPTION");
    print_roff_lines(command->about ? _(command->about) : _(command->summary));
    if (command->actions)
        print_roff_actions(command->actions);
    if (command->options)
        print_roff_options(command);
    if (command->notes) {
        puts(".SH NOTES");
        print_roff_lines(_(command->notes));
    }
}

/* ---------------------------------------------------------------- completions */

static void print_next(const char *prefix, const char *name, const char *means)
{
    printf("%s%s%s%s\n", prefix, name, means ? "\t" : "", means ? means : "");
}

/* A list of bots may be begun: "strong,st" goes on with "strong,steady". */
static void print_bots(const char *begun)
{
    char prefix[256] = "";
    const char *comma = strrchr(begun, ',');
    if (comma)
        snprintf(prefix, sizeof prefix, "%.*s", (int)(comma + 1 - begun), begun);
    for (int i = 0; i < stos_bot_count(); i++) {
        bool again = false;
        for (int j = 0; j < i && !again; j++)
            again = strcmp(stos_bot_at(j)->name, stos_bot_at(i)->name) == 0;
        if (!again)
            print_next(prefix, stos_bot_at(i)->name, NULL);
    }
}

static void print_games(void)
{
    for (int i = 0; i < stos_game_count(); i++)
        print_next("", stos_game_name(stos_game_at(i)), stos_game_title(stos_game_at(i)));
}

/* Those that one person can play on this device. */
static void print_levels(void)
{
    for (int i = 0; i < day_level_count(); i++)
        if (!day_level_at(i)->people)
            print_next("", day_level_at(i)->name, day_level_at(i)->rules);
}

static void print_values(const struct option_row *row, const char *begun)
{
    for (int i = 0; row->kind == OPTION_WORD && row->words[i]; i++)
        print_next("", row->words[i], NULL);
    if (row->kind == OPTION_FILE || row->kind == OPTION_OUTPUT)
        puts(":files");
    else if (row->kind == OPTION_BOTS)
        print_bots(begun);
    else if (row->kind == OPTION_RULES)
        print_games();
}

static void print_words(const struct command *command, int before)
{
    for (const struct option_action *action = before == 0 ? command->actions : NULL;
         action && action->name; action++)
        if (*action->name >= 'a') /* GAME stands for others */
            print_next("", action->name, _(action->help));
    if (command->words == WORDS_FILES && (before > 0 || !command->actions))
        puts(":files");
    else if (command->words == WORDS_RULES || command->words == WORDS_GAMES)
        print_games();
    else if (command->words == WORDS_LEVELS)
        print_levels();
}

bool command_print_next(const struct command *command, int count, char **words)
{
    const char *begun = words[count - 1], *before = count > 1 ? words[count - 2] : "";
    const struct option_row *row =
        strncmp(before, "--", 2) == 0 ? option_find(command, before + 2) : NULL;
    bool is_value = row && row->kind != OPTION_FLAG && row->kind != OPTION_YES_NO,
         is_option = !is_value && *begun == '-';
    if (is_value) {
        print_values(row, begun);
    } else if (is_option) {
        for (row = command->options; row && (row->name || row->help); row++)
            if (row->name)
                print_next("--", row->name, _(row->help));
        print_next("--", "help", NULL);
    } else {
        print_words(command, count - 1);
    }
    return is_option;
}
