/* postgres.c - see postgres.h: running the common statements, transactions, and the vtable. */
#include "postgres_array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- statements */

/* Gives the rows of one result out; once the caller has had enough, the rest is read and dropped.
 */
static void give_rows(struct store *base, struct store_query *query, const PGresult *result,
                      bool *go_on)
{
    struct store_row row = {.vtable = base->vtable, .source = result};
    for (; *go_on && row.index < PQntuples(result); row.index++) {
        query->rows++;
        *go_on = !query->each || query->each(query->context, &row);
    }
}

static enum store_status read_results(struct postgres_store *store, struct store_query *query)
{
    enum store_status status, outcome = STORE_OK;
    PGresult *result;
    bool go_on = true;
    while ((result = postgres_result(store, &status))) {
        if (PQresultStatus(result) == PGRES_COMMAND_OK)
            query->rows = strtoull(PQcmdTuples(result), NULL, 10);
        else if (PQresultStatus(result) == PGRES_FATAL_ERROR)
            outcome = postgres_judge(store, result);
        else
            give_rows(&store->base, query, result, &go_on);
        PQclear(result);
        if (!store->connection)
            return outcome;
    }
    return status == STORE_OK ? outcome : status;
}

static enum store_status send_query(struct postgres_store *store, const struct store_query *query)
{
    char numbers[POSTGRES_VALUES][24];
    const char *values[POSTGRES_VALUES];
    for (int i = 0; i < query->count; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%lld", (long long)query->values[i].number);
        values[i] = query->values[i].text ? query->values[i].text : numbers[i];
    }
    return postgres_send(store, (int)query->statement, query->count, values);
}

static enum store_status run(struct store *base, struct store_query *query)
{
    struct postgres_store *store = (struct postgres_store *)base;
    query->rows = 0;
    enum store_status status = postgres_ready(store);
    if (status == STORE_OK)
        status = send_query(store, query);
    if (status != STORE_OK)
        return status;
    if (query->statement != STORE_SQL_READ_RUNNING)
        return read_results(store, query);
    PQsetSingleRowMode(store->connection); /* too much to have in memory */
    store->patience_ms = POSTGRES_LONG_PATIENCE_MS;
    status = read_results(store, query);
    store->patience_ms = POSTGRES_PATIENCE_MS;
    return status;
}

static int64_t row_number(const struct store_row *row, int column)
{
    return strtoll(PQgetvalue(row->source, row->index, column), NULL, 10);
}

static const char *row_text(const struct store_row *row, int column, size_t *length)
{
    *length = (size_t)PQgetlength(row->source, row->index, column);
    return PQgetvalue(row->source, row->index, column);
}

/* ---------------------------------------------------------------- lists: a pipeline */

static enum store_status send_list(struct postgres_store *store, const struct store_list *list)
{
    enum store_status status = postgres_ready(store);
    for (size_t i = 0; i < list->count && status == STORE_OK; i++)
        status = postgres_prepare(store, (int)list->listed[i].query.statement);
    if (status != STORE_OK)
        return status;
    status = postgres_pipeline(store);
    for (size_t i = 0; i < list->count && status == STORE_OK; i++)
        status = send_query(store, &list->listed[i].query);
    if (status == STORE_OK)
        status = postgres_pipeline_send(store);
    if (status != STORE_OK && store->connection)
        postgres_disconnect(store); /* in the middle of a pipeline */
    return status;
}

static void take_result(struct store *store, struct store_query *query, PGresult *result)
{
    bool go_on = true;
    if (PQresultStatus(result) == PGRES_COMMAND_OK)
        query->rows = strtoull(PQcmdTuples(result), NULL, 10);
    else
        give_rows(store, query, result, &go_on);
}

/* The first failure counts; what follows it was not done, and is read all the same. */
static enum store_status run_list(struct store *base, struct store_list *list, bool changes)
{
    struct postgres_store *store = (struct postgres_store *)base;
    enum store_status first = STORE_OK, status = send_list(store, list);
    (void)changes; /* a pipeline is a transaction in any case */
    if (status != STORE_OK)
        return status;
    for (size_t i = 0; i < list->count; i++) {
        PGresult *result = postgres_pipeline_result(store, &status);
        if (!result)
            return status; /* the connection is lost */
        if (first == STORE_OK)
            first = postgres_judge(store, result);
        if (first == STORE_OK)
            take_result(base, &list->listed[i].query, result);
        PQclear(result);
        if (!store->connection)
            return first;
    }
    status = postgres_pipeline_end(store);
    return first == STORE_OK ? status : first;
}

/* ---------------------------------------------------------------- many logs at once */

struct logs_reader {
    struct store *store;
    struct store_wanted *wanted;
    store_log_line *line;
    void *context;
};

