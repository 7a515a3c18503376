/*
 * blocks.c - see blocks.h; and reports to the host.
 *
 * A block is a fact of the person who made it ("block:PERSON"), and nobody else can see it. A
 * report is a fact of the person it is about, with the latest chat at the table; `stos admin
 * reports` shows it, that person's data export does not.
 */
#include "blocks.h"

#include "base/text.h"
#include "server/cluster/nodes.h"
#include "server/core/core.h"
#include "server/core/task.h"
#include "server/people/people.h"
#include "server/tables/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    REFRESH_SECONDS = 60,
    BLOCKS_MOST = 100,
    ID_TEXT = 17,
    REPORT_TEXT = 300,
    MS_AN_HOUR = 60 * 60 * 1000
};

enum { FACT_TEXT = sizeof STORE_BLOCK + ID_TEXT };

struct block {
    table_person by, whom;
};

/* The module's state. */
struct blocking {
    struct blocks *blocks; /* a recent copy of those in the store */
};

static struct blocking *blocking_of(const struct server *server)
{
    return module_state(server, MODULE_BLOCKS);
}

struct blocks {
    size_t count, room;
    struct block *block; /* in order */
    unsigned changes;    /* since they were read */
};

static int compare_blocks(const void *left, const void *right)
{
    const struct block *a = left, *b = right;
    return a->by != b->by ? (a->by > b->by) - (a->by < b->by)
                          : (a->whom > b->whom) - (a->whom < b->whom);
}

/* ---------------------------------------------------------------- reading */

static bool make_room(struct blocks *blocks)
{
    if (blocks->count < blocks->room)
        return true;
    size_t room = blocks->room ? 2 * blocks->room : 64;
    struct block *grown = realloc(blocks->block, room * sizeof *grown);
    if (!grown)
        return false;
    blocks->block = grown;
    blocks->room = room;
    return true;
}

static bool add_block(void *context, uint64_t person, const char *name, const char *value)
{
    struct blocks *blocks = context;
    (void)value;
    if (!make_room(blocks))
        return false;
    blocks->block[blocks->count++] =
        (struct block){person, strtoull(name + strlen(STORE_BLOCK), NULL, 16)};
    return true;
}

static void free_blocks(struct blocks *blocks)
{
    if (blocks)
        free(blocks->block);
    free(blocks);
}

/* NULL if the store fails or memory runs out. */
static enum store_status read_blocks(struct store *store, struct blocks **blocks)
{
    struct blocks *read = calloc(1, sizeof *read);
    enum store_status status =
        read ? store_read_facts_of_all(store, STORE_BLOCK, add_block, read) : STORE_OK;
    if (status != STORE_OK) {
        free_blocks(read);
        read = NULL;
    }
    if (read && read->count > 0)
        qsort(read->block, read->count, sizeof read->block[0], compare_blocks);
    *blocks = read;
    return status;
}

static void replace(struct server *server, struct blocks *blocks)
{
    if (!blocks)
        return;
    free_blocks(blocking_of(server)->blocks);
    blocking_of(server)->blocks = blocks;
}

static bool load(struct server *server, char *message, size_t size)
{
    struct blocks *blocks;
    (void)message, (void)size;
    read_blocks(server->store, &blocks);
    replace(server, blocks);
    return blocks != NULL;
}

static void stop(struct server *server) { free_blocks(blocking_of(server)->blocks); }

struct refresh_job {
    struct job job;
    struct server *server;
    struct blocks *blocks;
    unsigned changes; /* that were known when it began */
    enum store_status status;
    char reason[STORE_MESSAGE];
};

static void refresh_work(struct job *job, void *place)
{
    struct refresh_job *refresh = (struct refresh_job *)job;
    refresh->status = read_blocks(place, &refresh->blocks);
    host_copy_reason(refresh->reason, refresh->status, place);
}

/* Changes made here meanwhile may be missing from what was read; then it is discarded and read
 * again the next time. */
static void refresh_done(struct job *job)
{
    struct refresh_job *refresh = (struct refresh_job *)job;
    errand_ended(refresh->server, "blocks", refresh->status, refresh->reason);
    if (blocking_of(refresh->server)->blocks->changes == refresh->changes)
        replace(refresh->server, refresh->blocks);
    else
        free_blocks(refresh->blocks);
    free(refresh);
}

static void refresh(struct server *server)
{
    if (!store_is_shared(server->store) || server->store_down ||
        server->seconds % REFRESH_SECONDS != 0)
        return;
    struct refresh_job *again = calloc(1, sizeof *again);
    if (!again)
        return;
    *again = (struct refresh_job){.job = {.work = refresh_work, .done = refresh_done},
                                  .server = server,
                                  .changes = blocking_of(server)->blocks->changes};
    pool_do(server->readers, &again->job);
}

/* ---------------------------------------------------------------- in memory */

