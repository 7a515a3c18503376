/* bots.c - the bots of FACE TO FACE, weakest first. */
#include "bot/bots.h"
#include "duel.h"
#include "search.h"

/* What those that search have in common. */
#define SEARCH \
    .game = STOS_FACETOFACE, .plan = facetoface_search_plan, .value = facetoface_search_value, \
    .memory = FACETOFACE_SEARCH_MEMORY

static const stos_bot rows[] = {
    {.name = "novice",
     .help = "the smallest jump, two cards a turn, helps only in need",
     .game = STOS_FACETOFACE,
     .choose = facetoface_steady_choose,
     .tuning = &facetoface_styles[FACETOFACE_NOVICE]},
    {.name = "steady",
     .help = "small jumps first, helps when it pays, no search",
     .game = STOS_FACETOFACE,
     .choose = facetoface_steady_choose,
     .tuning = &facetoface_styles[FACETOFACE_STEADY]},
    {.name = "quick",
     .help = "a trained eye for whole turns and a glance at what may follow, 1 ms a turn",
     SEARCH,
     .tuning = &facetoface_tunings[FACETOFACE_QUICK]},
    {.name = "strong",
     .help = "tries turns on drawn deals, about 50 ms a turn",
     SEARCH,
     .ms = 50,
     .tuning = &facetoface_tunings[FACETOFACE_STRONG]},
    {.name = "champion",
     .help = "weighs more turns and looks further ahead, about 1 s a turn",
     SEARCH,
     .ms = 1000,
     .tuning = &facetoface_tunings[FACETOFACE_CHAMPION]},
};

static const char *learned_files(const stos_rules *rules)
{
    (void)rules;
    return "facetoface facetoface_champion";
}

const struct bot_rows facetoface_bots = {rows, sizeof rows / sizeof rows[0], learned_files};