/* A row with the number 0 says that there is such a table. */
static bool give_line(void *context, const struct store_row *row)
{
    const struct logs_reader *reader = context;
    size_t index = (size_t)store_row_number(row, 0) - 1, length;
    uint32_t number = (uint32_t)store_row_number(row, 1);
    if (number == 0) {
        reader->wanted[index].exists = true;
        return true;
    }
    const char *line = row->vtable->text(row, 2, &length);
    line = store_unseal(reader->store, reader->wanted[index].code, number, line, &length);
    return line && reader->line(reader->context, index, number, line, length);
}

enum store_status postgres_read_logs(struct store *base, struct store_wanted *wanted, size_t count,
                                     store_log_line *line, void *context)
{
    struct postgres_store *store = (struct postgres_store *)base;
    struct postgres_arrays arrays = {0};
    struct logs_reader reader = {base, wanted, line, context};
    struct store_query query = {.each = give_line, .context = &reader};
    for (size_t i = 0; i < count; i++) {
        postgres_arrays_text(&arrays, 0, wanted[i].code);
        postgres_arrays_number(&arrays, 1, wanted[i].after);
    }
    const char *const *values = postgres_arrays_values(&arrays, 2);
    enum store_status status = values
        ? postgres_ready(store)
        : store_fail(base, STORE_DOWN, "There is not enough memory to read logs.");
    if (status == STORE_OK)
        status = postgres_send(store, POSTGRES_READ_LOGS, 2, values);
    postgres_arrays_free(&arrays);
    return status == STORE_OK ? read_results(store, &query) : status;
}

/* ---------------------------------------------------------------- transactions */

enum store_status postgres_begin(struct store *base)
{
    struct postgres_store *store = (struct postgres_store *)base;
    enum store_status status = postgres_ready(store);
    if (status == STORE_OK)
        status = postgres_do(store, "BEGIN");
    store->in_transaction = status == STORE_OK;
    return status;
}

enum store_status postgres_end(struct store *base, enum store_status status)
{
    struct postgres_store *store = (struct postgres_store *)base;
    store->in_transaction = false;
    if (!store->connection)
        return status;
    if (status == STORE_OK && PQtransactionStatus(store->connection) == PQTRANS_INERROR)
        status = store_fail(base, STORE_DOWN, "A statement of the transaction had failed.");
    if (status == STORE_OK)
        return postgres_do(store, "COMMIT");
    char message[STORE_MESSAGE]; /* that of the failure, not of the end */
    memcpy(message, base->message, sizeof message);
    if (postgres_do(store, "ROLLBACK") != STORE_OK)
        postgres_disconnect(store);
    memcpy(base->message, message, sizeof message);
    return status;
}

/* ---------------------------------------------------------------- the table of functions */

static enum store_status backup(struct store *store, const char *file, store_copied *copied,
                                void *context)
{
    (void)file, (void)copied, (void)context;
    return store_fail(store, STORE_NONE,
                      "A copy of a PostgreSQL store is made by pg_dump --schema=stos.");
}

static enum store_status check(struct store *store)
{
    return store_fail(store, STORE_NONE, "A PostgreSQL store is checked by pg_amcheck.");
}

static void close_store(struct store *base)
{
    struct postgres_store *store = (struct postgres_store *)base;
    postgres_disconnect(store);
    free(store);
}

/* Any number of servers share a database. */
static enum store_status serve(struct store *store)
{
    (void)store;
    return STORE_OK;
}

static const struct store_vtable vtable = {
    .shared = true,
    .close = close_store,
    .run = run,
    .run_list = run_list,
    .number = row_number,
    .text = row_text,
    .begin = postgres_begin,
    .end = postgres_end,
    .commit = postgres_commit,
    .read_logs = postgres_read_logs,
    .beat = postgres_beat,
    .leave = postgres_leave,
    .claim = postgres_claim,
    .tell = postgres_tell,
    .listen = postgres_listen,
    .file_descriptor = postgres_file_descriptor,
    .backup = backup,
    .check = check,
    .serve = serve,
};

struct store *store_open_postgres(const struct store_opening *opening, enum store_status *status,
                                  char message[STORE_MESSAGE])
{
    size_t size = strlen(opening->where) + 1;
    struct postgres_store *store = calloc(1, sizeof *store + size);
    if (!store) {
        *status = STORE_DOWN;
        return NULL;
    }
    store->base = (struct store){.vtable = &vtable,
                                 .visiting = opening->visiting,
                                 .old_is_good = opening->old_is_good,
                                 .reads = opening->reads};
    memcpy(store->address, opening->where, size);
    *status = postgres_ready(store);
    if (*status == STORE_OK)
        return &store->base;
    memcpy(message, store->base.message, STORE_MESSAGE);
    close_store(&store->base);
    return NULL;
}
