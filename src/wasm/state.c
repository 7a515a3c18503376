/*
 * state.c - games as their dealer sees them: dealing, moving, looking, sampling, positions, writing
 * records.
 *
 * For the package of npm; the page, whose tables are those of host.c, is linked without this file.
 * There is one state, which the host copies in and out as plain bytes: so its states are values, as
 * in C.
 */
#include "wasm.h"

#include "base/text.h"
#include "table/table_text.h"

#include <string.h>

/* The state, and its bytes. */
WASM_EXPORT stos_state *wasm_state(void);
WASM_EXPORT int wasm_state_size(void);

/* These put a game in its place, from the head of a record, a position, or a view from which one is
 * sampled. Nothing, or {"error":...}. */
WASM_EXPORT int wasm_state_deal(int length);
WASM_EXPORT int wasm_state_parse(int length);
WASM_EXPORT int wasm_state_sample(double seed, int length);

/* What it is: JSON, the JSON of a view, a position, rules, a result. */
WASM_EXPORT int wasm_state_json(void);
WASM_EXPORT int wasm_state_look(int seat);
WASM_EXPORT int wasm_state_position(void);
WASM_EXPORT int wasm_state_rules(void);
WASM_EXPORT int wasm_state_result_text(void);

/* As in stos.h; sets of seats as bits. */
WASM_EXPORT int wasm_state_actors(void);
WASM_EXPORT int wasm_state_movers(void);
WASM_EXPORT int wasm_state_next_actor(int after);
WASM_EXPORT int wasm_state_mid_turn(void);
WASM_EXPORT int wasm_state_result(void);
WASM_EXPORT int wasm_state_moves(int seat);
WASM_EXPORT int wasm_state_move_count(int seat);
WASM_EXPORT int wasm_state_move_at(int seat, int index);
WASM_EXPORT int wasm_state_playout(double seed);

/* A move in; nothing, or {"error":...} and the state is as it was. */
WASM_EXPORT int wasm_state_play(int seat, int length);
/* "yes", "no" or "unknown": could it be won with open cards? null where that is no question. */
WASM_EXPORT int wasm_state_winnable(void);
/* Rules in: deals so many games and plays them out, as `stos bench` does; the moves. -1: no rules.
 */
WASM_EXPORT double wasm_playouts(double games, int length);

/* A record without its result in, the canonical one with it out; or {"error":...,"line":n}. */
WASM_EXPORT int wasm_record_write(int length);
/* A record in, {"seed":...,"deck":[[...],...]} out, null for what it does not give. */
WASM_EXPORT int wasm_record_head(int length);

static stos_state state;
static stos_reader reader;

stos_state *wasm_state(void) { return &state; }
int wasm_state_size(void) { return (int)sizeof state; }

static int refuse(stos_error error, const char *text, size_t length, int line)
{
    stos_writer writer = wasm_answer();
    if (error.reason == STOS_OK)
        return 0;
    wasm_begin_error(&writer, error, text, length);
    if (line) {
        text_put(&writer, ",\"line\":");
        text_number(&writer, line);
    }
    text_char(&writer, '}');
    return wasm_answered(&writer);
}

/* An error of the line that was read last; `number`: that of the line, 0 for one nobody wrote. */
static int refuse_line(stos_error error, int number)
{
    const char *line = reader.line_start ? reader.line_start : "";
    return refuse(error, line, strcspn(line, "\n"), number);
}

/* ---------------------------------------------------------------- where games come from */

int wasm_state_deal(int length)
{
    struct wasm_lines head = wasm_lines(length);
    stos_error error = stos_record_open(&reader, head.at, (size_t)(head.end - head.at));
    if (error.reason == STOS_OK)
        state = reader.state;
    return refuse_line(error, 0);
}

int wasm_state_parse(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    size_t size = (size_t)(lines.end - lines.at);
    return refuse(stos_position_parse(lines.at, size, &state), lines.at, size, 0);
}

int wasm_state_sample(double seed, int length)
{
    struct wasm_lines lines = wasm_lines(length);
    size_t size = (size_t)(lines.end - lines.at);
    stos_random random = stos_random_from((uint64_t)seed);
    stos_view view;
    stos_error error = stos_view_parse(lines.at, size, &view);
    if (error.reason == STOS_OK)
        stos_sample(&view, &random, &state);
    return refuse(error, lines.at, size, 0);
}

/* ---------------------------------------------------------------- what they are */

int wasm_state_json(void) { return (int)stos_state_json(&state, wasm_output, WASM_OUTPUT); }

int wasm_state_look(int seat)
{
    stos_view view;
    stos_look(&state, seat, &view);
    return (int)stos_view_json(&view, wasm_output, WASM_OUTPUT);
}

int wasm_state_position(void) { return (int)stos_position_text(&state, wasm_output, WASM_OUTPUT); }

int wasm_state_rules(void)
{
    stos_rules rules = stos_state_rules(&state);
    return (int)stos_rules_text(&rules, wasm_output);
}

