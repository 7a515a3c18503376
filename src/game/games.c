/*
 * games.c - the registry: which games there are, their options as text, and the public functions
 * that dispatch to a game's vtable. To add a game, add a row to STOS_EACH_GAME (stos_games.h).
 */
#include "base/cards.h"
#include "base/rng.h"
#include "base/text.h"
#include "game.h"

#include "stos_learn.h"

#include <string.h>

#define GAME_ROW(name, NAME) [STOS_##NAME] = &game_##name,
static const stos_game *const games[STOS_GAMES] = {STOS_EACH_GAME(GAME_ROW)};

int stos_game_count(void) { return STOS_GAMES; }

const stos_game *stos_game_at(int index)
{
    return index >= 0 && index < STOS_GAMES ? games[index] : NULL;
}

const stos_game *stos_game_find(const char *name, size_t length)
{
    for (int i = 0; i < STOS_GAMES; i++)
        if (text_equal(name, length, games[i]->name))
            return games[i];
    return NULL;
}

const char *stos_game_name(const stos_game *game) { return game->name; }

const char *stos_game_title(const stos_game *game) { return game->title; }

const char *const *stos_game_piles(const stos_game *game)
{
    static const char *const none[] = {NULL};
    return game->piles ? game->piles : none;
}

bool stos_game_is_cooperative(const stos_game *game) { return game->cooperative; }

const stos_option *stos_game_options(const stos_game *game, int *count)
{
    *count = game->option_count;
    return game->options;
}

stos_error game_refuse_text(enum stos_reason reason, const stos_game *game, int number,
                            const char *text, const char *at, const char *end)
{
    size_t offset = (size_t)(at - text), length = (size_t)(end - at);
    return (stos_error){
        .reason = (uint8_t)reason,
        .number = (int16_t)number,
        .at = (uint16_t)(offset < UINT16_MAX ? offset : UINT16_MAX),
        .length = (uint16_t)(offset >= UINT16_MAX      ? 0
                                 : length < UINT16_MAX ? length
                                                       : UINT16_MAX),
        .game = game,
    };
}

/* ---------------------------------------------------------------- rules strings */

stos_rules stos_rules_standard(const stos_game *game)
{
    stos_rules rules = {.game = game};
    for (int i = 0; i < game->option_count; i++)
        rules.value[i] = game->options[i].standard;
    return rules;
}

int stos_rules_seats(const stos_rules *rules)
{
    return game_check_rules(rules).reason ? 0 : rules->game->seats(rules->value);
}

/* The highest number an option takes: a seat must exist. */
static int highest(const stos_option *option, int seats)
{
    return option->seat && option->high >= seats ? seats - 1 : option->high;
}

static bool has_word(const stos_option *option, int index)
{
    int words = 0;
    while (option->words && option->words[words] && words <= index)
        words++;
    return words > index;
}

static bool allows(const stos_option *option, int seats, int value)
{
    return value < 0 ? has_word(option, -1 - value)
                     : value >= option->low && value <= highest(option, seats);
}

stos_error game_check_rules(const stos_rules *rules)
{
    bool known = false;
    for (int i = 0; i < STOS_GAMES; i++)
        known |= rules->game == games[i];
    if (!known)
        return game_refuse(STOS_UNKNOWN_GAME, 0);
    int seats = rules->game->options[0].seat ? rules->game->seats(rules->value)
                                             : 0; /* else the first option may say how many */
    for (int i = 0; i < rules->game->option_count; i++) {
        if (!allows(&rules->game->options[i], seats, rules->value[i]))
            return (stos_error){.reason = STOS_BAD_VALUE,
                                .seats = (uint8_t)seats,
                                .number = (int16_t)i,
                                .game = rules->game};
        seats = i == 0 ? rules->game->seats(rules->value) : seats;
    }
    return game_ok();
}

/* A rules string being read: where the value of each option stands, NULL when it was not given. */
struct rules_reading {
    struct text_reader reader;
    const char *text, *value[STOS_MAX_OPTIONS];
    size_t length[STOS_MAX_OPTIONS];
    stos_rules rules;
};

