/*
 * batch.c - group commit: what one turn of the loop changed is one transaction, and is told only afterwards.
 *
 * There are two batches at most: one with the store, one gathering. Frames of connections and tables that wait for a
 * batch are held by it in order. When the store refuses the lines of one table (somebody else wrote to its log), that
 * table's held frames in both batches are dropped, it is read again, and its requests are done again. When the store
 * fails, the same happens to all tables of both batches, and the requests are answered `store_down`.
 */
#include "host.h"

#include <stdlib.h>
#include <string.h>

struct held_frame {
    struct held_frame *next;
    struct connection *connection;
    char code[TABLE_CODE]; /* "" when it depends on no table of its own */
    struct frame *frame;
};

struct held_request {
    struct held_request *next;
    struct connection *connection;
    char code[TABLE_CODE];
    size_t length;
    char text[];
};

/* The lines of one table in this batch. */
struct gathered {
    struct store_append append;
    char **lines;
    size_t room;
};

struct batch {
    struct job job;
    struct server *server;
    uint64_t number;
    struct gathered *tables;
    size_t table_count, table_room;
    struct store_game *games;
    size_t game_count, game_room;
    struct store_sitting *sittings;
    size_t sitting_count, sitting_room;
    struct held_frame *frames, **frames_end;
    struct held_request *requests, **requests_end;
    enum store_status status;
    char message[STORE_MESSAGE];
    uint64_t began_ns, took_ns;
};

/* Grows an array of a batch by one; the program cannot go on without memory for what it promised to keep. */
static void *grow(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? *room * 2 : 16;
    array = realloc(array, *room * size);
    if (!array)
        abort();
    return array;
}

static struct batch *gathering(struct server *server)
{
    if (server->gathering)
        return server->gathering;
    struct batch *batch = calloc(1, sizeof *batch);
    if (!batch)
        abort();
    batch->server = server;
    batch->number = server->committed + (server->committing ? 2 : 1);
    batch->frames_end = &batch->frames;
    batch->requests_end = &batch->requests;
    return server->gathering = batch;
}

static struct gathered *lines_of(struct batch *batch, const char *code)
{
    for (size_t i = batch->table_count; i-- > 0;)
        if (strcmp(batch->tables[i].append.code, code) == 0)
            return &batch->tables[i];
    return NULL;
}

void batch_add_event(struct server *server, struct host_table *table, const struct table_event *event, const char *line, size_t length)
{
    struct batch *batch = gathering(server);
    struct gathered *gathered = table->batch == batch->number ? lines_of(batch, table->code) : NULL;
    if (!gathered) {
        batch->tables = grow(batch->tables, batch->table_count, &batch->table_room, sizeof *batch->tables);
        gathered = &batch->tables[batch->table_count++];
        *gathered = (struct gathered){.append.last = event->number - 1};
        lws_strncpy(gathered->append.code, table->code, sizeof gathered->append.code);
    }
    gathered->lines = grow(gathered->lines, gathered->append.count, &gathered->room, sizeof *gathered->lines);
    char *copy = strndup(line, length);
    if (!copy)
        abort();
    gathered->lines[gathered->append.count++] = copy;
    gathered->append.lines = (const char *const *)gathered->lines;
    gathered->append.changed_ms = event->at_ms;
    gathered->append.over = table_is_over(&table->table);
    gathered->append.due_ms = table_due_ms(&table->table);
    table->batch = batch->number;
    server->metrics.events++;
}

/* The batch with a number that is not committed. */
static struct batch *batch_of(struct server *server, uint64_t number)
{
    return server->committing && server->committing->number == number ? server->committing : gathering(server);
}

void batch_hold_request(struct server *server, uint64_t number, struct host_table *table, struct connection *connection,
                        const struct request *request)
{
    struct batch *batch = batch_of(server, number);
    struct held_request *held = malloc(sizeof *held + request->raw_length);
    if (!held)
        abort();
    *held = (struct held_request){.connection = connection, .length = request->raw_length};
    lws_strncpy(held->code, table->code, sizeof held->code);
    memcpy(held->text, request->raw, request->raw_length);
    connection->references++;
    *batch->requests_end = held;
    batch->requests_end = &held->next;
}

void batch_add_sitting(struct server *server, struct host_table *table, const struct connection *connection, int64_t now_ms)
{
    struct batch *batch = gathering(server);
    batch->sittings = grow(batch->sittings, batch->sitting_count, &batch->sitting_room, sizeof *batch->sittings);
    struct store_sitting *sitting = &batch->sittings[batch->sitting_count++];
    *sitting = (struct store_sitting){.person = connection->person, .program = connection->program, .now_ms = now_ms};
    lws_strncpy(sitting->code, table->code, sizeof sitting->code);
    lws_strncpy(sitting->name, connection->name, sizeof sitting->name);
    lws_strncpy(sitting->language, connection->language ? connection->language->language : "en", sizeof sitting->language);
    lws_strncpy(sitting->token_hash, connection->token_hash, sizeof sitting->token_hash);
}

