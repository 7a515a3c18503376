/*
 * deletion.c - a person deletes all their data.
 *
 * Tokens, account and name are deleted; their chat and names are blanked in the logs of all their
 * tables, and they leave every table at which they sit. The moves stay, since they are also the
 * others' games; nothing in them identifies who made them. The request is refused while they sit in
 * a game in progress.
 *
 * To make sure that nothing reappears, first all their sessions are ended, on every node (news.h),
 * then the logs are rewritten. Lines that a node was just writing may still arrive, for as long as
 * it does not know of that and its lease is valid (store.h), so the logs are checked again after
 * that. Anything written later
 * belongs to somebody new who came with the same token, and is left alone.
 */
#include "account_name.h"
#include "deletion_logs.h"
#include "people.h"
#include "server/cluster/news.h"
#include "server/cluster/nodes.h"
#include "server/core/core.h"
#include "server/core/task.h"
#include "server/limits/dispatch.h"
#include "server/tables/buffer.h"
#include "server/tables/tables.h"

#include <stdlib.h>
#include <string.h>

/* When the logs are checked again, after the first pass. */
static const int64_t again_after_ms[] = {1000, NEWS_AGE_MS + STORE_LEASE_MS + 1000};

struct deletion {
    struct job job;
    struct deletion *next; /* of those that wait for their time */
    struct server *server;
    struct connection *connection; /* that is answered; NULL: it has been */
    char ref[REQUEST_REF];
    struct traces traces;
    int64_t asked_ms, due_ms;
    size_t passes;
    bool plays;     /* sits in a game that runs */
    uint64_t since; /* of the session that asked for it */
    char token_hash[STORE_HASH];
    uint64_t news; /* the number of the row that ends all sessions */
    enum store_status status;
    char reason[STORE_MESSAGE];
    struct codes codes; /* of their tables */
};

struct deletions {
    struct deletion *first; /* that will check the logs once more, later */
};

static struct deletions *deletions_of(const struct server *server)
{
    return module_state(server, MODULE_DELETION);
}

static void deletion_end(struct deletion *deletion)
{
    free(deletion->codes.code);
    free(deletion->traces.changed.code);
    free(deletion);
}

/* ---------------------------------------------------------------- on threads of the store */

/* Whether they play; reads only. */
static void look_work(struct job *job, void *place)
{
    struct deletion *deletion = (struct deletion *)job;
    struct codes running = {0};
    deletion->status =
        store_read_tables_of(place, deletion->traces.person, true, buffer_add_code, &running);
    if (deletion->status == STORE_OK)
        deletion->status =
            deletion_find_game(place, deletion->traces.person, &running, &deletion->plays);
    store_copy_reason(deletion->reason, deletion->status, place);
    free(running.code);
}

static int by_code(const void *left, const void *right) { return strcmp(left, right); }

/* Those of earlier passes are kept: the store does not know any more who sat there. */
static void forget_repeated(struct codes *codes)
{
    size_t kept = 0;
    if (codes->count > 0)
        qsort(codes->code, codes->count, sizeof codes->code[0], by_code);
    for (size_t i = 0; i < codes->count; i++)
        if (kept == 0 || strcmp(codes->code[kept - 1], codes->code[i]) != 0)
            memmove(codes->code[kept++], codes->code[i], sizeof codes->code[0]);
    codes->count = kept;
}

/* The session that asks has to go on until here. */
static void end_work(struct job *job, void *place)
{
    struct deletion *deletion = (struct deletion *)job;
    const struct store_session_at session = {deletion->traces.person, deletion->token_hash,
                                             deletion->since};
    deletion->status = store_begin_for(place, &session);
    if (deletion->status == STORE_OK)
        deletion->status = store_end(place,
                                     people_end_sessions(place, deletion->traces.person, "",
                                                         server_now_ms(), &deletion->news));
    store_copy_reason(deletion->reason, deletion->status, place);
}

/* Ends the sessions that began meanwhile: their tokens were still good. */
static enum store_status delete_person(struct deletion *deletion, struct store *store,
                                       const struct store_person *person)
{
    int64_t now_ms = server_now_ms();
    enum store_status status = store_begin(store);
    if (status != STORE_OK)
        return status;
    if (*person->account)
        status = account_name_release(store, deletion->server->secret, person->account, now_ms);
    if (status == STORE_OK)
        status = store_delete_person(store, person->id);
    if (status == STORE_OK)
        status = people_end_sessions(store, person->id, "", now_ms, &deletion->news);
    return store_end(store, status);
}

static void delete_work(struct job *job, void *place)
{
    struct deletion *deletion = (struct deletion *)job;
    struct store_person person;
    table_person number = deletion->traces.person;
    deletion->status =
        store_read_tables_of(place, number, false, buffer_add_code, &deletion->codes);
    forget_repeated(&deletion->codes);
    if (deletion->status == STORE_OK)
        deletion->status = deletion_empty_logs(&deletion->traces, place, &deletion->codes);
    if (deletion->status == STORE_OK)
        deletion->status = store_find_person(place, number, &person);
    if (deletion->status == STORE_OK && person.made_ms <= deletion->traces.until_ms)
        deletion->status = delete_person(deletion, place, &person);
    store_copy_reason(deletion->reason, deletion->status, place);
}

