/* games.c - `stos games`: which games there are and what their options mean. */
#include "bot/bot.h"
#include "cli/command/cli.h"
#include "game/game.h"
#include "table/describe.h"

#include <jansson.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Shortcuts that people know by name, as rules strings. */
static const struct {
    const char *name, *rules;
} levels[] = {
    {N_("standard"), "thegame(players=3)"},
    {N_("expert"), "thegame(players=3,min=3)"},
    {N_("master"), "thegame(players=3,min=3,hand=less)"},
    {N_("On Fire"), "thegame(players=3,fire=next)"},
    {N_("the duel"), "facetoface"},
    {N_("GRA / LIE"), "lie(players=4)"},
    {N_("liar's dice order, wild ones"), "lie(players=4,order=count,ones=wild)"},
};

static void print_game(const stos_game *game)
{
    stos_rules rules = stos_rules_standard(game);
    int count;
    const stos_option *options = stos_game_options(game, &count);
    char text[STOS_RULES_TEXT];
    stos_rules_text(&rules, text);
    printf("%s  (%s)\n  %s\n", stos_game_name(game), stos_game_title(game), text);
    for (int i = 0; i < count; i++) {
        game_option_values(&options[i], stos_rules_seats(&rules), text, sizeof text);
        printf("    %-10s %-22s %s\n", options[i].name, text, _(options[i].help));
    }
    printf("  %s", _("bots:"));
    for (int i = 0; i < stos_bot_count(); i++)
        if (stos_game_at(stos_bot_at(i)->game) == game)
            printf(" %s", stos_bot_at(i)->name);
    puts("\n");
}

static void print_json(const stos_game *only)
{
    char compact[DESCRIBE_TEXT];
    stos_writer writer = stos_writer_on(compact, sizeof compact);
    if (only)
        describe_game(&writer, only);
    else
        describe_games(&writer);
    json_t *games = json_loads(compact, 0, NULL), *list = only ? json_pack("[o]", games) : games;
    char *text = json_dumps(list, JSON_INDENT(2));
    puts(text ? text : "[]");
    free(text);
    json_decref(list);
}

static void print_levels(void)
{
    puts(_("Well-known ways to play:"));
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        printf("  %-42s %s\n", levels[i].rules, _(levels[i].name));
    printf("\n%s\n",
           _("Name a game with its options in quotes: stos play 'thegame(players=3,fire=next)'"));
}

struct games_options {
    bool json;
};

static int list_games(const struct command *command, int argc, char **argv)
{
    struct games_options options;
    struct command_line line;
    if (!command_read(command, argc, argv, &options, &line))
        return EXIT_USAGE;
    const char *name = line.words[0];
    const stos_game *only = name ? stos_game_find(name, strlen(name)) : NULL;
    if (name && !only)
        return complain(EXIT_USAGE, _("there is no game '%s'; try `stos games`"), name);
    if (options.json) {
        print_json(only);
        return EXIT_GOOD;
    }
    for (int i = 0; i < stos_game_count(); i++)
        if (!only || stos_game_at(i) == only)
            print_game(stos_game_at(i));
    if (!only)
        print_levels();
    return EXIT_GOOD;
}

static const struct option_row options_of_games[] = {
    {.name = "json",
     .kind = OPTION_FLAG,
     .at = offsetof(struct games_options, json),
     .help = OPTION_JSON_HELP},
    {0},
};

const struct command command_games = {
    .name = "games",
    .arguments = "[NAME] [--json]",
    .summary = N_("list the games and explain their options"),
    .options = options_of_games,
    .most = 1,
    .wanted = N_("give at most one game"),
    .words = WORDS_GAMES,
    .size = sizeof(struct games_options),
    .run = list_games,
};
