/* describe.h - the games with their options and bots, as JSON: one text for the engine, the command
 * line, the server and the page. */
#ifndef STOS_TABLE_DESCRIBE_H
#define STOS_TABLE_DESCRIBE_H

#include "stos.h"

enum { DESCRIBE_TEXT = 16 * 1024 }; /* room for all games; what does not fit is cut */

/* The options of rules, each with its value, all values that it could have, and a line of help:
 * [{"name":...,"value":...,"values":[...],"help":...},...]. */
void describe_options(stos_writer *writer, const stos_rules *rules);

/* A game with its options and bots, as an object. */
void describe_game(stos_writer *writer, const stos_game *game);

/* All of them, as an array. */
void describe_games(stos_writer *writer);

#endif
