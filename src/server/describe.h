/* describe.h - the games with their options and bots, as JSON: shared by the engine, the command
 * line and the server. */
#ifndef STOS_SERVER_DESCRIBE_H
#define STOS_SERVER_DESCRIBE_H

#include "stos.h"

#include <jansson.h>

/* A game with its options and bots, as a new object. */
json_t *describe_game(const stos_game *game);

/* All of them, as a new array. */
json_t *describe_games(void);

#endif
