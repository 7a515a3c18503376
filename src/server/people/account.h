/*
 * account.h - the person behind a connection, as the store keeps people.
 */
#ifndef STOS_SERVER_ACCOUNT_H
#define STOS_SERVER_ACCOUNT_H

#include "server/core/core.h"

/* The name (or prefix of the name) of the person facts about the recovery code. */
#define ACCOUNT_RECOVERY "recovery"

/* Folds a name so that case and letter forms make no difference, in any script; false if it cannot
 * be a name. */
bool account_fold(const char *given, char account[STORE_NAME]);

/* Why a passphrase from this connection cannot be hashed now (too many under way, or too many
 * guesses from its address); NULL: it can. */
const char *account_refuses_hash(const struct connection *connection);

void account_hash_begins(struct connection *connection); /* counts them, among its jobs */
void account_hash_ends(struct connection *connection);

/* Charges wrong passphrases to the address and to `guessed_at`; both budgets refill slowly. Logs
 * it as `event`. */
void account_note_guesses(struct connection *connection, struct limit_key *guessed_at, int guesses,
                          const char *event);

/* Calls `proven` if the "passphrase" in the request is the account's; otherwise replies with the
 * error. */
void account_prove(struct connection *connection, const struct request *request,
                   request_verb *proven);

#endif
