/*
 * show.c - what the page draws: piles, cards, facts and sentences of a view, the ladder of bids,
 * the options of a game. So the page knows no rules; docs/engine.md lists the members.
 */
#include "wasm.h"

#include "base/text.h"
#include "game/show.h"
#include "table/day.h"
#include "table/describe.h"
#include "table/show_json.h"
#include "table/table_text.h"

#include <string.h>

/* A view's JSON in, its show out; null when it is no view. Any view will do: a spectator's, and
 * that of a finished game. */
WASM_EXPORT int wasm_view_show(int length);
/* A view's JSON in, its ladder of bids out with the chance of each; [] in games without bids. */
WASM_EXPORT int wasm_view_ladder(int length);
/*
 * Lines: a view's JSON before a move, the move, the view after it. Out come the sentences that tell
 * the move of `seat`, and whether its turn goes on: {"sentences":[...],"goes_on":false}; null when
 * a line cannot be read.
 */
WASM_EXPORT int wasm_view_tell(int seat, int length);
/* The name of a game in, the words of its facts and sentences out; null when there is no such game.
 */
WASM_EXPORT int wasm_game_words(int length);
/* Rules in, their options out: [{"name":"fire","value":"off","values":["off","next","now"],
 * "help":...},...]; null when they are none. */
WASM_EXPORT int wasm_rules_options(int length);
/* The levels of the day's deal: [{"name":"expert","rules":...,"bot":"","people":false},...]. */
WASM_EXPORT int wasm_day_levels(void);

static bool read_view(struct wasm_text text, stos_view *view)
{
    return !stos_view_parse(text.text, text.length, view).reason;
}

int wasm_view_show(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    stos_writer writer = wasm_answer();
    stos_view view;
    if (read_view(wasm_line(&lines), &view))
        show_json(&writer, &view);
    else
        text_put(&writer, "null");
    return wasm_answered(&writer);
}

int wasm_view_ladder(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    stos_writer writer = wasm_answer();
    stos_view view;
    if (read_view(wasm_line(&lines), &view))
        show_ladder_json(&writer, &view);
    else
        text_put(&writer, "null");
    return wasm_answered(&writer);
}

int wasm_view_tell(int seat, int length)
{
    struct wasm_lines lines = wasm_lines(length);
    stos_writer writer = wasm_answer();
    stos_view before, after;
    stos_move move;
    bool good = read_view(wasm_line(&lines), &before);
    struct wasm_text text = wasm_line(&lines);
    good = good && read_view(wasm_line(&lines), &after) && after.game == before.game && seat >= 0 &&
        seat < STOS_MAX_SEATS &&
        !stos_move_parse(stos_view_game(&before), text.text, text.length, &move).reason;
    if (!good) {
        text_put(&writer, "null");
        return wasm_answered(&writer);
    }
    text_put(&writer, "{\"sentences\":");
    show_tell_json(&writer, &before, seat, move, &after);
    text_put(&writer, ",\"goes_on\":");
    text_put(&writer, stos_view_mid_turn(&after) ? "true}" : "false}");
    return wasm_answered(&writer);
}

int wasm_game_words(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    struct wasm_text name = wasm_line(&lines);
    stos_writer writer = wasm_answer();
    const stos_game *game = stos_game_find(name.text, name.length);
    if (game)
        show_words_json(&writer, game);
    else
        text_put(&writer, "null");
    return wasm_answered(&writer);
}

int wasm_rules_options(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    struct wasm_text line = wasm_line(&lines);
    stos_writer writer = wasm_answer();
    stos_rules rules;
    if (stos_rules_parse(line.text, line.length, &rules).reason)
        text_put(&writer, "null");
    else
        describe_options(&writer, &rules);
    return wasm_answered(&writer);
}

static void put_member(stos_writer *writer, const char *name, const char *value)
{
    text_key(writer, name);
    table_quote(writer, value, strlen(value));
}

int wasm_day_levels(void)
{
    stos_writer writer = wasm_answer();
    text_char(&writer, '[');
    for (int i = 0; i < day_level_count(); i++) {
        const struct day_level *level = day_level_at(i);
        text_put(&writer, i ? ",{" : "{");
        put_member(&writer, "name", level->name);
        put_member(&writer, "rules", level->rules);
        put_member(&writer, "bot", level->bot);
        text_key(&writer, "people");
        text_put(&writer, level->people ? "true}" : "false}");
    }
    text_char(&writer, ']');
    return wasm_answered(&writer);
}
