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

#define NOTIFY_WAITING "call:"
#define NOTIFY_SETTINGS "calls"
#define NOTIFY_LAST "called"

enum { NOTIFY_DEVICES = 5, NOTIFY_NAME = 40, NOTIFY_VALUE = 256 };

/* How somebody wants to be called. */
struct notify_settings {
    bool turn, invited;
    int quiet_from, quiet_to; /* quiet hours, in their local time; equal: none */
    int utc_offset;           /* minutes that their clock is ahead of UTC */
    int digest_hours;         /* at most one call in this many hours; 0: at once */
};

struct notify_device {
    char name[NOTIFY_NAME], token_hash[STORE_HASH], url[PUSH_HTTP_URL];
    struct push_reader reader;
};

/* What a notification is about. The last two are "letters": separate mails that the person
 * requested, not delayed by quiet hours. */
enum notify_about { NOTIFY_TURN, NOTIFY_INVITED, NOTIFY_CONFIRM, NOTIFY_RECOVER };

/* A pending notification. */
struct notify_waiting {
    char name[NOTIFY_NAME], value[NOTIFY_VALUE];
    enum notify_about about;
    int64_t since_ms, not_before_ms;
    int tries;
    char code[TABLE_CODE], game[16], key[TABLE_KEY] /* of the invitation */, by[STORE_NAME];
};

extern const struct notify_settings notify_usual_settings; /* the defaults */
void notify_parse_settings(const char *value, struct notify_settings *settings);
enum store_status notify_read_settings(struct store *store, uint64_t person,
                                       struct notify_settings *settings);
enum store_status notify_write_settings(struct store *store, uint64_t person,
                                        const struct notify_settings *settings);
json_t *notify_settings_json(const struct notify_settings *settings);

/* The earliest time from `now_ms` on at which a person with these settings, last called at
 * `called_ms` (0: never), may be called. */
int64_t notify_time(const struct notify_settings *settings, int64_t called_ms, int64_t now_ms);

void notify_device_name(const char *url, char name[NOTIFY_NAME]);
enum store_status notify_write_device(struct store *store, uint64_t person, const char *token_hash,
                                      const char *public_key, const char *auth, const char *url);
bool notify_read_device(const char *name, const char *value, struct notify_device *device);

void notify_waiting_name(enum notify_about about, const char *code, char name[NOTIFY_NAME]);
void notify_waiting_value(const struct notify_waiting *waiting, char value[NOTIFY_VALUE]);
bool notify_read_waiting(const char *name, const char *value, struct notify_waiting *waiting);

bool notify_is_letter(const struct notify_waiting *waiting);

bool notify_wants(const struct notify_settings *settings,
                  const struct notify_waiting *waiting); /* whether this kind is enabled */

/*
 * Adds a pending notification, if that person can be called and wants to be notified of such
 * things; or, if it is `over`, removes it. Any number of notes takes two round trips to the store
 * in all.
 */
struct notify_note {
    uint64_t person;
    bool over;
    struct notify_waiting waiting;
};
enum store_status notify_write_notes(struct store *store, const struct notify_note *const *notes,
                                     size_t count);

/* Postpone or drop a pending notification, unless it has changed meanwhile. */
enum store_status notify_put_off(struct store *store, uint64_t person,
                                 const struct notify_waiting *waiting, int64_t not_before_ms);
enum store_status notify_drop_waiting(struct store *store, uint64_t person,
                                      const struct notify_waiting *waiting);

/* Queues a letter to be sent. */
enum store_status notify_write_letter(struct store *store, uint64_t person, enum notify_about about,
                                      int64_t now_ms);

/* Reschedules what is pending, after somebody has changed their settings or was called. */
enum store_status notify_plan_again(struct store *store, uint64_t person,
                                    const struct notify_settings *settings, int64_t now_ms);

#endif
