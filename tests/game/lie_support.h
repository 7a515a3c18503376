/*
 * lie_support.h - words for tests of LIE.
 *
 * In a position, hands= are six hands, the chosen end of a card behind a colon (15:5 is the card
 * with 1 and 5 whose 5 counts), and counts= are the cards that each seat draws, 0 for those who are
 * out.
 */
#ifndef STOS_TESTS_GAME_LIE_SUPPORT_H
#define STOS_TESTS_GAME_LIE_SUPPORT_H

#include "support.h"

static inline const struct stos_lie_table *table_of(const stos_state *state)
{
    return &state->as.lie.table;
}

static inline int hand_size(const stos_state *state, int seat)
{
    return state->as.lie.hands.size[seat];
}

static inline bool on_turn(const stos_state *state, int seat)
{
    return stos_actors(state) == 1u << seat;
}

static inline void expect_counts(const stos_state *state, const char *expected)
{
    char counts[32];
    const uint8_t *count = table_of(state)->count;
    snprintf(counts, sizeof counts, "%d.%d.%d.%d.%d.%d", count[0], count[1], count[2], count[3],
             count[4], count[5]);
    assert_string_equal(counts, expected);
}

/* A round with all ends chosen and no bid yet. */
static inline stos_state bidding(const char *rules, const char *counts, int starter,
                                 const char *hands)
{
    char text[1024];
    bool choose = strstr(rules, "choose") != NULL;
    snprintf(text, sizeof text,
             "%s phase=%s round=3 counts=%s starter=%d direction=%s tiebreak=0 winner=- hands=%s "
             "bids= last=- seed=1 deck=",
             rules, choose ? "direction" : "bid", counts, starter, choose ? "-" : "cw", hands);
    return position(text);
}

/* Every seat in the game shows the lower or the higher end of all its cards. */
static inline void show_all(stos_state *state, bool higher)
{
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++) {
        int count = stos_move_count(state, seat);
        if (count > 0)
            assert_int_equal(
                stos_play(state, seat, stos_move_at(state, seat, higher ? count - 1 : 0)).reason,
                STOS_OK);
    }
}

/* One round that `loser` loses: who is on turn bids until `loser` can bid something that is not
 * there. */
static inline void lose_next_round(stos_state *state, int loser)
{
    show_all(state, false); /* lower ends: never a six */
    if (table_of(state)->phase == STOS_PHASE_DIRECTION)
        play(state, table_of(state)->starter, "dir cw");
    char bid[STOS_MOVE_TEXT];
    for (int count = 1; table_of(state)->turn != loser; count++) {
        snprintf(bid, sizeof bid, "%dx5", count);
        play(state, table_of(state)->turn, bid);
    }
    snprintf(bid, sizeof bid, "%dx6", table_of(state)->cards);
    play(state, loser, bid);
    play(state, table_of(state)->turn, "call");
    assert_int_equal(table_of(state)->last.loser, loser);
}

#endif
