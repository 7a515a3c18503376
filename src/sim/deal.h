/*
 * deal.h - bots play every seat of a given deal, turn by turn: how they would have done with the
 * cards that people were dealt.
 *
 * The same deal, bots and nodes give the same game on every platform. One turn per call, so that
 * the caller can do other things in between.
 */
#ifndef STOS_SIM_DEAL_H
#define STOS_SIM_DEAL_H

#include "bot/bot.h"

struct sim_deal {
    stos_state state;
    const stos_bot *bot[STOS_MAX_SEATS];
    uint64_t nodes; /* per turn */
    uint32_t moves; /* made so far */
    stos_hints hints;
    stos_hint_history history;
    struct bot_turn turn[STOS_MAX_SEATS];
};

/* The deal of a record, before the first move, with the same bot on all seats; to use others, set
 * bot[]. */
void sim_deal_begin(struct sim_deal *deal, const stos_record_head *head, const stos_bot *bot,
                    uint64_t nodes);

/* Plays to the end of the next turn; false when the game is over. `memory`: as much as the bots
 * need. */
bool sim_deal_turn(struct sim_deal *deal, void *memory);

#endif
