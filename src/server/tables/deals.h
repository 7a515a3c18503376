/*
 * deals.h - deals derived from the server's secret and a text (a keyed hash): the same on every
 * node, stored nowhere, and unpredictable without the secret until the seed is published. Used for
 * the deals of the day and of a series.
 */
#ifndef STOS_SERVER_DEALS_H
#define STOS_SERVER_DEALS_H

#include "server/core/core.h"

void deal_of_text(const struct server *server, const char *text, size_t length,
                  struct request_deal *deal);
void deal_commit(const stos_seed *seed,
                 char commitment[TABLE_HEX]); /* the SHA-256 of its bytes, in hexadecimal digits */

#endif
