/*
 * facetoface/rules.c - THE GAME - FACE TO FACE (FF1-FF9): a duel, each with 58 cards and two piles
 * of their own.
 *
 * As in THE GAME a hand is a set of cards and a pile is the number on its top; here cards 2 to 59
 * fit into one machine word. Moves name piles as the player on turn sees them: U and D are the own
 * ones, oU and oD the other player's. A turn ends only when the player plays `end` - even with an
 * empty hand, since no clause ends it earlier - or when the game is over.
 *
 * An example, which test_facetoface.c plays. Seat 0 holds 5 6 20 30 40 50, seat 1 3 10 20 30 40 55:
 *
 *   0: 5@U, 50@D, end        own piles only: two cards are drawn (FF7)
 *   1: 3@oU                  seat 0's rising pile goes back from 5 to 3, which helps (FF6); it
 * stays the only card for the other's piles in this turn (FF4) 1: 55@D, 40@D, end       drawn up to
 * six, since one was given away: three cards (FF7)
 */
#include "base/cards.h"
#include "base/rng.h"
#include "game/game.h"
#include "game/facetoface/placing.h"

#include <string.h>

enum { LOW = 2, HIGH = 59, RISING_START = 1, FALLING_START = 60, SEATS = 2, PILES = 4 };

static const char *const last_words[] = {"strict", "lenient", NULL};
static const char *const start_words[] = {"lot", NULL};
static const char *const pile_names[] = {"U", "D", "oU", "oD", NULL};

static const stos_option options[] = {
    [STOS_FACETOFACE_LAST] =
        {"last", last_words, 1, 0, false, STOS_FACETOFACE_LAST_STRICT,
         N_("who starts a turn with one single card loses (strict), or may place it (lenient)")},
    [STOS_FACETOFACE_START] = {"start", start_words, 0, 1, true, STOS_FACETOFACE_START_LOT,
                               N_("who starts: the lot decides, or a fixed seat")},
};

static int seats(const int8_t *value)
{
    (void)value;
    return SEATS;
}

/* ---------------------------------------------------------------- turns */

/* From the own draw pile, as far as it reaches. */
static void draw_cards(struct stos_facetoface *game, int seat, int wanted)
{
    for (; wanted > 0 && game->drawn[seat] < STOS_FACETOFACE_CARDS; wanted--) {
        uint8_t *next = &game->draw[seat][game->drawn[seat]++];
        game->hand[seat] |= UINT64_C(1) << *next;
        *next = 0;
    }
}

static void finish(struct stos_facetoface_table *table, int winner)
{
    table->phase = STOS_PHASE_OVER;
    table->winner = (int8_t)winner;
}

/* FF9: whoever cannot place two cards loses at once; a single card in all cannot be two. */
static uint8_t minimum_of(const struct stos_facetoface *game, int seat)
{
    bool single = word_count(game->table.gone[seat]) == STOS_FACETOFACE_CARDS - 1;
    return single && game->table.option[STOS_FACETOFACE_LAST] == STOS_FACETOFACE_LAST_LENIENT ? 1
                                                                                              : 2;
}

/* FF3, FF9: two cards must be placed, and who cannot loses. */
static void start_turn(struct stos_facetoface *game, int seat)
{
    struct stos_facetoface_table *table = &game->table;
    table->turn = (uint8_t)seat;
    table->placed = 0;
    table->helped = false;
    table->minimum = minimum_of(game, seat);
    if (word_count(game->hand[seat]) < table->minimum ||
        facetoface_has_lost(table, game->hand[seat]))
        finish(table, 1 - seat);
}

/* FF7: two, or after helping up to six. */
static void end_turn(struct stos_facetoface *game)
{
    int seat = game->table.turn;
    draw_cards(game, seat,
               game->table.helped ? STOS_FACETOFACE_HAND - word_count(game->hand[seat]) : 2);
    start_turn(game, 1 - seat);
}

/* ---------------------------------------------------------------- dealing */

