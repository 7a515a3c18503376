/* postgres_connect.c - see postgres.h: connecting, schema migrations, and resolving a transaction
 * in doubt. */
#include "postgres.h"
#include "schema.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DOUBT_TRIES = 30, DOUBT_WAIT_MS = 100, SLOW_MS = 1000, SILENT_MS = 1000 };

/*
 * A dead machine is noticed within some seconds, here and by the server. A node that is stopped in
 * mid-transaction keeps its rows locked, its lease among them: the server ends that transaction
 * before the lease would have ended.
 */
static const char settings[] = "SET search_path = stos; SET client_encoding = 'UTF8'; SET "
                               "statement_timeout = '10min'; SET lock_timeout = '5s';"
                               "SET idle_in_transaction_session_timeout = '3s'; SET "
                               "tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1;"
                               "SET tcp_keepalives_count = 3; SET tcp_user_timeout = '5s';"
                               "SELECT set_config(name, '2s', false) FROM pg_settings WHERE name = "
                               "'client_connection_check_interval';"
                               "SELECT set_config('synchronous_commit', 'on', false) WHERE "
                               "current_setting('synchronous_commit') = 'off'";

static void ignore_notice(void *context, const PGresult *result) { (void)context, (void)result; }

/* ---------------------------------------------------------------- the schema */

/* The number that a query gives; 0 where it gives none. */
static enum store_status ask_number(struct postgres_store *store, const char *sql, long *number)
{
    enum store_status status;
    PGresult *result = postgres_ask_plain(store, sql, &status);
    if (result)
        status = postgres_judge(store, result);
    *number = status == STORE_OK && PQntuples(result) == 1
        ? strtol(PQgetvalue(result, 0, 0), NULL, 10)
        : 0;
    PQclear(result);
    return status;
}

/* 0 where there is no schema yet. */
static enum store_status read_version(struct postgres_store *store, long *version)
{
    enum store_status status =
        ask_number(store, "SELECT (to_regclass('stos.schema_version') IS NOT NULL)::int", version);
    if (status == STORE_OK && *version > 0)
        status = ask_number(store, "SELECT version FROM stos.schema_version", version);
    if (status == STORE_OK && *version > STORE_SCHEMA_VERSION)
        return store_fail(
            &store->base, STORE_NEWER,
            "The database was made by a newer stos (version %ld, this one knows %d); update stos.",
            *version, STORE_SCHEMA_VERSION);
    return status;
}

/* Only one node at a time comes past the first line. */
static const char before_steps[] = "SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; "
                                   "SELECT pg_advisory_xact_lock(7598543001187378035)";

/* The schema may be there, made by somebody who may, for a user who may not. */
static enum store_status make_schema(struct postgres_store *store)
{
    long missing = 0;
    enum store_status status =
        ask_number(store, "SELECT (to_regnamespace('stos') IS NULL)::int", &missing);
    if (status == STORE_OK && missing)
        status = postgres_do(store, "CREATE SCHEMA stos");
    return status == STORE_OK
        ? postgres_do(store,
                      "CREATE TABLE IF NOT EXISTS stos.schema_version (version bigint NOT NULL)")
        : status;
}

static enum store_status run_steps(struct postgres_store *store)
{
    long version = 0;
    enum store_status status = postgres_do(store, before_steps);
    if (status == STORE_OK)
        status = make_schema(store);
    if (status == STORE_OK)
        status = read_version(store, &version);
    for (; status == STORE_OK && version < STORE_SCHEMA_VERSION; version++)
        status = postgres_do(store, store_steps[version].postgres);
    char sql[120];
    snprintf(sql, sizeof sql,
             "DELETE FROM stos.schema_version; INSERT INTO stos.schema_version VALUES (%d)",
             STORE_SCHEMA_VERSION);
    return status == STORE_OK ? postgres_do(store, sql) : status;
}

static enum store_status migrate(struct postgres_store *store)
{
    long version;
    enum store_status status = read_version(store, &version);
    if (status != STORE_OK || version == STORE_SCHEMA_VERSION)
        return status;
    store->patience_ms = POSTGRES_LONG_PATIENCE_MS;
    status = postgres_do(store, "BEGIN");
    if (status == STORE_OK)
        status = run_steps(store);
    if (store->connection) {
        enum store_status ended = postgres_do(store, status == STORE_OK ? "COMMIT" : "ROLLBACK");
        status = status == STORE_OK ? ended : status;
    }
    store->patience_ms = POSTGRES_PATIENCE_MS;
    return status;
}

/* ---------------------------------------------------------------- what was in doubt */

static void wait_a_little(void)
{
    nanosleep(&(struct timespec){.tv_nsec = DOUBT_WAIT_MS * 1000000L}, NULL);
}

/* What became of a transaction: "committed", "aborted", "in progress"; "" where this server does
 * not know it. */
