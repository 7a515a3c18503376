/*
 * ask.h - passes a request to its table: with the seed, the words and the time that the table may
 * need, and back with its refusal in words, or on to the store.
 */
#ifndef STOS_SERVER_ASK_H
#define STOS_SERVER_ASK_H

#include "actor.h"
#include "server/core/core.h"

/* Asks the table; false if it replied with a refusal. `given` is the text that was refused. */
bool ask_table(struct live_table *table, struct connection *connection,
               const struct request *request, struct table_request *ask, const char *given,
               struct table_answer *answer);

/* Asks the table and, if allowed, writes the change; `finish` replies then. Otherwise replies with
 * the refusal. */
void ask_and_write(struct live_table *table, struct connection *connection,
                   const struct request *request, struct table_request *ask, change_finish *finish);

/* Replies with the table's refusal. */
void ask_refuse(struct connection *connection, const char *ref, struct live_table *table,
                const struct table_answer *answer, const char *given);

/* The code for a table created by this request, unless it is taken: then the one of the next
 * attempt. */
void ask_code(const struct connection *connection, const struct request *request, unsigned attempt,
              char code[TABLE_CODE]);

/* The same for a `place` instead of a request, as that of an attempt at the deal of the day. */
void ask_code_of(const struct server *server, table_person person, const char *place,
                 char code[TABLE_CODE]);

/* A word nobody can guess: a key, the number of a game. */
void ask_random_word(char *out, size_t length);

#endif
