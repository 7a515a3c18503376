/*
 * people.h - tokens and names; what people.c and account.c share.
 */
#ifndef STOS_SERVER_PEOPLE_H
#define STOS_SERVER_PEOPLE_H

#include "server/core/core.h"

void people_make_token(char token[CONNECTION_TOKEN]);
void people_hash_token(const char *token, char hash[STORE_HASH]);
bool people_good_name(const char *name);

/* The name of somebody who sits down; with a number appended if somebody at the table has a name
 * that looks the same. */
void people_tell_apart(const struct live_table *table, const struct connection *connection,
                       char name[STORE_NAME]);

/*
 * The end of sessions of a person: a row among the news, written in the transaction that revokes
 * their tokens, and the last of its statements. `whose` selects them: "" all, "HASH" those with
 * that token, "-HASH" those with any other. When it is committed, people_logged_out() closes their
 * connections here, except `but`, whose session goes on; the other nodes read the row.
 */
enum store_status people_end_sessions(struct store *store, table_person person, const char *whose,
                                      int64_t now_ms, uint64_t *news);
void people_logged_out(struct server *server, table_person person, uint64_t news, const char *whose,
                       struct connection *but);

/* The name at tables: the one that was chosen, else the account's; a guest's is "Guest". */
const char *people_name(const struct connection *connection, const struct store_person *person);

/* Notes a new name on all their connections. */
void people_renamed(struct server *server, table_person person, const char *name);

/* Notes on all their connections that they have an account now. */
void people_registered(struct server *server, table_person person, const char *account);

#endif
