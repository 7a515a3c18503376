/*
 * limiter.h - rate limits and quotas for each party: an address, a person, a table, an account, a
 * mailbox.
 *
 * What is used up comes back with time (a leaky bucket for each kind of cost); what is held
 * (sockets, connections, bytes that wait to be read) is counted. A party is kept in memory while
 * somebody holds it or one of its buckets is not empty yet, so an attacker cannot shed a debt by
 * disconnecting, and strangers cost nothing once they are gone. The limits are one table in
 * limiter.c; docs/server.md says what each protects.
 */
#ifndef STOS_SERVER_LIMITER_H
#define STOS_SERVER_LIMITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum limit_kind {
    LIMIT_ADDRESS,
    LIMIT_PERSON,
    LIMIT_TABLE,
    LIMIT_ACCOUNT,
    LIMIT_MAILBOX /* an e-mail address */,
    LIMIT_KINDS
};

enum limit_cost {
    COST_HTTP,       /* a plain HTTP request */
    COST_TABLE,      /* a table created */
    COST_CODE,       /* a table code that does not exist: a guess */
    COST_PASSPHRASE, /* a wrong passphrase: a guess */
    COST_READ,       /* a look into the store */
    COST_PREVIEW,    /* a preview that has to be read or drawn */
    COST_BYTES,      /* a byte sent */
    COST_MAIL,       /* an e-mail explicitly requested by somebody */
    LIMIT_COSTS
};

struct limiter;

/* What was used of a limit, which comes back with time. */
struct limit_bucket {
    double used;
    uint64_t at_ms;
};

/* Takes an amount from a limit of one's own; false: that is more than is left of `burst`. */
bool limiter_fill(struct limit_bucket *bucket, double burst, double a_second, double amount,
                  uint64_t now_ms);

/* Somebody or something with limits of its own: see enum limit_kind. */
struct limit_key {
    struct limit_key *next;
    enum limit_kind kind;
    unsigned char key[16];
    int holders;
    int sockets,
        connections; /* open now: sockets of an address; WebSockets of a person or an address */
    size_t unread;   /* bytes that wait in all its connections */
    struct limit_bucket bucket[LIMIT_COSTS];
};

/* NULL if out of memory. A NULL budget or party has no limits. */
struct limiter *limiter_make(void);
void limiter_free(struct limiter *limiter);

/* The party with that key (only the first 16 bytes count), held until it is released. NULL if out
 * of memory. */
struct limit_key *limiter_hold(struct limiter *limiter, enum limit_kind kind, const void *key,
                               size_t length);
struct limit_key *limiter_hold_again(struct limit_key *limit_key); /* once more */
void limiter_release(struct limit_key *limit_key);

bool limiter_allows(const struct limit_key *limit_key, enum limit_cost cost, double amount,
                    uint64_t now_ms);
void limiter_charge(struct limit_key *limit_key, enum limit_cost cost, double amount,
                    uint64_t now_ms);
bool limiter_take(struct limit_key *limit_key, enum limit_cost cost, double amount,
                  uint64_t now_ms); /* charges if it is allowed */
int limiter_wait_seconds(const struct limit_key *limit_key, enum limit_cost cost,
                         uint64_t now_ms); /* until one more is allowed */

/* Forgets parties that nobody holds and that owe nothing; called every few seconds. */
void limiter_sweep(struct limiter *limiter, uint64_t now_ms);
size_t limiter_count(const struct limiter *limiter);

#endif