static stos_error check_deck(const stos_deck *deck)
{
    if (deck->lists != SEATS || deck->size != STOS_FACETOFACE_CARDS)
        return game_refuse(STOS_BAD_DECK_SHAPE, 0);
    uint64_t seen[SEATS] = {0, 0};
    for (int i = 0; i < SEATS * STOS_FACETOFACE_CARDS; i++) {
        int card = deck->card[i], seat = i / STOS_FACETOFACE_CARDS;
        if (card < LOW || card > HIGH)
            return game_refuse(STOS_BAD_DECK_CARD, card);
        if (seen[seat] >> card & 1)
            return game_refuse(STOS_REPEATED_CARD, card);
        seen[seat] |= UINT64_C(1) << card;
    }
    return game_ok();
}

static void shuffled_deck(uint8_t deck[STOS_FACETOFACE_CARDS], const stos_seed *seed, int seat)
{
    struct rng_stream stream;
    for (int i = 0; i < STOS_FACETOFACE_CARDS; i++)
        deck[i] = (uint8_t)(LOW + i);
    rng_open(&stream, seed, (uint32_t)seat);
    rng_shuffle(&stream, deck, STOS_FACETOFACE_CARDS, STOS_FACETOFACE_CARDS);
}

/* FF1, FF2: piles, hands of six, and who starts. */
static void deal(stos_state *state, const stos_seed *seed, const stos_deck *deck)
{
    struct stos_facetoface *game = &state->as.facetoface;
    struct stos_facetoface_table *table = &game->table;
    table->phase = STOS_PHASE_PLAY;
    table->winner = -1;
    for (int seat = 0; seat < SEATS; seat++) {
        table->top[seat][0] = RISING_START;
        table->top[seat][1] = FALLING_START;
        if (deck)
            memcpy(game->draw[seat], deck->card + seat * STOS_FACETOFACE_CARDS,
                   STOS_FACETOFACE_CARDS);
        else
            shuffled_deck(game->draw[seat], seed, seat);
        draw_cards(game, seat, STOS_FACETOFACE_HAND);
    }
    int start = table->option[STOS_FACETOFACE_START];
    start_turn(game, start == STOS_FACETOFACE_START_LOT ? game_draw_starter(seed, SEATS) : start);
}

/* ---------------------------------------------------------------- moves */

static stos_seats table_actors(const struct stos_facetoface_table *table)
{
    return (stos_seats)(table->phase == STOS_PHASE_PLAY ? 1u << table->turn : 0u);
}

static bool may_act(const struct stos_facetoface_table *table, int seat)
{
    return table->phase == STOS_PHASE_PLAY && seat == table->turn;
}

static int list_moves(const struct stos_facetoface_table *table, uint64_t hand, stos_move *out)
{
    int count = 0;
    for (int pile = 0; pile < PILES; pile++)
        for (uint64_t fits = hand & facetoface_takes(table, pile); fits;)
            out[count++] = stos_move_make(STOS_PLACE, word_take(&fits), pile);
    if (table->placed >= table->minimum)
        out[count++] = stos_move_make(STOS_END, 0, 0);
    return count;
}

static int moves(const stos_state *state, int seat, stos_move *out)
{
    const struct stos_facetoface *game = &state->as.facetoface;
    return may_act(&game->table, seat) ? list_moves(&game->table, game->hand[seat], out) : 0;
}

static int move_count(const stos_state *state, int seat)
{
    const struct stos_facetoface *game = &state->as.facetoface;
    if (!may_act(&game->table, seat))
        return 0;
    int count = game->table.placed >= game->table.minimum;
    for (int pile = 0; pile < PILES; pile++)
        count += word_count(game->hand[seat] & facetoface_takes(&game->table, pile));
    return count;
}

static stos_move move_at(const stos_state *state, int seat, int index)
{
    const struct stos_facetoface *game = &state->as.facetoface;
    for (int pile = 0; pile < PILES; pile++) {
        uint64_t fits = game->hand[seat] & facetoface_takes(&game->table, pile);
        int count = word_count(fits);
        if (index < count)
            return stos_move_make(STOS_PLACE, word_select(fits, index), pile);
        index -= count;
    }
    return stos_move_make(STOS_END, 0, 0);
}

