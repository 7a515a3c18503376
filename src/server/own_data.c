/*
 * own_data.c - a person's own data: logging out, and seeing all that is kept. Deleting it is deletion.c.
 */
#include "account.h"
#include "lines.h"
#include "people.h"
#include "ratings.h"
#include "table/table_text.h"

#include <stdlib.h>
#include <string.h>

struct store_person account_person(const struct connection *connection)
{
    struct store_person person = {.id = connection->person, .program = connection->program, .made_ms = server_now_ms()};
    person.seen_ms = person.made_ms;
    lws_strncpy(person.name, connection->name, sizeof person.name);
    lws_strncpy(person.language, connection->language ? connection->language->language : "en", sizeof person.language);
    return person;
}

struct data_job {
    struct job job;
    struct connection *connection;
    char ref[HOST_REF];
    table_person person;
    enum store_status status;
    json_t *data;
    bool goodbye;                /* after the reply all connections of the person, or of that device, are closed */
    char token_hash[STORE_HASH]; /* of the device that logs out; "": all of them */
    struct store_person guest;   /* who logs out, if the store does not know them yet */
    char guest_token[STORE_HASH];
    const char *code; /* whose log is being read */
    struct table table;
};

static void data_done(struct job *job)
{
    struct data_job *data = (struct data_job *)job;
    struct connection *connection = data->connection;
    connection->jobs--;
    if (data->status == STORE_OK || data->status == STORE_NONE) {
        reply_json(connection, data->ref, data->data);
        if (data->goodbye)
            people_logged_out(connection->server, data->person, data->token_hash, NULL);
    } else {
        json_decref(data->data);
        reply_error(connection, data->ref, "store_down");
    }
    connection_release(connection);
    free(data);
}

/* The job of a request; NULL when the reply has been given. */
static struct data_job *make_job(struct connection *connection, const struct request *request, void (*work)(struct job *, void *))
{
    struct data_job *data = connection->jobs == 0 ? calloc(1, sizeof *data) : NULL;
    if (!data) {
        reply_error(connection, request->ref, "too_many");
        return NULL;
    }
    data->job = (struct job){.work = work, .done = data_done};
    data->connection = connection;
    data->person = connection->person;
    memcpy(data->ref, request->ref, sizeof data->ref);
    connection->references++;
    connection->jobs++;
    return data;
}

/* ---------------------------------------------------------------- seeing */

static bool export_game(void *context, const struct store_game *game)
{
    json_array_append_new(context,
                          json_pack("{s:s, s:s, s:s, s:s, s:I, s:I}", "id", game->id, "table", game->code, "rules", game->rules, "result",
                                    game->result, "began_ms", (json_int_t)game->began_ms, "ended_ms", (json_int_t)game->ended_ms));
    return true;
}

static bool export_fact(void *context, const char *name, const char *value)
{
    bool mine = strncmp(name, STORE_REPORT, strlen(STORE_REPORT)) != 0;         /* what others reported is theirs */
    if (mine && strncmp(name, ACCOUNT_RECOVERY, strlen(ACCOUNT_RECOVERY)) != 0) /* nobody needs its hash */
        json_object_set_new(context, name, json_string(value));
    return true;
}

/* What the person said at one table. */
static bool export_line(void *context, const char *code, uint32_t number, const char *line, size_t length)
{
    struct data_job *data = context;
    struct table_event event;
    (void)code;
    if (!table_event_read(&data->table, line, length, &event) || table_apply(&data->table, &event) != TABLE_OK)
        return false;
    if (event.kind == TABLE_EVENT_SAY && event.seat == table_seat_of(&data->table, data->person))
        json_array_append_new(json_object_get(data->data, "said"),
                              json_pack("{s:s, s:i, s:I, s:s%}", "table", data->code, "n", (int)number, "at", (json_int_t)event.at_ms,
                                        "text", event.text, (size_t)event.text_length));
    return true;
}

