/*
 * table.h - reading solved rounds of LIE: how an equilibrium shows, bids and calls between two players.
 *
 * A table is a file in memory (docs/lie.md has its format); `stos solve ... --out` writes it. It is checked once, when
 * it is opened, and then asked with a view; nothing is allocated, copied or read from a disk. Between two players a
 * round has one winner, so who plays best for the round plays best for the match, and the rounds of a table serve
 * every match; the chances of matches are in it too.
 */
#ifndef STOS_BOT_LIE_TABLE_H
#define STOS_BOT_LIE_TABLE_H

#include "stos.h"

enum lie_table_error {
    LIE_TABLE_OK,
    LIE_TABLE_MISSING, /* no bytes at all */
    LIE_TABLE_FOREIGN, /* some other file */
    LIE_TABLE_VERSION, /* of a version that this code does not know */
    LIE_TABLE_CUT,     /* shorter or longer than it says */
    LIE_TABLE_DAMAGED  /* its hash is wrong, or its parts do not fit together */
};

/* An opened table; the bytes stay the caller's and must stay where they are. */
struct lie_table {
    const uint8_t *bytes;
    size_t length;
    int rounds, nearly; /* solved ones, and behind them those that are nearly solved (table_nearly.h) */
};

/* Checks magic, length and hash. On error the table is empty: it knows nothing, and may be asked all the same. */
enum lie_table_error lie_table_open(struct lie_table *table, const void *bytes, size_t length);

/* A sentence in English for each error, for faces to translate. */
const char *lie_table_error_text(enum lie_table_error error);

/*
 * How the equilibrium plays here: the probability of each move of stos_view_moves(), in that order, summing to 1.
 * Returns their number, or 0 when the table does not know the position: more than two seats are in, the cards are too
 * many, the bids are ones that it would hardly see when it plays itself, or it is not the view's turn.
 */
int lie_table_moves(const struct lie_table *table, const struct stos_lie_view *view, float probability[STOS_MAX_MOVES]);

/* A move drawn from it; STOS_NO_MOVE where the table does not know the position. */
stos_move lie_table_draw(const struct lie_table *table, const stos_view *view, stos_random *random);

/* A solved round. `order` and `ones` are the options' values of stos.h, STOS_LIE_ORDER_FACE and so on. */
struct lie_table_round {
    int order, ones;
    int opener, other;     /* cards of the seat that opens, and of the other one */
    double chance;         /* of the opener to win the round, by equilibrium play */
    double exploitability; /* of the strategy in the table, +-1 a round */
};

/* The index-th round of the table, 0 <= index < rounds; and the index of the round with these cards, -1 when it is not there. */
struct lie_table_round lie_table_round_at(const struct lie_table *table, int index);
int lie_table_find(const struct lie_table *table, int order, int ones, int opener, int other);

/* The same for the round between two that a view is of; *side is 0 where its seat opens, else 1. */
int lie_table_find_seen(const struct lie_table *table, const struct stos_lie_view *view, int *side);

/*
 * The chance to win a match between two for the seat that opens the next round, `counts` being STOS_LIE_COUNTS_UP or _DOWN.
 * *exact tells whether it rests on solved rounds alone; rounds that are not in the table count as `lie_table_guess`.
 */
double lie_table_match(const struct lie_table *table, int order, int ones, int counts, int opener, int other, bool *exact);

/* The chance of the opener where nothing was solved: more cards to bid on are an advantage. */
double lie_table_guess(int opener, int other);

#endif
