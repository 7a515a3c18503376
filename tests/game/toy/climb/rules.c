/*
 * climb/rules.c - CLIMB, the fourth game: the worked example of CONTRIBUTING's "Adding a game". It
 * is no part of the program.
 *
 * CL1 Two players hold four cards each of a deck of twelve, 2 to 13; the others are the draw pile.
 * CL2 Whoever is on turn places one card that is higher than all before it, then draws one while
 * there are any. CL3 Whoever cannot place a card loses.
 *
 * The top of the only pile is the highest card that is gone, so it is not stored.
 * tests/game/toy/test_toy.py puts this file where the checklist says, and test_climb.c plays it.
 */
#include "base/cards.h"
#include "base/rng.h"
#include "game/climb/climb.h"
#include "game/game.h"

#include <string.h>

enum { TOO_LOW = STOS_REASONS };

enum { LOW = 2, HIGH = 13, SEATS = 2, HAND = 4, NOBODY = -1 };

static const char *const start_words[] = {"lot", NULL};
static const char *const pile_names[] = {"U", NULL};

static const stos_option options[] = {
    [STOS_CLIMB_START] = {"start", start_words, 0, 1, true, STOS_CLIMB_START_LOT,
                          N_("who starts: the lot decides, or a fixed seat")},
};

static int seats(const int8_t *value)
{
    (void)value;
    return SEATS;
}

static uint64_t all_cards(void) { return cards_range(LOW, HIGH).word[0]; }

/* CL2: the cards above every card that is gone. */
static uint64_t playable(const struct stos_climb_table *table)
{
    int top = table->gone ? 63 - __builtin_clzll(table->gone) : LOW - 1;
    return top < HIGH ? cards_range(top + 1, HIGH).word[0] : 0;
}

/* ---------------------------------------------------------------- turns */

static void draw_cards(struct stos_climb *game, int seat, int wanted)
{
    for (; wanted > 0 && game->drawn < STOS_CLIMB_CARDS; wanted--) {
        uint8_t *next = &game->draw[game->drawn++];
        game->hand[seat] |= UINT64_C(1) << *next;
        *next = 0;
    }
}

static void start_turn(struct stos_climb *game, int seat)
{
    game->table.turn = (uint8_t)seat;
    if (game->hand[seat] & playable(&game->table))
        return;
    game->table.phase = STOS_PHASE_OVER; /* CL3 */
    game->table.winner = (int8_t)(1 - seat);
}

static stos_error check_deck(const stos_deck *deck)
{
    uint64_t seen = 0;
    if (deck->lists != 1 || deck->size != STOS_CLIMB_CARDS)
        return game_refuse(STOS_BAD_DECK_SHAPE, 0);
    for (int i = 0; i < STOS_CLIMB_CARDS; i++) {
        int card = deck->card[i];
        if (card < LOW || card > HIGH)
            return game_refuse(STOS_BAD_DECK_CARD, card);
        if (seen >> card & 1)
            return game_refuse(STOS_REPEATED_CARD, card);
        seen |= UINT64_C(1) << card;
    }
    return game_ok();
}

static void shuffle(uint8_t deck[STOS_CLIMB_CARDS], const stos_seed *seed)
{
    struct rng_stream stream;
    for (int i = 0; i < STOS_CLIMB_CARDS; i++)
        deck[i] = (uint8_t)(LOW + i);
    rng_open(&stream, seed, 0);
    rng_shuffle(&stream, deck, STOS_CLIMB_CARDS, STOS_CLIMB_CARDS);
}

static void deal(stos_state *state, const stos_seed *seed, const stos_deck *deck)
{
    struct stos_climb *game = &state->as.climb;
    if (deck)
        memcpy(game->draw, deck->card, STOS_CLIMB_CARDS);
    else
        shuffle(game->draw, seed);
    for (int seat = 0; seat < SEATS; seat++)
        draw_cards(game, seat, HAND);
    game->table.phase = STOS_PHASE_PLAY;
    game->table.winner = NOBODY;
    int start = game->table.option[STOS_CLIMB_START];
    start_turn(game, start == STOS_CLIMB_START_LOT ? game_draw_starter(seed, SEATS) : start);
}

