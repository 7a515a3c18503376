/* postgres_talk.c - see postgres.h: sending, waiting with a timeout, and interpreting the results.
 */
#include "postgres.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- statements of PostgreSQL's own
 */

/*
 * An append is one statement: the tables whose last line is the one expected (or that are new) are
 * claimed, the lines of the claimed ones written, and the other nodes told; where an append is
 * refused, the lines that its writer did not know come back instead, so that it can be tried again
 * without another question. The rows were locked by POSTGRES_LOCK_ROWS in order of their codes, so
 * two nodes cannot wait for each other. IS TRUE keeps the planner, which cannot know how long an
 * array is, from comparing each line with each table.
 */
static const char *const own_sql[POSTGRES_STATEMENTS - STORE_STATEMENTS] = {
    [POSTGRES_FENCE - STORE_STATEMENTS] =
        "SELECT fence FROM nodes WHERE fence = ?1::bigint FOR KEY SHARE",
    [POSTGRES_LOCK_ROWS - STORE_STATEMENTS] =
        "SELECT 1 FROM tables WHERE code = ANY (?1::text[]) ORDER BY code FOR UPDATE",
    /* Two nodes must not both give somebody their last table. A few locks that many share: a batch
       may hold thousands of tables. */
    [POSTGRES_LOCK_PARTIES - STORE_STATEMENTS] =
        "SELECT pg_advisory_xact_lock(1937010547, place) FROM (SELECT DISTINCT hashtext(party) & "
        "63 AS place"
        " FROM unnest(?1::text[]) AS party ORDER BY place) AS places",
    /* New tables (most >= 0) that are too many for one of their parties come back; the others are
       held. */
    [POSTGRES_HOLD - STORE_STATEMENTS] =
        "WITH want AS (SELECT code, party, most, row_number() OVER (PARTITION BY party ORDER BY "
        "code) AS place"
        " FROM unnest(?1::text[], ?2::text[], ?3::bigint[]) AS w (code, party, most)"
        " WHERE most < 0 OR NOT EXISTS (SELECT 1 FROM tables WHERE tables.code = w.code)),"
        " too_many AS (SELECT DISTINCT code FROM want WHERE most >= 0"
        " AND place + (SELECT count(*) FROM held WHERE held.party = want.party) > most),"
        " put AS (INSERT INTO held (party, code) SELECT party, code FROM want WHERE code NOT IN "
        "(SELECT code FROM too_many)"
        " ORDER BY party, code ON CONFLICT DO NOTHING) SELECT code FROM too_many",
    [POSTGRES_APPEND - STORE_STATEMENTS] =
        "WITH want AS (SELECT * FROM unnest(?1::text[], ?2::bigint[], ?3::bigint[], ?4::bigint[], "
        "?5::bigint[], ?6::bigint[],"
        " ?10::bigint[], ?11::bigint[]) AS w (code, before, last, is_over, due_ms, changed_ms, "
        "fence, parties)),"
        " changed AS (UPDATE tables t SET last = w.last, is_over = w.is_over, due_ms = w.due_ms, "
        "changed_ms = w.changed_ms,"
        " owner = CASE WHEN t.is_over = 0 AND t.owner IN (SELECT fence FROM nodes) THEN t.owner "
        "ELSE w.fence END"
        " FROM want w WHERE t.code = w.code AND t.last = w.before AND w.before > 0 RETURNING "
        "t.code, t.last, t.owner),"
        " opened AS (INSERT INTO tables (code, last, is_over, due_ms, opened_ms, changed_ms, owner)"
        " SELECT code, last, is_over, due_ms, changed_ms, changed_ms, fence FROM want WHERE before "
        "= 0"
        " AND (parties = 0 OR parties <= (SELECT count(*) FROM held WHERE held.code = want.code)) "
        "ORDER BY code"
        " ON CONFLICT DO NOTHING RETURNING code, last, owner),"
        " taken AS (SELECT * FROM changed UNION ALL SELECT * FROM opened),"
        " written AS (INSERT INTO events (code, number, line) SELECT l.code, l.number, l.line"
        " FROM unnest(?7::text[], ?8::bigint[], ?9::text[]) AS l (code, number, line) WHERE "
        "(l.code IN (SELECT code FROM taken)) IS TRUE),"
        " let_go AS (DELETE FROM held WHERE code = ANY (ARRAY(SELECT code FROM want WHERE is_over "
        "= 1 AND code IN (SELECT code FROM "
        "taken))))"
        " SELECT code, pg_current_xact_id()::text, owner, 0, pg_notify('stos', 'log ' || code || ' "
        "' || last)::text FROM taken"
        " UNION ALL SELECT w.code, '', 0, e.number, e.line FROM want w CROSS JOIN LATERAL (SELECT "
        "number, line FROM events"
        " WHERE events.code = w.code AND number > w.before ORDER BY number LIMIT 100) AS e"
        " WHERE w.before > 0 AND (w.code IN (SELECT code FROM taken)) IS NOT TRUE",
    [POSTGRES_READ_LOGS - STORE_STATEMENTS] =
        "SELECT w.at, e.number, e.line FROM unnest(?1::text[], ?2::bigint[]) WITH ORDINALITY AS w "
        "(code, after, at)"
        " CROSS JOIN LATERAL (SELECT 0 AS number, '' AS line FROM tables WHERE tables.code = "
        "w.code UNION ALL"
        " SELECT number, line FROM events WHERE events.code = w.code AND number > w.after) AS e "
        "ORDER BY w.at, e.number",
    [POSTGRES_ADD_GAMES - STORE_STATEMENTS] =
        "WITH added AS (INSERT INTO games (id, code, rules, result, deal, company, cards_left, "
        "won, finished, began_ms, ended_ms, counts)"
        " SELECT * FROM unnest(?1::text[], ?2::text[], ?3::text[], ?4::text[], ?5::text[], "
        "?6::text[], ?7::bigint[], ?8::bigint[],"
        " ?9::bigint[], ?10::bigint[], ?11::bigint[], ?12::bigint[]) AS g (id) ORDER BY id ON "
        "CONFLICT DO NOTHING RETURNING id),"
        " recorded AS (INSERT INTO records (game, record) SELECT r.* FROM unnest(?19::text[], "
        "?20::text[]) AS r (game)"
        " JOIN added ON added.id = r.game)"
        " INSERT INTO game_seats (game, seat, person, name, bot, won) SELECT s.* FROM "
        "unnest(?13::text[], ?14::bigint[],"
        " ?15::bigint[], ?16::text[], ?17::text[], ?18::bigint[]) AS s (game) JOIN added ON "
        "added.id = s.game ON CONFLICT DO NOTHING",
    [POSTGRES_ADD_SITTINGS - STORE_STATEMENTS] =
        "WITH sitting AS (SELECT * FROM unnest(?1::bigint[], ?2::text[], ?3::text[], ?4::bigint[], "
        "?5::bigint[], ?6::text[], ?7::text[])"
        " AS s (person, name, language, program, now_ms, token, code) ORDER BY person),"
        " people_added AS (INSERT INTO people (id, name, language, program, muted, banned, "
        "made_ms, seen_ms)"
        " SELECT person, name, language, program, 0, 0, now_ms, now_ms FROM sitting ON CONFLICT DO "
        "NOTHING),"
        " tokens_added AS (INSERT INTO tokens (hash, person, made_ms) SELECT token, person, now_ms "
        "FROM sitting WHERE token <> ''"
        " ON CONFLICT DO NOTHING),"
        " invited AS (DELETE FROM person_facts USING sitting WHERE " STORE_IS_INVITED(
            "sitting.person", "sitting.code") ")"
                                              " INSERT INTO sat (person, code) SELECT person, code "
                                              "FROM sitting ON CONFLICT DO NOTHING",
    [POSTGRES_JOIN - STORE_STATEMENTS] =
        "INSERT INTO nodes (beat) VALUES (clock_timestamp()) RETURNING fence",
    [POSTGRES_BEAT - STORE_STATEMENTS] =
        "WITH mine AS (UPDATE nodes SET beat = clock_timestamp() WHERE fence = ?1::bigint "
        "RETURNING fence),"
        " ended AS (DELETE FROM nodes WHERE fence IN (SELECT fence FROM nodes WHERE fence <> "
        "?1::bigint"
        " AND beat < clock_timestamp() - ?2::bigint * interval '1 millisecond' FOR UPDATE SKIP "
        "LOCKED) RETURNING fence),"
        " others AS (SELECT fence FROM nodes WHERE fence <> ?1::bigint AND fence NOT IN (SELECT "
        "fence FROM ended)),"
        " due AS (SELECT code FROM tables WHERE is_over = 0 AND due_ms < ?3::bigint AND due_ms < "
        "9223372036854775807"
        " AND owner NOT IN (SELECT fence FROM others) ORDER BY due_ms LIMIT ?4::bigint)"
        " SELECT fence, '' FROM mine UNION ALL SELECT fence, '' FROM others UNION ALL SELECT 0, "
        "code FROM due",
    [POSTGRES_LEAVE - STORE_STATEMENTS] =
        "WITH gone AS (DELETE FROM nodes WHERE fence = ?1::bigint RETURNING fence) SELECT "
        "pg_notify('stos', 'left ' || fence) FROM gone",
    [POSTGRES_CLAIM - STORE_STATEMENTS] =
        "WITH taken AS (UPDATE tables SET owner = ?1::bigint WHERE code IN (SELECT code FROM "
        "tables WHERE code = ANY (?2::text[])"
        " AND owner NOT IN (SELECT fence FROM nodes) ORDER BY code FOR NO KEY UPDATE SKIP LOCKED)"
        " AND EXISTS (SELECT 1 FROM nodes WHERE fence = ?1::bigint) RETURNING code)"
        " SELECT code, CASE WHEN code IN (SELECT code FROM taken) THEN ?1::bigint ELSE owner END "
        "FROM tables"
        " WHERE code = ANY (?2::text[])",
    [POSTGRES_NOTIFY - STORE_STATEMENTS] =
        "SELECT pg_notify('stos', m) FROM unnest(string_to_array(?1::text, E'\n')) AS m WHERE m <> "
        "''",
    [POSTGRES_OUTCOME - STORE_STATEMENTS] = "SELECT pg_xact_status(?1::xid8)",
    [POSTGRES_END_OTHER - STORE_STATEMENTS] =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_xid = ?1::xid8::xid",
};

