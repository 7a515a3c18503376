/* bots.c - the bots of THE GAME, weakest first. */
#include "bot/bots.h"
#include "search.h"
#include "styles.h"

/* What those that search have in common. */
#define SEARCH \
    .game = STOS_THEGAME, .plan = thegame_search_plan, .value = thegame_search_value, \
    .hint = thegame_search_hint, .says_all = true, .memory = THEGAME_SEARCH_MEMORY

static const stos_bot rows[] = {
    {.name = "novice",
     .help = "the smallest jump, no more cards than it must",
     .game = STOS_THEGAME,
     .plan = thegame_steady_plan,
     .tuning = thegame_styles[THEGAME_NOVICE]},
    {.name = "steady",
     .help = "weighs two cards together, no search",
     .game = STOS_THEGAME,
     .plan = thegame_steady_plan,
     .tuning = thegame_styles[THEGAME_STEADY]},
    {.name = "quick",
     .help = "a trained eye for whole turns and a glance at what may follow, 1 ms a turn",
     SEARCH,
     .tuning = &thegame_tunings[THEGAME_QUICK]},
    {.name = "strong",
     .help = "looks ahead on imagined deals, about 50 ms a turn",
     SEARCH,
     .ms = 50,
     .tuning = &thegame_tunings[THEGAME_STRONG]},
    {.name = "champion",
     .help = "the same with more time, about 1 s a turn",
     SEARCH,
     .ms = 1000,
     .tuning = &thegame_tunings[THEGAME_CHAMPION]},
};

static const char *learned_files(const stos_rules *rules)
{
    if (rules->value[STOS_THEGAME_PLAYERS] == 1)
        return "thegame_solo";
    return rules->value[STOS_THEGAME_MIN] == 2 ? "thegame" : "thegame_expert";
}

const struct bot_rows thegame_bots = {rows, sizeof rows / sizeof rows[0], learned_files};
