/*
 * belief.h - what the hints of the others say about their hands: which deals fit everything that a
 * seat has heard.
 *
 * The cards of a hand are kept ones, held since before its last turn, or new ones. So what was said
 * before that turn still counts, for the hand made of what was placed then and what is kept. A hint
 * about a pile is a set of cards that must not be there and a set of which one must be; one about
 * oneself is a cost for each card and bounds for the cheapest together.
 */
#ifndef STOS_BOT_THEGAME_BELIEF_H
#define STOS_BOT_THEGAME_BELIEF_H

#include "hints.h"

enum { BELIEF_SETS = STOS_HINT_TURNS * STOS_THEGAME_PILES };

/* What the cards of a turn cost together. */
struct belief_turn {
    int8_t cost[THEGAME_COSTS];
    int low, high;
};

/* All that was said about one hand. */
struct belief_hand {
    stos_cards never;             /* cards that it does not have */
    stos_cards some[BELIEF_SETS]; /* sets of which it has one card at least */
    struct belief_turn turn[STOS_HINT_TURNS];
    int sets, turns;
};

struct belief_seat {
    struct belief_hand now, before;
    stos_cards placed; /* of the hand before */
    int kept;          /* cards of the present hand that it had */
};

struct belief {
    struct belief_seat seat[STOS_THEGAME_SEATS];
    int least;  /* cards that a turn is reckoned with */
    bool heard; /* whether anything was said */
};

/*
 * From what the seat of a view has heard: the history, or without one (NULL) the hints in force
 * alone. What cannot be true is left out: people err.
 */
void belief_begin(struct belief *belief, const struct stos_thegame_view *view,
                  const stos_hints *hints, const stos_hint_history *history);

/* How much a hand, made of kept and new cards, does not fit: 0 if it does. */
int belief_misfit(const struct belief *belief, int seat, stos_cards kept, stos_cards fresh);

/* Whether a card alone rules a hand out. */
static inline bool belief_never(const struct belief *belief, int seat, bool kept, int card)
{
    const struct belief_seat *about = &belief->seat[seat];
    return cards_has(about->now.never, card) || (kept && cards_has(about->before.never, card));
}

#endif
