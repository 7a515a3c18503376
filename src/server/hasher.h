/*
 * hasher.h - passphrases are kept as hashes by Argon2id, which takes 64 MiB and a twentieth of a second on purpose.
 *
 * A hasher is what a thread keeps for it: those 64 MiB, from its first passphrase on, so that only the first asks the system for them.
 * A thread that has one lets the others of the process go first. Without one (NULL) all is as well, but for that.
 */
#ifndef STOS_SERVER_HASHER_H
#define STOS_SERVER_HASHER_H

#include "store/store.h"

#include <stdbool.h>

struct hasher;

struct hasher *hasher_make(void); /* NULL when memory lacks */
void hasher_free(struct hasher *hasher);

/* False when the system has no memory for it. */
bool hasher_hash(struct hasher *hasher, const char *passphrase, char hash[STORE_PASS]);

/* Whether the hash was made from this passphrase. */
bool hasher_fits(struct hasher *hasher, const char *hash, const char *passphrase);

#endif
