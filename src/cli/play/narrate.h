/*
 * narrate.h - describes a game as a person would: one line per turn, with what each card cost and
 * what was drawn.
 *
 * A discreet narrator reports moves as everybody at the table saw them; otherwise everything is
 * told, for finished games.
 */
#ifndef STOS_CLI_PLAY_NARRATE_H
#define STOS_CLI_PLAY_NARRATE_H

#include "stos.h"

struct narrator {
    const stos_record_head *head;
    int turn;      /* turns told so far */
    bool discreet; /* withholds what is hidden while the game goes on: which ends were chosen */
    bool inside;   /* a turn's line has begun */
    int seat;      /* whose */
};

void narrate_start(struct narrator *narrator, const stos_record_head *head,
                   const stos_state *state);
void narrate_move(struct narrator *narrator, const stos_state *before, int seat, stos_move move,
                  const stos_state *after);
void narrate_end(struct narrator *narrator, const stos_state *state);

/* The name of a seat: the player's, or "Seat 2". Returns `out`. */
const char *narrate_name(const stos_record_head *head, int seat, char *out, size_t size);

/* The result as a sentence. */
void narrate_result(const stos_record_head *head, const stos_state *state);

#endif
