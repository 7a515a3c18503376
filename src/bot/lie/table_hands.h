/*
 * table_hands.h - numbers the hands of LIE, the same way for the solver that writes a table and the
 * bot that reads it.
 *
 * A deal is a sorted hand of card kinds, no kind more than twice (LI1); deals are counted in
 * lexicographic order. The ends of a deal are a mask, bit i set if card i shows its higher face, as
 * in the order of moves. Masks that show the same faces on the same kinds are the same choice; the
 * lowest of them stands for all. Faces alone, sorted, are counted in lexicographic order too.
 */
#ifndef STOS_BOT_LIE_TABLE_HANDS_H
#define STOS_BOT_LIE_TABLE_HANDS_H

#include "stos.h"

/* The first deal with that many cards, and the one after a deal; false after the last. */
void lie_first_deal(int cards, uint8_t *kind);
bool lie_next_deal(int cards, uint8_t *kind);
int lie_deal_index(int cards, const uint8_t *kind);

/* The lowest mask that shows the same; the choices of a deal are the masks for which this changes
 * nothing. */
int lie_plain_ends(int cards, const uint8_t *kind, int ends);

/* The index of a deal with chosen ends, counted over all deals and their choices. */
int lie_shown_index(int cards, const uint8_t *kind, int ends);

/* Sorted faces: the first, the next, and the index of any faces in any order. */
void lie_first_faces(int cards, uint8_t *face);
bool lie_next_faces(int cards, uint8_t *face);
int lie_faces_index(int cards, const uint8_t *face);

#endif
