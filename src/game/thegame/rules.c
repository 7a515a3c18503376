/*
 * thegame/rules.c - THE GAME (TG1-TG15): 98 cards, two rising and two falling piles, all players
 * one team.
 *
 * A hand is a set of cards, a bit for each number, and a pile is the number on its top: what lies
 * below can never matter again. game/piles.h has for each top the set of cards that it takes, so
 * what is legal is one AND for each pile. Only the draw pile has an order. The rest of the state is
 * the running turn: whose it is, how many cards it has placed, how many it must, and which piles it
 * must cover. Nothing here allocates; a refused move changes nothing.
 *
 * An example, which test_thegame.c plays. Two players, seat 0 holds 5 12 15 30 40 60 90:
 *
 *   15@U1   15 on a pile that shows 1: takes[1] & hand is the whole hand. Now the pile shows 15,
 * and takes[15] & hand is 5 30 40 60 90: what is higher, and 5, the trick ten below (TG6). 5@U1 two
 * are placed, the minimum (TG7): from now on `end` is legal, and 12 fits again. end     two cards
 * come from the draw pile, so that the hand is seven again; seat 1 is on turn and must place two.
 * If no pile took any card of its hand, the game would end here (TG10).
 */
#include "base/cards.h"
#include "base/rng.h"
#include "game/game.h"
#include "game/thegame/placing.h"

#include <string.h>

enum { LOW = 2, HIGH = 99, RISING_START = 1, FALLING_START = 100 };

static const char *const hand_words[] = {"full", "less", NULL};
static const char *const fire_words[] = {"off", "next", "now", NULL};
static const char *const start_words[] = {"agree", "lot", NULL};
static const char *const pile_names[] = {"U1", "U2", "D1", "D2", NULL};

static const stos_option options[] = {
    [STOS_THEGAME_PLAYERS] = {"players", NULL, 1, 5, false, 1,
                              N_("number of players; they win or lose together")},
    [STOS_THEGAME_MIN] =
        {"min", NULL, 2, 3, false, 2,
         N_("cards that a turn must place while the draw pile lasts; 3 is the expert level")},
    [STOS_THEGAME_HAND] = {"hand", hand_words, 1, 0, false, STOS_THEGAME_HAND_FULL,
                           N_("full: 8 cards alone, 7 for two, 6 for more; less: one card fewer")},
    [STOS_THEGAME_FIRE] = {"fire", fire_words, 1, 0, false, STOS_THEGAME_FIRE_OFF,
                           N_("On Fire: 22, 33, 44, 55, 66, 77 must be covered by the end of the "
                              "next turn, or now, in the same turn")},
    [STOS_THEGAME_START] =
        {"start", start_words, 0, 4, true, STOS_THEGAME_START_AGREE,
         N_("who starts: the players agree by vote, the lot decides, or a fixed seat")},
};

static int seats(const int8_t *value) { return value[STOS_THEGAME_PLAYERS]; }

/* ---------------------------------------------------------------- turns */

static void draw_up(struct stos_thegame *game)
{
    stos_cards *hand = &game->hand[game->table.turn];
    int draws = thegame_draws(*hand, thegame_hand_size(game->table.option), game->drawn);
    for (; draws > 0; draws--) {
        cards_add(hand, game->draw[game->drawn]);
        game->draw[game->drawn++] = 0;
    }
}

/* TG7: a turn starts with nothing placed, so there is always a duty. */
static inline void begin_turn(struct stos_thegame *game, int seat)
{
    struct stos_thegame_table *table = &game->table;
    table->phase = STOS_PHASE_PLAY;
    table->turn = (uint8_t)seat;
    table->placed = 0;
    table->minimum = thegame_minimum(table->option[STOS_THEGAME_MIN], game->drawn);
}

/* TG10: being stuck at the start of a turn ends the game. */
static void start_turn(struct stos_thegame *game, int seat)
{
    begin_turn(game, seat);
    if (thegame_has_lost(&game->table, game->hand[seat]))
        game->table.phase = STOS_PHASE_OVER;
}

/* TG8, TG14: draws, and hands the turn on; whether the next player is stuck remains to be seen. */
static void pass_turn(struct stos_thegame *game)
{
    struct stos_thegame_table *table = &game->table;
    draw_up(game);
    table->due = thegame_due_next(table->top, table->option[STOS_THEGAME_FIRE]);
    begin_turn(game,
               thegame_next_seat(game->hand, table->turn, table->option[STOS_THEGAME_PLAYERS]));
}

