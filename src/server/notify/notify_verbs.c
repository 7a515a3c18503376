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
        push_http_may_go(notify_of(server)->services, member_text(subscribe, "endpoint"), origin) &&
        push_read_reader(member_text(subscribe, "p256dh"), member_text(subscribe, "auth"), &reader);
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

static enum store_status read_devices(struct task *task, struct store *store,
                                      struct devices *devices)
{
    *devices = (struct devices){0};
    notify_device_name(member_text(task->body, "endpoint"), devices->here);
    return store_read_person_facts(store, task->person.id, STORE_DEVICE, count_device, devices);
}

static enum store_status subscribe(struct task *task, struct store *store, const json_t *given)
{
    struct devices devices;
    enum store_status status = task_keep_person(task, store);
    if (status == STORE_OK)
        status = read_devices(task, store, &devices);
    if (status == STORE_OK && !devices.has_here && devices.count >= NOTIFY_DEVICES) {
        task->error = "too_many_devices";
        return STORE_OK;
    }
    return status != STORE_OK
        ? status
        : notify_write_device(store, task->person.id, task->token_hash,
                              member_text(given, "p256dh"), member_text(given, "auth"),
                              member_text(given, "endpoint"));
}

static enum store_status change(struct task *task, struct store *store,
                                struct notify_settings *settings)
{
    const json_t *given = json_object_get(task->body, "subscribe");
    char name[NOTIFY_NAME];
    bool changed = false;
    enum store_status status = given ? subscribe(task, store, given) : STORE_OK;
    if (status == STORE_OK && json_is_true(json_object_get(task->body, "unsubscribe"))) {
        notify_device_name(member_text(task->body, "endpoint"), name);
        status = store_drop_person_fact(store, task->person.id, name);
    }
    take_settings(task->body, settings, &changed);
    if (status == STORE_OK && !task->error && changed) {
        status = task_keep_person(task, store);
        if (status == STORE_OK)
            status = notify_write_settings(store, task->person.id, settings);
        if (status == STORE_OK)
            status = notify_plan_again(store, task->person.id, settings, task->now_ms);
    }
    return status;
}

static void ask_calls(struct task *task, struct store *store)
{
    struct notify_settings settings;
    struct devices devices = {0};
    task->status = notify_read_settings(store, task->person.id, &settings);
    if (task->status == STORE_OK)
        task->status = change(task, store, &settings);
    if (task->status == STORE_OK)
        task->status = read_devices(task, store, &devices);
    task->reply = notify_settings_json(&settings);
    json_object_set_new(task->reply, "push",
                        json_boolean(notify_of(task->server)->services != NULL));
    json_object_set_new(task->reply, "mail", json_boolean(notify_can_mail(task->server)));
    json_object_set_new(task->reply, "devices", json_integer(devices.count));
    json_object_set_new(task->reply, "subscribed", json_boolean(devices.has_here));
}

static bool add_key(struct task *task)
{
    char text[PUSH_PUBLIC_TEXT];
    const struct push_keys *keys = notify_keys(task->connection->server);
    if (!keys)
        return true;
    push_write_public(keys, text);
    json_object_set_new(task->reply, "key", json_string(text));
    return true;
}

static bool add_key_and_look(struct task *task)
{
    notify_changed(task->connection->server);
    return add_key(task);
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
static void ask_move(struct task *task, struct store *store)
{
    const json_t *given = json_object_get(task->body, "subscribe");
    struct moving *moving = calloc(1, sizeof *moving);
    if (!moving) {
        task->status = STORE_DOWN;
        return;
    }
    notify_device_name(member_text(task->body, "instead"), moving->old);
    task->status = store_read_facts_of_all(store, moving->old, find_owner, moving);
    if (task->status == STORE_OK && moving->found)
        task->status = notify_write_device(store, moving->person, moving->device.token_hash,
                                           member_text(given, "p256dh"), member_text(given, "auth"),
                                           member_text(given, "endpoint"));
    if (task->status == STORE_OK && moving->found &&
        strcmp(member_text(task->body, "endpoint"), moving->device.url) != 0)
        task->status = store_drop_person_fact(store, moving->person, moving->old);
    task->reply = json_pack("{s:b}", "moved", moving->found);
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
    if (given && *member_text(request->body, "instead")) {
        task_for_request(connection, request, TASK_WRITES, ask_move);
        return;
    }
    bool writes = given || changed || request_flag(request, "unsubscribe", false);
    struct task *task =
        task_for_request(connection, request, writes ? TASK_WRITES : TASK_READS, ask_calls);
    if (task)
        task->then = writes ? add_key_and_look : add_key;
}

static const struct verb verbs[] = {
    {.name = "calls", .run = verb_calls, .cost = COST_READ, .price = 1},
    {.name = NULL},
};

const struct module notify_verbs_module = {.name = "notify_verbs", .verbs = verbs};
