/*
 * invitations.c - who was invited to which table, by whom: stored as facts of the invited person
 * ("invitation:CODE-WHO"), so that they find it whenever they connect, on any device and node. An
 * invitation ends with the commit that gives them a seat, when they dismiss it, or with the table.
 *
 * You can only invite people you have played with. The sender does not learn whether it was
 * delivered, or that they are blocked.
 */
#include "notify.h"
#include "notify_facts.h"
#include "server/cluster/nodes.h"
#include "server/core/core.h"
#include "server/core/task.h"
#include "server/tables/ask.h"
#include "server/tables/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MINUTE_MS = 60 * 1000,
    AGAIN_MS = 10 * MINUTE_MS,
    GAMES_LOOKED_AT = 200,
    ID_TEXT = 17,
    KEPT_MOST = 20,
    FACT_NAME = 64
};

/* ---------------------------------------------------------------- facts */

struct invitation {
    char name[FACT_NAME], code[TABLE_CODE];
    int64_t at_ms;
    bool runs;     /* the table does */
    json_t *value; /* at, by, rules and key */
};

struct invitations {
    struct invitation one[2 * KEPT_MOST];
    int count;
};

static bool gather(void *context, const char *name, const char *value)
{
    struct invitations *all = context;
    struct invitation *added = &all->one[all->count];
    size_t length = strcspn(name + strlen(STORE_INVITATION), "-");
    json_t *read = length < TABLE_CODE ? json_loads(value, 0, NULL) : NULL;
    if (!read)
        return true;
    *added = (struct invitation){.value = read,
                                 .at_ms = json_integer_value(json_object_get(read, "at"))};
    lws_strncpy(added->name, name, sizeof added->name);
    memcpy(added->code, name + strlen(STORE_INVITATION), length);
    all->count++;
    return all->count < 2 * KEPT_MOST;
}

static int newest_first(const void *one, const void *other)
{
    const struct invitation *a = one, *b = other;
    return a->at_ms != b->at_ms ? (a->at_ms > b->at_ms ? -1 : 1) : strcmp(a->name, b->name);
}

static void forget(struct invitations *all)
{
    for (int i = 0; i < all->count; i++)
        json_decref(all->one[i].value);
    all->count = 0;
}

/* All of a person, the newest first. */
static enum store_status read_all(struct store *store, uint64_t person, struct invitations *all)
{
    struct store_asked tables[2 * KEPT_MOST];
    enum store_status status =
        store_read_person_facts(store, person, STORE_INVITATION, gather, all);
    qsort(all->one, (size_t)all->count, sizeof all->one[0], newest_first);
    for (int i = 0; i < all->count; i++)
        tables[i] = (struct store_asked){.code = all->one[i].code};
    if (status == STORE_OK)
        status = store_which_run(store, tables, (size_t)all->count);
    for (int i = 0; i < all->count && status == STORE_OK; i++)
        all->one[i].runs = tables[i].runs;
    return status;
}

/* Whether there is an invitation to the same table before this one, which is newer. */
static bool is_repeated(const struct invitations *all, int index)
{
    for (int i = 0; i < index; i++)
        if (strcmp(all->one[i].code, all->one[index].code) == 0)
            return true;
    return false;
}

/* Those to tables that are over, and those beyond the limit, go when a new one comes. */
static enum store_status clear_away(struct store *store, uint64_t person)
{
    struct invitations all = {.count = 0};
    struct store_person_fact gone[2 * KEPT_MOST];
    size_t count = 0;
    enum store_status status = read_all(store, person, &all);
    for (int i = 0; i < all.count; i++)
        if (!all.one[i].runs || i >= KEPT_MOST - 1)
            gone[count++] = (struct store_person_fact){.person = person, .name = all.one[i].name};
    if (status == STORE_OK)
        status = store_change_person_facts(store, gone, count);
    forget(&all);
    return status;
}

/* ---------------------------------------------------------------- the list */

static void ask_list(struct task *task, struct store *store)
{
    struct invitations all = {.count = 0};
    task->reply = json_pack("{s:[]}", "invitations");
    task->status = read_all(store, task->person.id, &all);
    for (int i = 0; i < all.count && task->status == STORE_OK; i++) {
        struct invitation *one = &all.one[i];
        if (!one->runs || is_repeated(&all, i))
            continue;
        json_object_set_new(one->value, "table", json_string(one->code));
        json_array_append(json_object_get(task->reply, "invitations"), one->value);
    }
    forget(&all);
}

