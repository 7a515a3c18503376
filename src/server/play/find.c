/*
 * find.c - matchmaking: a game with whoever wants the same one.
 *
 * There is no queue apart from the tables: whoever finds nobody waits at a new listed table of
 * their own, which deals when it is full, and the next person sits down there. So everybody sees
 * who is waiting and since when, and the owner can fill it up with bots at any time.
 *
 * Several nodes share a slot for each criteria: a fact of the store that holds the code of the
 * table where people wait, and since when it has been there. Whoever finds no table on their own
 * node takes the slot by compare-and-swap and only then creates a table, so two people who ask at
 * the same time on two nodes meet. The code is in the slot before the table is in the store:
 * whoever reads it in between retries a moment later. The slot is free ("") while nobody is at the
 * table. Wishes may share a slot: a table that does not match is replaced by the next.
 *
 * A repeated request leads to the table where it was done the first time, on whichever node it is
 * repeated: the log of a table has the refs of those who sat down.
 */
#include "server/core/core.h"
#include "server/core/task.h"
#include "server/limits/blocks.h"
#include "server/people/ratings.h"
#include "server/tables/actor.h"
#include "server/tables/ask.h"
#include "server/tables/broadcast.h"
#include "server/tables/buffer.h"
#include "server/tables/ownership.h"
#include "server/tables/tables.h"
#include "table/table_text.h"
#include "table_verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 4096, SLOT_NAME = 16, SLOT_VALUE = TABLE_CODE + 24, LOGS_MOST = 32 };

/* How long a table whose code is in the slot may be missing, and how long somebody waits for it. */
enum { MAKING_MS = 3000 };

struct finding {
    struct task *seekers; /* that wait for a table which another node is creating */
};

static struct finding *finding_of(const struct server *server)
{
    return module_state(server, MODULE_FIND);
}

/* ---------------------------------------------------------------- a game */

/* What two people must have in common to be matched. */
struct criteria {
    char rules[STOS_RULES_TEXT];
    int64_t seconds;
    bool rated;
};

static bool read_criteria(const struct request *request, struct criteria *criteria)
{
    const char *text = request_optional_text(request, "rules");
    stos_rules rules;
    memset(criteria, 0, sizeof *criteria); /* it is hashed with its padding */
    if (!text || stos_rules_parse(text, strlen(text), &rules).reason != STOS_OK)
        return false;
    stos_rules_text(&rules, criteria->rules);
    criteria->rated = request_flag(request, "rated", false);
    criteria->seconds = json_integer_value(json_object_get(request->body, "turn_seconds"));
    if (criteria->rated && !json_object_get(request->body, "turn_seconds"))
        criteria->seconds = RATINGS_TURN_SECONDS;
    return true;
}

static uint64_t hash_of(const struct criteria *criteria)
{
    uint64_t hash = 0;
    crypto_generichash((unsigned char *)&hash, sizeof hash, (const unsigned char *)criteria,
                       sizeof *criteria, NULL, 0);
    return hash | 1;
}

/* Whether the table waits for people with such a criteria, wherever they are. */
static bool suits(const struct table *table, const struct criteria *criteria)
{
    char rules[STOS_RULES_TEXT];
    if (table->phase != TABLE_WAITING || table->games > 0 || table->settings.series[0] ||
        table->settings.door != TABLE_LISTED || !table->settings.begin_when_full ||
        table->settings.rated != criteria->rated ||
        table->settings.turn_seconds != criteria->seconds)
        return false;
    stos_rules_text(&table->settings.rules, rules);
    return strcmp(rules, criteria->rules) == 0;
}

static bool may_sit(const struct connection *connection, const struct table *table)
{
    bool room = table_seat_of(table, connection->person) >= 0;
    for (int seat = 0; seat < table_seats(table); seat++)
        room |= table->seat[seat].kind == TABLE_EMPTY;
    return room && !table_was_removed(table, connection->person) &&
        !blocks_keep_apart(connection->server, table, connection->person);
}

