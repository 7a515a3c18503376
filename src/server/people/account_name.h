/*
 * account_name.h - whose an account name is, with all names that look like it.
 *
 * Nobody may take a name that others would mistake for somebody else's. What is kept for that is a
 * fact named after a hash of the name's likeness, keyed with the server's secret, so that nobody
 * who only has a list of names can find out which of them are taken, or by whom. When the account
 * is deleted, the number of its person goes; the name stays reserved for ACCOUNT_NAME_DAYS, so that
 * nobody can pass for them while others still look for them, and is free after that.
 */
#ifndef STOS_SERVER_ACCOUNT_NAME_H
#define STOS_SERVER_ACCOUNT_NAME_H

#include "store/store.h"

#include <stdbool.h>

enum { ACCOUNT_NAME_DAYS = 30 };

/* In a transaction. `account` is folded. STORE_TAKEN: it is somebody else's. */
enum store_status account_name_claim(struct store *store, const char *secret, const char *account,
                                     uint64_t person, int64_t now_ms);
enum store_status account_name_release(struct store *store, const char *secret, const char *account,
                                       int64_t now_ms);

/* Forgets the names that are free again. */
enum store_status account_name_expire(struct store *store, int64_t now_ms);

/* At the start: version 0.2 kept hashes without a key. */
enum store_status account_name_renew(struct store *store, const char *secret, int64_t now_ms);

#endif
