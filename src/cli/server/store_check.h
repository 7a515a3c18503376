/*
 * store_check.h - checks that every log of a store can be replayed.
 */
#ifndef STOS_CLI_SERVER_STORE_CHECK_H
#define STOS_CLI_SERVER_STORE_CHECK_H

#include "store/store.h"

#include <jansson.h>

/*
 * Replays all logs. For each damaged one prints a line or, if `rows` is given, adds {table, line,
 * message} to it. Returns how many are damaged, or -1 if the store fails (see store_message()).
 */
int check_logs(struct store *store, json_t *rows, int *tables);

#endif
