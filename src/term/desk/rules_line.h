/*
 * rules_line.h - rules in the words of the reader, for lists of tables and games: "THE GAME, expert, On Fire, 3 players".
 */
#ifndef STOS_TERM_DESK_RULES_LINE_H
#define STOS_TERM_DESK_RULES_LINE_H

enum { RULES_LINE = 256 };

/* What differs from the usual game is named. Rules that cannot be read, of a newer server perhaps, stay as they are. */
void rules_line(const char *rules, char out[RULES_LINE]);

#endif
