/*
 * deletion.c - a person deletes all that is kept about them.
 *
 * Tokens, account and name go; what they said and were called is emptied in the logs of all their tables, and they leave every
 * table at which they sit. The moves stay, for they are also the games of the others; nothing in them tells who made them. While
 * they sit in a game that runs, it is refused.
 *
 * Nothing comes back: first all their connections are shown out, on every node, then the logs are rewritten. Lines that a node
 * was just writing may still arrive, for as long as a lease holds (store.h); so the logs are looked through again after that.
 * What is written later still belongs to somebody new who came with the same token, and is left alone.
 */
#include "actor.h"
#include "lines.h"
#include "people.h"
#include "table/table_text.h"

#include <stdlib.h>
#include <string.h>

/* When they are looked through again, after the first time. */
static const int64_t again_after_ms[] = {1000, STORE_LEASE_MS + 1000};

struct deletion {
    struct job job;
    struct deletion *next; /* of those that wait for their time */
    struct server *server;
    struct connection *connection; /* that is answered; NULL: it has been */
    char ref[HOST_REF];
    table_person person;
    int64_t asked_ms, due_ms;
    int64_t until_ms; /* what was written later is not theirs */
    uint64_t fence;
    size_t passes;
    bool plays; /* sits in a game that runs */
    enum store_status status;
    struct codes codes;   /* of their tables */
    struct codes changed; /* of those where something was rewritten */
};

static void deletion_end(struct deletion *deletion)
{
    free(deletion->codes.code);
    free(deletion->changed.code);
    free(deletion);
}

/* ---------------------------------------------------------------- one log */

/* A log that is being read: the table as it stands, and the lines that have to change. */
struct reading {
    const struct deletion *deletion;
    struct table table;
    int64_t sat_ms; /* when the person last sat down there */
    struct store_rewritten *lines;
    size_t count;
};

/* Takes the person out of an event; false when they are not in it, or not any more. */
static bool empty_event(const struct reading *reading, struct table_event *event)
{
    table_person person = reading->deletion->person;
    if (event->at_ms > reading->deletion->until_ms)
        return false;
    if (event->kind == TABLE_EVENT_SIT && event->person == person && strcmp(event->name, "-") != 0) {
        memcpy(event->name, "-", 2);
        return true;
    }
    bool empty = event->text_length == 1 && event->text[0] == '-';
    if (event->kind != TABLE_EVENT_SAY || event->seat != table_seat_of(&reading->table, person) || empty)
        return false;
    event->text_length = 1;
    event->text[0] = '-';
    return true;
}

static bool read_line(void *context, const char *code, uint32_t number, const char *line, size_t length)
{
    struct reading *reading = context;
    struct table_event event;
    char text[TABLE_EVENT_TEXT];
    (void)code;
    if (!table_event_read(&reading->table, line, length, &event) || table_apply(&reading->table, &event) != TABLE_OK)
        return false;
    if (event.kind == TABLE_EVENT_SIT && event.person == reading->deletion->person)
        reading->sat_ms = event.at_ms;
    if (!empty_event(reading, &event))
        return true;
    struct store_rewritten *grown = realloc(reading->lines, (reading->count + 1) * sizeof *grown);
    if (!grown)
        return false;
    reading->lines = grown;
    char *rest = strndup(text, table_event_line(&reading->table, &event, text));
    if (rest)
        grown[reading->count++] = (struct store_rewritten){number, rest};
    return rest != NULL;
}

/* They leave the table, as if they had asked for it. Whoever wrote meanwhile comes first: it is tried again with the next pass. */
static enum store_status leave(struct deletion *deletion, struct store *store, struct table *table)
{
    struct table_request ask = {.verb = TABLE_LEAVE, .seat = -1, .person = deletion->person, .now_ms = server_now_ms()};
    struct table_answer answer;
    char text[TABLE_EVENTS_MAX][TABLE_EVENT_TEXT];
    const char *lines[TABLE_EVENTS_MAX];
    struct store_append append = {.last = table->last, .lines = lines, .changed_ms = ask.now_ms};
    table_ask(table, &ask, &answer);
    lws_strncpy(append.code, table->code, sizeof append.code);
    for (int i = 0; i < answer.events; i++) {
        size_t length = table_event_line(table, &answer.event[i], text[i]);
        text[i][length] = '\0';
        if (table_apply(table, &answer.event[i]) == TABLE_OK)
            lines[append.count++] = text[i];
    }
    append.over = table_is_over(table);
    append.due_ms = actor_due_asleep_ms(deletion->server->options, table);
    struct store_batch batch = {.fence = deletion->fence, .appends = &append, .append_count = 1};
    return append.count > 0 ? store_commit(store, &batch) : STORE_OK;
}

static enum store_status tell_others(struct store *store, const char *code)
{
    char message[HOST_MESSAGE]; /* other nodes may have the old words in memory */
    lws_snprintf(message, sizeof message, "again %s 0", code);
    return store_tell(store, message);
}

static enum store_status empty_log(struct deletion *deletion, struct store *store, const char *code)
{
    struct reading *reading = calloc(1, sizeof *reading);
    if (!reading)
        return STORE_DOWN;
    reading->deletion = deletion;
    enum store_status status = store_read_log(store, code, 0, read_line, reading);
    if (status == STORE_OK && reading->count > 0)
        status = store_rewrite(store, code, reading->lines, reading->count);
    for (size_t i = 0; i < reading->count; i++)
        free(reading->lines[i].line);
    bool sits = table_seat_of(&reading->table, deletion->person) >= 0 && reading->sat_ms <= deletion->until_ms;
    if (status == STORE_OK && sits)
        status = leave(deletion, store, &reading->table);
    if (status == STORE_OK && (reading->count > 0 || sits)) {
        codes_add(&deletion->changed, code);
        status = tell_others(store, code);
    }
    free(reading->lines);
    free(reading);
    return status == STORE_NONE ? STORE_OK : status; /* a table that has ended meanwhile */
}

