/*
 * turns.h - whose turn has begun or ended at tables with hours or days for a turn: what notify/
 * tells people who are not there.
 */
#ifndef STOS_SERVER_TURNS_H
#define STOS_SERVER_TURNS_H

#include "tables.h"

enum {
    TURNS_LONG_SECONDS = 3600 /* people are called only at tables with a clock at least this long */
};

/* Somebody is awaited, or (`over`) no longer, or has come and sees it. */
struct turn_note {
    table_person person;
    bool over;
    int64_t since_ms;
    char code[TABLE_CODE], game[16];
};

/* Seats of people to move under a clock of hours. Take them before a change, to know afterwards
 * whose turn has begun. */
stos_seats turns_awaited(const struct table *table);
void turns_moved(const struct live_table *table, stos_seats awaited_before);

/* Somebody with a seat has come to the table, and sees whose turn it is. */
void turns_came(const struct live_table *table, int seat);

/* The oldest note that was not taken yet; false: there is none. */
bool turns_take(struct server *server, struct turn_note *note);

#endif
