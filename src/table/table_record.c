/*
 * table_record.c - the record of a finished game, from the log of its table.
 *
 * The record holds only what happened; placements that were taken back are not in it. The result of
 * a record follows from its moves: if people ended the game in another way, it says "unfinished",
 * and a comment says how it ended at the table.
 */
#include "base/text.h"
#include "table_internal.h"
#include "table_text.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- moves */

size_t table_moves_note(struct table_moved *moves, size_t count, const struct table_event *event)
{
    switch (event->kind) {
    case TABLE_EVENT_DEAL: return 0;
    case TABLE_EVENT_MOVE:
        moves[count] = (struct table_moved){event->move, event->seat};
        return count + 1;
    case TABLE_EVENT_TAKE_BACK: return count - (count > 0);
    default: return count;
    }
}

/* ---------------------------------------------------------------- writing */

static void write_head(stos_writer *writer, const struct table *table)
{
    stos_record_head head = {.rules = table->settings.rules, .seed = table->seed, .has_seed = true};
    for (int i = 0; i < table_seats(table); i++) {
        const struct table_seat *seat = &table->seat[i];
        stos_writer name = stos_writer_on(head.name[i], sizeof head.name[i]);
        text_put(&name, seat->kind == TABLE_BOT ? seat->bot : seat->name);
        text_put(&name, seat->kind == TABLE_BOT ? BOT_MARK : "");
    }
    stos_record_write_head(writer, &head);
}

void table_record_end(stos_writer *writer, const stos_state *state, const char *ended)
{
    char result[STOS_RESULT_TEXT];
    stos_result_text(state, result);
    if (*ended && strcmp(result, ended) != 0) {
        text_put(writer, writer->seat >= 0 ? "\n" : "");
        writer->seat = -1;
        text_put(writer, "# at the table: ");
        text_put(writer, ended);
        text_char(writer, '\n');
    }
    stos_record_write_result(writer, state);
}

void table_record_write(const struct table *table, const struct table_moved *moves, size_t count,
                        stos_writer *writer)
{
    write_head(writer, table); /* nobody sits down or stands up while a game runs: the names are
                                  those of the deal */
    for (size_t i = 0; i < count; i++)
        stos_record_write_move(writer, table->settings.rules.game, moves[i].seat, moves[i].move);
    table_record_end(writer, &table->state, table->result);
}

/* ---------------------------------------------------------------- from a log */

struct replay {
    struct table table;
    struct table_event event;
    const char *at, *end;
    struct table_moved
        *moves; /* of the game being played; no game has more of them than the log has lines */
    size_t count;
};

/* Reads and applies the next line; false at the end, or where the log cannot be read. */
static bool replay_line(struct replay *replay)
{
    const char *newline = replay->at < replay->end
        ? memchr(replay->at, '\n', (size_t)(replay->end - replay->at))
        : NULL;
    const char *line = replay->at, *end = newline ? newline : replay->end;
    replay->at = newline ? newline + 1 : replay->end;
    if (line >= end ||
        !table_event_read(&replay->table, line, (size_t)(end - line), &replay->event) ||
        table_apply(&replay->table, &replay->event) != TABLE_OK)
        return false;
    replay->count = table_moves_note(replay->moves, replay->count, &replay->event);
    return true;
}

static bool is_over(const struct replay *replay, const char *game_id)
{
    return replay->event.kind == TABLE_EVENT_OVER && strcmp(replay->table.game_id, game_id) == 0;
}

bool table_record(const char *log, size_t length, const char *game_id, stos_writer *writer)
{
    size_t lines = 1;
    for (size_t i = 0; i < length; i++)
        lines += log[i] == '\n';
    struct replay replay = {
        .at = log, .end = log + length, .moves = malloc(lines * sizeof *replay.moves)};
    bool found = false;
    while (replay.moves && !found && replay_line(&replay))
        found = is_over(&replay, game_id);
    if (found)
        table_record_write(&replay.table, replay.moves, replay.count, writer);
    free(replay.moves);
    return found;
}
