/*
 * store_check.c - see store_check.h.
 *
 * SQLite's own check covers its pages, not their contents: it does not notice a flipped letter in a
 * move. So the store compares each line with its checksum, and the line is then parsed and applied
 * to a table as the server would.
 */
#include "store_check.h"

#include "cli/command/cli.h"
#include "table/table.h"
#include "table/table_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct codes {
    struct store_table_row *row;
    size_t count, room;
    bool failed;
};

static bool note_table(void *context, const struct store_table_row *row)
{
    struct codes *codes = context;
    if (codes->count == codes->room) {
        size_t room = codes->room ? 2 * codes->room : 256;
        struct store_table_row *grown = realloc(codes->row, room * sizeof *grown);
        codes->failed = !grown;
        if (!grown)
            return false;
        codes->row = grown;
        codes->room = room;
    }
    codes->row[codes->count++] = *row;
    return true;
}

struct replay {
    struct table table;
    uint32_t last;  /* number of the last line that was good */
    uint32_t wrong; /* number of the line that was not; 0: none */
    const char *why;
};

static bool replay_line(void *context, const char *code, uint32_t number, const char *line,
                        size_t length)
{
    struct replay *replay = context;
    struct table_event event;
    (void)code;
    replay->why = number != replay->last + 1 ? N_("does not follow the one before it")
        : length == sizeof STORE_DAMAGED - 1 && memcmp(line, STORE_DAMAGED, length) == 0
        ? N_("does not fit its checksum")
        : !table_event_read(&replay->table, line, length, &event) ? N_("cannot be read")
        : event.number != number || table_apply(&replay->table, &event) != TABLE_OK
        ? N_("cannot have happened")
        : NULL;
    if (replay->why)
        replay->wrong = number;
    else
        replay->last = number;
    return !replay->why;
}

static void add_damage(json_t *rows, const char *table, uint32_t line, const char *message)
{
    json_array_append_new(
        rows,
        json_pack("{s:s,s:I,s:s}", "table", table, "line", (json_int_t)line, "message", message));
}

/* Whether the log is whole; tells what is wrong with it. */
static bool check_log(struct store *store, const struct store_table_row *row, json_t *rows,
                      struct replay *replay, enum store_status *status)
{
    *replay = (struct replay){0};
    *status = store_read_log(store, row->code, 0, replay_line, replay);
    if (*status != STORE_OK)
        return true; /* what is wrong is not this log */
    if (replay->wrong && rows)
        add_damage(rows, row->code, replay->wrong, replay->why);
    else if (replay->wrong)
        printf(_("table %s: line %u %s\n"), row->code, (unsigned)replay->wrong, _(replay->why));
    else if (replay->last < row->last && rows)
        add_damage(rows, row->code, replay->last + 1, "is missing");
    else if (replay->last < row->last)
        printf(_("table %s: lines after %u are missing\n"), row->code, (unsigned)replay->last);
    return !replay->wrong && replay->last >= row->last;
}

int check_logs(struct store *store, json_t *rows, int *tables)
{
    struct codes codes = {0};
    struct replay *replay = malloc(sizeof *replay);
    enum store_status status = store_read_tables(store, false, SIZE_MAX >> 1, note_table, &codes);
    int damaged = replay && !codes.failed && status <= STORE_NONE ? 0 : -1;
    *tables = (int)codes.count;
    for (size_t i = 0; damaged >= 0 && i < codes.count; i++) {
        damaged += !check_log(store, &codes.row[i], rows, replay, &status);
        if (store_is_out(status))
            damaged = -1;
    }
    free(replay);
    free(codes.row);
    return damaged;
}
