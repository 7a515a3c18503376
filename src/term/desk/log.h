/*
 * log.h - the moves of a game as lines of the scene's log: one line per turn, as everybody at the
 * table saw it.
 */
#ifndef STOS_TERM_DESK_LOG_H
#define STOS_TERM_DESK_LOG_H

#include "scene.h"

struct scene_log {
    struct teller teller;
    struct scene_names names;
};

/* Moves told with log->teller go to the scene's log. */
void log_open(struct scene_log *log, struct scene *scene);

/* Rebuilds the whole log from a game, or from its last moves. */
void log_game(struct scene *scene, const struct history *game);

#endif
