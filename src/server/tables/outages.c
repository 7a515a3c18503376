/*
 * outages.c - see outages.h. They are stored as one fact: "FROM-TO FROM-TO ...", in milliseconds
 * since 1970.
 */
#include "outages.h"

#include "alarms.h"
#include "server/core/core.h"
#include "ownership.h"
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "outages";

enum { OUTAGES_MOST = 512 }; /* stored; beyond that, the oldest two are merged */

struct outages {
    struct outage {
        int64_t from_ms, to_ms;
    } outage[OUTAGES_MOST]; /* in order, not overlapping */
    int count;
    bool changed; /* since they were last written */
};

static struct outages *outages_of(const struct server *server)
{
    return module_state(server, MODULE_OUTAGES);
}

enum {
    TEXT = OUTAGES_MOST * 42,
    MATTERS_SECONDS = 31 * 24 * 60 * 60 /* the longest turn has 30 days */
};

static void join_oldest(struct outages *outages)
{
    outages->outage[1].from_ms = outages->outage[0].from_ms;
    outages->count--;
    memmove(&outages->outage[0], &outages->outage[1],
            (size_t)outages->count * sizeof outages->outage[0]);
}

/* The newest one. */
static void note(struct outages *outages, int64_t from_ms, int64_t to_ms)
{
    struct outage *last = outages->count > 0 ? &outages->outage[outages->count - 1] : NULL;
    if (last && from_ms < last->to_ms)
        from_ms = last->to_ms;
    if (from_ms >= to_ms)
        return;
    if (outages->count == OUTAGES_MOST)
        join_oldest(outages);
    outages->outage[outages->count++] = (struct outage){from_ms, to_ms};
    outages->changed = true;
}

int64_t outages_since(const struct server *server, int64_t since_ms)
{
    const struct outages *outages = outages_of(server);
    int64_t sum_ms = 0;
    for (int i = 0; i < outages->count; i++) {
        const struct outage *outage = &outages->outage[i];
        int64_t from_ms = outage->from_ms > since_ms ? outage->from_ms : since_ms;
        if (outage->to_ms > from_ms)
            sum_ms += outage->to_ms - from_ms;
    }
    return sum_ms;
}

/* Those that still matter. */
static enum store_status load(struct outages *outages, struct store *store, int64_t now_ms)
{
    char *text = calloc(1, TEXT), *at = text;
    if (!text)
        return STORE_DOWN;
    enum store_status status = store_get(store, name, text, TEXT);
    *outages = (struct outages){0};
    while (status == STORE_OK && *at) {
        int64_t from_ms = strtoll(at, &at, 10), to_ms = *at == '-' ? strtoll(at + 1, &at, 10) : 0;
        if (to_ms > now_ms - INT64_C(1000) * MATTERS_SECONDS)
            note(outages, from_ms, to_ms);
        at += *at == ' ' ? 1 : strlen(at);
    }
    free(text);
    outages->changed = false;
    return store_none_is_ok(status);
}

enum store_status outages_write(const struct outages *outages, struct store *store)
{
    char *text = malloc(TEXT);
    size_t length = 0;
    if (!text)
        return STORE_DOWN;
    text[0] = '\0';
    for (int i = 0; i < outages->count; i++)
        length += (size_t)snprintf(text + length, TEXT - length, "%s%lld-%lld", i ? " " : "",
                                   (long long)outages->outage[i].from_ms,
                                   (long long)outages->outage[i].to_ms);
    enum store_status status = store_put(store, name, text);
    free(text);
    return status;
}

/* ---------------------------------------------------------------- giving time back */

void outages_owe(struct server *server, int64_t ms)
{
    if (!store_is_shared(server->store)) /* else others may have served them */
        note(outages_of(server), server_now_ms() - ms, server_now_ms());
    for (struct live_table *table = server->tables; table && ms > 0; table = table->next)
        if (table->stage != LIVE_READY || table->table.phase == TABLE_PLAYING) {
            table->owed_ms += ms; /* of a table that another node runs too: it may be this one's
                                     before the turn is over */
            alarms_look(table, 0);
        }
}

void outages_notice_stall(struct server *server)
{
    enum { STALL_MS = 1000 };
    int64_t now_ms = server_now_ms(), gap_ms = server->ticked_ms ? now_ms - server->ticked_ms : 0;
    server->ticked_ms = now_ms;
    if (gap_ms > STALL_MS && !server->store_down)
        outages_owe(server, gap_ms);
}

/* ---------------------------------------------------------------- the record of being alive */

enum store_status outages_say_alive(struct store *store, int64_t at_ms)
{
    char value[32];
    lws_snprintf(value, sizeof value, "%lld", (long long)at_ms);
    return store_put(store, "alive", value);
}

/* Not while time is owed to a clock: after a crash, the next server would count the outage only
 * from this record, and lose that debt. */
static bool may_say_alive(const struct server *server)
{
    for (const struct live_table *table = server->tables; table; table = table->next)
        if (table->owed_ms > 0 && ownership_runs(table) && table->table.phase == TABLE_PLAYING)
            return false;
    return !server->store_down;
}

bool outages_take(struct server *server, struct outages **changed)
{
    struct outages *outages = outages_of(server);
    *changed = NULL;
    if (outages->changed) {
        *changed = malloc(sizeof **changed);
        if (!*changed)
            return false;
        **changed = *outages;
        outages->changed = false;
    }
    return may_say_alive(server);
}

void outages_not_written(struct server *server) { outages_of(server)->changed = true; }

void outages_last_word(struct server *server)
{
    const struct outages *outages = outages_of(server);
    bool written = !outages->changed || outages_write(outages, server->store) == STORE_OK;
    if (written && may_say_alive(server))
        outages_say_alive(server->store, server->ticked_ms);
}

/* The time since the last server was alive is an outage too. */
static bool start(struct server *server, char *message, size_t size)
{
    char alive[32] = "";
    int64_t now_ms = server_now_ms();
    (void)message, (void)size;
    server->ticked_ms = now_ms;
    if (load(outages_of(server), server->store, now_ms) != STORE_OK)
        return false;
    store_get(server->store, "alive", alive, sizeof alive);
    int64_t alive_ms = *alive ? strtoll(alive, NULL, 10) : now_ms;
    bool others_live =
        store_is_shared(server->store) && now_ms - alive_ms < 2 * OUTAGES_ALIVE_SECONDS * 1000;
    if (!others_live)
        note(outages_of(server), alive_ms, now_ms);
    return true;
}

const struct module outages_module = {
    .name = "outages", .state = sizeof(struct outages), .start = start};
