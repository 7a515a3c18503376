/*
 * hosted.h - a source for a table on this device: the host of src/local, with bots that think in a
 * thread.
 *
 * Only the person at the screen sees their cards. When the screen changes hands, the scene holds
 * only what a spectator knows, until the next person confirms that they are there.
 */
#ifndef STOS_TERM_SOURCE_HOSTED_H
#define STOS_TERM_SOURCE_HOSTED_H

#include "term/desk/scene.h"
#include "term/term.h"

/* The lessons of a game; see lesson.c. NULL if out of memory. */
struct source *lesson_open(const stos_game *game);
void lesson_close(struct source *source);

/* NULL if out of memory. The caller keeps ownership of the game, which is updated as it is played.
 */
struct source *hosted_open(const struct term_game *options);
void hosted_close(struct source *source);

#endif
