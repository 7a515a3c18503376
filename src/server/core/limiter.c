/*
 * limiter.c - see limiter.h: a hash table of parties, a leaky bucket for each cost.
 */
#include "limiter.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 16384 };

/* The size of the bucket, and how much of it drains per second. 0: no limit. */
static const struct limit {
    double burst, a_second;
} limits[LIMIT_KINDS][LIMIT_COSTS] = {
    [LIMIT_ADDRESS] =
        {
            [COST_HTTP] = {400, 20},
            [COST_TABLE] = {100, 0.2},
            [COST_CODE] = {60, 0.1},
            [COST_PASSPHRASE] = {30, 1.0 / 30},
            [COST_READ] = {200, 4},
            [COST_PREVIEW] = {60, 1},
            [COST_BYTES] = {64e6, 2e6},
            [COST_MAIL] = {20, 1.0 / 300},
        },
    [LIMIT_PERSON] =
        {
            [COST_CODE] = {30, 0.1},
            [COST_READ] = {120, 2},
            [COST_BYTES] = {32e6, 1e6},
            [COST_MAIL] = {5, 1.0 / 1800},
        },
    [LIMIT_TABLE] = {[COST_BYTES] = {8e6, 500e3}},
    [LIMIT_ACCOUNT] = {[COST_PASSPHRASE] = {10, 1.0 / 60}, [COST_MAIL] = {3, 1.0 / 1800}},
    [LIMIT_MAILBOX] = {[COST_MAIL] = {3, 1.0 / 3600}},
};

struct limiter {
    unsigned char
        secret[crypto_shorthash_KEYBYTES]; /* against hash flooding: strangers choose the keys */
    size_t count;
    struct limit_key *bucket[BUCKETS];
};

struct limiter *limiter_make(void)
{
    struct limiter *limiter = calloc(1, sizeof *limiter);
    if (limiter)
        crypto_shorthash_keygen(limiter->secret);
    return limiter;
}

void limiter_free(struct limiter *limiter)
{
    for (size_t i = 0; limiter && i < BUCKETS; i++)
        for (struct limit_key *at = limiter->bucket[i], *next; at; at = next) {
            next = at->next;
            free(at);
        }
    free(limiter);
}

size_t limiter_count(const struct limiter *limiter) { return limiter ? limiter->count : 0; }

static struct limit_key **find_bucket(struct limiter *limiter, enum limit_kind kind,
                                      const unsigned char key[16])
{
    unsigned char hash[crypto_shorthash_BYTES], whole[17];
    uint64_t number;
    whole[0] = (unsigned char)kind;
    memcpy(whole + 1, key, 16);
    crypto_shorthash(hash, whole, sizeof whole, limiter->secret);
    memcpy(&number, hash, sizeof number);
    return &limiter->bucket[number % BUCKETS];
}

struct limit_key *limiter_hold(struct limiter *limiter, enum limit_kind kind, const void *key,
                               size_t length)
{
    unsigned char padded[16] = {0};
    if (!limiter)
        return NULL;
    memcpy(padded, key, length < sizeof padded ? length : sizeof padded);
    struct limit_key **bucket = find_bucket(limiter, kind, padded), *at = *bucket;
    while (at && (at->kind != kind || memcmp(at->key, padded, sizeof padded) != 0))
        at = at->next;
    if (!at) {
        at = calloc(1, sizeof *at);
        if (!at)
            return NULL;
        at->kind = kind;
        memcpy(at->key, padded, sizeof padded);
        at->next = *bucket;
        *bucket = at;
        limiter->count++;
    }
    at->holders++;
    return at;
}

struct limit_key *limiter_hold_again(struct limit_key *limit_key)
{
    if (limit_key)
        limit_key->holders++;
    return limit_key;
}

void limiter_release(struct limit_key *limit_key)
{
    if (limit_key)
        limit_key->holders--;
}

/* ---------------------------------------------------------------- costs */

static double used_of(const struct limit_bucket *bucket, double a_second, uint64_t now_ms)
{
    double passed = now_ms > bucket->at_ms ? (double)(now_ms - bucket->at_ms) / 1000 : 0;
    double used = bucket->used - passed * a_second;
    return used > 0 ? used : 0;
}

bool limiter_fill(struct limit_bucket *bucket, double burst, double a_second, double amount,
                  uint64_t now_ms)
{
    double used = used_of(bucket, a_second, now_ms);
    bool fits = used + amount <= burst;
    *bucket = (struct limit_bucket){.used = used + (fits ? amount : 0), .at_ms = now_ms};
    return fits;
}

static double used_now(const struct limit_key *limit_key, enum limit_cost cost, uint64_t now_ms)
{
    return used_of(&limit_key->bucket[cost], limits[limit_key->kind][cost].a_second, now_ms);
}

bool limiter_allows(const struct limit_key *limit_key, enum limit_cost cost, double amount,
                    uint64_t now_ms)
{
    if (!limit_key || limits[limit_key->kind][cost].burst <= 0)
        return true;
    return used_now(limit_key, cost, now_ms) + amount <= limits[limit_key->kind][cost].burst;
}

void limiter_charge(struct limit_key *limit_key, enum limit_cost cost, double amount,
                    uint64_t now_ms)
{
    if (!limit_key || limits[limit_key->kind][cost].burst <= 0)
        return;
    limit_key->bucket[cost] =
        (struct limit_bucket){used_now(limit_key, cost, now_ms) + amount, now_ms};
}

bool limiter_take(struct limit_key *limit_key, enum limit_cost cost, double amount, uint64_t now_ms)
{
    bool allowed = limiter_allows(limit_key, cost, amount, now_ms);
    if (allowed)
        limiter_charge(limit_key, cost, amount, now_ms);
    return allowed;
}

int limiter_wait_seconds(const struct limit_key *limit_key, enum limit_cost cost, uint64_t now_ms)
{
    if (limiter_allows(limit_key, cost, 1, now_ms))
        return 0;
    const struct limit *limit = &limits[limit_key->kind][cost];
    return 1 + (int)((used_now(limit_key, cost, now_ms) + 1 - limit->burst) / limit->a_second);
}

/* ---------------------------------------------------------------- forgetting */

static bool owes_nothing(const struct limit_key *limit_key, uint64_t now_ms)
{
    for (int cost = 0; cost < LIMIT_COSTS; cost++)
        if (used_now(limit_key, (enum limit_cost)cost, now_ms) > 0)
            return false;
    return true;
}

void limiter_sweep(struct limiter *limiter, uint64_t now_ms)
{
    for (size_t i = 0; limiter && i < BUCKETS; i++)
        for (struct limit_key **at = &limiter->bucket[i]; *at;) {
            struct limit_key *limit_key = *at;
            if (limit_key->holders > 0 || !owes_nothing(limit_key, now_ms)) {
                at = &limit_key->next;
                continue;
            }
            *at = limit_key->next;
            free(limit_key);
            limiter->count--;
        }
}
