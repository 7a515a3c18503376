/*
 * export.c - a person's own data: logging out, and exporting everything that is stored. For
 * deletion see deletion.c.
 */
#include "export.h"

#include "account.h"
#include "mailbox.h"
#include "people.h"
#include "ratings.h"
#include "server/core/core.h"
#include "server/core/task.h"
#include "server/tables/buffer.h"
#include "table/table_text.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- seeing */

static bool export_game(void *context, const struct store_game *game)
{
    json_array_append_new(context,
                          json_pack("{s:s, s:s, s:s, s:s, s:I, s:I}", "id", game->id, "table",
                                    game->code, "rules", game->rules, "result", game->result,
                                    "began_ms", (json_int_t)game->began_ms, "ended_ms",
                                    (json_int_t)game->ended_ms));
    return true;
}

/* Facts of which only the end means anything to people: where a device or a mailbox is. */
static bool ends_in_address(const char *name)
{
    return strncmp(name, STORE_DEVICE, strlen(STORE_DEVICE)) == 0 ||
        strncmp(name, MAILBOX_FACT, strlen(MAILBOX_FACT)) == 0;
}

static const char *address_in(const char *value)
{
    const char *space = strrchr(value, ' ');
    return space ? space + 1 : value;
}

static bool export_fact(void *context, const char *name, const char *value)
{
    bool mine =
        strncmp(name, STORE_REPORT, strlen(STORE_REPORT)) != 0; /* what others reported is theirs */
    if (mine &&
        strncmp(name, ACCOUNT_RECOVERY, strlen(ACCOUNT_RECOVERY)) != 0) /* nobody needs its hash */
        json_object_set_new(context, name,
                            json_string(ends_in_address(name) ? address_in(value) : value));
    return true;
}

/* The data of a person collected so far. */
struct own_data {
    table_person person;
    json_t *data;
    const char *code; /* whose log is being read */
    struct table table;
};

/* What the person said at one table. */
static bool export_line(void *context, const char *code, uint32_t number, const char *line,
                        size_t length)
{
    struct own_data *own = context;
    struct table_event event;
    (void)code;
    if (!table_event_read(&own->table, line, length, &event) ||
        table_apply(&own->table, &event) != TABLE_OK)
        return false;
    if (event.kind == TABLE_EVENT_SAY && event.seat == table_seat_of(&own->table, own->person))
        json_array_append_new(json_object_get(own->data, "said"),
                              json_pack("{s:s, s:i, s:I, s:s%}", "table", own->code, "n",
                                        (int)number, "at", (json_int_t)event.at_ms, "text",
                                        event.text, (size_t)event.text_length));
    return true;
}

/* What the person has reported of others; it is kept with those, whose numbers are not told. */
static bool export_report(void *context, uint64_t whom, const char *name, const char *value)
{
    struct own_data *own = context;
    char by[24];
    lws_snprintf(by, sizeof by, "-%016llx", (unsigned long long)own->person);
    const char *end = strrchr(name, '-');
    json_t *report = end && strcmp(end, by) == 0 ? json_loads(value, 0, NULL) : NULL;
    (void)whom;
    if (report)
        json_array_append_new(json_object_get(own->data, "reports"), report);
    return true;
}

static json_t *person_json(struct store *store, table_person id, enum store_status *status)
{
    struct store_person person = {.id = id};
    char text[24];
    lws_snprintf(text, sizeof text, "%016llx", (unsigned long long)id);
    *status = store_find_person(store, id, &person);
    return json_pack("{s:s, s:s, s:s, s:s, s:b, s:I, s:I}", "id", text, "name", person.name,
                     "account", person.account, "language", person.language, "program",
                     person.program, "made_ms", (json_int_t)person.made_ms, "seen_ms",
                     (json_int_t)person.seen_ms);
}

/* If any part cannot be read, the whole export fails: nobody should mistake an incomplete one for
 * everything. */
static void note_outage(enum store_status *status, enum store_status part)
{
    if (store_is_out(part))
        *status = part;
}

static void export_tables(struct own_data *own, struct store *store, enum store_status *status)
{
    struct codes codes = {0};
    note_outage(status, store_read_tables_of(store, own->person, false, buffer_add_code, &codes));
    for (size_t i = 0; i < codes.count; i++) {
        json_array_append_new(json_object_get(own->data, "tables"), json_string(codes.code[i]));
        own->code = codes.code[i];
        own->table = (struct table){0};
        note_outage(status, store_read_log(store, own->code, 0, export_line, own));
    }
    free(codes.code);
}

