/*
 * series.h - duplicate play: a series of deals that several tables play apart and then compare.
 *
 * A series is a word. Its decks follow from the server's secret, the word, the rules and the number of the deal (a keyed hash), so
 * nothing has to be kept: whoever knows the word and the rules plays the same deals, on every node, and nobody can work one out
 * beforehand. A table of a series is dealt them in order. Finished games are found by the commitment of their deal.
 */
#ifndef STOS_SERVER_SERIES_H
#define STOS_SERVER_SERIES_H

#include "host.h"

/* The next deal of the table's series. */
void series_next(const struct server *server, const struct table *table, struct request_deal *deal);

/*
 * Reads `series` (a word, or true for a new one) and `deals` of a request that makes a table. False when the reply has been given.
 * `fresh` is the word of a new series.
 */
bool series_read(struct connection *connection, const struct request *request, const char *fresh, struct table_settings *settings);

#endif
