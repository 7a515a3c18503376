/* day_table.c - see day_table.h. */
#include "day_table.h"

#include "server/core/core.h"
#include "server/core/task.h"
#include "server/tables/ask.h"
#include "server/tables/deals.h"
#include "server/tables/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- facts: "day:0:table3" is
 * "2026-11-15 bamoteki" */

#define DAY_FACT "day:"
enum { FACT_NAME = 32, FACT_VALUE = DAY_DATE + TABLE_CODE };

/* Days alternate between two facts, so nothing has to be cleaned up. */
static void fact_name(int64_t day, const struct day_level *level, char name[FACT_NAME])
{
    snprintf(name, FACT_NAME, DAY_FACT "%d:%s", (int)(day & 1), level->name);
}

/* The code in a fact of that day; NULL: it is of another one. */
static const char *code_of_day(const char *value, int64_t day)
{
    char date[DAY_DATE];
    size_t length = day_date(day, date);
    return strncmp(value, date, length) == 0 && value[length] == ' ' ? value + length + 1 : NULL;
}

struct dealt_reader {
    int64_t day;
    day_dealt *dealt;
    void *context;
};

static bool take_dealt(void *context, const char *name, const char *value)
{
    const struct dealt_reader *reader = context;
    const struct day_level *level = day_level_find(strrchr(name, ':') + 1);
    const char *code = code_of_day(value, reader->day);
    if (level && code)
        reader->dealt(reader->context, level, code);
    return true;
}

enum store_status day_read_dealt(struct store *store, uint64_t person, int64_t day,
                                 day_dealt *dealt, void *context)
{
    struct dealt_reader reader = {.day = day, .dealt = dealt, .context = context};
    char prefix[FACT_NAME];
    snprintf(prefix, sizeof prefix, DAY_FACT "%d:", (int)(day & 1));
    return store_read_person_facts(store, person, prefix, take_dealt, &reader);
}

/* ---------------------------------------------------------------- noting */

struct noting {
    int64_t day;
    const struct day_level *level;
    char code[TABLE_CODE];
    bool first; /* refused where somebody was dealt the deck elsewhere */
    table_person person[STOS_MAX_SEATS];
    int people;
    request_verb *verb;
};

static bool was_elsewhere(struct store *store, const struct noting *noting, int index,
                          enum store_status *status)
{
    char name[FACT_NAME], value[FACT_VALUE];
    fact_name(noting->day, noting->level, name);
    enum store_status found =
        store_get_person_fact(store, noting->person[index], name, value, sizeof value);
    const char *code = found == STORE_OK ? code_of_day(value, noting->day) : NULL;
    if (store_is_out(found))
        *status = found;
    return code && strcmp(code, noting->code) != 0;
}

static enum store_status put_fact(struct store *store, const struct noting *noting, int index)
{
    char name[FACT_NAME], date[DAY_DATE], value[FACT_VALUE];
    fact_name(noting->day, noting->level, name);
    day_date(noting->day, date);
    snprintf(value, sizeof value, "%s %s", date, noting->code);
    return store_put_person_fact(store, noting->person[index], name, value);
}

/* Checks everybody before recording anybody. Each node has one writer thread, so two of its tables
 * cannot both be the first. */
static void ask_note(struct task *task, struct store *store)
{
    const struct noting *noting = task->more;
    bool elsewhere[STOS_MAX_SEATS] = {false}, any = false;
    if (!noting->first) /* who is about to join may never have sat anywhere */
        task->status = task_keep_person(task, store);
    for (int i = 0; i < noting->people && task->status == STORE_OK; i++)
        any |= elsewhere[i] = was_elsewhere(store, noting, i, &task->status);
    if (any && noting->first)
        task->error = "day_played";
    for (int i = 0; i < noting->people && task->status == STORE_OK && !task->error; i++)
        if (!elsewhere[i])
            task->status = put_fact(store, noting, i);
}

static bool go_on(struct task *task)
{
    const struct noting *noting = task->more;
    struct request request = task_request(task);
    request.noted = true;
    noting->verb(task->connection, &request);
    task_end(task);
    return false;
}

static void add_people(struct noting *noting, const struct table *table)
{
    for (int seat = 0; seat < table_seats(table); seat++)
        if (table->seat[seat].kind == TABLE_PERSON)
            noting->person[noting->people++] = table->seat[seat].person;
}

/* Whether what it was dealt last is today's deck. */
static bool has_deck_of_today(const struct live_table *table, int64_t now_ms)
{
    struct request_deal deal;
    deal_of_day_at(table->server, &table->table, now_ms, &deal);
    return strcmp(table->table.commitment, deal.commitment) == 0;
}

static void note(const struct live_table *table, struct connection *connection,
                 const struct request *request, bool begins, request_verb *verb)
{
    struct noting *noting = calloc(1, sizeof *noting);
    if (!noting) {
        reply_error(connection, request->ref, "too_many");
        return;
    }
    *noting = (struct noting){.day = day_of(request->now_ms), .first = begins, .verb = verb};
    noting->level = day_level_of_people(&table->table.settings.rules);
    lws_strncpy(noting->code, table->code, sizeof noting->code);
    if (begins)
        add_people(noting, &table->table);
    else
        noting->person[noting->people++] = connection->person;
    struct task *task = task_for_request_with(connection, request, TASK_WRITES, ask_note, noting);
    if (task)
        task->then = go_on;
}

bool day_notes_first(struct live_table *table, struct connection *connection,
                     const struct request *request, struct table_request *ask, request_verb *verb)
{
    struct table_answer answer;
    bool begins = ask->verb == TABLE_BEGIN;
    if (request->noted || !deal_is_of_day(&table->table) ||
        (!begins && !has_deck_of_today(table, request->now_ms)))
        return false;
    if (!ask_table(table, connection, request, ask, NULL, &answer))
        return true; /* refused anyhow */
    if (answer.events == 0)
        return false; /* asked before, and noted then */
    note(table, connection, request, begins, verb);
    return true;
}
