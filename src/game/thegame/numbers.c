/*
 * thegame/numbers.c - THE GAME as numbers: its actions and observations, as numbered in
 * include/stos_learn.h.
 *
 * Observations are made from views alone.
 */
#include "base/cards.h"
#include "game/numbers.h"
#include "game/thegame/placing.h"

#include <string.h>

enum { LOW = 2, END = STOS_THEGAME_PILES * STOS_THEGAME_CARDS, FIRST_VOTE = END + 1 };

static const struct game_field fields[] = {
    {"hand", STOS_THEGAME_CARDS, 0, "1 for each card from 2 to 99 that one holds"},
    {"gone", STOS_THEGAME_CARDS, 0, "1 for each card from 2 to 99 that was placed"},
    {"tops", STOS_THEGAME_PILES, 0, "the number on top of U1, U2, D1, D2"},
    {"due", STOS_THEGAME_PILES, 0, "1 for each pile that must be covered before this turn ends"},
    {"placed", 1, 0, "cards placed in this turn"},
    {"minimum", 1, 0, "cards that this turn must place"},
    {"draw", 1, 0, "cards in the draw pile"},
    {"voting", 1, 0, "1 while the starter is not agreed yet"},
    {"over", 1, 0, "1 when the game is over"},
    {"hands", 0, 1, "cards in the hand of each seat"},
    {"turn", 0, 1, "1 for the seat on turn; all 0 while voting"},
    {"votes", 0, 1, "the seat that each seat votes for, counted from one's own; -1 for none"},
    {NULL, 0, 0, NULL},
};

/* Cards counted from the lowest one. */
static stos_cards from_low(stos_cards cards)
{
    return (stos_cards){{cards.word[0] >> LOW | cards.word[1] << (64 - LOW), cards.word[1] >> LOW}};
}

static int8_t *put_cards(int8_t *at, stos_cards cards)
{
    stos_cards bits = from_low(cards);
    numbers_put_bits(at, bits.word[0], 64);
    return numbers_put_bits(at + 64, bits.word[1], STOS_THEGAME_CARDS - 64);
}

static void observe(const stos_view *view, int8_t *restrict at)
{
    const struct stos_thegame_view *seen = &view->as.thegame;
    const struct stos_thegame_table *table = &seen->table;
    struct numbers_eyes eyes = numbers_eyes_of(seen->seat, table->option[STOS_THEGAME_PLAYERS]);
    bool voting = table->phase == STOS_PHASE_START,
         has_turn = !voting && table->turn != STOS_THEGAME_TURN_UNKNOWN;
    at = put_cards(at, seen->hand);
    at = put_cards(at, table->gone);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        at = numbers_put(at, table->top[pile]);
    at = numbers_put_bits(at, table->due, STOS_THEGAME_PILES);
    at = numbers_put(at, table->placed);
    at = numbers_put(at, table->minimum);
    at = numbers_put(at, seen->draw_count);
    at = numbers_put(at, voting);
    at = numbers_put(at, table->phase == STOS_PHASE_OVER);
    for (int i = 0; i < eyes.seats; i++) {
        int seat = numbers_seat_at(eyes, i);
        at[i] = (int8_t)seen->hand_count[seat];
        at[eyes.seats + i] = has_turn && seat == table->turn;
        at[2 * eyes.seats + i] = numbers_vote(eyes, table->vote[seat]);
    }
}

/* All are one team. */
static int earned(const stos_state *state) { return cards_count(state->as.thegame.table.gone); }

static void scores(const stos_state *state, float *out)
{
    const struct stos_thegame_table *table = &state->as.thegame.table;
    float placed = (float)earned(state);
    for (int seat = 0; seat < table->option[STOS_THEGAME_PLAYERS]; seat++)
        out[seat] = placed;
}

/* TG3: alone there is nothing to vote. */
static bool has_votes(const int8_t *option)
{
    return option[STOS_THEGAME_START] == STOS_THEGAME_START_AGREE &&
        option[STOS_THEGAME_PLAYERS] > 1;
}

static int action_count(const int8_t *option)
{
    return FIRST_VOTE + (has_votes(option) ? option[STOS_THEGAME_PLAYERS] : 0);
}

static int action_of(const stos_view *view, stos_move move)
{
    const struct stos_thegame_view *seen = &view->as.thegame;
    int low = stos_move_low(move), players = seen->table.option[STOS_THEGAME_PLAYERS];
    switch (stos_move_kind(move)) {
    case STOS_END: return END;
    case STOS_START:
        return low < players
            ? FIRST_VOTE + numbers_from_own(numbers_eyes_of(seen->seat, players), low)
            : -1;
    default: return -1;
    }
}

static stos_move action_move(const stos_view *view, int action)
{
    const struct stos_thegame_view *seen = &view->as.thegame;
    if (action < END)
        return stos_move_make(STOS_PLACE, LOW + action % STOS_THEGAME_CARDS,
                              action / STOS_THEGAME_CARDS);
    if (action == END)
        return stos_move_make(STOS_END, 0, 0);
    struct numbers_eyes eyes =
        numbers_eyes_of(seen->seat, seen->table.option[STOS_THEGAME_PLAYERS]);
    return stos_move_make(STOS_START, numbers_seat_at(eyes, action - FIRST_VOTE), 0);
}

/* With and without votes all actions take as many words, so that votes are in the last one. */
enum { WORDS = END / 64 + 1, HALF = STOS_THEGAME_CARDS / 2 };
_Static_assert(FIRST_VOTE / 64 == WORDS - 1 &&
                   (FIRST_VOTE + STOS_THEGAME_SEATS - 1) / 64 == WORDS - 1,
               "votes");

static void legal_votes(int players, uint64_t *row)
{
    memset(row, 0, WORDS * sizeof *row);
    row[WORDS - 1] = ((UINT64_C(1) << players) - 1) << FIRST_VOTE % 64;
}

static void legal(const stos_view *view, uint64_t *out, int words)
{
    const struct stos_thegame_view *seen = &view->as.thegame;
    const struct stos_thegame_table *table = &seen->table;
    struct numbers_row row = {out, 0, 0};
    if (table->phase == STOS_PHASE_START) {
        legal_votes(table->option[STOS_THEGAME_PLAYERS], out);
        return;
    }
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        stos_cards fits = from_low(cards_and(seen->hand, thegame_takes(table, pile)));
        numbers_append(&row, fits.word[0] & ((UINT64_C(1) << HALF) - 1), HALF);
        numbers_append(&row, fits.word[0] >> HALF | fits.word[1] << (64 - HALF), HALF);
    }
    numbers_append(&row, thegame_duties_met(table), 1);
    numbers_append_end(&row, out + words);
}

const struct game_numbers thegame_numbers = {
    .fields = fields,
    .observe = observe,
    .scores = scores,
    .earned = earned,
    .action_count = action_count,
    .action_of = action_of,
    .action_move = action_move,
    .legal = legal,
};
