/*
 * history.h - a game in progress with the state before each move, as needed for undo, saving and
 * narration.
 *
 * States are small plain values, so all of them are kept instead of being recomputed: undo is a
 * copy (the memento pattern), and any earlier position can be viewed without replaying. Only the
 * record is written, head and moves (docs/record.md); loading one plays it move by move through the
 * rules, so a history never holds an illegal game.
 *
 *   struct history history = {0};
 *   stos_error error = history_load(&history, &reader, text, length, &full);
 *   for (struct turn turn = {0}; history_turn(&history, &turn);)
 *       tell(&turn.start, turn.move, turn.count, &turn.after);
 *   history_free(&history);
 */
#ifndef STOS_TABLE_HISTORY_H
#define STOS_TABLE_HISTORY_H

#include "game/turn.h"
#include "stos.h"

struct history_step {
    stos_state before;
    stos_move move;
    int seat;
};

struct history {
    stos_record_head head;
    stos_state state;
    struct history_step *steps;
    size_t count, room;
};

/* Starts a game and frees the previous one. On error nothing changes. */
stos_error history_start(struct history *history, const stos_record_head *head);

/* Plays a move. *full is set if memory ran out or the length limit was reached; then nothing was
 * played. */
stos_error history_play(struct history *history, int seat, stos_move move, bool *full);

/* Takes the last move back; false if there is none. */
bool history_undo(struct history *history);

/* Writes the record of the game so far; `ended`: how it ended at the table, "" if the rules alone
 * decided it. */
void history_write(const struct history *history, const char *ended, stos_writer *writer);

/* The same as a string, to be freed; NULL if out of memory. */
char *history_record(const struct history *history, size_t *length);

/* Replays a record. On error the history is unchanged and the reader knows the position; *full as
 * above. */
stos_error history_load(struct history *history, stos_reader *reader, const char *text,
                        size_t length, bool *full);

/* The state after a step. */
const stos_state *history_after(const struct history *history, size_t step);

/* Advances to the next turn of the game; false if there is none. Start with a zeroed turn. */
bool history_turn(const struct history *history, struct turn *turn);

void history_free(struct history *history);

#endif
