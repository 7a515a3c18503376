/* history.h - games from files, for the subcommands that read records. */
#ifndef STOS_CLI_PLAY_HISTORY_H
#define STOS_CLI_PLAY_HISTORY_H

#include "table/history.h"

/* Loads a record from a file, or says on stderr what is wrong with it, where and why. Returns an exit code. */
int history_read_file(struct history *history, const char *path);

#endif
