/*
 * verbs.h - what the verbs_*.c files share: passing a request to a table.
 */
#ifndef STOS_SERVER_VERBS_H
#define STOS_SERVER_VERBS_H

#include "server/tables/actor.h"
#include "server/core/core.h"

/* Asks the table, with everything that a request may need; false if it replied with a refusal.
 * `given` is the text that was refused. */
bool verbs_ask(struct live_table *table, struct connection *connection,
               const struct request *request, struct table_request *ask, const char *given,
               struct table_answer *answer);

/* The code for a table created by this request, unless it is taken. */
void verbs_code(const struct connection *connection, const struct request *request,
                char code[TABLE_CODE]);

/* The same for a `place` instead of a request, as that of an attempt at the deal of the day. */
void verbs_code_of(const struct server *server, table_person person, const char *place,
                   char code[TABLE_CODE]);

/* Asks the table and, if allowed, writes the change; `finish` replies then. Otherwise replies with
 * the refusal. */
void verbs_do(struct live_table *table, struct connection *connection,
              const struct request *request, struct table_request *ask, change_finish *finish);

/* For those who ask for something else first (find.c). */
request_verb verb_create, verb_join;

/* Puts the connection at the table and replies with a snapshot. */
change_finish finish_at_table;

#endif
