/*
 * preview.h - what a link shows in a chat before anybody opens it: title, description, picture.
 *
 * Whoever fetches the address gets it, so it is what a stranger may know who has the address alone:
 * permission.c decides. A table behind a link with a key says only that it is one. Facts are kept
 * apart from words, which depend on the language.
 */
#ifndef STOS_SERVER_PREVIEW_H
#define STOS_SERVER_PREVIEW_H

#include "game/show.h"
#include "server/core/core.h"

struct http_session;

enum preview_kind {
    PREVIEW_SITE, /* the start, and whatever must not be told apart from it */
    PREVIEW_DAY,
    PREVIEW_PUZZLE,
    PREVIEW_PRIVATE, /* a table, and no more can be said */
    PREVIEW_TABLE,
    PREVIEW_GAME, /* a finished one */
};

enum { PREVIEW_ID = 24, PREVIEW_RESULT = 160 };

struct preview {
    uint8_t kind;          /* enum preview_kind */
    char id[PREVIEW_ID];   /* the table's code, the game's id, the puzzle's number; "": none */
    const stos_game *game; /* of a table or a game */
    char language[8];      /* of the table's owner; "": not known */
    int seats;
    /* a table */
    uint8_t phase;
    int free;               /* seats */
    char owner[TABLE_NAME]; /* "": nobody, or nobody who sits there */
    /* a game */
    char name[STOS_MAX_SEATS][TABLE_NAME];
    int turns;
    bool ended; /* by the rules: then there is a result */
    struct sentence result;
    int piles;
    struct show_pile pile[SHOW_PILES];
};

/* ---------------------------------------------------------------- facts (preview_facts.c) */

/* What a path shows, if it is one that has a preview; of a table or a game only which it is. */
bool preview_of_path(const char *path, struct preview *preview);

/* A finished game with that id, if it can be one. */
bool preview_of_game(const char *id, struct preview *preview);

/* From a table in memory. */
void preview_of_table(struct preview *preview, const struct table *table);

/* From the store, on a thread that reads it, for the kind and id that are there. STORE_NONE: there
 * is no such table or game, or it must not be told of; then the kind is PREVIEW_SITE. */
enum store_status preview_read(struct preview *preview, const struct server *server,
                               struct store *store);

/* ---------------------------------------------------------------- words (preview_words.c) */

/* The elements for the head of a page, escaped. `public_url` may be NULL. */
void preview_write(stos_writer *writer, const struct preview *preview,
                   const struct catalog *language, const char *public_url);

/* ---------------------------------------------------------------- the picture (preview_picture.c)
 */

/* A PNG, allocated; NULL if out of memory or built without letters. */
unsigned char *preview_draw(const struct preview *preview, size_t *length);

/* Where it is, such as "/preview/r/ID.png"; and back: the kind and id, false for no such path. */
void preview_picture_path(const struct preview *preview, char *path, size_t size);
bool preview_of_picture(const char *path, struct preview *preview);

/* ---------------------------------------------------------------- for http.c (preview.c) */

/* A browser's request that waits for facts or a picture. */
struct preview_wait;

/*
 * The facts for a preview of which the kind and id are known: true, if that needs nobody else; or
 * false: they are on their way, and the session becomes writeable when they are there. Whoever asks
 * too often gets those of the start.
 */
bool preview_find(struct server *server, struct http_session *session, struct preview *preview);

/* Its picture in the same way, allocated; NULL: there is none, or too many are asked for. */
bool preview_find_picture(struct server *server, struct http_session *session,
                          const struct preview *preview, char **png, size_t *length);

/* Whether what a session waited for has come; and what that is. */
bool preview_is_ready(const struct http_session *session);
void preview_take(struct http_session *session, struct preview *preview, char **png,
                  size_t *length);

/* The browser has gone. */
void preview_leave(struct http_session *session);

/* The page with the elements for its head in place, allocated; NULL if out of memory. */
char *preview_page(const struct server *server, const struct preview *preview,
                   const struct catalog *language);

#endif
