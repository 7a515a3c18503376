/*
 * calls_verbs.c - `calls`: how somebody wants to be called, and on which devices; `invite`: calling somebody one has played with.
 *
 * An invitation says neither whether the other has a device, nor that they want no invitations, nor that they have blocked whoever asks.
 */
#include "asking.h"
#include "calls.h"
#include "calls_facts.h"
#include "calls_send.h"
#include "tables.h"

#include <stdlib.h>
#include <string.h>

enum { MINUTE_MS = 60 * 1000, INVITE_AGAIN_MS = 10 * MINUTE_MS, GAMES_LOOKED_AT = 200, ID_TEXT = 17 };

/* ---------------------------------------------------------------- calls */

/* What may be set, and how far. */
static const struct {
    const char *name;
    int low, high;
    size_t at;
} numbers[] = {
    {"quiet_from", 0, 23, offsetof(struct calls_settings, quiet_from)},
    {"quiet_to", 0, 23, offsetof(struct calls_settings, quiet_to)},
    {"utc_offset", -12 * 60, 14 * 60, offsetof(struct calls_settings, utc_offset)},
    {"digest_hours", 0, 24, offsetof(struct calls_settings, digest_hours)},
};
static const struct {
    const char *name;
    size_t at;
} flags[] = {{"turn", offsetof(struct calls_settings, turn)}, {"invited", offsetof(struct calls_settings, invited)}};

/* Changes what the request names; false when it names something that cannot be. `changed` tells whether it names anything. */
static bool take_settings(const json_t *body, struct calls_settings *settings, bool *changed)
{
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const json_t *given = json_object_get(body, numbers[i].name);
        json_int_t number = json_integer_value(given);
        if (!given)
            continue;
        if (!json_is_integer(given) || number < numbers[i].low || number > numbers[i].high)
            return false;
        *(int *)(void *)((char *)settings + numbers[i].at) = (int)number;
        *changed = true;
    }
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        const json_t *given = json_object_get(body, flags[i].name);
        if (!given)
            continue;
        if (!json_is_boolean(given))
            return false;
        *(bool *)((char *)settings + flags[i].at) = json_is_true(given);
        *changed = true;
    }
    return true;
}

