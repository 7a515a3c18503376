/*
 * table.h - reading solved rounds of LIE: how an equilibrium shows, bids and calls between two
 * players.
 *
 * A table is a file in memory (table_format.h has its format); `stos solve ... --out` writes it. It
 * is checked once, when it is opened, and then queried with a view; nothing is allocated, copied or
 * read from a disk. Between two players a round has one winner, so the best play for the round is
 * the best play for the match, and the rounds of a table serve every match; the chances to win a
 * match follow from it too.
 */
#ifndef STOS_BOT_LIE_TABLE_H
#define STOS_BOT_LIE_TABLE_H

#include "bot/rounds.h"

/*
 * How the equilibrium plays here: the probability of each move of stos_view_moves(), in that order,
 * summing to 1. Returns their number, or 0 if the table does not know the position: more than two
 * seats are in, there are too many cards, the bids would hardly occur when it plays itself, or it
 * is not the view's turn.
 */
int lie_table_moves(const struct solved_rounds *table, const struct stos_lie_view *view,
                    float probability[STOS_MAX_MOVES]);

/* A move sampled from it; STOS_NO_MOVE if the table does not know the position. */
stos_move lie_table_draw(const struct solved_rounds *table, const stos_view *view,
                         stos_random *random);

/* A solved round. `order` and `ones` are the options' values of stos.h, STOS_LIE_ORDER_FACE and so
 * on. */
struct lie_table_round {
    int order, ones;
    int opener, other;     /* cards of the seat that opens, and of the other one */
    double chance;         /* of the opener to win the round, in equilibrium */
    double exploitability; /* of the strategy in the table, +-1 a round */
};

/* The index-th round of the table, 0 <= index < rounds; and the index of the round with these
 * cards, -1 if it is not there. */
struct lie_table_round lie_table_round_at(const struct solved_rounds *table, int index);
int lie_table_find(const struct solved_rounds *table, int order, int ones, int opener, int other);

/* The same for a view's round between two; *side is 0 if its seat opens, else 1. */
int lie_table_find_seen(const struct solved_rounds *table, const struct stos_lie_view *view,
                        int *side);

/*
 * The chance to win a match between two for the seat that opens the next round, `counts` being
 * STOS_LIE_COUNTS_UP or _DOWN. *exact tells whether it rests on solved rounds alone; rounds that
 * are not in the table count as `lie_table_guess`.
 */
double lie_table_match(const struct solved_rounds *table, int order, int ones, int counts,
                       int opener, int other, bool *exact);

/* A guess at the opener's chance in an unsolved round: more cards are an advantage. */
double lie_table_guess(int opener, int other);

#endif
