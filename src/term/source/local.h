/*
 * local.h - a game on this machine: people who share the keyboard, and bots that think in a thread.
 *
 * Only the person at the screen sees their cards; between two people hangs a curtain. Undo goes back to one's own last
 * decision, over what bots did since.
 */
#ifndef STOS_TERM_SOURCE_LOCAL_H
#define STOS_TERM_SOURCE_LOCAL_H

#include "term/desk/scene.h"

struct local_options {
    struct history *game;                  /* dealt; stays the caller's */
    const struct bot *bot[STOS_MAX_SEATS]; /* NULL: a person */
    const struct lie_table *rounds;        /* solved rounds of LIE, or NULL */
    bool (*save)(const struct history *game, char *message, size_t size);
};

/* NULL when memory is short. */
struct source *local_open(const struct local_options *options);
void local_close(struct source *source);

#endif
