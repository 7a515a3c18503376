/* deletion_logs.c - see deletion_logs.h. */
#include "deletion_logs.h"
#include "store/array.h"

#include "server/core/core.h"
#include "server/tables/actor.h"
#include "server/tables/buffer.h"
#include "table/table_text.h"

#include <stdlib.h>
#include <string.h>

enum { TOGETHER = 100 /* tables */ };

/* Logs that are read together, one table after the other, and what has to change in them. */
struct group {
    struct traces *traces; /* NULL: nothing is changed */
    table_person person;
    struct store_wanted wanted[TOGETHER];
    size_t index;       /* of the table that is just being read */
    struct table table; /* as it stands */
    int64_t sat_ms;     /* when the person last sat down there */
    bool unreadable;    /* a line cannot be understood; those behind it are left alone */
    bool plays;         /* sits in a game that runs, somewhere */
    bool failed;        /* out of memory */
    struct store_rewritten *lines;
    size_t line_count, line_room, lines_before; /* before: those of the tables that are done */
    struct store_append leaves[TOGETHER];
    size_t leave_count;
};

/* ---------------------------------------------------------------- one table */

/* Removes the person from an event; false if they are not in it, or no longer. */
static bool empty_event(const struct group *group, struct table_event *event)
{
    if (!group->traces || event->at_ms > group->traces->until_ms)
        return false;
    if (event->kind == TABLE_EVENT_SIT && event->person == group->person &&
        strcmp(event->name, "-") != 0) {
        memcpy(event->name, "-", 2);
        return true;
    }
    bool empty = event->text_length == 1 && event->text[0] == '-';
    if (event->kind != TABLE_EVENT_SAY ||
        event->seat != table_seat_of(&group->table, group->person) || empty)
        return false;
    event->text_length = 1;
    event->text[0] = '-';
    return true;
}

static void rewrite(struct group *group, uint32_t number, const struct table_event *event)
{
    char text[TABLE_EVENT_TEXT];
    group->failed |= !array_fits(group->lines, group->line_room, group->line_count + 1);
    if (group->failed)
        return;
    char *line = strndup(text, table_event_line(&group->table, event, text));
    group->failed |= !line;
    if (!line)
        return;
    struct store_rewritten *rewritten = &group->lines[group->line_count++];
    *rewritten = (struct store_rewritten){.number = number, .line = line};
    memcpy(rewritten->code, group->wanted[group->index].code, sizeof rewritten->code);
}

/* They leave the table, as if they had asked to. If somebody else wrote meanwhile, it is retried
 * with the next pass. */
static void leave(struct group *group)
{
    struct table *table = &group->table;
    struct table_request ask = {
        .verb = TABLE_LEAVE, .seat = -1, .person = group->person, .now_ms = server_now_ms()};
    struct table_answer answer;
    struct store_append *append = &group->leaves[group->leave_count];
    char **lines = calloc(TABLE_EVENTS_MAX, sizeof *lines), text[TABLE_EVENT_TEXT];
    *append = (struct store_append){
        .last = table->last, .lines = (const char *const *)lines, .changed_ms = ask.now_ms};
    group->failed |= !lines;
    table_ask(table, &ask, &answer);
    memcpy(append->code, group->wanted[group->index].code, sizeof append->code);
    for (int i = 0; lines && i < answer.events; i++) {
        size_t length = table_event_line(table, &answer.event[i], text);
        if (table_apply(table, &answer.event[i]) != TABLE_OK)
            continue;
        group->failed |= !(lines[append->count] = strndup(text, length));
        append->count += lines[append->count] != NULL;
    }
    append->over = table_is_over(table);
    append->due_ms = actor_due_asleep_ms(group->traces->options, table);
    group->leave_count++;
}

static void begin_table(struct group *group, size_t index)
{
    group->index = index;
    memset(&group->table, 0, sizeof group->table);
    group->sat_ms = 0;
    group->unreadable = false;
    group->lines_before = group->line_count;
}

