/*
 * data_files.h - the data files that come with stos: above all the solved rounds of LIE, for the
 * bots that use them.
 */
#ifndef STOS_CLI_COMMAND_DATA_FILES_H
#define STOS_CLI_COMMAND_DATA_FILES_H

#include "bot/rounds.h"

/* Finds a data file of stos: in STOS_DATA, or share/stos beside the program, or data/ of the
 * source; false if there is none. */
enum { DATA_PATH = 4096 };
bool data_find(const char *name, char path[DATA_PATH]);

/* Opens a table from a file, which stays in memory. If it cannot be used, complains, leaves the
 * table empty and returns false. */
bool rounds_open(const char *path, struct solved_rounds *table);

/*
 * The installed table: in STOS_DATA, or share/stos beside the program, or data/ of the source. NULL
 * if there is none or it is damaged; then stderr says what is wrong and warns what the bots do
 * without it: they play by neural network and search, which are built into the program and stronger
 * than `steady`.
 */
const struct solved_rounds *rounds_installed(void);

/* The same for callers that can do without: NULL without a warning if there is none; stderr says so
 * if it is damaged. */
const struct solved_rounds *rounds_if_installed(void);

#endif
