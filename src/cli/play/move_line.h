/*
 * move_line.h - moves as people type them: several in a line, in either case, `37@u1 38@u1 end`.
 */
#ifndef STOS_CLI_PLAY_MOVE_LINE_H
#define STOS_CLI_PLAY_MOVE_LINE_H

#include "stos.h"

enum { MOVE_LINE_WORD = STOS_MOVE_TEXT * 2 };

/* Takes the next move off the line and writes it in the notation of the rules; false at the end of
 * the line. */
bool move_line_next(char **at, char out[MOVE_LINE_WORD]);

#endif