void batch_add_game(struct server *server, const struct store_game *game)
{
    struct batch *batch = gathering(server);
    batch->games = grow(batch->games, batch->game_count, &batch->game_room, sizeof *batch->games);
    batch->games[batch->game_count++] = *game;
}

void batch_hold(struct server *server, uint64_t number, struct connection *connection, struct host_table *table, struct frame *frame)
{
    struct batch *batch = batch_of(server, number);
    struct held_frame *held = malloc(sizeof *held);
    if (!held)
        abort();
    *held = (struct held_frame){.connection = connection, .frame = frame};
    if (table)
        lws_strncpy(held->code, table->code, sizeof held->code);
    connection->references++;
    *batch->frames_end = held;
    batch->frames_end = &held->next;
}

void batch_free(struct batch *batch)
{
    if (!batch)
        return;
    for (struct held_frame *held = batch->frames, *next; held; held = next) {
        next = held->next;
        free(held->frame);
        connection_release(held->connection);
        free(held);
    }
    for (struct held_request *held = batch->requests, *next; held; held = next) {
        next = held->next;
        connection_release(held->connection);
        free(held);
    }
    for (size_t i = 0; i < batch->table_count; i++) {
        for (size_t line = 0; line < batch->tables[i].append.count; line++)
            free(batch->tables[i].lines[line]);
        free(batch->tables[i].lines);
    }
    free(batch->tables);
    free(batch->games);
    free(batch->sittings);
    free(batch);
}

/* ---------------------------------------------------------------- on the store's thread */

static void commit(struct job *job, void *place)
{
    struct batch *batch = (struct batch *)job;
    struct store *store = place;
    if (batch->table_count == 0)
        return;
    struct store_append *appends = malloc(batch->table_count * sizeof *appends);
    if (!appends)
        abort();
    for (size_t i = 0; i < batch->table_count; i++)
        appends[i] = batch->tables[i].append;
    struct store_batch work = {.appends = appends,
                               .append_count = batch->table_count,
                               .games = batch->games,
                               .game_count = batch->game_count,
                               .sittings = batch->sittings,
                               .sitting_count = batch->sitting_count};
    uint64_t began = uv_hrtime();
    batch->status = store_commit(store, &work);
    batch->took_ns = uv_hrtime() - began;
    if (batch->status != STORE_OK)
        lws_strncpy(batch->message, store_message(store), sizeof batch->message);
    for (size_t i = 0; i < batch->table_count; i++)
        batch->tables[i].append.refused = appends[i].refused;
    free(appends);
}

/* ---------------------------------------------------------------- back on the loop */

/* Whether what was held for this table may go out. */
static bool was_refused(const struct batch *batch, const char *code)
{
    for (size_t i = 0; i < batch->table_count; i++)
        if (batch->tables[i].append.refused && strcmp(batch->tables[i].append.code, code) == 0)
            return true;
    return false;
}

/* A frame that may not go out: its events have not been sent to that connection. */
static void drop_frame(struct server *server, struct held_frame *held)
{
    struct host_table *table = tables_find(server, held->code);
    struct attachment *reader = table ? tables_attachment(table, held->connection) : NULL;
    if (reader && held->frame->after < reader->sent)
        reader->sent = held->frame->after;
    free(held->frame);
}

static void release_frames(struct batch *batch, bool any_refused)
{
    while (batch->frames) {
        struct held_frame *held = batch->frames;
        batch->frames = held->next;
        if (*held->code && any_refused && was_refused(batch, held->code))
            drop_frame(batch->server, held);
        else
            connection_queue(held->connection, held->frame);
        connection_release(held->connection);
        free(held);
    }
}

/* Games and sittings of a table whose lines are not written did not happen. */
static void forget_facts(struct batch *batch, const char *code)
{
    size_t kept = 0;
    for (size_t i = 0; i < batch->game_count; i++)
        if (strcmp(batch->games[i].code, code) != 0)
            batch->games[kept++] = batch->games[i];
    batch->game_count = kept;
    kept = 0;
    for (size_t i = 0; i < batch->sitting_count; i++)
        if (strcmp(batch->sittings[i].code, code) != 0)
            batch->sittings[kept++] = batch->sittings[i];
    batch->sitting_count = kept;
}