/* Where the block is, or would be (binary search). */
static size_t place_of(const struct blocks *blocks, struct block wanted)
{
    size_t low = 0, high = blocks->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_blocks(&blocks->block[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_at(const struct blocks *blocks, size_t at, struct block wanted)
{
    return at < blocks->count && compare_blocks(&blocks->block[at], &wanted) == 0;
}

/* Only one block changes, and rereading all of them would be slow. */
static void note_block(struct blocks *blocks, struct block block, bool yes)
{
    size_t at = place_of(blocks, block);
    bool known = is_at(blocks, at, block);
    blocks->changes++;
    if (yes && !known && make_room(blocks)) {
        memmove(blocks->block + at + 1, blocks->block + at, (blocks->count++ - at) * sizeof block);
        blocks->block[at] = block;
    }
    if (!yes && known)
        memmove(blocks->block + at, blocks->block + at + 1, (--blocks->count - at) * sizeof block);
}

static bool hear(struct server *server, const char *message)
{
    unsigned long long by, whom;
    int yes;
    if (sscanf(message, "block %llx %llx %d", &by, &whom, &yes) != 3)
        return false;
    note_block(blocking_of(server)->blocks, (struct block){by, whom}, yes != 0);
    return true;
}

bool blocks_any(const struct server *server, table_person by)
{
    const struct blocks *blocks = blocking_of(server)->blocks;
    size_t at = blocks ? place_of(blocks, (struct block){by, 0}) : 0;
    return blocks && at < blocks->count && blocks->block[at].by == by;
}

bool blocks_has(const struct server *server, table_person by, table_person whom)
{
    const struct block block = {by, whom};
    const struct blocks *blocks = blocking_of(server)->blocks;
    return blocks && is_at(blocks, place_of(blocks, block), block);
}

bool blocks_keep_apart(const struct server *server, const struct table *table, table_person person)
{
    for (int i = 0; i < table_seats(table); i++) {
        const struct table_seat *seat = &table->seat[i];
        if (seat->kind == TABLE_PERSON &&
            (blocks_has(server, person, seat->person) || blocks_has(server, seat->person, person)))
            return true;
    }
    return false;
}

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

static enum store_status put_block(const struct asking *asking, struct store *store,
                                   const char *name)
{
    const char *called = json_string_value(json_object_get(asking->body, "name"));
    enum store_status status = asking_keep_person(asking, store);
    return status == STORE_OK
        ? store_put_person_fact(store, asking->person.id, name,
                                called && people_good_name(called) ? called : "")
        : status;
}

static bool wants_block(const struct asking *asking)
{
    return !json_is_false(json_object_get(asking->body, "yes"));
}

static void change_block(struct asking *asking, struct store *store, const char *whom)
{
    char name[FACT_TEXT];
    lws_snprintf(name, sizeof name, STORE_BLOCK "%s", whom);
    asking->status = wants_block(asking) ? put_block(asking, store, name)
                                         : store_drop_person_fact(store, asking->person.id, name);
}

static void ask_block(struct asking *asking, struct store *store)
{
    const char *whom = json_string_value(json_object_get(asking->body, "person"));
    struct blocked_list list = {.rows = json_array(), .wanted = whom};
    asking->reply = json_pack("{s:o}", "blocked", list.rows);
    asking->status =
        store_read_person_facts(store, asking->person.id, STORE_BLOCK, add_blocked, &list);
    if (!whom || asking->status != STORE_OK)
        return;
    if (wants_block(asking) && !list.found && json_array_size(list.rows) >= BLOCKS_MOST) {
        asking->error = "too_many";
        return;
    }
    change_block(asking, store, whom);
    json_array_clear(list.rows);
    if (asking->status == STORE_OK)
        asking->status =
            store_read_person_facts(store, asking->person.id, STORE_BLOCK, add_blocked, &list);
}

/* Here and on the other nodes. */
static bool blocked(struct asking *asking)
{
    struct server *server = asking->connection->server;
    const char *whom = json_string_value(json_object_get(asking->body, "person"));
    char message[NEWS_MESSAGE];
    if (!whom)
        return true;
    note_block(blocking_of(server)->blocks,
               (struct block){asking->person.id, strtoull(whom, NULL, 16)}, wants_block(asking));
    lws_snprintf(message, sizeof message, "block %llx %s %d", (unsigned long long)asking->person.id,
                 whom, wants_block(asking));
    nodes_tell(server, message);
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
    struct asking *asking = asking_start(connection, &asked, ASKING_WRITES, ask_block);
    if (asking)
        asking->then = blocked;
    if (asked.body != request->body)
        json_decref(asked.body);
}

/* ---------------------------------------------------------------- reporting */

static void ask_report(struct asking *asking, struct store *store)
{
    char name[64], *text = json_dumps(json_object_get(asking->body, "report"), JSON_COMPACT);
    uint64_t whom = strtoull(json_string_value(json_object_get(asking->body, "person")), NULL, 16);
    lws_snprintf(name, sizeof name, STORE_REPORT "%lld-%016llx",
                 (long long)(asking->now_ms / MS_AN_HOUR), (unsigned long long)asking->person.id);
    asking->status = text ? store_put_person_fact(store, whom, name, text) : STORE_DOWN;
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
        asking_start(connection, &asked, ASKING_WRITES, ask_report);
    else
        reply_error(connection, request->ref, "bad_request");
    json_decref(asked.body);
}

static const struct verb verbs[] = {
    {.name = "block", .run = verb_block, .cost = COST_READ, .price = 1},
    {.name = "report", .run = verb_report, .cost = COST_READ, .price = 5},
    {.name = NULL},
};

const struct module blocks_module = {.name = "blocks",
                                     .state = sizeof(struct blocking),
                                     .verbs = verbs,
                                     .start = load,
                                     .second = refresh,
                                     .hear = hear,
                                     .stop = stop};
