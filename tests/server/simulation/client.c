/*
 * client.c - a person at the other end: connects, says hello, resumes, repeats what was not
 * answered, and remembers what it was told.
 *
 * It holds the server to docs/protocol.md: events without gap or repeat, snapshots that never go
 * back, an answer to everything, and what was acknowledged in the log exactly once.
 */
#include "simulation.h"

#include <stdlib.h>
#include <string.h>

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

/* ---------------------------------------------------------------- tables that it knows */

struct seen *client_seen(struct client *client, const char *code)
{
    for (int i = 0; i < client->seen_count; i++)
        if (strcmp(client->seen[i].code, code) == 0)
            return &client->seen[i];
    return NULL;
}

static struct seen *add_seen(struct client *client, const char *code)
{
    DEMAND(client->seen_count < CLIENT_TABLES,
           "client %d: told of a table %s that it did not ask for", client->index, code);
    struct seen *seen = &client->seen[client->seen_count++];
    *seen = (struct seen){.now = json_object()};
    lws_strncpy(seen->code, code, sizeof seen->code);
    return seen;
}

void client_forget(struct client *client, struct seen *seen)
{
    json_decref(seen->now);
    *seen = client->seen[--client->seen_count];
}

/* The newest of each member. */
static void remember(struct seen *seen, json_t *frame)
{
    static const char *const members[] = {"position", "view",  "open", "moves",
                                          "hints",    "seats", "phase"};
    if (json_object_get(frame, "view")) { /* which says all there is to know: in the lobby nothing
                                             is open, and nobody moves */
        json_object_del(seen->now, "open");
        json_object_del(seen->now, "moves");
    }
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        json_t *member = json_object_get(frame, members[i]);
        if (member)
            json_object_set(seen->now, members[i], member);
    }
    seen->position = json_integer_value(json_object_get(seen->now, "position"));
}

static struct seen *snapshot(struct client *client, json_t *table)
{
    const char *code = text_of(table, "code");
    struct seen *seen = client_seen(client, code);
    uint32_t last = (uint32_t)json_integer_value(json_object_get(table, "last"));
    if (!seen)
        seen = add_seen(client, code);
    DEMAND(last >= seen->last, "client %d: table %s went back from %u to %u", client->index, code,
           seen->last, last);
    seen->last = last;
    lws_strncpy(seen->key, text_of(table, "key"), sizeof seen->key);
    remember(seen, table);
    world.counts.snapshots++;
    return seen;
}

/* Events after `last`, without gap or repeat. */
static void follow(struct client *client, struct seen *seen, uint32_t last, json_t *frame)
{
    size_t index;
    json_t *event;
    json_array_foreach(json_object_get(frame, "events"), index, event)
    {
        uint32_t number = (uint32_t)json_integer_value(json_object_get(event, "n"));
        DEMAND(number == last + 1, "client %d: table %s event %u after %u", client->index,
               seen->code, number, last);
        last = number;
    }
    DEMAND(last >= seen->last, "client %d: table %s went back from %u to %u", client->index,
           seen->code, seen->last, last);
    seen->last = last;
    remember(seen, frame);
}

/* ---------------------------------------------------------------- requests */

struct pending *client_ask(struct client *client, const char *verb, const char *code, json_t *body)
{
    DEMAND(client->pending_count < CLIENT_PENDING, "client %d asks too much", client->index);
    struct pending *pending = &client->pending[client->pending_count++];
    *pending = (struct pending){0};
    lws_snprintf(pending->ref, sizeof pending->ref, "%u", client->next_ref++);
    lws_strncpy(pending->verb, verb, sizeof pending->verb);
    lws_strncpy(pending->code, code, sizeof pending->code);
    json_object_set_new(body, "do", json_string(verb));
    json_object_set_new(body, "ref", json_string(pending->ref));
    if (*code)
        json_object_set_new(body, "table", json_string(code));
    pending->text = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    return pending;
}

static void drop_pending(struct client *client, int index)
{
    simulated_free(client->pending[index].text);
    client->pending_count--;
    for (int i = index; i < client->pending_count; i++)
        client->pending[i] = client->pending[i + 1];
}

static bool is_greeting(const struct pending *pending)
{
    return strcmp(pending->verb, "hello") == 0 || strcmp(pending->verb, "resume") == 0;
}

