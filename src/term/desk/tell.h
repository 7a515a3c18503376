/*
 * tell.h - what happened, as lines for the log: a line for each turn, as everybody at the table saw it.
 */
#ifndef STOS_TERM_DESK_TELL_H
#define STOS_TERM_DESK_TELL_H

#include "scene.h"

/* A line being told: whose turn it holds. */
struct teller {
    struct scene *scene;
    int seat; /* -1: the next move opens a line */
};

/* Tells a move. `before` and `after` are views of anybody; `after` is needed for challenges only. */
void tell_move(struct teller *teller, const stos_view *before, int seat, stos_move move, const stos_view *after);

/* The whole log anew from a game, or from its last moves. */
void tell_game(struct scene *scene, const struct history *game);

/* The result of a game as a sentence: `result` as stos_result() gives it. */
/* TG12: whether the sheet of the language of this run calls it excellent to have this many cards left. */
bool tell_is_excellent(int left);

void tell_result(const struct scene *scene, int result, char *out, size_t size);

/* What a curve of chances is of: of the team, or of a seat. */
void tell_curve(const struct scene *scene, int seat, char *out, size_t size);

/* What a hint says about the pile that it hangs on; how strongly is another matter. */
const char *tell_pile_hint(int hint);

/* What somebody says about themselves, in few words where the room is small. */
void tell_self_hint(int hint, int room, char *out, size_t size);

/* A hint in words: "please leave U1". */
void tell_hint(int pile, int hint, char *out, size_t size);

#endif
