/*
 * people.h - tokens and names; what people.c and account.c share.
 */
#ifndef STOS_SERVER_PEOPLE_H
#define STOS_SERVER_PEOPLE_H

#include "host.h"

void people_make_token(char token[HOST_TOKEN]);
void people_hash_token(const char *token, char hash[STORE_HASH]);
bool people_good_name(const char *name);

#endif
