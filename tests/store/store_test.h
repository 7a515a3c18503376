/*
 * store_test.h - what the tests of the store share: a fresh store of the kind that is tested, and
 * short ways to use it.
 *
 * STOS_TEST_STORE names the kind: an address of PostgreSQL (see with-postgres), whose schema is
 * dropped before each test; without it a SQLite file in a folder of its own.
 */
#ifndef STOS_TESTS_STORE_TEST_H
#define STOS_TESTS_STORE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "store/schema.h"
#include "store/store.h"

#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct fixture {
    char folder[64], where[300];
    bool postgres;
    struct store *store;
};

/* ---------------------------------------------------------------- fresh stores */

static inline bool test_is_postgres(void) { return getenv("STOS_TEST_STORE") != NULL; }

/* Runs SQL behind the store's back; the first value of the result goes to `out` if that is not
 * NULL. */
static inline void raw_sql(const struct fixture *fixture, const char *sql, char *out, size_t size)
{
    if (fixture->postgres) {
        PGconn *connection = PQconnectdb(fixture->where);
        PQclear(PQexec(connection, "SET client_min_messages = error; SET search_path = stos"));
        PGresult *result = PQexec(connection, sql);
        if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
            fail_msg("%s: %s", sql, PQerrorMessage(connection));
        if (out)
            snprintf(out, size, "%s", PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "");
        PQclear(result);
        PQfinish(connection);
        return;
    }
    sqlite3 *database;
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_open(fixture->where, &database), SQLITE_OK);
    if (!out && sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(database));
    if (out) {
        assert_int_equal(sqlite3_prepare_v2(database, sql, -1, &statement, NULL), SQLITE_OK);
        bool row = sqlite3_step(statement) == SQLITE_ROW;
        snprintf(out, size, "%s", row ? (const char *)sqlite3_column_text(statement, 0) : "");
        sqlite3_finalize(statement);
    }
    sqlite3_close(database);
}

/* Opens the store (again); fails the test when that fails. */
static inline struct store *open_store(const struct fixture *fixture)
{
    enum store_status status;
    char message[STORE_MESSAGE];
    struct store *store = store_open(fixture->where, &status, message);
    if (!store)
        fail_msg("status %d: %s", (int)status, message);
    return store;
}

static inline int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    snprintf(fixture->folder, sizeof fixture->folder, "/tmp/stos-store-XXXXXX");
    if (!mkdtemp(fixture->folder))
        return 1;
    fixture->postgres = test_is_postgres();
    if (fixture->postgres)
        snprintf(fixture->where, sizeof fixture->where, "%s", getenv("STOS_TEST_STORE"));
    else
        snprintf(fixture->where, sizeof fixture->where, "%s/store.db", fixture->folder);
    if (fixture->postgres)
        raw_sql(fixture, "DROP SCHEMA IF EXISTS stos CASCADE", NULL, 0);
    fixture->store = open_store(fixture);
    *state = fixture;
    return 0;
}

static inline int tear_down(void **state)
{
    struct fixture *fixture = *state;
    store_close(fixture->store);
    static const char *const names[] = {"store.db",    "store.db-wal", "store.db-shm", "copy.db",
                                        "copy.db-wal", "copy.db-shm",  "moved.db"};
    char path[300];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", fixture->folder, names[i]);
        unlink(path);
    }
    int failed = rmdir(fixture->folder);
    free(fixture);
    return failed;
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

/* A second process of a test; it ends by itself should the test end before it. */
static inline pid_t start_helper(void)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        alarm(60);
    return child;
}

static inline void wait_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* ---------------------------------------------------------------- writing and reading in short */

static inline struct store_append append_of(const char *code, uint32_t last,
                                            const char *const *lines, uint32_t count)
{
    struct store_append append = {.last = last,
                                  .count = count,
                                  .lines = lines,
                                  .due_ms = INT64_MAX,
                                  .changed_ms = 1000 + last};
    snprintf(append.code, sizeof append.code, "%s", code);
    return append;
}

/* Appends one line; whether it was taken. */
static inline bool append_line(struct store *store, const char *code, uint32_t last,
                               const char *line)
{
    struct store_append append = append_of(code, last, &line, 1);
    struct store_batch batch = {.appends = &append, .append_count = 1};
    enum store_status status = store_commit(store, &batch);
    if (status != STORE_OK)
        fail_msg("status %d: %s", (int)status, store_message(store));
    return !append.refused;
}

/* A log, or codes, or names, as one text: "code/number=line;". */
struct gathered {
    char text[8000];
    size_t length;
    int rows, most; /* most 0: all */
};

static inline bool gather(struct gathered *gathered, const char *text)
{
    gathered->length += (size_t)snprintf(gathered->text + gathered->length,
                                         sizeof gathered->text - gathered->length, "%s;", text);
    assert_true(gathered->length < sizeof gathered->text);
    return ++gathered->rows != gathered->most;
}

static inline bool gather_line(void *context, const char *code, uint32_t number, const char *line,
                               size_t length)
{
    char text[2000];
    assert_int_equal(strlen(line), length);
    snprintf(text, sizeof text, "%s/%u=%s", code, number, line);
    return gather(context, text);
}

static inline bool gather_code(void *context, const char *code) { return gather(context, code); }

static inline const char *log_of(struct store *store, const char *code, struct gathered *gathered)
{
    *gathered = (struct gathered){0};
    assert_int_equal(store_read_log(store, code, 0, gather_line, gathered), STORE_OK);
    return gathered->text;
}

#endif