static void ask_dismiss(struct task *task, struct store *store)
{
    task->status =
        store_drop_invitations(store, task->person.id, member_text(task->body, "dismiss"));
    if (task->status == STORE_OK)
        ask_list(task, store);
}

/* Whether somebody sits there and waits. */
static bool waits_for_people(const struct table *table)
{
    for (int seat = 0; seat < table_seats(table); seat++)
        if (table->seat[seat].kind == TABLE_PERSON)
            return table->phase == TABLE_WAITING;
    return false;
}

/* A table of this node that has begun or was abandoned no longer needs anybody. */
static bool leave_out_begun(struct task *task)
{
    json_t *list = json_object_get(task->reply, "invitations");
    for (size_t i = json_array_size(list); i-- > 0;) {
        const struct live_table *table =
            tables_find(task->connection->server, member_text(json_array_get(list, i), "table"));
        if (table && table->stage == LIVE_READY && !waits_for_people(&table->table))
            json_array_remove(list, i);
    }
    return true;
}

static void verb_invitations(struct connection *connection, const struct request *request)
{
    const char *dismiss = request_optional_text(request, "dismiss");
    if (json_object_get(request->body, "dismiss") && (!dismiss || !table_code_is_good(dismiss))) {
        reply_error(connection, request->ref, "no_table");
        return;
    }
    connection->hears_invitations = true;
    struct task *task = dismiss ? task_for_request(connection, request, TASK_WRITES, ask_dismiss)
                                : task_for_request(connection, request, TASK_READS, ask_list);
    if (task)
        task->then = leave_out_begun;
}

/* ---------------------------------------------------------------- telling those who are here */

static void tell_here(struct server *server, table_person person, const char *code)
{
    char frame[64];
    int length = lws_snprintf(frame, sizeof frame, "{\"invited\":\"%s\"}", code);
    for (struct connection *at = server->connections; at; at = at->next)
        if (at->stage == CONNECTION_KNOWN && at->person == person && at->hears_invitations)
            connection_send(at, frame, (size_t)length);
}

static bool invitations_hear(struct server *server, const char *message)
{
    unsigned long long person;
    char code[TABLE_CODE];
    if (sscanf(message, "invited %llx %11s", &person, code) != 2)
        return false;
    tell_here(server, person, code);
    return true;
}

static void tell(struct server *server, table_person person, const char *code)
{
    char message[NEWS_MESSAGE];
    lws_snprintf(message, sizeof message, "invited %llx %s", (unsigned long long)person, code);
    nodes_tell(server, message);
    tell_here(server, person, code);
}

/* ---------------------------------------------------------------- inviting */

struct together {
    table_person other;
    bool played;
};

static bool look_for(void *context, const struct store_game *game)
{
    struct together *together = context;
    for (int i = 0; i < game->seats; i++)
        together->played |= game->seat[i].person == together->other;
    return !together->played;
}

/* Whether one of them has that fact about the other. */
static bool has_fact_about(struct store *store, table_person person, const char *prefix,
                           table_person other, char *value, size_t size)
{
    char name[FACT_NAME];
    lws_snprintf(name, sizeof name, "%s%016llx", prefix, (unsigned long long)other);
    return store_get_person_fact(store, person, name, value, size) == STORE_OK;
}

static bool are_apart(struct store *store, table_person one, table_person other)
{
    char value[STORE_FACT_VALUE];
    return has_fact_about(store, one, STORE_BLOCK, other, value, sizeof value) ||
        has_fact_about(store, other, STORE_BLOCK, one, value, sizeof value);
}

/* Prevents one person from notifying another over and over. */
static bool is_too_soon(const struct task *task, struct store *store, table_person other)
{
    char value[32];
    return has_fact_about(store, task->person.id, "invited:", other, value, sizeof value) &&
        task->now_ms - strtoll(value, NULL, 10) < AGAIN_MS;
}

static enum store_status note_asked(const struct task *task, struct store *store,
                                    table_person other)
{
    char name[FACT_NAME], value[32];
    lws_snprintf(name, sizeof name, "invited:%016llx", (unsigned long long)other);
    lws_snprintf(value, sizeof value, "%lld", (long long)task->now_ms);
    return store_put_person_fact(store, task->person.id, name, value);
}

