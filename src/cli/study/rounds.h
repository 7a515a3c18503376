/*
 * rounds.h - the data files that come with stos: above all the solved rounds of LIE, for the bots that use them.
 */
#ifndef STOS_CLI_STUDY_ROUNDS_H
#define STOS_CLI_STUDY_ROUNDS_H

#include "bot/lie/table.h"

/* A data file that comes with stos: in STOS_DATA, or share/stos beside the program, or data/ of the source; false when there is none. */
enum { DATA_PATH = 4096 };
bool data_find(const char *name, char path[DATA_PATH]);

/* A table opened from a file; the bytes stay. False with a complaint, and an empty table, if it cannot be used. */
bool rounds_open(const char *path, struct lie_table *table);

/*
 * The table that was installed: STOS_DATA, or share/stos beside the program, or data/ of the source. NULL when there is
 * none or it is damaged; stderr then says what is wrong, and a warning what the bots do without it: they play by network and
 * search, which are part of the program and stronger than `steady`.
 */
const struct lie_table *rounds_installed(void);

/* The same for those who can do without: NULL without a warning when there is none; stderr says so if it is damaged. */
const struct lie_table *rounds_if_installed(void);

#endif