static const char *member(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static bool subscription_is_good(const struct server *server, const json_t *subscribe)
{
    char origin[POST_ORIGIN];
    struct push_reader reader;
    return post_may_go(server->calls->services, member(subscribe, "endpoint"), origin) &&
        push_read_reader(member(subscribe, "p256dh"), member(subscribe, "auth"), &reader);
}

struct devices {
    char here[CALLS_NAME]; /* the device that asks */
    int count;
    bool has_here;
};

static bool count_device(void *context, const char *name, const char *value)
{
    struct devices *devices = context;
    (void)value;
    devices->count++;
    devices->has_here |= strcmp(name, devices->here) == 0;
    return true;
}

static enum store_status read_devices(struct asking *asking, struct store *store, struct devices *devices)
{
    *devices = (struct devices){0};
    calls_device_name(member(asking->body, "endpoint"), devices->here);
    return store_read_person_facts(store, asking->person.id, CALLS_DEVICE, count_device, devices);
}

static enum store_status subscribe(struct asking *asking, struct store *store, const json_t *given)
{
    struct devices devices;
    enum store_status status = asking_keep_person(asking, store);
    if (status == STORE_OK)
        status = read_devices(asking, store, &devices);
    if (status == STORE_OK && !devices.has_here && devices.count >= CALLS_DEVICES) {
        asking->error = "too_many_devices";
        return STORE_OK;
    }
    return status != STORE_OK ? status
                              : calls_write_device(store, asking->person.id, asking->token_hash, member(given, "p256dh"),
                                                   member(given, "auth"), member(given, "endpoint"));
}

static enum store_status change(struct asking *asking, struct store *store, struct calls_settings *settings)
{
    const json_t *given = json_object_get(asking->body, "subscribe");
    char name[CALLS_NAME];
    bool changed = false;
    enum store_status status = given ? subscribe(asking, store, given) : STORE_OK;
    if (status == STORE_OK && json_is_true(json_object_get(asking->body, "unsubscribe"))) {
        calls_device_name(member(asking->body, "endpoint"), name);
        status = store_drop_person_fact(store, asking->person.id, name);
    }
    take_settings(asking->body, settings, &changed);
    if (status == STORE_OK && !asking->error && changed) {
        status = asking_keep_person(asking, store);
        if (status == STORE_OK)
            status = calls_write_settings(store, asking->person.id, settings);
        if (status == STORE_OK)
            status = calls_plan_again(store, asking->person.id, settings, asking->now_ms);
    }
    return status;
}

static void ask_calls(struct asking *asking, struct store *store)
{
    struct calls_settings settings;
    struct devices devices = {0};
    asking->status = calls_read_settings(store, asking->person.id, &settings);
    if (asking->status == STORE_OK)
        asking->status = change(asking, store, &settings);
    if (asking->status == STORE_OK)
        asking->status = read_devices(asking, store, &devices);
    asking->reply = calls_settings_json(&settings);
    json_object_set_new(asking->reply, "push", json_true());
    json_object_set_new(asking->reply, "devices", json_integer(devices.count));
    json_object_set_new(asking->reply, "subscribed", json_boolean(devices.has_here));
}

static bool add_key(struct asking *asking)
{
    char text[PUSH_PUBLIC_TEXT];
    push_write_public(calls_keys(asking->connection->server), text);
    json_object_set_new(asking->reply, "key", json_string(text));
    return true;
}

static bool add_key_and_look(struct asking *asking)
{
    calls_changed(asking->connection->server);
    return add_key(asking);
}

void verb_calls(struct connection *connection, const struct request *request)
{
    struct calls_settings settings = {0};
    bool changed = false;
    json_t *given = json_object_get(request->body, "subscribe");
    if (!calls_keys(connection->server)) {
        reply_json(connection, request->ref, json_pack("{s:b}", "push", false));
        return;
    }
    const char *error = given && !subscription_is_good(connection->server, given) ? "bad_subscription"
        : !take_settings(request->body, &settings, &changed)                      ? "bad_calls"
                                                                                  : NULL;
    if (error) {
        reply_error(connection, request->ref, error);
        return;
    }
    if (given)
        json_object_set(request->body, "endpoint", json_object_get(given, "endpoint"));
    bool writes = given || changed || request_flag(request, "unsubscribe", false);
    struct asking *asking = asking_start(connection, request, writes ? ASKING_WRITES : ASKING_READS, ask_calls);
    if (asking)
        asking->then = writes ? add_key_and_look : add_key;
}

/* ---------------------------------------------------------------- invite */

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
static bool has_fact_about(struct store *store, table_person person, const char *prefix, table_person other, char *value, size_t size)
{
    char name[64];
    lws_snprintf(name, sizeof name, "%s%016llx", prefix, (unsigned long long)other);
    return store_get_person_fact(store, person, name, value, size) == STORE_OK;
}

static bool are_apart(struct store *store, table_person one, table_person other)
{
    char value[STORE_FACT_VALUE];
    return has_fact_about(store, one, STORE_BLOCK, other, value, sizeof value) ||
        has_fact_about(store, other, STORE_BLOCK, one, value, sizeof value);
}

/* Nobody is called by the same person again and again. */
static bool is_too_soon(const struct asking *asking, struct store *store, table_person other)
{
    char value[32];
    return has_fact_about(store, asking->person.id, "invited:", other, value, sizeof value) &&
        asking->now_ms - strtoll(value, NULL, 10) < INVITE_AGAIN_MS;
}

static enum store_status note_invitation(const struct asking *asking, struct store *store, table_person other)
{
    char name[64], value[32];
    lws_snprintf(name, sizeof name, "invited:%016llx", (unsigned long long)other);
    lws_snprintf(value, sizeof value, "%lld", (long long)asking->now_ms);
    return store_put_person_fact(store, asking->person.id, name, value);
}

static enum store_status call_invited(const struct asking *asking, struct store *store, table_person other)
{
    struct calls_waiting waiting = {.invited = true, .since_ms = asking->now_ms};
    lws_strncpy(waiting.code, member(asking->body, "table"), sizeof waiting.code);
    lws_strncpy(waiting.key, member(asking->body, "key"), sizeof waiting.key);
    lws_strncpy(waiting.game, member(asking->body, "game"), sizeof waiting.game);
    lws_strncpy(waiting.by, asking->person.name, sizeof waiting.by);
    return are_apart(store, asking->person.id, other) ? STORE_OK : calls_write_waiting(store, other, &waiting);
}

static void ask_invite(struct asking *asking, struct store *store)
{
    char *end;
    const char *id = member(asking->body, "person");
    struct together together = {.other = strtoull(id, &end, 16)};
    if (strlen(id) == ID_TEXT - 1 && !*end && together.other != asking->person.id)
        asking->status = store_read_games_of(store, asking->person.id, INT64_MAX, GAMES_LOOKED_AT, look_for, &together);
    if (asking->status == STORE_OK && !together.played)
        asking->error = "no_person";
    else if (asking->status == STORE_OK && is_too_soon(asking, store, together.other))
        asking->error = "invited_already";
    if (asking->status == STORE_OK && !asking->error)
        asking->status = note_invitation(asking, store, together.other);
    if (asking->status == STORE_OK && !asking->error)
        asking->status = call_invited(asking, store, together.other);
}

static bool invited(struct asking *asking)
{
    calls_changed(asking->connection->server);
    return true;
}

void verb_invite(struct connection *connection, const struct request *request)
{
    if (!calls_keys(connection->server)) {
        reply_error(connection, request->ref, "calls_off");
        return;
    }
    const struct host_table *table = tables_wanted(connection, request);
    if (!table)
        return;
    if (table_seat_of(&table->table, connection->person) < 0) {
        struct table_answer answer = {.reason = TABLE_NOT_HERE};
        reply_refused(connection, request->ref, NULL, &answer, NULL);
        return;
    }
    if (table->table.phase != TABLE_WAITING) {
        reply_error(connection, request->ref, "game_runs");
        return;
    }
    struct request asked = *request;
    asked.body = json_pack("{s:s, s:s, s:s, s:s}", "table", table->code, "key", table->table.key, "game",
                           stos_game_name(table->table.settings.rules.game), "person", member(request->body, "person"));
    struct asking *asking = asking_start(connection, &asked, ASKING_WRITES, ask_invite);
    if (asking)
        asking->then = invited;
    json_decref(asked.body);
}
