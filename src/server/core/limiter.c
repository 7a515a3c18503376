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
} limits[BUDGET_KINDS][BUDGET_COSTS] = {
    [BUDGET_ADDRESS] =
        {
            [COST_HTTP] = {400, 20},
            [COST_TABLE] = {100, 0.2},
            [COST_CODE] = {60, 0.1},
            [COST_PASSPHRASE] = {30, 1.0 / 30},
            [COST_READ] = {200, 4},
            [COST_BYTES] = {64e6, 2e6},
            [COST_MAIL] = {20, 1.0 / 300},
        },
    [BUDGET_PERSON] =
        {
            [COST_CODE] = {30, 0.1},
            [COST_READ] = {120, 2},
            [COST_BYTES] = {32e6, 1e6},
            [COST_MAIL] = {5, 1.0 / 1800},
        },
    [BUDGET_TABLE] = {[COST_BYTES] = {8e6, 500e3}},
    [BUDGET_ACCOUNT] = {[COST_PASSPHRASE] = {10, 1.0 / 60}, [COST_MAIL] = {3, 1.0 / 1800}},
    [BUDGET_MAILBOX] = {[COST_MAIL] = {3, 1.0 / 3600}},
};

struct budget {
    unsigned char
        secret[crypto_shorthash_KEYBYTES]; /* against hash flooding: strangers choose the keys */
    size_t parties;
    struct party *bucket[BUCKETS];
};

struct budget *budget_make(void)
{
    struct budget *budget = calloc(1, sizeof *budget);
    if (budget)
        crypto_shorthash_keygen(budget->secret);
    return budget;
}

void budget_free(struct budget *budget)
{
    for (size_t i = 0; budget && i < BUCKETS; i++)
        for (struct party *at = budget->bucket[i], *next; at; at = next) {
            next = at->next;
            free(at);
        }
    free(budget);
}

size_t budget_parties(const struct budget *budget) { return budget ? budget->parties : 0; }

static struct party **find_bucket(struct budget *budget, enum budget_kind kind,
                                  const unsigned char key[16])
{
    unsigned char hash[crypto_shorthash_BYTES], whole[17];
    uint64_t number;
    whole[0] = (unsigned char)kind;
    memcpy(whole + 1, key, 16);
    crypto_shorthash(hash, whole, sizeof whole, budget->secret);
    memcpy(&number, hash, sizeof number);
    return &budget->bucket[number % BUCKETS];
}

struct party *budget_hold(struct budget *budget, enum budget_kind kind, const void *key,
                          size_t length)
{
    unsigned char padded[16] = {0};
    if (!budget)
        return NULL;
    memcpy(padded, key, length < sizeof padded ? length : sizeof padded);
    struct party **bucket = find_bucket(budget, kind, padded), *at = *bucket;
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
        budget->parties++;
    }
    at->holders++;
    return at;
}

struct party *budget_hold_again(struct party *party)
{
    if (party)
        party->holders++;
    return party;
}

void budget_release(struct party *party)
{
    if (party)
        party->holders--;
}

/* ---------------------------------------------------------------- costs */

static double used_now(const struct party *party, enum budget_cost cost, uint64_t now_ms)
{
    uint64_t at_ms = party->bucket[cost].at_ms;
    double passed = now_ms > at_ms ? (double)(now_ms - at_ms) / 1000 : 0;
    double used = party->bucket[cost].used - passed * limits[party->kind][cost].a_second;
    return used > 0 ? used : 0;
}

bool budget_allows(const struct party *party, enum budget_cost cost, double amount, uint64_t now_ms)
{
    if (!party || limits[party->kind][cost].burst <= 0)
        return true;
    return used_now(party, cost, now_ms) + amount <= limits[party->kind][cost].burst;
}

void budget_charge(struct party *party, enum budget_cost cost, double amount, uint64_t now_ms)
{
    if (!party || limits[party->kind][cost].burst <= 0)
        return;
    party->bucket[cost].used = used_now(party, cost, now_ms) + amount;
    party->bucket[cost].at_ms = now_ms;
}

bool budget_take(struct party *party, enum budget_cost cost, double amount, uint64_t now_ms)
{
    bool allowed = budget_allows(party, cost, amount, now_ms);
    if (allowed)
        budget_charge(party, cost, amount, now_ms);
    return allowed;
}

int budget_wait_seconds(const struct party *party, enum budget_cost cost, uint64_t now_ms)
{
    if (budget_allows(party, cost, 1, now_ms))
        return 0;
    const struct limit *limit = &limits[party->kind][cost];
    return 1 + (int)((used_now(party, cost, now_ms) + 1 - limit->burst) / limit->a_second);
}

/* ---------------------------------------------------------------- forgetting */

static bool owes_nothing(const struct party *party, uint64_t now_ms)
{
    for (int cost = 0; cost < BUDGET_COSTS; cost++)
        if (used_now(party, (enum budget_cost)cost, now_ms) > 0)
            return false;
    return true;
}

void budget_sweep(struct budget *budget, uint64_t now_ms)
{
    for (size_t i = 0; budget && i < BUCKETS; i++)
        for (struct party **at = &budget->bucket[i]; *at;) {
            struct party *party = *at;
            if (party->holders > 0 || !owes_nothing(party, now_ms)) {
                at = &party->next;
                continue;
            }
            *at = party->next;
            free(party);
            budget->parties--;
        }
}
