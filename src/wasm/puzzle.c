/*
 * puzzle.c - puzzles for the page, one open at a time: trying moves, taking them back, showing the
 * solution.
 *
 * A turn of the user's own game can be tried again too (wasm_turn_judge): it is judged as `stos
 * analyze` judges turns, so it needs the bots' trained data, and belongs in the worker that has it.
 */
#include "wasm.h"

#include "base/text.h"
#include "game/turn.h"
#include "game/show.h"
#include "solve/analyze/analyze.h"
#include "solve/puzzle/puzzle.h"
#include "table/table_text.h"

#include <string.h>

/*
 * A line of data/puzzles.txt in; out {"rating":1240,"seat":0,"choices":[{"move":"call",
 * "chance":0.712},...],"state":{...},"view":{...},"moves":[...]}, or {} when it is no puzzle.
 * `state` is open; `view` is what the solver would see in a game.
 */
WASM_EXPORT int wasm_puzzle_open(int length);
/*
 * A move in; out {"verdict":"on","replies":[...],"state":...,"view":...,"moves":...}, with "solved"
 * or "failed" in place of "on", or
 * {"error":...}. After a failed turn the puzzle stands where the turn began.
 */
WASM_EXPORT int wasm_puzzle_move(int length);
/* Back to where the running turn began, or with 1 to the start of the puzzle:
 * {"state":...,"view":...,"moves":...}. */
WASM_EXPORT int wasm_puzzle_back(int to_start);
/* [{"seat":0,"move":"37@U1","state":{...}},...]: the solution from the start. */
WASM_EXPORT int wasm_puzzle_solution(void);
/*
 * Lines: the number of a turn, from 0; its moves, separated by blanks; then a record. Out
 * {"before":0.5,"after":0.4,"better":"..."}: the chance with the best turn known and with these
 * moves instead of those that were made; {} when there is no such turn.
 */
WASM_EXPORT int wasm_turn_judge(int length);

static struct puzzle puzzle;
static stos_state state, turn_start;
static struct open_search *search;

static void put_moves(stos_writer *writer, const stos_move *moves, int count)
{
    char text[STOS_MOVE_TEXT];
    text_char(writer, '[');
    for (int i = 0; i < count; i++) {
        stos_move_text(stos_state_game(&puzzle.start), moves[i], text);
        text_comma(writer, i == 0);
        table_quote(writer, text, strlen(text));
    }
    text_char(writer, ']');
}

static void put_json(stos_writer *writer, const char *key, const stos_state *open)
{
    static char json[STOS_POSITION_TEXT];
    stos_state_json(open, json, sizeof json);
    text_key(writer, key);
    text_put(writer, json);
}

/* Where the try stands, as the rest of an object. */
static int put_standing(stos_writer *writer)
{
    static char json[STOS_POSITION_TEXT];
    stos_move moves[STOS_MAX_MOVES];
    stos_view view;
    put_json(writer, "state", &state);
    stos_look(&state, puzzle.seat, &view);
    stos_view_json(&view, json, sizeof json);
    text_key(writer, "view");
    text_put(writer, json);
    text_key(writer, "moves");
    put_moves(writer, moves, stos_moves(&state, puzzle.seat, moves));
    text_char(writer, '}');
    return wasm_answered(writer);
}

static void put_chance(stos_writer *writer, const char *key, int thousandths)
{
    text_key(writer, key);
    text_number(writer, thousandths / 1000);
    text_char(writer, '.');
    for (int digit = 100; digit > 0; digit /= 10)
        text_char(writer, (char)('0' + thousandths / digit % 10));
}

static void put_choices(stos_writer *writer)
{
    text_key(writer, "choices");
    text_char(writer, '[');
    for (int i = 0; i < puzzle.choices; i++) {
        char move[STOS_MOVE_TEXT];
        stos_move_text(stos_state_game(&puzzle.start), puzzle.choice[i], move);
        text_put(writer, i ? ",{" : "{");
        text_key(writer, "move");
        table_quote(writer, move, strlen(move));
        put_chance(writer, "chance", puzzle.chance[i]);
        text_char(writer, '}');
    }
    text_char(writer, ']');
}

int wasm_puzzle_open(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    struct wasm_text line = wasm_line(&lines);
    stos_writer writer = wasm_answer();
    if (!search)
        search = open_new(PUZZLE_BITS);
    if (!search || !puzzle_read(line.text, line.length, &puzzle)) {
        text_put(&writer, "{}");
        return wasm_answered(&writer);
    }
    state = turn_start = puzzle.start;
    text_put(&writer, "{\"rating\":");
    text_number(&writer, puzzle.rating);
    text_key(&writer, "seat");
    text_number(&writer, puzzle.seat);
    put_choices(&writer);
    return put_standing(&writer);
}

static int answer_choice(stos_writer *writer, stos_move move)
{
    text_put(writer,
             puzzle_choice_is_good(&puzzle, move) ? "{\"verdict\":\"solved\""
                                                  : "{\"verdict\":\"failed\"");
    text_put(writer, ",\"replies\":[]");
    return put_standing(writer);
}

