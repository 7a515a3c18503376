/* account_name.c - see account_name.h. */
#include "account_name.h"
#include "store/array.h"

#include "base/name.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX "likeness:"
#define OLD_PREFIX "alike:"

enum { HASH = 16, DIGITS = 2 * HASH + 1, FACT = sizeof PREFIX + DIGITS, OWNER = 32 };

/* ---------------------------------------------------------------- what is kept */

/* The hash without a key, as version 0.2 kept it. */
static bool hash_likeness(const char *account, char hash[DIGITS])
{
    unsigned char bytes[HASH];
    char likeness[320];
    if (!name_key(account, NAME_ALIKE, likeness, sizeof likeness))
        return false;
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)likeness, strlen(likeness), NULL,
                       0);
    sodium_bin2hex(hash, DIGITS, bytes, sizeof bytes);
    return true;
}

static void name_fact(const char *secret, const char *hash, char fact[FACT])
{
    unsigned char bytes[HASH];
    char digits[DIGITS];
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)hash, strlen(hash),
                       (const unsigned char *)secret, strlen(secret));
    sodium_bin2hex(digits, sizeof digits, bytes, sizeof bytes);
    snprintf(fact, FACT, PREFIX "%s", digits);
}

/* "free TIME" or "person NUMBER"; times have so many digits that they are in order as text. */
static void write_free(char owner[OWNER], int64_t at_ms)
{
    snprintf(owner, OWNER, "free %020lld", (long long)at_ms);
}

static void write_person(char owner[OWNER], uint64_t person)
{
    snprintf(owner, OWNER, "person %016llx", (unsigned long long)person);
}

static int64_t kept_until_ms(int64_t now_ms)
{
    return now_ms + INT64_C(24) * 3600 * 1000 * ACCOUNT_NAME_DAYS;
}

/* ---------------------------------------------------------------- claiming and releasing */

enum store_status account_name_claim(struct store *store, const char *secret, const char *account,
                                     uint64_t person, int64_t now_ms)
{
    char hash[DIGITS], fact[FACT], mine[OWNER], owner[OWNER], now[OWNER];
    if (!hash_likeness(account, hash))
        return STORE_TAKEN;
    name_fact(secret, hash, fact);
    write_person(mine, person);
    write_free(now, now_ms);
    enum store_status status = store_put_if_missing(store, fact, mine);
    if (status == STORE_OK)
        status = store_get(store, fact, owner, sizeof owner);
    if (status != STORE_OK || strcmp(owner, mine) == 0)
        return status;
    if (strcmp(owner, now) >= 0)
        return STORE_TAKEN;
    status = store_put_if(store, fact, owner, mine);
    return status == STORE_NONE ? STORE_TAKEN : status;
}

enum store_status account_name_release(struct store *store, const char *secret, const char *account,
                                       int64_t now_ms)
{
    char hash[DIGITS], fact[FACT], owner[OWNER];
    if (!hash_likeness(account, hash))
        return STORE_OK;
    name_fact(secret, hash, fact);
    write_free(owner, kept_until_ms(now_ms));
    return store_put(store, fact, owner);
}

enum store_status account_name_expire(struct store *store, int64_t now_ms)
{
    char now[OWNER];
    write_free(now, now_ms);
    return store_drop_facts(store, PREFIX, now);
}

/* ---------------------------------------------------------------- what version 0.2 kept */

struct old_names {
    struct old_name {
        char hash[DIGITS];
        uint64_t person;
    } * name;
    size_t count, room;
};

static bool note_old(void *context, const char *name, const char *value)
{
    struct old_names *old = context;
    if (!array_fits(old->name, old->room, old->count + 1))
        return false; /* the rest at the next start */
    struct old_name *added = &old->name[old->count++];
    snprintf(added->hash, sizeof added->hash, "%s", name + sizeof OLD_PREFIX - 1);
    added->person = strtoull(value, NULL, 16);
    return true;
}

static enum store_status renew(struct store *store, const char *secret, const struct old_name *old,
                               int64_t now_ms)
{
    char fact[FACT], old_fact[FACT], owner[OWNER];
    struct store_person person = {0};
    enum store_status status = store_find_person(store, old->person, &person);
    if (status != STORE_OK && status != STORE_NONE)
        return status;
    if (*person.account)
        write_person(owner, old->person);
    else
        write_free(owner, kept_until_ms(now_ms));
    name_fact(secret, old->hash, fact);
    snprintf(old_fact, sizeof old_fact, OLD_PREFIX "%s", old->hash);
    status = store_put_if_missing(store, fact, owner);
    if (status == STORE_OK)
        status = store_drop(store, old_fact);
    return store_none_is_ok(status); /* another node was faster */
}

enum store_status account_name_renew(struct store *store, const char *secret, int64_t now_ms)
{
    struct old_names old = {0};
    enum store_status status = store_read_facts(store, OLD_PREFIX, note_old, &old);
    if (status == STORE_OK && old.count > 0 && (status = store_begin(store)) == STORE_OK) {
        for (size_t i = 0; i < old.count && status == STORE_OK; i++)
            status = renew(store, secret, &old.name[i], now_ms);
        status = store_end(store, status);
    }
    free(old.name);
    return status;
}
