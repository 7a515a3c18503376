/*
 * hosted.h - a source that draws a table on this device: the host of src/local, with bots that think in a thread.
 *
 * Only the person at the screen sees their cards. Between two people nobody is at the screen: the scene then holds what a
 * spectator knows, until the next one says that they are there.
 */
#ifndef STOS_TERM_SOURCE_HOSTED_H
#define STOS_TERM_SOURCE_HOSTED_H

#include "term/desk/scene.h"
#include "term/term.h"

/* NULL when memory is short. The game stays the caller's and follows what happens. */
/* The lessons of a game; see lesson.c. NULL when memory is short. */
struct source *lesson_open(const stos_game *game);
void lesson_close(struct source *source);

struct source *hosted_open(const struct term_game *options);
void hosted_close(struct source *source);

#endif
