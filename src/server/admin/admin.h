/*
 * admin.h - what a host may see and do, on the store: the single implementation behind `stos
 * admin` and the page /admin.
 *
 * A moderation action ("action") is first written to the store; every running server sees it within
 * a second, carries it out and marks it as done (moderation.c). The rows stay as an audit log of
 * what was done, by whom, when and why. Nothing here prints, waits or needs a running server.
 */
#ifndef STOS_SERVER_ADMIN_H
#define STOS_SERVER_ADMIN_H

#include "store/store.h"

#include <jansson.h>

struct admin_action {
    const char *what; /* "close", "mute", "unmute", "ban", "unban" */
    const char
        *target; /* for "close" a table code; else a person's number or, for bans, an address */
    const char *table; /* banned there only; NULL: everywhere */
    const char *host, *reason;
    int hours; /* 0: permanently */
    int64_t now_ms;
};

enum { ADMIN_REASON = 200 }; /* characters; see STORE_REASON */

enum admin_result {
    ADMIN_NOTED,
    ADMIN_NO_TABLE,
    ADMIN_NO_PERSON,
    ADMIN_NO_ACTION,
    ADMIN_BAD_REASON, /* too long, or not text */
    ADMIN_STORE
};

/* `act` receives the row that was written. */
enum admin_result admin_do(struct store *store, const struct admin_action *action,
                           struct store_act *act);

/* Callbacks for the functions of store.h that read tables, people and so on; `rows` is a JSON array
 * to append to. */
bool admin_add_table(void *rows, const struct store_table_row *row);
bool admin_add_person(void *rows, const struct store_person *person);
bool admin_add_act(void *rows, const struct store_act *act);
bool admin_add_report(void *rows, uint64_t person, const char *name,
                      const char *value); /* newest first */
bool admin_add_ban(void *rows, const char *name,
                   const char *value); /* and mutes; expired ones are skipped */

/* Fact "report:HOUR-REPORTER" holds JSON: table, by, text, said; this adds person, at_ms. NULL: it
 * cannot be parsed. */
json_t *admin_read_report(uint64_t person, const char *name, const char *value);

#endif