/* TG9, TG11: an empty hand ends the turn, or the game: won if it was the last card of all, lost if
 * a fire card stays uncovered. */
static void settle_empty_hand(struct stos_thegame *game)
{
    if (thegame_cards_left(&game->table) > 0 && thegame_duties_met(&game->table))
        pass_turn(game);
    else
        game->table.phase = STOS_PHASE_OVER;
}

/* TG10, TG11: who still owes something and can place nothing has lost for all. */
static void settle_duties(struct stos_thegame *game)
{
    struct stos_thegame_table *table = &game->table;
    if (table->phase == STOS_PHASE_PLAY && thegame_has_lost(table, game->hand[table->turn]))
        table->phase = STOS_PHASE_OVER;
}

/* ---------------------------------------------------------------- dealing */

/* TG1: the cards 2 to 99, each once. */
static stos_error check_deck(const stos_deck *deck)
{
    if (deck->lists != 1 || deck->size != STOS_THEGAME_CARDS)
        return game_refuse(STOS_BAD_DECK_SHAPE, 0);
    stos_cards seen = cards_none();
    for (int i = 0; i < STOS_THEGAME_CARDS; i++) {
        int card = deck->card[i];
        if (card < LOW || card > HIGH)
            return game_refuse(STOS_BAD_DECK_CARD, card);
        if (cards_has(seen, card))
            return game_refuse(STOS_REPEATED_CARD, card);
        cards_add(&seen, card);
    }
    return game_ok();
}

static void shuffled_deck(uint8_t deck[STOS_THEGAME_CARDS], const stos_seed *seed)
{
    struct rng_stream stream;
    for (int i = 0; i < STOS_THEGAME_CARDS; i++)
        deck[i] = (uint8_t)(LOW + i);
    rng_open(&stream, seed, 0);
    rng_shuffle(&stream, deck, STOS_THEGAME_CARDS, STOS_THEGAME_CARDS);
}

static int starter(const int8_t *option, const stos_seed *seed)
{
    int start = option[STOS_THEGAME_START];
    return start == STOS_THEGAME_START_LOT ? game_draw_starter(seed, option[STOS_THEGAME_PLAYERS])
        : start < 0                        ? 0
                                           : start;
}

/* TG1 to TG3: piles, hands, and who starts. */
static void deal(stos_state *state, const stos_seed *seed, const stos_deck *deck)
{
    struct stos_thegame *game = &state->as.thegame;
    struct stos_thegame_table *table = &game->table;
    memset(table->vote, -1, sizeof table->vote);
    table->top[0] = table->top[1] = RISING_START;
    table->top[2] = table->top[3] = FALLING_START;
    if (deck)
        memcpy(game->draw, deck->card, STOS_THEGAME_CARDS);
    else
        shuffled_deck(game->draw, seed);
    int players = table->option[STOS_THEGAME_PLAYERS];
    for (table->turn = 0; table->turn < players; table->turn++)
        draw_up(game);
    start_turn(game, starter(table->option, seed));
    if (table->option[STOS_THEGAME_START] == STOS_THEGAME_START_AGREE && players > 1)
        table->phase = STOS_PHASE_START; /* TG3 */
}

/* ---------------------------------------------------------------- moves */

static stos_seats table_actors(const struct stos_thegame_table *table)
{
    switch (table->phase) {
    case STOS_PHASE_START: return (stos_seats)((1u << table->option[STOS_THEGAME_PLAYERS]) - 1);
    case STOS_PHASE_PLAY: return (stos_seats)(1u << table->turn);
    default: return 0;
    }
}

static bool may_act(const struct stos_thegame_table *table, int seat)
{
    return seat >= 0 && seat < STOS_THEGAME_SEATS && (table_actors(table) >> seat & 1);
}

/* Legal moves in one order everywhere: votes by seat, or placements by pile and card, then `end`.
 */
