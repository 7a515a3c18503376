/* task.c - see task.h. */
#include "task.h"

#include "core.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- when the store fails */

enum { FAILING_MOST = 16 };

struct tasks {
    const char
        *failing[FAILING_MOST]; /* what the server does by itself, and fails: already logged */
};

void store_lost(struct server *server, const char *reason)
{
    if (server->store_down)
        return;
    server_log_text(server, SERVER_LOG_ERROR, "store_down", "message",
                    *reason ? reason : "the store gives no reason");
    server->store_down = true;
}

/* A store that works may still fail a request, whose sender does not learn why. While it is down,
 * the log already says why. */
void store_failed(const struct server *server, const char *reason)
{
    if (!server->store_down)
        server_log_text(server, SERVER_LOG_ERROR, "store_error", "message",
                        *reason ? reason : "the store gives no reason");
}

void errand_ended(struct server *server, const char *errand, enum store_status status,
                  const char *reason)
{
    struct tasks *tasks = module_state(server, MODULE_TASK);
    char text[STORE_MESSAGE + 32];
    int at = 0;
    while (at < FAILING_MOST - 1 && tasks->failing[at] && strcmp(tasks->failing[at], errand) != 0)
        at++;
    if (!store_is_out(status)) {
        for (; at < FAILING_MOST - 1 && tasks->failing[at]; at++)
            tasks->failing[at] = tasks->failing[at + 1];
        return;
    }
    if (server->store_down || tasks->failing[at])
        return;
    tasks->failing[at] = errand;
    lws_snprintf(text, sizeof text, "%s: %s", errand,
                 *reason ? reason : "the store gives no reason");
    store_failed(server, text);
}

/* ---------------------------------------------------------------- requests */

/* What was refused may have left a trace, such as a wrong code that was counted. */
static void ask_and_commit(struct asking *asking, struct store *store)
{
    asking->ask(asking, store);
    bool failed = store_is_out(asking->status);
    enum store_status status = store_end(store, failed ? asking->status : STORE_OK);
    if (status == STORE_OK || failed)
        return;
    asking->status = status;
    asking->error = "store_down";
}

static void ask_for_session(struct asking *asking, struct store *store)
{
    const struct store_session_at session = {asking->person.id, asking->token_hash, asking->since};
    bool writes = asking->kind == ASKING_WRITES;
    asking->status =
        writes ? store_begin_for(store, &session) : store_check_session(store, &session);
    if (asking->status == STORE_ENDED)
        asking->error = "bad_token";
    else if (asking->status == STORE_OK && writes)
        ask_and_commit(asking, store);
    else if (asking->status == STORE_OK)
        asking->ask(asking, store);
}

static void work(struct job *job, void *place)
{
    struct asking *asking = (struct asking *)job;
    if (asking->kind == ASKING_READS)
        asking->ask(asking, place);
    else
        ask_for_session(asking, place);
    bool failed =
        asking->error ? strcmp(asking->error, "store_down") == 0 : store_is_out(asking->status);
    if (failed)
        lws_strncpy(asking->reason, store_message(place), sizeof asking->reason);
}

void asking_end(struct asking *asking)
{
    asking->connection->jobs--;
    request_release(asking->request);
    json_decref(asking->body);
    json_decref(asking->reply);
    free(asking->more);
    free(asking);
}

/* Whoever has changed their passphrase meanwhile goes on in a new session. */
static bool asks_anew(struct asking *asking)
{
    const struct connection *connection = asking->connection;
    if (asking->status != STORE_ENDED || asking->since >= connection->since ||
        connection->server->stopping)
        return false;
    asking->status = STORE_OK;
    asking->error = NULL;
    asking->since = connection->since;
    memcpy(asking->token_hash, connection->token_hash, sizeof asking->token_hash);
    asking_again(asking);
    return true;
}

static void done(struct job *job)
{
    struct asking *asking = (struct asking *)job;
    if (asks_anew(asking))
        return;
    if (!asking->error && job->dropped)
        asking->error = "stopping";
    if (!asking->error && asking->status != STORE_OK)
        asking->error = "store_down";
    if (asking->error && strcmp(asking->error, "store_down") == 0)
        store_failed(asking->server, asking->reason);
    if (!asking->error && asking->then && !asking->then(asking))
        return;
    if (asking->status == STORE_ENDED)
        reply_session_ended(asking->connection, asking->ref);
    else if (asking->error)
        reply_error(asking->connection, asking->ref, asking->error);
    else
        reply_json(asking->connection, asking->ref,
                   asking->reply ? json_incref(asking->reply) : json_object());
    asking_end(asking);
}

const char *asking_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

void asking_again(struct asking *asking) { pool_do(asking->pool, &asking->job); }

struct request asking_request(const struct asking *asking)
{
    struct request request = *asking->request;
    request.body = asking->body;
    request.now_ms = asking->now_ms;
    request_set_table(&request, json_string_value(json_object_get(asking->body, "table")));
    return request;
}

struct asking *asking_start(struct connection *connection, const struct request *request,
                            enum asking_kind kind,
                            void (*ask)(struct asking *asking, struct store *store))
{
    return asking_start_about(connection, request, kind, ask, NULL);
}

struct asking *asking_start_about(struct connection *connection, const struct request *request,
                                  enum asking_kind kind,
                                  void (*ask)(struct asking *asking, struct store *store),
                                  void *more)
{
    enum { JOBS_MOST = 8 };
    struct asking *asking = connection->jobs < JOBS_MOST ? calloc(1, sizeof *asking) : NULL;
    if (!asking) {
        reply_error(connection, request->ref, "too_many");
        free(more);
        return NULL;
    }
    asking->more = more;
    asking->job = (struct job){.work = work, .done = done};
    asking->connection = connection;
    asking->ask = ask;
    asking->person = connection_person(connection);
    asking->request = request_hold(request);
    asking->now_ms = request->now_ms;
    asking->body = json_incref(request->body);
    memcpy(asking->ref, request->ref, sizeof asking->ref);
    memcpy(asking->token_hash, connection->token_hash, sizeof asking->token_hash);
    asking->since = connection->since;
    asking->kind = kind;
    connection->jobs++;
    asking->server = connection->server;
    asking->pool =
        kind == ASKING_WRITES ? connection->server->store_pool : connection->server->readers;
    asking_again(asking);
    return asking;
}

enum store_status asking_keep_person(const struct asking *asking, struct store *store)
{
    struct store_person known;
    enum store_status status = store_find_person(store, asking->person.id, &known);
    if (status == STORE_NONE)
        status = store_add_person(store, &asking->person, asking->token_hash);
    return status == STORE_TAKEN ? STORE_OK : status;
}

const struct module task_module = {.name = "task", .state = sizeof(struct tasks)};
