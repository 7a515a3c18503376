/*
 * check.h - whether every log of a store can be played through.
 */
#ifndef STOS_CLI_HOST_CHECK_H
#define STOS_CLI_HOST_CHECK_H

#include "store/store.h"

/* Replays all logs and prints a line for each that is damaged; how many are, or -1 when the store fails (see store_message()). */
int check_logs(struct store *store, int *tables);

#endif
