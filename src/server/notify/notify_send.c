/*
 * notify_send.c - see notify_send.h.
 *
 * Everything pending for one person is one call: a message to each of their devices, sent by one
 * thread. The pool shares its time between people, so somebody whose push service is slow delays
 * nobody else for long. A device whose login has ended is no longer called.
 */
#include "notify_send.h"

#include "mail.h"
#include "notify.h"
#include "notify_facts.h"
#include "notify_mail.h"
#include "push.h"
#include "push_http.h"
#include "server/core/core.h"
#include "server/core/error_texts.h"
#include "server/core/task.h"
#include "server/limits/bans.h"
#include "server/people/mailbox.h"

#include <stdlib.h>
#include <string.h>

enum {
    SECOND_MS = 1000,
    MINUTE_MS = 60 * SECOND_MS,
    HOUR_MS = 60 * MINUTE_MS,
    DAY_S = 24 * 60 * 60
};
enum {
    UNDER_WAY_MOST = 64,
    TRIES_MOST = 5,
    MAIL_TRIES_MOST = 12 /* some hours */,
    LOOK_AGAIN_MS = 5 * SECOND_MS,
    NEVER_MS = HOUR_MS
};

struct notify *notify_of(const struct server *server)
{
    const struct notifying *notifying = module_state(server, MODULE_NOTIFY);
    return notifying ? notifying->calls : NULL;
}

/* ---------------------------------------------------------------- looking */

struct look {
    int64_t now_ms, next_ms;
    table_person person[UNDER_WAY_MOST];
    int person_count;
    struct call *calls;
};

static void add_person(struct look *look, table_person person)
{
    for (int i = 0; i < look->person_count; i++)
        if (look->person[i] == person)
            return;
    if (look->person_count < UNDER_WAY_MOST)
        look->person[look->person_count++] = person;
    else
        look->next_ms = look->now_ms; /* there are more */
}

static bool find_due(void *context, uint64_t person, const char *name, const char *value)
{
    struct look *look = context;
    struct notify_waiting waiting;
    if (!notify_read_waiting(name, value, &waiting))
        return true;
    if (waiting.not_before_ms <= look->now_ms)
        add_person(look, person);
    else if (waiting.not_before_ms < look->next_ms)
        look->next_ms = waiting.not_before_ms;
    return true;
}

/* A letter that is due is sent alone; the rest comes with the next look. */
static bool add_waiting(void *context, const char *name, const char *value)
{
    struct call *call = context;
    struct notify_waiting waiting;
    if (!notify_read_waiting(name, value, &waiting))
        return true;
    if (!notify_is_letter(&waiting) && call->waiting_count < NOTIFY_TOLD_MOST)
        call->waiting[call->waiting_count++] = waiting;
    if (!notify_is_letter(&waiting) || waiting.not_before_ms > call->now_ms)
        return true;
    call->waiting[0] = waiting;
    call->waiting_count = 1;
    return false;
}

static bool add_device(void *context, const char *name, const char *value)
{
    struct call *call = context;
    call->gone[call->device_count] =
        !notify_read_device(name, value, &call->device[call->device_count]);
    call->device_count++;
    return call->device_count < NOTIFY_DEVICES;
}

/* Logged out there, or not seen for so long that the login has expired. */
static enum store_status find_ended(struct call *call, struct store *store)
{
    enum store_status status = STORE_OK;
    for (int i = 0; i < call->device_count && !store_is_out(status); i++) {
        struct store_person owner = {0};
        status = store_find_token(store, call->device[i].token_hash, &owner);
        call->gone[i] |= status != STORE_OK || owner.id != call->person;
    }
    return store_is_out(status) ? status : STORE_OK;
}

static enum store_status read_call(struct call *call, struct store *store)
{
    struct store_person person;
    enum store_status status = store_find_person(store, call->person, &person);
    if (status == STORE_OK)
        status = store_read_person_facts(store, call->person, NOTIFY_WAITING, add_waiting, call);
    if (status == STORE_OK)
        status = store_read_person_facts(store, call->person, STORE_DEVICE, add_device, call);
    if (status == STORE_OK)
        status = find_ended(call, store);
    if (status == STORE_OK)
        status = mailbox_read(store, call->person, call->now_ms, &call->mailbox);
    if (status == STORE_OK) {
        lws_strncpy(call->account, person.account, sizeof call->account);
        lws_strncpy(call->language, person.language, sizeof call->language);
        call->banned = person.banned;
    }
    return status;
}

static void look_work(struct task *task, struct store *store)
{
    struct look *look = task->more;
    task->status = store_read_facts_of_all(store, NOTIFY_WAITING, find_due, look);
    for (int i = 0; i < look->person_count && task->status == STORE_OK; i++) {
        struct call *call = calloc(1, sizeof *call);
        if (!call)
            return;
        *call = (struct call){.server = task->server,
                              .person = look->person[i],
                              .now_ms = look->now_ms,
                              .next = look->calls};
        look->calls = call;
        task->status = read_call(call, store);
        if (task->status == STORE_NONE) { /* just deleted */
            look->calls = call->next;
            free(call);
            task->status = STORE_OK;
        }
    }
}

