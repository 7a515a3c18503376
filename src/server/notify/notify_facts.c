/* notify_facts.c - see notify_facts.h. */
#include "notify_facts.h"

#include "server/people/mailbox.h"

#include "push.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MINUTE_MS = 60 * 1000, HOUR_MS = 60 * MINUTE_MS, DAY_MINUTES = 24 * 60, WAITING_MOST = 64 };

static void copy_text(char *out, size_t size, const char *text) { snprintf(out, size, "%s", text); }

/* ---------------------------------------------------------------- settings */

const struct notify_settings notify_usual_settings = {.turn = true, .invited = true};

static int whole(const json_t *object, const char *name)
{
    return (int)json_integer_value(json_object_get(object, name));
}

void notify_parse_settings(const char *value, struct notify_settings *settings)
{
    json_t *kept = json_loads(value, 0, NULL);
    if (kept)
        *settings = (struct notify_settings){
            .turn = json_is_true(json_object_get(kept, "turn")),
            .invited = json_is_true(json_object_get(kept, "invited")),
            .quiet_from = whole(kept, "quiet_from"),
            .quiet_to = whole(kept, "quiet_to"),
            .utc_offset = whole(kept, "utc_offset"),
            .digest_hours = whole(kept, "digest_hours"),
        };
    json_decref(kept);
}

enum store_status notify_read_settings(struct store *store, uint64_t person,
                                       struct notify_settings *settings)
{
    char text[STORE_FACT_VALUE];
    *settings = notify_usual_settings;
    enum store_status status =
        store_get_person_fact(store, person, NOTIFY_SETTINGS, text, sizeof text);
    if (status == STORE_OK)
        notify_parse_settings(text, settings);
    return store_none_is_ok(status);
}

json_t *notify_settings_json(const struct notify_settings *settings)
{
    return json_pack("{s:b, s:b, s:i, s:i, s:i, s:i}", "turn", settings->turn, "invited",
                     settings->invited, "quiet_from", settings->quiet_from, "quiet_to",
                     settings->quiet_to, "utc_offset", settings->utc_offset, "digest_hours",
                     settings->digest_hours);
}

enum store_status notify_write_settings(struct store *store, uint64_t person,
                                        const struct notify_settings *settings)
{
    json_t *object = notify_settings_json(settings);
    char *text = json_dumps(object, JSON_COMPACT);
    enum store_status status =
        text ? store_put_person_fact(store, person, NOTIFY_SETTINGS, text) : STORE_DOWN;
    free(text);
    json_decref(object);
    return status;
}

/* Minutes from that time of day until the quiet hours are over; 0: it is not quiet. */
static int quiet_minutes(const struct notify_settings *settings, int minute)
{
    int from = settings->quiet_from * 60, to = settings->quiet_to * 60;
    int since = (minute - from + DAY_MINUTES) % DAY_MINUTES,
        length = (to - from + DAY_MINUTES) % DAY_MINUTES;
    return since < length ? length - since : 0;
}

int64_t notify_time(const struct notify_settings *settings, int64_t called_ms, int64_t now_ms)
{
    int64_t at_ms = called_ms > 0 ? called_ms + (int64_t)settings->digest_hours * HOUR_MS : now_ms;
    if (at_ms < now_ms)
        at_ms = now_ms;
    int64_t minute = at_ms / MINUTE_MS;
    int quiet =
        quiet_minutes(settings, (int)((minute + settings->utc_offset + DAY_MINUTES) % DAY_MINUTES));
    return quiet > 0 ? (minute + quiet) * MINUTE_MS : at_ms;
}

/* ---------------------------------------------------------------- devices: "TOKEN_HASH PUBLIC_KEY
 * AUTH URL" */

void notify_device_name(const char *url, char name[NOTIFY_NAME])
{
    unsigned char hash[16];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)url, strlen(url), NULL, 0);
    memcpy(name, STORE_DEVICE, sizeof STORE_DEVICE);
    sodium_bin2hex(name + sizeof STORE_DEVICE - 1, NOTIFY_NAME - sizeof STORE_DEVICE, hash,
                   sizeof hash);
}