static int list_moves(const struct stos_thegame_table *table, stos_cards hand, stos_move *out)
{
    int count = 0;
    if (table->phase == STOS_PHASE_START) {
        for (int seat = 0; seat < table->option[STOS_THEGAME_PLAYERS]; seat++)
            out[count++] = stos_move_make(STOS_START, seat, 0);
        return count;
    }
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        stos_cards fits = cards_and(hand, thegame_takes(table, pile));
        while (!cards_empty(fits))
            out[count++] = stos_move_make(STOS_PLACE, cards_take(&fits), pile);
    }
    if (thegame_duties_met(table))
        out[count++] = stos_move_make(STOS_END, 0, 0);
    return count;
}

static int moves(const stos_state *state, int seat, stos_move *out)
{
    const struct stos_thegame *game = &state->as.thegame;
    return may_act(&game->table, seat) ? list_moves(&game->table, game->hand[seat], out) : 0;
}

static int move_count(const stos_state *state, int seat)
{
    const struct stos_thegame *game = &state->as.thegame;
    if (!may_act(&game->table, seat))
        return 0;
    if (game->table.phase == STOS_PHASE_START)
        return game->table.option[STOS_THEGAME_PLAYERS];
    int count = thegame_duties_met(&game->table);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        count += cards_count(cards_and(game->hand[seat], thegame_takes(&game->table, pile)));
    return count;
}

static stos_move move_at(const stos_state *state, int seat, int index)
{
    const struct stos_thegame *game = &state->as.thegame;
    if (game->table.phase == STOS_PHASE_START)
        return stos_move_make(STOS_START, index, 0);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        stos_cards fits = cards_and(game->hand[seat], thegame_takes(&game->table, pile));
        int count = cards_count(fits);
        if (index < count)
            return stos_move_make(STOS_PLACE, cards_select(fits, index), pile);
        index -= count;
    }
    return stos_move_make(STOS_END, 0, 0);
}

void thegame_place(struct stos_thegame *game, int card, int pile)
{
    struct stos_thegame_table *table = &game->table;
    stos_cards *hand = &game->hand[table->turn];
    thegame_put(table, hand, card, pile);
    if (cards_empty(*hand))
        settle_empty_hand(game);
    settle_duties(game);
}

void thegame_end_turn(struct stos_thegame *game)
{
    pass_turn(game);
    settle_duties(game);
}

stos_error thegame_refuse(const struct stos_thegame_table *table, stos_cards hand, int card,
                          int pile)
{
    if (card > HIGH || pile >= STOS_THEGAME_PILES || !cards_has(hand, card))
        return game_refuse(STOS_CARD_NOT_HELD, card);
    if (!cards_has(thegame_takes(table, pile), card))
        return game_refuse(pile < 2 ? STOS_RISING_REFUSES : STOS_FALLING_REFUSES, card);
    return game_ok();
}

static stos_error place(struct stos_thegame *game, int card, int pile)
{
    stos_error error = thegame_refuse(&game->table, game->hand[game->table.turn], card, pile);
    if (!error.reason)
        thegame_place(game, card, pile);
    return error;
}

/* TG9: the player says that the turn is over, once its duties are met. */
static stos_error say_end(struct stos_thegame *game)
{
    const struct stos_thegame_table *table = &game->table;
    if (table->placed < table->minimum)
        return game_refuse(STOS_TOO_FEW_PLACED, table->minimum);
    if (table->due) {
        bool now = table->option[STOS_THEGAME_FIRE] == STOS_THEGAME_FIRE_NOW;
        return game_refuse(now ? STOS_FIRE_NOT_COVERED : STOS_FIRE_IS_DUE,
                           table->top[__builtin_ctz(table->due)]);
    }
    thegame_end_turn(game);
    return game_ok();
}

/* TG3: the game starts when all votes name the same seat. */
static stos_error vote(struct stos_thegame *game, int seat, int choice)
{
    struct stos_thegame_table *table = &game->table;
    if (choice >= table->option[STOS_THEGAME_PLAYERS])
        return game_refuse(STOS_NO_SUCH_SEAT_TO_START, choice);
    table->vote[seat] = (int8_t)choice;
    if (game_votes_agree(table->vote, table->option[STOS_THEGAME_PLAYERS]))
        start_turn(game, choice);
    return game_ok();
}

