/*
 * limiter.h - rate limits and quotas for each party: an address, a person, a table, an account, a
 * mailbox.
 *
 * What is used up comes back with time (a leaky bucket for each kind of cost); what is held
 * (sockets, links, bytes that wait to be read) is counted. A party is kept in memory while somebody
 * holds it or one of its buckets is not empty yet, so an attacker cannot shed a debt by
 * disconnecting, and strangers cost nothing once they are gone. The limits are one table in
 * limiter.c; docs/server.md says what each protects.
 */
#ifndef STOS_SERVER_LIMITER_H
#define STOS_SERVER_LIMITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum budget_kind {
    BUDGET_ADDRESS,
    BUDGET_PERSON,
    BUDGET_TABLE,
    BUDGET_ACCOUNT,
    BUDGET_MAILBOX /* an e-mail address */,
    BUDGET_KINDS
};

enum budget_cost {
    COST_HTTP,       /* a plain HTTP request */
    COST_TABLE,      /* a table created */
    COST_CODE,       /* a table code that does not exist: a guess */
    COST_PASSPHRASE, /* a wrong passphrase: a guess */
    COST_READ,       /* a look into the store */
    COST_BYTES,      /* a byte sent */
    COST_MAIL,       /* an e-mail explicitly requested by somebody */
    BUDGET_COSTS
};

struct budget;

/* Somebody or something with limits of its own: see enum budget_kind. */
struct party {
    struct party *next;
    enum budget_kind kind;
    unsigned char key[16];
    int holders;
    int sockets, links; /* open now: sockets of an address; WebSockets of a person or an address */
    size_t unread;      /* bytes that wait in all its connections */
    struct {
        double used;
        uint64_t at_ms;
    } bucket[BUDGET_COSTS];
};

/* NULL if out of memory. A NULL budget or party has no limits. */
struct budget *budget_make(void);
void budget_free(struct budget *budget);

/* The party with that key (only the first 16 bytes count), held until it is released. NULL if out
 * of memory. */
struct party *budget_hold(struct budget *budget, enum budget_kind kind, const void *key,
                          size_t length);
struct party *budget_hold_again(struct party *party); /* once more */
void budget_release(struct party *party);

bool budget_allows(const struct party *party, enum budget_cost cost, double amount,
                   uint64_t now_ms);
void budget_charge(struct party *party, enum budget_cost cost, double amount, uint64_t now_ms);
bool budget_take(struct party *party, enum budget_cost cost, double amount,
                 uint64_t now_ms); /* charges if it is allowed */
int budget_wait_seconds(const struct party *party, enum budget_cost cost,
                        uint64_t now_ms); /* until one more is allowed */

/* Forgets parties that nobody holds and that owe nothing; called every few seconds. */
void budget_sweep(struct budget *budget, uint64_t now_ms);
size_t budget_parties(const struct budget *budget);

#endif
