/*
 * rules.c - the rules for the page: which rules there are, what is legal in a view, what a move
 * would do; the talk guard.
 *
 * Online, the page uses this for the views that the server sends; the server still has the final
 * say.
 */
#include "wasm.h"

#include "base/text.h"
#include "game/show.h"
#include "table/describe.h"
#include "table/guard/guard.h"
#include "table/table_text.h"

#include <string.h>

/* Rules in, {"rules":canonical,"game":name,"seats":n} out, or {"error":...}. */
WASM_EXPORT int wasm_rules_read(int length);
/* Every game as in the engine protocol: name, title, rules, options, bots. */
WASM_EXPORT int wasm_games(void);
/* A view's JSON in, its seat's legal moves out as a list; null when it is no view of a seat in a
 * running game. */
WASM_EXPORT int wasm_view_moves(int length);
/*
 * Lines: a view's JSON, then placements of its seat. Out comes the view after them; null as soon as
 * the turn is over, since what is drawn then nobody knows; or {"error":...} of the first that is
 * refused.
 */
WASM_EXPORT int wasm_view_after(int length);
WASM_EXPORT int wasm_view_plan(int length);
/* A message in; {"pass":true}, or {"pass":false,"at":bytes,"length":bytes}. Remembers nothing. */
WASM_EXPORT int wasm_guard(int length);

static void put_quoted(stos_writer *writer, const char *text)
{
    table_quote(writer, text, strlen(text));
}

int wasm_rules_read(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    struct wasm_text line = wasm_line(&lines);
    stos_writer writer = wasm_answer();
    stos_rules rules;
    stos_error error = stos_rules_parse(line.text, line.length, &rules);
    if (error.reason != STOS_OK) {
        wasm_begin_error(&writer, error, line.text, line.length);
        text_char(&writer, '}');
        return wasm_answered(&writer);
    }
    char text[STOS_RULES_TEXT];
    stos_rules_text(&rules, text);
    text_put(&writer, "{\"rules\":");
    put_quoted(&writer, text);
    text_put(&writer, ",\"game\":");
    put_quoted(&writer, stos_game_name(rules.game));
    text_put(&writer, ",\"seats\":");
    text_number(&writer, stos_rules_seats(&rules));
    text_char(&writer, '}');
    return wasm_answered(&writer);
}

int wasm_games(void)
{
    stos_writer writer = wasm_answer();
    describe_games(&writer);
    return wasm_answered(&writer);
}

static void put_moves(stos_writer *writer, const stos_view *view, bool any)
{
    stos_move moves[STOS_MAX_MOVES];
    int count = any ? stos_view_moves(view, moves) : 0;
    text_char(writer, '[');
    for (int i = 0; i < count; i++) {
        char text[STOS_MOVE_TEXT];
        stos_move_text(stos_view_game(view), moves[i], text);
        text_comma(writer, i == 0);
        put_quoted(writer, text);
    }
    text_char(writer, ']');
}

int wasm_view_moves(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    struct wasm_text line = wasm_line(&lines);
    stos_writer writer = wasm_answer();
    stos_view view;
    if (wasm_read_view(line, &view))
        put_moves(&writer, &view, true);
    else
        text_put(&writer, "null");
    return wasm_answered(&writer);
}

/* Lays the cards out one after the other, up to one that ends the turn; false when one is refused.
 */
static bool lay_out(stos_view *view, struct wasm_lines *lines, stos_error *error,
                    struct wasm_text *refused, bool *closes)
{
    *closes = false;
    while (lines->at < lines->end && !*closes) {
        stos_move move = STOS_NO_MOVE;
        *refused = wasm_line(lines);
        *error = stos_move_parse(stos_view_game(view), refused->text, refused->length, &move);
        if (!error->reason)
            *error = game_lay_out(view, move, closes);
        if (error->reason)
            return false;
    }
    return true;
}

/* The view in the first line after the placements in the others. False when the answer is written:
 * an error, or null for no view. */
static bool plan(struct wasm_lines *lines, stos_writer *writer, stos_view *view, bool *closes)
{
    struct wasm_text line = wasm_line(lines), refused = {"", 0};
    stos_error error = {0};
    if (!wasm_read_view(line, view)) {
        text_put(writer, "null");
        return false;
    }
    if (lay_out(view, lines, &error, &refused, closes))
        return true;
    wasm_begin_error(writer, error, refused.text, refused.length);
    text_char(writer, '}');
    return false;
}

int wasm_view_after(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    stos_writer writer = wasm_answer();
    bool closes;
    stos_view view;
    if (!plan(&lines, &writer, &view, &closes))
        return wasm_answered(&writer);
    if (!closes)
        return (int)stos_view_json(&view, wasm_output, WASM_OUTPUT);
    text_put(&writer, "null");
    return wasm_answered(&writer);
}

/* {"view":...,"moves":[...],"closes":false}, or {"error":...}. */
int wasm_view_plan(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    stos_writer writer = wasm_answer();
    bool closes;
    stos_view view;
    if (!plan(&lines, &writer, &view, &closes))
        return wasm_answered(&writer);
    text_put(&writer, "{\"view\":");
    writer.length +=
        stos_view_json(&view, wasm_output + writer.length, WASM_OUTPUT - writer.length);
    text_put(&writer, ",\"moves\":");
    put_moves(&writer, &view, !closes);
    text_put(&writer, closes ? ",\"closes\":true}" : ",\"closes\":false}");
    return wasm_answered(&writer);
}

int wasm_guard(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    struct guard_verdict verdict = guard_check(NULL, lines.at, (size_t)(lines.end - lines.at));
    stos_writer writer = wasm_answer();
    text_put(&writer, verdict.pass ? "{\"pass\":true" : "{\"pass\":false,\"at\":");
    if (!verdict.pass) {
        text_unsigned(&writer, verdict.start);
        text_put(&writer, ",\"length\":");
        text_unsigned(&writer, verdict.length);
    }
    text_char(&writer, '}');
    return wasm_answered(&writer);
}
