/* sqlite.c - see sqlite.h: running statements, and error handling. */
#include "sqlite.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---------------------------------------------------------------- what went wrong */

/* What a primary result code means. `reopen`: the connection may be no good any more. */
static const struct meaning {
    int code;
    enum store_status status;
    bool reopen;
    const char *sentence; /* with %s for the file */
} meanings[] = {
    {SQLITE_BUSY, STORE_DOWN, false,
     "The store %s is locked by another program; end that program or wait until it is done."},
    {SQLITE_LOCKED, STORE_DOWN, false,
     "The store %s is locked by another program; end that program or wait until it is done."},
    {SQLITE_FULL, STORE_DOWN, false, "The disk of the store %s is full; make room on it."},
    {SQLITE_NOMEM, STORE_DOWN, false, "There is not enough memory to use the store %s."},
    {SQLITE_IOERR, STORE_DOWN, true,
     "The store %s cannot be read or written; see whether its disk is full, over quota or "
     "failing."},
    {SQLITE_CANTOPEN, STORE_DOWN, true,
     "The store %s cannot be opened; see whether the file and its folder are there and may be "
     "written to."},
    {SQLITE_READONLY, STORE_DOWN, true,
     "The store %s is read-only; allow writing to the file and its folder."},
    {SQLITE_PERM, STORE_DOWN, true,
     "The store %s may not be used; see who owns the file and its folder."},
    {SQLITE_AUTH, STORE_DOWN, true,
     "The store %s may not be used; see who owns the file and its folder."},
    {SQLITE_PROTOCOL, STORE_DOWN, true,
     "The store %s is locked in a way that cannot be understood; it may not be on a network disk."},
    {SQLITE_CORRUPT, STORE_BROKEN, true,
     "The store %s is damaged; stop, keep a copy of the file, and put the last backup in its "
     "place."},
    {SQLITE_NOTADB, STORE_BROKEN, true,
     "The file %s is not a store, or is damaged; name another file, or put the last backup in its "
     "place."},
};

enum store_status sqlite_fail(struct sqlite_store *store, int code)
{
    if (code == SQLITE_CONSTRAINT_FOREIGNKEY)
        return STORE_NONE;
    if ((code & 0xff) == SQLITE_CONSTRAINT)
        return STORE_TAKEN;
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++)
        if (meanings[i].code == (code & 0xff)) {
            store_fail(&store->base, meanings[i].status, meanings[i].sentence, store->file);
            if (meanings[i].reopen && !sqlite_forgets(store))
                sqlite_disconnect(store);
            return meanings[i].status;
        }
    bool is_last = store->database &&
        sqlite3_extended_errcode(store->database) == code; /* then there are words about it */
    return store_fail(&store->base, STORE_BROKEN, "The store %s does not work: %s.", store->file,
                      is_last ? sqlite3_errmsg(store->database) : sqlite3_errstr(code));
}

/* ---------------------------------------------------------------- statements */

static enum store_status prepare(struct sqlite_store *store, enum store_statement which,
                                 sqlite3_stmt **statement)
{
    if (!store->kept[which]) {
        int code = sqlite3_prepare_v3(store->database, store_sql(which), -1,
                                      SQLITE_PREPARE_PERSISTENT, &store->kept[which], NULL);
        if (code != SQLITE_OK)
            return sqlite_fail(store, sqlite3_extended_errcode(store->database));
    }
    *statement = store->kept[which];
    return STORE_OK;
}

static void bind(sqlite3_stmt *statement, const struct store_value *values, int count)
{
    for (int i = 0; i < count; i++)
        if (values[i].text)
            sqlite3_bind_text(statement, i + 1, values[i].text, -1, SQLITE_STATIC);
        else
            sqlite3_bind_int64(statement, i + 1, values[i].number);
}

static enum store_status run(struct store *base, struct store_query *query)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    sqlite3_stmt *statement = NULL;
    enum store_status status = sqlite_ready(store);
    if (status == STORE_OK)
        status = prepare(store, query->statement, &statement);
    if (status != STORE_OK)
        return status;
    bind(statement, query->values, query->count);
    struct store_row row = {.vtable = base->vtable, .source = statement};
    int code;
    bool go_on = true;
    query->rows = 0;
    while (go_on && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        query->rows++;
        go_on = !query->each || query->each(query->context, &row);
    }
    if (go_on && code == SQLITE_DONE && sqlite3_column_count(statement) == 0)
        query->rows = (uint64_t)sqlite3_changes64(store->database);
    sqlite3_reset(statement);
    return go_on && code != SQLITE_DONE
        ? sqlite_fail(store, sqlite3_extended_errcode(store->database))
        : STORE_OK;
}

static int64_t row_number(const struct store_row *row, int column)
{
    return sqlite3_column_int64((sqlite3_stmt *)row->source, column);
}

static const char *row_text(const struct store_row *row, int column, size_t *length)
{
    sqlite3_stmt *statement = (sqlite3_stmt *)row->source;
    const unsigned char *text = sqlite3_column_text(statement, column);
    *length = text ? (size_t)sqlite3_column_bytes(statement, column) : 0;
    return text ? (const char *)text : "";
}

/* ---------------------------------------------------------------- alone on the file: nobody to
 * agree with */

static enum store_status beat(struct store *store, struct store_beat *beat, int64_t now_ms,
                              size_t most, store_code *due, void *context)
{
    beat->fence = 0;
    return store_read_due(store, now_ms, most, due, context);
}

static enum store_status leave(struct store *store, uint64_t fence)
{
    (void)store, (void)fence;
    return STORE_OK;
}

static enum store_status claim(struct store *store, uint64_t fence, struct store_claim *claims,
                               size_t count)
{
    (void)store, (void)fence, (void)claims, (void)count;
    return STORE_OK;
}

static enum store_status tell(struct store *store, const char *message)
{
    (void)store, (void)message;
    return STORE_OK;
}

static enum store_status hear(struct store *store, store_told *told, void *context)
{
    (void)store, (void)told, (void)context;
    return STORE_OK;
}

static int file_descriptor(const struct store *store)
{
    (void)store;
    return -1;
}

static void close_store(struct store *base)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    sqlite_end_checkpoint(store);
    sqlite_disconnect(store);
    if (store->server_lock >= 0)
        close(store->server_lock);
    free(store);
}

static const struct store_vtable vtable = {
    .close = close_store,
    .run = run,
    .run_list = store_run_each,
    .number = row_number,
    .text = row_text,
    .begin = sqlite_begin,
    .end = sqlite_end,
    .commit = sqlite_commit,
    .beat = beat,
    .leave = leave,
    .claim = claim,
    .tell = tell,
    .listen = hear,
    .read_logs = store_read_each_log,
    .file_descriptor = file_descriptor,
    .backup = sqlite_backup,
    .check = sqlite_check,
    .serve = sqlite_serve,
};

struct store *store_open_sqlite(const struct store_opening *opening, enum store_status *status,
                                char message[STORE_MESSAGE])
{
    size_t size = strlen(opening->where) + 1;
    struct sqlite_store *store = calloc(1, sizeof *store + size);
    if (!store) {
        *status = STORE_DOWN;
        return NULL;
    }
    store->base = (struct store){.vtable = &vtable,
                                 .visiting = opening->visiting,
                                 .old_is_good = opening->old_is_good,
                                 .reads = opening->reads};
    store->server_lock = -1;
    memcpy(store->file, opening->where, size);
    *status = sqlite_connect(store, !opening->visiting);
    if (*status == STORE_OK)
        return &store->base;
    memcpy(message, store->base.message, STORE_MESSAGE);
    close_store(&store->base);
    return NULL;
}
