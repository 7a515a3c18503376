/* store.c - see store.h: opening, what both kinds have in common, and the calls that go straight to
 * the vtable. */
#include "schema.h"
#include "array.h"
#include "store_internal.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- shared with the kinds */

enum store_status store_fail(struct store *store, enum store_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(store->message, sizeof store->message, format, arguments);
    va_end(arguments);
    return status;
}

enum store_status store_run_values(struct store *store, enum store_statement statement,
                                   store_each *each, void *context,
                                   const struct store_value *values, int count)
{
    struct store_query query = {
        .statement = statement, .count = count, .values = values, .each = each, .context = context};
    enum store_status status = store->vtable->run(store, &query);
    return status == STORE_OK && query.rows == 0 ? STORE_NONE : status;
}

void store_list_add_values(struct store_list *list, enum store_statement statement,
                           store_each *each, void *context, const struct store_value *values,
                           int count)
{
    list->failed |= count > STORE_LIST_VALUES;
    list->failed = list->failed || !array_fits(list->listed, list->room, (size_t)list->count + 1);
    if (list->failed)
        return;
    struct store_listed *added = &list->listed[list->count];
    added->place = list->count++;
    added->query = (struct store_query){
        .statement = statement, .count = count, .each = each, .context = context};
    memcpy(added->value, values, (size_t)count * sizeof *values);
}

static int compare_listed(const void *left, const void *right)
{
    const struct store_listed *a = left, *b = right;
    int order = 0;
    for (int i = 0; i < a->keys && order == 0; i++) {
        const struct store_value *one = &a->value[i], *other = &b->value[i];
        order = one->text ? strcmp(one->text, other->text)
                          : (one->number > other->number) - (one->number < other->number);
    }
    return order ? order : (a->place > b->place) - (a->place < b->place);
}

void store_list_sort(struct store_list *list, int keys)
{
    for (size_t i = 0; i < list->count; i++)
        list->listed[i].keys = keys;
    if (list->count > 0)
        qsort(list->listed, list->count, sizeof list->listed[0], compare_listed);
}

enum store_status store_run_each(struct store *store, struct store_list *list, bool changes)
{
    enum store_status status = changes ? store_begin(store) : STORE_OK;
    if (status != STORE_OK)
        return status;
    for (size_t i = 0; i < list->count && status == STORE_OK; i++)
        status = store->vtable->run(store, &list->listed[i].query);
    return changes ? store_end(store, status) : status;
}

enum store_status store_run_list(struct store *store, struct store_list *list, bool changes)
{
    enum store_status status = STORE_OK;
    for (size_t i = 0; i < list->count; i++)
        list->listed[i].query.values =
            list->listed[i].value; /* not before: the list may have moved while it grew */
    if (list->failed)
        status =
            store_fail(store, STORE_DOWN, "There is not enough memory for a list of questions.");
    else if (list->count > 0)
        status = store->vtable->run_list(store, list, changes);
    free(list->listed);
    *list = (struct store_list){0};
    return status;
}

void store_row_copy(const struct store_row *row, int column, char *out, size_t size)
{
    size_t length;
    const char *text = row->vtable->text(row, column, &length);
    if (length >= size)
        length = size - 1;
    memcpy(out, text, length);
    out[length] = '\0';
}

bool store_batch_refused(const struct store_batch *batch, const char *code)
{
    for (size_t i = 0; i < batch->append_count; i++)
        if (batch->appends[i].refused && strcmp(batch->appends[i].code, code) == 0)
            return true;
    return false;
}

int store_parties(const struct store_maker *maker, struct store_party parties[STORE_PARTIES])
{
    int count = 0;
    if (maker->person) {
        snprintf(parties[count].name, sizeof parties[count].name, "person:%016llx",
                 (unsigned long long)maker->person);
        parties[count++].most = maker->most_of_person;
    }
    if (*maker->address) {
        snprintf(parties[count].name, sizeof parties[count].name, "at:%s", maker->address);
        parties[count++].most = maker->most_of_address;
    }
    return count;
}

/* ---------------------------------------------------------------- opening and closing */

bool store_is_named(const char *where) { return store_is_address(where) || !strstr(where, "://"); }

bool store_is_address(const char *where)
{
    return strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
}

static struct store *open_store(const struct store_opening *opening, enum store_status *status,
                                char message[STORE_MESSAGE])
{
    message[0] = '\0';
    return store_is_address(opening->where) ? store_open_postgres(opening, status, message)
                                            : store_open_sqlite(opening, status, message);
}

struct store *store_open(const char *where, enum store_status *status, char message[STORE_MESSAGE])
{
    return open_store(&(struct store_opening){.where = where}, status, message);
}

