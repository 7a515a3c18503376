/* person_facts.c - see store.h: named values of people. One implementation for all kinds of stores.
 */
#include "store_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum store_status store_put_person_fact(struct store *store, uint64_t person, const char *name,
                                        const char *value)
{
    return store_run(store, STORE_SQL_PUT_PERSON_FACT, NULL, NULL, store_id(person),
                     store_text(name), store_text(value));
}

enum store_status store_drop_person_fact(struct store *store, uint64_t person, const char *name)
{
    return store_none_is_ok(store_run(store, STORE_SQL_DROP_PERSON_FACT, NULL, NULL,
                                      store_id(person), store_text(name)));
}

enum store_status store_take_person_fact(struct store *store, uint64_t person, const char *name,
                                         const char *value)
{
    return store_run(store, STORE_SQL_TAKE_PERSON_FACT, NULL, NULL, store_id(person),
                     store_text(name), store_text(value));
}

struct fact_taker {
    char *value;
    size_t size;
};

static bool take_value(void *context, const struct store_row *row)
{
    const struct fact_taker *taker = context;
    store_row_copy(row, 0, taker->value, taker->size);
    return true;
}

enum store_status store_get_person_fact(struct store *store, uint64_t person, const char *name,
                                        char *value, size_t size)
{
    struct fact_taker taker = {value, size};
    return store_run(store, STORE_SQL_GET_PERSON_FACT, take_value, &taker, store_id(person),
                     store_text(name));
}

struct fact_giver {
    store_fact *fact;
    void *context;
};

static bool give_fact(void *context, const struct store_row *row)
{
    const struct fact_giver *giver = context;
    char name[STORE_MESSAGE], value[STORE_FACT_VALUE];
    store_row_copy(row, 0, name, sizeof name);
    store_row_copy(row, 1, value, sizeof value);
    return giver->fact(giver->context, name, value);
}

enum store_status store_read_person_facts(struct store *store, uint64_t person, const char *prefix,
                                          store_fact *fact, void *context)
{
    struct fact_giver giver = {fact, context};
    char end[STORE_NAME];
    snprintf(end, sizeof end, "%s~",
             prefix); /* behind all that begin so: names are letters, digits, ':' and '-' */
    return store_none_is_ok(store_run(store, STORE_SQL_READ_PERSON_FACTS, give_fact, &giver,
                                      store_id(person), store_text(prefix), store_text(end)));
}

/* ---------------------------------------------------------------- many at once */

enum store_status store_change_person_facts(struct store *store,
                                            const struct store_person_fact *facts, size_t count)
{
    struct store_list list = {0};
    for (const struct store_person_fact *fact = facts; fact < facts + count; fact++)
        if (fact->value)
            store_list_add(&list, STORE_SQL_PUT_PERSON_FACT, NULL, NULL, store_id(fact->person),
                           store_text(fact->name), store_text(fact->value));
        else
            store_list_add(&list, STORE_SQL_DROP_PERSON_FACT, NULL, NULL, store_id(fact->person),
                           store_text(fact->name));
    store_list_sort(&list, 2);
    return store_run_list(store, &list, true);
}

/* What one of those who are asked for has. */
struct wanted_giver {
    char end[STORE_NAME];
    size_t index;
    store_wanted_fact *fact;
    void *context;
};

static bool give_wanted_fact(void *context, const struct store_row *row)
{
    const struct wanted_giver *giver = context;
    char name[STORE_MESSAGE], value[STORE_FACT_VALUE];
    store_row_copy(row, 0, name, sizeof name);
    store_row_copy(row, 1, value, sizeof value);
    return giver->fact(giver->context, giver->index, name, value);
}

enum store_status store_read_wanted_facts(struct store *store,
                                          const struct store_wanted_facts *wanted, size_t count,
                                          store_wanted_fact *fact, void *context)
{
    struct store_list list = {0};
    struct wanted_giver *givers = malloc((count + 1) * sizeof *givers);
    list.failed = !givers;
    for (size_t i = 0; givers && i < count; i++) {
        givers[i] = (struct wanted_giver){.index = i, .fact = fact, .context = context};
        snprintf(givers[i].end, sizeof givers[i].end, "%s~", wanted[i].prefix);
        store_list_add(&list, STORE_SQL_READ_PERSON_FACTS, give_wanted_fact, &givers[i],
                       store_id(wanted[i].person), store_text(wanted[i].prefix),
                       store_text(givers[i].end));
    }
    enum store_status status = store_run_list(store, &list, false);
    free(givers);
    return status;
}

enum store_status store_drop_invitations(struct store *store, uint64_t person, const char *code)
{
    return store_none_is_ok(store_run(store, STORE_SQL_DROP_INVITATIONS, NULL, NULL,
                                      store_id(person), store_text(code)));
}

/* ---------------------------------------------------------------- of all people */

struct all_giver {
    store_fact_of *fact;
    void *context;
};

static bool give_fact_of(void *context, const struct store_row *row)
{
    const struct all_giver *giver = context;
    char name[STORE_MESSAGE], value[STORE_FACT_VALUE];
    store_row_copy(row, 1, name, sizeof name);
    store_row_copy(row, 2, value, sizeof value);
    return giver->fact(giver->context, (uint64_t)store_row_number(row, 0), name, value);
}

enum store_status store_read_facts_of_all(struct store *store, const char *prefix,
                                          store_fact_of *fact, void *context)
{
    struct all_giver giver = {fact, context};
    char end[STORE_NAME];
    snprintf(end, sizeof end, "%s~", prefix);
    return store_none_is_ok(store_run(store, STORE_SQL_READ_FACTS_OF_ALL, give_fact_of, &giver,
                                      store_text(prefix), store_text(end)));
}
