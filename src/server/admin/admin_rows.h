/*
 * admin_rows.h - what makes the lists of the page for hosts readable: names beside the numbers
 * of people, games and people of tables; and reports that the host is done with.
 */
#ifndef STOS_SERVER_ADMIN_ROWS_H
#define STOS_SERVER_ADMIN_ROWS_H

#include "admin.h"

/* Adds `name` and `account` of the person whose number a member of each row begins with; rows about
 * anything else, or about somebody who is gone, stay as they are. */
void admin_name_people(struct store *store, json_t *rows, const char *member);

/* Adds `rules` and `people` (names of those who sit there) to rows with a `table`. */
void admin_describe_tables(struct store *store, json_t *rows);

/* Notes on a report (its `id`) when it was done with, and by whom in the log of acts. */
enum admin_result admin_finish_report(struct store *store, const struct admin_action *action,
                                      struct store_act *act);

#endif