enum store_status notify_write_device(struct store *store, uint64_t person, const char *token_hash,
                                      const char *public_key, const char *auth, const char *url)
{
    char name[NOTIFY_NAME], value[STORE_FACT_VALUE];
    notify_device_name(url, name);
    snprintf(value, sizeof value, "%s %s %s %s", token_hash, public_key, auth, url);
    return store_put_person_fact(store, person, name, value);
}

bool notify_read_device(const char *name, const char *value, struct notify_device *device)
{
    char public_key[128], auth[64];
    copy_text(device->name, sizeof device->name, name);
    return sscanf(value, "%64s %127s %63s %1023s", device->token_hash, public_key, auth,
                  device->url) == 4 &&
        push_read_reader(public_key, auth, &device->reader);
}

/* ---------------------------------------------------------------- what waits: "SINCE NOT_BEFORE
 * TRIES GAME KEY BY" */

static const char *const abouts[] = {[NOTIFY_TURN] = "turn",
                                     [NOTIFY_INVITED] = "invited",
                                     [NOTIFY_CONFIRM] = "confirm",
                                     [NOTIFY_RECOVER] = "recover"};
enum { ABOUTS = sizeof abouts / sizeof abouts[0] };

bool notify_is_letter(const struct notify_waiting *waiting)
{
    return waiting->about == NOTIFY_CONFIRM || waiting->about == NOTIFY_RECOVER;
}

void notify_waiting_name(enum notify_about about, const char *code, char name[NOTIFY_NAME])
{
    snprintf(name, NOTIFY_NAME, NOTIFY_WAITING "%s:%s", abouts[about], code);
}

/* "call:turn:CODE" */
static bool read_name(const char *name, struct notify_waiting *waiting)
{
    const char *about = name + strlen(NOTIFY_WAITING), *code = strrchr(name, ':');
    for (int i = 0; i < ABOUTS && code; i++)
        if (code > about && strlen(abouts[i]) == (size_t)(code - about) &&
            strncmp(about, abouts[i], (size_t)(code - about)) == 0) {
            waiting->about = (enum notify_about)i;
            copy_text(waiting->code, sizeof waiting->code, code + 1);
            return true;
        }
    return false;
}

void notify_waiting_value(const struct notify_waiting *waiting, char value[NOTIFY_VALUE])
{
    snprintf(value, NOTIFY_VALUE, "%lld %lld %d %s %s %s", (long long)waiting->since_ms,
             (long long)waiting->not_before_ms, waiting->tries, waiting->game,
             *waiting->key ? waiting->key : "-", waiting->by);
}

static enum store_status put_waiting(struct store *store, uint64_t person,
                                     const struct notify_waiting *waiting)
{
    char name[NOTIFY_NAME], value[NOTIFY_VALUE];
    notify_waiting_name(waiting->about, waiting->code, name);
    notify_waiting_value(waiting, value);
    return store_put_person_fact(store, person, name, value);
}

bool notify_read_waiting(const char *name, const char *value, struct notify_waiting *waiting)
{
    long long since_ms, not_before_ms;
    int by = 0;
    *waiting = (struct notify_waiting){0};
    if (!read_name(name, waiting) ||
        sscanf(value, "%lld %lld %d %15s %35s %n", &since_ms, &not_before_ms, &waiting->tries,
               waiting->game, waiting->key, &by) < 5)
        return false;
    if (strcmp(waiting->key, "-") == 0)
        *waiting->key = '\0';
    waiting->since_ms = since_ms;
    waiting->not_before_ms = not_before_ms;
    copy_text(waiting->name, sizeof waiting->name, name);
    copy_text(waiting->value, sizeof waiting->value, value);
    copy_text(waiting->by, sizeof waiting->by, by > 0 ? value + by : "");
    return true;
}

