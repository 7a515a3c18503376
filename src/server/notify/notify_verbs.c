/* notify_verbs.c - `calls`: how somebody wants to be called, and on which devices. */
#include "notify.h"
#include "notify_facts.h"
#include "notify_send.h"
#include "push.h"
#include "push_http.h"
#include "server/core/core.h"
#include "server/core/task.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- calls */

/* What may be set, and its range. */
static const struct {
    const char *name;
    int low, high;
    size_t at;
} numbers[] = {
    {"quiet_from", 0, 23, offsetof(struct notify_settings, quiet_from)},
    {"quiet_to", 0, 23, offsetof(struct notify_settings, quiet_to)},
    {"utc_offset", -12 * 60, 14 * 60, offsetof(struct notify_settings, utc_offset)},
    {"digest_hours", 0, 24, offsetof(struct notify_settings, digest_hours)},
};
static const struct {
    const char *name;
    size_t at;
} flags[] = {{"turn", offsetof(struct notify_settings, turn)},
             {"invited", offsetof(struct notify_settings, invited)}};

/* Applies the settings in the request; false if one is invalid. `changed`: whether it contains any.
 */
static bool take_settings(const json_t *body, struct notify_settings *settings, bool *changed)
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

static bool subscription_is_good(const struct server *server, const json_t *subscribe)
{
    char origin[PUSH_HTTP_ORIGIN];
    struct push_reader reader;
    return notify_of(server)->services &&
        push_http_may_go(notify_of(server)->services, asking_text(subscribe, "endpoint"), origin) &&
        push_read_reader(asking_text(subscribe, "p256dh"), asking_text(subscribe, "auth"), &reader);
}

