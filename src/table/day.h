/*
 * day.h - the daily deals: which levels there are, and which day it is. Days are UTC days, counted
 * from 1970.
 *
 * Everybody who plays a level on a day gets the same deck. A server derives its seeds from its
 * secret and commits to them the day before (src/server/day.c); without a server the seed is the
 * SHA-256 of day_text(), so all devices deal the same cards.
 */
#ifndef STOS_TABLE_DAY_H
#define STOS_TABLE_DAY_H

#include "stos.h"

enum { DAY_DATE = 11, DAY_TEXT = 48, DAY_MS = 24 * 60 * 60 * 1000 };

struct day_level {
    const char *name, *rules;
    const char *bot; /* plays every seat but the first; "": none */
    bool people;     /* people on every seat: only on a server */
};

/* The series name of tables of people that are dealt the deck of the day on which they begin. */
#define DAY_SERIES "day"

int day_level_count(void);
const struct day_level *day_level_at(int index);          /* NULL outside 0..count-1 */
const struct day_level *day_level_find(const char *name); /* NULL if there is none */
/* The level for as many people as these rules have seats; NULL if there is none. */
const struct day_level *day_level_of_people(const stos_rules *rules);

int64_t day_of(int64_t now_ms);
size_t day_date(int64_t day, char out[DAY_DATE]); /* "2026-11-15"; returns its length */

/* The text that is hashed for a level of a day: "stos day 2026-11-15 standard". Returns its length.
 */
size_t day_text(int64_t day, const struct day_level *level, char out[DAY_TEXT]);

#endif
