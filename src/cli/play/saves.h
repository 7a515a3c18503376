/*
 * saves.h - the saved games of this person: one record each, in a folder of their own, found again by a list.
 *
 * A save never takes the place of another game: a game without a file gets a new one, and keeps it. A game that has come to
 * its end leaves the folder; files that were named by hand stay where they are.
 */
#ifndef STOS_CLI_PLAY_SAVES_H
#define STOS_CLI_PLAY_SAVES_H

#include "table/history.h"

enum { SAVES_MOST = 32, SAVES_PATH = 1024, SAVES_LABEL = 320 };

struct saves_entry {
    char path[SAVES_PATH], label[SAVES_LABEL]; /* label: game, players, when, how far */
    int64_t changed;
};

/* The saved games, the newest first; returns how many. */
int saves_list(struct saves_entry out[SAVES_MOST]);

/* A new file for a game, in the folder of saves, which is made; false with a complaint if there is no place for it. */
bool saves_new_path(const stos_game *game, char out[SAVES_PATH]);

/* A file of that name beside the folder of saves; its folder is made. False when there is no home. */
bool saves_beside(const char *name, char out[SAVES_PATH]);

/* The game in this file is over: it leaves the folder of saves, if it is in there. */
void saves_forget(const char *path);

#endif
