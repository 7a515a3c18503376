/* bots.h - the functions that the rows of bots.c are made of. Only src/bot includes this. */
#ifndef STOS_BOT_BOTS_H
#define STOS_BOT_BOTS_H

#include "bot.h"

stos_move bot_random_choose(const struct bot *bot, const struct bot_request *request);
stos_move thegame_steady_choose(const struct bot *bot, const struct bot_request *request);
stos_move facetoface_steady_choose(const struct bot *bot, const struct bot_request *request);
double facetoface_search_value(const struct bot *bot, const struct bot_request *request);
int facetoface_search_plan(const struct bot *bot, const struct bot_request *request, stos_move moves[BOT_TURN_MOVES]);
stos_move lie_steady_choose(const struct bot *bot, const struct bot_request *request);
stos_move lie_novice_choose(const struct bot *bot, const struct bot_request *request);
double lie_search_value(const struct bot *bot, const struct bot_request *request);
stos_move lie_search_choose(const struct bot *bot, const struct bot_request *request);

#endif
