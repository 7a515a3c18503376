/*
 * alarms.c - see alarms.h: a binary heap.
 *
 * Entries name tables by code and are never updated in place: a stale one (the table is due later,
 * or gone) is discarded when its time comes (lazy deletion). So a move costs nothing here: it only
 * postpones when its table is due.
 */
#include "alarms.h"
#include "store/array.h"

#include "actor.h"
#include "server/core/core.h"
#include "tables.h"

#include <stdlib.h>
#include <string.h>

struct alarm {
    int64_t at_ms;
    bool asleep;
    char code[TABLE_CODE];
};

struct alarms {
    struct alarm *alarm;
    size_t count, room;
};

static struct alarms *alarms_of(const struct server *server)
{
    return module_state(server, MODULE_ALARMS);
}

/* ---------------------------------------------------------------- the heap */

static void push(struct alarms *alarms, const struct alarm *alarm)
{
    if (!array_fits(alarms->alarm, alarms->room, alarms->count + 1))
        abort(); /* a clock that nobody looks at would never run out */
    size_t at = alarms->count++;
    for (size_t up; at > 0 && alarms->alarm[up = (at - 1) / 2].at_ms > alarm->at_ms; at = up)
        alarms->alarm[at] = alarms->alarm[up];
    alarms->alarm[at] = *alarm;
}

static struct alarm pop(struct alarms *alarms)
{
    struct alarm first = alarms->alarm[0], last = alarms->alarm[--alarms->count];
    size_t at = 0;
    for (size_t down; (down = 2 * at + 1) < alarms->count; at = down) {
        if (down + 1 < alarms->count && alarms->alarm[down + 1].at_ms < alarms->alarm[down].at_ms)
            down++;
        if (alarms->alarm[down].at_ms >= last.at_ms)
            break;
        alarms->alarm[at] = alarms->alarm[down];
    }
    alarms->alarm[at] = last;
    return first;
}

/* ---------------------------------------------------------------- tables */

static int64_t wanted_ms(const struct live_table *table)
{
    return table->due_ms < table->look_ms ? table->due_ms : table->look_ms;
}

/* At the next tick at the earliest, so that a table being looked at does not come up again at once.
 */
static void set_at(struct live_table *table, int64_t at_ms)
{
    int64_t soonest_ms = table->server->ticked_ms + 1;
    struct alarm alarm = {.at_ms = at_ms > soonest_ms ? at_ms : soonest_ms};
    if (alarm.at_ms >= table->alarm_ms)
        return;
    lws_strncpy(alarm.code, table->code, sizeof alarm.code);
    table->alarm_ms = alarm.at_ms;
    push(alarms_of(table->server), &alarm);
}

void alarms_set(struct live_table *table) { set_at(table, wanted_ms(table)); }

void alarms_look(struct live_table *table, int64_t in_ms)
{
    int64_t look_ms = table->server->ticked_ms + in_ms;
    if (look_ms < table->look_ms)
        table->look_ms = look_ms;
    alarms_set(table);
}

void alarms_look_at_all(struct server *server)
{
    for (struct live_table *table = server->tables; table; table = table->next)
        alarms_look(table, 0);
}

void alarms_set_asleep(struct server *server, const char *code, int64_t due_ms)
{
    struct alarm alarm = {.at_ms = due_ms, .asleep = true};
    lws_strncpy(alarm.code, code, sizeof alarm.code);
    push(alarms_of(server), &alarm);
}

/* May remove the table. What is due and cannot be done now (another node runs it, something is
 * under way) is looked at again. */
static void look(struct server *server, struct live_table *table, const char *code)
{
    enum { AGAIN_MS = 1000 };
    table->look_ms = INT64_MAX;
    actor_run(table);
    table = tables_find(server, code);
    if (table)
        set_at(table,
               wanted_ms(table) <= server->ticked_ms ? server->ticked_ms + AGAIN_MS
                                                     : wanted_ms(table));
}

static void ring(struct server *server, const struct alarm *alarm)
{
    struct live_table *table = tables_find(server, alarm->code);
    if (!table && alarm->asleep && !tables_load(server, alarm->code))
        alarms_set_asleep(server, alarm->code,
                          server->ticked_ms + 60 * 1000); /* there is no room for it now */
    if (!table)
        return;
    if (alarm->at_ms == table->alarm_ms)
        table->alarm_ms = INT64_MAX;
    if (wanted_ms(table) > server->ticked_ms)
        alarms_set(table);
    else
        look(server, table, alarm->code);
}

static void ring_due(struct server *server)
{
    struct alarms *alarms = alarms_of(server);
    while (alarms->count > 0 && alarms->alarm[0].at_ms <= server->ticked_ms &&
           !server->store_down) {
        struct alarm alarm = pop(alarms);
        ring(server, &alarm);
    }
}

static void stop(struct server *server) { free(alarms_of(server)->alarm); }

const struct module alarms_module = {
    .name = "alarms", .state = sizeof(struct alarms), .tick = ring_due, .stop = stop};
