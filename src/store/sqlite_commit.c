/* sqlite_commit.c - see sqlite.h: transactions, batches, backups and integrity checks of the file.
 */
#include "sqlite.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---------------------------------------------------------------- transactions */

enum store_status sqlite_do(struct sqlite_store *store, const char *sql)
{
    int code = sqlite3_exec(store->database, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? STORE_OK : sqlite_fail(store, code);
}

enum store_status sqlite_begin(struct store *base)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    enum store_status status = sqlite_ready(store);
    return status == STORE_OK ? sqlite_do(store, "BEGIN IMMEDIATE") : status;
}

enum store_status sqlite_end(struct store *base, enum store_status status)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    if (status == STORE_OK)
        status = sqlite_do(store, "COMMIT");
    if (status != STORE_OK && store->database && !sqlite3_get_autocommit(store->database))
        sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

/* ---------------------------------------------------------------- batches */

static enum store_status claim(struct store *store, const struct store_append *append)
{
    struct store_value values[] = {
        store_text(append->code),         store_number((int64_t)append->last + append->count),
        store_number(append->over),       store_number(append->due_ms),
        store_number(append->changed_ms), store_number(append->last)};
    return append->last == 0 ? store_run_values(store, STORE_SQL_OPEN_TABLE, NULL, NULL, values, 5)
                             : store_run_values(store, STORE_SQL_CLAIM, NULL, NULL, values, 6);
}

static bool note_count(void *context, const struct store_row *row)
{
    *(int64_t *)context = store_row_number(row, 0);
    return true;
}

/* Whether the makers of a new table have as many as they may. */
static enum store_status count_held(struct store *store, struct store_append *append)
{
    struct store_party party[STORE_PARTIES];
    int count = append->last == 0 ? store_parties(&append->maker, party) : 0;
    append->too_many = false;
    if (count == 0 ||
        store_run(store, STORE_SQL_TABLE_LAST, NULL, NULL, store_text(append->code)) == STORE_OK)
        return STORE_OK; /* it is not new */
    enum store_status status = STORE_OK;
    for (int i = 0; i < count && status == STORE_OK; i++) {
        int64_t held = 0;
        status =
            store_run(store, STORE_SQL_COUNT_HELD, note_count, &held, store_text(party[i].name));
        append->too_many |= held >= party[i].most;
    }
    return status;
}

/* From now on it counts for its makers, or for nobody any more. */
static enum store_status hold(struct store *store, const struct store_append *append)
{
    struct store_party party[STORE_PARTIES];
    int count = store_parties(&append->maker, party);
    enum store_status status = STORE_OK;
    for (int i = 0; i < count && status == STORE_OK; i++)
        status = store_none_is_ok(store_run(store, STORE_SQL_HOLD, NULL, NULL,
                                            store_text(party[i].name), store_text(append->code)));
    if (status == STORE_OK && append->over)
        status = store_none_is_ok(
            store_run(store, STORE_SQL_LET_GO, NULL, NULL, store_text(append->code)));
    return status;
}

static enum store_status write_append(struct store *store, struct store_append *append)
{
    enum store_status status = count_held(store, append);
    if (status == STORE_OK)
        status = append->too_many ? STORE_NONE : claim(store, append);
    append->refused = status == STORE_NONE;
    if (status == STORE_OK)
        status = hold(store, append);
    for (uint32_t i = 0; status == STORE_OK && i < append->count; i++) {
        const char *sealed =
            store_seal(store, append->code, append->last + i + 1, append->lines[i]);
        status = sealed ? store_run(store, STORE_SQL_ADD_LINE, NULL, NULL, store_text(append->code),
                                    store_number((int64_t)append->last + i + 1), store_text(sealed))
                        : store_fail(store, STORE_DOWN, "There is not enough memory for a line.");
    }
    return store_none_is_ok(status);
}

static enum store_status write_game(struct store *store, const struct store_game *game)
{
    enum store_status status = store_run(
        store, STORE_SQL_ADD_GAME, NULL, NULL, store_text(game->id), store_text(game->code),
        store_text(game->rules), store_text(game->result), store_text(game->deal),
        store_text(game->group), store_number(game->left), store_number(game->won),
        store_number(game->finished), store_number(game->began_ms), store_number(game->ended_ms),
        store_number(game->counts));
    for (int i = 0; status == STORE_OK && i < game->seats; i++)
        status = store_run(store, STORE_SQL_ADD_GAME_SEAT, NULL, NULL, store_text(game->id),
                           store_number(i), store_id(game->seat[i].person),
                           store_text(game->seat[i].name), store_text(game->seat[i].bot),
                           store_number(game->seat[i].won));
    if (status == STORE_OK && game->record)
        status = store_run(store, STORE_SQL_ADD_RECORD, NULL, NULL, store_text(game->id),
                           store_text(game->record));
    return store_none_is_ok(status);
}

static enum store_status write_sitting(struct store *store, const struct store_sitting *sitting)
{
    enum store_status status = store_none_is_ok(
        store_run(store, STORE_SQL_SIT_PERSON, NULL, NULL, store_id(sitting->person),
                  store_text(sitting->name), store_text(sitting->language),
                  store_number(sitting->program), store_number(sitting->now_ms)));
    if (status == STORE_OK && *sitting->token_hash)
        status = store_none_is_ok(
            store_run(store, STORE_SQL_SIT_TOKEN, NULL, NULL, store_text(sitting->token_hash),
                      store_id(sitting->person), store_number(sitting->now_ms)));
    if (status == STORE_OK)
        status = store_note_seat(store, sitting->person, sitting->code);
    return status == STORE_OK ? store_drop_invitations(store, sitting->person, sitting->code)
                              : status;
}

