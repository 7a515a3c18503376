/*
 * people.h - tokens and names; what people.c and account.c share.
 */
#ifndef STOS_SERVER_PEOPLE_H
#define STOS_SERVER_PEOPLE_H

#include "host.h"

void people_make_token(char token[HOST_TOKEN]);
void people_hash_token(const char *token, char hash[STORE_HASH]);
bool people_good_name(const char *name);

/* The name of somebody who sits down: with a number, if another at the table has one that looks like it. */
void people_tell_apart(const struct host_table *table, const struct connection *connection, char name[STORE_NAME]);

/* What came while something was asked for the connection is looked at now. */
void people_handle_waiting(struct connection *connection);

/*
 * All connections of a person ("") are closed on all nodes, or those with one token ("HASH"), or with any but that one ("-HASH"); only
 * `but` is left alone.
 */
void people_logged_out(struct server *server, table_person person, const char *token_hash, const struct connection *but);

/* They have an account now, on all their connections. */
void people_registered(struct server *server, table_person person, const char *account);

/* Such news from another node; false: it is about something else. */
bool people_hear(struct server *server, const char *message);

#endif
