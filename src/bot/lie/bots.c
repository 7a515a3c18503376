/* bots.c - the bots of LIE, weakest first. */
#include "bot/bots.h"
#include "search.h"
#include "steady.h"

/* What those that search have in common. */
#define SEARCH .game = STOS_LIE, .choose = lie_search_choose, .value = lie_search_value

static const stos_bot rows[] = {
    {.name = "novice",
     .help = "bids what it has, believes too much",
     .game = STOS_LIE,
     .choose = lie_novice_choose},
    {.name = "steady",
     .help = "weighs the odds of every bid, no bluff",
     .game = STOS_LIE,
     .choose = lie_steady_choose},
    {.name = "quick",
     .help = "a trained mixture of truth and bluff, no looking ahead",
     SEARCH,
     .memory = LIE_SEARCH_MEMORY,
     .tuning = &lie_tunings[LIE_QUICK]},
    {.name = "strong",
     .help = "imagines the others' cards and ways, about 50 ms a turn",
     SEARCH,
     .ms = 50,
     .memory = LIE_SEARCH_MEMORY,
     .tuning = &lie_tunings[LIE_STRONG]},
    {.name = "champion",
     .help = "the same with more time, about 1 s a turn at most",
     SEARCH,
     .ms = 1000,
     .memory = LIE_RESOLVE_MEMORY,
     .tuning = &lie_tunings[LIE_CHAMPION]},
};

static const char *learned_files(const stos_rules *rules)
{
    (void)rules;
    return "lie lie_duel lie_rounds";
}

const struct bot_rows lie_bots = {rows, sizeof rows / sizeof rows[0], learned_files};
