/*
 * day.c - `stos day`: the daily deals without a server. Every device derives the same ones
 * (src/table/day.h), and so does the page.
 */
#include "table/day.h"

#include "base/sha256.h"
#include "cli/command/cli.h"
#include "cli/command/commands.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

struct day_options {
    bool plain, json;
};

static void seed_of(int64_t day, const struct day_level *level, char hex[72])
{
    char text[DAY_TEXT];
    stos_seed seed = {.generator = STOS_CHACHA20};
    size_t length = day_text(day, level, text);
    sha256_of(text, length, seed.bytes);
    stos_seed_text(&seed, hex);
}

static int list_levels(int64_t day, bool json)
{
    char date[DAY_DATE], seed[72];
    day_date(day, date);
    if (!json)
        printf(_("The deals of %s; play one with `stos day LEVEL`:\n"), date);
    for (int i = 0; i < day_level_count(); i++) {
        const struct day_level *level = day_level_at(i);
        if (level->people)
            continue;
        seed_of(day, level, seed);
        if (json)
            printf("{\"date\":\"%s\",\"level\":\"%s\",\"rules\":\"%s\",\"seed\":\"%s\"}\n", date,
                   level->name, level->rules, seed);
        else
            printf("  %-10s %s%s%s\n", level->name, level->rules, *level->bot ? ", " : "",
                   level->bot);
    }
    return EXIT_GOOD;
}

/* `stos play` with the rules, the seed and the bots of the level. */
static int play_level(int64_t day, const struct day_level *level, bool plain)
{
    char name[] = "play", rules[STOS_RULES_TEXT], seed_option[] = "--seed", seed[72],
         seats_option[] = "--seats", seats[256];
    char plain_option[] = "--plain";
    stos_rules parsed;
    (void)snprintf(rules, sizeof rules, "%s", level->rules);
    (void)snprintf(seats, sizeof seats, "%s", _("You"));
    stos_rules_parse(rules, strlen(rules), &parsed);
    for (int seat = 1; seat < stos_rules_seats(&parsed); seat++)
        (void)snprintf(seats + strlen(seats), sizeof seats - strlen(seats), ",%s", level->bot);
    seed_of(day, level, seed);
    char *arguments[] = {
        name, rules, seed_option, seed, seats_option, seats, plain ? plain_option : NULL, NULL};
    return command_play.run(&command_play, plain ? 7 : 6, arguments);
}

static int run_day(const struct command *command, int argc, char **argv)
{
    struct day_options options;
    struct command_line line;
    if (!command_read(command, argc, argv, &options, &line))
        return EXIT_USAGE;
    int64_t day = day_of((int64_t)time(NULL) * 1000);
    if (line.count == 0)
        return list_levels(day, options.json);
    const struct day_level *level = day_level_find(line.words[0]);
    if (!level || level->people)
        return complain(EXIT_USAGE, _("there is no level '%s'; `stos day` lists them"),
                        line.words[0]);
    return play_level(day, level, options.plain);
}

#define PLACE(member) offsetof(struct day_options, member)

static const struct option_row options_of_day[] = {
    {.name = "plain",
     .kind = OPTION_FLAG,
     .at = PLACE(plain),
     .help = N_("line mode instead of full screen (automatic when there is no terminal)")},
    {.name = "json", .kind = OPTION_FLAG, .at = PLACE(json), .help = OPTION_JSON_HELP},
    {0},
};

const struct command command_day = {
    .name = "day",
    .arguments = "[LEVEL] [--plain] [--json]",
    .summary = N_("play the deal of the day: the same cards on every device"),
    .about = N_("Without a level they are listed. A day is one of UTC. A server has deals of its "
                "own, on its page."),
    .options = options_of_day,
    .most = 1,
    .wanted = N_("name one level"),
    .words = WORDS_LEVELS,
    .size = sizeof(struct day_options),
    .run = run_day,
};
