/*
 * calls_facts.h - what the store keeps about calling somebody, as named values of that person: how they want it ("calls"), on which
 * devices ("push:..."), what waits to be told ("call:..."), and when they were last called ("called").
 */
#ifndef STOS_SERVER_CALLS_FACTS_H
#define STOS_SERVER_CALLS_FACTS_H

#include "post.h"
#include "push.h"
#include "store/store.h"
#include "table/table.h"

#include <jansson.h>

#define CALLS_DEVICE "push:" /* and the start of a hash of the address */
#define CALLS_WAITING "call:"
#define CALLS_SETTINGS "calls"
#define CALLS_LAST "called"

enum { CALLS_DEVICES = 5, CALLS_NAME = 40, CALLS_VALUE = 256 };

/* How somebody wants to be called. */
struct calls_settings {
    bool turn, invited;
    int quiet_from, quiet_to; /* hours of their day in which nobody calls; the same: none */
    int utc_offset;           /* minutes that their clock is ahead of UTC */
    int digest_hours;         /* at most one call in so many hours; 0: at once */
};

struct calls_device {
    char name[CALLS_NAME], token_hash[STORE_HASH], url[POST_URL];
    struct push_reader reader;
};

/* What somebody is told. The last two are letters: mails of their own, asked for by hand, which no quiet hours put off. */
enum calls_about { CALLS_TURN, CALLS_INVITED, CALLS_CONFIRM, CALLS_RECOVER };

/* Something that waits to be told. */
struct calls_waiting {
    char name[CALLS_NAME], value[CALLS_VALUE];
    enum calls_about about;
    int64_t since_ms, not_before_ms;
    int tries;
    char code[TABLE_CODE], game[16], key[TABLE_KEY] /* of the invitation */, by[STORE_NAME];
};

extern const struct calls_settings calls_usual_settings; /* of whoever has chosen nothing */
void calls_parse_settings(const char *value, struct calls_settings *settings);
enum store_status calls_read_settings(struct store *store, uint64_t person, struct calls_settings *settings);
enum store_status calls_write_settings(struct store *store, uint64_t person, const struct calls_settings *settings);
json_t *calls_settings_json(const struct calls_settings *settings);

/* The first moment from `now_ms` on at which such a person may be called, who was last called then (0: never). */
int64_t calls_time(const struct calls_settings *settings, int64_t called_ms, int64_t now_ms);

void calls_device_name(const char *url, char name[CALLS_NAME]);
enum store_status calls_write_device(struct store *store, uint64_t person, const char *token_hash, const char *public_key, const char *auth,
                                     const char *url);
bool calls_read_device(const char *name, const char *value, struct calls_device *device);
const char *calls_device_url(const char *value); /* all that others need to see of it */

void calls_waiting_name(enum calls_about about, const char *code, char name[CALLS_NAME]);
void calls_waiting_value(const struct calls_waiting *waiting, char value[CALLS_VALUE]);
bool calls_read_waiting(const char *name, const char *value, struct calls_waiting *waiting);

bool calls_is_letter(const struct calls_waiting *waiting);

bool calls_wants(const struct calls_settings *settings, const struct calls_waiting *waiting); /* to hear of such things */

/*
 * Something waits from now on to be told, if there is a way to call that person and they want to hear of such things; or it is over, and
 * there is nothing to be told any more. Many at once take two round trips to the store, in all (calls_notes.c).
 */
struct calls_note {
    uint64_t person;
    bool over;
    struct calls_waiting waiting;
};
enum store_status calls_write_notes(struct store *store, const struct calls_note *const *notes, size_t count);

/* What waits a little later, or never any more, if nobody has changed it meanwhile. */
enum store_status calls_put_off(struct store *store, uint64_t person, const struct calls_waiting *waiting, int64_t not_before_ms);
enum store_status calls_drop_waiting(struct store *store, uint64_t person, const struct calls_waiting *waiting);

/* A letter waits to be sent. */
enum store_status calls_write_letter(struct store *store, uint64_t person, enum calls_about about, int64_t now_ms);

/* After somebody has changed when they want to be called, or was called. */
enum store_status calls_plan_again(struct store *store, uint64_t person, const struct calls_settings *settings, int64_t now_ms);

#endif
