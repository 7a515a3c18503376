/*
 * verbs.h - what the files of verbs share: asking a table for somebody.
 */
#ifndef STOS_SERVER_VERBS_H
#define STOS_SERVER_VERBS_H

#include "actor.h"
#include "host.h"

/* Asks the table with everything that a request may need; false when the refusal has been sent. `given` is the text it was about. */
bool verbs_ask(struct host_table *table, struct connection *connection, const struct request *request, struct table_request *ask,
               const char *given, struct table_answer *answer);

/* The code that a table made by this request gets, unless it is taken. */
void verbs_code(const struct connection *connection, const struct request *request, char code[TABLE_CODE]);

/* Asks and, when allowed, has it happen; `finish` then answers, or a refusal is sent. */
void verbs_do(struct host_table *table, struct connection *connection, const struct request *request, struct table_request *ask,
              change_finish *finish);

/* At the table now, answered with its snapshot. */
change_finish verbs_finish_at_table;

#endif
