/*
 * account.h - the person behind a connection, as the store keeps people.
 */
#ifndef STOS_SERVER_ACCOUNT_H
#define STOS_SERVER_ACCOUNT_H

#include "host.h"

struct store_person account_person(const struct connection *connection);

#endif