static enum store_status read_called(struct store *store, uint64_t person, int64_t *called_ms)
{
    char text[32] = "0";
    enum store_status status =
        store_none_is_ok(store_get_person_fact(store, person, NOTIFY_LAST, text, sizeof text));
    *called_ms = strtoll(text, NULL, 10);
    return status;
}

bool notify_wants(const struct notify_settings *settings, const struct notify_waiting *waiting)
{
    return notify_is_letter(waiting) ||
        (waiting->about == NOTIFY_INVITED ? settings->invited : settings->turn);
}

/* Whether it is still pending, as it was read. */
static bool is_unchanged(struct store *store, uint64_t person, const struct notify_waiting *waiting)
{
    char value[NOTIFY_VALUE];
    return store_get_person_fact(store, person, waiting->name, value, sizeof value) == STORE_OK &&
        strcmp(value, waiting->value) == 0;
}

enum store_status notify_put_off(struct store *store, uint64_t person,
                                 const struct notify_waiting *waiting, int64_t not_before_ms)
{
    struct notify_waiting later = *waiting;
    later.not_before_ms = not_before_ms;
    return is_unchanged(store, person, waiting) ? put_waiting(store, person, &later) : STORE_OK;
}

enum store_status notify_drop_waiting(struct store *store, uint64_t person,
                                      const struct notify_waiting *waiting)
{
    return is_unchanged(store, person, waiting)
        ? store_drop_person_fact(store, person, waiting->name)
        : STORE_OK;
}

enum store_status notify_write_letter(struct store *store, uint64_t person, enum notify_about about,
                                      int64_t now_ms)
{
    struct notify_waiting letter = {
        .about = about, .since_ms = now_ms, .not_before_ms = now_ms, .code = "mail", .game = "-"};
    return put_waiting(store, person, &letter);
}

struct notify_list {
    struct notify_waiting waiting[WAITING_MOST];
    int count;
};

static bool add_waiting(void *context, const char *name, const char *value)
{
    struct notify_list *list = context;
    if (notify_read_waiting(name, value, &list->waiting[list->count]))
        list->count++;
    return list->count < WAITING_MOST;
}

enum store_status notify_plan_again(struct store *store, uint64_t person,
                                    const struct notify_settings *settings, int64_t now_ms)
{
    int64_t called_ms = 0;
    struct notify_list *list = calloc(1, sizeof *list);
    enum store_status status = list
        ? store_read_person_facts(store, person, NOTIFY_WAITING, add_waiting, list)
        : STORE_DOWN;
    if (status == STORE_OK)
        status = read_called(store, person, &called_ms);
    for (int i = 0; list && i < list->count && status == STORE_OK; i++) {
        const struct notify_waiting *waiting = &list->waiting[i];
        if (notify_is_letter(waiting))
            continue;
        status = notify_wants(settings, waiting)
            ? notify_put_off(store, person, waiting, notify_time(settings, called_ms, now_ms))
            : notify_drop_waiting(store, person, waiting);
    }
    free(list);
    return status;
}

/* ---------------------------------------------------------------- many people together: one query
 * reads everything that decides whether and when each of them is called; then one transaction
 * writes everything that has changed */

/* Whether and when one person may be called. */
struct plan {
    uint64_t person;
    bool found; /* there is a channel: a device, or an e-mail address that is confirmed and turned
                   on */
    struct notify_settings settings;
    int64_t called_ms;
};

static const char *const deciding[] = {STORE_DEVICE, MAILBOX_FACT, NOTIFY_SETTINGS, NOTIFY_LAST};
enum { DECIDING = sizeof deciding / sizeof deciding[0] };

/* ---------------------------------------------------------------- reading */

static int by_person(const void *left, const void *right)
{
    uint64_t a = ((const struct plan *)left)->person, b = ((const struct plan *)right)->person;
    return (a > b) - (a < b);
}