struct store *store_visit(const char *where, bool old, enum store_status *status,
                          char message[STORE_MESSAGE])
{
    return open_store(&(struct store_opening){.where = where, .visiting = true, .old_is_good = old},
                      status, message);
}

struct store *store_open_reader(const char *where, enum store_status *status,
                                char message[STORE_MESSAGE])
{
    *status = STORE_NONE;
    return strcmp(where, ":memory:") == 0
        ? NULL
        : open_store(&(struct store_opening){.where = where, .visiting = true, .reads = true},
                     status, message);
}

enum store_status store_judge_version(struct store *store, long version)
{
    if (version == STORE_SCHEMA_VERSION || (version > 0 && store->old_is_good))
        return STORE_OK;
    return version == 0
        ? store_fail(store, STORE_BROKEN,
                     "There is no store yet; start the server first, which makes it.")
        : store_fail(store, STORE_BROKEN,
                     "The store was made by an older stos (version %ld, this one knows %d); start "
                     "the new server first, which "
                     "brings it up to date.",
                     version, STORE_SCHEMA_VERSION);
}

void store_close(struct store *store)
{
    if (!store)
        return;
    free(store->sealed);
    store->sealed = NULL;
    store->vtable->close(store);
}

const char *store_message(const struct store *store) { return store->message; }

bool store_is_shared(const struct store *store) { return store->vtable->shared; }

uint64_t store_session(const struct store *store) { return store->session; }

/* ---------------------------------------------------------------- the log */

/* A line must be something that both kinds can keep. */
static bool lines_are_plain(const struct store_append *append)
{
    for (uint32_t i = 0; i < append->count; i++)
        if (!text_is_plain_utf8(append->lines[i], strlen(append->lines[i])))
            return false;
    return true;
}

/* Finds the appends to logs that have lines behind their end. */
static bool mark_damaged(struct store *store, struct store_batch *batch)
{
    bool any = false;
    for (size_t i = 0; i < batch->append_count; i++) {
        struct store_append *append = &batch->appends[i];
        append->damaged = store_run(store, STORE_SQL_LINES_BEHIND, NULL, NULL,
                                    store_text(append->code)) == STORE_OK;
        any |= append->damaged;
    }
    return any;
}

/* Commits a batch without appends that are damaged or whose session has ended: they expect a line
 * that no log has, and so are refused. */
static enum store_status commit_others(struct store *store, struct store_batch *batch)
{
    size_t count = batch->append_count;
    uint32_t *last = malloc(count * sizeof *last);
    if (!last)
        return store_fail(store, STORE_DOWN, "There is not enough memory for a batch.");
    for (size_t i = 0; i < count; i++) {
        last[i] = batch->appends[i].last;
        if (batch->appends[i].damaged || batch->appends[i].ended)
            batch->appends[i].last = UINT32_MAX;
    }
    enum store_status status = store->vtable->commit(store, batch);
    for (size_t i = 0; i < count; i++)
        batch->appends[i].last = last[i];
    free(last);
    return status;
}

enum store_status store_commit(struct store *store, struct store_batch *batch)
{
    for (size_t i = 0; i < batch->append_count; i++) {
        batch->appends[i].refused = batch->appends[i].damaged = batch->appends[i].ended = false;
        batch->appends[i].owner = 0;
        if (!lines_are_plain(&batch->appends[i]))
            return store_fail(store, STORE_BROKEN, "A line for table %s is not plain UTF-8 text.",
                              batch->appends[i].code);
    }
    enum store_status status = store->vtable->commit(store, batch);
    while (status == STORE_ENDED) /* others may end meanwhile */
        status = commit_others(store, batch);
    return status == STORE_BROKEN && mark_damaged(store, batch) ? commit_others(store, batch)
                                                                : status;
}

struct line_reader {
    struct store *store;
    store_line *line;
    void *context;
};

static bool give_line(void *context, const struct store_row *row)
{
    const struct line_reader *reader = context;
    size_t length, line_length;
    const char *code = row->vtable->text(row, 0, &length),
               *line = row->vtable->text(row, 2, &line_length);
    uint32_t number = (uint32_t)store_row_number(row, 1);
    line = store_unseal(reader->store, code, number, line, &line_length);
    return line && reader->line(reader->context, code, number, line, line_length);
}

enum store_status store_read_log(struct store *store, const char *code, uint32_t after,
                                 store_line *line, void *context)
{
    struct line_reader reader = {store, line, context};
    enum store_status status = store_run(store, STORE_SQL_READ_LOG, give_line, &reader,
                                         store_text(code), store_number(after));
    uint32_t last;
    return status == STORE_NONE ? store_table_last(store, code, &last) : status;
}

struct wanted_reader {
    size_t index;
    store_log_line *line;
    void *context;
};

static bool give_wanted(void *context, const char *code, uint32_t number, const char *line,
                        size_t length)
{
    const struct wanted_reader *reader = context;
    (void)code;
    return reader->line(reader->context, reader->index, number, line, length);
}

