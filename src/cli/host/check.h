/*
 * check.h - whether every log of a store can be played through.
 */
#ifndef STOS_CLI_HOST_CHECK_H
#define STOS_CLI_HOST_CHECK_H

#include "store/store.h"

#include <jansson.h>

/*
 * Replays all logs, and for each that is damaged prints a line or, with an array for them, adds {table, line, message} to it; how
 * many are damaged, or -1 when the store fails (see store_message()).
 */
int check_logs(struct store *store, json_t *rows, int *tables);

#endif