static stos_error play(stos_state *state, int seat, stos_move move)
{
    struct stos_thegame *game = &state->as.thegame;
    if (!may_act(&game->table, seat))
        return game_refuse(STOS_NOT_YOUR_TURN, seat);
    bool starting = game->table.phase == STOS_PHASE_START;
    switch (stos_move_kind(move)) {
    case STOS_PLACE:
        if (!starting)
            return place(game, stos_move_low(move), stos_move_high(move));
        return game_refuse(STOS_STARTER_NOT_AGREED, 0);
    case STOS_END: return starting ? game_refuse(STOS_STARTER_NOT_AGREED, 0) : say_end(game);
    case STOS_START:
        return starting ? vote(game, seat, stos_move_low(move))
                        : game_refuse(STOS_STARTER_IS_SET, 0);
    default: return game_refuse(STOS_WRONG_MOVE_KIND, 0);
    }
}

static stos_seats actors(const stos_state *state) { return table_actors(&state->as.thegame.table); }

static bool over(const stos_state *state)
{
    return state->as.thegame.table.phase == STOS_PHASE_OVER;
}

/* TG12. */
static int result(const stos_state *state) { return thegame_cards_left(&state->as.thegame.table); }

static const char *result_word(const stos_state *state, bool *with_number)
{
    *with_number = result(state) > 0;
    return *with_number ? "left" : "won";
}

/* ---------------------------------------------------------------- knowledge */

static void look(const stos_state *state, int seat, stos_view *view)
{
    const struct stos_thegame *game = &state->as.thegame;
    struct stos_thegame_view *seen = &view->as.thegame;
    seen->table = game->table;
    seen->seat = (int8_t)seat;
    if (seat >= 0)
        seen->hand = game->hand[seat];
    for (int other = 0; other < STOS_THEGAME_SEATS; other++)
        seen->hand_count[other] = (uint8_t)cards_count(game->hand[other]);
    seen->draw_count = (uint8_t)(STOS_THEGAME_CARDS - game->drawn);
}

/* TG10: while a duty is open the player on turn can play; when the game was lost, that player could
 * not. */
static enum game_hand hand_on_turn(const struct stos_thegame_table *table)
{
    if (table->phase == STOS_PHASE_START || table->turn == STOS_THEGAME_TURN_UNKNOWN ||
        thegame_duties_met(table) || thegame_cards_left(table) == 0)
        return GAME_HAND_ANY;
    return table->phase == STOS_PHASE_OVER ? GAME_HAND_IS_STUCK : GAME_HAND_CAN_PLAY;
}

static void sample(const stos_view *view, stos_random *random, stos_state *state)
{
    const struct stos_thegame_view *seen = &view->as.thegame;
    const struct stos_thegame_table *table = &seen->table;
    struct stos_thegame *game = &state->as.thegame;
    uint8_t hidden[STOS_THEGAME_CARDS];
    stos_cards known = cards_or(table->gone, seen->hand);
    int count = game_list_cards(cards_minus(cards_range(LOW, HIGH), known), hidden);
    int turn = table->turn == STOS_THEGAME_TURN_UNKNOWN ? 0 : table->turn;
    bool own_turn = seen->seat == turn;
    int size = own_turn ? 0 : seen->hand_count[turn];
    game_shuffle_hidden(random, hidden, count, size, own_turn ? GAME_HAND_ANY : hand_on_turn(table),
                        thegame_playable(table));

    game->table = *table;
    const uint8_t *next = hidden;
    for (int i = 0; i < STOS_THEGAME_SEATS;
         i++) { /* from the seat on turn, whose cards are in front */
        int seat = (turn + i) % STOS_THEGAME_SEATS;
        if (seat == seen->seat)
            game->hand[seat] = seen->hand;
        else
            for (int k = 0; k < seen->hand_count[seat]; k++)
                cards_add(&game->hand[seat], *next++);
    }
    game->drawn = (uint8_t)(STOS_THEGAME_CARDS - seen->draw_count);
    memcpy(game->draw + game->drawn, next, seen->draw_count);
}

static stos_seats view_actors(const stos_view *view)
{
    return table_actors(&view->as.thegame.table);
}

static int view_moves(const stos_view *view, stos_move *out)
{
    const struct stos_thegame_view *seen = &view->as.thegame;
    return may_act(&seen->table, seen->seat) ? list_moves(&seen->table, seen->hand, out) : 0;
}

static int view_result(const stos_view *view)
{
    return thegame_cards_left(&view->as.thegame.table);
}

/* ---------------------------------------------------------------- positions */

