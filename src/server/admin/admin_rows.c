/* admin_rows.c - see admin_rows.h. */
#include "admin_rows.h"

#include "admin.h"
#include "table/table_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PERSON_DIGITS = 16 };

/* ---------------------------------------------------------------- people */

static bool begins_with_person(const char *text)
{
    size_t digits = strspn(text, "0123456789abcdef");
    return digits == PERSON_DIGITS && (text[digits] == '\0' || text[digits] == '@');
}

static uint64_t person_in(const char *text)
{
    char digits[PERSON_DIGITS + 1] = "";
    memcpy(digits, text, PERSON_DIGITS);
    return strtoull(digits, NULL, 16);
}

void admin_name_people(struct store *store, json_t *rows, const char *member)
{
    size_t index;
    json_t *row;
    json_array_foreach(rows, index, row)
    {
        struct store_person person;
        const char *text = json_string_value(json_object_get(row, member));
        if (!text || !begins_with_person(text) ||
            store_find_person(store, person_in(text), &person) != STORE_OK)
            continue;
        json_object_set_new(row, "name", json_string(person.name));
        json_object_set_new(row, "account", json_string(person.account));
    }
}

/* ---------------------------------------------------------------- tables */

static bool apply_line(void *context, const char *code, uint32_t number, const char *line,
                       size_t length)
{
    struct table *table = context;
    struct table_event event;
    (void)code;
    (void)number;
    return table_event_read(table, line, length, &event) && table_apply(table, &event) == TABLE_OK;
}

static json_t *names_of(const struct table *table)
{
    json_t *names = json_array();
    for (int seat = 0; seat < table_seats(table); seat++)
        if (table->seat[seat].kind == TABLE_PERSON)
            json_array_append_new(names, json_string(table->seat[seat].name));
    return names;
}

void admin_describe_tables(struct store *store, json_t *rows)
{
    size_t index;
    json_t *row;
    char rules[STOS_RULES_TEXT];
    struct table *table = malloc(sizeof *table);
    json_array_foreach(rows, index, row)
    {
        const char *code = json_string_value(json_object_get(row, "table"));
        if (!table || !code)
            continue;
        *table = (struct table){0};
        store_read_log(store, code, 0, apply_line, table);
        if (table->last == 0)
            continue;
        stos_rules_text(&table->settings.rules, rules);
        json_object_set_new(row, "rules", json_string(rules));
        json_object_set_new(row, "people", names_of(table));
    }
    free(table);
}

/* ---------------------------------------------------------------- reports */

/* The report with the time when it was done with; without what was said, if both do not fit. */
static char *finished_report(const char *value, int64_t now_ms)
{
    json_t *report = json_loads(value, 0, NULL);
    char *text = NULL;
    if (json_is_object(report)) {
        json_object_set_new(report, "done_ms", json_integer((json_int_t)now_ms));
        text = json_dumps(report, JSON_COMPACT);
    }
    if (text && strlen(text) >= STORE_FACT_VALUE) {
        free(text);
        json_object_del(report, "said");
        text = json_dumps(report, JSON_COMPACT);
    }
    json_decref(report);
    return text;
}

static void write_done(const struct admin_action *action, struct store_act *act)
{
    *act = (struct store_act){.asked_ms = action->now_ms};
    snprintf(act->host, sizeof act->host, "%s", action->host);
    snprintf(act->what, sizeof act->what, "%s", action->what);
    snprintf(act->target, sizeof act->target, "%.*s", PERSON_DIGITS, action->target);
    snprintf(act->reason, sizeof act->reason, "%s", action->reason ? action->reason : "");
}

/* An `id` is the number of the person reported, "/" and the rest of the fact's name. */
enum admin_result admin_finish_report(struct store *store, const struct admin_action *action,
                                      struct store_act *act)
{
    char name[64], value[STORE_FACT_VALUE + 1];
    const char *slash = strchr(action->target, '/');
    if (!slash || slash - action->target != PERSON_DIGITS)
        return ADMIN_NO_ACTION;
    uint64_t person = person_in(action->target);
    snprintf(name, sizeof name, STORE_REPORT "%s", slash + 1);
    enum store_status status = store_get_person_fact(store, person, name, value, sizeof value);
    if (status == STORE_NONE)
        return ADMIN_NO_ACTION;
    char *text = status == STORE_OK ? finished_report(value, action->now_ms) : NULL;
    bool good = text && store_put_person_fact(store, person, name, text) == STORE_OK;
    free(text);
    write_done(action, act);
    return good && store_add_act(store, act) == STORE_OK ? ADMIN_NOTED : ADMIN_STORE;
}
