/*
 * deal.h - bots on every seat of a given deal, turn by turn: what they make of cards that people play.
 *
 * The same deal, bots and nodes give the same game on every platform. One turn at a time, so that whoever asks can do other
 * things between two turns.
 */
#ifndef STOS_SIM_DEAL_H
#define STOS_SIM_DEAL_H

#include "bot/bot.h"

struct sim_deal {
    stos_state state;
    const stos_bot *bot[STOS_MAX_SEATS];
    uint64_t nodes; /* per turn */
    uint32_t moves; /* that were made */
    stos_hints hints;
    struct bot_turn turn[STOS_MAX_SEATS];
};

/* The deal of a record, before the first move, with one bot on all seats; whoever wants others puts them there. */
void sim_deal_begin(struct sim_deal *deal, const stos_record_head *head, const stos_bot *bot, uint64_t nodes);

/* Plays to the end of the next turn; false when the game is over. `memory`: as much as the bots want. */
bool sim_deal_turn(struct sim_deal *deal, void *memory);

#endif