enum store_status sqlite_commit(struct store *store, struct store_batch *batch)
{
    enum store_status status = sqlite_begin(store);
    if (status != STORE_OK)
        return status;
    for (size_t i = 0; status == STORE_OK && i < batch->append_count; i++)
        status = write_append(store, &batch->appends[i]);
    if (status == STORE_OK)
        status = store_check_sessions(store, batch);
    for (size_t i = 0; status == STORE_OK && i < batch->game_count; i++)
        if (!store_batch_refused(batch, batch->games[i].code))
            status = write_game(store, &batch->games[i]);
    if (status == STORE_OK)
        status = store_note_deals(store, batch);
    if (status == STORE_OK)
        status = store_rate_games(store, batch);
    for (size_t i = 0; status == STORE_OK && i < batch->sitting_count; i++)
        if (!store_batch_refused(batch, batch->sittings[i].code))
            status = write_sitting(store, &batch->sittings[i]);
    if (status == STORE_TAKEN)
        status = store_fail(store, STORE_BROKEN,
                            "The store has lines behind the end of a log; check it, and put the "
                            "last backup in its place.");
    status = sqlite_end(store, status);
    for (size_t i = 0; status != STORE_OK && i < batch->append_count; i++)
        batch->appends[i].refused = batch->appends[i].too_many = false;
    return status;
}

/* ---------------------------------------------------------------- copies */

enum { COPY_PAGES = 256, COPY_PATIENCE_MS = 5000, COPY_WAIT_MS = 20 };

/* The pages of a backup, some at a time, so that there is progress to tell. */
static int copy_pages(sqlite3_backup *backup, store_copied *copied, void *context)
{
    int code, waited_ms = 0;
    while ((code = sqlite3_backup_step(backup, COPY_PAGES)) == SQLITE_OK || code == SQLITE_BUSY ||
           code == SQLITE_LOCKED) {
        if (code == SQLITE_OK)
            waited_ms = 0;
        else if ((waited_ms += COPY_WAIT_MS) > COPY_PATIENCE_MS)
            return code;
        else
            sqlite3_sleep(COPY_WAIT_MS);
        if (copied)
            copied(context, sqlite3_backup_pagecount(backup) - sqlite3_backup_remaining(backup),
                   sqlite3_backup_pagecount(backup));
    }
    return code;
}

static enum store_status copy_database(struct sqlite_store *store, const char *file,
                                       store_copied *copied, void *context)
{
    sqlite3 *target = NULL;
    int code = sqlite3_open_v2(file, &target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    sqlite3_backup *backup =
        code == SQLITE_OK ? sqlite3_backup_init(target, "main", store->database, "main") : NULL;
    if (backup) {
        code = copy_pages(backup, copied, context);
        int finished = sqlite3_backup_finish(backup);
        if (code == SQLITE_DONE)
            code = finished;
    } else if (code == SQLITE_OK) {
        code = sqlite3_errcode(target);
    }
    sqlite3_close(target);
    return code == SQLITE_OK
        ? STORE_OK
        : store_fail(&store->base, STORE_DOWN, "The copy %s could not be written: %s.", file,
                     sqlite3_errstr(code));
}

enum store_status sqlite_backup(struct store *base, const char *file, store_copied *copied,
                                void *context)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    enum store_status status = sqlite_ready(store);
    if (status != STORE_OK)
        return status;
    int descriptor = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return store_fail(base, STORE_DOWN, "The copy %s cannot be made: %s.", file,
                          sqlite_why_unmade(file));
    close(descriptor);
    /* a transaction that reads keeps the pages as they are now, while others write; without it each
     * of their commits would start the copy anew */
    status = sqlite_do(store, "BEGIN; SELECT count(*) FROM facts");
    if (status == STORE_OK)
        status = sqlite_end(base, copy_database(store, file, copied, context));
    if (status != STORE_OK)
        unlink(file);
    return status;
}

/* ---------------------------------------------------------------- checks */

/* The first complaint of a pragma that checks; STORE_OK when there is none. */
static enum store_status ask_check(struct sqlite_store *store, const char *sql, const char *content)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    enum store_status status = STORE_OK;
    const char *said = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    if (said && (!content || strcmp(said, content) != 0))
        status = store_fail(&store->base, STORE_BROKEN,
                            "The store %s is damaged (%.100s); put the last backup in its place.",
                            store->file, said);
    sqlite3_finalize(statement);
    return status != STORE_OK || code == SQLITE_ROW || code == SQLITE_DONE
        ? status
        : sqlite_fail(store, code);
}

enum store_status sqlite_check(struct store *base)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    enum store_status status = sqlite_ready(store);
    if (status == STORE_OK)
        status = ask_check(store, "PRAGMA integrity_check(1)", "ok");
    if (status == STORE_OK && store->database)
        status = ask_check(store, "PRAGMA foreign_key_check", NULL);
    if (status == STORE_OK && store->database)
        status = ask_check(
            store,
            "SELECT code FROM tables t WHERE last <> (SELECT count(*) FROM events e WHERE e.code = "
            "t.code)"
            " OR last <> (SELECT max(number) FROM events e WHERE e.code = t.code) LIMIT 1",
            NULL);
    return status;
}
