/* play_setup.c - see play.h. */
#include "play.h"

#include "cli/command/cli.h"
#include "game/show.h"
#include "local/local.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLACE(member) offsetof(struct play_options, member)

const struct option_row options_of_play[] = {
    {.name = "seats",
     .value = "LIST",
     .kind = OPTION_BOTS,
     .at = PLACE(seats),
     .help = N_("who sits where, separated by commas: a bot's name or a person's, such as "
                "'Ola,steady,steady' (person:NAME where a name "
                "looks like a bot's); without it you sit on seat 0, good bots elsewhere")},
    {.name = "seed",
     .value = "S",
     .kind = OPTION_TEXT,
     .at = PLACE(seed),
     .help = N_("deal from this seed (64 hexadecimal digits or a number) instead of a fresh one")},
    {.name = "resume",
     .value = "FILE",
     .kind = OPTION_FILE,
     .at = PLACE(resume_path),
     .alone = true,
     .help = N_("go on with a saved game")},
    {.name = "practice",
     .kind = OPTION_FLAG,
     .at = PLACE(practice),
     .help = N_("alone against bots: undo goes back as far as you like; the record says so")},
    {.name = "no-memory",
     .kind = OPTION_FLAG,
     .at = PLACE(no_memory),
     .help = N_("nobody is shown which cards are gone, as with the printed cards")},
    {.name = "plain",
     .kind = OPTION_FLAG,
     .at = PLACE(plain),
     .help = N_("line mode instead of full screen (automatic when there is no terminal)")},
    {0},
};

int parse_play_options(const struct command *command, int argc, char **argv,
                       struct play_options *options)
{
    struct command_line line;
    if (!command_read(command, argc, argv, options, &line))
        return EXIT_USAGE;
    options->resume = option_was_given(&line, "resume");
    options->rules = line.words[0];
    if (options->resume && (options->rules || options->seats || options->seed || options->practice))
        return complain(
            EXIT_USAGE, "%s",
            _("--resume takes rules, seats and deal from the saved game; leave the others out"));
    return EXIT_GOOD;
}

/* ---------------------------------------------------------------- the questions */

/* Asks for a number; Enter takes the first. False when the input is closed. */
static bool ask_number(const char *question, int low, int high, int *number)
{
    char line[64], *end;
    for (;;) {
        printf("%s [%d] ", question, low);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin))
            return false;
        long value = strtol(line, &end, 10);
        if (end == line && (*line == '\n' || *line == '\0'))
            value = low;
        if (value >= low && value <= high && (*end == '\n' || *end == '\0')) {
            *number = (int)value;
            return true;
        }
        printf(_("A number from %d to %d, please.\n"), low, high);
    }
}

/* The first option is the number of players, where that can vary. */
static bool ask_players(stos_rules *rules)
{
    int count, players;
    const stos_option *first = stos_game_options(rules->game, &count);
    if (strcmp(first->name, "players") != 0)
        return true;
    if (!ask_number(_("How many players, you and bots?"), first->low, first->high, &players))
        return false;
    rules->value[0] = (int8_t)players;
    return true;
}

static bool ask_rules(stos_rules *rules)
{
    int game;
    puts(_("Which game?"));
    for (int i = 0; i < stos_game_count(); i++)
        printf("  %d  %s: %s\n", i + 1, stos_game_title(stos_game_at(i)),
               _(stos_game_at(i)->show->about));
    if (!ask_number(_("Game"), 1, stos_game_count(), &game))
        return false;
    *rules = stos_rules_standard(stos_game_at(game - 1));
    return ask_players(rules);
}

/* ---------------------------------------------------------------- seats */

static const stos_bot *bot_named(const stos_game *game, const char *name, size_t length)
{
    char copy[STOS_NAME_TEXT];
    if (length >= sizeof copy)
        return NULL;
    memcpy(copy, name, length);
    copy[length] = '\0';
    return stos_bot_find(game, copy);
}

static void seat_bot(struct seating *seating, stos_record_head *head, int seat, const stos_bot *bot)
{
    seating->bot[seat] = bot;
    snprintf(head->name[seat], STOS_NAME_TEXT, "%s" BOT_MARK, bot->name);
}

static void seat_by_default(struct seating *seating, stos_record_head *head)
{
    for (int seat = 0; seat < stos_rules_seats(&head->rules); seat++) {
        if (seat == 0)
            snprintf(head->name[seat], STOS_NAME_TEXT, "%s", _("You"));
        else
            seat_bot(seating, head, seat, bot_usual(head->rules.game));
    }
}