json_t *export_person(struct store *store, table_person person, enum store_status *status)
{
    enum { GAMES_MOST = 100000 };
    struct own_data *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    json_t *games = json_array(), *settings = json_object();
    json_t *data = json_pack("{s:o, s:o, s:[], s:[], s:[], s:o, s:o}", "person",
                             person_json(store, person, status), "games", games, "tables", "said",
                             "reports", "ratings", ratings_of(store, person), "settings", settings);
    own->person = person;
    own->data = data;
    note_outage(status, store_read_person_facts(store, person, "", export_fact, settings));
    note_outage(status,
                store_read_games_of(store, person, INT64_MAX, GAMES_MOST, export_game, games));
    note_outage(status, store_read_facts_of_all(store, STORE_REPORT, export_report, own));
    export_tables(own, store, status);
    free(own);
    return data;
}

/* What does not fit a frame is fetched by HTTP. */
static void ask_export(struct task *task, struct store *store)
{
    enum { FITS = 256 * 1024 };
    json_t *data = export_person(store, task->person.id, &task->status);
    if (task->status == STORE_NONE)
        task->status = STORE_OK; /* a guest of whom nothing is kept */
    if (!data)
        task->status = STORE_DOWN;
    else if (json_dumpb(data, NULL, 0, JSON_COMPACT) > FITS)
        task->error = "too_big";
    task->reply = json_pack("{s:o*}", "data", data);
}

static void verb_export(struct connection *connection, const struct request *request)
{
    task_for_request(connection, request, TASK_READS_OWN, ask_export);
}

/* ---------------------------------------------------------------- logging out */

/* The device that logs out; "": all of them. */
static const char *ended_token(const struct task *task)
{
    return json_is_true(json_object_get(task->body, "everywhere")) ? "" : task->token_hash;
}

/* A guest who never sat down is stored now: without a row the token would stay valid. */
static void ask_logout(struct task *task, struct store *store)
{
    const char *token = ended_token(task);
    task->status = task_keep_person(task, store);
    if (task->status == STORE_OK)
        task->status = *token ? store_end_token(store, task->person.id, token)
                              : store_end_tokens(store, task->person.id);
    if (task->status == STORE_OK)
        task->status =
            people_end_sessions(store, task->person.id, token, task->now_ms, &task->news);
}

static bool logged_out(struct task *task)
{
    struct connection *connection = task->connection;
    reply_ok(connection, task->ref, NULL);
    people_logged_out(connection->server, task->person.id, task->news, ended_token(task),
                      NULL); /* closes the connection after the reply */
    task_end(task);
    return false;
}

/* What they asked before comes first: after the logout it would be refused. */
struct logouts {
    struct task *waiting;
};

static struct logouts *logouts_of(const struct server *server)
{
    return module_state(server, MODULE_EXPORT);
}

/* Whether nothing else is under way for the connection of this task, which is not in the list. */
static bool is_last(const struct task *task)
{
    const struct connection *connection = task->connection;
    int logouts = 1;
    for (const struct task *at = logouts_of(task->server)->waiting; at; at = at->next)
        logouts += at->connection == connection;
    return task->server->stopping || (connection->changes == 0 && connection->jobs <= logouts);
}

static void ask_nothing(struct task *task, struct store *store) { (void)task, (void)store; }

static bool wait_for_others(struct task *task)
{
    struct logouts *logouts = logouts_of(task->server);
    if (is_last(task)) {
        task->work = ask_logout;
        task->then = logged_out;
        task_again(task);
    } else {
        task->next = logouts->waiting;
        logouts->waiting = task;
    }
    return false;
}

static void tick(struct server *server)
{
    struct task *tasks = logouts_of(server)->waiting;
    logouts_of(server)->waiting = NULL;
    while (tasks) {
        struct task *task = tasks;
        tasks = task->next;
        wait_for_others(task);
    }
}

static void verb_logout(struct connection *connection, const struct request *request)
{
    bool waits = connection->changes > 0 || connection->jobs > 0;
    struct task *task =
        task_for_request(connection, request, TASK_WRITES, waits ? ask_nothing : ask_logout);
    if (task)
        task->then = waits ? wait_for_others : logged_out;
}

static const struct verb verbs[] = {
    {.name = "export", .run = verb_export, .cost = COST_READ, .price = 20},
    {.name = "logout", .run = verb_logout},
    {.name = NULL},
};

const struct module export_module = {
    .name = "export", .state = sizeof(struct logouts), .verbs = verbs, .tick = tick};