static void end_table(struct group *group)
{
    const struct table *table = &group->table;
    bool sits = table_seat_of(table, group->person) >= 0;
    group->plays |= sits && (table->phase == TABLE_PLAYING || table->phase == TABLE_PAUSED);
    if (!group->traces)
        return;
    sits &= group->sat_ms <= group->traces->until_ms;
    if (sits || group->line_count > group->lines_before)
        group->failed |=
            !buffer_add_code(&group->traces->changed, group->wanted[group->index].code);
    if (sits)
        leave(group);
}

static bool read_line(void *context, size_t index, uint32_t number, const char *line, size_t length)
{
    struct group *group = context;
    struct table_event event;
    if (index != group->index) {
        end_table(group);
        begin_table(group, index);
    }
    group->unreadable = group->unreadable ||
        !table_event_read(&group->table, line, length, &event) ||
        table_apply(&group->table, &event) != TABLE_OK;
    if (group->unreadable)
        return true;
    if (event.kind == TABLE_EVENT_SIT && event.person == group->person)
        group->sat_ms = event.at_ms;
    if (empty_event(group, &event))
        rewrite(group, number, &event);
    return !group->failed;
}

/* ---------------------------------------------------------------- many of them */

/* Reads the logs of some of the codes; returns how many. */
static size_t read_some(struct group *group, struct store *store, const struct codes *codes,
                        size_t first, enum store_status *status)
{
    size_t count = codes->count - first < TOGETHER ? codes->count - first : TOGETHER;
    for (size_t i = 0; i < count; i++) {
        group->wanted[i] = (struct store_wanted){.after = 0};
        memcpy(group->wanted[i].code, codes->code[first + i], sizeof group->wanted[i].code);
    }
    begin_table(group, 0);
    *status = store_read_logs(store, group->wanted, count, read_line, group);
    if (*status == STORE_OK)
        end_table(group);
    if (*status == STORE_OK && group->failed)
        *status = STORE_DOWN;
    return count;
}

/* Other nodes may have the old words in memory. */
static enum store_status tell_others(struct store *store, const struct codes *changed, size_t first)
{
    char messages[TOGETHER * (STORE_CODE + 16)];
    size_t length = 0;
    for (size_t i = first; i < changed->count; i++)
        length += (size_t)lws_snprintf(messages + length, sizeof messages - length, "again %s 0\n",
                                       changed->code[i]);
    return length > 0 ? store_tell(store, messages) : STORE_OK;
}

static enum store_status change_some(struct group *group, struct store *store,
                                     size_t changed_before)
{
    struct store_batch batch = {.fence = group->traces->fence,
                                .appends = group->leaves,
                                .append_count = group->leave_count};
    enum store_status status = store_rewrite(store, group->lines, group->line_count);
    if (status == STORE_OK && group->leave_count > 0)
        status = store_commit(store, &batch);
    return status == STORE_OK ? tell_others(store, &group->traces->changed, changed_before)
                              : status;
}

static void forget_some(struct group *group)
{
    for (size_t i = 0; i < group->line_count; i++)
        free(group->lines[i].line);
    for (size_t i = 0; i < group->leave_count; i++) {
        for (uint32_t n = 0; n < group->leaves[i].count; n++)
            free((char *)group->leaves[i].lines[n]);
        free((void *)group->leaves[i].lines);
    }
    group->line_count = group->leave_count = 0;
}

enum store_status deletion_empty_logs(struct traces *traces, struct store *store,
                                      const struct codes *codes)
{
    struct group *group = calloc(1, sizeof *group);
    enum store_status status = group ? STORE_OK : STORE_DOWN;
    for (size_t i = 0; i < codes->count && status == STORE_OK;) {
        size_t changed = traces->changed.count;
        group->traces = traces;
        group->person = traces->person;
        i += read_some(group, store, codes, i, &status);
        if (status == STORE_OK)
            status = change_some(group, store, changed);
        forget_some(group);
    }
    if (group)
        free(group->lines);
    free(group);
    return status;
}

enum store_status deletion_find_game(struct store *store, table_person person,
                                     const struct codes *codes, bool *plays)
{
    struct group *group = calloc(1, sizeof *group);
    enum store_status status = group ? STORE_OK : STORE_DOWN;
    for (size_t i = 0; i < codes->count && status == STORE_OK && !group->plays;) {
        group->person = person;
        i += read_some(group, store, codes, i, &status);
    }
    *plays = group && group->plays;
    free(group);
    return status;
}
