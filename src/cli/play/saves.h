/*
 * saves.h - the user's saved games: one record each, in a folder of their own that can be listed.
 *
 * A save never overwrites another game: a game without a file gets a new one, and keeps it. A
 * finished game is removed from the folder; files that the user named stay where they are.
 */
#ifndef STOS_CLI_PLAY_SAVES_H
#define STOS_CLI_PLAY_SAVES_H

#include "table/history.h"

enum { SAVES_MOST = 32, SAVES_PATH = 1024, SAVES_LABEL = 320 };

struct saves_entry {
    char path[SAVES_PATH], label[SAVES_LABEL]; /* label: game, players, when, how far */
    int64_t changed;
};

/* Lists the saved games, newest first; returns how many. */
int saves_list(struct saves_entry out[SAVES_MOST]);

/* The path of a new file for a game in the folder of saves, which is created if missing; complains
 * and returns false if that fails. */
bool saves_new_path(const stos_game *game, char out[SAVES_PATH]);

/* The path of a file of that name beside the folder of saves; its folder is created. False if there
 * is no home directory. */
bool saves_beside(const char *name, char out[SAVES_PATH]);

/* The game in this file is over: deletes the file if it is in the folder of saves. */
void saves_forget(const char *path);

#endif
