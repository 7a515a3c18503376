/*
 * block_verbs.c - blocking people, and reporting them to the host.
 *
 * A block is a fact of the person who made it ("block:PERSON"), and nobody else can see it. A
 * report is a fact of the person it is about, with the latest chat at the table; `stos admin
 * reports` shows it, that person's data export does not.
 */
#include "base/text.h"
#include "people.h"
#include "server/core/core.h"
#include "server/core/task.h"
#include "server/limits/blocks.h"
#include "server/tables/tables.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCKS_MOST = 100, ID_TEXT = 17, REPORT_TEXT = 300, MS_AN_HOUR = 60 * 60 * 1000 };

enum { FACT_TEXT = sizeof STORE_BLOCK + ID_TEXT };

/* ---------------------------------------------------------------- blocking */

struct blocked_list {
    json_t *rows;
    const char *wanted;
    bool found;
};

static bool add_blocked(void *context, const char *name, const char *value)
{
    struct blocked_list *list = context;
    const char *person = name + strlen(STORE_BLOCK);
    list->found |= list->wanted && strcmp(person, list->wanted) == 0;
    json_array_append_new(list->rows, json_pack("{s:s, s:s}", "person", person, "name", value));
    return true;
}

static enum store_status put_block(const struct task *task, struct store *store, const char *name)
{
    const char *called = json_string_value(json_object_get(task->body, "name"));
    enum store_status status = task_keep_person(task, store);
    return status == STORE_OK
        ? store_put_person_fact(store, task->person.id, name,
                                called && people_good_name(called) ? called : "")
        : status;
}

static bool wants_block(const struct task *task)
{
    return !json_is_false(json_object_get(task->body, "yes"));
}

static void change_block(struct task *task, struct store *store, const char *whom)
{
    char name[FACT_TEXT];
    lws_snprintf(name, sizeof name, STORE_BLOCK "%s", whom);
    task->status = wants_block(task) ? put_block(task, store, name)
                                     : store_drop_person_fact(store, task->person.id, name);
}

static void tell_block(struct task *task, struct store *store, const char *whom)
{
    char what[STORE_NEWS];
    lws_snprintf(what, sizeof what, "block %s %d", whom, wants_block(task));
    task->status = store_add_news(store, task->person.id, what, task->now_ms, &task->news);
}

static void ask_block(struct task *task, struct store *store)
{
    const char *whom = json_string_value(json_object_get(task->body, "person"));
    struct blocked_list list = {.rows = json_array(), .wanted = whom};
    task->reply = json_pack("{s:o}", "blocked", list.rows);
    task->status = store_read_person_facts(store, task->person.id, STORE_BLOCK, add_blocked, &list);
    if (!whom || task->status != STORE_OK)
        return;
    if (wants_block(task) && !list.found && json_array_size(list.rows) >= BLOCKS_MOST) {
        task->error = "too_many";
        return;
    }
    change_block(task, store, whom);
    json_array_clear(list.rows);
    if (task->status == STORE_OK)
        task->status =
            store_read_person_facts(store, task->person.id, STORE_BLOCK, add_blocked, &list);
    if (task->status == STORE_OK)
        tell_block(task, store, whom);
}

/* Here and on the other nodes. */
static bool blocked(struct task *task)
{
    struct server *server = task->connection->server;
    const char *whom = json_string_value(json_object_get(task->body, "person"));
    if (whom)
        blocks_change(server, task->person.id, strtoull(whom, NULL, 16), wants_block(task));
    return true;
}

/* A person by number (16 hexadecimal digits), as returned by `people` and `block`. */
static bool is_person(const char *text)
{
    return strlen(text) == ID_TEXT - 1 && strspn(text, "0123456789abcdef") == ID_TEXT - 1;
}

/* The other person, given by the seat at a table where both are; NULL if it replied with an error.
 */
static const struct table_seat *other_seat(struct connection *connection,
                                           const struct request *request, struct live_table **table)
{
    int64_t seat;
    *table = tables_wanted(connection, request);
    if (!*table || !request_number(connection, request, "seat", 0, STOS_MAX_SEATS - 1, &seat))
        return NULL;
    const struct table_seat *other = &(*table)->table.seat[seat];
    if (table_seat_of(&(*table)->table, connection->person) < 0 || other->kind != TABLE_PERSON ||
        other->person == connection->person) {
        reply_error(connection, request->ref, "no_person");
        return NULL;
    }
    return other;
}