/* The SQL with $1 for ?1. */
static void write_sql(int statement, char *out, size_t size)
{
    const char *sql = statement < STORE_STATEMENTS ? store_sql((enum store_statement)statement)
                                                   : own_sql[statement - STORE_STATEMENTS];
    snprintf(out, size, "%s", sql);
    for (; *out; out++)
        if (*out == '?')
            *out = '$';
}

/* ---------------------------------------------------------------- waiting */

/* Waits until the socket can be read (or written to, if wanted); false when nothing happens for too
 * long. */
static bool wait_for(const struct postgres_store *store, bool write)
{
    struct pollfd socket = {.fd = PQsocket(store->connection),
                            .events = (short)(POLLIN | (write ? POLLOUT : 0))};
    int ready;
    do
        ready = poll(&socket, 1, store->patience_ms);
    while (ready < 0 && errno == EINTR);
    return ready > 0;
}

static bool flush(const struct postgres_store *store)
{
    int left;
    while ((left = PQflush(store->connection)) > 0)
        if (!wait_for(store, true) || !PQconsumeInput(store->connection))
            return false;
    return left == 0;
}

PGresult *postgres_result(struct postgres_store *store, enum store_status *status)
{
    *status = STORE_OK;
    while (PQisBusy(store->connection))
        if (!wait_for(store, false)) {
            *status = postgres_silent(store);
            return NULL;
        } else if (!PQconsumeInput(store->connection)) {
            *status = postgres_lost(store);
            return NULL;
        }
    return PQgetResult(store->connection);
}

