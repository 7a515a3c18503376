/*
 * remote.h - a table of a server: the client side of docs/protocol.md for the terminal.
 *
 * It reconnects automatically, with the same token; it tells the server the last event seen and
 * resends unanswered requests with the same ref, so nothing is lost and nothing is done twice.
 */
#ifndef STOS_TERM_SOURCE_REMOTE_H
#define STOS_TERM_SOURCE_REMOTE_H

#include "term/desk/scene.h"
#include "term/term.h"

/* NULL if out of memory. */
struct source *remote_open(const struct term_table *table);
void remote_close(struct source *source);

/* Fills in what the caller learns at the end: whether the server answered, and where the person
 * sits. */
void remote_tell(const struct source *source, struct term_table *table);

/*
 * Before the person sits at a table: the tables where they have a seat (from `look`,
 * docs/protocol.md), those they are invited to (with `by`), then those on offer (`list`), as one
 * JSON list; NULL if not known yet.
 */
bool remote_is_seated(const struct source *source);
const void *remote_offers(const struct source *source);
void remote_look(struct source *source); /* refreshes them */
void remote_choose(struct source *source, const char *code, const char *key);
void remote_dismiss(struct source *source, const char *code); /* an invitation */
void remote_create(struct source *source, const struct term_choice *choice);

/*
 * The person's standing and the leaderboards: a JSON object with "profile" and, by game, "boards",
 * as the server sent them (docs/protocol.md, "Ratings"); NULL if not known.
 */
const void *remote_standing(const struct source *source);
void remote_ask_standing(
    struct source *source); /* asks once, until it is answered or the connection is lost */
void remote_forget_standing(struct source *source);

/* The screen that shows it; false: interrupted by a signal. */
bool standing_run(struct source *source);

/*
 * Duplicate play: the standings of the named series, or of the table's series, as sent by `series`;
 * NULL if not known.
 */
const void *remote_teams(const struct source *source);
void remote_ask_teams(
    struct source *source); /* refreshes them; the old ones are shown until then */
void remote_play_series(
    struct source *source); /* opens a table of the series for the person's own team */

/* The screen that shows them; false: interrupted by a signal. */
bool series_run(struct source *source);

/* The screen on which a table is chosen or opened; false if the person leaves. `interrupted`: by a
 * signal. */
bool lobby_run(struct source *source, bool *interrupted);

#endif