static enum store_status put_invitation(const struct task *task, struct store *store,
                                        table_person other)
{
    char name[FACT_NAME];
    snprintf(name, sizeof name, STORE_INVITATION "%s-%016llx", member_text(task->body, "table"),
             (unsigned long long)task->person.id);
    json_t *value =
        json_pack("{s:I, s:s, s:s, s:s}", "at", (json_int_t)task->now_ms, "by", task->person.name,
                  "rules", member_text(task->body, "rules"), "key", member_text(task->body, "key"));
    char *text = json_dumps(value, JSON_COMPACT);
    enum store_status status = text ? store_put_person_fact(store, other, name, text) : STORE_DOWN;
    free(text);
    json_decref(value);
    return status;
}

static enum store_status call_invited(const struct task *task, struct store *store,
                                      table_person other)
{
    struct notify_note note = {.person = other,
                               .waiting = {.about = NOTIFY_INVITED, .since_ms = task->now_ms}};
    const struct notify_note *const notes[] = {&note};
    struct notify_waiting *waiting = &note.waiting;
    lws_strncpy(waiting->code, member_text(task->body, "table"), sizeof waiting->code);
    lws_strncpy(waiting->key, member_text(task->body, "key"), sizeof waiting->key);
    lws_strncpy(waiting->game, member_text(task->body, "game"), sizeof waiting->game);
    lws_strncpy(waiting->by, task->person.name, sizeof waiting->by);
    return notify_write_notes(store, notes, 1);
}

static void write_invitation(struct task *task, struct store *store, table_person other)
{
    task->status = note_asked(task, store, other);
    if (task->status != STORE_OK || are_apart(store, task->person.id, other))
        return;
    task->status = clear_away(store, other);
    if (task->status == STORE_OK)
        task->status = put_invitation(task, store, other);
    if (task->status == STORE_OK && json_is_true(json_object_get(task->body, "calls")))
        task->status = call_invited(task, store, other);
    json_object_set_new(task->body, "told", json_true());
}

static void ask_invite(struct task *task, struct store *store)
{
    char *end;
    const char *id = member_text(task->body, "person");
    struct together together = {.other = strtoull(id, &end, 16)};
    if (strlen(id) == ID_TEXT - 1 && !*end && together.other != task->person.id)
        task->status = store_read_games_of(store, task->person.id, INT64_MAX, GAMES_LOOKED_AT,
                                           look_for, &together);
    if (task->status == STORE_OK && !together.played)
        task->error = "no_person";
    else if (task->status == STORE_OK && is_too_soon(task, store, together.other))
        task->error = "invited_already";
    if (task->status == STORE_OK && !task->error)
        write_invitation(task, store, together.other);
}

static bool invited(struct task *task)
{
    struct server *server = task->connection->server;
    if (!json_object_get(task->body, "told"))
        return true;
    tell(server, strtoull(member_text(task->body, "person"), NULL, 16),
         member_text(task->body, "table"));
    notify_changed(server);
    return true;
}

static void verb_invite(struct connection *connection, const struct request *request)
{
    const struct live_table *table = tables_wanted(connection, request);
    char rules[STOS_RULES_TEXT];
    if (!table)
        return;
    if (table_seat_of(&table->table, connection->person) < 0) {
        struct table_answer answer = {.reason = TABLE_NOT_HERE};
        ask_refuse(connection, request->ref, NULL, &answer, NULL);
        return;
    }
    if (table->table.phase != TABLE_WAITING) {
        reply_error(connection, request->ref, "game_runs");
        return;
    }
    struct request asked = *request;
    stos_rules_text(&table->table.settings.rules, rules);
    asked.body = json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:b}", "table", table->code, "key", table->table.key, "rules",
        rules, "game", stos_game_name(table->table.settings.rules.game), "person",
        member_text(request->body, "person"), "calls", notify_is_on(connection->server));
    struct task *task = task_for_request(connection, &asked, TASK_WRITES, ask_invite);
    if (task)
        task->then = invited;
    json_decref(asked.body);
}

static const struct verb verbs[] = {
    {.name = "invite", .run = verb_invite, .cost = COST_READ, .price = 5},
    {.name = "invitations", .run = verb_invitations},
    {.name = NULL},
};

const struct module invitations_module = {
    .name = "invitations", .verbs = verbs, .hear = invitations_hear};
