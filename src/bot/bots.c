/* bots.c - the list of all bots, made of the rows of the games that have bots of their own and of
 * one for each game that plays at random; and the functions of stos_bot.h that describe a row. */
#include "bots.h"

#include <string.h>

static stos_move choose_any(const stos_bot *bot, const struct bot_request *request)
{
    (void)bot;
    stos_move moves[STOS_MAX_MOVES];
    stos_random random = stos_random_from(request->seed);
    int count = stos_view_moves(request->view, moves);
    return moves[stos_random_below(&random, (uint32_t)count)];
}

/* The weakest bot of every game. */
#define RANDOM(lower, NAME) \
    {.name = "random", .help = "plays any legal move", .game = STOS_##NAME, .choose = choose_any},
static const stos_bot randoms[STOS_GAMES] = {STOS_EACH_GAME(RANDOM)};

static const struct bot_rows *const rows[] = {&thegame_bots, &facetoface_bots, &lie_bots};

enum { ROWS = sizeof rows / sizeof rows[0] };

int stos_bot_count(void)
{
    int count = STOS_GAMES;
    for (int i = 0; i < ROWS; i++)
        count += rows[i]->count;
    return count;
}

/* Game by game, each with its own random first. */
const stos_bot *stos_bot_at(int index)
{
    for (int game = 0, at = 0; game < STOS_GAMES; game++) {
        if (at++ == index)
            return &randoms[game];
        for (int i = 0; i < ROWS; i++)
            for (int row = 0; rows[i]->bot->game == game && row < rows[i]->count; row++)
                if (at++ == index)
                    return &rows[i]->bot[row];
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
    for (int i = 0; i < stos_bot_count(); i++)
        if (stos_bot_at(i)->memory > most)
            most = stos_bot_at(i)->memory;
    return most;
}

const char *bot_learned_files(const stos_rules *rules)
{
    for (int i = 0; i < ROWS; i++)
        if (rules->game == stos_game_at(rows[i]->bot->game))
            return rows[i]->learned_files(rules);
    return "";
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
