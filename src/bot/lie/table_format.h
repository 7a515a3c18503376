/*
 * table_format.h - the file format of a table of solved rounds, for the code that reads it
 * (table.c, src/solve/lie/import.c) or writes it (src/solve/lie/export.c).
 *
 * Numbers are little-endian.
 */
#ifndef STOS_BOT_LIE_TABLE_FORMAT_H
#define STOS_BOT_LIE_TABLE_FORMAT_H

#include "table.h"

/* Header: magic with the version, length, number of rounds, hash of everything after the header.
 * Then the rounds. */
#define LIE_TABLE_MAGIC "STOSLT1\n"
enum { LIE_TABLE_HEAD = 24 };

/*
 * A round: order, ones, cards of opener and other, scheme, the bids left out (three bytes, a bit
 * for each rank), chance and exploitability in units of 1e-9, then offset and length of its parts:
 * ends of the opener, of the other, bids of the opener, of the other.
 */
enum { LIE_TABLE_ROUND = 48, LIE_TABLE_PARTS = 16 };
enum lie_table_scheme {
    LIE_TABLE_FACES,
    LIE_TABLE_CARDS,
    LIE_TABLE_NEARLY
}; /* what a class is; or a round of table_nearly.h, whose parts differ */

/*
 * Ends: 16 bits for each choice of each deal. Bids: the number of histories, for each its number
 * and where its data begins, then the data: for each class present, how many are skipped before it
 * (255: that many, and another such byte follows), and its moves. A move is a byte, the bit of the
 * bid or all ones for the call; all but the last are followed by a share in 1/65536.
 */
enum {
    LIE_TABLE_CALL = 0x1f,
    LIE_TABLE_LAST = 0x80,
    LIE_TABLE_SKIP = 255,
    LIE_TABLE_MOST_CARDS = 5 /* bits of a history fit a word */
};

static inline uint32_t lie_table_u16(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}
static inline uint32_t lie_table_u32(const uint8_t *at)
{
    return lie_table_u16(at) | lie_table_u16(at + 2) << 16;
}

/*
 * The bids left out, as bits by rank: they are never made, and read as the next higher bid that is
 * made. If there are any, whatever the table does not have is called.
 */
static inline uint32_t lie_table_left_out(const uint8_t *round)
{
    return lie_table_u32(round + 4) >> 8;
}

/* The cards of the opener and of the other player; *side is 0 if the view's seat opens. False
 * unless two are left and it is one of them. */
bool lie_table_sizes(const struct stos_lie_view *view, int *opener, int *other, int *side);

/* The index-th round, and where one of its parts lies; false if that is not inside the table. */
const uint8_t *lie_table_entry(const struct solved_rounds *table, int index);
bool lie_table_part(const struct solved_rounds *table, const uint8_t *round, int part,
                    const uint8_t **at, size_t *length);

/*
 * Iterates over the classes of a history, which lie one after the other. The first returns where
 * the moves of the next class begin; *class is the previous class, -1 for none, and becomes that
 * class. The second writes the probabilities of its moves, the bids first and the call at `below`,
 * leaving those of other moves unchanged, and returns where the next class begins. NULL at the end,
 * or if the bytes are invalid; `probability` may be NULL.
 */
const uint8_t *lie_table_next_class(const uint8_t *at, const uint8_t *end, int *class);
const uint8_t *lie_table_class_moves(const uint8_t *at, const uint8_t *end, int below,
                                     float *probability);

#endif