static void say_hello(struct client *client)
{
    json_t *hello =
        json_pack("{s:i,s:s,s:b}", "version", 1, "token", client->token, "moves", client->moves);
    client_ask(client, "hello", "", hello);
}

static void ask_resume(struct client *client, const struct seen *seen)
{
    json_t *body = json_pack("{s:I}", "last", (json_int_t)seen->last);
    if (*seen->key)
        json_object_set_new(body, "key", json_string(seen->key));
    client_ask(client, "resume", seen->code, body)->last = seen->last;
    world.counts.resumes++;
}

/* Hello, then resume, then everything that was not answered, in order. */
static void connect_again(struct client *client)
{
    struct pending kept[CLIENT_PENDING];
    int count = 0, node = (int)chance((unsigned)world.nodes);
    if (world_stands_still(node))
        return;
    for (int i = 0; i < client->pending_count; i++)
        if (is_greeting(&client->pending[i]))
            simulated_free(client->pending[i].text);
        else
            kept[count++] = client->pending[i];
    client->pending_count = 0;
    say_hello(client);
    for (int i = 0; i < client->seen_count; i++) {
        client->seen[i].attached = false;
        ask_resume(client, &client->seen[i]);
    }
    for (int i = 0; i < count; i++) {
        kept[i].sent = false;
        client->pending[client->pending_count++] = kept[i];
    }
    client->known = false;
    client->link = link_open(client, node);
    trace("client %d connects to %d", client->index, node);
}

static void send_pending(struct client *client)
{
    bool ahead = one_in(2); /* what waits for hello may be sent at once */
    for (int i = 0; i < client->pending_count && client->link; i++) {
        struct pending *pending = &client->pending[i];
        if (pending->sent)
            continue;
        if (strcmp(pending->verb, "hello") != 0 && !client->known && !ahead)
            break;
        pending->sent = true;
        trace("client %d: %s", client->index, pending->text);
        link_send(client->link, pending->text, strlen(pending->text));
    }
}

void client_step(struct client *client, bool may_wish)
{
    if (world.sessions) {
        sessions_step(client);
        return;
    }
    if ((client->gives_up || client->banned) && client->link)
        link_hang_up(client->link);
    if (client->banned)
        return;
    client->gives_up = false;
    if (!client->link)
        connect_again(client);
    else if (may_wish && client->known && client->pending_count < 3 && chance(3))
        play_wish(client);
    if (client->link)
        send_pending(client);
}

void client_closed(struct client *client)
{
    if (world.sessions) {
        sessions_closed(client);
        return;
    }
    client->link = NULL;
    client->known = false;
}

/* ---------------------------------------------------------------- replies */

static bool is_one_of(const char *word, const char *const *words)
{
    while (*words && strcmp(*words, word) != 0)
        words++;
    return *words != NULL;
}

/* Whether doing it always leaves exactly one event with its ref. */
static bool leaves_trace(const char *verb)
{
    static const char *const verbs[] = {"move", "say", "take_back", NULL};
    return is_one_of(verb, verbs);
}

/* In the log once, under the number that was told; also when this is the answer to a repeat. */
static void acknowledge(const struct client *client, const struct pending *pending,
                        const json_t *reply)
{
    uint64_t ref = table_ref(client->person, pending->ref, strlen(pending->ref));
    const struct durable_table *table = durable_find(pending->code);
    uint32_t told = (uint32_t)json_integer_value(json_object_get(reply, "n"));
    DEMAND(table && durable_count_ref(table, ref) == 1,
           "client %d: acknowledged, not in the log: %s", client->index, pending->text);
    DEMAND(durable_number_of_ref(table, ref) == told, "client %d: event %u was told as %u: %s",
           client->index, durable_number_of_ref(table, ref), told, pending->text);
    world.acknowledged =
        realloc(world.acknowledged, (world.acknowledged_count + 1) * sizeof *world.acknowledged);
    DEMAND(world.acknowledged, "out of memory");
    struct acknowledged *kept = &world.acknowledged[world.acknowledged_count++];
    kept->ref = ref;
    lws_strncpy(kept->code, pending->code, sizeof kept->code);
}

static void learn_code(const struct seen *seen)
{
    for (int i = 0; i < world.code_count; i++)
        if (strcmp(world.codes[i], seen->code) == 0)
            return;
    if (world.code_count == WORLD_CODES)
        return;
    lws_strncpy(world.keys[world.code_count], seen->key, TABLE_KEY);
    lws_strncpy(world.codes[world.code_count++], seen->code, TABLE_CODE);
}

