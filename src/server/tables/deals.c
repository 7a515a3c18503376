/* deals.c - see deals.h. */
#include "deals.h"

#include "server/core/core.h"

void deal_commit(const stos_seed *seed, char commitment[TABLE_HEX])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, seed->bytes, sizeof seed->bytes);
    sodium_bin2hex(commitment, TABLE_HEX, hash, sizeof hash);
}

void deal_of_text(const struct server *server, const char *text, size_t length,
                  struct request_deal *deal)
{
    deal->seed = (stos_seed){.generator = STOS_CHACHA20};
    crypto_generichash(deal->seed.bytes, sizeof deal->seed.bytes, (const unsigned char *)text,
                       length, (const unsigned char *)server->secret, 64);
    deal_commit(&deal->seed, deal->commitment);
}
