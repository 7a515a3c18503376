/*
 * nodes.c - several servers on one PostgreSQL: who runs a table, what the others wrote, who sits where.
 *
 * Any node takes any player. One node at a time holds the lock of a table and runs its clock and bots; the database
 * gives the lock away when that node dies. After each commit the others hear of it and read the new lines. Who is
 * present is told now and then and forgotten when it is not repeated; hints are told as they come (hints.c). With SQLite
 * there is one node and nothing to do.
 */
#include "actor.h"
#include "people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRESENT_TOLD_MS = 8000, PRESENT_KNOWN_MS = 20000, DUE_MOST = 200 };

/* ---------------------------------------------------------------- locks */

struct lock_job {
    struct job job;
    struct server *server;
    char code[TABLE_CODE];
    bool mine, unlock;
};

static void lock_work(struct job *job, void *place)
{
    struct lock_job *lock = (struct lock_job *)job;
    if (lock->unlock)
        store_unlock(place, lock->code);
    else if (store_lock(place, lock->code, &lock->mine) != STORE_OK)
        lock->mine = false;
}

static void lock_done(struct job *job)
{
    struct lock_job *lock = (struct lock_job *)job;
    struct host_table *table = tables_find(lock->server, lock->code);
    if (!table && lock->mine)
        nodes_unlock(lock->server, lock->code); /* it left memory meanwhile; somebody else may need it */
    if (table && !lock->unlock) {
        bool gained = lock->mine && !table->mine;
        table->locking = false;
        table->mine = lock->mine;
        if (gained && table->stage == HOST_READY) {
            table->thinking = 0;
            table->hinted = 0;
            actor_settle(table);
        }
    }
    free(lock);
}

static void start_lock(struct server *server, const char *code, bool unlock)
{
    struct lock_job *lock = calloc(1, sizeof *lock);
    if (!lock)
        return;
    lock->job = (struct job){.work = lock_work, .done = lock_done};
    lock->server = server;
    lock->unlock = unlock;
    lws_strncpy(lock->code, code, sizeof lock->code);
    crew_do(server->store_crew, &lock->job);
}

void nodes_lock(struct host_table *table)
{
    if (!store_is_shared(table->server->store) || table->locking)
        return;
    table->locking = true;
    start_lock(table->server, table->code, false);
}

void nodes_unlock(struct server *server, const char *code)
{
    if (store_is_shared(server->store) && server->store_crew)
        start_lock(server, code, true);
}

/* ---------------------------------------------------------------- telling the others */

struct tell_job {
    struct job job;
    char message[HOST_MESSAGE];
};

static void tell_work(struct job *job, void *place) { store_tell(place, ((struct tell_job *)job)->message); }
static void tell_done(struct job *job) { free(job); }

void nodes_tell(struct server *server, const char *message)
{
    if (!store_is_shared(server->store) || server->store_down || !server->store_crew)
        return;
    struct tell_job *tell = calloc(1, sizeof *tell);
    if (!tell)
        return;
    tell->job = (struct job){.work = tell_work, .done = tell_done};
    lws_strncpy(tell->message, message, sizeof tell->message);
    crew_do(server->store_crew, &tell->job);
}

void nodes_present(struct host_table *table, int seat, bool here)
{
    char message[HOST_MESSAGE];
    lws_snprintf(message, sizeof message, "%s %s %d", here ? "here" : "gone", table->code, seat);
    nodes_tell(table->server, message);
}

/* ---------------------------------------------------------------- hearing from the others */

struct news {
    struct news *next;
    char message[HOST_MESSAGE];
};

struct listen_job {
    struct job job;
    struct server *server;
    struct news *news, **end;
    enum store_status status;
    uint64_t session;
    char due[DUE_MOST][TABLE_CODE];
    int due_count;
    bool look_for_due;
};

static void told(void *context, const char *message)
{
    struct listen_job *listen = context;
    struct news *news = calloc(1, sizeof *news);
    if (!news)
        return;
    lws_strncpy(news->message, message, sizeof news->message);
    *listen->end = news;
    listen->end = &news->next;
}

static bool note_due(void *context, const char *code)
{
    struct listen_job *listen = context;
    lws_strncpy(listen->due[listen->due_count++], code, TABLE_CODE);
    return listen->due_count < DUE_MOST;
}

static void listen_work(struct job *job, void *place)
{
    struct listen_job *listen = (struct listen_job *)job;
    listen->status = store_listen(place, told, listen);
    listen->session = store_session(place);
    if (listen->look_for_due && listen->status == STORE_OK)
        store_read_due(place, server_now_ms(), DUE_MOST, note_due, listen);
}