/* A default that does not fit the number of players stands nowhere in the text. */
static stos_error refuse_value(const struct rules_reading *reading, int option)
{
    const stos_rules *rules = &reading->rules;
    const char *value = reading->value[option] ? reading->value[option] : reading->text;
    stos_error error = game_refuse_text(STOS_BAD_VALUE, rules->game, option, reading->text, value,
                                        value + reading->length[option]);
    error.seats = (uint8_t)rules->game->seats(rules->value);
    return error;
}

/* Numbers of seats are checked when the number of players is known. */
static bool read_value(const stos_option *option, const char *text, size_t length, int8_t *value)
{
    struct text_reader reader = {text, text + length};
    int number;
    for (int i = 0; option->words && option->words[i]; i++) {
        if (text_equal(text, length, option->words[i])) {
            *value = STOS_WORD(i);
            return true;
        }
    }
    if (!text_take_number(&reader, option->low, option->seat ? INT8_MAX : option->high, &number) ||
        !text_at_end(&reader))
        return false;
    *value = (int8_t)number;
    return true;
}

static int find_option(const stos_game *game, const char *name, size_t length)
{
    for (int i = 0; i < game->option_count; i++)
        if (text_equal(name, length, game->options[i].name))
            return i;
    return -1;
}

static stos_error refuse_syntax(const struct rules_reading *reading)
{
    enum stos_reason reason =
        text_at_end(&reading->reader) ? STOS_RULES_NOT_CLOSED : STOS_BAD_RULES_SYNTAX;
    return game_refuse_text(reason, reading->rules.game, 0, reading->text, reading->reader.at,
                            reading->reader.end);
}

/* Reads one "option=value". */
static stos_error read_option(struct rules_reading *reading)
{
    const stos_game *game = reading->rules.game;
    const char *name, *value;
    size_t name_length, value_length;
    struct text_reader *reader = &reading->reader;
    text_skip_spaces(reader);
    if (!text_take_word(reader, &name, &name_length) || !text_take(reader, "=") ||
        !text_take_word(reader, &value, &value_length))
        return refuse_syntax(reading);
    int option = find_option(game, name, name_length);
    if (option < 0)
        return game_refuse_text(STOS_UNKNOWN_OPTION, game, 0, reading->text, name,
                                name + name_length);
    if (reading->value[option])
        return game_refuse_text(STOS_REPEATED_OPTION, game, option, reading->text, name,
                                name + name_length);
    reading->value[option] = value;
    reading->length[option] = value_length;
    if (!read_value(&game->options[option], value, value_length, &reading->rules.value[option]))
        return refuse_value(reading, option);
    text_skip_spaces(reader);
    return game_ok();
}

static stos_error read_options(struct rules_reading *reading)
{
    text_skip_spaces(&reading->reader);
    if (text_take(&reading->reader, ")"))
        return game_ok();
    do {
        stos_error error = read_option(reading);
        if (error.reason)
            return error;
    } while (text_take(&reading->reader, ","));
    return text_take(&reading->reader, ")") ? game_ok() : refuse_syntax(reading);
}

static stos_error check_seats(const struct rules_reading *reading)
{
    const stos_rules *rules = &reading->rules;
    int seats = rules->game->seats(rules->value);
    for (int i = 0; i < rules->game->option_count; i++)
        if (rules->game->options[i].seat &&
            rules->value[i] > highest(&rules->game->options[i], seats))
            return refuse_value(reading, i);
    return game_ok();
}