/* ---------------------------------------------------------------- all of them, on threads of the store */

static bool runs_with(const struct table *table, table_person person)
{
    return (table->phase == TABLE_PLAYING || table->phase == TABLE_PAUSED) && table_seat_of(table, person) >= 0;
}

/* Whether they play; reads only. */
static void look_work(struct job *job, void *place)
{
    struct deletion *deletion = (struct deletion *)job;
    struct codes running = {0};
    deletion->status = store_read_tables_of(place, deletion->person, true, codes_add, &running);
    for (size_t i = 0; i < running.count && !deletion->plays && !store_is_out(deletion->status); i++) {
        struct reading *reading = calloc(1, sizeof *reading);
        if (!reading)
            break;
        reading->deletion = &(struct deletion){.until_ms = INT64_MIN}; /* nothing is rewritten */
        deletion->status = store_read_log(place, running.code[i], 0, read_line, reading);
        deletion->plays = runs_with(&reading->table, deletion->person);
        free(reading);
    }
    free(running.code);
}

static void delete_work(struct job *job, void *place)
{
    struct deletion *deletion = (struct deletion *)job;
    struct store_person person;
    deletion->status = store_read_tables_of(place, deletion->person, false, codes_add, &deletion->codes);
    for (size_t i = 0; i < deletion->codes.count && !store_is_out(deletion->status); i++)
        deletion->status = empty_log(deletion, place, deletion->codes.code[i]);
    if (!store_is_out(deletion->status))
        deletion->status = store_find_person(place, deletion->person, &person);
    if (deletion->status == STORE_OK && person.made_ms <= deletion->until_ms)
        deletion->status = store_delete_person(place, deletion->person);
}

/* ---------------------------------------------------------------- on the loop */

static void start(struct deletion *deletion, struct pool *pool, void (*work)(struct job *, void *), void (*done)(struct job *))
{
    deletion->job = (struct job){.work = work, .done = done};
    deletion->fence = deletion->server->lease.fence;
    pool_do(pool, &deletion->job);
}

static void answer(struct deletion *deletion, const char *error)
{
    struct connection *connection = deletion->connection;
    deletion->connection = NULL;
    connection->jobs--;
    connection->stage = LINK_KNOWN;
    if (error)
        reply_error(connection, deletion->ref, error);
    else
        reply_ok(connection, deletion->ref, "\"deleted\":true");
    if (error)
        people_handle_waiting(connection);
    else
        connection_close(connection, LWS_CLOSE_STATUS_NORMAL, "goodbye");
    connection_release(connection);
}

static void pass_done(struct job *job)
{
    struct deletion *deletion = (struct deletion *)job;
    struct server *server = deletion->server;
    bool failed = job->dropped || store_is_out(deletion->status);
    for (size_t i = 0; i < deletion->changed.count; i++)
        tables_outdated(server, deletion->changed.code[i]);
    deletion->changed.count = 0;
    if (failed && !job->dropped)
        ticks_store_lost(server, "");
    if (deletion->connection)
        answer(deletion, failed ? "store_down" : NULL);
    if (failed || deletion->passes >= sizeof again_after_ms / sizeof again_after_ms[0] || server->stopping) {
        deletion_end(deletion);
        return;
    }
    deletion->due_ms = deletion->asked_ms + again_after_ms[deletion->passes++];
    deletion->next = server->deletions;
    server->deletions = deletion;
}

void deletion_tick(struct server *server)
{
    for (struct deletion **at = &server->deletions; *at;) {
        struct deletion *deletion = *at;
        if (deletion->due_ms > server_now_ms()) {
            at = &deletion->next;
            continue;
        }
        *at = deletion->next;
        start(deletion, server->store_pool, delete_work, pass_done);
    }
}

void deletion_forget(struct server *server)
{
    while (server->deletions) {
        struct deletion *deletion = server->deletions;
        server->deletions = deletion->next;
        deletion_end(deletion);
    }
}

/* All their other connections go first; what still comes on this one waits, and is not done any more. */
static void looked(struct job *job)
{
    struct deletion *deletion = (struct deletion *)job;
    const char *error = job->dropped || deletion->server->stopping ? "stopping"
        : store_is_out(deletion->status)                           ? "store_down"
        : deletion->plays                                          ? "game_runs"
                                                                   : NULL;
    if (error) {
        answer(deletion, error);
        deletion_end(deletion);
        return;
    }
    deletion->asked_ms = server_now_ms();
    deletion->until_ms = deletion->asked_ms + STORE_LEASE_MS;
    people_logged_out(deletion->server, deletion->person, "", NULL);
    start(deletion, deletion->server->store_pool, delete_work, pass_done);
}

void verb_delete_me(struct connection *connection, const struct request *request)
{
    if (!request_flag(request, "sure", false)) {
        reply_error(connection, request->ref, "bad_request");
        return;
    }
    struct deletion *deletion = connection->jobs == 0 ? calloc(1, sizeof *deletion) : NULL;
    if (!deletion) {
        reply_error(connection, request->ref, "too_many");
        return;
    }
    deletion->server = connection->server;
    deletion->connection = connection;
    deletion->person = connection->person;
    memcpy(deletion->ref, request->ref, sizeof deletion->ref);
    connection->stage = LINK_ASKING;
    connection->references++;
    connection->jobs++;
    start(deletion, connection->server->readers, look_work, looked);
}
