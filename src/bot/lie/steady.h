/* steady.h - the bots of LIE that do not search. */
#ifndef STOS_BOT_LIE_STEADY_H
#define STOS_BOT_LIE_STEADY_H

#include "bot/bot.h"

stos_move lie_steady_choose(const stos_bot *bot, const struct bot_request *request);
stos_move lie_novice_choose(const stos_bot *bot, const struct bot_request *request);

#endif
