/*
 * blocks.c - see blocks.h; and what people report to the host.
 *
 * A block is a fact of the person who made it ("block:PERSON"), and nobody else is told of it. A report is a fact of the person whom it
 * is about, with what was said last at the table; `stos admin reports` shows it, and the person's export does not.
 */
#include "blocks.h"

#include "asking.h"
#include "verbs.h"

#include <stdlib.h>
#include <string.h>

enum { REFRESH_SECONDS = 60, ID_TEXT = 17, REPORT_TEXT = 300, MS_AN_HOUR = 60 * 60 * 1000 };

struct pair {
    table_person low, high;
};

struct blocks {
    size_t count, room;
    struct pair *pair; /* in order */
};

static int compare_pairs(const void *left, const void *right)
{
    const struct pair *a = left, *b = right;
    return a->low != b->low ? (a->low > b->low) - (a->low < b->low) : (a->high > b->high) - (a->high < b->high);
}

static struct pair pair_of(table_person one, table_person other)
{
    return one < other ? (struct pair){one, other} : (struct pair){other, one};
}

/* ---------------------------------------------------------------- reading */

static bool add_block(void *context, uint64_t person, const char *name, const char *value)
{
    struct blocks *blocks = context;
    (void)value;
    if (blocks->count == blocks->room) {
        size_t room = blocks->room ? 2 * blocks->room : 64;
        struct pair *grown = realloc(blocks->pair, room * sizeof *grown);
        if (!grown)
            return false;
        blocks->pair = grown;
        blocks->room = room;
    }
    blocks->pair[blocks->count++] = pair_of(person, strtoull(name + strlen(STORE_BLOCK), NULL, 16));
    return true;
}

static struct blocks *read_blocks(struct store *store)
{
    struct blocks *blocks = calloc(1, sizeof *blocks);
    if (blocks && store_read_facts_of_all(store, STORE_BLOCK, add_block, blocks) == STORE_OK) {
        if (blocks->count > 0)
            qsort(blocks->pair, blocks->count, sizeof blocks->pair[0], compare_pairs);
        return blocks;
    }
    if (blocks)
        free(blocks->pair);
    free(blocks);
    return NULL;
}

void blocks_free(struct server *server)
{
    if (server->blocks)
        free(server->blocks->pair);
    free(server->blocks);
    server->blocks = NULL;
}

static void replace(struct server *server, struct blocks *blocks)
{
    if (!blocks)
        return;
    blocks_free(server);
    server->blocks = blocks;
}

bool blocks_load(struct server *server)
{
    replace(server, read_blocks(server->store));
    return server->blocks != NULL;
}

struct refresh {
    struct job job;
    struct server *server;
    struct blocks *blocks;
};

static void refresh_work(struct job *job, void *place) { ((struct refresh *)job)->blocks = read_blocks(place); }

static void refresh_done(struct job *job)
{
    struct refresh *refresh = (struct refresh *)job;
    replace(refresh->server, refresh->blocks);
    free(refresh);
}

void blocks_tick(struct server *server)
{
    if (!store_is_shared(server->store) || server->store_down || server->seconds % REFRESH_SECONDS != 0)
        return;
    struct refresh *refresh = calloc(1, sizeof *refresh);
    if (!refresh)
        return;
    *refresh = (struct refresh){.job = {.work = refresh_work, .done = refresh_done}, .server = server};
    pool_do(server->readers, &refresh->job);
}

