/*
 * main.c - the program `stos`: finds the subcommand and its help.
 *
 * Exit codes: 0 success, 1 negative result, 2 usage error, 3 failure or interrupted.
 */
#include "cli/command/cli.h"
#include "cli/command/commands.h"

#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct command command_complete;

static const struct command *const commands[] = {
    &command_play,   &command_learn,   &command_rules,  &command_day,    &command_puzzles,
    &command_replay,
#ifdef STOS_SERVER
    &command_join,   &command_serve,   &command_admin,  &command_backup,
#endif
    &command_verify, &command_games,   &command_record, &command_sim,    &command_tournament,
#ifdef STOS_CLUSTER
    &command_worker,
#endif
    &command_solve,  &command_analyze, &command_engine, &command_bench,  &command_complete,
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static int print_version(void)
{
    printf("stos %s (%s)\n", STOS_VERSION, STOS_COMPILER);
    return EXIT_GOOD;
}

enum { COMMON_HELP, COMMON_VERSION, COMMON_LANG, COMMON_OPTIONS };

static const struct option_row common_options[COMMON_OPTIONS + 1] = {
    [COMMON_HELP] = {.name = "help",
                     .kind = OPTION_FLAG,
                     .help = N_("this text; `stos COMMAND --help` explains a command")},
    [COMMON_VERSION] = {.name = "version", .kind = OPTION_FLAG, .help = N_("the version; also -V")},
    [COMMON_LANG] = {.name = "lang",
                     .value = "CODE",
                     .kind = OPTION_TEXT,
                     .fallback = N_("the language of the system"),
                     .help = N_("speak en, pl, cs or uk")},
};

static int print_overview(FILE *out)
{
    fputs(_("stos plays THE GAME, FACE TO FACE and GRA/LIE.\n"), out);
    fputs(_("\nUsage: stos COMMAND [arguments]\n\nCommands:\n"), out);
    for (int i = 0; i < COMMANDS; i++)
        if (!commands[i]->hidden)
            fprintf(out, "  %-10s %s\n", commands[i]->name, _(commands[i]->summary));
    fputs(_("\nOptions:\n"), out);
    options_print(common_options, NULL, out);
    return EXIT_GOOD;
}

static const struct command *find_command(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static int no_command(const char *name)
{
    if (*name == '-')
        return complain(EXIT_USAGE, _("there is no option '%s'; try `stos --help`"), name);
    for (int i = 0; i < COMMANDS; i++)
        if (!commands[i]->hidden && is_nearly(name, strlen(name), commands[i]->name))
            return complain(EXIT_USAGE, _("there is no command '%s'; did you mean '%s'?"), name,
                            commands[i]->name);
    return complain(EXIT_USAGE, _("there is no command '%s'; try `stos --help`"), name);
}

static int too_many_words(const char *word)
{
    return complain(EXIT_USAGE, _("'%s' is one word too many; try `stos --help`"), word);
}

/* `stos help`, `stos help COMMAND`, and `stos help --man COMMAND` for the man page. */
static int print_help(int argc, char **argv)
{
    bool man = argc > 1 && strcmp(argv[1], "--man") == 0;
    const char *name = argv[man ? 2 : 1];
    if (name && !man && (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0))
        name = NULL;
    if (!name)
        return man ? no_command("") : print_overview(stdout);
    const struct command *command = find_command(name);
    if (!command)
        return no_command(name);
    if (argc > (man ? 3 : 2))
        return too_many_words(argv[man ? 3 : 2]);
    if (man)
        command_print_man(command);
    else
        command_print_help(command);
    return EXIT_GOOD;
}

/* ---------------------------------------------------------------- completions */

/* Takes --lang CODE out of the words before the last one: it may stand anywhere, and says nothing
 * about what follows. */
static int leave_language_out(int argc, char **argv)
{
    int kept = 1;
    for (int i = 1; i < argc; i++) {
        if (i + 2 < argc && strcmp(argv[i], "--lang") == 0)
            i++;
        else if (i + 1 == argc || strncmp(argv[i], "--lang=", 7) != 0)
            argv[kept++] = argv[i];
    }
    return kept;
}

static void print_common(const struct option_row *row)
{
    printf("--%s\t%s\n", row->name, _(row->help));
}

/* `stos complete WORD...`: what may follow on a command line; the last word is the one that is
 * being typed. */
static int complete(const struct command *unused, int argc, char **argv)
{
    (void)unused;
    argc = leave_language_out(argc, argv);
    if (argc > 2 && strcmp(argv[argc - 2], "--lang") == 0) {
        puts("en\npl\ncs\nuk");
    } else if (argc <= 2) {
        for (int i = 0; i < COMMANDS; i++)
            if (!commands[i]->hidden)
                printf("%s\t%s\n", commands[i]->name, _(commands[i]->summary));
        for (int i = 0; i < COMMON_OPTIONS; i++)
            print_common(&common_options[i]);
    } else {
        const struct command *command = find_command(argv[1]);
        if (command && command_print_next(command, argc - 2, argv + 2))
            print_common(&common_options[COMMON_LANG]); /* every command takes it */
    }
    return EXIT_GOOD;
}

static const struct command command_complete = {
    .name = "complete", .summary = "", .hidden = true, .run = complete};

static bool wants_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

/* Takes --lang CODE out of the arguments, wherever it stands; false if there is no such language,
 * or none is named. */
static bool take_language(int *argc, char **argv)
{
    const char *language = NULL;
    int kept = 1;
    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], "--lang") == 0)
            language = i + 1 < *argc ? argv[++i] : "";
        else if (strncmp(argv[i], "--lang=", 7) == 0)
            language = argv[i] + 7;
        else
            argv[kept++] = argv[i];
    }
    argv[ *argc = kept] = NULL;
    bool known = tr_choose(language && *language ? language : NULL);
    if (language && !*language) {
        complain(EXIT_USAGE, "%s", _("--lang needs a language: en, pl, cs or uk"));
        return false;
    }
    if (!known)
        complain(EXIT_USAGE, _("there is no language '%s'; en, pl, cs, uk"), language);
    return known;
}

/* Whether nobody reads standard output any more, as after `stos games | head -1`. */
static bool is_pipe_closed(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO};
    return poll(&output, 1, 0) == 1 && (output.revents & POLLERR);
}

/* What was printed must have arrived: a full disk is a failure, not silence. A reader who has seen
 * enough is none. */
static int finish(int code)
{
    if ((fflush(stdout) == 0 && !ferror(stdout)) || is_pipe_closed())
        return code;
    return complain(EXIT_BROKEN, "%s", _("cannot write the output"));
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN);
    bool completes = argc > 1 &&
        strcmp(argv[1], command_complete.name) == 0; /* --lang may be one of its words */
    if (completes ? !tr_choose(NULL) : !take_language(&argc, argv))
        return EXIT_USAGE;
    if (argc < 2) {
        print_overview(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)
        return argc > 2 ? too_many_words(argv[2]) : finish(print_version());
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0)
        return finish(print_help(argc - 1, argv + 1));
    const struct command *command = find_command(argv[1]);
    if (!command)
        return no_command(argv[1]);
    if (!command->hidden && wants_help(argc - 1, argv + 1)) {
        command_print_help(command);
        return finish(EXIT_GOOD);
    }
    return finish(command->run(command, argc - 1, argv + 1));
}
