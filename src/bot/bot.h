/*
 * bot.h - players that see a view and nothing else.
 *
 * A bot is a row of data: a name, a game, a function and its parameters. The same view, seed and
 * limits in nodes give the same move on every platform. Nothing is allocated while thinking:
 * searching bots work in memory that the caller provides. A bot never fails: for a seat that may
 * act, it returns a legal move.
 *
 * In THE GAME and FACE TO FACE a player learns nothing new before its turn ends, so the searching
 * bots decide a whole turn at once. A caller that keeps the turn (struct bot_turn) between its
 * moves has it searched once, with the whole budget.
 *
 *   const stos_bot *bot = bot_usual(game);
 *   struct bot_request request = {.view = &view, .seed = 7, .memory = malloc(bot->memory), .turn =
 * &turn}; stos_move move = bot_choose(bot, &request);       and so on with the next view, until it
 * is another seat's turn
 *
 * A bot sees a view and not the state, so it cannot cheat, not even by mistake: the hidden cards
 * are nowhere in what it is given. Each game has a folder with its bots, from one without search
 * (steady.c) to Monte Carlo search (search.c) with a network as its evaluation (net.h); net/ and
 * search/ hold what the games share.
 */
#ifndef STOS_BOT_BOT_H
#define STOS_BOT_BOT_H

#include "stos_bot.h"

#include <stdatomic.h>

/* What a seat has decided to do in its turn. All 0 at first; it may be discarded at any time. */
struct bot_turn {
    const stos_bot *by; /* who decided */
    stos_move move[STOS_TURN_MOVES];
    uint8_t count, next;
    struct bot_mark { /* the table that the next move is for */
        stos_cards hand;
        uint8_t top[4], game, seat, placed;
    } expected;
};

struct solved_rounds;

struct bot_request {
    const stos_view *view;   /* of a seat that may act */
    const stos_hints *hints; /* NULL: none were given */
    const stos_hint_history
        *history; /* what was said before, where hints are given; NULL: unknown */
    uint64_t seed;
    stos_limits limits;
    const atomic_bool
        *cancel;  /* set by another thread to get the best move so far at once; may be NULL */
    void *memory; /* as many bytes as the bot needs, aligned as by malloc; NULL if that is 0 */
    struct bot_turn
        *turn; /* this seat's, kept from move to move; NULL: every move is decided afresh */
    const struct solved_rounds *solved_rounds; /* see rounds.h; NULL: none available */
};

struct stos_bot {
    const char *name, *help;
    uint8_t game; /* enum stos_game_id */
    stos_move (*choose)(const stos_bot *bot,
                        const struct bot_request *request); /* never STOS_NO_MOVE; */
    /* or instead, for bots that decide whole turns: the moves of one, at least 1; returns how many.
     */
    int (*plan)(const stos_bot *bot, const struct bot_request *request,
                stos_move moves[STOS_TURN_MOVES]);
    /* Estimates the chance of the seat on turn to win, from 0 to 1; NULL for bots that cannot. */
    double (*value)(const stos_bot *bot, const struct bot_request *request);
    /* The hints to give the others; NULL for bots that give none. */
    void (*hint)(const stos_bot *bot, const struct bot_request *request, uint8_t pile[4],
                 uint8_t *self);
    bool says_all; /* gives every hint that it can, so that its silence is a statement, too */
    size_t
        memory;  /* scratch memory in bytes; a stos_player needs some more, see stos_bot_memory() */
    uint32_t ms; /* the default time limit for a turn, 0 for bots that do not search */
    const void *tuning; /* parameters of the bot's own kind */
};

/* The suffix of a bot's name in a record. */
#define BOT_MARK " (bot)"

/* Bytes of scratch memory that are enough for every bot. */
size_t bot_most_memory(void);

/* The names of the files that hold what bots learned for a game by these rules, with a space
 * between them; "" where nothing was learned. */
const char *bot_learned_files(const stos_rules *rules);

/* The default bot to play or advise: strong, or a weaker one in a game without it. */
const stos_bot *bot_usual(const stos_game *game);

/* The move of a seat that may act: the next move of the turn it has decided on, or the first move
 * of a newly decided turn. */
stos_move bot_choose(const stos_bot *bot, const struct bot_request *request);

#endif
