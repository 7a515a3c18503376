/*
 * table_nearly.h - reading nearly solved rounds of LIE: those between two that are too large to be
 * solved over all histories of bids.
 *
 * Such rounds follow the solved ones in a table (table.h), written by tools/train/lie_rounds.py.
 * Their players remember the faces that they show, the standing bid and their own last bid, and
 * nothing else (imperfect recall). Everything that is read is checked; nothing is allocated.
 *
 * Their parts are bit streams, lowest bit of a byte first. A mixture is a list of choices, each
 * followed by 4 bits: its share of 16, less 1; it ends when the shares add up to 16. Ends: a
 * mixture for each deal, a choice being as many bits as cards, set where a card shows its higher
 * face. Bids: for each hand of sorted faces 4 bytes with the offset in the part where its groups
 * begin, then the groups. A group is the player's own last bid (6 bits: 0 for none, else 1 more
 * than its number; 63 ends the hand), the number of mixtures (6 bits), and the mixtures of the
 * standing bids from the lowest possible one up, each a set bit where the only move is to
 * challenge, else a clear bit and a mixture; after the last one, always challenge. A choice is 6
 * bits: how many bids are skipped, 63 for the challenge. Bids are numbered by face, then by count,
 * leaving out those of more than eight; the opener's own last bid 0 stands for the opening.
 */
#ifndef STOS_BOT_LIE_TABLE_NEARLY_H
#define STOS_BOT_LIE_TABLE_NEARLY_H

#include "table.h"

/*
 * Like lie_table_moves(), for a nearly solved round: the probability of each move of
 * stos_view_moves(). Returns their number, or 0 if the table does not know the round, would hardly
 * have shown these faces or made the seat's own last bid, or it is not the view's turn.
 */
int lie_table_nearly_moves(const struct solved_rounds *table, const struct stos_lie_view *view,
                           float probability[STOS_MAX_MOVES]);

#endif
