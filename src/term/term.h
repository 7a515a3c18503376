/*
 * term.h - the full-screen interface of stos: choosing a game, playing it, replaying it, joining a
 * server's table.
 *
 * term_open() comes first and term_close() last; between them nothing else may print. All
 * user-visible text goes through lang/translate.h.
 */
#ifndef STOS_TERM_TERM_H
#define STOS_TERM_TERM_H

#include "bot/bot.h"
#include "table/history.h"

/* Whether there is a terminal that can show a full screen. */
bool term_possible(void);

bool term_open(void); /* false: the terminal refuses */
void term_close(void);

enum term_end { TERM_LEFT, TERM_SAVED, TERM_INTERRUPTED, TERM_FAILED };

/* The first screen: which game, who plays; in the syntax of the arguments of `stos play`. */
struct term_choice {
    char rules[STOS_RULES_TEXT], seats[STOS_MAX_SEATS * STOS_NAME_TEXT];
    int people;          /* how many of the seats are for people, */
    const stos_bot *bot; /* and who takes the others */
    int deals;   /* on a server: duplicate play with this many deals; 0: an ordinary table */
    bool resume; /* resume a saved game instead, */
    int save;    /* this one */
};

/* Labels of the saved games. */
enum { TERM_SAVES_MOST = 32 };
struct term_saves {
    int count;
    const char *label[TERM_SAVES_MOST];
};

enum term_offer { TERM_NEW_GAME, TERM_RESUME, TERM_ONLINE };

/* False if the person leaves. The offer: a new game; the same, with saved games first; or a table
 * on a server. */
bool term_choose(struct term_choice *choice, enum term_offer offer, const struct term_saves *saves);

/* A game on this machine. `save` writes it to a file and reports where; the caller keeps ownership
 * of the game. */
struct term_game {
    struct history *game;
    const stos_bot *bot[STOS_MAX_SEATS]; /* NULL: a person */
    const struct solved_rounds *rounds;  /* solved rounds of LIE for the bots, or NULL */
    bool no_memory;                      /* nobody is shown which cards are gone (TT4) */
    bool practice; /* alone against bots: undo can go back beyond the current turn */
    bool (*save)(const struct history *game, char *message, size_t size);
};

enum term_end term_play(const struct term_game *game);

/* The rules of a game to read, and its lessons to play. */
enum term_end term_rules(const stos_game *game);
enum term_end term_learn(const stos_game *game);

/* Replays a game step by step. */
enum term_end term_replay(const struct history *game);

/* Duplicate play: a series is defined by its word, its rules and the number of deals
 * (docs/protocol.md). */
struct term_series {
    char word[16]; /* "": none */
    char rules[STOS_RULES_TEXT];
    int deals;
};

/* A table of a server. */
struct term_table {
    char host[256], path[256]; /* path: of the WebSocket */
    int port;
    bool secure;
    char code[16], key[40]; /* of the table; "": choose or open one there; the key may be "" */
    char
        find[STOS_RULES_TEXT]; /* "": that table; else find opponents for a game with these rules */
    int find_seconds;          /* its clock for a turn */
    char name[STOS_NAME_TEXT]; /* of the person */
    const struct solved_rounds *rounds; /* as above, for hints */
    char token_path[1024];              /* where the token is kept, or "" */
    struct term_series series;          /* its standings are shown first; out: the table's series */
    bool answered;                      /* out: the server has greeted */
    bool seated; /* out: the person has a seat at the table `code`, and can come back */
};

/* `message` says why it ended, or "". A person who is refused at a table is shown the list of
 * tables. */
enum term_end term_join(struct term_table *table, char *message, size_t size);

#endif