/* The last result of what was sent, or the first that is an error. */
static PGresult *only_result(struct postgres_store *store, enum store_status *status)
{
    PGresult *kept = NULL, *result;
    while ((result = postgres_result(store, status))) {
        bool keep = !kept || PQresultStatus(kept) != PGRES_FATAL_ERROR;
        PQclear(keep ? kept : result);
        if (keep)
            kept = result;
    }
    if (*status == STORE_OK && (!kept || PQstatus(store->connection) == CONNECTION_BAD))
        *status = postgres_lost(store);
    if (*status == STORE_OK)
        return kept;
    PQclear(kept);
    return NULL;
}

/* ---------------------------------------------------------------- asking */

static enum store_status prepare(struct postgres_store *store, int statement, const char *name)
{
    if (store->prepared[statement])
        return STORE_OK;
    char sql[4096];
    write_sql(statement, sql, sizeof sql);
    if (!PQsendPrepare(store->connection, name, sql, 0, NULL) || !flush(store))
        return postgres_lost(store);
    enum store_status status;
    PGresult *result = only_result(store, &status);
    if (result)
        status = postgres_judge(store, result);
    PQclear(result);
    store->prepared[statement] = status == STORE_OK;
    return status;
}

static void name_of(int statement, char out[16]) { snprintf(out, 16, "s%d", statement); }