static void accepted(struct client *client, const struct pending *pending, json_t *reply)
{
    json_t *table = json_object_get(reply, "table");
    if (strcmp(pending->verb, "hello") == 0) {
        client->known = true;
        table_person person = strtoull(text_of(reply, "person"), NULL, 16);
        DEMAND(client->person == 0 || client->person == person, "client %d became somebody else",
               client->index);
        client->person = person;
    } else if (table) {
        struct seen *seen = snapshot(client, table);
        seen->attached = true;
        learn_code(seen);
    } else if (strcmp(pending->verb, "resume") == 0) {
        struct seen *seen = client_seen(client, pending->code);
        DEMAND(json_object_get(reply, "events"), "client %d: resumed without events",
               client->index);
        if (!seen) { /* left meanwhile, and came back by this */
            seen = add_seen(client, pending->code);
            seen->last = pending->last;
        }
        follow(client, seen, pending->last, reply);
        seen->attached = true;
    } else if (strcmp(pending->verb, "leave") == 0) {
        struct seen *seen = client_seen(client, pending->code);
        if (seen)
            client_forget(client, seen);
    }
    if (leaves_trace(pending->verb))
        acknowledge(client, pending, reply);
}

/* True when it is to be asked again. */
static bool refused(struct client *client, const struct pending *pending, json_t *reply)
{
    static const char *const later[] = {"store_down", "too_fast", "stopping", "hello_first", NULL};
    static const char *const wrong[] = {
        "bad_json", "bad_request", "unknown_verb", "bad_token", "hello_twice", "bad_version", NULL};
    const char *error = text_of(reply, "error");
    struct seen *seen = client_seen(client, pending->code);
    client->gives_up |= strcmp(pending->verb, "hello") == 0;
    if (is_one_of(error, later))
        return true;
    DEMAND(!is_one_of(error, wrong), "client %d: %s to %s", client->index, error, pending->text);
    const struct durable_table *table = durable_find(pending->code);
    bool gone = table && table->forgotten;
    DEMAND(gone || !(seen && seen->last > 0 && strcmp(error, "no_table") == 0),
           "client %d: table %s is gone", client->index, pending->code);
    DEMAND(strcmp(pending->verb, "create") != 0 || strcmp(error, "no_table") != 0,
           "client %d: no table: %s", client->index, pending->text);
    client->banned |= strcmp(error, "banned") == 0;
    DEMAND(client->banned || strcmp(pending->verb, "hello") != 0, "client %d: hello is refused: %s",
           client->index, error);
    if (json_object_get(reply, "table"))
        snapshot(client, json_object_get(reply, "table"));
    else if (seen && strcmp(pending->verb, "resume") == 0)
        client_forget(client, seen);
    if (table && !gone && leaves_trace(pending->verb))
        DEMAND(durable_count_ref(
                   table, table_ref(client->person, pending->ref, strlen(pending->ref))) == 0,
               "client %d: refused (%s), but in the log: %s", client->index, error, pending->text);
    return false;
}

static void take_reply(struct client *client, json_t *reply)
{
    const char *ref = text_of(reply, "ref");
    int index = 0;
    if (!*ref && strcmp(text_of(reply, "error"), "banned") == 0) { /* while it is connected */
        client->banned = true;
        return;
    }
    while (index < client->pending_count && strcmp(client->pending[index].ref, ref) != 0)
        index++;
    DEMAND(index < client->pending_count, "client %d: an answer to nothing: ref %s", client->index,
           ref);
    DEMAND(client->pending[index].sent, "client %d: an answer to what it did not send: ref %s",
           client->index, ref);
    if (json_is_true(json_object_get(reply, "ok")))
        accepted(client, &client->pending[index], reply);
    else if (refused(client, &client->pending[index], reply)) {
        client->pending[index].sent = false;
        return;
    }
    drop_pending(client, index);
}

/* ---------------------------------------------------------------- what comes */

static void take_event(struct client *client, json_t *frame)
{
    json_t *table = json_object_get(frame, "table");
    if (json_is_object(table)) {
        struct seen *seen = client_seen(client, text_of(table, "code"));
        DEMAND(seen && seen->attached, "client %d: a snapshot of a table where it is not",
               client->index);
        snapshot(client, table);
        return;
    }
    struct seen *seen = client_seen(client, text_of(frame, "table"));
    if (json_object_get(frame, "events")) {
        DEMAND(seen && seen->attached, "client %d: events of table %s, where it is not",
               client->index, text_of(frame, "table"));
        follow(client, seen, seen->last, frame);
    } else if (seen) {
        remember(seen, frame);
    }
}