/* A table for such a criteria at which this person sits or may sit down, or which is being created.
 */
static struct live_table *find_table(const struct connection *connection,
                                     const struct criteria *criteria)
{
    uint64_t hash = hash_of(criteria);
    for (struct live_table *table = connection->server->tables; table; table = table->next)
        if (table->stage == LIVE_READY ? table->attachments && suits(&table->table, criteria) &&
                    may_sit(connection, &table->table)
                                       : table->criteria == hash)
            return table;
    return NULL;
}

static void make_table(struct connection *connection, const struct request *request,
                       const struct criteria *criteria)
{
    static const char *const not_asked[] = {"seats", "begin", "day", "series"};
    struct request asked = *request;
    asked.criteria = hash_of(criteria);
    asked.body = json_deep_copy(request->body);
    json_object_set_new(asked.body, "door", json_string("listed"));
    json_object_set_new(asked.body, "begin_when_full", json_true());
    for (size_t i = 0; i < sizeof not_asked / sizeof not_asked[0]; i++)
        json_object_del(asked.body, not_asked[i]);
    verb_create(connection, &asked);
    json_decref(asked.body);
}

/* ---------------------------------------------------------------- done before? */

struct search {
    table_person person;
    uint64_t ref;
    bool found;
    struct table table;
};

static bool search_line(void *context, const char *code, uint32_t number, const char *line,
                        size_t length)
{
    struct search *search = context;
    struct table_event event;
    (void)code, (void)number;
    if (!table_event_read(&search->table, line, length, &event) ||
        table_apply(&search->table, &event) != TABLE_OK)
        return false;
    search->found |=
        event.kind == TABLE_EVENT_SIT && event.person == search->person && event.ref == search->ref;
    return !search->found;
}

static bool sat_down(const struct task *task, struct store *store, const char *code)
{
    struct search *search = calloc(1, sizeof *search);
    if (!search)
        return false;
    search->person = task->person.id;
    search->ref = table_ref(task->person.id, task->ref, strlen(task->ref));
    store_read_log(store, code, 0, search_line, search);
    bool found = search->found;
    free(search);
    return found;
}

