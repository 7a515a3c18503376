/*
 * external_bot.h - bots that are external programs: `stos sim --bots 'cmd:./mybot'`.
 *
 * The program is started by `sh -c` and speaks the engine's line protocol: a JSON object per line
 * with the view of the seat and its legal moves, answered by a line with a move. Questions are
 * independent, so a program needs no state; one process is started per thread that asks at the same
 * time. A late answer, or anything but a legal move, ends the run: results that contain made-up
 * moves would be worthless.
 */
#ifndef STOS_CLI_SIM_EXTERNAL_BOT_H
#define STOS_CLI_SIM_EXTERNAL_BOT_H

#include "bot/bot.h"

#define EXTERNAL_MARK "cmd:"

enum {
    EXTERNAL_COMMAND = 58
}; /* room for EXTERNAL_MARK and the command, which is a name in records too */

/* A bot that asks a command; the same one for the same command and game. NULL if there is no room
 * for it. */
const stos_bot *external_bot(const stos_game *game, const char *command);

/* Whether a bot is one of these. */
bool external_is(const stos_bot *bot);

/* Sets `stop` when a program fails, so that the run ends. */
void external_watch(atomic_bool *stop);

/* What went wrong first; NULL if nothing did. */
const char *external_failure(void);

/* Terminates all programs; those that do not end when told to are killed. */
void external_close(void);

#endif