stos_error facetoface_refuse(const struct stos_facetoface_table *table, uint64_t hand, int card,
                             int pile)
{
    static const enum stos_reason reasons[PILES] = {
        STOS_OWN_RISING_REFUSES, STOS_OWN_FALLING_REFUSES, STOS_HELP_RISING_REFUSES,
        STOS_HELP_FALLING_REFUSES};
    if (card > HIGH || pile >= PILES || !(hand >> card & 1))
        return game_refuse(STOS_CARD_NOT_HELD, card);
    if (facetoface_takes(table, pile) >> card & 1)
        return game_ok();
    bool helps = pile >= PILES_HELP_RISING;
    return game_refuse(helps && table->helped ? STOS_HELPED_ALREADY : reasons[pile], card);
}

/* FF8, FF9: the last card wins, also on the other player's pile; who owes one and cannot place it
 * loses. */
static stos_error place(struct stos_facetoface *game, int card, int pile)
{
    struct stos_facetoface_table *table = &game->table;
    int seat = table->turn;
    stos_error error = facetoface_refuse(table, game->hand[seat], card, pile);
    if (error.reason)
        return error;
    facetoface_put(table, &game->hand[seat], seat, card, pile);
    if (facetoface_has_won(table, seat))
        finish(table, seat);
    else if (facetoface_has_lost(table, game->hand[seat]))
        finish(table, 1 - seat);
    return error;
}

static stos_error play(stos_state *state, int seat, stos_move move)
{
    struct stos_facetoface *game = &state->as.facetoface;
    if (!may_act(&game->table, seat))
        return game_refuse(STOS_NOT_YOUR_TURN, seat);
    switch (stos_move_kind(move)) {
    case STOS_PLACE: return place(game, stos_move_low(move), stos_move_high(move));
    case STOS_END:
        if (game->table.placed < game->table.minimum)
            return game_refuse(STOS_DUEL_TOO_FEW_PLACED, game->table.minimum);
        end_turn(game);
        return game_ok();
    default: return game_refuse(STOS_WRONG_MOVE_KIND, 0);
    }
}

static stos_seats actors(const stos_state *state)
{
    return table_actors(&state->as.facetoface.table);
}

static bool over(const stos_state *state)
{
    return state->as.facetoface.table.phase == STOS_PHASE_OVER;
}

static int result(const stos_state *state) { return state->as.facetoface.table.winner; }

static const char *result_word(const stos_state *state, bool *with_number)
{
    (void)state;
    *with_number = true;
    return "winner";
}

/* ---------------------------------------------------------------- knowledge */

static void look(const stos_state *state, int seat, stos_view *view)
{
    const struct stos_facetoface *game = &state->as.facetoface;
    struct stos_facetoface_view *seen = &view->as.facetoface;
    seen->table = game->table;
    seen->seat = (int8_t)seat;
    if (seat >= 0)
        seen->hand = game->hand[seat];
    for (int other = 0; other < SEATS; other++) {
        seen->hand_count[other] = (uint8_t)word_count(game->hand[other]);
        seen->draw_count[other] = (uint8_t)(STOS_FACETOFACE_CARDS - game->drawn[other]);
    }
}

/* FF9: while the minimum is open the player on turn can play; when that player lost with enough
 * cards, none fitted. */
static enum game_hand hand_of(const struct stos_facetoface_view *seen, int seat)
{
    const struct stos_facetoface_table *table = &seen->table;
    if (seat == seen->seat || seat != table->turn || table->placed >= table->minimum)
        return GAME_HAND_ANY;
    if (table->phase != STOS_PHASE_OVER)
        return GAME_HAND_CAN_PLAY;
    bool enough = seen->hand_count[seat] + table->placed >= table->minimum;
    return table->winner != seat && enough ? GAME_HAND_IS_STUCK : GAME_HAND_ANY;
}

/* The order of one's own draw pile is hidden as well. */
static void sample(const stos_view *view, stos_random *random, stos_state *state)
{
    const struct stos_facetoface_view *seen = &view->as.facetoface;
    struct stos_facetoface *game = &state->as.facetoface;
    game->table = seen->table;
    for (int seat = 0; seat < SEATS; seat++) {
        uint8_t hidden[STOS_FACETOFACE_CARDS];
        bool own = seat == seen->seat;
        game->hand[seat] = own ? seen->hand : 0;
        uint64_t unseen =
            piles_below(HIGH + 1) & ~piles_below(LOW) & ~seen->table.gone[seat] & ~game->hand[seat];
        int count = game_list_cards((stos_cards){{unseen, 0}}, hidden),
            size = own ? 0 : seen->hand_count[seat];
        game_shuffle_hidden(random, hidden, count, size, hand_of(seen, seat),
                            (stos_cards){{facetoface_playable(&seen->table), 0}});
        for (int i = 0; i < size; i++)
            game->hand[seat] |= UINT64_C(1) << hidden[i];
        game->drawn[seat] = (uint8_t)(STOS_FACETOFACE_CARDS - seen->draw_count[seat]);
        memcpy(game->draw[seat] + game->drawn[seat], hidden + size, seen->draw_count[seat]);
    }
}

