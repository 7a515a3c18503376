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

void store_report(struct server *server, const char *what, enum store_status status,
                  const char *reason)
{
    struct tasks *tasks = module_state(server, MODULE_TASK);
    char text[STORE_MESSAGE + 32];
    int at = 0;
    while (at < FAILING_MOST - 1 && tasks->failing[at] && strcmp(tasks->failing[at], what) != 0)
        at++;
    if (!store_is_out(status)) {
        for (; at < FAILING_MOST - 1 && tasks->failing[at]; at++)
            tasks->failing[at] = tasks->failing[at + 1];
        return;
    }
    if (server->store_down || tasks->failing[at])
        return;
    tasks->failing[at] = what;
    lws_snprintf(text, sizeof text, "%s: %s", what, *reason ? reason : "the store gives no reason");
    store_failed(server, text);
}

void task_report(const struct task *task, const char *what)
{
    store_report(task->server, what, task->status, task->reason);
}

/* ---------------------------------------------------------------- requests */

/* What was refused may have left a trace, such as a wrong code that was counted. */
static void ask_and_commit(struct task *task, struct store *store)
{
    task->work(task, store);
    bool failed = store_is_out(task->status);
    enum store_status status = store_end(store, failed ? task->status : STORE_OK);
    if (status == STORE_OK || failed)
        return;
    task->status = status;
    task->error = "store_down";
}

static void ask_for_session(struct task *task, struct store *store)
{
    const struct store_session_at session = {task->person.id, task->token_hash, task->since};
    bool writes = task->kind == TASK_WRITES;
    task->status = writes ? store_begin_for(store, &session) : store_check_session(store, &session);
    if (task->status == STORE_ENDED)
        task->error = "bad_token";
    else if (task->status == STORE_OK && writes)
        ask_and_commit(task, store);
    else if (task->status == STORE_OK)
        task->work(task, store);
}

static void do_work(struct job *job, void *place)
{
    struct task *task = (struct task *)job;
    if (task->kind == TASK_READS)
        task->work(task, place);
    else
        ask_for_session(task, place);
    bool failed = task->error ? strcmp(task->error, "store_down") == 0 : store_is_out(task->status);
    if (failed)
        lws_strncpy(task->reason, store_message(place), sizeof task->reason);
}

void task_end(struct task *task)
{
    if (task->request)
        task->connection->jobs--;
    request_release(task->request);
    json_decref(task->body);
    json_decref(task->reply);
    free(task->more);
    free(task);
}

/* Whoever has changed their passphrase meanwhile goes on in a new session. */
static bool asks_anew(struct task *task)
{
    const struct connection *connection = task->connection;
    if (task->status != STORE_ENDED || task->since >= connection->since ||
        connection->server->stopping)
        return false;
    task->status = STORE_OK;
    task->error = NULL;
    task->since = connection->since;
    memcpy(task->token_hash, connection->token_hash, sizeof task->token_hash);
    task_again(task);
    return true;
}

/* False: it is not finished yet. */
static bool answer(struct task *task)
{
    if (asks_anew(task))
        return false;
    if (!task->error && task->job.dropped)
        task->error = "stopping";
    if (!task->error && task->status != STORE_OK)
        task->error = "store_down";
    if (task->error && strcmp(task->error, "store_down") == 0)
        store_failed(task->server, task->reason);
    if (!task->error && task->then && !task->then(task))
        return false;
    if (task->status == STORE_ENDED)
        reply_session_ended(task->connection, task->ref);
    else if (task->error)
        reply_error(task->connection, task->ref, task->error);
    else
        reply_json(task->connection, task->ref,
                   task->reply ? json_incref(task->reply) : json_object());
    return true;
}

static void done(struct job *job)
{
    struct task *task = (struct task *)job;
    if (task->request ? answer(task) : !task->then || task->then(task))
        task_end(task);
}

static struct task *start(struct server *server, struct pool *pool, const struct task *given)
{
    struct task *task = calloc(1, sizeof *task);
    if (!task) {
        free(given->more);
        return NULL;
    }
    *task = *given;
    task->job.done = done;
    task->server = server;
    task->pool = pool;
    task->now_ms = server_now_ms();
    task_again(task);
    return task;
}

struct task *task_start(struct server *server, struct pool *pool,
                        void (*work)(struct task *task, struct store *store),
                        bool (*then)(struct task *task), void *more)
{
    const struct task task = {.job.work = do_work, .work = work, .then = then, .more = more};
    return start(server, pool, &task);
}

struct task *task_start_together(struct server *server, struct pool *pool,
                                 void (*work_all)(struct job *tasks, void *store),
                                 bool (*then)(struct task *task), void *more)
{
    const struct task task = {.job.work_all = work_all, .then = then, .more = more};
    return start(server, pool, &task);
}

void tasks_worked(struct job *tasks, enum store_status status, const struct store *store)
{
    for (struct job *job = tasks; job; job = job->next) {
        struct task *task = (struct task *)job;
        task->status = status;
        store_copy_reason(task->reason, status, store);
    }
}

const char *member_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

void task_again(struct task *task) { pool_do(task->pool, &task->job); }

struct request task_request(const struct task *task)
{
    struct request request = *task->request;
    request.body = task->body;
    request.now_ms = task->now_ms;
    request_set_table(&request, json_string_value(json_object_get(task->body, "table")));
    return request;
}

struct task *task_for_request(struct connection *connection, const struct request *request,
                              enum task_kind kind,
                              void (*work)(struct task *task, struct store *store))
{
    return task_for_request_with(connection, request, kind, work, NULL);
}

struct task *task_for_request_with(struct connection *connection, const struct request *request,
                                   enum task_kind kind,
                                   void (*work)(struct task *task, struct store *store), void *more)
{
    enum { JOBS_MOST = 8 };
    struct task *task = connection->jobs < JOBS_MOST ? calloc(1, sizeof *task) : NULL;
    if (!task) {
        reply_error(connection, request->ref, "too_many");
        free(more);
        return NULL;
    }
    task->more = more;
    task->job = (struct job){.work = do_work, .done = done};
    task->connection = connection;
    task->work = work;
    task->person = connection_person(connection);
    task->request = request_hold(request);
    task->now_ms = request->now_ms;
    task->body = json_incref(request->body);
    memcpy(task->ref, request->ref, sizeof task->ref);
    memcpy(task->token_hash, connection->token_hash, sizeof task->token_hash);
    task->since = connection->since;
    task->kind = kind;
    connection->jobs++;
    task->server = connection->server;
    task->pool = kind == TASK_WRITES ? connection->server->store_pool : connection->server->readers;
    task_again(task);
    return task;
}

enum store_status task_keep_person(const struct task *task, struct store *store)
{
    struct store_person known;
    enum store_status status = store_find_person(store, task->person.id, &known);
    if (status == STORE_NONE)
        status = store_add_person(store, &task->person, task->token_hash);
    return status == STORE_TAKEN ? STORE_OK : status;
}

const struct module task_module = {.name = "task", .state = sizeof(struct tasks)};