int wasm_puzzle_move(int length)
{
    static const char *const words[] = {[PUZZLE_GOES_ON] = "{\"verdict\":\"on\"",
                                        [PUZZLE_SOLVED] = "{\"verdict\":\"solved\"",
                                        [PUZZLE_FAILED] = "{\"verdict\":\"failed\""};
    struct wasm_lines lines = wasm_lines(length);
    struct wasm_text line = wasm_line(&lines);
    stos_writer writer = wasm_answer();
    struct puzzle_answer answer;
    stos_move move = STOS_NO_MOVE;
    stos_state after = state;
    stos_error error =
        stos_move_parse(stos_state_game(&puzzle.start), line.text, line.length, &move);
    if (error.reason == STOS_OK)
        error = stos_play(&after, puzzle.seat, move);
    if (error.reason != STOS_OK) {
        wasm_begin_error(&writer, error, line.text, line.length);
        text_char(&writer, '}');
        return wasm_answered(&writer);
    }
    if (puzzle.choices > 0)
        return answer_choice(&writer, move);
    state = after;
    puzzle_judge(search, &puzzle, &state, &answer);
    if (answer.verdict == PUZZLE_FAILED)
        state = turn_start;
    else if (answer.replies > 0 || !(stos_over(&state) || stos_mid_turn(&state)))
        turn_start = state;
    text_put(&writer, words[answer.verdict]);
    text_key(&writer, "replies");
    put_moves(&writer, answer.reply, answer.replies);
    return put_standing(&writer);
}

int wasm_puzzle_back(int to_start)
{
    stos_writer writer = wasm_answer();
    if (to_start)
        turn_start = puzzle.start;
    state = turn_start;
    text_char(&writer, '{');
    return put_standing(&writer);
}

int wasm_puzzle_solution(void)
{
    static stos_move line[OPEN_LINE];
    stos_writer writer = wasm_answer();
    stos_state at = puzzle.start;
    int count = search ? puzzle_solution(search, &puzzle, line) : 0;
    text_char(&writer, '[');
    for (int i = 0; i < count; i++) {
        char move[STOS_MOVE_TEXT];
        int seat = stos_next_actor(&at, -1);
        stos_play(&at, seat, line[i]);
        stos_move_text(stos_state_game(&at), line[i], move);
        text_put(&writer, i ? ",{\"seat\":" : "{\"seat\":");
        text_number(&writer, seat);
        text_key(&writer, "move");
        table_quote(&writer, move, strlen(move));
        put_json(&writer, "state", &at);
        text_char(&writer, '}');
    }
    text_char(&writer, ']');
    return wasm_answered(&writer);
}

/* ---------------------------------------------------------------- a turn of one's own game */

/* Reads the record up to the end of turn `wanted`; false when it has none. */
static bool find_turn(struct wasm_lines lines, uint64_t wanted, struct turn *turn)
{
    static stos_reader reader;
    uint64_t turns = 0;
    memset(turn, 0, sizeof *turn);
    if (stos_record_open(&reader, lines.at, (size_t)(lines.end - lines.at)).reason != STOS_OK)
        return false;
    for (;;) {
        stos_state before = reader.state;
        stos_move move;
        int seat;
        if (stos_record_step(&reader, &seat, &move).reason != STOS_OK || move == STOS_NO_MOVE)
            return turn->count > 0 && turn->goes_on && turns == wanted;
        if (turn_take(turn, &before, seat, move, &reader.state) && !turn->goes_on &&
            turns++ == wanted)
            return true;
    }
}

static int read_turn(struct wasm_text line, const stos_game *game, stos_move moves[ANALYZE_MOVES])
{
    int count = 0;
    const char *at = line.text, *end = line.text + line.length;
    while (at < end && count < ANALYZE_MOVES) {
        const char *blank = memchr(at, ' ', (size_t)(end - at)), *stop = blank ? blank : end;
        if (stos_move_parse(game, at, (size_t)(stop - at), &moves[count]).reason == STOS_OK)
            count++;
        at = blank ? blank + 1 : end;
    }
    return count;
}

int wasm_turn_judge(int length)
{
    static struct turn turn; /* large */
    struct wasm_lines lines = wasm_lines(length);
    struct wasm_text number = wasm_line(&lines), moves_text = wasm_line(&lines);
    struct text_reader reader = {number.text, number.text + number.length};
    stos_writer writer = wasm_answer();
    stos_move moves[ANALYZE_MOVES];
    uint64_t wanted;
    if (!text_take_unsigned(&reader, &wanted) || !find_turn(lines, wanted, &turn) ||
        stos_state_game(&turn.start)->show->ladder) { /* a turn is a bid */
        text_put(&writer, "{}");
        return wasm_answered(&writer);
    }
    const stos_game *game = stos_state_game(&turn.start);
    struct analyzer *analyzer = analyze_open(game);
    struct analyze_limits limits = {
        .deals = analyze_usual_deals(game), .nodes = 400, .seed = wanted + 1};
    struct analyze_turn found = {0};
    if (analyzer)
        analyze_turn(analyzer, &turn.start, turn.seat, moves, read_turn(moves_text, game, moves),
                     &limits, &found);
    analyze_close(analyzer);
    text_char(&writer, '{');
    put_chance(&writer, "before", (int)(found.before * 1000 + 0.5));
    put_chance(&writer, "after", (int)(found.after * 1000 + 0.5));
    text_key(&writer, "better");
    text_char(&writer, '"');
    for (int i = 0; i < found.better_count; i++) {
        char text[STOS_MOVE_TEXT];
        stos_move_text(game, found.better[i], text);
        text_put(&writer, i ? " " : "");
        text_put(&writer, text);
    }
    text_put(&writer, "\"}");
    return wasm_answered(&writer);
}
