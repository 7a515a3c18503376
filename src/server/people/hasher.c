/*
 * hasher.c - see hasher.h. libsodium maps 64 MiB for each passphrase and unmaps them afterwards,
 * and meanwhile holds the lock of the process's address space; so the thread keeps its ordinary
 * priority. With a low one it may be preempted while it holds the lock, and then every thread that
 * needs memory from the system waits, the loop too (priority inversion).
 */
#include "hasher.h"

#include <sodium.h>
#include <string.h>

bool hasher_hash(const char *passphrase, char hash[STORE_PASS])
{
    return crypto_pwhash_str(hash, passphrase, strlen(passphrase),
                             crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

bool hasher_fits(const char *hash, const char *passphrase)
{
    return crypto_pwhash_str_verify(hash, passphrase, strlen(passphrase)) == 0;
}
