/*
 * hasher.h - passphrases are stored as Argon2id hashes, which deliberately cost 64 MiB and a
 * twentieth of a second each.
 *
 * A hasher holds those 64 MiB for one thread, allocated for its first passphrase and reused from
 * then on. A thread with a hasher runs at low priority. Without one (NULL) hashing works too, only
 * without these two advantages.
 */
#ifndef STOS_SERVER_HASHER_H
#define STOS_SERVER_HASHER_H

#include "store/store.h"

#include <stdbool.h>

struct hasher;

struct hasher *hasher_make(void); /* NULL if out of memory */
void hasher_free(struct hasher *hasher);

/* False if out of memory. */
bool hasher_hash(struct hasher *hasher, const char *passphrase, char hash[STORE_PASS]);

/* Whether the hash was made from this passphrase. */
bool hasher_fits(struct hasher *hasher, const char *hash, const char *passphrase);

#endif
