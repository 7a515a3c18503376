/*
 * remote.h - a table of a server: docs/protocol.md spoken by a person at a terminal.
 *
 * A lost connection is made again by itself, with the token from before; the server is told the last event that was
 * seen, and what it had not answered is sent once more with the same ref, so nothing is lost and nothing is done twice.
 */
#ifndef STOS_TERM_SOURCE_REMOTE_H
#define STOS_TERM_SOURCE_REMOTE_H

#include "term/desk/scene.h"
#include "term/term.h"

/* NULL when memory is short. */
struct source *remote_open(const struct term_table *table);
void remote_close(struct source *source);

/* What the caller learns about the table at the end: whether the server answered, and where one sits. */
void remote_tell(const struct source *source, struct term_table *table);

/*
 * Before one sits at a table: those where one has a seat (as `look` tells them, docs/protocol.md), those one is invited to (with `by`),
 * then those that are offered (`list`), a JSON list, or NULL when not known yet.
 */
bool remote_is_seated(const struct source *source);
const void *remote_offers(const struct source *source);
void remote_look(struct source *source); /* asks for them anew */
void remote_choose(struct source *source, const char *code, const char *key);
void remote_dismiss(struct source *source, const char *code); /* an invitation */
void remote_create(struct source *source, const struct term_choice *choice);

/*
 * How one stands on the server, and who is best: a JSON object with "profile" and, by game, "boards", as the server told them
 * (docs/protocol.md, "Ratings"); NULL when not known.
 */
const void *remote_standing(const struct source *source);
void remote_ask_standing(struct source *source); /* once, until it is told or the connection is lost */
void remote_forget_standing(struct source *source);

/* The screen that shows it; false: interrupted by a signal. */
bool standing_run(struct source *source);

/*
 * Duplicate play: the standings of the series that was named, or that the table belongs to, as `series` tells them; NULL when not known.
 */
const void *remote_teams(const struct source *source);
void remote_ask_teams(struct source *source);   /* anew; the old ones are shown until then */
void remote_play_series(struct source *source); /* opens a table of it for one's own team */

/* The screen that shows them; false: interrupted by a signal. */
bool series_run(struct source *source);

/* The screen on which a table is chosen or opened; false when the person leaves. `interrupted`: by a signal. */
bool lobby_run(struct source *source, bool *interrupted);

#endif
