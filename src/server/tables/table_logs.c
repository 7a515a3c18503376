/*
 * table_logs.c - see table_logs.h.
 *
 * There is at most one query per reader; the rest waits. A table whose last change is in doubt is
 * read separately, on the store connection that wrote it: only there is it certain whether the
 * change was committed.
 */
#include "table_logs.h"

#include "buffer.h"
#include "server/core/core.h"
#include "server/core/task.h"
#include "tables.h"

#include <stdlib.h>
#include <string.h>

enum {
    GROUP_MOST = 64
}; /* tables per query: handling each result takes some milliseconds of the loop's time */

struct reading {
    struct log_read *wanted, **end; /* that wait for a free reader */
    int groups;                     /* queries under way */
};

static struct reading *reading_of(const struct server *server)
{
    return module_state(server, MODULE_TABLE_LOGS);
}

struct log_group {
    bool counts; /* among the questions under way */
    size_t count;
    struct log_read *read[GROUP_MOST];
};

static void read_free(struct log_read *read)
{
    free(read->lines.text);
    free(read);
}

/* ---------------------------------------------------------------- on a reader's thread */

static bool note_line(void *context, size_t index, uint32_t number, const char *line, size_t length)
{
    const struct log_group *group = context;
    struct log_read *read = group->read[index];
    return buffer_add_line(&read->lines, read->code, number, line, length);
}

static void read_group(struct task *task, struct store *store)
{
    struct log_group *group = task->more;
    struct store_wanted wanted[GROUP_MOST];
    for (size_t i = 0; i < group->count; i++) {
        wanted[i] = (struct store_wanted){.after = group->read[i]->after};
        lws_strncpy(wanted[i].code, group->read[i]->code, sizeof wanted[i].code);
    }
    task->status = store_read_logs(store, wanted, group->count, note_line, group);
    for (size_t i = 0; i < group->count; i++)
        group->read[i]->status =
            task->status == STORE_OK && !wanted[i].exists ? STORE_NONE : task->status;
}

/* ---------------------------------------------------------------- on the loop */

static void ask_more(struct server *server);

static bool group_read(struct task *task)
{
    const struct log_group *group = task->more;
    struct server *server = task->server;
    reading_of(server)->groups -= group->counts;
    ask_more(server);
    for (size_t i = 0; i < group->count; i++) {
        group->read[i]->reason = task->reason;
        if (!task->job.dropped) /* else the server stops */
            tables_log_read(server, group->read[i]);
        read_free(group->read[i]);
    }
    return true;
}

/* Tables would wait for ever if it could not be asked. */
static void read_logs(struct server *server, struct pool *pool, struct log_group *group)
{
    if (!task_start(server, pool, read_group, group_read, group))
        abort();
}

static struct log_group *new_group(void)
{
    struct log_group *group = calloc(1, sizeof *group);
    if (!group)
        abort();
    return group;
}

static void ask_more(struct server *server)
{
    if (!reading_of(server)->wanted || reading_of(server)->groups >= SERVER_READERS ||
        !server->readers)
        return;
    struct log_group *group = new_group();
    for (; reading_of(server)->wanted && group->count < GROUP_MOST;
         reading_of(server)->wanted = reading_of(server)->wanted->next)
        group->read[group->count++] = reading_of(server)->wanted;
    if (!reading_of(server)->wanted)
        reading_of(server)->end = NULL;
    group->counts = true;
    reading_of(server)->groups++;
    read_logs(server, server->readers, group);
}

void table_logs_read(struct live_table *table, uint32_t after)
{
    struct server *server = table->server;
    struct log_read *read = calloc(1, sizeof *read);
    if (!read)
        abort();
    *read = (struct log_read){.after = after, .load = table->loads, .told = table->told_last};
    lws_strncpy(read->code, table->code, sizeof read->code);
    if (table->in_doubt) {
        struct log_group *group = new_group();
        group->read[group->count++] = read;
        read_logs(server, server->store_pool, group);
        return;
    }
    *(reading_of(server)->end ? reading_of(server)->end : &reading_of(server)->wanted) = read;
    reading_of(server)->end = &read->next;
    ask_more(server);
}

static void stop(struct server *server)
{
    while (reading_of(server)->wanted) {
        struct log_read *read = reading_of(server)->wanted;
        reading_of(server)->wanted = read->next;
        read_free(read);
    }
}

const struct module table_logs_module = {
    .name = "table_logs", .state = sizeof(struct reading), .stop = stop};
