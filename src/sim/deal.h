/*
 * deal.h - one bot on every seat of a given deal, turn by turn: what it makes of cards that people have played.
 *
 * The same deal, bot and nodes give the same game on every platform. One turn at a time, so that whoever asks can do other
 * things between two turns.
 */
#ifndef STOS_SIM_DEAL_H
#define STOS_SIM_DEAL_H

#include "bot/bot.h"

struct sim_deal {
    stos_state state;
    const struct bot *bot;
    uint64_t nodes; /* per turn */
    uint32_t moves; /* that were made */
    struct bot_hints hints;
    struct bot_turn turn[STOS_MAX_SEATS];
};

/* The deal of a record, before the first move. */
void sim_deal_begin(struct sim_deal *deal, const stos_record_head *head, const struct bot *bot, uint64_t nodes);

/* Plays to the end of the next turn; false when the game is over. `memory`: as much as the bot wants. */
bool sim_deal_turn(struct sim_deal *deal, void *memory);

#endif