/* ---------------------------------------------------------------- moves */

static stos_seats table_actors(const struct stos_climb_table *table)
{
    return (stos_seats)(table->phase == STOS_PHASE_PLAY ? 1u << table->turn : 0u);
}

static uint64_t choices(const struct stos_climb_table *table, int seat, uint64_t hand)
{
    return table_actors(table) >> seat & 1 ? hand & playable(table) : 0;
}

static int list_moves(uint64_t cards, stos_move *out)
{
    int count = 0;
    while (cards)
        out[count++] = stos_move_make(STOS_PLACE, word_take(&cards), 0);
    return count;
}

static uint64_t choices_of(const stos_state *state, int seat)
{
    return choices(&state->as.climb.table, seat, state->as.climb.hand[seat]);
}

static stos_seats actors(const stos_state *state) { return table_actors(&state->as.climb.table); }

static int moves(const stos_state *state, int seat, stos_move *out)
{
    return list_moves(choices_of(state, seat), out);
}

static int move_count(const stos_state *state, int seat)
{
    return word_count(choices_of(state, seat));
}

static stos_move move_at(const stos_state *state, int seat, int index)
{
    return stos_move_make(STOS_PLACE, word_select(choices_of(state, seat), index), 0);
}

stos_error climb_refuse(const struct stos_climb_table *table, uint64_t hand, int card, int pile)
{
    if (card > HIGH || pile != 0 || !(hand >> card & 1))
        return game_refuse(STOS_CARD_NOT_HELD, card);
    return playable(table) >> card & 1 ? game_ok() : game_refuse(TOO_LOW, card);
}

static stos_error play(stos_state *state, int seat, stos_move move)
{
    struct stos_climb *game = &state->as.climb;
    int card = stos_move_low(move);
    if (!(actors(state) >> seat & 1))
        return game_refuse(STOS_NOT_YOUR_TURN, seat);
    if (stos_move_kind(move) != STOS_PLACE)
        return game_refuse(STOS_WRONG_MOVE_KIND, 0);
    stos_error error = climb_refuse(&game->table, game->hand[seat], card, stos_move_high(move));
    if (error.reason)
        return error;
    game->hand[seat] &= ~(UINT64_C(1) << card);
    game->table.gone |= UINT64_C(1) << card;
    draw_cards(game, seat, 1);
    start_turn(game, 1 - seat);
    return game_ok();
}

static bool over(const stos_state *state) { return state->as.climb.table.phase == STOS_PHASE_OVER; }

static int result(const stos_state *state) { return state->as.climb.table.winner; }

static const char *result_word(const stos_state *state, bool *with_number)
{
    (void)state;
    *with_number = true;
    return "winner";
}

/* ---------------------------------------------------------------- knowledge */

static void look(const stos_state *state, int seat, stos_view *view)
{
    const struct stos_climb *game = &state->as.climb;
    struct stos_climb_view *seen = &view->as.climb;
    seen->table = game->table;
    seen->seat = (int8_t)seat;
    if (seat >= 0)
        seen->hand = game->hand[seat];
    for (int other = 0; other < SEATS; other++)
        seen->hand_count[other] = (uint8_t)word_count(game->hand[other]);
    seen->draw_count = (uint8_t)(STOS_CLIMB_CARDS - game->drawn);
}

/* That the game goes on tells of the hand on turn that a card of it can be placed; its end tells
 * that none could (CL3). */
static enum game_hand hand_on_turn(const struct stos_climb_view *seen)
{
    if (seen->seat == seen->table.turn || seen->hand_count[seen->table.turn] == 0)
        return GAME_HAND_ANY;
    return seen->table.phase == STOS_PHASE_OVER ? GAME_HAND_IS_STUCK : GAME_HAND_CAN_PLAY;
}

