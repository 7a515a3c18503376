/*
 * hosting.h - what a host may see and do, on the store: the one implementation behind `stos admin` and the page /admin.
 *
 * A deed is written down first; every running server sees it within a second, does it and marks it as done (moderation.c). The rows stay as
 * the log of what was done, by whom, when and why. Nothing here prints, waits or needs a running server.
 */
#ifndef STOS_SERVER_HOSTING_H
#define STOS_SERVER_HOSTING_H

#include "store/store.h"

#include <jansson.h>

struct hosting_deed {
    const char *what;   /* "close", "mute", "unmute", "ban", "unban" */
    const char *target; /* the code of a table; else a person's number or, for bans, an address */
    const char *table;  /* banned there only; NULL: everywhere */
    const char *host, *reason;
    int hours; /* 0: for good */
    int64_t now_ms;
};

enum hosting_result { HOSTING_NOTED, HOSTING_NO_TABLE, HOSTING_NO_PERSON, HOSTING_NO_DEED, HOSTING_STORE };

/* `act` is the row that was written. */
enum hosting_result hosting_do(struct store *store, const struct hosting_deed *deed, struct store_act *act);

/* Rows for the functions of store.h that read tables, people and so on; `rows` is a JSON array. */
bool hosting_add_table(void *rows, const struct store_table_row *row);
bool hosting_add_person(void *rows, const struct store_person *person);
bool hosting_add_act(void *rows, const struct store_act *act);
bool hosting_add_report(void *rows, uint64_t person, const char *name, const char *value); /* newest first */
bool hosting_add_ban(void *rows, const char *name, const char *value); /* and mutes; those that have ended are left out */

/* "report:HOUR-REPORTER", with JSON: table, by, text, said; and from here person, at_ms. NULL: it cannot be read. */
json_t *hosting_read_report(uint64_t person, const char *name, const char *value);

#endif
