/* bots.c - the registry: every bot of every game is a row here, weakest first. */
#include "bots.h"

#include <string.h>

#define RANDOM(id) {.name = "random", .help = "plays any legal move", .game = id, .choose = bot_random_choose}

static const struct bot bots[] = {
    RANDOM(STOS_THEGAME),
    {.name = "steady", .help = "small jumps first, no search", .game = STOS_THEGAME, .choose = thegame_steady_choose},
    RANDOM(STOS_FACETOFACE),
    {.name = "steady", .help = "small jumps first, helps when it pays, no search", .game = STOS_FACETOFACE, .choose = facetoface_steady_choose},
    RANDOM(STOS_LIE),
    {.name = "steady", .help = "weighs the odds of every bid, no bluff", .game = STOS_LIE, .choose = lie_steady_choose},
};

int bot_count(void) { return (int)(sizeof bots / sizeof bots[0]); }

const struct bot *bot_at(int index) { return index >= 0 && index < bot_count() ? &bots[index] : NULL; }

const struct bot *bot_find(const stos_game *game, const char *name)
{
    for (int i = 0; i < bot_count(); i++)
        if (stos_game_at(bots[i].game) == game && strcmp(bots[i].name, name) == 0)
            return &bots[i];
    return NULL;
}

stos_move bot_random_choose(const struct bot *bot, const struct bot_request *request)
{
    (void)bot;
    stos_move moves[STOS_MAX_MOVES];
    stos_random random = stos_random_from(request->seed);
    int count = stos_view_moves(request->view, moves);
    return moves[stos_random_below(&random, (uint32_t)count)];
}