/* Takes the lines, frames and requests of a table out of the batch that is still gathering. */
static void forget_gathered(struct batch *batch, const char *code, struct held_request ***retry_end)
{
    if (!batch)
        return;
    for (struct held_frame **at = &batch->frames; *at;) {
        struct held_frame *held = *at;
        if (strcmp(held->code, code) != 0) {
            at = &held->next;
            continue;
        }
        *at = held->next;
        drop_frame(batch->server, held);
        connection_release(held->connection);
        free(held);
    }
    batch->frames_end = &batch->frames;
    while (*batch->frames_end)
        batch->frames_end = &(*batch->frames_end)->next;
    for (struct held_request **at = &batch->requests; *at;) {
        struct held_request *held = *at;
        if (strcmp(held->code, code) != 0) {
            at = &held->next;
            continue;
        }
        *at = held->next;
        held->next = NULL;
        **retry_end = held;
        *retry_end = &held->next;
    }
    batch->requests_end = &batch->requests;
    while (*batch->requests_end)
        batch->requests_end = &(*batch->requests_end)->next;
    forget_facts(batch, code);
    struct gathered *gathered = lines_of(batch, code);
    if (!gathered)
        return;
    for (size_t line = 0; line < gathered->append.count; line++)
        free(gathered->lines[line]);
    free(gathered->lines);
    *gathered = batch->tables[--batch->table_count];
}

/* Those whose reply how the table stands was dropped are told nothing until they are answered; or they never came. */
static void undo_attachments(const struct batch *batch, struct host_table *table, bool again)
{
    for (struct attachment *at = table->attachments, *next; at; at = next) {
        next = at->next_of_table;
        at->out = at->out && at->out_by < batch->number; /* perhaps they have not lost their seat */
        if (at->since < batch->number)
            continue;
        at->asks = true;
        if (!again)
            tables_detach(at);
    }
}

/* Whoever has left is no longer told anything, but has not left; they come back and ask again. */
static void undo_leave(struct connection *connection, json_t *body)
{
    const char *verb = json_string_value(json_object_get(body, "do"));
    if (verb && strcmp(verb, "leave") == 0)
        connection_close(connection, LWS_CLOSE_STATUS_GOINGAWAY, "try again");
}

/* Does the requests again (they wait for the table to be read), or says that they were not done. */
static void settle_requests(struct held_request *first, bool again)
{
    while (first) {
        struct held_request *held = first;
        first = held->next;
        json_t *body = json_loadb(held->text, held->length, 0, NULL);
        undo_leave(held->connection, body);
        if (held->connection->wsi && !held->connection->close_code && again)
            request_handle(held->connection, held->text, held->length);
        else if (held->connection->wsi)
            reply_error(held->connection, json_string_value(json_object_get(body, "ref")), "store_down");
        json_decref(body);
        connection_release(held->connection);
        free(held);
    }
}

/* Tables whose lines were not taken are read again; their requests are done again or refused. */
static void undo_tables(struct server *server, struct batch *batch, bool all, bool again)
{
    struct held_request *retry = NULL, **retry_end = &retry;
    for (size_t i = 0; i < batch->table_count; i++) {
        if (!all && !batch->tables[i].append.refused)
            continue;
        char code[TABLE_CODE];
        lws_strncpy(code, batch->tables[i].append.code, sizeof code);
        server->metrics.conflicts += !all;
        forget_gathered(batch, code, &retry_end);
        i--; /* the last table took its place */
        forget_gathered(server->gathering, code, &retry_end);
        struct host_table *table = tables_find(server, code);
        if (table) {
            table->batch = 0;
            memset(&table->table.hints, 0, sizeof table->table.hints); /* said where it may never have been */
            undo_attachments(batch, table, again);
            tables_reload(table);
        }
    }
    settle_requests(retry, again);
}

static void store_failed(struct server *server, struct batch *batch)
{
    server->metrics.commit_failures++;
    if (!server->store_down)
        server_log(server, SERVER_LOG_ERROR, "store_down", "message=\"%s\"", batch->message);
    server->store_down = true;
    undo_tables(server, batch, true, false);
    if (server->gathering)
        undo_tables(server, server->gathering, true, false);
    release_frames(batch, false);
}

static void committed(struct job *job)
{
    struct batch *batch = (struct batch *)job;
    struct server *server = batch->server;
    server->committing = NULL;
    server->committed = batch->number;
    if (batch->status != STORE_OK) {
        store_failed(server, batch);
    } else {
        bool any_refused = false;
        for (size_t i = 0; i < batch->table_count; i++)
            any_refused |= batch->tables[i].append.refused;
        release_frames(batch, any_refused);
        if (any_refused)
            undo_tables(server, batch, false, true);
        if (batch->table_count > 0) {
            double seconds = (double)batch->took_ns / 1e9;
            server->metrics.commits++;
            server->metrics.commit_seconds += seconds;
            if (seconds > server->metrics.commit_slowest)
                server->metrics.commit_slowest = seconds;
        }
    }
    batch_free(batch);
    batch_flush(server);
}

void batch_flush(struct server *server)
{
    if (!server->gathering || server->committing)
        return;
    struct batch *batch = server->gathering;
    server->gathering = NULL;
    server->committing = batch;
    batch->job = (struct job){.work = commit, .done = committed};
    crew_do(server->store_crew, &batch->job);
}

bool batch_is_idle(const struct server *server) { return !server->gathering && !server->committing; }
