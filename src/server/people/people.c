/*
 * people.c - who is at the other end of a connection.
 *
 * A token is 32 random bytes that the browser keeps. It determines the person: a guest's number is
 * the start of the token's hash, so a guest takes no storage until they sit down; the token of an
 * account is looked up. Only hashes are stored.
 */
#include "people.h"

#include "base/name.h"
#include "server/cluster/news.h"
#include "server/cluster/nodes.h"
#include "server/core/core.h"
#include "server/core/error_texts.h"
#include "server/core/task.h"
#include "server/limits/admission.h"
#include "server/limits/bans.h"
#include "server/limits/dispatch.h"
#include "server/network/nearby.h"
#include "server/tables/lifetime.h"
#include "server/tables/tables.h"

#include <stdlib.h>
#include <string.h>

enum { TOKEN_BYTES = 32, TOKEN_LETTERS = 43 /* in base64 without padding */ };

void people_hash_token(const char *token, char hash[STORE_HASH])
{
    unsigned char bytes[crypto_generichash_BYTES];
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)token, strlen(token), NULL, 0);
    sodium_bin2hex(hash, STORE_HASH, bytes, sizeof bytes);
}

void people_make_token(char token[CONNECTION_TOKEN])
{
    unsigned char bytes[TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token, CONNECTION_TOKEN, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static bool is_token(const char *token)
{
    unsigned char bytes[TOKEN_BYTES];
    size_t length = 0;
    return strlen(token) == TOKEN_LETTERS &&
        sodium_base642bin(bytes, sizeof bytes, token, TOKEN_LETTERS, NULL, &length, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
        length == TOKEN_BYTES;
}

/* The number of a guest: the first 16 digits of the hash, never 0. */
static table_person person_of_hash(const char *hash)
{
    char digits[17];
    memcpy(digits, hash, 16);
    digits[16] = '\0';
    uint64_t number = strtoull(digits, NULL, 16);
    return number ? number : 1;
}

bool people_good_name(const char *name)
{
    enum { NAME_LETTERS = 30 };
    size_t letters = 0;
    for (const char *at = name; *at; at++)
        letters += ((unsigned char)*at & 0xc0) != 0x80;
    return letters >= 1 && letters <= NAME_LETTERS && stos_name_is_good(name) &&
        name_is_clear(name) && strspn(name, " ") < strlen(name);
}

/* ---------------------------------------------------------------- twins */

static bool is_worn(const struct live_table *table, const char *name, table_person person)
{
    for (int seat = 0; seat < table_seats(&table->table); seat++) {
        const struct table_seat *at = &table->table.seat[seat];
        if (at->kind == TABLE_PERSON && at->person != person && name_looks_like(at->name, name))
            return true;
    }
    return false;
}

/* Truncates a name to at most that many bytes, between characters. */
static size_t cut_name(const char *name, size_t most)
{
    size_t length = strlen(name);
    if (length <= most)
        return length;
    while (most > 0 && ((unsigned char)name[most] & 0xc0) == 0x80)
        most--;
    return most;
}

void people_tell_apart(const struct live_table *table, const struct connection *connection,
                       char name[STORE_NAME])
{
    enum { KEPT = 24, TRIES = 100 }; /* a number has room behind the longest name */
    lws_strncpy(name, connection->name, STORE_NAME);
    for (int number = 2; number < TRIES && is_worn(table, name, connection->person); number++)
        lws_snprintf(name, STORE_NAME, "%.*s %d", (int)cut_name(connection->name, KEPT),
                     connection->name, number);
}

const char *people_name(const struct connection *connection, const struct store_person *person)
{
    const char *guest = translate_for(connection, N_("Guest"));
    bool chosen = *person->name && strcmp(person->name, guest) != 0;
    return chosen ? person->name : *person->account ? person->account : guest;
}

/* ---------------------------------------------------------------- hello */

struct hello_job {
    struct job job;
    struct connection *connection;
    char ref[REQUEST_REF], token[CONNECTION_TOKEN], name[STORE_NAME];
    bool fresh;     /* the token was made here */
    uint64_t since; /* of the session */
    enum store_status status;
    char reason[STORE_MESSAGE];
    struct store_person person;
    char tables[CONNECTION_TABLES][TABLE_CODE];
    int table_count;
};

static bool note_table(void *context, const char *code)
{
    struct hello_job *hello = context;
    lws_strncpy(hello->tables[hello->table_count++], code, TABLE_CODE);
    return hello->table_count < CONNECTION_TABLES;
}

static void prepare_arrival(struct store_arrival *arrival, struct hello_job *hello)
{
    *arrival = (struct store_arrival){.table = note_table, .context = hello};
    hello->table_count = 0;
    people_hash_token(hello->token, arrival->token_hash);
    arrival->number = person_of_hash(arrival->token_hash);
}

/* After a restart thousands reconnect at once, so their queries are batched. */
static void hello_all(struct job *jobs, void *place)
{
    struct store_arrival *arrivals = calloc(job_count(jobs) + 1, sizeof *arrivals);
    size_t count = 0;
    for (struct job *job = jobs; job && arrivals; job = job->next)
        prepare_arrival(&arrivals[count++], (struct hello_job *)job);
    enum store_status status = arrivals ? store_find_arrivals(place, arrivals, count) : STORE_DOWN;
    size_t index = 0;
    for (struct job *job = jobs; job; job = job->next, index++) {
        struct hello_job *hello = (struct hello_job *)job;
        hello->status = status == STORE_OK ? arrivals[index].status : status;
        hello->since = arrivals ? arrivals[index].since : 0;
        if (hello->status == STORE_OK)
            hello->person = arrivals[index].person;
        store_copy_reason(hello->reason, hello->status, place);
    }
    free(arrivals);
}

/* Limits the connections of one person; the oldest is closed. */
static void limit_connections(struct connection *connection)
{
    struct connection *oldest = NULL;
    int count = 0;
    if (connection->by_person && connection->by_person->connections <= CONNECTIONS_PER_PERSON)
        return; /* nearly always: looking at all connections is slow */
    for (struct connection *at = connection->server->connections; at; at = at->next)
        if (at->stage == CONNECTION_KNOWN && at->person == connection->person) {
            count++;
            oldest = at; /* new ones come first in the list */
        }
    if (count > CONNECTIONS_PER_PERSON && oldest)
        connection_close(oldest, 4001, "another connection took over");
}

static void welcome(struct connection *connection, struct hello_job *hello)
{
    const struct server_options *options = connection->server->options;
    char person[24];
    lws_snprintf(person, sizeof person, "%016llx", (unsigned long long)connection->person);
    json_t *tables = json_array();
    for (int i = 0; i < hello->table_count; i++)
        json_array_append_new(tables, json_string(hello->tables[i]));
    json_t *reply = json_pack(
        "{s:i, s:s, s:s, s:s*, s:s, s:o, s:{s:s, s:i, s:i, s:o*}}", "version", 1, "person", person,
        "name", connection->name, "account", *connection->account ? connection->account : NULL,
        "language", connection->language ? connection->language->language : "en", "tables", tables,
        "server", "version", STOS_VERSION, "max_frame_bytes", options->max_frame_bytes, "max_rate",
        options->max_rate, "nearby", nearby_json(connection));
    if (hello->fresh)
        json_object_set_new(reply, "token", json_string(hello->token));
    reply_json(connection, hello->ref, reply);
}

static table_person person_of(const struct hello_job *hello)
{
    char hash[STORE_HASH];
    people_hash_token(hello->token, hash);
    return hello->status == STORE_OK ? hello->person.id : person_of_hash(hash);
}

static void identify(struct connection *connection, const struct hello_job *hello)
{
    bool kept = hello->status == STORE_OK;
    people_hash_token(hello->token, connection->token_hash);
    connection->person = person_of(hello);
    connection->since = hello->since;
    connection->muted_for_good = kept && hello->person.muted;
    connection->muted =
        connection->muted_for_good || bans_mutes(connection->server, connection->person);
    lws_strncpy(connection->account, kept ? hello->person.account : "", sizeof connection->account);
    const char *name = *hello->name ? hello->name : people_name(connection, &hello->person);
    lws_strncpy(connection->name, name, sizeof connection->name);
    connection->stage = CONNECTION_KNOWN;
    admission_known(connection);
}

static void hello_done(struct job *job)
{
    struct hello_job *hello = (struct hello_job *)job;
    struct connection *connection = hello->connection;
    if (connection->doubted && !hello->fresh && !connection->server->stopping) {
        connection->doubted = false;
        pool_do(connection->server->store_pool, job);
        return;
    }
    if (connection->wsi && store_is_out(hello->status)) {
        connection->stage = CONNECTION_NEW;
        store_lost(connection->server, hello->reason);
        reply_error(connection, hello->ref, "store_down");
        dispatch_waiting(connection);
    } else if (connection->wsi && hello->status == STORE_TAKEN) {
        connection->stage = CONNECTION_NEW;
        reply_error(connection, hello->ref, "bad_token");
        dispatch_waiting(connection);
    } else if (connection->wsi &&
               ((hello->status == STORE_OK && hello->person.banned) ||
                bans_person(connection->server, person_of(hello)))) {
        bans_refuse(connection, hello->ref, person_of(hello));
    } else if (connection->wsi) {
        identify(connection, hello);
        if (hello->status == STORE_OK)
            lifetime_note_seen(connection->server, &hello->person, connection->token_hash);
        limit_connections(connection);
        welcome(connection, hello);
        dispatch_waiting(connection);
    }
    sodium_memzero(hello->token, sizeof hello->token);
    connection_release(connection);
    free(hello);
}

static void verb_hello(struct connection *connection, const struct request *request)
{
    const char *token = request_optional_text(request, "token"),
               *name = request_optional_text(request, "name");
    const char *language = request_optional_text(request, "language");
    connection->language = language ? catalog_find(language) : connection->language;
    const char *error = connection->stage == CONNECTION_KNOWN                ? "hello_twice"
        : json_integer_value(json_object_get(request->body, "version")) != 1 ? "bad_version"
        : token && !is_token(token)                                          ? "bad_token"
        : name && *name && !people_good_name(name)                           ? "bad_name"
        : connection->server->store_down                                     ? "store_down"
                                                                             : NULL;
    struct hello_job *hello = error ? NULL : calloc(1, sizeof *hello);
    if (!hello) {
        reply_error(connection, request->ref, error ? error : "too_many");
        return;
    }
    connection->program = request_flag(request, "program", false);
    connection->moves = request_flag(request, "moves", false);
    hello->job = (struct job){.work_all = hello_all, .done = hello_done};
    hello->connection = connection;
    hello->fresh = token == NULL;
    if (token)
        lws_strncpy(hello->token, token, sizeof hello->token);
    else
        people_make_token(hello->token);
    lws_strncpy(hello->name, name ? name : "", sizeof hello->name);
    memcpy(hello->ref, request->ref, sizeof hello->ref);
    connection->stage = CONNECTION_IDENTIFYING;
    connection->references++;
    hello->status = STORE_NONE;
    connection->doubted = false;
    hello->since = news_number(connection->server);
    if (hello->fresh)
        hello_done(&hello->job); /* nobody can know it */
    else
        pool_do(connection->server->store_pool,
                &hello->job); /* not a reader: what the host does comes in the same order */
}

/* ---------------------------------------------------------------- name */

/* A guest who never sat down is not kept. */
static void ask_name(struct task *task, struct store *store)
{
    const char *name = member_text(task->body, "name");
    struct store_person kept;
    task->status = store_find_person(store, task->person.id, &kept);
    if (task->status == STORE_OK) {
        lws_strncpy(kept.name, name, sizeof kept.name);
        task->status = store_save_person(store, &kept);
    } else if (task->status == STORE_NONE) {
        task->status = STORE_OK;
    }
    task->reply = json_pack("{s:s}", "name", name);
}

/* Whoever has several connections has one name. */
static void rename_connections(struct server *server, table_person person, const char *name)
{
    for (struct connection *at = server->connections; at; at = at->next)
        if (at->stage == CONNECTION_KNOWN && at->person == person)
            lws_strncpy(at->name, name, sizeof at->name);
}

void people_renamed(struct server *server, table_person person, const char *name)
{
    char message[NEWS_MESSAGE];
    lws_snprintf(message, sizeof message, "name %llx %s", (unsigned long long)person, name);
    nodes_tell(server, message);
    rename_connections(server, person, name);
}

static bool use_name(struct task *task)
{
    people_renamed(task->connection->server, task->person.id, member_text(task->body, "name"));
    return true;
}

static void verb_name(struct connection *connection, const struct request *request)
{
    const char *name = request_text(connection, request, "name");
    if (name && !people_good_name(name))
        reply_error(connection, request->ref, "bad_name");
    else if (name) {
        struct task *task = task_for_request(connection, request, TASK_WRITES, ask_name);
        if (task)
            task->then = use_name;
    }
}

/* ---------------------------------------------------------------- language */

static void ask_language(struct task *task, struct store *store)
{
    const char *language = task->person.language;
    struct store_person kept;
    task->status = store_find_person(store, task->person.id, &kept);
    if (task->status == STORE_OK) {
        memcpy(kept.language, language, sizeof kept.language);
        task->status = store_save_person(store, &kept);
    } else if (task->status == STORE_NONE) {
        task->status = STORE_OK;
    }
    task->reply = json_pack("{s:s}", "language", language);
}

/* Of what this connection is told from now on, and of the person's notifications. */
static void verb_language(struct connection *connection, const struct request *request)
{
    const char *language = request_text(connection, request, "language");
    if (!language)
        return;
    connection->language = catalog_find(language);
    task_for_request(connection, request, TASK_WRITES, ask_language);
}

/* ---------------------------------------------------------------- goodbye */

enum store_status people_end_sessions(struct store *store, table_person person, const char *whose,
                                      int64_t now_ms, uint64_t *news)
{
    char what[STORE_NEWS];
    lws_snprintf(what, sizeof what, STORE_BYE "%s", whose);
    return store_add_news(store, person, what, now_ms, news);
}

static void close_connections(struct server *server, table_person person, uint64_t news,
                              const char *whose)
{
    bool others = *whose == '-';
    const char *hash = whose + others;
    for (struct connection *at = server->connections; at; at = at->next) {
        at->doubted |= at->stage == CONNECTION_IDENTIFYING;
        if (at->stage != CONNECTION_NEW && at->person == person && at->since < news &&
            (!*hash || (strcmp(at->token_hash, hash) == 0) != others))
            connection_close(at, LWS_CLOSE_STATUS_NORMAL, "goodbye");
    }
}

void people_logged_out(struct server *server, table_person person, uint64_t news, const char *whose,
                       struct connection *but)
{
    if (but && but->person == person)
        but->since = news;
    close_connections(server, person, news, whose);
    char message[NEWS_MESSAGE];
    lws_snprintf(message, sizeof message, "bye 0%llx %s", (unsigned long long)person, whose);
    news_tell(server, message);
}

/* What ended meanwhile is unknown; those whose sessions go on come back by themselves. */
static void close_all(struct server *server)
{
    for (struct connection *at = server->connections; at; at = at->next) {
        at->doubted |= at->stage == CONNECTION_IDENTIFYING;
        if (at->stage == CONNECTION_KNOWN)
            connection_close(at, LWS_CLOSE_STATUS_GOINGAWAY, "reconnect");
    }
}

static void note_account(struct server *server, table_person person, const char *account)
{
    for (struct connection *at = server->connections; at; at = at->next)
        if (at->stage == CONNECTION_KNOWN && at->person == person)
            lws_strncpy(at->account, account, sizeof at->account);
}

void people_registered(struct server *server, table_person person, const char *account)
{
    char message[NEWS_MESSAGE];
    lws_snprintf(message, sizeof message, "account %llx %s", (unsigned long long)person, account);
    nodes_tell(server, message);
    note_account(server, person, account);
}

/* The number of the row; a node of version 0.2 has none, and ends what there is. */
static uint64_t take_number(char **rest)
{
    char *end;
    uint64_t number = strtoull(*rest, &end, 10);
    if (end == *rest || (*end && *end != ' '))
        return UINT64_MAX;
    *rest = end;
    return number;
}

static bool people_hear(struct server *server, const char *message)
{
    bool bye = strncmp(message, STORE_BYE, 4) == 0, name = strncmp(message, "name ", 5) == 0;
    char *rest;
    if (strcmp(message, "gap") == 0)
        close_all(server);
    if (!bye && !name && strncmp(message, "account ", 8) != 0)
        return false;
    table_person person = strtoull(strchr(message, ' '), &rest, 16);
    uint64_t news = bye ? take_number(&rest) : 0;
    rest += strspn(rest, " ");
    if (bye)
        close_connections(server, person, news, rest);
    else
        (name ? rename_connections : note_account)(server, person, rest);
    return true;
}

static const struct verb verbs[] = {
    {.name = "hello", .run = verb_hello, .when = VERB_ANY_TIME},
    {.name = "name", .run = verb_name, .cost = COST_READ, .price = 1},
    {.name = "language", .run = verb_language, .cost = COST_READ, .price = 1},
    {.name = NULL},
};

const struct module people_module = {.name = "people", .verbs = verbs, .hear = people_hear};
