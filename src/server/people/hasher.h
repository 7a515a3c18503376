/*
 * hasher.h - passphrases are stored as Argon2id hashes, which deliberately cost 64 MiB and a
 * twentieth of a second each. The server makes one at a time, on a thread of its own (hashers in
 * core.h).
 */
#ifndef STOS_SERVER_HASHER_H
#define STOS_SERVER_HASHER_H

#include "store/store.h"

#include <stdbool.h>

/* False if out of memory. */
bool hasher_hash(const char *passphrase, char hash[STORE_PASS]);

/* Whether the hash was made from this passphrase. */
bool hasher_fits(const char *hash, const char *passphrase);

#endif
