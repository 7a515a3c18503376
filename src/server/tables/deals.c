/* deals.c - see deals.h. */
#include "deals.h"

#include <string.h>

void deal_commit(const stos_seed *seed, char commitment[TABLE_HEX])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, seed->bytes, sizeof seed->bytes);
    sodium_bin2hex(commitment, TABLE_HEX, hash, sizeof hash);
}

static void deal_of_text(const struct server *server, const char *text, size_t length,
                         struct request_deal *deal)
{
    deal->seed = (stos_seed){.generator = STOS_CHACHA20};
    crypto_generichash(deal->seed.bytes, sizeof deal->seed.bytes, (const unsigned char *)text,
                       length, (const unsigned char *)server->secret, 64);
    deal_commit(&deal->seed, deal->commitment);
}

void deal_draw(struct request_deal *deal)
{
    deal->seed = (stos_seed){.generator = STOS_CHACHA20};
    randombytes_buf(deal->seed.bytes, sizeof deal->seed.bytes);
    deal_commit(&deal->seed, deal->commitment);
}

/* ---------------------------------------------------------------- of the day */

bool deal_is_of_day(const struct table *table)
{
    return strcmp(table->settings.series, DAY_SERIES) == 0;
}

void deal_of_day(const struct server *server, int64_t day, const struct day_level *level,
                 struct request_deal *deal)
{
    char text[DAY_TEXT];
    size_t length = day_text(day, level, text);
    deal_of_text(server, text, length, deal);
}

void deal_of_day_at(const struct server *server, const struct table *table, int64_t now_ms,
                    struct request_deal *deal)
{
    deal_of_day(server, day_of(now_ms), day_level_of_people(&table->settings.rules), deal);
}

/* ---------------------------------------------------------------- of a series */

void deal_series(const char *word, const stos_rules *rules, char text[STORE_SERIES])
{
    char rules_text[STOS_RULES_TEXT];
    stos_rules_text(rules, rules_text);
    lws_snprintf(text, STORE_SERIES, "%s %s", word, rules_text);
}

void deal_series_of(const struct table *table, char text[STORE_SERIES])
{
    text[0] = '\0';
    if (table->settings.series[0] && !deal_is_of_day(table))
        deal_series(table->settings.series, &table->settings.rules, text);
}

void deal_of_series(const struct server *server, const char *series, int index,
                    struct request_deal *deal)
{
    char text[STORE_SERIES + 32];
    int word = (int)strcspn(series, " ");
    int length = lws_snprintf(text, sizeof text, "stos series %.*s %d%s", word, series, index,
                              series + word);
    deal_of_text(server, text, (size_t)length, deal);
}

/* ---------------------------------------------------------------- of a table */

void deal_next(const struct server *server, const struct table *table,
               const struct request *request, struct request_deal *deal)
{
    char series[STORE_SERIES];
    deal_series_of(table, series);
    if (request->deal)
        *deal = *request->deal;
    else if (deal_is_of_day(table))
        deal_of_day_at(server, table, request->now_ms, deal);
    else if (*series)
        deal_of_series(server, series, table->fresh_deals, deal);
    else
        deal_draw(deal);
}
