/*
 * fuzz_view.c - views from any server: what is accepted writes back to the same text, but for what
 * version 0.2 did not tell, its legal moves are moves of the game, and a state can be drawn from
 * it. Everything else is refused, whatever it is.
 */
#include "invariants.h"
#include "table/show_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char json[8192];
    static stos_view view, back;
    stos_move moves[STOS_MAX_MOVES];
    if (stos_view_parse((const char *)data, size, &view).reason)
        return 0;
    size_t written = stos_view_json(&view, json, sizeof json);
    bool is_old = written > size && strstr(json, "\"ended_by\"");
    MUST(is_old || (written == size && memcmp(json, data, size) == 0),
         "a view that is read writes back the same");
    MUST(stos_view_parse(json, written, &back).reason == STOS_OK &&
             memcmp(&back, &view, sizeof view) == 0,
         "what it writes is the same view");
    int count = stos_view_moves(&view, moves);
    MUST(count >= 0 && count <= STOS_MAX_MOVES, "no seat has more moves");
    for (int i = 0; i < count; i++) {
        char text[STOS_MOVE_TEXT];
        stos_move again;
        size_t length = stos_move_text(stos_view_game(&view), moves[i], text);
        MUST(stos_move_parse(stos_view_game(&view), text, length, &again).reason == STOS_OK &&
                 again == moves[i],
             "a move reads back");
    }
    static char shown[64 * 1024];
    stos_writer writer = stos_writer_on(shown, sizeof shown);
    show_json(&writer, &view);
    show_ladder_json(&writer, &view);
    MUST(writer.length < sizeof shown, "a view can be shown");
    static stos_state state;
    stos_random random = stos_random_from(size);
    stos_sample(&view, &random, &state);
    static stos_view seen;
    stos_look(&state, stos_view_seat(&view), &seen);
    MUST(memcmp(&seen, &view, sizeof view) == 0, "a state drawn from it shows it");
    MUST(stos_state_json(&state, json, sizeof json) > 0, "a state drawn from it can be written");
    return 0;
}