enum store_status store_read_each_log(struct store *store, struct store_wanted *wanted,
                                      size_t count, store_log_line *line, void *context)
{
    struct wanted_reader reader = {.line = line, .context = context};
    enum store_status status = STORE_OK;
    for (size_t *i = &reader.index; *i < count && status == STORE_OK; ++*i) {
        status = store_read_log(store, wanted[*i].code, wanted[*i].after, give_wanted, &reader);
        wanted[*i].exists = status == STORE_OK;
        status = store_none_is_ok(status);
    }
    return status;
}

enum store_status store_read_logs(struct store *store, struct store_wanted *wanted, size_t count,
                                  store_log_line *line, void *context)
{
    for (size_t i = 0; i < count; i++)
        wanted[i].exists = false;
    return store->vtable->read_logs(store, wanted, count, line, context);
}

struct running_reader {
    store_running *running;
    void *context;
};

static bool give_running(void *context, const struct store_row *row)
{
    const struct running_reader *reader = context;
    size_t length;
    return reader->running(reader->context, row->vtable->text(row, 0, &length),
                           store_row_number(row, 1));
}

enum store_status store_read_running(struct store *store, store_running *running, void *context)
{
    struct running_reader reader = {running, context};
    return store_none_is_ok(
        store_run_values(store, STORE_SQL_READ_RUNNING, give_running, &reader, NULL, 0));
}

struct code_reader {
    store_code *code;
    void *context;
};

static bool give_code(void *context, const struct store_row *row)
{
    const struct code_reader *reader = context;
    size_t length;
    return reader->code(reader->context, row->vtable->text(row, 0, &length));
}

enum store_status store_read_due(struct store *store, int64_t now_ms, size_t most, store_code *code,
                                 void *context)
{
    struct code_reader reader = {code, context};
    return store_none_is_ok(store_run(store, STORE_SQL_READ_DUE, give_code, &reader,
                                      store_number(now_ms), store_most(most)));
}

enum store_status store_read_tables_of(struct store *store, uint64_t person, bool running_only,
                                       store_code *code, void *context)
{
    struct code_reader reader = {code, context};
    return store_none_is_ok(store_run(store, STORE_SQL_READ_TABLES_OF, give_code, &reader,
                                      store_id(person), store_number(running_only)));
}

static bool take_last(void *context, const struct store_row *row)
{
    *(uint32_t *)context = (uint32_t)store_row_number(row, 0);
    return true;
}

enum store_status store_table_last(struct store *store, const char *code, uint32_t *last)
{
    return store_run(store, STORE_SQL_TABLE_LAST, take_last, last, store_text(code));
}

enum store_status store_table_runs(struct store *store, const char *code)
{
    return store_run(store, STORE_SQL_TABLE_RUNS, NULL, NULL, store_text(code));
}

static bool take_running(void *context, const struct store_row *row)
{
    (void)row;
    ((struct store_asked *)context)->runs = true;
    return true;
}

enum store_status store_which_run(struct store *store, struct store_asked *tables, size_t count)
{
    struct store_list list = {0};
    for (size_t i = 0; i < count; i++) {
        tables[i].runs = false;
        store_list_add(&list, STORE_SQL_TABLE_RUNS, take_running, &tables[i],
                       store_text(tables[i].code));
    }
    return store_run_list(store, &list, false);
}

/* Some of the lines, with their checksums, in one transaction. */
static enum store_status rewrite_some(struct store *store, const struct store_rewritten *lines,
                                      size_t count, char **sealed)
{
    struct store_list list = {0};
    for (size_t i = 0; i < count; i++) {
        const char *line = store_seal(store, lines[i].code, lines[i].number, lines[i].line);
        list.failed |= !line || !(sealed[i] = strdup(line));
        if (!list.failed)
            store_list_add(&list, STORE_SQL_REWRITE, NULL, NULL, store_text(lines[i].code),
                           store_number(lines[i].number), store_text(sealed[i]));
    }
    enum store_status status = store_run_list(store, &list, true);
    for (size_t i = 0; i < count; i++)
        free(sealed[i]);
    return status;
}

enum store_status store_rewrite(struct store *store, const struct store_rewritten *lines,
                                size_t count)
{
    enum { TOGETHER = 1000 };
    enum store_status status = STORE_OK;
    for (size_t i = 0; i < count && status == STORE_OK; i += TOGETHER) {
        char *sealed[TOGETHER] = {NULL};
        status =
            rewrite_some(store, lines + i, count - i < TOGETHER ? count - i : TOGETHER, sealed);
    }
    return status;
}

/* ---------------------------------------------------------------- small facts */

struct fact {
    char *value;
    size_t size;
    bool fits;
};