/* A plan for each person who may have to be called, in order; returns how many there are. */
static size_t gather_people(const struct notify_note *const *notes, size_t count,
                            struct plan *plans)
{
    size_t people = 0, kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!notes[i]->over)
            plans[people++] =
                (struct plan){.person = notes[i]->person, .settings = notify_usual_settings};
    qsort(plans, people, sizeof *plans, by_person);
    for (size_t i = 0; i < people; i++)
        if (kept == 0 || plans[kept - 1].person != plans[i].person)
            plans[kept++] = plans[i];
    return kept;
}

/* A query matches by prefix, so its result may be a fact with a longer name ("mail-new"). */
static bool take_fact(void *context, size_t index, const char *name, const char *value)
{
    struct plan *plan = &((struct plan *)context)[index / DECIDING];
    struct mailbox mailbox = {.on = false};
    if (strncmp(name, STORE_DEVICE, strlen(STORE_DEVICE)) == 0) {
        plan->found = true;
    } else if (strcmp(name, MAILBOX_FACT) == 0) {
        mailbox_parse(value, &mailbox);
        plan->found |= mailbox.on;
    } else if (strcmp(name, NOTIFY_SETTINGS) == 0) {
        notify_parse_settings(value, &plan->settings);
    } else if (strcmp(name, NOTIFY_LAST) == 0) {
        plan->called_ms = strtoll(value, NULL, 10);
    }
    return true;
}

static enum store_status read_plans(struct store *store, struct plan *plans, size_t people)
{
    struct store_wanted_facts *wanted = calloc(people * DECIDING + 1, sizeof *wanted);
    for (size_t i = 0; wanted && i < people * DECIDING; i++)
        wanted[i] = (struct store_wanted_facts){.person = plans[i / DECIDING].person,
                                                .prefix = deciding[i % DECIDING]};
    enum store_status status = wanted
        ? store_read_wanted_facts(store, wanted, people * DECIDING, take_fact, plans)
        : STORE_DOWN;
    free(wanted);
    return status;
}

/* ---------------------------------------------------------------- writing */

struct texts {
    char name[NOTIFY_NAME], value[NOTIFY_VALUE];
};

/* What a note changes in the store; false: nothing. */
static bool decide(const struct notify_note *note, const struct plan *plans, size_t people,
                   struct texts *texts, struct store_person_fact *fact)
{
    const struct plan key = {.person = note->person},
                      *plan = note->over ? NULL
                                         : bsearch(&key, plans, people, sizeof *plans, by_person);
    struct notify_waiting waiting = note->waiting;
    if (!note->over && !(plan->found && notify_wants(&plan->settings, &waiting)))
        return false;
    notify_waiting_name(waiting.about, waiting.code, texts->name);
    *fact = (struct store_person_fact){
        .person = note->person, .name = texts->name, .value = note->over ? NULL : texts->value};
    if (!note->over) {
        waiting.not_before_ms = notify_time(&plan->settings, plan->called_ms, waiting.since_ms);
        notify_waiting_value(&waiting, texts->value);
    }
    return true;
}

static enum store_status write_notes(struct store *store, const struct notify_note *const *notes,
                                     size_t count, const struct plan *plans, size_t people)
{
    struct store_person_fact *facts = calloc(count + 1, sizeof *facts);
    struct texts *texts = calloc(count + 1, sizeof *texts);
    size_t changes = 0;
    for (size_t i = 0; facts && texts && i < count; i++)
        changes += decide(notes[i], plans, people, &texts[i], &facts[changes]);
    enum store_status status =
        facts && texts ? store_change_person_facts(store, facts, changes) : STORE_DOWN;
    free(facts);
    free(texts);
    return status;
}

enum store_status notify_write_notes(struct store *store, const struct notify_note *const *notes,
                                     size_t count)
{
    struct plan *plans = calloc(count + 1, sizeof *plans);
    if (!plans)
        return STORE_DOWN;
    size_t people = gather_people(notes, count, plans);
    enum store_status status = read_plans(store, plans, people);
    if (status == STORE_OK)
        status = write_notes(store, notes, count, plans, people);
    free(plans);
    return status;
}
