/*
 * people.h - tokens and names; what people.c and account.c share.
 */
#ifndef STOS_SERVER_PEOPLE_H
#define STOS_SERVER_PEOPLE_H

#include "host.h"

void people_make_token(char token[HOST_TOKEN]);
void people_hash_token(const char *token, char hash[STORE_HASH]);
bool people_good_name(const char *name);

/* All connections of a person, or those with one token ("": any), are closed, on all nodes; and such news from another node. */
void people_logged_out(struct server *server, table_person person, const char *token_hash);
bool people_hear(struct server *server, const char *message);

#endif
