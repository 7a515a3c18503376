/* hosting.c - see hosting.h. */
#include "hosting.h"

#include "address.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MS_AN_HOUR = 3600000, PERSON_DIGITS = 16 };

/* ---------------------------------------------------------------- deeds */

static bool ends(const struct hosting_deed *deed) { return strncmp(deed->what, "un", 2) == 0; }
static bool is_mute(const struct hosting_deed *deed)
{
    return strcmp(deed->what, "mute") == 0 || strcmp(deed->what, "unmute") == 0;
}
static bool is_ban(const struct hosting_deed *deed)
{
    return strcmp(deed->what, "ban") == 0 || strcmp(deed->what, "unban") == 0;
}

static enum hosting_result note(struct store *store, const struct hosting_deed *deed,
                                const char *target, struct store_act *act)
{
    *act = (struct store_act){.asked_ms = deed->now_ms};
    snprintf(act->host, sizeof act->host, "%s", deed->host);
    snprintf(act->what, sizeof act->what, "%s", deed->what);
    snprintf(act->target, sizeof act->target, "%s", target);
    snprintf(act->reason, sizeof act->reason, "%s", deed->reason ? deed->reason : "");
    return store_add_act(store, act) == STORE_OK ? HOSTING_NOTED : HOSTING_STORE;
}

/* "act:ban:TARGET": the fact that the nodes read (bans.h), until when and why. */
static bool write_fact(struct store *store, const struct hosting_deed *deed, const char *target)
{
    char fact[96], until[32 + STORE_MESSAGE];
    snprintf(fact, sizeof fact, STORE_ACT_FACTS "%s:%s", ends(deed) ? deed->what + 2 : deed->what,
             target);
    snprintf(until, sizeof until, "%" PRId64 "%s%s",
             deed->hours > 0 ? deed->now_ms + (int64_t)deed->hours * MS_AN_HOUR : INT64_MAX,
             deed->reason && *deed->reason ? " " : "", deed->reason ? deed->reason : "");
    return (ends(deed) ? store_drop(store, fact) : store_put(store, fact, until)) == STORE_OK;
}

/* Permanent bans, and lifting any, also change the person's row; a temporary one is only a fact,
 * and so is one at a table. */
static bool mark_for_good(struct store *store, struct store_person *person,
                          const struct hosting_deed *deed)
{
    bool on = !ends(deed);
    if (deed->table || (on && deed->hours > 0))
        return true;
    if (is_mute(deed))
        person->muted = on;
    else
        person->banned = on;
    return store_save_person(store, person) == STORE_OK;
}

static enum hosting_result mark_address(struct store *store, const struct hosting_deed *deed,
                                        struct store_act *act)
{
    struct address address;
    char group[ADDRESS_TEXT];
    if (!is_ban(deed) || deed->table || !address_read(deed->target, strlen(deed->target), &address))
        return HOSTING_NO_PERSON;
    address = address_group(&address);
    address_write(&address, group);
    return write_fact(store, deed, group) ? note(store, deed, group, act) : HOSTING_STORE;
}

static enum hosting_result mark_person(struct store *store, const struct hosting_deed *deed,
                                       struct store_act *act)
{
    struct store_person person;
    char whom[STORE_TARGET];
    if (strlen(deed->target) != PERSON_DIGITS ||
        strspn(deed->target, "0123456789abcdef") != PERSON_DIGITS)
        return mark_address(store, deed, act);
    enum store_status status = store_find_person(store, strtoull(deed->target, NULL, 16), &person);
    if (status == STORE_NONE)
        return HOSTING_NO_PERSON;
    snprintf(whom, sizeof whom, "%s%s%.8s", deed->target, deed->table ? "@" : "",
             deed->table ? deed->table : "");
    if (status != STORE_OK || !mark_for_good(store, &person, deed) ||
        !write_fact(store, deed, whom))
        return HOSTING_STORE;
    return note(store, deed, whom, act);
}