stos_error stos_rules_parse(const char *text, size_t length, stos_rules *rules)
{
    struct rules_reading reading = {.reader = {text, text + length}, .text = text};
    const char *name = text;
    size_t name_length = 0;
    text_take_word(&reading.reader, &name, &name_length);
    const stos_game *game = stos_game_find(name, name_length);
    if (!game)
        return game_refuse_text(STOS_UNKNOWN_GAME, NULL, 0, text, text,
                                name_length ? reading.reader.at : reading.reader.end);
    reading.rules = stos_rules_standard(game);
    stos_error error = text_take(&reading.reader, "(") ? read_options(&reading) : game_ok();
    if (!error.reason && !text_at_end(&reading.reader))
        error = refuse_syntax(&reading);
    if (!error.reason)
        error = check_seats(&reading);
    if (!error.reason)
        *rules = reading.rules;
    return error;
}

size_t stos_rules_text(const stos_rules *rules, char out[STOS_RULES_TEXT])
{
    stos_writer writer = stos_writer_on(out, STOS_RULES_TEXT);
    if (game_check_rules(rules).reason)
        return 0;
    text_put(&writer, rules->game->name);
    for (int i = 0; i < rules->game->option_count; i++) {
        const stos_option *option = &rules->game->options[i];
        text_char(&writer, i ? ',' : '(');
        text_put(&writer, option->name);
        text_char(&writer, '=');
        if (rules->value[i] < 0)
            text_put(&writer, option->words[-1 - rules->value[i]]);
        else
            text_number(&writer, rules->value[i]);
    }
    text_char(&writer, ')');
    return writer.length;
}

static void write_range(stos_writer *writer, int low, int high)
{
    text_number(writer, low);
    if (high > low) {
        text_put(writer, high == low + 1 ? " or " : " to ");
        text_number(writer, high);
    }
}

size_t game_option_allowed(const stos_option *option, int seats, char *out, size_t size)
{
    stos_writer writer = stos_writer_on(out, size);
    int high = highest(option, seats);
    bool numbers = option->low <= high;
    for (int i = 0; option->words && option->words[i]; i++) {
        bool last = !numbers && !option->words[i + 1];
        text_put(&writer, i == 0 ? "" : last ? " or " : ", ");
        text_put(&writer, option->words[i]);
    }
    if (numbers) {
        bool pair = high == option->low + 1; /* "lot, 0 or 1", but "lot or 0 to 2" */
        text_put(&writer, !option->words ? "" : pair ? ", " : " or ");
        write_range(&writer, option->low, high);
    }
    return writer.length;
}

size_t game_option_values(const stos_option *option, int seats, char *out, size_t size)
{
    stos_writer writer = stos_writer_on(out, size);
    int high = highest(option, seats);
    for (int i = 0; option->words && option->words[i]; i++) {
        text_put(&writer, i == 0 ? "" : ", ");
        text_put(&writer, option->words[i]);
    }
    if (option->low <= high) {
        text_put(&writer, option->words ? ", " : "");
        text_number(&writer, option->low);
    }
    if (option->low < high) {
        text_char(&writer, '-');
        text_number(&writer, high);
    }
    return writer.length;
}

size_t stos_option_allowed(const stos_rules *rules, int index, char *out, size_t size)
{
    if (!game_check_rules(rules).reason && index >= 0 && index < rules->game->option_count)
        return game_option_allowed(&rules->game->options[index], rules->game->seats(rules->value),
                                   out, size);
    return stos_writer_on(out, size).length;
}

/* ---------------------------------------------------------------- seeds */

stos_seed stos_seed_number(uint64_t number)
{
    stos_seed seed = {.generator = STOS_CHACHA20};
    for (int i = 0; i < 8;
         i++) /* as a 256-bit number in hexadecimal: the last byte is the lowest */
        seed.bytes[31 - i] = (uint8_t)(number >> 8 * i);
    return seed;
}

/* Every simulated game begins here, so no local is filled and copied: the copy would stall on the
 * partial stores. */
stos_seed stos_seed_fast(uint64_t number)
{
    return (stos_seed){.generator = STOS_FAST,
                       .bytes = {(uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number >> 16),
                                 (uint8_t)(number >> 24), (uint8_t)(number >> 32),
                                 (uint8_t)(number >> 40), (uint8_t)(number >> 48),
                                 (uint8_t)(number >> 56)}};
}

