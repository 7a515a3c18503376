/*
 * facetoface/numbers.c - FACE TO FACE as numbers: its actions and observations, as numbered in
 * include/stos_learn.h.
 *
 * Observations are made from views alone.
 */
#include "base/cards.h"
#include "game/numbers.h"
#include "game/facetoface/placing.h"

enum { LOW = 2, PILES = 4, SEATS = 2, END = PILES * STOS_FACETOFACE_CARDS };

static const struct game_field fields[] = {
    {"hand", STOS_FACETOFACE_CARDS, 0, "1 for each card from 2 to 59 that one holds"},
    {"gone", STOS_FACETOFACE_CARDS, 0, "1 for each of one's own cards that was placed"},
    {"their_gone", STOS_FACETOFACE_CARDS, 0, "1 for each card of the other player that was placed"},
    {"tops", PILES, 0, "the number on top of one's own U and D and of the other player's"},
    {"placed", 1, 0, "cards placed in this turn"},
    {"minimum", 1, 0, "cards that this turn must place"},
    {"helped", 1, 0, "1 when a card went to an opponent in this turn"},
    {"turn", 1, 0, "1 on one's own turn"},
    {"over", 1, 0, "1 when the game is over"},
    {"winner", 1, 0, "1 when one has won, -1 when one has lost"},
    {"hands", SEATS, 0, "cards in one's own hand and in the other"},
    {"draws", SEATS, 0, "cards in one's own draw pile and in the other"},
    {NULL, 0, 0, NULL},
};

static int8_t *put_cards(int8_t *at, uint64_t cards)
{
    return numbers_put_bits(at, cards >> LOW, STOS_FACETOFACE_CARDS);
}

static void observe(const stos_view *view, int8_t *restrict at)
{
    const struct stos_facetoface_view *seen = &view->as.facetoface;
    const struct stos_facetoface_table *table = &seen->table;
    int own = numbers_eyes_of(seen->seat, SEATS).own, other = 1 - own;
    at = put_cards(at, seen->hand);
    at = put_cards(at, table->gone[own]);
    at = put_cards(at, table->gone[other]);
    for (int pile = 0; pile < PILES; pile++)
        at = numbers_put(at, table->top[pile < 2 ? own : other][pile % 2]);
    at = numbers_put(at, table->placed);
    at = numbers_put(at, table->minimum);
    at = numbers_put(at, table->helped);
    at = numbers_put(at, table->turn == own);
    at = numbers_put(at, table->phase == STOS_PHASE_OVER);
    at = numbers_put(at, table->winner < 0 ? 0 : table->winner == own ? 1 : -1);
    at = numbers_put(at, seen->hand_count[own]);
    at = numbers_put(at, seen->hand_count[other]);
    at = numbers_put(at, seen->draw_count[own]);
    numbers_put(at, seen->draw_count[other]);
}

static void scores(const stos_state *state, float *out)
{
    int winner = state->as.facetoface.table.winner;
    for (int seat = 0; seat < SEATS; seat++)
        out[seat] = winner < 0 ? 0.0F : winner == seat ? 1.0F : -1.0F;
}

static int action_count(const int8_t *option)
{
    (void)option;
    return END + 1;
}

static int action_of(const stos_view *view, stos_move move)
{
    (void)view;
    return stos_move_kind(move) == STOS_END ? END : -1;
}

static stos_move action_move(const stos_view *view, int action)
{
    (void)view;
    if (action == END)
        return stos_move_make(STOS_END, 0, 0);
    return stos_move_make(STOS_PLACE, LOW + action % STOS_FACETOFACE_CARDS,
                          action / STOS_FACETOFACE_CARDS);
}

static void legal(const stos_view *view, uint64_t *out, int words)
{
    const struct stos_facetoface_view *seen = &view->as.facetoface;
    struct numbers_row row = {out, 0, 0};
    for (int pile = 0; pile < PILES; pile++)
        numbers_append(&row, (seen->hand & facetoface_takes(&seen->table, pile)) >> LOW,
                       STOS_FACETOFACE_CARDS);
    numbers_append(&row, seen->table.placed >= seen->table.minimum, 1);
    numbers_append_end(&row, out + words);
}

const struct game_numbers facetoface_numbers = {
    .fields = fields,
    .observe = observe,
    .scores = scores,
    .action_count = action_count,
    .action_of = action_of,
    .action_move = action_move,
    .legal = legal,
};
