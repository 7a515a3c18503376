/*
 * admin_verbs.c - `host`: the page for hosts (/admin), with the same actions as `stos admin`. Off
 * unless the host has set a passphrase for it.
 *
 * A connection that has given the passphrase is the host's, until an hour after its last request;
 * nothing is stored in the browser, so no other page can use it (and a WebSocket from another
 * origin is refused anyway). Wrong guesses are charged to the address and to a budget shared by all
 * hosts.
 */
#include "admin.h"
#include "admin_rows.h"
#include "moderation.h"
#include "server/core/core.h"
#include "server/core/task.h"
#include "server/people/account.h"
#include "server/people/hasher.h"

#include <stdlib.h>
#include <string.h>

enum { PASSPHRASE_MOST = 200, LOGIN_MS = 3600 * 1000, ROWS_MOST = 200, HOURS_MOST = 24 * 365 * 10 };

struct admin {
    char passphrase_hash[STORE_PASS]; /* of the host; "": there is no page for hosts */
};

static struct admin *admin_of(const struct server *server)
{
    return module_state(server, MODULE_ADMIN);
}

static bool start(struct server *server, char *message, size_t size)
{
    const char *passphrase = server->options->admin_passphrase;
    bool good = !passphrase || hasher_hash(passphrase, admin_of(server)->passphrase_hash);
    if (!good)
        lws_snprintf(message, size, "out of memory");
    return good;
}

/* ---------------------------------------------------------------- logging in */

struct host_login {
    struct job job;
    struct connection *connection;
    struct limit_key *everybody; /* who guesses at this passphrase */
    char ref[REQUEST_REF], passphrase[PASSPHRASE_MOST + 1];
    bool right;
};

static void check_work(struct job *job, void *place)
{
    struct host_login *login = (struct host_login *)job;
    (void)place;
    login->right =
        hasher_fits(admin_of(login->connection->server)->passphrase_hash, login->passphrase);
    sodium_memzero(login->passphrase, sizeof login->passphrase);
}

static void check_done(struct job *job)
{
    struct host_login *login = (struct host_login *)job;
    struct connection *connection = login->connection;
    bool right = login->right && !job->dropped;
    account_hash_ends(connection);
    if (right)
        server_log(connection->server, SERVER_LOG_WARNING, "host_login", "address=%s",
                   connection->address);
    else if (!job->dropped)
        account_note_guesses(connection, login->everybody, 1, "wrong_host_passphrase");
    connection->host_until_ms = right ? server_now_ms() + LOGIN_MS : 0;
    if (right)
        reply_ok(connection, login->ref, NULL);
    else
        reply_error(connection, login->ref, job->dropped ? "stopping" : "wrong_host");
    limiter_release(login->everybody);
    connection_release(connection);
    free(login);
}

static void log_in(struct connection *connection, const struct request *request,
                   const char *passphrase)
{
    static const unsigned char key[16] = "host passphrase";
    struct server *server = connection->server;
    struct limit_key *everybody = limiter_hold(server->limiter, LIMIT_ACCOUNT, key, sizeof key);
    const char *error = !limiter_allows(everybody, COST_PASSPHRASE, 1, uv_now(&server->loop))
        ? "too_many_guesses"
        : strlen(passphrase) > PASSPHRASE_MOST ? "wrong_host"
                                               : account_refuses_hash(connection);
    struct host_login *login = error ? NULL : calloc(1, sizeof *login);
    if (!login) {
        limiter_release(everybody);
        reply_error(connection, request->ref, error ? error : "too_many");
        return;
    }
    *login = (struct host_login){.connection = connection, .everybody = everybody};
    login->job = (struct job){.work = check_work,
                              .done = check_done,
                              .owner = (uint64_t)(uintptr_t)connection->by_address};
    memcpy(login->ref, request->ref, sizeof login->ref);
    lws_strncpy(login->passphrase, passphrase, sizeof login->passphrase);
    connection->references++;
    account_hash_begins(connection);
    pool_do(server->hashers, &login->job);
}

/* ---------------------------------------------------------------- seeing */