static bool read_hex_seed(const char *text, size_t length, stos_seed *seed)
{
    stos_seed read = {.generator = STOS_CHACHA20};
    if (length != 64)
        return false;
    for (int i = 0; i < 32; i++) {
        int high = text_hex_digit(text[2 * i]), low = text_hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        read.bytes[i] = (uint8_t)(high << 4 | low);
    }
    *seed = read;
    return true;
}

stos_error stos_seed_parse(const char *text, size_t length, stos_seed *seed)
{
    struct text_reader reader = {text, text + length};
    uint64_t number;
    if (read_hex_seed(text, length, seed))
        return game_ok();
    bool fast = text_take(&reader, "fast:");
    if (!text_take_unsigned(&reader, &number) || !text_at_end(&reader))
        return game_refuse_text(STOS_BAD_SEED, NULL, 0, text, text, text + length);
    *seed = fast ? stos_seed_fast(number) : stos_seed_number(number);
    return game_ok();
}

size_t stos_seed_text(const stos_seed *seed, char out[72])
{
    stos_writer writer = stos_writer_on(out, 72);
    if (seed->generator == STOS_FAST) {
        uint64_t number = 0;
        for (int i = 7; i >= 0; i--)
            number = number << 8 | seed->bytes[i];
        text_put(&writer, "fast:");
        text_unsigned(&writer, number);
    } else {
        for (int i = 0; i < 32; i++) {
            text_char(&writer, "0123456789abcdef"[seed->bytes[i] >> 4]);
            text_char(&writer, "0123456789abcdef"[seed->bytes[i] & 15]);
        }
    }
    return writer.length;
}

int game_draw_starter(const stos_seed *seed, int seats)
{
    struct rng_stream stream;
    rng_open(&stream, seed, GAME_STARTER_STREAM);
    return (int)rng_below(&stream, (uint32_t)seats);
}

/* ---------------------------------------------------------------- playing and knowing */

static bool can_play(const uint8_t *hand, int size, stos_cards playable)
{
    for (int i = 0; i < size; i++)
        if (cards_has(playable, hand[i]))
            return true;
    return false;
}

/* Puts the cards that cannot be played in front; returns how many. */
static int stuck_first(uint8_t *cards, int count, stos_cards playable)
{
    int stuck = 0;
    for (int i = 0; i < count; i++) {
        if (cards_has(playable, cards[i]))
            continue;
        uint8_t card = cards[i];
        cards[i] = cards[stuck];
        cards[stuck++] = card;
    }
    return stuck;
}

void game_shuffle_hidden(stos_random *random, uint8_t *hidden, int count, int size,
                         enum game_hand hand, stos_cards playable)
{
    if (hand == GAME_HAND_IS_STUCK) {
        rng_shuffle_fast(random, hidden, stuck_first(hidden, count, playable), size);
        rng_shuffle_fast(random, hidden + size, count - size, count - size);
        return;
    }
    bool any = hand == GAME_HAND_ANY || size == 0 || !can_play(hidden, count, playable);
    enum {
        ENOUGH = 1 << 16
    }; /* one playable card in a hundred is found in a hundred tries on average */
    for (int tries = 0; tries < ENOUGH; tries++) {
        rng_shuffle_fast(random, hidden, count, count);
        if (any || can_play(hidden, size, playable))
            return;
    }
}

static int8_t *options_of(stos_state *state)
{
    return (int8_t *)state + games[state->game]->options_at;
}

void game_set_options(stos_state *state, const stos_rules *rules)
{
    memcpy(options_of(state), rules->value, (size_t)rules->game->option_count);
}

/* The size comes from elsewhere, because GCC writes a constant one by `rep stos`, which is slower
 * than a call of memset(). */
static void clear(stos_state *state) { memset(state, 0, stos_size_of(STOS_TYPE_STATE)); }