static void export_work(struct job *job, void *place)
{
    struct data_job *data = (struct data_job *)job;
    struct store_person person = {.id = data->person};
    char id[24];
    lws_snprintf(id, sizeof id, "%016llx", (unsigned long long)data->person);
    data->status = store_find_person(place, data->person, &person);
    json_t *games = json_array();
    data->data = json_pack("{s:{s:s, s:s, s:s, s:s, s:b, s:I, s:I}, s:o, s:[], s:[]}", "person", "id", id, "name", person.name, "account",
                           person.account, "language", person.language, "program", person.program, "made_ms", (json_int_t)person.made_ms,
                           "seen_ms", (json_int_t)person.seen_ms, "games", games, "tables", "said");
    json_object_set_new(data->data, "ratings", ratings_of(place, data->person));
    json_object_set_new(data->data, "settings", json_object());
    store_read_person_facts(place, data->person, "", export_fact, json_object_get(data->data, "settings"));
    store_read_games_of(place, data->person, INT64_MAX, 100000, export_game, games);
    struct codes codes = {0};
    store_read_tables_of(place, data->person, false, codes_add, &codes);
    for (size_t i = 0; i < codes.count; i++) {
        json_array_append_new(json_object_get(data->data, "tables"), json_string(codes.code[i]));
        data->code = codes.code[i];
        data->table = (struct table){0};
        store_read_log(place, data->code, 0, export_line, data);
    }
    free(codes.code);
}

json_t *own_data_export(struct store *store, table_person person, enum store_status *status)
{
    struct data_job *data = calloc(1, sizeof *data);
    if (!data)
        return NULL;
    data->person = person;
    export_work(&data->job, store);
    json_t *found = data->data;
    *status = data->status;
    free(data);
    return found;
}

/* What does not fit a frame is fetched by HTTP. */
static void export_done(struct job *job)
{
    enum { FITS = 256 * 1024 };
    struct data_job *data = (struct data_job *)job;
    bool found = data->status == STORE_OK || data->status == STORE_NONE;
    if (found && json_dumpb(data->data, NULL, 0, JSON_COMPACT) > FITS) {
        reply_error(data->connection, data->ref, "too_big");
        json_decref(data->data);
        data->connection->jobs--;
        connection_release(data->connection);
        free(data);
        return;
    }
    data->data = json_pack("{s:o}", "data", data->data);
    data_done(job);
}

/* ---------------------------------------------------------------- logging out */

static void logout_work(struct job *job, void *place)
{
    struct data_job *data = (struct data_job *)job;
    struct store_person known;
    if (store_find_person(place, data->person, &known) == STORE_NONE) /* a guest who never sat: without a row the token would live on */
        data->status = store_add_person(place, &data->guest, data->guest_token);
    if (data->status == STORE_OK || data->status == STORE_TAKEN)
        data->status = *data->token_hash ? store_end_token(place, data->person, data->token_hash) : store_end_tokens(place, data->person);
}

static void logout_done(struct job *job)
{
    struct data_job *data = (struct data_job *)job;
    struct server *server = data->connection->server;
    if (data->status == STORE_OK && data->connection->changes > 0 && !server->stopping) {
        pool_do(server->store_pool, job); /* they sat down just before, and the token may come to the store only now */
        return;
    }
    data->data = json_object();
    data->goodbye = true;
    data_done(job);
}

/* ---------------------------------------------------------------- the verbs */

void verb_export(struct connection *connection, const struct request *request)
{
    struct data_job *data = make_job(connection, request, export_work);
    if (!data)
        return;
    data->job.done = export_done;
    pool_do(connection->server->readers, &data->job);
}

void verb_logout(struct connection *connection, const struct request *request)
{
    struct data_job *data = make_job(connection, request, logout_work);
    if (!data)
        return;
    data->job.done = logout_done;
    data->guest = account_person(connection);
    memcpy(data->guest_token, connection->token_hash, sizeof data->guest_token);
    if (!request_flag(request, "everywhere", false))
        memcpy(data->token_hash, connection->token_hash, sizeof data->token_hash);
    pool_do(connection->server->store_pool, &data->job);
}
