/* climb/numbers.c - CLIMB for reinforcement learning: an action for each card; see rules.c. */
#include "base/cards.h"
#include "game/numbers.h"

enum { LOW = 2, SEATS = 2 };

static const struct game_field fields[] = {
    {"hand", STOS_CLIMB_CARDS, 0, "1 for each card from 2 to 13 that one holds"},
    {"gone", STOS_CLIMB_CARDS, 0, "1 for each card that was placed"},
    {"turn", 1, 0, "1 on one's own turn"},
    {"hands", SEATS, 0, "cards in one's own hand and in the other"},
    {NULL, 0, 0, NULL},
};

static void observe(const stos_view *view, int8_t *at)
{
    const struct stos_climb_view *seen = &view->as.climb;
    int own = numbers_eyes_of(seen->seat, SEATS).own;
    at = numbers_put_bits(at, seen->hand >> LOW, STOS_CLIMB_CARDS);
    at = numbers_put_bits(at, seen->table.gone >> LOW, STOS_CLIMB_CARDS);
    at = numbers_put(at, seen->table.turn == own);
    at = numbers_put(at, seen->hand_count[own]);
    numbers_put(at, seen->hand_count[1 - own]);
}

static void scores(const stos_state *state, float *out)
{
    int winner = state->as.climb.table.winner;
    for (int seat = 0; seat < SEATS; seat++)
        out[seat] = winner < 0 ? 0.0F : winner == seat ? 1.0F : -1.0F;
}

static int action_count(const int8_t *option)
{
    (void)option;
    return STOS_CLIMB_CARDS;
}

static int action_of(const stos_view *view, stos_move move)
{
    (void)view;
    (void)move;
    return -1; /* there are only placements */
}

static stos_move action_move(const stos_view *view, int action)
{
    (void)view;
    return stos_move_make(STOS_PLACE, LOW + action, 0);
}

static void legal(const stos_view *view, uint64_t *out, int words)
{
    stos_move moves[STOS_MAX_MOVES];
    struct numbers_row row = {out, 0, 0};
    uint64_t placements = 0;
    int count = stos_view_moves(view, moves);
    for (int i = 0; i < count; i++)
        placements |= UINT64_C(1) << (stos_move_low(moves[i]) - LOW);
    numbers_append(&row, placements, STOS_CLIMB_CARDS);
    numbers_append_end(&row, out + words);
}

const struct game_numbers climb_numbers = {
    .fields = fields,
    .observe = observe,
    .scores = scores,
    .action_count = action_count,
    .action_of = action_of,
    .action_move = action_move,
    .legal = legal,
};