static enum store_status ask_outcome(struct postgres_store *store, char *out, size_t size)
{
    enum store_status status;
    const char *values[] = {store->doubt};
    PGresult *result = postgres_ask(store, POSTGRES_OUTCOME, 1, values, &status);
    bool answered = result && PQresultStatus(result) == PGRES_TUPLES_OK;
    snprintf(out, size, "%s", answered ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
    return status;
}

/* Ends the session that still works on it, if it may; the outcome will tell. */
static enum store_status end_other(struct postgres_store *store)
{
    enum store_status status;
    const char *values[] = {store->doubt};
    PQclear(postgres_ask(store, POSTGRES_END_OTHER, 1, values, &status));
    return status;
}

/* Waits until it is certain what became of a COMMIT that was not answered. */
static enum store_status settle(struct postgres_store *store)
{
    char outcome[16];
    for (int i = 0; *store->doubt && i < DOUBT_TRIES; i++) {
        enum store_status status = ask_outcome(store, outcome, sizeof outcome);
        bool in_progress = strcmp(outcome, "in progress") == 0;
        if (status == STORE_OK && in_progress)
            status = end_other(store);
        if (status != STORE_OK)
            return status;
        if (in_progress) {
            wait_a_little();
            continue;
        }
        store->doubt_came_true = strcmp(outcome, "committed") == 0;
        store->doubt[0] = '\0';
    }
    return *store->doubt
        ? store_fail(&store->base, STORE_DOWN,
                     "PostgreSQL is still busy with the last commit; it will be asked again.")
        : STORE_OK;
}

/* ---------------------------------------------------------------- connecting */

void postgres_disconnect(struct postgres_store *store)
{
    PQfinish(store->connection);
    store->connection = NULL;
    memset(store->prepared, 0, sizeof store->prepared);
}

static int64_t monotonic_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

enum store_status postgres_silent(struct postgres_store *store)
{
    postgres_disconnect(store);
    store->silent_ms = monotonic_ms() + SILENT_MS;
    return store_fail(&store->base, STORE_DOWN,
                      "The PostgreSQL server does not answer; see what keeps it from working.");
}

/* The reason of libpq may quote the address, and with it the password. */
static enum store_status check_address(struct postgres_store *store)
{
    char *reason = NULL;
    PQconninfoOption *options = PQconninfoParse(store->address, &reason);
    PQfreemem(reason);
    PQconninfoFree(options);
    return options ? STORE_OK
                   : store_fail(&store->base, STORE_BROKEN,
                                "The address of the PostgreSQL store cannot be read; write "
                                "postgresql://USER@HOST/DATABASE, with %%XX for "
                                "special characters.");
}

static enum store_status judge_version(struct postgres_store *store)
{
    long version;
    enum store_status status = read_version(store, &version);
    return status == STORE_OK ? store_judge_version(&store->base, version) : status;
}

static enum store_status prepare_session(struct postgres_store *store)
{
    enum store_status status = postgres_do(store, settings);
    if (status == STORE_OK && store->base.reads)
        return postgres_do(store, "SET default_transaction_read_only = on");
    if (status == STORE_OK)
        status = store->base.visiting ? judge_version(store) : migrate(store);
    if (status == STORE_OK)
        status = postgres_do(store, "LISTEN stos");
    return status == STORE_OK ? settle(store) : status;
}

static enum store_status connect_now(struct postgres_store *store)
{
    enum store_status status = check_address(store);
    if (status != STORE_OK)
        return status;
    /* what stands before dbname is overruled by the address */
    static const char *const names[] = {"connect_timeout",
                                        "keepalives_idle",
                                        "keepalives_interval",
                                        "keepalives_count",
                                        "tcp_user_timeout",
                                        "fallback_application_name",
                                        "dbname",
                                        NULL};
    const char *const values[] = {"3", "2", "1", "3", "5000", "stos", store->address, NULL};
    int64_t began_ms = monotonic_ms();
    store->patience_ms = POSTGRES_PATIENCE_MS;
    store->connection = PQconnectdbParams(names, values, 1);
    if (!store->connection || PQstatus(store->connection) != CONNECTION_OK) {
        int64_t now_ms = monotonic_ms();
        store->silent_ms = now_ms - began_ms >= SLOW_MS ? now_ms + SILENT_MS : 0;
        return postgres_lost(store);
    }
    PQsetNoticeReceiver(store->connection, ignore_notice, NULL);
    PQsetnonblocking(store->connection, 1);
    status = prepare_session(store);
    if (status == STORE_OK)
        store->base.session++;
    else
        postgres_disconnect(store);
    return status;
}

/* Whether the session was ended while nobody asked anything: by a server that stopped, crashed, or
 * restarted since. */
static bool was_ended(const struct postgres_store *store)
{
    enum { READS_MOST = 64 };
    struct pollfd socket = {.fd = PQsocket(store->connection), .events = POLLIN};
    for (int i = 0; i < READS_MOST && poll(&socket, 1, 0) > 0; i++)
        if (!PQconsumeInput(store->connection)) /* keeps what other nodes told, too */
            return true;
    return PQstatus(store->connection) == CONNECTION_BAD;
}

enum store_status postgres_ready(struct postgres_store *store)
{
    if (store->connection && was_ended(store))
        postgres_lost(store);
    if (store->connection)
        return STORE_OK;
    if (store->in_transaction || monotonic_ms() < store->silent_ms)
        return STORE_DOWN; /* the message says why */
    return connect_now(store);
}
