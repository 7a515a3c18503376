/*
 * bots.h - the functions that the rows of bots.c refer to. Only src/bot includes this.
 *
 * To add a bot: write a function with the signature of `choose`, or of `plan` if it decides whole
 * turns, declare it here, and give it a row in bots.c. Every test of bots and every user interface
 * takes its list from there.
 */
#ifndef STOS_BOT_BOTS_H
#define STOS_BOT_BOTS_H

#include "bot.h"

/* TG3, LI3: votes for the seat that most others name, or for seat 0 if nobody has voted; so a table
 * always agrees. */
stos_move bot_vote(const int8_t *vote, int seats, int own);

int thegame_steady_plan(const stos_bot *bot, const struct bot_request *request,
                        stos_move moves[STOS_TURN_MOVES]);
stos_move facetoface_steady_choose(const stos_bot *bot, const struct bot_request *request);
double facetoface_search_value(const stos_bot *bot, const struct bot_request *request);
int facetoface_search_plan(const stos_bot *bot, const struct bot_request *request,
                           stos_move moves[STOS_TURN_MOVES]);
stos_move lie_steady_choose(const stos_bot *bot, const struct bot_request *request);
stos_move lie_novice_choose(const stos_bot *bot, const struct bot_request *request);
double lie_search_value(const stos_bot *bot, const struct bot_request *request);
stos_move lie_search_choose(const stos_bot *bot, const struct bot_request *request);

#endif