static const char *member(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static void ask_before(struct task *task, struct store *store)
{
    struct codes codes = {0};
    const char *own = member(task->body, "own");
    task->status = store_read_tables_of(store, task->person.id, true, buffer_add_code, &codes);
    for (size_t i = 0; i < codes.count && i < LOGS_MOST && !task->reply; i++)
        if (strcmp(codes.code[i], own) == 0 || sat_down(task, store, codes.code[i]))
            task->reply = json_pack("{s:s}", "table", codes.code[i]);
    free(codes.code);
}

/* ---------------------------------------------------------------- the slot */

static void slot_name(const struct criteria *criteria, char name[SLOT_NAME])
{
    lws_snprintf(name, SLOT_NAME, "find:%03x", (unsigned)(hash_of(criteria) / 2 % SLOTS));
}

static void slot_value(const char *code, int64_t since_ms, char value[SLOT_VALUE])
{
    lws_snprintf(value, SLOT_VALUE, "%s %lld", code, (long long)since_ms);
}

/* What to do about the table in the slot: "join" it, wait because it is there "soon", or NULL: take
 * the slot. */
static const char *judge_slot(const struct task *task, struct store *store, const char *code,
                              long long since_ms)
{
    const char *tried = member(task->body, "tried");
    if (!*code || (tried && strcmp(tried, code) == 0))
        return NULL;
    if (store_table_runs(store, code) == STORE_OK)
        return "join";
    return task->now_ms - since_ms < MAKING_MS && server_now_ms() - since_ms < MAKING_MS ? "soon"
                                                                                         : NULL;
}

static void ask_slot(struct task *task, struct store *store)
{
    enum { TRIES = 8 };
    const char *slot = member(task->body, "slot"), *own = member(task->body, "own"), *what = NULL;
    char value[SLOT_VALUE] = "", mine[SLOT_VALUE], code[TABLE_CODE] = "";
    slot_value(own, task->now_ms, mine);
    task->status = store_put_if_missing(store, slot, "");
    for (int i = 0; i < TRIES && task->status == STORE_OK && !what; i++) {
        long long since_ms = 0;
        task->status = store_get(store, slot, value, sizeof value);
        code[0] = '\0';
        sscanf(value, "%11s %lld", code, &since_ms);
        bool is_mine = strcmp(code, own) == 0;
        if (task->status == STORE_OK && !is_mine)
            what = judge_slot(task, store, code, since_ms);
        enum store_status taken =
            what || task->status != STORE_OK ? STORE_NONE : store_put_if(store, slot, value, mine);
        if (taken == STORE_OK)
            what = "make";
        else if (taken != STORE_NONE)
            task->status = taken;
    }
    task->reply = json_pack("{s:s, s:s}", "what", what ? what : "make", "table", code);
}

/* ---------------------------------------------------------------- on the loop */

/* The request once more. */
struct again {
    struct request request;
    struct criteria criteria;
};

static struct again ask_anew(const struct task *task)
{
    struct again again;
    again.request = task_request(task);
    read_criteria(&again.request, &again.criteria);
    return again;
}

static void sit_down(struct connection *connection, const struct request *request, const char *code)
{
    struct request asked = *request;
    asked.body = json_pack("{s:s}", "table", code);
    request_set_table(&asked, code);
    verb_join(connection, &asked);
    json_decref(asked.body);
}

/* At a table of this node, if there is one. */
static bool settle_here(struct connection *connection, const struct again *again)
{
    struct live_table *table = find_table(connection, &again->criteria);
    if (table && (table->stage != LIVE_READY || table->change))
        actor_wait(table, connection, &again->request);
    else if (table)
        sit_down(connection, &again->request, table->code);
    return table != NULL;
}

static bool slot_read(struct task *task);

static void look(struct connection *connection, const struct request *request,
                 const struct criteria *criteria, const char *tried)
{
    struct request asked = *request;
    char slot[SLOT_NAME], own[TABLE_CODE];
    slot_name(criteria, slot);
    ask_code(connection, request, 0, own);
    asked.body = json_copy(request->body);
    json_object_set_new(asked.body, "slot", json_string(slot));
    json_object_set_new(asked.body, "own", json_string(own));
    json_object_del(asked.body, "tried");
    if (tried)
        json_object_set_new(asked.body, "tried", json_string(tried));
    struct task *task = task_for_request(connection, &asked, TASK_WRITES, ask_slot);
    if (task)
        task->then = slot_read;
    json_decref(asked.body);
}

/* The table in the slot: it may have to be read first, and it may not suit after all. */
static void try_slot(struct connection *connection, const struct again *again, const char *code)
{
    struct live_table *table = tables_load(connection->server, code);
    if (!table)
        reply_error(connection, again->request.ref, "too_many");
    else if (table->stage != LIVE_READY || table->change)
        actor_wait(table, connection, &again->request);
    else if (suits(&table->table, &again->criteria) && may_sit(connection, &table->table) &&
             (table->attachments || !ownership_runs(table)))
        sit_down(connection, &again->request, code);
    else
        look(connection, &again->request, &again->criteria, code);
}

static bool is_gone(const struct connection *connection)
{
    return !connection->wsi || connection->close_code;
}

static bool slot_read(struct task *task)
{
    struct connection *connection = task->connection;
    const char *what = member(task->reply, "what");
    if (strcmp(what, "soon") == 0 && !connection->server->stopping && !is_gone(connection)) {
        json_decref(task->reply);
        task->reply = NULL;
        task->next = finding_of(connection->server)->seekers;
        finding_of(connection->server)->seekers = task;
        return false;
    }
    struct again again = ask_anew(task);
    if (connection->server->stopping)
        reply_error(connection, task->ref, "stopping");
    else if (!is_gone(connection) && !settle_here(connection, &again)) {
        if (strcmp(what, "join") == 0)
            try_slot(connection, &again, member(task->reply, "table"));
        else
            make_table(connection, &again.request, &again.criteria);
    }
    task_end(task);
    return false;
}

static bool before_read(struct task *task)
{
    struct connection *connection = task->connection;
    const char *code = member(task->reply, "table");
    struct again again = ask_anew(task);
    if (connection->server->stopping)
        reply_error(connection, task->ref, "stopping");
    else if (!is_gone(connection) && code)
        sit_down(connection, &again.request, code);
    else if (!is_gone(connection) && !settle_here(connection, &again)) {
        if (store_is_shared(connection->server->store))
            look(connection, &again.request, &again.criteria, NULL);
        else
            make_table(connection, &again.request, &again.criteria);
    }
    task_end(task);
    return false;
}

static void verb_find(struct connection *connection, const struct request *request)
{
    struct criteria criteria;
    struct request asked = *request;
    char own[TABLE_CODE];
    if (!read_criteria(request, &criteria)) {
        make_table(connection, request, &criteria); /* says what is wrong */
        return;
    }
    ask_code(connection, request, 0, own);
    asked.body = json_copy(request->body);
    json_object_set_new(asked.body, "own", json_string(own));
    struct task *task = task_for_request(connection, &asked, TASK_READS, ask_before);
    if (task)
        task->then = before_read;
    json_decref(asked.body);
}

static void ask_again(struct server *server)
{
    struct task *seekers = finding_of(server)->seekers;
    finding_of(server)->seekers = NULL;
    while (seekers) {
        struct task *task = seekers;
        seekers = task->next;
        task_again(task);
    }
}

/* ---------------------------------------------------------------- offering a table to the other
 * nodes */

struct offer {
    char slot[SLOT_NAME], old[SLOT_VALUE], value[SLOT_VALUE];
};

/* A lost offer only delays people who look for a table on another node; it is repeated when
 * somebody comes. */
static void offer_all(struct job *tasks, void *store)
{
    struct store_swap *swaps = calloc(job_count(tasks) + 1, sizeof *swaps);
    size_t count = 0;
    for (const struct job *job = tasks; swaps && job; job = job->next) {
        const struct offer *offer = ((const struct task *)job)->more;
        swaps[count++] = (struct store_swap){
            .name = offer->slot, .old = offer->old, .value = offer->value, .adds = *offer->value};
    }
    if (swaps)
        store_put_each_if(store, swaps, count);
    free(swaps);
}

static void offer(const struct live_table *host)
{
    const struct table *table = &host->table;
    struct criteria criteria;
    memset(&criteria, 0, sizeof criteria);
    criteria.seconds = table->settings.turn_seconds;
    criteria.rated = table->settings.rated;
    if (!store_is_shared(host->server->store) || host->server->store_down ||
        !host->server->store_pool || host->stage != LIVE_READY)
        return;
    stos_rules_text(&table->settings.rules, criteria.rules);
    struct offer *offer = suits(table, &criteria) ? calloc(1, sizeof *offer) : NULL;
    if (!offer)
        return;
    slot_name(&criteria, offer->slot);
    slot_value(host->code, table->opened_ms, host->attachments ? offer->value : offer->old);
    task_start_together(host->server, host->server->store_pool, offer_all, NULL, offer);
}

static void offer_changed(struct server *server)
{
    for (struct live_table *table; (table = broadcast_take_audience(server));)
        offer(table);
}

static const struct verb verbs[] = {
    {.name = "find", .run = verb_find, .cost = COST_TABLE, .price = 0.2},
    {.name = NULL},
};

const struct module find_module = {.name = "find",
                                   .state = sizeof(struct finding),
                                   .verbs = verbs,
                                   .tick = ask_again,
                                   .turn = offer_changed};