void client_receive(struct client *client, const char *text, size_t length)
{
    json_t *frame = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    DEMAND(json_is_object(frame), "client %d: no JSON: %.*s", client->index, (int)length, text);
    trace("to %d: %.*s", client->index, (int)(length < 300 ? length : 300), text);
    if (world.sessions)
        sessions_receive(client, frame);
    else if (json_object_get(frame, "ref"))
        take_reply(client, frame);
    else if (json_object_get(frame, "table"))
        take_event(client, frame);
    json_decref(frame);
}

/* ---------------------------------------------------------------- when all is quiet */

static json_t *stand_of(const struct table *table, int reader, bool moves)
{
    static char text[SERVER_SCRATCH];
    stos_writer writer = stos_writer_on(text, sizeof text);
    text[0] = '{';
    writer.length = 1;
    writer.last = '{';
    table_now_json(&writer, table, reader, world.now_ms, moves);
    json_t *stand = NULL;
    if (writer.length + 1 < sizeof text) {
        text[writer.length++] = '}';
        stand = json_loadb(text, writer.length, 0, NULL);
    }
    DEMAND(stand, "the stand of a table is no JSON");
    return stand;
}

static void demand_same(const struct client *client, const struct seen *seen, const json_t *stand,
                        const char *member)
{
    const json_t *known = json_object_get(seen->now, member),
                 *wanted = json_object_get(stand, member);
    if (known == wanted || json_equal(known, wanted))
        return;
    char *first = json_dumps(known, JSON_ENCODE_ANY), *second = json_dumps(wanted, JSON_ENCODE_ANY);
    failed("client %d: table %s: knows %s %s, it is %s", client->index, seen->code, member,
           first ? first : "-", second ? second : "-");
}

/* Whoever lost their seat at a table that may not be watched is told nothing more. */
static bool was_shown_out(const struct table *table, table_person person)
{
    return !table_may_watch(table, person, NULL) &&
        (!table->settings.watchable || table_was_removed(table, person));
}

static void check_seen(struct client *client, const struct seen *seen)
{
    static const char *const kept[] = {"position", "view", "phase", "open", "moves"},
                             *const passing[] = {"seats", "hints"};
    const struct durable_table *table = durable_find(seen->code);
    if (table && (table->forgotten || was_shown_out(&table->replica, client->person)))
        return;
    DEMAND(seen->attached, "client %d is not back at table %s", client->index, seen->code);
    DEMAND(table, "client %d knows a table %s that is not kept", client->index, seen->code);
    DEMAND(seen->last == table->replica.last, "client %d: table %s: knows %u events of %u",
           client->index, seen->code, seen->last, table->replica.last);
    json_t *stand =
        stand_of(&table->replica, table_seat_of(&table->replica, client->person), client->moves);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        demand_same(client, seen, stand, kept[i]);
    json_decref(stand);
    const struct live_table *host = tables_find(&world.node[client->link->node].server, seen->code);
    DEMAND(host && host->stage == LIVE_READY, "table %s is not ready", seen->code);
    stand = stand_of(&host->table, table_seat_of(&host->table, client->person), client->moves);
    for (size_t i = 0; i < sizeof passing / sizeof passing[0]; i++)
        demand_same(client, seen, stand, passing[i]);
    json_decref(stand);
}

void client_check_quiet(struct client *client)
{
    if (client->banned)
        return;
    DEMAND(client->link && client->known, "client %d is not connected", client->index);
    DEMAND(client->pending_count == 0, "client %d: never answered: %s", client->index,
           client->pending[0].text);
    for (int i = 0; i < client->seen_count; i++)
        check_seen(client, &client->seen[i]);
}

void client_start(struct client *client, int index)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    *client = (struct client){.index = index, .moves = chance(6) != 0, .next_ref = 1};
    for (int i = 0; i < 42; i++)
        client->token[i] = letters[chance(64)];
    client->token[42] = letters[4 * chance(16)]; /* two bits of the last letter are not used */
}

void client_free(struct client *client)
{
    while (client->pending_count > 0)
        drop_pending(client, 0);
    while (client->seen_count > 0)
        client_forget(client, &client->seen[0]);
}
