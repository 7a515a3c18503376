/* json.h - JSON that several subcommands print. */
#ifndef STOS_CLI_JSON_H
#define STOS_CLI_JSON_H

#include "stos.h"

#include <jansson.h>

/* A game with its options and bots, as a new object. */
json_t *json_of_game(const stos_game *game);

#endif
