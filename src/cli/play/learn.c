/* learn.c - `stos learn GAME` and `stos rules GAME`: the lessons of the page in the terminal, and
 * the rules to read. */
#include "cli/command/cli.h"
#include "term/desk/teaching.h"
#include "term/term.h"

#include <stdio.h>
#include <string.h>

/* The game that was named, the first one when none was; NULL with a complaint. */
static const stos_game *game_named(const char *name)
{
    const stos_game *game = name ? stos_game_find(name, strlen(name)) : stos_game_at(0);
    if (!game)
        complain(EXIT_USAGE, _("there is no game '%s'; try `stos games`"), name);
    return game;
}

/* ---------------------------------------------------------------- rules */

enum { PAGE_WIDTH = 78 };

static bool print_part(void *context, enum teaching_kind kind, const char *text)
{
    (void)context;
    if (kind == TEACHING_PICTURE) {
        printf("    %s\n", text);
        return true;
    }
    putchar('\n');
    print_wrapped(text, 0, PAGE_WIDTH, stdout);
    return true;
}

static int print_rules(const stos_game *game)
{
    puts(stos_game_title(game));
    teaching_rules(stos_game_name(game), print_part, NULL);
    return EXIT_GOOD;
}

static int rules(const struct command *command, int argc, char **argv)
{
    struct command_line line;
    const stos_game *game =
        command_read(command, argc, argv, NULL, &line) ? game_named(line.words[0]) : NULL;
    return game ? print_rules(game) : EXIT_USAGE;
}

const struct command command_rules = {
    .name = "rules",
    .arguments = "[GAME]",
    .summary = N_("read the rules of a game"),
    .about = N_("Prints the rules of a game in your language; without a name, of the first one."),
    .most = 1,
    .wanted = N_("rules takes one game"),
    .words = WORDS_GAMES,
    .run = rules,
};

/* ---------------------------------------------------------------- lessons */

static int learn(const struct command *command, int argc, char **argv)
{
    struct command_line line;
    const stos_game *game =
        command_read(command, argc, argv, NULL, &line) ? game_named(line.words[0]) : NULL;
    if (!game)
        return EXIT_USAGE;
    if (!term_possible() || !term_open())
        return print_rules(game);
    enum term_end end = term_learn(game);
    term_close();
    return end == TERM_FAILED ? complain(EXIT_BROKEN, "%s", _("out of memory")) : EXIT_GOOD;
}

const struct command command_learn = {
    .name = "learn",
    .arguments = "[GAME]",
    .summary = N_("learn a game in two minutes, move by move"),
    .about = N_("The lessons of the page, on the full screen: a few positions of a game, with a "
                "coach.\n"
                "Without a terminal it prints the rules."),
    .most = 1,
    .wanted = N_("learn takes one game"),
    .words = WORDS_GAMES,
    .run = learn,
};
