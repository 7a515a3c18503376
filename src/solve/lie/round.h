/*
 * round.h - one round of LIE between two players as numbers: hands, choices of ends, who wins a
 * challenge.
 *
 * Side 0 opens the round. What a side knows while it bids is its class: its cards and the ends it
 * shows, or, to keep a round small, the shown faces alone. With dice a class is what was thrown,
 * and there are no ends to choose. The joint probability of two classes includes exact card removal
 * (LI1: every pair of faces twice).
 */
#ifndef STOS_SOLVE_LIE_ROUND_H
#define STOS_SOLVE_LIE_ROUND_H

#include "stos.h"

enum { LIE_ROUND_LANES = 8, LIE_ROUND_RANKS = 24, LIE_ROUND_CARDS = 4 };

struct lie_round_rules {
    uint8_t cards[2];  /* of the opener and the other one */
    bool by_count;     /* LI7 instead of LI6 */
    uint8_t wild_face; /* counts as every face (LI12); 0: none */
    bool stays_wild; /* even if the first bid is on it; LI12 says no, other variants of liar's dice
                        say yes */
    bool dice;       /* independent dice instead of cards */
    bool faces_only; /* a side forgets the other ends of its cards once it has chosen */
    uint32_t left_out; /* bids, bit by rank (LI6, LI7), that a strategy never makes: see
                          lie_round_taken_for() */
};

/* A hand as it is dealt. */
struct lie_round_deal {
    uint8_t kind[LIE_ROUND_CARDS];
    uint16_t first_choice; /* among the choices of the side; they end where the next deal's begin */
};

struct lie_round_side {
    int cards, deals, choices, classes;
    int width; /* classes rounded up to whole lanes; the padding has probability 0 */
    struct lie_round_deal *deal;          /* with one sentinel at the end; NULL with dice */
    uint8_t *ends;                        /* of each choice: the mask of bot/lie/table_hands.h */
    uint16_t *class_of;                   /* of each choice */
    uint8_t (*shows)[STOS_LIE_FACES + 1]; /* of each class: how many of each face */
};

struct lie_round {
    struct lie_round_rules rules;
    int bids;                         /* all possible bids */
    int ranks;                        /* bids that a strategy makes; its ranks count only these */
    uint8_t rank_of[LIE_ROUND_RANKS]; /* the rank among all bids of each bid that is made, followed
                                         by those left out */
    struct lie_round_side side[2];
};

enum lie_round_error { LIE_ROUND_OK, LIE_ROUND_TOO_LARGE, LIE_ROUND_NO_MEMORY };

enum lie_round_error lie_round_open(struct lie_round *round, const struct lie_round_rules *rules);
void lie_round_close(struct lie_round *round);

/* Among all bids: the rank of a bid, and the highest one, which is never left out. */
int lie_round_rank(const struct lie_round_rules *rules, int count, int face);
static inline int lie_round_highest(const struct lie_round_rules *rules)
{
    return STOS_LIE_FACES * (rules->cards[0] + rules->cards[1]) - 1;
}

/*
 * A strategy reads a bid that it leaves out as the next higher one that it makes; returns the rank
 * of that. But it always challenges a first bid that makes the wild face plain (LI12).
 */
static inline int lie_round_taken_for(const struct lie_round_rules *rules, int rank_of_all)
{
    return rank_of_all - __builtin_popcount(rules->left_out & ((UINT32_C(1) << rank_of_all) - 1));
}

/* The bid of a rank; from `ranks` on, the bids left out. */
void lie_round_bid(const struct lie_round *round, int rank, int *count, int *face);

/* Whether the bid holds, given how many of each face the sides show; `wild`: the wild face is wild
 * in this round (LI12). */
bool lie_round_holds(const struct lie_round *round, int rank, bool wild, const uint8_t *shows,
                     const uint8_t *other_shows);

/*
 * Who wins the call of each bid, against hands of the other side that show `shows`, in rows of
 * `width` >= `hands`: [wild][rank][class][hand], 1 if the bidder wins and -1 if not.
 */
void lie_round_winners(const struct lie_round *round, int side,
                       uint8_t (*shows)[STOS_LIE_FACES + 1], int hands, int width, int8_t *out);

/* The binomial coefficient, 0 if `count` is out of range. */
static inline double lie_choose(int from, int count)
{
    double product = 1;
    for (int i = 0; i < count; i++)
        product *= (double)(from - i) / (i + 1);
    return count < 0 || count > from ? 0 : product;
}

/* The probability that side 0 is dealt the one and side 1 the other; with dice, that they throw
 * these classes. */
double lie_round_joint(const struct lie_round *round, int deal_0, int deal_1);

/* The same, as one side sees it. */
static inline double lie_round_meet(const struct lie_round *round, int side, int own_deal,
                                    int other_deal)
{
    return side ? lie_round_joint(round, other_deal, own_deal)
                : lie_round_joint(round, own_deal, other_deal);
}

#endif
