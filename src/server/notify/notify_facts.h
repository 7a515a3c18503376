/*
 * notify_facts.h - what the store keeps about notifying a person, as named values of that person:
 * their settings ("calls"), their devices ("push:..."), pending notifications ("call:..."), and
 * when they were last notified ("called").
 */
#ifndef STOS_SERVER_NOTIFY_FACTS_H
#define STOS_SERVER_NOTIFY_FACTS_H

#include "push_http.h"
#include "push.h"
#include "store/store.h"
#include "table/table.h"

#include <jansson.h>

#define CALLS_DEVICE "push:" /* followed by the start of a hash of the address */
#define CALLS_WAITING "call:"
#define CALLS_SETTINGS "calls"
#define CALLS_LAST "called"

enum { CALLS_DEVICES = 5, CALLS_NAME = 40, CALLS_VALUE = 256 };

/* How somebody wants to be called. */
struct calls_settings {
    bool turn, invited;
    int quiet_from, quiet_to; /* quiet hours, in their local time; equal: none */
    int utc_offset;           /* minutes that their clock is ahead of UTC */
    int digest_hours;         /* at most one call in this many hours; 0: at once */
};

struct calls_device {
    char name[CALLS_NAME], token_hash[STORE_HASH], url[POST_URL];
    struct push_reader reader;
};

/* What a notification is about. The last two are "letters": separate mails that the person
 * requested, not delayed by quiet hours. */
enum calls_about { CALLS_TURN, CALLS_INVITED, CALLS_CONFIRM, CALLS_RECOVER };

/* A pending notification. */
struct calls_waiting {
    char name[CALLS_NAME], value[CALLS_VALUE];
    enum calls_about about;
    int64_t since_ms, not_before_ms;
    int tries;
    char code[TABLE_CODE], game[16], key[TABLE_KEY] /* of the invitation */, by[STORE_NAME];
};

extern const struct calls_settings calls_usual_settings; /* the defaults */
void calls_parse_settings(const char *value, struct calls_settings *settings);
enum store_status calls_read_settings(struct store *store, uint64_t person,
                                      struct calls_settings *settings);
enum store_status calls_write_settings(struct store *store, uint64_t person,
                                       const struct calls_settings *settings);
json_t *calls_settings_json(const struct calls_settings *settings);

/* The earliest time from `now_ms` on at which a person with these settings, last called at
 * `called_ms` (0: never), may be called. */
int64_t calls_time(const struct calls_settings *settings, int64_t called_ms, int64_t now_ms);

void calls_device_name(const char *url, char name[CALLS_NAME]);
enum store_status calls_write_device(struct store *store, uint64_t person, const char *token_hash,
                                     const char *public_key, const char *auth, const char *url);
bool calls_read_device(const char *name, const char *value, struct calls_device *device);
const char *calls_device_url(const char *value); /* the only part of it that others need */

void calls_waiting_name(enum calls_about about, const char *code, char name[CALLS_NAME]);
void calls_waiting_value(const struct calls_waiting *waiting, char value[CALLS_VALUE]);
bool calls_read_waiting(const char *name, const char *value, struct calls_waiting *waiting);

bool calls_is_letter(const struct calls_waiting *waiting);

bool calls_wants(const struct calls_settings *settings,
                 const struct calls_waiting *waiting); /* whether this kind is enabled */

/*
 * Adds a pending notification, if that person can be called and wants to be notified of such
 * things; or, if it is `over`, removes it. Any number of notes takes two round trips to the store
 * in all (notify_pending.c).
 */
struct calls_note {
    uint64_t person;
    bool over;
    struct calls_waiting waiting;
};
enum store_status calls_write_notes(struct store *store, const struct calls_note *const *notes,
                                    size_t count);

/* Postpone or drop a pending notification, unless it has changed meanwhile. */
enum store_status calls_put_off(struct store *store, uint64_t person,
                                const struct calls_waiting *waiting, int64_t not_before_ms);
enum store_status calls_drop_waiting(struct store *store, uint64_t person,
                                     const struct calls_waiting *waiting);

/* Queues a letter to be sent. */
enum store_status calls_write_letter(struct store *store, uint64_t person, enum calls_about about,
                                     int64_t now_ms);

/* Reschedules what is pending, after somebody has changed their settings or was called. */
enum store_status calls_plan_again(struct store *store, uint64_t person,
                                   const struct calls_settings *settings, int64_t now_ms);

#endif
