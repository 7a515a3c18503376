/*
 * account.h - the person behind a connection, as the store keeps people.
 */
#ifndef STOS_SERVER_ACCOUNT_H
#define STOS_SERVER_ACCOUNT_H

#include "host.h"

/* The name, or its beginning, of the person facts that concern the recovery code. */
#define ACCOUNT_RECOVERY "recovery"

/* Everything that is kept about a person, read from the store on its thread; NULL when memory lacks. */
json_t *own_data_export(struct store *store, table_person person, enum store_status *status);

struct store_person account_person(const struct connection *connection);

/* Folds a name so that capitals and forms of letters make no difference, in any script; false if it cannot be one. */
bool account_fold(const char *given, char account[STORE_NAME]);

/* Why a passphrase that came by this connection cannot be hashed now (too many are, or its address guessed too often); NULL: it can. */
const char *account_refuses_hash(const struct connection *connection);

/* A wrong passphrase costs the address and what was guessed at; both get it back slowly. It is logged as `event`. */
void account_note_guess(struct connection *connection, struct party *guessed_at, const char *event);

/* Goes on with a request of somebody with an account when its "passphrase" is right; otherwise it is answered. */
void account_prove(struct connection *connection, const struct request *request, request_verb *proven);

#endif
