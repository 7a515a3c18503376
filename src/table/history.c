/* history.c - see history.h. */
#include "history.h"

#include "table_text.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_STEPS = 1 << 18
}; /* a game has at most some thousands of moves; votes may go on for longer */

stos_error history_start(struct history *history, const stos_record_head *head)
{
    stos_state state;
    stos_error error = stos_record_deal(head, &state);
    if (error.reason)
        return error;
    history_free(history);
    history->head = *head;
    history->state = state;
    return error;
}

static bool make_room(struct history *history)
{
    if (history->count < history->room)
        return true;
    size_t room = history->room ? 2 * history->room : 256;
    struct history_step *larger =
        room <= MOST_STEPS ? realloc(history->steps, room * sizeof *larger) : NULL;
    if (!larger)
        return false;
    history->steps = larger;
    history->room = room;
    return true;
}

stos_error history_play(struct history *history, int seat, stos_move move, bool *full)
{
    *full = !make_room(history);
    if (*full)
        return (stos_error){0};
    struct history_step *step = &history->steps[history->count];
    *step = (struct history_step){.before = history->state, .move = move, .seat = seat};
    stos_error error = stos_play(&history->state, seat, move);
    history->count += !error.reason;
    return error;
}

bool history_undo(struct history *history)
{
    if (history->count == 0)
        return false;
    history->state = history->steps[--history->count].before;
    return true;
}

void history_write(const struct history *history, const char *ended, stos_writer *writer)
{
    stos_record_write_head(writer, &history->head);
    for (size_t i = 0; i < history->count; i++)
        stos_record_write_move(writer, history->head.rules.game, history->steps[i].seat,
                               history->steps[i].move);
    table_record_end(writer, &history->state, ended);
}

char *history_record(const struct history *history, size_t *length)
{
    stos_writer measure = stos_writer_on(NULL, 0);
    history_write(history, "", &measure);
    *length = measure.length;
    char *text = malloc(*length + 1);
    stos_writer writer = stos_writer_on(text, *length + 1);
    if (text)
        history_write(history, "", &writer);
    return text;
}

stos_error history_load(struct history *history, stos_reader *reader, const char *text,
                        size_t length, bool *full)
{
    struct history loaded = {0};
    int seat;
    stos_move move;
    *full = false;
    stos_error error = stos_record_open(reader, text, length);
    loaded.head = reader->head;
    loaded.state = reader->state;
    while (!error.reason && !*full) {
        error = stos_record_step(reader, &seat, &move);
        if (error.reason || move == STOS_NO_MOVE)
            break;
        error = history_play(&loaded, seat, move, full);
    }
    if (error.reason || *full) {
        history_free(&loaded);
        return error;
    }
    history_free(history);
    *history = loaded;
    return error;
}

const stos_state *history_after(const struct history *history, size_t step)
{
    return step + 1 < history->count ? &history->steps[step + 1].before : &history->state;
}

bool history_turn(const struct history *history, struct turn *turn)
{
    bool found = false;
    while (turn->played < history->count && (!found || turn->goes_on)) {
        size_t at = turn->played;
        const struct history_step *step = &history->steps[at];
        found |= turn_take(turn, &step->before, step->seat, step->move, history_after(history, at));
    }
    return found;
}

void history_free(struct history *history)
{
    free(history->steps);
    memset(history, 0, sizeof *history);
}
