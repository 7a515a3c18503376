/*
 * hasher.c - Argon2id in memory that is reused. See hasher.h.
 *
 * libsodium maps 64 MiB for each passphrase and unmaps them afterwards. That is a third of the time
 * it takes; worse, meanwhile the thread holds the lock of the process's address space, and at its
 * low priority it may be preempted while holding it: then every thread that needs memory from the
 * system waits for a tenth of a second, the loop too (priority inversion). libsodium cannot use a
 * caller's memory; libargon2 can, but Debian's is built for a generic processor and takes twice as
 * long. So this file defines mmap and munmap, which take precedence over the C library's when
 * libsodium calls them (symbol interposition); while a hasher is at work, its thread gets the
 * memory of the previous run. Argon2 writes each block before it reads it, so the memory need not
 * be zeroed.
 */
#define _GNU_SOURCE /* syscall() */
#include "hasher.h"
#include "pool.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

struct hasher {
    void *memory;
    size_t size;
    bool lent;
};

static _Thread_local struct hasher *at_work; /* NULL: memory is mapped and unmapped as usual */

/* ---------------------------------------------------------------- memory */

/* Not with 32 bits, where the call has another name; nor with ThreadSanitizer, which calls mmap
 * before it can watch anything. */
#if defined SYS_mmap && !defined __SANITIZE_THREAD__

static void *map(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    return (void *)syscall(SYS_mmap, address, size, (long)protection, (long)flags, (long)file,
                           offset); // NOLINT(performance-no-int-to-ptr)
}

/* Memory of Argon2: nothing else on this thread maps that much. */
static bool is_ours(size_t size, int file)
{
    return at_work && file == -1 && size >= crypto_pwhash_MEMLIMIT_INTERACTIVE;
}

static void *lend(struct hasher *hasher)
{
    hasher->lent = true;
    return hasher->memory;
}

__attribute__((visibility("default"))) void *mmap(void *address, size_t size, int protection,
                                                  int flags, int file, off_t offset)
{
    if (!is_ours(size, file) || at_work->lent)
        return map(address, size, protection, flags, file, offset);
    if (at_work->memory && at_work->size == size)
        return lend(at_work);
    void *memory = map(address, size, protection, flags, file, offset);
    if (memory == MAP_FAILED || at_work->memory)
        return memory;
    at_work->memory = memory;
    at_work->size = size;
    return lend(at_work);
}

__attribute__((visibility("default"))) int munmap(void *address, size_t size)
{
    if (!at_work || !at_work->lent || address != at_work->memory)
        return (int)syscall(SYS_munmap, address, size);
    at_work->lent = false;
    return 0;
}

#endif

struct hasher *hasher_make(void) { return calloc(1, sizeof(struct hasher)); }

void hasher_free(struct hasher *hasher)
{
    if (hasher && hasher->memory)
        munmap(hasher->memory, hasher->size);
    free(hasher);
}

/* ---------------------------------------------------------------- passphrases */

static void begin(struct hasher *hasher)
{
    at_work = hasher;
    if (hasher)
        pool_step_back(POOL_STEP_LITTLE); /* moves must not wait for somebody's login */
}

bool hasher_hash(struct hasher *hasher, const char *passphrase, char hash[STORE_PASS])
{
    begin(hasher);
    int failed =
        crypto_pwhash_str(hash, passphrase, strlen(passphrase), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                          crypto_pwhash_MEMLIMIT_INTERACTIVE);
    at_work = NULL;
    return !failed;
}

bool hasher_fits(struct hasher *hasher, const char *hash, const char *passphrase)
{
    begin(hasher);
    int failed = crypto_pwhash_str_verify(hash, passphrase, strlen(passphrase));
    at_work = NULL;
    return !failed;
}
