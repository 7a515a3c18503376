/*
 * notify_pending.c - see notify_facts.h: adds and removes pending notifications of many people
 * together.
 *
 * One query reads everything that decides whether and when each of them is called; then one
 * transaction writes everything that has changed.
 */
#include "notify_facts.h"
#include "server/people/mailbox.h"

#include <stdlib.h>
#include <string.h>

/* Whether and when one person may be called. */
struct plan {
    uint64_t person;
    bool found; /* there is a channel: a device, or an e-mail address that is confirmed and turned
                   on */
    struct notify_settings settings;
    int64_t called_ms;
};

static const char *const deciding[] = {NOTIFY_DEVICE, MAILBOX_FACT, NOTIFY_SETTINGS, NOTIFY_LAST};
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
    if (strncmp(name, NOTIFY_DEVICE, strlen(NOTIFY_DEVICE)) == 0) {
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
