/*
 * table_nearly.h - reading nearly solved rounds of LIE: those between two that are too large to be
 * solved over all histories of bids.
 *
 * Such rounds follow the solved ones in a table (table.h), written by tools/train/lie_rounds.py;
 * docs/lie.md has their format. Their players remember the faces that they show, the standing bid
 * and their own last bid, and nothing else (imperfect recall). Everything that is read is checked;
 * nothing is allocated.
 */
#ifndef STOS_BOT_LIE_TABLE_NEARLY_H
#define STOS_BOT_LIE_TABLE_NEARLY_H

#include "table.h"

/*
 * Like lie_table_moves(), for a nearly solved round: the probability of each move of
 * stos_view_moves(). Returns their number, or 0 if the table does not know the round, would hardly
 * have shown these faces or made the seat's own last bid, or it is not the view's turn.
 */
int lie_table_nearly_moves(const struct lie_table *table, const struct stos_lie_view *view,
                           float probability[STOS_MAX_MOVES]);

#endif