void game_deal(stos_state *state, const stos_rules *rules, stos_seed seed, const stos_deck *deck)
{
    clear(state);
    state->game = rules->game->id;
    game_set_options(state, rules);
    rules->game->deal(state, &seed, deck);
}

stos_error stos_deal(stos_state *state, const stos_rules *rules, const stos_seed *seed,
                     const stos_deck *deck)
{
    stos_error error = game_check_rules(rules);
    if (error.reason)
        return error;
    if (seed->generator != STOS_CHACHA20 && seed->generator != STOS_FAST)
        error = game_refuse(STOS_BAD_SEED, 0);
    else if (deck)
        error = rules->game->check_deck(deck);
    error.game = rules->game;
    if (error.reason)
        return error;
    game_deal(state, rules, *seed, deck);
    return error;
}

const stos_game *stos_state_game(const stos_state *state) { return games[state->game]; }

const stos_game *stos_view_game(const stos_view *view) { return games[view->game]; }

static int seats_of(const stos_state *state)
{
    return games[state->game]->seats((const int8_t *)state + games[state->game]->options_at);
}

stos_rules stos_state_rules(const stos_state *state)
{
    const stos_game *game = games[state->game];
    stos_rules rules = {.game = game};
    memcpy(rules.value, (const int8_t *)state + game->options_at, (size_t)game->option_count);
    return rules;
}

stos_seats stos_actors(const stos_state *state) { return games[state->game]->actors(state); }

stos_seats stos_movers(const stos_state *state)
{
    const stos_game *game = games[state->game];
    return game->movers ? game->movers(state) : game->actors(state);
}

bool stos_over(const stos_state *state) { return games[state->game]->over(state); }

/* Whether a seat is one at all; the games themselves know which of them may act. */
static bool is_seat(int seat) { return seat >= 0 && seat < STOS_MAX_SEATS; }

int stos_moves(const stos_state *state, int seat, stos_move out[STOS_MAX_MOVES])
{
    return is_seat(seat) ? games[state->game]->moves(state, seat, out) : 0;
}

int stos_move_count(const stos_state *state, int seat)
{
    return is_seat(seat) ? games[state->game]->move_count(state, seat) : 0;
}

stos_move stos_move_at(const stos_state *state, int seat, int index)
{
    bool good = index >= 0 && index < stos_move_count(state, seat);
    return good ? games[state->game]->move_at(state, seat, index) : STOS_NO_MOVE;
}

/* The game itself tells a seat that may not move; that it is over, or that there is no such seat,
 * is said here. */
static stos_error refuse_actor(const stos_state *state, int seat)
{
    if (seat < 0 || seat >= seats_of(state))
        return game_refuse(STOS_BAD_SEAT, seat);
    return stos_over(state) ? game_refuse(STOS_GAME_OVER, 0)
                            : game_refuse(STOS_NOT_YOUR_TURN, seat);
}

/* Whether a move's number has no bits that its kind does not use: every move has one number only.
 */
static bool is_canonical(stos_move move)
{
    static const stos_move used[] = {
        [STOS_PLACE] = 0xffff, [STOS_END] = 0,      [STOS_START] = 0xff, [STOS_SHOW] = 0xffffff,
        [STOS_DIR] = 0xff,     [STOS_BID] = 0xffff, [STOS_CALL] = 0};
    unsigned kind = move >> 24;
    return kind < sizeof used / sizeof used[0] && (move & 0xffffff & ~used[kind]) == 0;
}

stos_error stos_play(stos_state *state, int seat, stos_move move)
{
    if (!is_canonical(move))
        move = STOS_NO_MOVE; /* which no game has */
    if (!is_seat(seat))
        return refuse_actor(state, seat);
    stos_error error = games[state->game]->play(state, seat, move);
    if (error.reason == STOS_NOT_YOUR_TURN)
        return refuse_actor(state, seat);
    if (error.reason)
        error.game = games[state->game];
    return error;
}

