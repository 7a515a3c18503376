/* admin.c - see admin.h. */
#include "admin.h"

#include "base/text.h"
#include "server/network/address.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MS_AN_HOUR = 3600000, PERSON_DIGITS = 16 };

/* ---------------------------------------------------------------- actions */

static bool ends(const struct admin_action *action) { return strncmp(action->what, "un", 2) == 0; }
static bool is_mute(const struct admin_action *action)
{
    return strcmp(action->what, "mute") == 0 || strcmp(action->what, "unmute") == 0;
}
static bool is_ban(const struct admin_action *action)
{
    return strcmp(action->what, "ban") == 0 || strcmp(action->what, "unban") == 0;
}

static int characters(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

static bool reason_is_good(const char *reason)
{
    return characters(reason) <= ADMIN_REASON && strlen(reason) < STORE_REASON &&
        text_is_plain_utf8(reason, strlen(reason));
}

static void write_act(const struct admin_action *action, const char *target, struct store_act *act)
{
    *act = (struct store_act){.asked_ms = action->now_ms};
    snprintf(act->host, sizeof act->host, "%s", action->host);
    snprintf(act->what, sizeof act->what, "%s", action->what);
    snprintf(act->target, sizeof act->target, "%s", target);
    snprintf(act->reason, sizeof act->reason, "%s", action->reason ? action->reason : "");
}

/*
 * Writes the row together with the fact that the nodes read, "act:ban:TARGET": until when and
 * why (bans.h). Permanent bans, and lifting any, also change the person's row; a temporary one is
 * only a fact, and so is one at a table.
 */
static enum admin_result write_action(struct store *store, const struct admin_action *action,
                                      const char *target, uint64_t person, struct store_act *act)
{
    char fact[96], until[32 + STORE_REASON];
    bool on = !ends(action), marks_person = person && !action->table && (!on || action->hours == 0);
    snprintf(fact, sizeof fact, STORE_ACT_FACTS "%s:%s", on ? action->what : action->what + 2,
             target);
    snprintf(until, sizeof until, "%" PRId64 "%s%s",
             action->hours > 0 ? action->now_ms + (int64_t)action->hours * MS_AN_HOUR : INT64_MAX,
             action->reason && *action->reason ? " " : "", action->reason ? action->reason : "");
    write_act(action, target, act);
    struct store_marks marks = {.fact = fact,
                                .value = on ? until : NULL,
                                .person = marks_person ? person : 0,
                                .muted = is_mute(action) ? on : -1,
                                .banned = is_mute(action) ? -1 : on};
    return store_add_act_with(store, act, &marks) == STORE_OK ? ADMIN_NOTED : ADMIN_STORE;
}

static enum admin_result mark_address(struct store *store, const struct admin_action *action,
                                      struct store_act *act)
{
    struct address address;
    char group[ADDRESS_TEXT];
    if (!is_ban(action) || action->table ||
        !address_read(action->target, strlen(action->target), &address))
        return ADMIN_NO_PERSON;
    address = address_group(&address);
    address_write(&address, group);
    return write_action(store, action, group, 0, act);
}

/* Finds a table as somebody wrote its code. */
static enum admin_result find_table(struct store *store, const char *given, char code[TABLE_CODE])
{
    uint32_t last;
    if (!table_code_fold(given, code))
        return ADMIN_NO_TABLE;
    enum store_status status = store_table_last(store, code, &last);
    return status == STORE_OK ? ADMIN_NOTED : status == STORE_NONE ? ADMIN_NO_TABLE : ADMIN_STORE;
}

static enum admin_result mark_person(struct store *store, const struct admin_action *action,
                                     struct store_act *act)
{
    struct store_person person;
    char whom[STORE_TARGET], code[TABLE_CODE];
    if (strlen(action->target) != PERSON_DIGITS ||
        strspn(action->target, "0123456789abcdef") != PERSON_DIGITS)
        return mark_address(store, action, act);
    enum store_status status =
        store_find_person(store, strtoull(action->target, NULL, 16), &person);
    if (status != STORE_OK)
        return status == STORE_NONE ? ADMIN_NO_PERSON : ADMIN_STORE;
    enum admin_result found = action->table ? find_table(store, action->table, code) : ADMIN_NOTED;
    if (found != ADMIN_NOTED && !(found == ADMIN_NO_TABLE && ends(action) && *code))
        return found; /* a ban may outlive its table, and is lifted all the same */
    snprintf(whom, sizeof whom, action->table ? "%s@%s" : "%s", action->target, code);
    return write_action(store, action, whom, person.id, act);
}

static enum admin_result close_table(struct store *store, const struct admin_action *action,
                                     struct store_act *act)
{
    char code[TABLE_CODE];
    enum admin_result found = find_table(store, action->target, code);
    if (found != ADMIN_NOTED)
        return found;
    write_act(action, code, act);
    return store_add_act(store, act) == STORE_OK ? ADMIN_NOTED : ADMIN_STORE;
}

enum admin_result admin_do(struct store *store, const struct admin_action *action,
                           struct store_act *act)
{
    if (action->reason && !reason_is_good(action->reason))
        return ADMIN_BAD_REASON;
    if (strcmp(action->what, "close") == 0)
        return close_table(store, action, act);
    if (action->table && strcmp(action->what, "mute") == 0)
        return ADMIN_NO_ACTION; /* no node asks for a mute at one table */
    return is_mute(action) || is_ban(action) ? mark_person(store, action, act) : ADMIN_NO_ACTION;
}

/* ---------------------------------------------------------------- lists */

/* Text that somebody wrote. A row of an older version may have been cut within a character: the
 * rest of it is shown. */
static json_t *text_json(const char *text)
{
    size_t length = strlen(text);
    json_t *json = NULL;
    while (!(json = json_stringn(text, length)) && length > 0)
        length--;
    return json;
}

static void write_number(uint64_t person, char id[24]) { snprintf(id, 24, "%016" PRIx64, person); }

bool admin_add_table(void *rows, const struct store_table_row *row)
{
    return json_array_append_new(rows,
                                 json_pack("{s:s,s:i,s:b,s:I,s:I}", "table", row->code, "events",
                                           (int)row->last, "over", row->over, "opened_ms",
                                           (json_int_t)row->opened_ms, "changed_ms",
                                           (json_int_t)row->changed_ms)) == 0;
}

bool admin_add_person(void *rows, const struct store_person *person)
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

bool admin_add_act(void *rows, const struct store_act *act)
{
    json_array_append_new(rows,
                          json_pack("{s:I,s:I,s:I,s:o,s:s,s:s,s:o,s:o}", "id", (json_int_t)act->id,
                                    "asked_ms", (json_int_t)act->asked_ms, "done_ms",
                                    (json_int_t)act->done_ms, "host", text_json(act->host), "what",
                                    act->what, "target", act->target, "reason",
                                    text_json(act->reason), "outcome", text_json(act->outcome)));
    return true; /* a row that cannot be shown hides no other */
}

json_t *admin_read_report(uint64_t person, const char *name, const char *value)
{
    char id[24], whole[96];
    const char *rest = name + strlen(STORE_REPORT); /* HOUR-REPORTER */
    json_t *report = json_loads(value, 0, NULL);
    if (!json_is_object(report)) {
        json_decref(report);
        return NULL;
    }
    write_number(person, id);
    json_object_set_new(report, "person", json_string(id));
    snprintf(whole, sizeof whole, "%s/%s", id, rest);
    json_object_set_new(report, "id", json_string(whole));
    if (!json_object_get(report, "at_ms")) /* older reports know only the hour */
        json_object_set_new(report, "at_ms", json_integer(strtoll(rest, NULL, 10) * MS_AN_HOUR));
    return report;
}

static json_int_t time_of(const json_t *report)
{
    return json_integer_value(json_object_get(report, "at_ms"));
}

/* An insertion sort that keeps the newest ones: what a page can show, and a frame can carry. */
bool admin_add_report(void *rows, uint64_t person, const char *name, const char *value)
{
    enum { REPORTS_MOST = 50 };
    json_t *report = admin_read_report(person, name, value);
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

bool admin_add_ban(void *rows, const char *name, const char *value)
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
