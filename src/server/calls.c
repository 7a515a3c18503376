/*
 * calls.c - see calls.h: what is noted, who sends, and when to look.
 */
#include "calls.h"

#include "calls_facts.h"
#include "calls_send.h"
#include "invitations.h"

#include <stdlib.h>
#include <string.h>

const struct push_keys *calls_keys(const struct server *server)
{
    return server->calls && server->calls->services ? &server->calls->keys : NULL;
}

bool calls_can_mail(const struct server *server) { return server->calls && server->calls->route.url; }

/* ---------------------------------------------------------------- who sends, and when */

bool calls_hear(struct server *server, const char *message)
{
    if (strcmp(message, "calls") != 0)
        return false;
    if (server->calls)
        server->calls->changed = true;
    return true;
}

/* The living node with the lowest fencing token. */
static bool sends(const struct server *server)
{
    if (!store_is_shared(server->store))
        return true;
    const struct store_beat *lease = &server->lease;
    for (int i = 0; i < lease->alive_count; i++)
        if (lease->alive[i] < lease->fence)
            return false;
    return lease->fence != 0;
}

void calls_tick(struct server *server)
{
    struct calls *calls = server->calls;
    if (!calls || server->store_down || server->stopping || !sends(server)) {
        if (calls)
            calls->changed = true; /* whoever takes over looks at once */
        return;
    }
    calls_rest_mail(server);
    if (!calls->looking && (calls->changed || server_now_ms() >= calls->next_ms))
        calls_look(server);
}

void calls_changed(struct server *server)
{
    if (!server->calls)
        return;
    server->calls->changed = true;
    nodes_tell(server, "calls");
    calls_tick(server);
}

/* ---------------------------------------------------------------- what is noted */

stos_seats calls_awaited(const struct table *table)
{
    stos_seats people = 0;
    if (table->phase != TABLE_PLAYING || table->settings.turn_seconds < CALLS_LONG_SECONDS)
        return 0;
    for (int seat = 0; seat < table_seats(table); seat++)
        if (table->seat[seat].kind == TABLE_PERSON && !table->seat[seat].program && table->seat[seat].stand_in == TABLE_NO_STAND_IN)
            people |= (stos_seats)(1u << seat);
    return people & stos_actors(&table->state);
}

struct note_job {
    struct job job;
    struct server *server;
    table_person person;
    bool over; /* there is nothing to be told any more */
    struct calls_waiting waiting;
};

static void note_work(struct job *job, void *place)
{
    const struct note_job *note = (struct note_job *)job;
    const struct calls_waiting *waiting = &note->waiting;
    if (note->over && waiting->about == CALLS_INVITED)
        invitations_drop(place, note->person, waiting->code);
    if (note->over)
        calls_drop(place, note->person, waiting->about, waiting->code);
    else
        calls_write_waiting(place, note->person, waiting);
}

static void note_done(struct job *job)
{
    struct note_job *note = (struct note_job *)job;
    if (!note->over)
        calls_changed(note->server);
    free(note);
}

static void note(struct server *server, table_person person, bool over, const struct calls_waiting *waiting)
{
    struct note_job *job = calloc(1, sizeof *job);
    if (!job)
        return;
    *job = (struct note_job){.server = server, .person = person, .over = over, .waiting = *waiting};
    job->job = (struct job){.work = note_work, .done = note_done};
    pool_do(server->store_pool, &job->job);
}

void calls_moved(const struct host_table *table, stos_seats awaited_before)
{
    stos_seats awaited = calls_awaited(&table->table);
    struct calls_waiting waiting = {.since_ms = server_now_ms()};
    if (!table->server->calls)
        return;
    lws_strncpy(waiting.code, table->code, sizeof waiting.code);
    lws_strncpy(waiting.game, stos_game_name(table->table.settings.rules.game), sizeof waiting.game);
    for (int seat = 0; seat < table_seats(&table->table); seat++) {
        const struct table_seat *at = &table->table.seat[seat];
        bool was = awaited_before >> seat & 1, is = awaited >> seat & 1;
        if (was != is && at->person != 0 && (was || !at->present)) /* whoever is there sees it */
            note(table->server, at->person, was, &waiting);
    }
}

void calls_came(const struct host_table *table, int seat)
{
    struct calls_waiting waiting = {0};
    lws_strncpy(waiting.code, table->code, sizeof waiting.code);
    if (table->server->calls && calls_awaited(&table->table) >> seat & 1)
        note(table->server, table->table.seat[seat].person, true, &waiting);
}

void calls_seated(struct server *server, table_person person, const char *code)
{
    struct calls_waiting waiting = {.about = CALLS_INVITED};
    lws_strncpy(waiting.code, code, sizeof waiting.code);
    note(server, person, true, &waiting);
}