enum store_status postgres_send(struct postgres_store *store, int statement, int count,
                                const char *const *values)
{
    char name[16];
    name_of(statement, name);
    enum store_status status = prepare(store, statement, name);
    if (status == STORE_OK &&
        !PQsendQueryPrepared(store->connection, name, count, values, NULL, NULL, 0))
        return postgres_lost(store);
    bool waits = status == STORE_OK &&
        PQpipelineStatus(store->connection) != PQ_PIPELINE_OFF; /* for postgres_pipeline_send() */
    return status != STORE_OK || waits || flush(store) ? status : postgres_lost(store);
}

PGresult *postgres_ask(struct postgres_store *store, int statement, int count,
                       const char *const *values, enum store_status *status)
{
    *status = postgres_send(store, statement, count, values);
    return *status == STORE_OK ? only_result(store, status) : NULL;
}

PGresult *postgres_ask_plain(struct postgres_store *store, const char *sql,
                             enum store_status *status)
{
    if (!PQsendQuery(store->connection, sql) || !flush(store)) {
        *status = postgres_lost(store);
        return NULL;
    }
    return only_result(store, status);
}

enum store_status postgres_do(struct postgres_store *store, const char *sql)
{
    enum store_status status;
    PGresult *result = postgres_ask_plain(store, sql, &status);
    if (result)
        status = postgres_judge(store, result);
    PQclear(result);
    return status;
}

/* ---------------------------------------------------------------- several at once */

enum store_status postgres_prepare(struct postgres_store *store, int statement)
{
    char name[16];
    name_of(statement, name);
    return prepare(store, statement, name);
}

enum store_status postgres_pipeline(struct postgres_store *store)
{
    return PQenterPipelineMode(store->connection) ? STORE_OK : postgres_lost(store);
}

enum store_status postgres_pipeline_begin(struct postgres_store *store)
{
    return PQsendQueryParams(store->connection, "BEGIN", 0, NULL, NULL, NULL, NULL, 0)
        ? STORE_OK
        : postgres_lost(store);
}

/* The result of the next statement, without what only marks its end. */
PGresult *postgres_pipeline_result(struct postgres_store *store, enum store_status *status)
{
    PGresult *result = postgres_result(store, status), *rest;
    while (result && *status == STORE_OK && (rest = postgres_result(store, status)))
        PQclear(rest);
    if (*status == STORE_OK && !result)
        *status = postgres_lost(store);
    if (*status == STORE_OK)
        return result;
    PQclear(result);
    return NULL;
}

enum store_status postgres_pipeline_send(struct postgres_store *store)
{
    return PQpipelineSync(store->connection) && flush(store) ? STORE_OK : postgres_lost(store);
}

enum store_status postgres_pipeline_end(struct postgres_store *store)
{
    enum store_status status;
    PGresult *result = postgres_result(store, &status);
    bool ended = status == STORE_OK && result && PQresultStatus(result) == PGRES_PIPELINE_SYNC;
    PQclear(result);
    if (status == STORE_OK && !(ended && PQexitPipelineMode(store->connection)))
        status = postgres_lost(store);
    return status;
}

