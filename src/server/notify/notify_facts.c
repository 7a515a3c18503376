/* notify_facts.c - see notify_facts.h. */
#include "notify_facts.h"

#include "push.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MINUTE_MS = 60 * 1000, HOUR_MS = 60 * MINUTE_MS, DAY_MINUTES = 24 * 60, WAITING_MOST = 64 };

static void copy_text(char *out, size_t size, const char *text) { snprintf(out, size, "%s", text); }

static enum store_status none_is_good(enum store_status status)
{
    return status == STORE_NONE ? STORE_OK : status;
}

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
    return none_is_good(status);
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
    memcpy(name, NOTIFY_DEVICE, sizeof NOTIFY_DEVICE);
    sodium_bin2hex(name + sizeof NOTIFY_DEVICE - 1, NOTIFY_NAME - sizeof NOTIFY_DEVICE, hash,
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

const char *notify_device_url(const char *value)
{
    const char *space = strrchr(value, ' ');
    return space ? space + 1 : value;
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
        none_is_good(store_get_person_fact(store, person, NOTIFY_LAST, text, sizeof text));
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
