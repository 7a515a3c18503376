/* actions.c - see store.h: moderation actions, and what the host sees. One implementation for all
 * kinds of stores. */
#include "store_internal.h"

#include <stddef.h>

static bool take_id(void *context, const struct store_row *row)
{
    *(int64_t *)context = store_row_number(row, 0);
    return true;
}

enum store_status store_add_act(struct store *store, struct store_act *act)
{
    return store_run(store, STORE_SQL_ADD_ACT, take_id, &act->id, store_number(act->asked_ms),
                     store_number(act->done_ms), store_text(act->host), store_text(act->what),
                     store_text(act->target), store_text(act->reason), store_text(act->outcome));
}

static enum store_status mark_person(struct store *store, const struct store_marks *marks)
{
    struct store_person person;
    if (marks->person == 0 || (marks->muted < 0 && marks->banned < 0))
        return STORE_OK;
    enum store_status status = store_find_person(store, marks->person, &person);
    if (status != STORE_OK)
        return status;
    person.muted = marks->muted < 0 ? person.muted : marks->muted > 0;
    person.banned = marks->banned < 0 ? person.banned : marks->banned > 0;
    return store_save_person(store, &person);
}

enum store_status store_add_act_with(struct store *store, struct store_act *act,
                                     const struct store_marks *marks)
{
    enum store_status status = store_begin(store);
    if (status != STORE_OK)
        return status;
    status = mark_person(store, marks);
    if (status == STORE_OK)
        status = store_none_is_ok(marks->value ? store_put(store, marks->fact, marks->value)
                                               : store_drop(store, marks->fact));
    if (status == STORE_OK)
        status = store_add_act(store, act);
    return store_end(store, status);
}

enum store_status store_finish_act(struct store *store, int64_t id, int64_t now_ms,
                                   const char *outcome)
{
    return store_run(store, STORE_SQL_FINISH_ACT, NULL, NULL, store_number(id),
                     store_number(now_ms), store_text(outcome));
}

struct act_reader {
    store_act_row *row;
    void *context;
};

static bool give_act(void *context, const struct store_row *row)
{
    const struct act_reader *reader = context;
    struct store_act act = {.id = store_row_number(row, 0),
                            .asked_ms = store_row_number(row, 1),
                            .done_ms = store_row_number(row, 2)};
    store_row_copy(row, 3, act.host, sizeof act.host);
    store_row_copy(row, 4, act.what, sizeof act.what);
    store_row_copy(row, 5, act.target, sizeof act.target);
    store_row_copy(row, 6, act.reason, sizeof act.reason);
    store_row_copy(row, 7, act.outcome, sizeof act.outcome);
    return reader->row(reader->context, &act);
}

enum store_status store_last_act(struct store *store, int64_t *id)
{
    *id = 0;
    return store_run_values(store, STORE_SQL_LAST_ACT, take_id, id, NULL, 0);
}

enum store_status store_read_actions(struct store *store, int64_t after_id, bool open_only,
                                     size_t most, store_act_row *row, void *context)
{
    struct act_reader reader = {row, context};
    return store_none_is_ok(store_run(store, STORE_SQL_READ_ACTS, give_act, &reader,
                                      store_number(after_id), store_number(open_only),
                                      store_most(most)));
}

struct table_reader {
    store_table_row_fn *row;
    void *context;
};

static bool give_table(void *context, const struct store_row *row)
{
    const struct table_reader *reader = context;
    struct store_table_row table = {.last = (uint32_t)store_row_number(row, 1),
                                    .over = store_row_flag(row, 2),
                                    .opened_ms = store_row_number(row, 3),
                                    .changed_ms = store_row_number(row, 4)};
    store_row_copy(row, 0, table.code, sizeof table.code);
    return reader->row(reader->context, &table);
}

enum store_status store_read_tables(struct store *store, bool running_only, size_t most,
                                    store_table_row_fn *row, void *context)
{
    struct table_reader reader = {row, context};
    return store_none_is_ok(store_run(store, STORE_SQL_READ_TABLES, give_table, &reader,
                                      store_number(running_only), store_most(most)));
}