int stos_playout(stos_state *state, stos_random *random)
{
    const stos_game *game = games[state->game];
    int made = 0;
    for (stos_seats actors; (actors = game->actors(state)) != 0; made++) {
        int seat = stos_phase(state) == STOS_PHASE_START
            ? (int)rng_bits_below(random, (uint32_t)__builtin_popcount(actors))
            : __builtin_ctz(actors);
        int index = (int)rng_bits_below(random, (uint32_t)game->move_count(state, seat));
        game->play(state, seat, game->move_at(state, seat, index));
    }
    return made;
}

int stos_result(const stos_state *state)
{
    return stos_over(state) ? games[state->game]->result(state) : -1;
}

/* A byte that a state and a view keep at the same place. */
static uint8_t byte_at(const void *value, size_t at) { return ((const uint8_t *)value)[at]; }

static const int8_t *votes_at(const void *value, size_t at)
{
    return at ? (const int8_t *)value + at : NULL;
}

enum stos_phase stos_phase(const stos_state *state)
{
    return (enum stos_phase)byte_at(state, games[state->game]->phase_at);
}

const int8_t *stos_votes(const stos_state *state)
{
    return votes_at(state, games[state->game]->votes_at);
}

bool stos_mid_turn(const stos_state *state)
{
    const stos_game *game = games[state->game];
    return game->placed_at && byte_at(state, game->placed_at) > 0 && !game->over(state);
}

bool game_votes_agree(const int8_t *vote, int seats)
{
    for (int seat = 0; seat < seats; seat++)
        if (vote[seat] < 0 || vote[seat] != vote[0])
            return false;
    return true;
}

size_t stos_result_text(const stos_state *state, char out[STOS_RESULT_TEXT])
{
    stos_writer writer = stos_writer_on(out, STOS_RESULT_TEXT);
    bool with_number = false;
    text_put(&writer,
             stos_over(state) ? games[state->game]->result_word(state, &with_number)
                              : "unfinished");
    if (with_number) {
        text_char(&writer, ' ');
        text_number(&writer, stos_result(state));
    }
    return writer.length;
}

void stos_look(const stos_state *state, int seat, stos_view *view)
{
    static const stos_view blank;
    *view = blank; /* a memset() of this size takes as long as all the rest */
    view->game = state->game;
    games[state->game]->look(state, seat >= 0 && seat < seats_of(state) ? seat : STOS_SPECTATOR,
                             view);
}

void stos_sample(const stos_view *view, stos_random *random, stos_state *state)
{
    clear(state);
    state->game = view->game;
    games[view->game]->sample(view, random, state);
}

int stos_view_seat(const stos_view *view)
{
    return ((const int8_t *)view)[games[view->game]->view_seat_at];
}

stos_seats stos_view_actors(const stos_view *view) { return games[view->game]->view_actors(view); }

stos_seats stos_view_movers(const stos_view *view)
{
    const stos_game *game = games[view->game];
    return game->view_movers ? game->view_movers(view) : game->view_actors(view);
}

int stos_view_moves(const stos_view *view, stos_move out[STOS_MAX_MOVES])
{
    return games[view->game]->view_moves(view, out);
}

bool stos_is_legal(const stos_view *view, stos_move move)
{
    stos_move moves[STOS_MAX_MOVES];
    int count = stos_view_moves(view, moves);
    while (count > 0)
        if (moves[--count] == move)
            return true;
    return false;
}

enum stos_phase stos_view_phase(const stos_view *view)
{
    return (enum stos_phase)byte_at(view, games[view->game]->phase_at);
}

const int8_t *stos_view_votes(const stos_view *view)
{
    return votes_at(view, games[view->game]->votes_at);
}

bool stos_view_mid_turn(const stos_view *view)
{
    const stos_game *game = games[view->game];
    return game->placed_at && byte_at(view, game->placed_at) > 0 &&
        stos_view_phase(view) != STOS_PHASE_OVER;
}

int stos_view_result(const stos_view *view)
{
    return stos_view_actors(view) == 0 ? games[view->game]->view_result(view) : -1;
}