static void begin_call(struct server *server, struct call *call);
static void forget_settled(struct notify *calls);

static bool looked(struct task *task)
{
    struct look *look = task->more;
    struct notify *calls = notify_of(task->server);
    bool good = task->status == STORE_OK;
    calls->looking = false;
    if (store_is_out(task->status))
        store_failed(task->server, task->reason);
    calls->next_ms = good ? look->next_ms : look->now_ms + LOOK_AGAIN_MS;
    while (look->calls) {
        struct call *call = look->calls;
        look->calls = call->next;
        if (good)
            begin_call(task->server, call);
        else
            free(call);
    }
    forget_settled(calls);
    return true;
}

void notify_look(struct server *server)
{
    struct look *look = calloc(1, sizeof *look);
    if (!look)
        return;
    look->now_ms = server_now_ms();
    look->next_ms = look->now_ms + NEVER_MS;
    notify_of(server)->changed = false;
    notify_of(server)->looking =
        task_start(server, server->readers, look_work, looked, look) != NULL;
}

/* ---------------------------------------------------------------- the message */

static const char *game_title(const char *name)
{
    const stos_game *game = stos_game_find(name, strlen(name));
    return game ? stos_game_title(game) : name;
}

const char *notify_game(const struct call *call)
{
    return call->waiting_count == 1 ? game_title(call->waiting[0].game) : "";
}

void notify_title(const struct call *call, char title[NOTIFY_TITLE], char path[NOTIFY_PATH])
{
    const struct catalog *language = catalog_find(call->language);
    const struct notify_waiting *first = &call->waiting[0];
    if (call->waiting_count > 1) {
        const char *form = catalog_plural(
            language, NP_("%d table is waiting for you", "%d tables are waiting for you"),
            (unsigned long)call->waiting_count);
        lws_snprintf(title, NOTIFY_TITLE, form, call->waiting_count);
        lws_strncpy(path, "/", NOTIFY_PATH);
        return;
    }
    if (first->about == NOTIFY_INVITED)
        lws_snprintf(title, NOTIFY_TITLE, catalog_text(language, N_("%s invites you to a game")),
                     first->by);
    else
        lws_strncpy(title, catalog_text(language, N_("It is your turn")), NOTIFY_TITLE);
    lws_snprintf(path, NOTIFY_PATH, "/j/%s%s%s", first->code, *first->key ? "#" : "", first->key);
}

/* A later message with the same tag replaces it. */
static const char *tag_of(const struct call *call)
{
    return call->waiting_count == 1 ? call->waiting[0].code : "stos";
}

/* What the service worker shows, and where a tap leads. */
static json_t *message_of(const struct call *call)
{
    char title[NOTIFY_TITLE], path[NOTIFY_PATH];
    notify_title(call, title, path);
    return json_pack("{s:s, s:s, s:s, s:s}", "title", title, "body", notify_game(call), "url", path,
                     "tag", tag_of(call));
}

/* ---------------------------------------------------------------- sending */

static enum push_http_result send_to(const struct call *call, struct push_sender *push_sender,
                                     const struct notify_device *device, const char *text)
{
    unsigned char body[PUSH_BODY];
    char authorization[PUSH_AUTHORIZATION], origin[PUSH_HTTP_ORIGIN], topic[PUSH_TOPIC];
    const struct server *server = call->server;
    push_topic(server->secret, call->person, tag_of(call), topic);
    struct push_http_message message = {
        .url = device->url,
        .authorization = authorization,
        .topic = topic,
        .keep_s = DAY_S,
        .body = body,
        .length = push_encrypt(&device->reader, text, strlen(text), body),
    };
    if (!push_http_may_go(notify_of(server)->services, device->url, origin))
        return PUSH_HTTP_GONE; /* the host has taken that service off the list */
    if (message.length == 0 ||
        !push_authorization(&notify_of(server)->keys, origin, server->options->public_url,
                            call->now_ms / SECOND_MS, authorization))
        return PUSH_HTTP_LATER;
    return push_http_send(push_sender, &message);
}

static void push(struct call *call, struct push_sender *push_sender)
{
    json_t *message = message_of(call);
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    for (int i = 0; text && i < call->device_count; i++) {
        enum push_http_result result = call->gone[i] || !push_sender
            ? PUSH_HTTP_LATER
            : send_to(call, push_sender, &call->device[i], text);
        call->gone[i] |= result == PUSH_HTTP_GONE;
        call->taken += result == PUSH_HTTP_TAKEN;
        call->failed += !call->gone[i] && result == PUSH_HTTP_LATER;
    }
    free(text);
}

