/* lineup.c - see lineup.h. */
#include "lineup.h"

#include "cli/command/cli.h"
#include "external_bot.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MS = 3600000 };

/* Reads `NAME=NUMBER` with a number from 1 to `most`. */
static bool read_limit(const char *text, const char *name, uint64_t most, uint64_t *number)
{
    size_t length = strlen(name);
    if (strncmp(text, name, length) != 0 || text[length] != '=')
        return false;
    char *end;
    const char *digits = text + length + 1;
    errno = 0;
    *number = strtoull(digits, &end, 10);
    return *digits >= '0' && *digits <= '9' && *end == '\0' && errno == 0 && *number >= 1 &&
        *number <= most;
}

/* Reads what follows the name of a bot and a colon, `ms=1000:nodes=500`, which it takes apart. */
static bool read_limits(char *text, stos_limits *limits, char *why, size_t size)
{
    for (char *part = text, *next; part; part = next) {
        uint64_t number;
        next = strchr(part, ':');
        if (next)
            *next++ = '\0';
        if (read_limit(part, "ms", MOST_MS, &number)) {
            limits->ms = (uint32_t)number;
        } else if (read_limit(part, "nodes", UINT64_MAX, &number)) {
            limits->nodes = number;
        } else {
            snprintf(
                why, size,
                _("'%.40s' is not a limit for a bot: use ms=NUMBER (up to %d) or nodes=NUMBER"),
                part, MOST_MS);
            return false;
        }
    }
    return true;
}

/* Where the limits begin: after the first colon, or after a command, which may have colons of its
 * own. */
static char *limits_of(char *text)
{
    if (strncmp(text, EXTERNAL_MARK, strlen(EXTERNAL_MARK)) != 0)
        return strchr(text, ':');
    char *ms = strstr(text, ":ms="), *nodes = strstr(text, ":nodes=");
    return !ms || (nodes && nodes < ms) ? nodes : ms;
}

static const stos_bot *find_bot(const stos_game *game, const char *name)
{
    size_t mark = strlen(EXTERNAL_MARK);
    return strncmp(name, EXTERNAL_MARK, mark) == 0 ? external_bot(game, name + mark)
                                                   : stos_bot_find(game, name);
}

/* The bot of a game whose name is nearly this; NULL if there is none. */
static const stos_bot *find_near(const stos_game *game, const char *name)
{
    for (int i = 0; i < stos_bot_count(); i++) {
        const stos_bot *bot = stos_bot_at(i);
        if (stos_game_at(bot->game) == game && is_nearly(name, strlen(name), bot->name))
            return bot;
    }
    return NULL;
}

static void refuse_bot(const stos_game *game, const char *name, char *why, size_t size)
{
    const stos_bot *near = find_near(game, name);
    if (near)
        snprintf(why, size, _("there is no bot '%.40s' for %s; did you mean '%s'?"), name,
                 stos_game_name(game), near->name);
    else
        snprintf(why, size, _("there is no bot '%.40s' for %s; `stos games` lists them"), name,
                 stos_game_name(game));
}

bool lineup_read_bot(struct sim_plan *plan, int lineup, int place, const char *text, size_t length,
                     char *why, size_t size)
{
    char copy[LINEUP_BOT_TEXT];
    const stos_bot **bot = &plan->bot[lineup][place];
    stos_limits *limits = &plan->limits[lineup][place];
    size_t name = length < sizeof copy ? length : sizeof copy - 1;
    memcpy(copy, text, name);
    copy[name] = '\0';
    char *more = limits_of(copy);
    if (more)
        *more++ = '\0';
    *limits = (stos_limits){0, 0};
    *bot = length < sizeof copy ? find_bot(plan->rules.game, copy) : NULL;
    if (!*bot && strncmp(copy, EXTERNAL_MARK, strlen(EXTERNAL_MARK)) == 0)
        snprintf(why, size,
                 _("'%.80s' is not a command of 1 to %d letters; put a longer one into a script"),
                 copy, EXTERNAL_COMMAND - 1 - (int)strlen(EXTERNAL_MARK));
    else if (!*bot)
        refuse_bot(plan->rules.game, copy, why, size);
    return *bot && read_limits(more, limits, why, size);
}

static bool refuse_count(const char *words, const char *list, int seats)
{
    complain(EXIT_USAGE, words, list, seats);
    return false;
}

bool lineup_read(struct sim_plan *plan, int lineup, const char *list)
{
    int seats = stos_rules_seats(&plan->rules), count = 0;
    char why[256];
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        if (count == seats)
            return refuse_count(tr_plural("'%s' names too many bots; the game has %d seat",
                                          "'%s' names too many bots; the game has %d seats",
                                          (unsigned long)seats),
                                list, seats);
        if (!lineup_read_bot(plan, lineup, count++, at, length, why, sizeof why)) {
            complain(EXIT_USAGE, "%s", why);
            return false;
        }
        at += length;
        if (!*at)
            break;
    }
    for (; count < seats && !strchr(list, ','); count++) {
        plan->bot[lineup][count] = plan->bot[lineup][0];
        plan->limits[lineup][count] = plan->limits[lineup][0];
    }
    return count == seats ||
        refuse_count(tr_plural("'%s' names too few bots; the game has %d seat",
                               "'%s' names too few bots; the game has %d seats",
                               (unsigned long)seats),
                     list, seats);
}

void lineup_set_limits(struct sim_plan *plan, stos_limits limits)
{
    for (int lineup = 0; lineup < plan->lineups; lineup++)
        for (int place = 0; place < stos_rules_seats(&plan->rules); place++) {
            stos_limits *own = &plan->limits[lineup][place];
            if (own->ms == 0 && own->nodes == 0)
                *own = limits;
        }
}

const char *lineup_bot_text(const struct sim_plan *plan, int lineup, int place,
                            char out[LINEUP_BOT_TEXT])
{
    const stos_limits *limits = &plan->limits[lineup][place];
    int length = snprintf(out, LINEUP_BOT_TEXT, "%s", plan->bot[lineup][place]->name);
    if (limits->ms)
        length +=
            snprintf(out + length, (size_t)(LINEUP_BOT_TEXT - length), ":ms=%" PRIu32, limits->ms);
    if (limits->nodes)
        snprintf(out + length, (size_t)(LINEUP_BOT_TEXT - length), ":nodes=%" PRIu64,
                 limits->nodes);
    return out;
}

stos_limits lineup_limits(const struct sim_plan *plan, int lineup, int place)
{
    stos_limits limits = plan->limits[lineup][place];
    uint32_t own = plan->bot[lineup][place]->ms;
    if (own == 0) /* it does not search */
        return (stos_limits){0, 0};
    if (limits.ms == 0 && limits.nodes == 0)
        limits.ms = own;
    return limits;
}