int wasm_state_result_text(void) { return (int)stos_result_text(&state, wasm_output); }
int wasm_state_actors(void) { return stos_actors(&state); }
int wasm_state_movers(void) { return stos_movers(&state); }
int wasm_state_next_actor(int after) { return stos_next_actor(&state, after); }
int wasm_state_mid_turn(void) { return stos_mid_turn(&state); }
int wasm_state_result(void) { return stos_result(&state); }

/* ---------------------------------------------------------------- playing */

static void put_move(stos_writer *writer, stos_move move)
{
    char text[STOS_MOVE_TEXT];
    stos_move_text(stos_state_game(&state), move, text);
    table_quote(writer, text, strlen(text));
}

int wasm_state_moves(int seat)
{
    stos_move moves[STOS_MAX_MOVES];
    stos_writer writer = wasm_answer();
    int count = stos_moves(&state, seat, moves);
    text_char(&writer, '[');
    for (int i = 0; i < count; i++) {
        text_comma(&writer, i == 0);
        put_move(&writer, moves[i]);
    }
    text_char(&writer, ']');
    return wasm_answered(&writer);
}

int wasm_state_move_count(int seat) { return stos_move_count(&state, seat); }

int wasm_state_move_at(int seat, int index)
{
    stos_move move = stos_move_at(&state, seat, index);
    return move == STOS_NO_MOVE ? 0
                                : (int)stos_move_text(stos_state_game(&state), move, wasm_output);
}

int wasm_state_play(int seat, int length)
{
    struct wasm_lines lines = wasm_lines(length);
    size_t size = (size_t)(lines.end - lines.at);
    stos_move move = STOS_NO_MOVE;
    stos_error error = stos_move_parse(stos_state_game(&state), lines.at, size, &move);
    if (error.reason == STOS_OK)
        error = stos_play(&state, seat, move);
    return refuse(error, lines.at, size, 0);
}

int wasm_state_playout(double seed)
{
    stos_random random = stos_random_from((uint64_t)seed);
    return stos_playout(&state, &random);
}

double wasm_playouts(double games, int length)
{
    struct wasm_lines lines = wasm_lines(length);
    stos_random random = stos_random_from(1);
    stos_rules rules;
    double moves = 0;
    if (stos_rules_parse(lines.at, (size_t)(lines.end - lines.at), &rules).reason != STOS_OK)
        return -1;
    for (uint64_t game = 0; game < (uint64_t)games; game++) {
        stos_seed seed = stos_seed_fast(game);
        stos_state dealt;
        stos_deal(&dealt, &rules, &seed, NULL);
        moves += stos_playout(&dealt, &random);
    }
    return moves;
}

int wasm_state_winnable(void)
{
    stos_writer writer = wasm_answer();
    wasm_put_winnable(&writer, &state);
    return wasm_answered(&writer);
}

/* ---------------------------------------------------------------- records */

int wasm_record_write(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    stos_writer writer = wasm_answer();
    stos_error error = stos_record_open(&reader, lines.at, (size_t)(lines.end - lines.at));
    int seat;
    stos_move move;
    if (error.reason != STOS_OK)
        return refuse_line(error, reader.line);
    stos_record_write_head(&writer, &reader.head);
    while ((error = stos_record_step(&reader, &seat, &move)).reason == STOS_OK &&
           move != STOS_NO_MOVE)
        stos_record_write_move(&writer, reader.head.rules.game, seat, move);
    if (error.reason != STOS_RECORD_NO_RESULT && error.reason != STOS_OK)
        return refuse_line(error, reader.line);
    stos_record_write_result(&writer, &reader.state);
    return wasm_answered(&writer);
}

static void put_deck(stos_writer *writer, const stos_deck *deck)
{
    for (int list = 0; list < deck->lists; list++) {
        text_put(writer, list ? ",[" : "[");
        for (int i = 0; i < deck->size; i++) {
            text_comma(writer, i == 0);
            text_number(writer, deck->card[list * deck->size + i]);
        }
        text_char(writer, ']');
    }
}

int wasm_record_head(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    stos_writer writer = wasm_answer();
    char seed[72];
    stos_error error = stos_record_open(&reader, lines.at, (size_t)(lines.end - lines.at));
    if (error.reason != STOS_OK)
        return refuse_line(error, reader.line);
    size_t digits = reader.head.has_seed ? stos_seed_text(&reader.head.seed, seed) : 0;
    text_put(&writer, "{\"seed\":");
    if (digits)
        table_quote(&writer, seed, digits);
    else
        text_put(&writer, "null");
    text_put(&writer, ",\"deck\":");
    if (reader.head.has_deck) {
        text_char(&writer, '[');
        put_deck(&writer, &reader.head.deck);
        text_char(&writer, ']');
    } else {
        text_put(&writer, "null");
    }
    text_char(&writer, '}');
    return wasm_answered(&writer);
}