static void verb_block(struct connection *connection, const struct request *request)
{
    const char *whom = request_optional_text(request, "person");
    struct request asked = *request;
    struct live_table *table;
    char id[ID_TEXT];
    if (whom && (!is_person(whom) || strtoull(whom, NULL, 16) == connection->person)) {
        reply_error(connection, request->ref, "no_person");
        return;
    }
    if (!whom && json_object_get(request->body, "table")) {
        const struct table_seat *other = other_seat(connection, request, &table);
        if (!other)
            return;
        lws_snprintf(id, sizeof id, "%016llx", (unsigned long long)other->person);
        asked.body = json_pack("{s:s, s:s, s:b}", "person", id, "name", other->name, "yes",
                               request_flag(request, "yes", true));
    }
    struct task *task = task_for_request(connection, &asked, TASK_WRITES, ask_block);
    if (task)
        task->then = blocked;
    if (asked.body != request->body)
        json_decref(asked.body);
}

/* ---------------------------------------------------------------- reporting */

static void ask_report(struct task *task, struct store *store)
{
    char name[64], *text = json_dumps(json_object_get(task->body, "report"), JSON_COMPACT);
    uint64_t whom = strtoull(json_string_value(json_object_get(task->body, "person")), NULL, 16);
    lws_snprintf(name, sizeof name, STORE_REPORT "%lld-%016llx",
                 (long long)(task->now_ms / MS_AN_HOUR), (unsigned long long)task->person.id);
    task->status = text ? store_put_person_fact(store, whom, name, text) : STORE_DOWN;
    free(text);
}

/*
 * The latest chat of the two of them at the table, as much as is kept. What others said is left
 * out: it would survive when they delete their data.
 */
static json_t *excerpt_of(const struct table *table, table_person reporter, table_person reported)
{
    json_t *said = json_array();
    uint32_t count = table->said_count < TABLE_SAID ? table->said_count : TABLE_SAID;
    for (uint32_t i = 0; i < count; i++) {
        const struct table_message *message =
            &table->said[(table->said_count - count + i) % TABLE_SAID];
        enum { KEPT = 160 };
        if (message->person != reporter && message->person != reported)
            continue;
        size_t length = message->length < KEPT ? message->length : KEPT;
        while (length > 0 && length < message->length &&
               ((unsigned char)message->text[length] & 0xC0) == 0x80)
            length--; /* not in the middle of a letter */
        json_array_append_new(
            said, json_pack("[s, s%]", table->seat[message->seat].name, message->text, length));
    }
    return said;
}

static void verb_report(struct connection *connection, const struct request *request)
{
    struct live_table *table;
    const char *text = request_text(connection, request, "text");
    const struct table_seat *other = text ? other_seat(connection, request, &table) : NULL;
    struct request asked = *request;
    char id[ID_TEXT];
    if (!other)
        return;
    if (strlen(text) > REPORT_TEXT ||
        !text_is_plain_utf8(text, strlen(text))) { /* the host reads it in a terminal */
        reply_error(connection, request->ref,
                    strlen(text) > REPORT_TEXT ? "too_long" : "bad_request");
        return;
    }
    lws_snprintf(id, sizeof id, "%016llx", (unsigned long long)other->person);
    asked.body = json_pack("{s:s, s:{s:s, s:s, s:s, s:I, s:o}}", "person", id, "report", "table",
                           table->code, "by", connection->name, "text", text, "at_ms",
                           (json_int_t)request->now_ms, "said",
                           excerpt_of(&table->table, connection->person, other->person));
    if (asked.body)
        task_for_request(connection, &asked, TASK_WRITES, ask_report);
    else
        reply_error(connection, request->ref, "bad_request");
    json_decref(asked.body);
}

static const struct verb verbs[] = {
    {.name = "block", .run = verb_block, .cost = COST_READ, .price = 1},
    {.name = "report", .run = verb_report, .cost = COST_READ, .price = 5},
    {.name = NULL},
};

const struct module block_verbs_module = {.name = "block_verbs", .verbs = verbs};
