/*
 * narrate.h - describes a game line by line: one line per turn, with what each card cost and what
 * was drawn.
 *
 * What there is to say comes from views (lang/tell.h): those of one seat, or for games that are
 * over those of whoever moves, so that everything is told.
 */
#ifndef STOS_CLI_PLAY_NARRATE_H
#define STOS_CLI_PLAY_NARRATE_H

#include "lang/tell.h"

/* The names in a record, as sentences need them. */
struct narrate_names {
    const stos_record_head *head;
    char name[STOS_NAME_TEXT];
};

enum { NARRATE_ALL = -2 }; /* a viewer who sees what whoever moves sees */

struct narrator {
    struct teller teller;
    struct narrate_names names;
    int viewer;   /* the seat that is told, or NARRATE_ALL */
    int turn;     /* turns told so far */
    bool is_open; /* a line has begun */
};

/* Begins to tell; narrate_start() also says who plays, with which cards, and tells everything. */
void narrate_begin(struct narrator *narrator, const stos_record_head *head, int viewer);
void narrate_start(struct narrator *narrator, const stos_record_head *head,
                   const stos_state *state);
void narrate_move(struct narrator *narrator, const stos_state *before, int seat, stos_move move,
                  const stos_state *after);
void narrate_end(struct narrator *narrator);

/* The name of a seat: the player's, or "Seat 2". Returns `out`. */
const char *narrate_name(const stos_record_head *head, int seat, char *out, size_t size);
struct tell_names narrate_names(struct narrate_names *names, const stos_record_head *head);

/* The result as a sentence. */
void narrate_result(const stos_record_head *head, const stos_state *state);

#endif