struct devices {
    char here[NOTIFY_NAME]; /* the device that asks */
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

static enum store_status read_devices(struct asking *asking, struct store *store,
                                      struct devices *devices)
{
    *devices = (struct devices){0};
    notify_device_name(asking_text(asking->body, "endpoint"), devices->here);
    return store_read_person_facts(store, asking->person.id, STORE_DEVICE, count_device, devices);
}

static enum store_status subscribe(struct asking *asking, struct store *store, const json_t *given)
{
    struct devices devices;
    enum store_status status = asking_keep_person(asking, store);
    if (status == STORE_OK)
        status = read_devices(asking, store, &devices);
    if (status == STORE_OK && !devices.has_here && devices.count >= NOTIFY_DEVICES) {
        asking->error = "too_many_devices";
        return STORE_OK;
    }
    return status != STORE_OK
        ? status
        : notify_write_device(store, asking->person.id, asking->token_hash,
                              asking_text(given, "p256dh"), asking_text(given, "auth"),
                              asking_text(given, "endpoint"));
}

static enum store_status change(struct asking *asking, struct store *store,
                                struct notify_settings *settings)
{
    const json_t *given = json_object_get(asking->body, "subscribe");
    char name[NOTIFY_NAME];
    bool changed = false;
    enum store_status status = given ? subscribe(asking, store, given) : STORE_OK;
    if (status == STORE_OK && json_is_true(json_object_get(asking->body, "unsubscribe"))) {
        notify_device_name(asking_text(asking->body, "endpoint"), name);
        status = store_drop_person_fact(store, asking->person.id, name);
    }
    take_settings(asking->body, settings, &changed);
    if (status == STORE_OK && !asking->error && changed) {
        status = asking_keep_person(asking, store);
        if (status == STORE_OK)
            status = notify_write_settings(store, asking->person.id, settings);
        if (status == STORE_OK)
            status = notify_plan_again(store, asking->person.id, settings, asking->now_ms);
    }
    return status;
}

static void ask_calls(struct asking *asking, struct store *store)
{
    struct notify_settings settings;
    struct devices devices = {0};
    asking->status = notify_read_settings(store, asking->person.id, &settings);
    if (asking->status == STORE_OK)
        asking->status = change(asking, store, &settings);
    if (asking->status == STORE_OK)
        asking->status = read_devices(asking, store, &devices);
    asking->reply = notify_settings_json(&settings);
    json_object_set_new(asking->reply, "push",
                        json_boolean(notify_of(asking->server)->services != NULL));
    json_object_set_new(asking->reply, "mail", json_boolean(notify_can_mail(asking->server)));
    json_object_set_new(asking->reply, "devices", json_integer(devices.count));
    json_object_set_new(asking->reply, "subscribed", json_boolean(devices.has_here));
}

static bool add_key(struct asking *asking)
{
    char text[PUSH_PUBLIC_TEXT];
    const struct push_keys *keys = notify_keys(asking->connection->server);
    if (!keys)
        return true;
    push_write_public(keys, text);
    json_object_set_new(asking->reply, "key", json_string(text));
    return true;
}

static bool add_key_and_look(struct asking *asking)
{
    notify_changed(asking->connection->server);
    return add_key(asking);
}

/* ---------------------------------------------------------------- a device with a new address */

struct moving {
    char old[NOTIFY_NAME];
    table_person person;
    struct notify_device device;
    bool found;
};

static bool find_owner(void *context, uint64_t person, const char *name, const char *value)
{
    struct moving *moving = context;
    moving->person = person;
    moving->found =
        strcmp(name, moving->old) == 0 && notify_read_device(name, value, &moving->device);
    return !moving->found;
}

/*
 * A push service may give a browser another address; its service worker then reports it without
 * knowing whose page it serves. The old address is a secret of the browser, the service and us (RFC
 * 8030, 8.3), so whoever knows it may replace it with the new one.
 */
static void ask_move(struct asking *asking, struct store *store)
{
    const json_t *given = json_object_get(asking->body, "subscribe");
    struct moving *moving = calloc(1, sizeof *moving);
    if (!moving) {
        asking->status = STORE_DOWN;
        return;
    }
    notify_device_name(asking_text(asking->body, "instead"), moving->old);
    asking->status = store_read_facts_of_all(store, moving->old, find_owner, moving);
    if (asking->status == STORE_OK && moving->found)
        asking->status = notify_write_device(
            store, moving->person, moving->device.token_hash, asking_text(given, "p256dh"),
            asking_text(given, "auth"), asking_text(given, "endpoint"));
    if (asking->status == STORE_OK && moving->found &&
        strcmp(asking_text(asking->body, "endpoint"), moving->device.url) != 0)
        asking->status = store_drop_person_fact(store, moving->person, moving->old);
    asking->reply = json_pack("{s:b}", "moved", moving->found);
    free(moving);
}

static void verb_calls(struct connection *connection, const struct request *request)
{
    struct notify_settings settings = {0};
    bool changed = false;
    json_t *given = json_object_get(request->body, "subscribe");
    if (!notify_of(connection->server)) {
        reply_json(connection, request->ref, json_pack("{s:b, s:b}", "push", false, "mail", false));
        return;
    }
    const char *error = given && !subscription_is_good(connection->server, given)
        ? "bad_subscription"
        : !take_settings(request->body, &settings, &changed) ? "bad_calls"
                                                             : NULL;
    if (error) {
        reply_error(connection, request->ref, error);
        return;
    }
    if (given)
        json_object_set(request->body, "endpoint", json_object_get(given, "endpoint"));
    if (given && *asking_text(request->body, "instead")) {
        asking_start(connection, request, ASKING_WRITES, ask_move);
        return;
    }
    bool writes = given || changed || request_flag(request, "unsubscribe", false);
    struct asking *asking =
        asking_start(connection, request, writes ? ASKING_WRITES : ASKING_READS, ask_calls);
    if (asking)
        asking->then = writes ? add_key_and_look : add_key;
}

static const struct verb verbs[] = {
    {.name = "calls", .run = verb_calls, .cost = COST_READ, .price = 1},
    {.name = NULL},
};

const struct module notify_verbs_module = {.name = "notify_verbs", .verbs = verbs};
