/*
 * table_record.c - the record of a finished game, from the log of its table.
 *
 * The log is replayed, so the record holds what happened and nothing else; placements that were taken back are not in
 * it. The result of a record follows from its moves: where people ended the game otherwise it says "unfinished", and a
 * comment tells how it ended at the table.
 */
#include "base/text.h"
#include "table_internal.h"
#include "table_text.h"

#include <string.h>

struct replay {
    struct table table;
    struct table_event event;
    const char *at, *end;
};

/* Reads the next line; false at the end, or where the log cannot be read. */
static bool read_line(struct replay *replay)
{
    const char *newline = replay->at < replay->end ? memchr(replay->at, '\n', (size_t)(replay->end - replay->at)) : NULL;
    const char *line = replay->at, *end = newline ? newline : replay->end;
    replay->at = newline ? newline + 1 : replay->end;
    return line < end && table_event_read(&replay->table, line, (size_t)(end - line), &replay->event);
}

static void start(struct replay *replay, const char *log, size_t length)
{
    memset(&replay->table, 0, sizeof replay->table);
    replay->at = log;
    replay->end = log + length;
}

static bool is_game(const struct replay *replay, const char *game_id)
{
    return replay->table.games > 0 && strcmp(replay->table.game_id, game_id) == 0;
}

static bool has_ended(struct replay *replay, const char *game_id)
{
    bool ended = false;
    while (!ended && read_line(replay) && table_apply(&replay->table, &replay->event) == TABLE_OK)
        ended = replay->event.kind == TABLE_EVENT_OVER && is_game(replay, game_id);
    return ended;
}

static void write_head(stos_writer *writer, const struct table *table)
{
    stos_record_head head = {.rules = table->settings.rules, .seed = table->seed, .has_seed = true};
    for (int i = 0; i < table_seats(table); i++) {
        const struct table_seat *seat = &table->seat[i];
        stos_writer name = stos_writer_on(head.name[i], sizeof head.name[i]);
        text_put(&name, seat->kind == TABLE_BOT ? seat->bot : seat->name);
        text_put(&name, seat->kind == TABLE_BOT ? " (bot)" : "");
    }
    stos_record_write_head(writer, &head);
}

static void write_moves(stos_writer *writer, const stos_game *game, int seat, const stos_move *moves, int count)
{
    for (int i = 0; i < count; i++)
        stos_record_write_move(writer, game, seat, moves[i]);
}

/* The seat whose placements wait for the end of the turn. */
static int seat_on_turn(const stos_state *state) { return stos_next_actor(state, -1); }

/* A placement is written when its turn is over, for until then it can be taken back. */
static void write_move(stos_writer *writer, struct replay *replay)
{
    const stos_game *game = replay->table.settings.rules.game;
    stos_move waiting[TABLE_TURN_MOVES];
    int count = replay->table.turn_moves, seat = replay->event.seat;
    memcpy(waiting, replay->table.turn_move, sizeof waiting);
    table_apply(&replay->table, &replay->event);
    if (replay->table.turn_moves > count)
        return;
    write_moves(writer, game, seat, waiting, count);
    stos_record_write_move(writer, game, seat, replay->event.move);
}

static void write_end(stos_writer *writer, struct replay *replay)
{
    char result[STOS_RESULT_TEXT];
    const struct table *table = &replay->table;
    if (table->turn_moves > 0)
        write_moves(writer, table->settings.rules.game, seat_on_turn(&table->state), table->turn_move, table->turn_moves);
    stos_result_text(&table->state, result);
    if (strcmp(result, replay->event.result) != 0) {
        text_put(writer, writer->seat >= 0 ? "\n" : "");
        writer->seat = -1;
        text_put(writer, "# at the table: ");
        text_put(writer, replay->event.result);
        text_char(writer, '\n');
    }
    stos_record_write_result(writer, &table->state);
}

bool table_record(const char *log, size_t length, const char *game_id, stos_writer *writer)
{
    struct replay replay;
    start(&replay, log, length);
    if (!has_ended(&replay, game_id))
        return false;
    start(&replay, log, length);
    while (read_line(&replay)) {
        bool mine = table_is_running(&replay.table) && is_game(&replay, game_id);
        if (mine && replay.event.kind == TABLE_EVENT_OVER) {
            write_end(writer, &replay);
            return true;
        }
        if (mine && replay.event.kind == TABLE_EVENT_MOVE)
            write_move(writer, &replay);
        else
            table_apply(&replay.table, &replay.event);
        if (replay.event.kind == TABLE_EVENT_DEAL && is_game(&replay, game_id))
            write_head(writer, &replay.table);
    }
    return false;
}