/* The newest rows of the log. */
static enum store_status read_log(struct store *store, json_t *rows)
{
    int64_t last = 0;
    enum store_status status = store_last_act(store, &last);
    return store_is_out(status) ? status
                                : store_read_actions(store, last > ROWS_MOST ? last - ROWS_MOST : 0,
                                                     false, ROWS_MOST, admin_add_act, rows);
}

static void ask_list(struct task *task, struct store *store)
{
    const char *list = member_text(task->body, "list");
    json_t *rows = json_array();
    task->reply = json_pack("{s:o}", "rows", rows);
    if (strcmp(list, "tables") == 0)
        task->status = store_read_tables(store, true, ROWS_MOST, admin_add_table, rows);
    else if (strcmp(list, "people") == 0)
        task->status = store_read_people(store, member_text(task->body, "part"), ROWS_MOST,
                                         admin_add_person, rows);
    else if (strcmp(list, "reports") == 0)
        task->status = store_read_facts_of_all(store, STORE_REPORT, admin_add_report, rows);
    else if (strcmp(list, "bans") == 0)
        task->status = store_read_facts(store, STORE_ACT_FACTS, admin_add_ban, rows);
    else if (strcmp(list, "log") == 0)
        task->status = read_log(store, rows);
    else
        task->error = "bad_deed";
    if (task->status == STORE_NONE)
        task->status = STORE_OK;
    if (strcmp(list, "tables") == 0)
        admin_describe_tables(store, rows);
    else if (strcmp(list, "people") != 0)
        admin_name_people(store, rows, strcmp(list, "reports") == 0 ? "person" : "target");
}

/* ---------------------------------------------------------------- doing */

static void ask_action(struct task *task, struct store *store)
{
    static const char *const errors[] = {[ADMIN_NO_TABLE] = "no_table",
                                         [ADMIN_NO_PERSON] = "no_person",
                                         [ADMIN_NO_ACTION] = "bad_deed",
                                         [ADMIN_BAD_REASON] = "too_long",
                                         [ADMIN_STORE] = "store_down"};
    const json_t *body = task->body;
    struct store_act act;
    struct admin_action action = {
        .what = member_text(body, "act"),
        .target = member_text(body, "target"),
        .table = *member_text(body, "table") ? member_text(body, "table") : NULL,
        .host = "admin page",
        .reason = member_text(body, "reason"),
        .hours = (int)json_integer_value(json_object_get(body, "hours")),
        .now_ms = task->now_ms,
    };
    enum admin_result result = strcmp(action.what, "done") == 0
        ? admin_finish_report(store, &action, &act)
        : admin_do(store, &action, &act);
    task->error = result == ADMIN_NOTED ? NULL : errors[result];
    if (result == ADMIN_NOTED)
        task->reply = json_pack("{s:I}", "id", (json_int_t)act.id);
}

/* It is done at the next tick anyway; the host need not wait for that. */
static bool done_soon(struct task *task)
{
    moderation_tick(task->connection->server);
    return true;
}

static void do_action(struct connection *connection, const struct request *request)
{
    const json_t *hours = json_object_get(request->body, "hours");
    json_int_t number = json_integer_value(hours);
    if (hours && (!json_is_integer(hours) || number < 0 || number > HOURS_MOST)) {
        reply_error(connection, request->ref, "bad_deed");
        return;
    }
    struct task *task = task_for_request(connection, request, TASK_WRITES, ask_action);
    if (task)
        task->then = done_soon;
}

static void verb_host(struct connection *connection, const struct request *request)
{
    const char *passphrase = request_optional_text(request, "passphrase");
    if (!connection->server->options->admin_passphrase) {
        reply_error(connection, request->ref, "unknown_verb");
    } else if (passphrase) {
        log_in(connection, request, passphrase);
    } else if (connection->host_until_ms <= request->now_ms) {
        reply_error(connection, request->ref, "host_only");
    } else {
        connection->host_until_ms = request->now_ms + LOGIN_MS;
        if (request_optional_text(request, "act"))
            do_action(connection, request);
        else
            task_for_request(connection, request, TASK_READS, ask_list);
    }
}

static const struct verb verbs[] = {
    {.name = "host", .run = verb_host, .cost = COST_READ, .price = 1},
    {.name = NULL},
};

const struct module admin_module = {
    .name = "admin", .state = sizeof(struct admin), .verbs = verbs, .start = start};