/* Somebody sits at the table on another node. */
static void hear_presence(struct host_table *table, int seat, bool here)
{
    int64_t now_ms = server_now_ms();
    if (seat < 0 || seat >= table_seats(&table->table))
        return;
    table->elsewhere_ms[seat] = here ? now_ms : 0;
    struct table_seat *at = &table->table.seat[seat];
    if (here && !at->present) {
        struct table_answer back; /* a bot played for them: the node where they are sees to it */
        table_come(&table->table, seat, now_ms, &back);
        tables_tell(table, "seats");
    } else if (!here && at->present) {
        bool local = false;
        for (const struct attachment *near = table->attachments; near; near = near->next_of_table)
            local |= near->connection->person == at->person;
        if (!local) {
            table_go(&table->table, seat, now_ms);
            tables_tell(table, "seats");
        }
    }
    table->due_ms = table_due_ms(&table->table);
}

static void hear(struct server *server, const char *message)
{
    char what[8], code[TABLE_CODE];
    unsigned number;
    int length = 0;
    if (people_hear(server, message) || sscanf(message, "%7s %11s %u%n", what, code, &number, &length) != 3)
        return;
    struct host_table *table = tables_find(server, code);
    bool log = strcmp(what, "log") == 0;
    if (table && log && number > table->told_last)
        table->told_last = number;
    if (!table || table->stage != HOST_READY)
        return;
    if (log && number > table->table.last)
        tables_read_more(table);
    else if (strcmp(what, "here") == 0 || strcmp(what, "gone") == 0)
        hear_presence(table, (int)number, *what == 'h');
    else if (strcmp(what, "hint") == 0)
        hints_heard(table, number, message + length);
    else if (strcmp(what, "ask") == 0)
        hints_asked(table);
}

/* After a reconnection the locks are gone and news may have been missed: everything is looked at again. */
static void begin_session(struct server *server, uint64_t session)
{
    server->store_session = session;
    for (struct host_table *table = server->tables; table; table = table->next) {
        table->mine = table->locking = false;
        if (table->unread)
            continue;
        if (!table->change) {
            tables_reload(table);                /* also where it is being read: that may have been too early */
        } else if (table->stage == HOST_READY) { /* the store will tell whether it is as we think; hints are told again */
            table->hints_known = false;
            hints_wanted(table);
            hints_catch_up(table, true);
        }
    }
}

static void listen_done(struct job *job)
{
    struct listen_job *listen = (struct listen_job *)job;
    struct server *server = listen->server;
    server->listening = false;
    if (listen->status == STORE_OK && listen->session != server->store_session)
        begin_session(server, listen->session);
    for (struct news *news = listen->news, *next; news; news = next) {
        next = news->next;
        hear(server, news->message);
        free(news);
    }
    for (int i = 0; i < listen->due_count; i++)
        tables_load(server, listen->due[i]);
    free(listen);
}

static void listen_to_others(struct server *server, bool look_for_due)
{
    struct listen_job *listen = server->listening || server->store_down ? NULL : calloc(1, sizeof *listen);
    if (!listen)
        return;
    listen->job = (struct job){.work = listen_work, .done = listen_done};
    listen->server = server;
    listen->end = &listen->news;
    listen->look_for_due = look_for_due;
    server->listening = true;
    crew_do(server->store_crew, &listen->job);
}

/* ---------------------------------------------------------------- now and then */

static void repeat_presence(struct host_table *table, int64_t now_ms)
{
    for (int seat = 0; seat < table_seats(&table->table); seat++) {
        const struct table_seat *at = &table->table.seat[seat];
        bool local = false;
        for (const struct attachment *near = table->attachments; near; near = near->next_of_table)
            local |= at->kind == TABLE_PERSON && near->connection->person == at->person;
        if (local && !table->mine)
            nodes_present(table, seat, true);
        else if (!local && at->present && table->elsewhere_ms[seat] && now_ms - table->elsewhere_ms[seat] > PRESENT_KNOWN_MS)
            hear_presence(table, seat, false);
    }
}

void nodes_tick(struct server *server)
{
    if (!store_is_shared(server->store))
        return;
    hints_tick(server);
    listen_to_others(server, false);
}

void nodes_second(struct server *server)
{
    int64_t now_ms = server_now_ms();
    if (!store_is_shared(server->store) || server->store_down)
        return;
    listen_to_others(server, true);
    bool repeat = now_ms - server->presence_told_ms > PRESENT_TOLD_MS;
    for (struct host_table *table = server->tables; table; table = table->next) {
        if (table->stage != HOST_READY || table_is_over(&table->table))
            continue;
        if (!table->mine)
            nodes_lock(table);
        if (repeat)
            repeat_presence(table, now_ms);
    }
    if (repeat)
        server->presence_told_ms = now_ms;
}