static enum hosting_result close_table(struct store *store, const struct hosting_deed *deed,
                                       struct store_act *act)
{
    uint32_t last;
    enum store_status status = store_table_last(store, deed->target, &last);
    if (status == STORE_NONE)
        return HOSTING_NO_TABLE;
    return status == STORE_OK ? note(store, deed, deed->target, act) : HOSTING_STORE;
}

enum hosting_result hosting_do(struct store *store, const struct hosting_deed *deed,
                               struct store_act *act)
{
    if (strcmp(deed->what, "close") == 0)
        return close_table(store, deed, act);
    if (deed->table && strcmp(deed->what, "mute") == 0)
        return HOSTING_NO_DEED; /* no node asks for a mute at one table */
    return is_mute(deed) || is_ban(deed) ? mark_person(store, deed, act) : HOSTING_NO_DEED;
}

/* ---------------------------------------------------------------- lists */

static void write_number(uint64_t person, char id[24]) { snprintf(id, 24, "%016" PRIx64, person); }

bool hosting_add_table(void *rows, const struct store_table_row *row)
{
    return json_array_append_new(rows,
                                 json_pack("{s:s,s:i,s:b,s:I,s:I}", "table", row->code, "events",
                                           (int)row->last, "over", row->over, "opened_ms",
                                           (json_int_t)row->opened_ms, "changed_ms",
                                           (json_int_t)row->changed_ms)) == 0;
}

bool hosting_add_person(void *rows, const struct store_person *person)
{
    char id[24];
    write_number(person->id, id);
    return json_array_append_new(rows,
                                 json_pack("{s:s,s:s,s:s,s:b,s:b,s:b,s:I}", "person", id, "name",
                                           person->name, "account", person->account, "program",
                                           person->program, "muted", person->muted, "banned",
                                           person->banned, "seen_ms",
                                           (json_int_t)person->seen_ms)) == 0;
}

bool hosting_add_act(void *rows, const struct store_act *act)
{
    return json_array_append_new(
               rows,
               json_pack("{s:I,s:I,s:I,s:s,s:s,s:s,s:s,s:s}", "id", (json_int_t)act->id, "asked_ms",
                         (json_int_t)act->asked_ms, "done_ms", (json_int_t)act->done_ms, "host",
                         act->host, "what", act->what, "target", act->target, "reason", act->reason,
                         "outcome", act->outcome)) == 0;
}

json_t *hosting_read_report(uint64_t person, const char *name, const char *value)
{
    char id[24];
    json_t *report = json_loads(value, 0, NULL);
    if (!json_is_object(report)) {
        json_decref(report);
        return NULL;
    }
    write_number(person, id);
    json_object_set_new(report, "person", json_string(id));
    json_object_set_new(report, "at_ms",
                        json_integer(strtoll(name + strlen(STORE_REPORT), NULL, 10) * MS_AN_HOUR));
    return report;
}

static json_int_t time_of(const json_t *report)
{
    return json_integer_value(json_object_get(report, "at_ms"));
}

/* An insertion sort that keeps the newest ones: what a page can show, and a frame can carry. */
bool hosting_add_report(void *rows, uint64_t person, const char *name, const char *value)
{
    enum { REPORTS_MOST = 50 };
    json_t *report = hosting_read_report(person, name, value);
    size_t at = 0;
    while (report && at < json_array_size(rows) &&
           time_of(json_array_get(rows, at)) >= time_of(report))
        at++;
    if (report)
        json_array_insert_new(rows, at, report);
    if (json_array_size(rows) > REPORTS_MOST)
        json_array_remove(rows, REPORTS_MOST);
    return true;
}

bool hosting_add_ban(void *rows, const char *name, const char *value)
{
    const char *what = name + strlen(STORE_ACT_FACTS), *colon = strchr(what, ':');
    int64_t until_ms = strtoll(value, NULL, 10);
    if (!colon || until_ms <= (int64_t)time(NULL) * 1000)
        return true;
    json_array_append_new(rows,
                          json_pack("{s:s%, s:s, s:I}", "what", what, (size_t)(colon - what),
                                    "target", colon + 1, "until_ms",
                                    (json_int_t)(until_ms == INT64_MAX ? 0 : until_ms)));
    return true;
}
