/*
 * tell.h - the events of a game as lines of the log: one line per turn, as everybody at the table
 * saw it.
 */
#ifndef STOS_TERM_DESK_TELL_H
#define STOS_TERM_DESK_TELL_H

#include "scene.h"

/* The line being written, and whose turn it describes. */
struct teller {
    struct scene *scene;
    int seat; /* -1: the next move opens a line */
};

/* Logs a move. `before` and `after` may be anybody's views; `after` is only needed for challenges.
 */
void tell_move(struct teller *teller, const stos_view *before, int seat, stos_move move,
               const stos_view *after);

/* Rebuilds the whole log from a game, or from its last moves. */
void tell_game(struct scene *scene, const struct history *game);

/* TG12: whether the rule sheet in the language of this run calls it excellent to have this many
 * cards left. */
bool tell_is_excellent(int left);

/* The result of a game as a sentence: `result` as returned by stos_result(). */
void tell_result(const struct scene *scene, int result, char *out, size_t size);

/* Whose chances a curve shows: the team's, or a seat's. */
void tell_curve(const struct scene *scene, int seat, char *out, size_t size);

/* What a hint says about its pile, regardless of how strongly. */
const char *tell_pile_hint(int hint);

/* What a player says about themselves, shortened if there is little room. */
void tell_self_hint(int hint, int room, char *out, size_t size);

/* A hint in words: "please leave U1". */
void tell_hint(int pile, int hint, char *out, size_t size);

#endif
