/*
 * deals.h - which seed a table is dealt: drawn by lot, of the day, or of a series.
 *
 * The last two are derived from the server's secret and a text (a keyed hash): the same on every
 * node, stored nowhere, and unpredictable without the secret until the seed is published.
 */
#ifndef STOS_SERVER_DEALS_H
#define STOS_SERVER_DEALS_H

#include "server/core/core.h"
#include "table/day.h"

/* What a table gets when it deals because of that request. */
void deal_next(const struct server *server, const struct table *table,
               const struct request *request, struct request_deal *deal);

void deal_draw(struct request_deal *deal); /* a seed nobody can guess */
void deal_commit(const stos_seed *seed,
                 char commitment[TABLE_HEX]); /* the SHA-256 of its bytes, in hexadecimal digits */

/* The deck of a level: known to the server alone until the day is over. */
bool deal_is_of_day(const struct table *table);
void deal_of_day(const struct server *server, int64_t day, const struct day_level *level,
                 struct request_deal *deal);
void deal_of_day_at(const struct server *server, const struct table *table, int64_t now_ms,
                    struct request_deal *deal);

/* A series as text, its word and its rules; "": the table belongs to none. */
void deal_series(const char *word, const stos_rules *rules, char text[STORE_SERIES]);
void deal_series_of(const struct table *table, char text[STORE_SERIES]);

/* The deal with that number of a series given as text. */
void deal_of_series(const struct server *server, const char *series, int index,
                    struct request_deal *deal);

#endif