static stos_seats view_actors(const stos_view *view)
{
    return table_actors(&view->as.facetoface.table);
}

static int view_moves(const stos_view *view, stos_move *out)
{
    const struct stos_facetoface_view *seen = &view->as.facetoface;
    return may_act(&seen->table, seen->seat) ? list_moves(&seen->table, seen->hand, out) : 0;
}

static int view_result(const stos_view *view) { return view->as.facetoface.table.winner; }

/* ---------------------------------------------------------------- positions */

static bool derive_gone(struct stos_facetoface *game)
{
    for (int seat = 0; seat < SEATS; seat++) {
        uint64_t held = game->hand[seat];
        int count = word_count(held);
        for (int i = game->drawn[seat]; i < STOS_FACETOFACE_CARDS; i++, count++)
            held |= UINT64_C(1) << game->draw[seat][i];
        if (word_count(held) != count)
            return false;
        game->table.gone[seat] = piles_below(HIGH + 1) & ~piles_below(LOW) & ~held;
    }
    return true;
}

/* A top is the start of its pile or a card that one of the two players has placed. */
static bool tops_are_gone(const struct stos_facetoface_table *table)
{
    uint64_t gone = table->gone[0] | table->gone[1];
    for (int seat = 0; seat < SEATS; seat++) {
        int rising = table->top[seat][0], falling = table->top[seat][1];
        bool rising_good = rising == RISING_START || (rising <= HIGH && (gone >> rising & 1));
        bool falling_good = falling == FALLING_START || (falling <= HIGH && (gone >> falling & 1));
        if (!rising_good || !falling_good)
            return false;
    }
    return true;
}

static bool settle_position(stos_state *state)
{
    struct stos_facetoface *game = &state->as.facetoface;
    struct stos_facetoface_table *table = &game->table;
    if (!derive_gone(game) || !tops_are_gone(table))
        return false;
    uint64_t hand = game->hand[table->turn];
    int placed = word_count(table->gone[table->turn]);
    bool lenient = table->option[STOS_FACETOFACE_LAST] == STOS_FACETOFACE_LAST_LENIENT;
    bool single = placed - table->placed == STOS_FACETOFACE_CARDS - 1;
    if (word_count(hand) + table->placed > STOS_FACETOFACE_HAND || table->placed > placed ||
        (table->helped && table->placed == 0) || table->minimum != (lenient && single ? 1 : 2))
        return false;
    bool done = placed == STOS_FACETOFACE_CARDS;
    bool lost = table->placed < table->minimum &&
        (word_count(hand) + table->placed < table->minimum || facetoface_has_lost(table, hand));
    if (table->phase == STOS_PHASE_OVER)
        return table->winner == (done ? table->turn : 1 - table->turn) && (done || lost);
    return table->phase == STOS_PHASE_PLAY && table->winner == -1 && !done && !lost;
}

GAME_TABLE_FIRST(facetoface);

const stos_game game_facetoface = {
    .id = STOS_FACETOFACE,
    .name = "facetoface",
    .title = "THE GAME - FACE TO FACE",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_at = offsetof(stos_state, as.facetoface.table.option),
    .view_seat_at = offsetof(stos_view, as.facetoface.seat),
    .phase_at = offsetof(stos_state, as.facetoface.table.phase),
    .placed_at = offsetof(stos_state, as.facetoface.table.placed),
    .piles = pile_names,
    .low_card = LOW,
    .high_card = HIGH,
    .kinds = 1u << STOS_PLACE | 1u << STOS_END,
    .deck_shape = "two lists of 58 cards",
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
    .texts = &facetoface_texts,
    .show = &facetoface_show,
    .numbers = GAME_NUMBERS(facetoface_numbers),
};
