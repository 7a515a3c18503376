/* bots.c - the registry: every bot is a row here, weakest first, but for those that play at random,
 * which every game has; and the functions of stos_bot.h that describe a row. */
#include "bots.h"
#include "bot/facetoface/search.h"
#include "bot/facetoface/duel.h"
#include "bot/lie/search.h"
#include "bot/thegame/styles.h"
#include "bot/thegame/search.h"

#include <string.h>

static stos_move choose_any(const stos_bot *bot, const struct bot_request *request)
{
    (void)bot;
    stos_move moves[STOS_MAX_MOVES];
    stos_random random = stos_random_from(request->seed);
    int count = stos_view_moves(request->view, moves);
    return moves[stos_random_below(&random, (uint32_t)count)];
}

/* What the searching bots of a game have in common. */
#define THEGAME_SEARCH \
    .game = STOS_THEGAME, .plan = thegame_search_plan, .value = thegame_search_value, \
    .hint = thegame_search_hint, .says_all = true, .memory = THEGAME_SEARCH_MEMORY
#define FACETOFACE_SEARCH \
    .game = STOS_FACETOFACE, .plan = facetoface_search_plan, .value = facetoface_search_value, \
    .memory = FACETOFACE_SEARCH_MEMORY
#define LIE_SEARCH .game = STOS_LIE, .choose = lie_search_choose, .value = lie_search_value

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
     THEGAME_SEARCH,
     .tuning = &thegame_tunings[THEGAME_QUICK]},
    {.name = "strong",
     .help = "looks ahead on imagined deals, about 50 ms a turn",
     THEGAME_SEARCH,
     .ms = 50,
     .tuning = &thegame_tunings[THEGAME_STRONG]},
    {.name = "champion",
     .help = "the same with more time, about 1 s a turn",
     THEGAME_SEARCH,
     .ms = 1000,
     .tuning = &thegame_tunings[THEGAME_CHAMPION]},
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
     FACETOFACE_SEARCH,
     .tuning = &facetoface_tunings[FACETOFACE_QUICK]},
    {.name = "strong",
     .help = "tries turns on drawn deals, about 50 ms a turn",
     FACETOFACE_SEARCH,
     .ms = 50,
     .tuning = &facetoface_tunings[FACETOFACE_STRONG]},
    {.name = "champion",
     .help = "weighs more turns and looks further ahead, about 1 s a turn",
     FACETOFACE_SEARCH,
     .ms = 1000,
     .tuning = &facetoface_tunings[FACETOFACE_CHAMPION]},
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
     LIE_SEARCH,
     .memory = LIE_SEARCH_MEMORY,
     .tuning = &lie_tunings[LIE_QUICK]},
    {.name = "strong",
     .help = "imagines the others' cards and ways, about 50 ms a turn",
     LIE_SEARCH,
     .ms = 50,
     .memory = LIE_SEARCH_MEMORY,
     .tuning = &lie_tunings[LIE_STRONG]},
    {.name = "champion",
     .help = "the same with more time, about 1 s a turn at most",
     LIE_SEARCH,
     .ms = 1000,
     .memory = LIE_RESOLVE_MEMORY,
     .tuning = &lie_tunings[LIE_CHAMPION]},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

/* The weakest bot of every game. */
#define RANDOM(lower, NAME) \
    {.name = "random", .help = "plays any legal move", .game = STOS_##NAME, .choose = choose_any},
static const stos_bot randoms[STOS_GAMES] = {STOS_EACH_GAME(RANDOM)};

int stos_bot_count(void) { return STOS_GAMES + ROWS; }

/* Game by game, each with its own random first. */
const stos_bot *stos_bot_at(int index)
{
    for (int game = 0, at = 0; game < STOS_GAMES; game++) {
        if (at++ == index)
            return &randoms[game];
        for (int row = 0; row < ROWS; row++)
            if (rows[row].game == game && at++ == index)
                return &rows[row];
    }
    return NULL;
}

/* By name: libstos-bots may hold a copy of the rules beside that of libstos. */
static bool is_bot_of(const stos_bot *bot, const stos_game *game)
{
    return strcmp(stos_game_name(stos_game_at(bot->game)), stos_game_name(game)) == 0;
}

const stos_bot *stos_bot_find(const stos_game *game, const char *name)
{
    for (int i = 0; game && name && i < stos_bot_count(); i++)
        if (is_bot_of(stos_bot_at(i), game) && strcmp(stos_bot_at(i)->name, name) == 0)
            return stos_bot_at(i);
    return NULL;
}

const char *stos_bot_name(const stos_bot *bot) { return bot->name; }
const char *stos_bot_help(const stos_bot *bot) { return bot->help; }
const stos_game *stos_bot_game(const stos_bot *bot) { return stos_game_at(bot->game); }
uint32_t stos_bot_ms(const stos_bot *bot) { return bot->ms; }

size_t bot_most_memory(void)
{
    size_t most = 0;
    for (int row = 0; row < ROWS; row++)
        if (rows[row].memory > most)
            most = rows[row].memory;
    return most;
}

const stos_bot *bot_usual(const stos_game *game)
{
    static const char *const names[] = {"strong", "steady", "random"};
    const stos_bot *bot = NULL;
    for (int i = 0; i < 3 && !bot; i++)
        bot = stos_bot_find(game, names[i]);
    return bot;
}

stos_move bot_vote(const int8_t *vote, int seats, int own)
{
    int votes[STOS_MAX_SEATS] = {0}, best = 0;
    for (int seat = 0; seat < seats; seat++)
        if (seat != own && vote[seat] >= 0)
            votes[vote[seat]]++;
    for (int seat = 1; seat < seats; seat++)
        if (votes[seat] > votes[best])
            best = seat;
    return stos_move_make(STOS_START, best, 0);
}
