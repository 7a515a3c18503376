/*
 * durable.c - what a kill -9 leaves: logs, people, games.
 *
 * Each line is replayed when it is stored, so a log that cannot be read again, or in which a
 * request is done twice, is found at once.
 */
#include "simulation.h"

#include <stdlib.h>
#include <string.h>

struct durable_table *durable_find(const char *code)
{
    for (size_t i = world.durable.table_count; i-- > 0;)
        if (strcmp(world.durable.tables[i]->code, code) == 0)
            return world.durable.tables[i]; /* the newest, should it have been made again */
    return NULL;
}

struct durable_table *durable_kept(const char *code)
{
    struct durable_table *table = durable_find(code);
    return table && !table->forgotten ? table : NULL;
}

static struct durable_table *add_table(const char *code)
{
    struct durable *durable = &world.durable;
    struct durable_table *table = calloc(1, sizeof *table);
    durable->tables =
        realloc(durable->tables, (durable->table_count + 1) * sizeof *durable->tables);
    DEMAND(table && durable->tables, "out of memory");
    durable->tables[durable->table_count++] = table;
    lws_strncpy(table->code, code, sizeof table->code);
    return table;
}

/* The table ended before anything was dealt; nobody is owed anything there any more. */
void durable_forget(const char *code)
{
    struct durable_table *table = durable_kept(code);
    if (!table || !table->over)
        return;
    DEMAND(table->replica.games == 0, "table %s is deleted, and somebody has played there", code);
    table->forgotten = true;
    world.counts.forgotten++;
    size_t kept = 0;
    for (size_t i = 0; i < world.acknowledged_count; i++)
        if (strcmp(world.acknowledged[i].code, code) != 0)
            world.acknowledged[kept++] = world.acknowledged[i];
    world.acknowledged_count = kept;
}

int durable_count_ref(const struct durable_table *table, uint64_t ref)
{
    int count = 0;
    for (uint32_t i = 0; i < table->replica.last; i++)
        count += table->lines[i].ref == ref;
    return count;
}

uint32_t durable_number_of_ref(const struct durable_table *table, uint64_t ref)
{
    uint32_t number = 1;
    while (number <= table->replica.last && table->lines[number - 1].ref != ref)
        number++;
    return number <= table->replica.last ? number : 0;
}

/* Nobody is late before they had all of their time, not counting that in which no server could take
 * a move. */
static void check_clock(struct durable_table *table, const struct table_event *event,
                        int64_t since_before_ms)
{
    bool resumed = event->kind == TABLE_EVENT_CREDIT || event->kind == TABLE_EVENT_GO_ON;
    if (table->replica.turn_since_ms != since_before_ms && !resumed)
        table->turn_began_ms = event->at_ms;
    if (event->kind != TABLE_EVENT_STAND_IN || event->stand_in != TABLE_LATE)
        return;
    int64_t had_ms = world_served_ms(table->turn_began_ms, event->at_ms),
            due_ms = table->replica.settings.turn_seconds * INT64_C(1000);
    world.counts.late++;
    /* Of a table that is in no node's memory while all of them stand still, nobody knows that. */
    DEMAND(world.shared || had_ms >= due_ms, "table %s: late after %lld ms of %lld", table->code,
           (long long)had_ms, (long long)due_ms);
}

static void add_line(struct durable_table *table, const char *line)
{
    struct table_event event;
    uint32_t number = table->replica.last;
    trace("line of %s: %s", table->code, line);
    DEMAND(table_event_read(&table->replica, line, strlen(line), &event), "table %s: no event: %s",
           table->code, line);
    DEMAND(event.number == number + 1, "table %s: event %u stored as %u", table->code, event.number,
           number + 1);
    DEMAND(event.ref == 0 || durable_count_ref(table, event.ref) == 0,
           "table %s: a request done twice: %s", table->code, line);
    int64_t since_ms = table->replica.turn_since_ms;
    DEMAND(table_apply(&table->replica, &event) == TABLE_OK, "table %s: cannot follow: %s",
           table->code, line);
    check_clock(table, &event, since_ms);
    if (number >= table->room) {
        table->room = table->room ? table->room * 2 : 64;
        table->lines = realloc(table->lines, table->room * sizeof *table->lines);
        DEMAND(table->lines, "out of memory");
    }
    table->lines[number] = (struct durable_line){strdup(line), event.ref, world.now_ms, event.kind};
    world.counts.moves += event.kind == TABLE_EVENT_MOVE;
    world.counts.games += event.kind == TABLE_EVENT_OVER;
}

static unsigned tables_held_by(uint64_t person)
{
    unsigned count = 0;
    for (size_t i = 0; i < world.durable.table_count; i++) {
        const struct durable_table *table = world.durable.tables[i];
        count += table->maker == person && !table->over && !table->forgotten;
    }
    return count;
}

bool durable_append(struct store_append *append)
{
    struct durable_table *table = durable_kept(append->code);
    append->too_many = false;
    if (append->last != (table ? table->replica.last : 0))
        return false;
    DEMAND(table || append->maker.person, "table %s is made by nobody", append->code);
    append->too_many =
        !table && tables_held_by(append->maker.person) >= append->maker.most_of_person;
    world.counts.too_many += append->too_many;
    if (append->too_many)
        return false;
    if (!table)
        table = add_table(append->code);
    for (uint32_t i = 0; i < append->count; i++)
        add_line(table, append->lines[i]);
    if (append->maker.person)
        table->maker = append->maker.person;
    table->over = append->over;
    if (append->over)
        table->maker = 0;
    DEMAND(table->over || table->maker, "table %s counts for nobody", append->code);
    table->due_ms = append->due_ms;
    DEMAND(table->over == table_is_over(&table->replica), "table %s: stored as %s", append->code,
           append->over ? "over" : "running");
    return true;
}

/* Finished games and logs tell the same. */
void durable_check_games(void)
{
    const struct durable *durable = &world.durable;
    uint64_t in_logs = 0;
    for (size_t i = 0; i < durable->table_count; i++)
        for (uint32_t n = 0; n < durable->tables[i]->replica.last; n++)
            in_logs += durable->tables[i]->lines[n].kind == TABLE_EVENT_OVER;
    DEMAND(in_logs == durable->game_count, "%zu games kept, %u in the logs", durable->game_count,
           (unsigned)in_logs);
    for (size_t i = 0; i < durable->game_count; i++) {
        const struct durable_table *table = durable_find(durable->games[i].code);
        bool dealt = false;
        for (uint32_t n = 0; table && n < table->replica.last; n++)
            dealt |= table->lines[n].kind == TABLE_EVENT_DEAL &&
                strstr(table->lines[n].text, durable->games[i].id);
        DEMAND(dealt, "game %s of table %s was never dealt", durable->games[i].id,
               durable->games[i].code);
    }
}

void durable_free(void)
{
    struct durable *durable = &world.durable;
    for (size_t i = 0; i < durable->table_count; i++) {
        struct durable_table *table = durable->tables[i];
        for (uint32_t n = 0; n < table->replica.last; n++)
            free(table->lines[n].text);
        free(table->lines);
        free(table);
    }
    free(durable->tables);
    free(durable->people);
    free(durable->tokens);
    free(durable->sittings);
    free(durable->accounts);
    free(durable->facts);
    free(durable->games);
    free(durable->acts);
    free(durable->leases);
    free(durable->news);
    free(durable->person_facts);
    memset(durable, 0, sizeof *durable);
}