static bool take_fact(void *context, const struct store_row *row)
{
    struct fact *fact = context;
    size_t length;
    row->vtable->text(row, 0, &length);
    fact->fits = length < fact->size;
    store_row_copy(row, 0, fact->value, fact->size);
    return true;
}

enum store_status store_get(struct store *store, const char *name, char *value, size_t size)
{
    struct fact fact = {.value = value, .size = size, .fits = true};
    enum store_status status = store_run(store, STORE_SQL_GET, take_fact, &fact, store_text(name));
    return fact.fits
        ? status
        : store_fail(store, STORE_BROKEN, "The value of %s is longer than it can be.", name);
}

enum store_status store_put(struct store *store, const char *name, const char *value)
{
    return store_run(store, STORE_SQL_PUT, NULL, NULL, store_text(name), store_text(value));
}

enum store_status store_put_if_missing(struct store *store, const char *name, const char *value)
{
    return store_none_is_ok(store_run(store, STORE_SQL_PUT_IF_MISSING, NULL, NULL, store_text(name),
                                      store_text(value)));
}

enum store_status store_put_if(struct store *store, const char *name, const char *old,
                               const char *value)
{
    return store_run(store, STORE_SQL_PUT_IF, NULL, NULL, store_text(name), store_text(old),
                     store_text(value));
}

enum store_status store_put_each_if(struct store *store, const struct store_swap *swaps,
                                    size_t count)
{
    struct store_list list = {0};
    for (const struct store_swap *swap = swaps; swap < swaps + count; swap++) {
        if (swap->adds)
            store_list_add(&list, STORE_SQL_PUT_IF_MISSING, NULL, NULL, store_text(swap->name),
                           store_text(""));
        store_list_add(&list, STORE_SQL_PUT_IF, NULL, NULL, store_text(swap->name),
                       store_text(swap->old), store_text(swap->value));
    }
    store_list_sort(&list, 1);
    return store_run_list(store, &list, true);
}

enum store_status store_drop(struct store *store, const char *name)
{
    return store_none_is_ok(store_run(store, STORE_SQL_DROP_FACT, NULL, NULL, store_text(name)));
}

/* The first text behind all that begin so. */
static void write_end(const char *prefix, char end[STORE_NAME])
{
    snprintf(end, STORE_NAME, "%s", prefix);
    end[strlen(end) - 1]++;
}

enum store_status store_drop_facts(struct store *store, const char *prefix, const char *value)
{
    char end[STORE_NAME];
    write_end(prefix, end);
    return store_none_is_ok(store_run(store, STORE_SQL_DROP_FACTS, NULL, NULL, store_text(prefix),
                                      store_text(end), store_text(value)));
}

struct fact_reader {
    store_fact *fact;
    void *context;
};

static bool give_fact(void *context, const struct store_row *row)
{
    const struct fact_reader *reader = context;
    char name[STORE_MESSAGE], value[STORE_MESSAGE];
    store_row_copy(row, 0, name, sizeof name);
    store_row_copy(row, 1, value, sizeof value);
    return reader->fact(reader->context, name, value);
}

enum store_status store_read_facts(struct store *store, const char *prefix, store_fact *fact,
                                   void *context)
{
    struct fact_reader reader = {fact, context};
    char end[STORE_NAME];
    write_end(prefix, end);
    return store_none_is_ok(store_run(store, STORE_SQL_READ_FACTS, give_fact, &reader,
                                      store_text(prefix), store_text(end)));
}

/* ---------------------------------------------------------------- what is the kind's own */

enum store_status store_beat(struct store *store, struct store_beat *beat, int64_t now_ms,
                             size_t most, store_code *due, void *context)
{
    beat->alive_count = 0;
    return store->vtable->beat(store, beat, now_ms, most, due, context);
}

enum store_status store_leave(struct store *store, uint64_t fence)
{
    return store->vtable->leave(store, fence);
}

enum store_status store_claim(struct store *store, uint64_t fence, struct store_claim *claims,
                              size_t count)
{
    for (size_t i = 0; i < count; i++)
        claims[i].owner = 0;
    return store->vtable->claim(store, fence, claims, count);
}

enum store_status store_tell(struct store *store, const char *messages)
{
    return store->vtable->tell(store, messages);
}

enum store_status store_listen(struct store *store, store_told *told, void *context)
{
    return store->vtable->listen(store, told, context);
}

int store_file_descriptor(const struct store *store)
{
    return store->vtable->file_descriptor(store);
}

enum store_status store_backup(struct store *store, const char *file, store_copied *copied,
                               void *context)
{
    return store->vtable->backup(store, file, copied, context);
}

enum store_status store_check(struct store *store) { return store->vtable->check(store); }

enum store_status store_serve(struct store *store) { return store->vtable->serve(store); }