/* Every card is in one place: a hand, the draw pile, or gone. */
static bool derive_gone(struct stos_thegame *game)
{
    stos_cards held = cards_none();
    int count = 0;
    for (int seat = 0; seat < STOS_THEGAME_SEATS; seat++) {
        held = cards_or(held, game->hand[seat]);
        count += cards_count(game->hand[seat]);
    }
    for (int i = game->drawn; i < STOS_THEGAME_CARDS; i++, count++)
        cards_add(&held, game->draw[i]);
    game->table.gone = cards_minus(cards_range(LOW, HIGH), held);
    return cards_count(held) == count;
}

static bool tops_are_gone(const struct stos_thegame_table *table)
{
    stos_cards seen = cards_none();
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        int top = table->top[pile], fresh = pile < 2 ? RISING_START : FALLING_START;
        if (top == fresh)
            continue;
        if (top < LOW || top > HIGH || !cards_has(table->gone, top) || cards_has(seen, top))
            return false;
        cards_add(&seen, top);
    }
    return true;
}

/* Whether the game would stand as the phase says: neither over nor going on in secret. */
static bool phase_is_true(const struct stos_thegame *game)
{
    const struct stos_thegame_table *table = &game->table;
    stos_cards hand = game->hand[table->turn];
    bool ended = thegame_cards_left(table) == 0 || thegame_has_lost(table, hand);
    switch (table->phase) {
    case STOS_PHASE_START:
        return table->option[STOS_THEGAME_PLAYERS] > 1 &&
            table->option[STOS_THEGAME_START] == STOS_THEGAME_START_AGREE &&
            cards_empty(table->gone) && table->turn == 0 &&
            !game_votes_agree(table->vote, table->option[STOS_THEGAME_PLAYERS]);
    case STOS_PHASE_PLAY: return !ended && !cards_empty(hand);
    case STOS_PHASE_OVER: return ended;
    default: return false;
    }
}

static bool due_is_true(const struct stos_thegame_table *table)
{
    uint8_t fires = thegame_fires_on(table->top);
    switch (table->option[STOS_THEGAME_FIRE]) {
    case STOS_THEGAME_FIRE_NEXT: return (table->due & ~fires) == 0;
    case STOS_THEGAME_FIRE_NOW: return table->due == fires;
    default: return table->due == 0;
    }
}

/* Nobody holds too much, and the player on turn had room for what was placed: cards are drawn only
 * at the end. */
static bool hands_are_small(const struct stos_thegame *game)
{
    int most = thegame_hand_size(game->table.option);
    for (int seat = 0; seat < STOS_THEGAME_SEATS; seat++)
        if (cards_count(game->hand[seat]) > most)
            return false;
    return cards_count(game->hand[game->table.turn]) + game->table.placed <= most;
}

static bool settle_position(stos_state *state)
{
    struct stos_thegame *game = &state->as.thegame;
    struct stos_thegame_table *table = &game->table;
    table->minimum = thegame_minimum(table->option[STOS_THEGAME_MIN], game->drawn);
    for (int seat = table->option[STOS_THEGAME_PLAYERS]; seat < STOS_THEGAME_SEATS; seat++)
        table->vote[seat] = -1;
    return derive_gone(game) && hands_are_small(game) &&
        table->placed <= cards_count(table->gone) && tops_are_gone(table) && due_is_true(table) &&
        phase_is_true(game);
}

GAME_TABLE_FIRST(thegame);

const stos_game game_thegame = {
    .id = STOS_THEGAME,
    .name = "thegame",
    .title = "THE GAME",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_at = offsetof(stos_state, as.thegame.table.option),
    .view_seat_at = offsetof(stos_view, as.thegame.seat),
    .phase_at = offsetof(stos_state, as.thegame.table.phase),
    .votes_at = offsetof(stos_state, as.thegame.table.vote),
    .placed_at = offsetof(stos_state, as.thegame.table.placed),
    .turn_at = offsetof(stos_view, as.thegame.table.turn),
    .cooperative = true,
    .piles = pile_names,
    .low_card = LOW,
    .high_card = HIGH,
    .kinds = 1u << STOS_PLACE | 1u << STOS_END | 1u << STOS_START,
    .deck_shape = "one list of 98 cards",
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
    .texts = &thegame_texts,
    .show = &thegame_show,
    .numbers = GAME_NUMBERS(thegame_numbers),
};