static void send_work(struct job *job, void *place)
{
    struct call *call = (struct call *)job;
    const struct notify_sender *sender = place;
    push(call, sender->push_sender);
    if (call->by_mail)
        notify_mail(call, sender->mailer);
}

/* ---------------------------------------------------------------- afterwards */

static enum store_status settle_waiting(const struct call *call, struct store *store,
                                        const struct notify_waiting *waiting)
{
    bool mail_waits = call->by_mail && (call->mailed == MAIL_LATER || call->mailed == MAIL_DOWN);
    bool taken = call->taken > 0 || (call->by_mail && call->mailed == MAIL_TAKEN);
    int most = mail_waits ? MAIL_TRIES_MOST : call->failed > 0 ? TRIES_MOST : 0;
    bool again = !taken && waiting->tries + 1 < most;
    int64_t wait_ms = (int64_t)MINUTE_MS << waiting->tries;
    struct notify_waiting later = *waiting;
    later.tries++;
    return again ? notify_put_off(store, call->person, &later,
                                  call->now_ms + (wait_ms < HOUR_MS ? wait_ms : HOUR_MS))
                 : notify_drop_waiting(store, call->person, waiting);
}

/* Records that they were called now, and reschedules what became pending meanwhile, which was
 * planned without knowing that. */
static enum store_status note_called(const struct call *call, struct store *store)
{
    struct notify_settings settings;
    char now[32];
    lws_snprintf(now, sizeof now, "%lld", (long long)call->now_ms);
    enum store_status status = store_put_person_fact(store, call->person, NOTIFY_LAST, now);
    if (status == STORE_OK)
        status = notify_read_settings(store, call->person, &settings);
    return status == STORE_OK ? notify_plan_again(store, call->person, &settings, call->now_ms)
                              : status;
}

static void settle_work(struct job *job, void *place)
{
    struct call *call = (struct call *)job;
    enum store_status status = STORE_OK;
    for (int i = 0; i < call->device_count && status == STORE_OK; i++)
        if (call->gone[i]) {
            status = store_drop_person_fact(place, call->person, call->device[i].name);
            call->dropped++;
        }
    for (int i = 0; i < call->waiting_count && status == STORE_OK; i++)
        status = settle_waiting(call, place, &call->waiting[i]);
    bool told = call->taken > 0 || (call->by_mail && call->mailed == MAIL_TAKEN);
    if (status == STORE_OK && told && !notify_is_letter(&call->waiting[0]))
        status = note_called(call, place);
    call->status = status;
    store_copy_reason(call->reason, status, place);
}

static void forget_settled(struct notify *calls)
{
    for (struct call **at = &calls->under_way; *at;) {
        struct call *call = *at;
        if (!call->settled) {
            at = &call->next;
            continue;
        }
        *at = call->next;
        calls->count--;
        free(call);
    }
}

static void settle_done(struct job *job)
{
    struct call *call = (struct call *)job;
    struct server *server = call->server;
    store_report(server, "notifications", call->status, call->reason);
    server->metrics->calls_sent += (uint64_t)call->taken;
    server->metrics->calls_failed += (uint64_t)call->failed;
    server->metrics->devices_dropped += (uint64_t)call->dropped;
    if (call->by_mail)
        notify_mailed(server, call);
    notify_of(server)->changed = true;
    call->settled = true;
    if (!notify_of(server)->looking)
        forget_settled(notify_of(server));
}

static void send_done(struct job *job)
{
    struct call *call = (struct call *)job;
    struct server *server = call->server;
    if (job->dropped || server->stopping) { /* it waits in the store for the next start */
        call->waiting_count = call->device_count = call->taken = call->failed = 0;
        call->by_mail = false;
        settle_done(job);
        return;
    }
    call->job = (struct job){.work = settle_work, .done = settle_done};
    pool_do(server->store_pool, &call->job);
}

static bool is_under_way(const struct notify *calls, table_person person)
{
    for (const struct call *at = calls->under_way; at; at = at->next)
        if (at->person == person)
            return true;
    return false;
}

/* If nothing can be sent, nothing stays pending. */
static void choose_ways(const struct server *server, struct call *call)
{
    bool silent = call->banned || bans_person(server, call->person),
         letter = notify_is_letter(&call->waiting[0]);
    if (silent || letter || !notify_keys(server))
        call->device_count = 0;
    call->by_mail = !silent && notify_can_mail(server) && (letter || call->mailbox.on);
}

static void begin_call(struct server *server, struct call *call)
{
    struct notify *calls = notify_of(server);
    if (is_under_way(calls, call->person) || calls->count >= UNDER_WAY_MOST ||
        call->waiting_count == 0 || server->stopping) {
        free(call);
        return;
    }
    call->next = calls->under_way;
    calls->under_way = call;
    calls->count++;
    choose_ways(server, call);
    call->job = (struct job){.work = send_work, .done = send_done, .owner = call->person};
    pool_do(calls->pool, &call->job);
}