/* ---------------------------------------------------------------- what went wrong */

/* What an error means; the first whose letters the SQLSTATE starts with. */
static const struct meaning {
    const char *state;
    enum store_status status;
    bool lost, again;
    const char *sentence; /* with %s for PostgreSQL's own words */
} meanings[] = {
    {"23505", STORE_TAKEN, false, false, "It is taken: %s."},
    {"23503", STORE_NONE, false, false, "It is missing: %s."},
    {"40001", STORE_DOWN, false, true, "Too many nodes write to the same tables (%s); try again."},
    {"40P01", STORE_DOWN, false, true, "Too many nodes write to the same tables (%s); try again."},
    {"08", STORE_DOWN, true, false,
     "The connection to PostgreSQL is lost (%s); it will be made again."},
    {"57P", STORE_DOWN, true, false,
     "PostgreSQL is being stopped or started (%s); it will be tried again."},
    {"53100", STORE_DOWN, false, false,
     "The disk of the PostgreSQL server is full (%s); make room on it."},
    {"53200", STORE_DOWN, false, false,
     "The PostgreSQL server has no memory left (%s); see what else uses it."},
    {"53", STORE_DOWN, true, false, "The PostgreSQL server has reached a limit (%s); raise it."},
    {"57014", STORE_DOWN, false, false, "PostgreSQL took too long (%s); see what keeps it busy."},
    {"55P03", STORE_DOWN, false, false,
     "Another program locks the tables of the store (%s); end it or wait until it is done."},
    {"25006", STORE_DOWN, true, false,
     "PostgreSQL is read-only (%s); name the server that may be written to."},
    {"25P03", STORE_DOWN, true, false,
     "PostgreSQL waited too long for this program (%s); it will be tried again."},
    {"42501", STORE_DOWN, false, false,
     "The database user may not do that (%s); it must own the schema stos, or may make it."},
    {"58", STORE_DOWN, false, false,
     "The PostgreSQL server cannot read or write its files (%s); see its log."},
    {"XX00", STORE_BROKEN, false, false,
     "The database is damaged (%s); see the log of PostgreSQL, and go back to the last backup."},
    {"42", STORE_BROKEN, false, false,
     "The schema stos is not as stos made it (%s); go back to the last backup."},
    {"", STORE_BROKEN, false, false, "PostgreSQL refused (%s)."},
};

static const struct meaning *meaning_of(const char *state)
{
    const struct meaning *meaning = meanings;
    while (strncmp(state, meaning->state, strlen(meaning->state)) != 0)
        meaning++;
    return meaning;
}

/* A short text without what may be secret: the first line only, nothing if a password is in it. */
static void copy_words(const struct postgres_store *store, const char *text, char *out, size_t size)
{
    const char *password = store->connection ? PQpass(store->connection) : NULL;
    bool secret = password && *password && strstr(text, password);
    snprintf(out, size, "%.*s", (int)strcspn(text, "\n"), secret ? "" : text);
    if (!*out)
        snprintf(out, size, "it gives no reason");
}

enum store_status postgres_judge(struct postgres_store *store, const PGresult *result)
{
    if (PQresultStatus(result) != PGRES_FATAL_ERROR)
        return STORE_OK;
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE),
               *primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (!state)
        return postgres_lost(store);
    const struct meaning *meaning = meaning_of(state);
    char words[120];
    copy_words(store, primary ? primary : "", words, sizeof words);
    store->again = meaning->again;
    if (meaning->lost)
        postgres_disconnect(store);
    return store_fail(&store->base, meaning->status, meaning->sentence, words);
}

enum store_status postgres_lost(struct postgres_store *store)
{
    char words[140];
    store->again = false;
    copy_words(store, PQerrorMessage(store->connection), words, sizeof words);
    postgres_disconnect(store);
    return store_fail(
        &store->base, STORE_DOWN,
        "The PostgreSQL server cannot be reached (%s); see that it runs and lets this program in.",
        words);
}