/* ---------------------------------------------------------------- on the loop */

static void start(struct deletion *deletion, struct pool *pool, void (*work)(struct job *, void *),
                  void (*done)(struct job *))
{
    deletion->job = (struct job){.work = work, .done = done};
    deletion->traces.fence = nodes_fence(deletion->server);
    pool_do(pool, &deletion->job);
}

static void answer(struct deletion *deletion, const char *error)
{
    struct connection *connection = deletion->connection;
    deletion->connection = NULL;
    connection->jobs--;
    connection->stage = CONNECTION_KNOWN;
    if (error && strcmp(error, "bad_token") == 0)
        reply_session_ended(connection, deletion->ref);
    else if (error)
        reply_error(connection, deletion->ref, error);
    else
        reply_ok(connection, deletion->ref, "\"deleted\":true");
    if (error)
        dispatch_waiting(connection);
    else
        connection_close(connection, LWS_CLOSE_STATUS_NORMAL, "goodbye");
    connection_release(connection);
}

static void pass_done(struct job *job)
{
    struct deletion *deletion = (struct deletion *)job;
    struct server *server = deletion->server;
    bool failed = job->dropped || store_is_out(deletion->status);
    people_logged_out(server, deletion->traces.person, deletion->news, "", deletion->connection);
    for (size_t i = 0; i < deletion->traces.changed.count; i++)
        tables_outdated(server, deletion->traces.changed.code[i]);
    deletion->traces.changed.count = 0;
    if (failed && !job->dropped)
        store_lost(server, deletion->reason);
    if (deletion->connection)
        answer(deletion, failed ? "store_down" : NULL);
    if (failed || deletion->passes >= sizeof again_after_ms / sizeof again_after_ms[0] ||
        server->stopping) {
        deletion_end(deletion);
        return;
    }
    deletion->due_ms = deletion->asked_ms + again_after_ms[deletion->passes++];
    deletion->next = deletions_of(server)->first;
    deletions_of(server)->first = deletion;
}

static void second(struct server *server)
{
    for (struct deletion **at = &deletions_of(server)->first; *at;) {
        struct deletion *deletion = *at;
        if (deletion->due_ms > server_now_ms()) {
            at = &deletion->next;
            continue;
        }
        *at = deletion->next;
        start(deletion, server->store_pool, delete_work, pass_done);
    }
}

static void stop(struct server *server)
{
    while (deletions_of(server)->first) {
        struct deletion *deletion = deletions_of(server)->first;
        deletions_of(server)->first = deletion->next;
        deletion_end(deletion);
    }
}

/* Whether it goes on; else they are told why not. */
static bool goes_on(struct deletion *deletion)
{
    const char *error = deletion->job.dropped || deletion->server->stopping ? "stopping"
        : store_is_out(deletion->status)                                    ? "store_down"
        : deletion->plays                                                   ? "game_runs"
                                                                            : NULL;
    if (store_is_out(deletion->status))
        store_failed(deletion->server, deletion->reason);
    if (error)
        answer(deletion, error);
    return !error;
}

/* Requests that still arrive on this connection wait, and are never handled. */
static void ended(struct job *job)
{
    struct deletion *deletion = (struct deletion *)job;
    if (deletion->status == STORE_ENDED) {
        answer(deletion, "bad_token");
        deletion_end(deletion);
    } else if (!goes_on(deletion)) {
        deletion_end(deletion);
    } else {
        people_logged_out(deletion->server, deletion->traces.person, deletion->news, "",
                          deletion->connection);
        start(deletion, deletion->server->store_pool, delete_work, pass_done);
    }
}

static void looked(struct job *job)
{
    struct deletion *deletion = (struct deletion *)job;
    if (!goes_on(deletion)) {
        deletion_end(deletion);
        return;
    }
    deletion->asked_ms = server_now_ms();
    deletion->traces.until_ms = deletion->asked_ms + STORE_LEASE_MS;
    start(deletion, deletion->server->store_pool, end_work, ended);
}

static void verb_delete_me(struct connection *connection, const struct request *request)
{
    if (!request_flag(request, "sure", false)) {
        reply_error(connection, request->ref, "bad_request");
        return;
    }
    struct deletion *deletion = calloc(1, sizeof *deletion);
    if (!deletion) {
        reply_error(connection, request->ref, "too_many");
        return;
    }
    deletion->server = connection->server;
    deletion->traces.options = connection->server->options;
    deletion->connection = connection;
    deletion->traces.person = connection->person;
    deletion->since = connection->since;
    memcpy(deletion->token_hash, connection->token_hash, sizeof deletion->token_hash);
    memcpy(deletion->ref, request->ref, sizeof deletion->ref);
    connection->stage = CONNECTION_IDENTIFYING;
    connection->references++;
    connection->jobs++;
    start(deletion, connection->server->readers, look_work, looked);
}

static const struct verb verbs[] = {
    {.name = "delete_me", .run = verb_delete_me},
    {.name = NULL},
};

const struct module deletion_module = {.name = "deletion",
                                       .state = sizeof(struct deletions),
                                       .verbs = verbs,
                                       .second = second,
                                       .stop = stop};
