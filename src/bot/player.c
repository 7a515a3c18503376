/*
 * player.c - the players of stos_bot.h: validates the arguments, then calls the bot through bot.h.
 *
 * A player is at the start of the caller's memory; the rest is the bot's scratch memory. Players
 * are for programs that have one bot at a table and ask it again and again. Servers and matches use
 * bot.h: there the bots of many tables share the memory of a few threads.
 */
#include "bot.h"
#include "rounds.h"

#include <string.h>

struct stos_player {
    const stos_bot *bot;
    uint64_t seed; /* of the next question */
    atomic_bool cancel;
    struct bot_turn turn; /* for those who ask move by move */
    struct solved_rounds rounds;
    const stos_hint_history *history;
};

enum { ALIGNMENT = _Alignof(max_align_t), HEAD = (sizeof(struct stos_player) + 63) / 64 * 64 };

size_t stos_bot_memory(const stos_bot *bot) { return HEAD + bot->memory; }

stos_player *stos_player_create(const stos_bot *bot, void *memory, size_t size, uint64_t seed)
{
    if (!bot || !memory || (uintptr_t)memory % ALIGNMENT != 0 || size < stos_bot_memory(bot))
        return NULL;
    stos_player *player = memory;
    *player = (stos_player){.bot = bot, .seed = seed};
    atomic_init(&player->cancel, false);
    return player;
}

void stos_player_seed(stos_player *player, uint64_t seed) { player->seed = seed; }

bool stos_player_rounds(stos_player *player, const void *bytes, size_t length)
{
    return solved_rounds_open(&player->rounds, bytes, bytes ? length : 0) == SOLVED_ROUNDS_OK;
}

void stos_player_remember(stos_player *player, const stos_hint_history *history)
{
    player->history = history;
}

static bool may_ask(const stos_player *player, const stos_view *view)
{
    int seat = stos_view_seat(view);
    return view->game == player->bot->game && seat >= 0 && (stos_view_actors(view) >> seat & 1);
}

/* The hints are copied to where nothing out of range is left. */
static struct bot_request request_of(stos_player *player, const stos_view *view,
                                     const stos_hints *hints, const stos_limits *limits,
                                     stos_hints *heard)
{
    struct bot_request request = {.view = view,
                                  .hints = hints ? heard : NULL,
                                  .history = player->history,
                                  .seed = player->seed,
                                  .limits = limits ? *limits : (stos_limits){0},
                                  .cancel = &player->cancel,
                                  .memory = (unsigned char *)player + HEAD,
                                  .solved_rounds =
                                      player->rounds.rounds > 0 ? &player->rounds : NULL};
    stos_random random = stos_random_from(player->seed);
    player->seed = stos_random_bits(&random);
    for (int seat = 0; hints && seat < STOS_MAX_SEATS; seat++) {
        for (int pile = 0; pile < 4; pile++)
            heard->pile[seat][pile] = hints->pile[seat][pile] <= STOS_HINT_LEAVE_3
                ? hints->pile[seat][pile]
                : STOS_HINT_NONE;
        heard->self[seat] =
            hints->self[seat] <= STOS_SELF_CAN_WAIT ? hints->self[seat] : STOS_SELF_NONE;
    }
    return request;
}

/* Asks for a move; a turn that is decided on for it is kept in `turn`. */
static stos_move ask(stos_player *player, const stos_view *view, const stos_hints *hints,
                     const stos_limits *limits, struct bot_turn *turn)
{
    stos_hints heard;
    struct bot_request request = request_of(player, view, hints, limits, &heard);
    request.turn = turn;
    stos_move move = bot_choose(player->bot, &request);
    atomic_store(&player->cancel, false);
    return move;
}

int stos_player_choose(stos_player *player, const stos_view *view, const stos_hints *hints,
                       const stos_limits *limits, stos_move moves[STOS_TURN_MOVES])
{
    struct bot_turn turn = {.count = 0};
    if (!may_ask(player, view))
        return 0;
    moves[0] = ask(player, view, hints, limits, &turn);
    for (int i = 1; i < turn.count; i++)
        moves[i] = turn.move[i];
    return turn.count > 1 ? turn.count : 1;
}

stos_move stos_player_move(stos_player *player, const stos_view *view, const stos_hints *hints,
                           const stos_limits *limits)
{
    return may_ask(player, view) ? ask(player, view, hints, limits, &player->turn) : STOS_NO_MOVE;
}

double stos_player_value(stos_player *player, const stos_view *view, const stos_hints *hints,
                         const stos_limits *limits)
{
    stos_hints heard;
    if (!player->bot->value || !may_ask(player, view))
        return -1;
    struct bot_request request = request_of(player, view, hints, limits, &heard);
    double value = player->bot->value(player->bot, &request);
    atomic_store(&player->cancel, false);
    return value;
}

bool stos_player_say(stos_player *player, const stos_view *view, uint8_t pile[4], uint8_t *self)
{
    if (!player->bot->hint || view->game != player->bot->game || stos_view_seat(view) < 0)
        return false;
    struct bot_request request = request_of(player, view, NULL, NULL, NULL);
    player->bot->hint(player->bot, &request, pile, self);
    return true;
}

void stos_player_cancel(stos_player *player) { atomic_store(&player->cancel, true); }