bool blocks_keep_apart(const struct server *server, const struct table *table, table_person person)
{
    const struct blocks *blocks = server->blocks;
    for (int seat = 0; blocks && blocks->count > 0 && seat < table_seats(table); seat++) {
        struct pair pair = pair_of(table->seat[seat].person, person);
        if (table->seat[seat].kind == TABLE_PERSON && table->seat[seat].person != person &&
            bsearch(&pair, blocks->pair, blocks->count, sizeof pair, compare_pairs))
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------- blocking */

static bool add_blocked(void *context, const char *name, const char *value)
{
    json_array_append_new(context, json_pack("{s:s, s:s}", "person", name + strlen(STORE_BLOCK), "name", value));
    return true;
}

static void ask_block(struct asking *asking, struct store *store)
{
    const char *whom = json_string_value(json_object_get(asking->body, "person"));
    const char *called = json_string_value(json_object_get(asking->body, "name"));
    bool yes = !json_is_false(json_object_get(asking->body, "yes"));
    char name[sizeof STORE_BLOCK + ID_TEXT];
    asking->status = asking_keep_person(asking, store);
    lws_snprintf(name, sizeof name, STORE_BLOCK "%s", whom ? whom : "");
    if (asking->status == STORE_OK && whom)
        asking->status = yes ? store_put_person_fact(store, asking->person.id, name, called ? called : "")
                             : store_drop_person_fact(store, asking->person.id, name);
    json_t *list = json_array();
    if (asking->status == STORE_OK)
        asking->status = store_read_person_facts(store, asking->person.id, STORE_BLOCK, add_blocked, list);
    asking->reply = json_pack("{s:o}", "blocked", list);
    asking->more = read_blocks(store);
}

static void blocked(struct asking *asking) { replace(asking->connection->server, asking->more); }

/* A person by number (16 hexadecimal digits), as `people` and `block` tell it. */
static bool is_person(const char *text) { return strlen(text) == ID_TEXT - 1 && strspn(text, "0123456789abcdef") == ID_TEXT - 1; }

/* The other person on the seat of a table at which both are; NULL when the reply has been given. */
static const struct table_seat *other_seat(struct connection *connection, const struct request *request, struct host_table **table)
{
    int64_t seat;
    *table = tables_wanted(connection, request);
    if (!*table || !request_number(connection, request, "seat", 0, STOS_MAX_SEATS - 1, &seat))
        return NULL;
    const struct table_seat *other = &(*table)->table.seat[seat];
    if (table_seat_of(&(*table)->table, connection->person) < 0 || other->kind != TABLE_PERSON || other->person == connection->person) {
        reply_error(connection, request->ref, "no_person");
        return NULL;
    }
    return other;
}

void verb_block(struct connection *connection, const struct request *request)
{
    const char *whom = request_optional_text(request, "person");
    struct request asked = *request;
    struct host_table *table;
    char id[ID_TEXT];
    if (whom && !is_person(whom)) {
        reply_error(connection, request->ref, "no_person");
        return;
    }
    if (!whom && json_object_get(request->body, "table")) {
        const struct table_seat *other = other_seat(connection, request, &table);
        if (!other)
            return;
        lws_snprintf(id, sizeof id, "%016llx", (unsigned long long)other->person);
        asked.body = json_pack("{s:s, s:s}", "person", id, "name", other->name);
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
    lws_snprintf(name, sizeof name, STORE_REPORT "%lld-%016llx", (long long)(asking->now_ms / MS_AN_HOUR),
                 (unsigned long long)asking->person.id);
    asking->status = text ? store_put_person_fact(store, whom, name, text) : STORE_DOWN;
    free(text);
}

/* What was said last at the table, by whom; as much of it as is kept. */
static json_t *excerpt_of(const struct table *table)
{
    json_t *said = json_array();
    uint32_t count = table->said_count < TABLE_SAID ? table->said_count : TABLE_SAID;
    for (uint32_t i = 0; i < count; i++) {
        const struct table_message *message = &table->said[(table->said_count - count + i) % TABLE_SAID];
        enum { KEPT = 160 };
        size_t length = message->length < KEPT ? message->length : KEPT;
        while (length > 0 && length < message->length && ((unsigned char)message->text[length] & 0xC0) == 0x80)
            length--; /* not in the middle of a letter */
        json_array_append_new(said, json_pack("[s, s%]", table->seat[message->seat].name, message->text, length));
    }
    return said;
}

void verb_report(struct connection *connection, const struct request *request)
{
    struct host_table *table;
    const char *text = request_text(connection, request, "text");
    const struct table_seat *other = text ? other_seat(connection, request, &table) : NULL;
    struct request asked = *request;
    char id[ID_TEXT];
    if (!other)
        return;
    if (strlen(text) > REPORT_TEXT) {
        reply_error(connection, request->ref, "too_long");
        return;
    }
    lws_snprintf(id, sizeof id, "%016llx", (unsigned long long)other->person);
    asked.body = json_pack("{s:s, s:{s:s, s:s, s:s, s:o}}", "person", id, "report", "table", table->code, "by", connection->name, "text",
                           text, "said", excerpt_of(&table->table));
    if (asked.body)
        asking_start(connection, &asked, ASKING_WRITES, ask_report);
    else
        reply_error(connection, request->ref, "bad_request");
    json_decref(asked.body);
}
