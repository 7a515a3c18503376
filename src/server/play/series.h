/*
 * series.h - duplicate play: a series of deals that several tables play independently and then
 * compare.
 *
 * A series is identified by a word. Its decks are derived from the server's secret, the word, the
 * rules and the number of the deal (a keyed hash), so nothing has to be stored: whoever knows the
 * word and the rules plays the same deals, on every node, and nobody can predict one. A table of a
 * series is dealt them in order. Finished games are found by the commitment of their deal.
 */
#ifndef STOS_SERVER_SERIES_H
#define STOS_SERVER_SERIES_H

#include "server/core/core.h"

/*
 * Reads `series` (a word, or true for a new one) and `deals` from a request that creates a table.
 * False if it replied with an error. `fresh` is the word for a new series.
 */
bool series_read(struct connection *connection, const struct request *request, const char *fresh,
                 struct table_settings *settings);

#endif
