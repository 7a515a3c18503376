/* talk.h - the searching bots of THE GAME, for the rows of bots.c. */
#ifndef STOS_BOT_THEGAME_TALK_H
#define STOS_BOT_THEGAME_TALK_H

#include "search.h"

enum { THEGAME_QUICK, THEGAME_QUICK_ALONE, THEGAME_STRONG, THEGAME_CHAMPION };
enum { THEGAME_SEARCH_MEMORY = 163840 };

extern const struct thegame_tuning thegame_tunings[];

/* Sets a search up from what a seat knows and has heard. */
void thegame_search_prepare(struct thegame_search *search, const stos_bot *bot,
                            const struct bot_request *request);

double thegame_search_value(const stos_bot *bot, const struct bot_request *request);
int thegame_search_plan(const stos_bot *bot, const struct bot_request *request,
                        stos_move moves[STOS_TURN_MOVES]);
void thegame_search_hint(const stos_bot *bot, const struct bot_request *request, uint8_t pile[4],
                         uint8_t *self);

#endif
