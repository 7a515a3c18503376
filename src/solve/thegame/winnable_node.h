/*
 * winnable_node.h - positions as the winnability search sees them: what winnable.c and
 * winnable_beam.c share.
 *
 * A node is the part of a state that changes; a deal is the part that does not, above all the order
 * of the draw pile. A node has 96 bytes where the library's state has 224, since a beam holds
 * hundreds of thousands; playing on unpacked states would cost 1.18 times the time. The clauses
 * that a placement and the end of a turn follow are those of game/thegame/placing.h, and the
 * tests compare nodes with the library move by move. Every win is replayed through the library
 * besides.
 */
#ifndef STOS_SOLVE_WINNABLE_WINNABLE_NODE_H
#define STOS_SOLVE_WINNABLE_WINNABLE_NODE_H

#include "game/thegame/placing.h"

struct deal {
    stos_cards
        rest[STOS_THEGAME_CARDS + 1]; /* cards still in the draw pile, by how many have left it */
    stos_cards near;                  /* cards that come out close to the card ten higher */
    uint8_t draw[STOS_THEGAME_CARDS];
    uint8_t players, hand_size, minimum;
    int8_t fire; /* STOS_THEGAME_FIRE_OFF, ... */
};

enum { NODE_NOT_SPARE = 255 };

struct node {
    stos_cards hand[STOS_THEGAME_SEATS];
    uint8_t top[STOS_THEGAME_PILES];
    uint8_t seat;  /* on turn */
    uint8_t owed;  /* cards to place before the turn may end (TG7) */
    uint8_t due;   /* piles to cover before the turn may end (TG14, TG15) */
    uint8_t drawn; /* cards that have left the draw pile */
    uint8_t spare; /* alone: cards placed since the turn could have ended with no fire on top;
                      NODE_NOT_SPARE before */
};

static inline bool node_fits(const struct node *node, int card, int pile)
{
    return cards_has(thegame_takes_on(node->top[pile], pile), card);
}

static inline bool node_may_end(const struct node *node)
{
    return node->owed == 0 && node->due == 0;
}

static inline stos_cards node_outstanding(const struct deal *deal, const struct node *node)
{
    stos_cards set = deal->rest[node->drawn];
    for (int seat = 0; seat < deal->players; seat++)
        set = cards_or(set, node->hand[seat]);
    return set;
}

void deal_set(struct deal *deal, const struct stos_thegame *game);
void node_set(struct node *node, const struct deal *deal, const struct stos_thegame *game,
              int seat);

/* Makes a legal placement by the seat on turn; ends a turn that may end. */
void node_place(struct node *node, const struct deal *deal, int card, int pile);
void node_end(struct node *node, const struct deal *deal);

/* With one player: false if ending the turn earlier would have been no worse (see the definition).
 * Always true with more. */
bool node_may_go_on(const struct node *node, const struct deal *deal);

/* Whether some outstanding card fits on no pile, whatever is placed before it. */
bool node_has_dead_card(const struct node *node, stos_cards outstanding);

/* The smaller the better, among nodes with equally many cards outstanding. */
int32_t node_score(const struct node *node, const struct deal *deal, stos_cards outstanding);

/* The piles in a canonical order that does not tell U1 from U2, nor D1 from D2: rising ones from
 * below, falling ones from above. */
struct node_piles {
    uint8_t top[STOS_THEGAME_PILES];
    uint8_t due;
};
struct node_piles node_piles(const struct node *node);

/* With all else equal: whatever can be won from piles `b` can be won from `a`. */
bool node_piles_dominate(struct node_piles a, struct node_piles b, bool fire,
                         const stos_cards *outstanding);

/* A hash of everything but the piles: equal for equal hands, seats and obligations (and, rarely, by
 * collision). */
uint64_t node_hash(const struct node *node, const struct deal *deal);
bool node_same_but_piles(const struct node *a, const struct node *b, const struct deal *deal);

#endif