static const uint8_t *take_hand(const uint8_t *hidden, int count, uint64_t *hand)
{
    for (; count > 0; count--)
        *hand |= UINT64_C(1) << *hidden++;
    return hidden;
}

static void sample(const stos_view *view, stos_random *random, stos_state *state)
{
    const struct stos_climb_view *seen = &view->as.climb;
    struct stos_climb *game = &state->as.climb;
    uint8_t hidden[STOS_CLIMB_CARDS];
    const uint8_t *next = hidden;
    int turn = seen->table.turn,
        count = game_list_cards((stos_cards){{all_cards() & ~seen->table.gone & ~seen->hand, 0}},
                                hidden);
    int first = seen->seat == turn ? 0 : seen->hand_count[turn];
    game_shuffle_hidden(random, hidden, count, first, hand_on_turn(seen),
                        (stos_cards){{playable(&seen->table), 0}});
    game->table = seen->table;
    for (int i = 0; i < SEATS; i++) {
        int seat = i == 0 ? turn : 1 - turn;
        if (seat == seen->seat)
            game->hand[seat] = seen->hand;
        else
            next = take_hand(next, seen->hand_count[seat], &game->hand[seat]);
    }
    game->drawn = (uint8_t)(STOS_CLIMB_CARDS - seen->draw_count);
    memcpy(game->draw + game->drawn, next, seen->draw_count);
}

static stos_seats view_actors(const stos_view *view) { return table_actors(&view->as.climb.table); }

static int view_moves(const stos_view *view, stos_move *out)
{
    const struct stos_climb_view *seen = &view->as.climb;
    return seen->seat < 0 ? 0 : list_moves(choices(&seen->table, seen->seat, seen->hand), out);
}

static int view_result(const stos_view *view) { return view->as.climb.table.winner; }

static bool settle_position(stos_state *state)
{
    struct stos_climb *game = &state->as.climb;
    struct stos_climb_table *table = &game->table;
    uint64_t held = game->hand[0] | game->hand[1];
    int count = word_count(game->hand[0]) + word_count(game->hand[1]);
    for (int i = game->drawn; i < STOS_CLIMB_CARDS; i++, count++)
        held |= UINT64_C(1) << game->draw[i];
    if (word_count(held) != count)
        return false;
    table->gone = all_cards() & ~held;
    bool lost = !(game->hand[table->turn] & playable(table));
    return table->phase == (lost ? STOS_PHASE_OVER : STOS_PHASE_PLAY) &&
        table->winner == (lost ? 1 - table->turn : NOBODY);
}

static const struct game_reason reasons[] = {
    [TOO_LOW - STOS_REASONS] = {"illegal_move", "CL2", N_("{n} is too low"), NULL},
};

GAME_TABLE_FIRST(climb);

const stos_game game_climb = {
    .id = STOS_CLIMB,
    .name = "climb",
    .title = "CLIMB",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_at = offsetof(stos_state, as.climb.table.option),
    .view_seat_at = offsetof(stos_view, as.climb.seat),
    .phase_at = offsetof(stos_state, as.climb.table.phase),
    .piles = pile_names,
    .low_card = LOW,
    .high_card = HIGH,
    .kinds = 1u << STOS_PLACE,
    .reasons = reasons,
    .deck_shape = "12 cards",
    .seats = seats,
    .check_deck = check_deck,
    .deal = deal,
    .actors = actors,
    .moves = moves,
    .move_count = move_count,
    .move_at = move_at,
    .play = play,
    .over = over,
    .result = result,
    .result_word = result_word,
    .look = look,
    .sample = sample,
    .view_actors = view_actors,
    .view_moves = view_moves,
    .view_result = view_result,
    .settle_position = settle_position,
    .texts = &climb_texts,
    .show = &climb_show,
    .numbers = GAME_NUMBERS(climb_numbers),
};
