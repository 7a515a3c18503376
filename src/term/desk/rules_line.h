/*
 * rules_line.h - rules in readable form, for lists of tables and games: "THE GAME, expert, On Fire,
 * 3 players".
 */
#ifndef STOS_TERM_DESK_RULES_LINE_H
#define STOS_TERM_DESK_RULES_LINE_H

enum { RULES_LINE = 256 };

/* Names what differs from the usual game. Rules that cannot be parsed, perhaps from a newer server,
 * are copied unchanged. */
void rules_line(const char *rules, char out[RULES_LINE]);

#endif