/* The bot that was probably meant by a name; NULL if none. */
static const stos_bot *bot_meant(const char *name, size_t length)
{
    for (int i = 0; i < stos_bot_count(); i++)
        if (is_nearly(name, length, stos_bot_at(i)->name))
            return stos_bot_at(i);
    return NULL;
}

/* Puts a person on a seat. A name that is nearly a bot's is not taken for a person's, unless
 * "person:" stands before it. */
static int seat_person(const char *name, size_t length, stos_record_head *head, int seat)
{
    static const char explicitly[] = "person:";
    size_t mark = strlen(explicitly);
    bool is_explicit = length > mark && strncmp(name, explicitly, mark) == 0;
    const stos_bot *meant = is_explicit ? NULL : bot_meant(name, length);
    if (meant)
        return complain(
            EXIT_USAGE,
            _("there is no bot '%.*s'; did you mean %s? For a person write 'person:%.*s'"),
            (int)length, name, meant->name, (int)length, name);
    if (is_explicit) {
        name += mark;
        length -= mark;
    }
    snprintf(head->name[seat], STOS_NAME_TEXT, "%.*s", (int)length, name);
    if (length >= STOS_NAME_TEXT || !stos_name_is_good(head->name[seat]))
        return complain(EXIT_USAGE, _("'%.*s' is neither a bot nor a good name"), (int)length,
                        name);
    return EXIT_GOOD;
}

/* Seats the people and bots of a list like "Ola,steady,steady". */
static int seat_list(const char *list, struct seating *seating, stos_record_head *head)
{
    int seats = stos_rules_seats(&head->rules), seat = 0;
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        if (seat == seats)
            return complain(EXIT_USAGE,
                            tr_plural("--seats names too many; this game has %d seat",
                                      "--seats names too many; this game has %d seats",
                                      (unsigned long)seats),
                            seats);
        const stos_bot *bot = bot_named(head->rules.game, at, length);
        int code = bot ? EXIT_GOOD : seat_person(at, length, head, seat);
        if (code != EXIT_GOOD)
            return code;
        if (bot)
            seat_bot(seating, head, seat, bot);
        seat++;
        at += length;
        if (!*at)
            break;
    }
    if (seat < seats)
        return complain(EXIT_USAGE,
                        tr_plural("--seats names too few; this game has %d seat",
                                  "--seats names too few; this game has %d seats",
                                  (unsigned long)seats),
                        seats);
    return EXIT_GOOD;
}

/* The only person at the table; -1 when there is none, or another one. */
static int person_alone(const struct seating *seating, const stos_record_head *head)
{
    int person = -1, people = 0;
    for (int seat = 0; seat < stos_rules_seats(&head->rules); seat++)
        if (!seating->bot[seat]) {
            person = seat;
            people++;
        }
    return people == 1 ? person : -1;
}

/* Marks the game as practice, in its record too. */
static int begin_practice(struct seating *seating, stos_record_head *head)
{
    int seat = person_alone(seating, head);
    if (seat < 0)
        return complain(EXIT_USAGE, "%s", _("--practice is for one person against bots"));
    if (!local_mark_practice(head->name[seat]))
        return complain(EXIT_USAGE, _("'%s' is too long a name"), head->name[seat]);
    seating->practice = true;
    return EXIT_GOOD;
}

/* ---------------------------------------------------------------- the deal */

static int choose_seed(const char *text, stos_record_head *head)
{
    char sentence[STOS_ERROR_TEXT];
    head->has_seed = true;
    if (!text)
        return fresh_seed(&head->seed)
            ? EXIT_GOOD
            : complain(EXIT_BROKEN, _("no randomness from the system: %s"), strerror(errno));
    stos_error error = stos_seed_parse(text, strlen(text), &head->seed);
    if (!error.reason)
        return EXIT_GOOD;
    error_sentence(error, text, sentence, sizeof sentence);
    return complain(EXIT_USAGE, "%s", sentence);
}

int set_up_game(const struct play_options *options, bool ask, struct seating *seating,
                struct history *game)
{
    stos_record_head head;
    memset(&head, 0, sizeof head);
    if (options->rules) {
        if (!parse_rules(options->rules, &head.rules))
            return EXIT_USAGE;
    } else if (!ask) {
        head.rules = stos_rules_standard(stos_game_at(0));
    } else if (!ask_rules(&head.rules)) {
        putchar('\n');
        return SETUP_STOPPED;
    }
    int code = choose_seed(options->seed, &head);
    if (code == EXIT_GOOD && options->seats)
        code = seat_list(options->seats, seating, &head);
    else if (code == EXIT_GOOD)
        seat_by_default(seating, &head);
    if (code == EXIT_GOOD && options->practice)
        code = begin_practice(seating, &head);
    if (code == EXIT_GOOD)
        history_start(game, &head);
    return code;
}
