/* sqlite_connect.c - see sqlite.h: opening the file, its settings, and schema migrations. */
#include "schema.h"
#include "sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    BUSY_MS = 5000,
    APPLICATION = 0x73746f73, /* "stos": tells our files from those of other programs */
};

/*
 * A new file is brought to WAL mode with the folder synced too: a rollback journal that came back
 * after a power loss would undo that mode, and with it everything in the log.
 *
 * A log that has grown while somebody read for long is cut to 128 MiB when it starts anew (see
 * sqlite_checkpoint.c).
 */
static const char settings[] = "PRAGMA synchronous = EXTRA; PRAGMA journal_mode = WAL; PRAGMA "
                               "synchronous = FULL; PRAGMA foreign_keys = ON;"
                               "PRAGMA journal_size_limit = 134217728; PRAGMA cache_size = -65536;"
                               "PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON;";

/* A visitor changes nothing about the file: not its mode, nor its log. */
static const char visitor_settings[] =
    "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 0;"
    "PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON;";

static const char reader_settings[] =
    "PRAGMA query_only = ON; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY;";

bool sqlite_forgets(const struct sqlite_store *store)
{
    return strcmp(store->file, ":memory:") == 0;
}

/* ---------------------------------------------------------------- the file */

static bool has_folder(const char *path)
{
    char folder[4096];
    const char *slash = strrchr(path, '/');
    int length = snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
                          slash ? path : ".");
    struct stat facts;
    return length < (int)sizeof folder && stat(folder, &facts) == 0 && S_ISDIR(facts.st_mode);
}

const char *sqlite_why_unmade(const char *path)
{
    int why = errno;
    switch (why) {
    case ENOENT:
        return has_folder(path) ? "no file can be made in its folder"
                                : "its folder does not exist"; /* /proc takes none */
    case ENOTDIR: return "part of its path is a file, not a folder";
    case EACCES:
    case EPERM: return "its folder is not writable";
    default: return strerror(why);
    }
}

/* A new file is for its owner only; SQLite gives the files beside it the same rights. */
static enum store_status make_file(struct sqlite_store *store)
{
    int descriptor = open(store->file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor >= 0) {
        close(descriptor);
        return STORE_OK;
    }
    switch (errno) {
    case EEXIST: return STORE_OK;
    case ENOSPC:
    case EDQUOT: return sqlite_fail(store, SQLITE_FULL);
    default:
        return store_fail(&store->base, STORE_DOWN, "The store %s cannot be made: %s.", store->file,
                          sqlite_why_unmade(store->file));
    }
}

static enum store_status look_at_file(struct sqlite_store *store, bool make)
{
    struct stat facts;
    if (stat(store->file, &facts) == 0)
        return S_ISREG(facts.st_mode) ? STORE_OK
            : S_ISDIR(facts.st_mode)
            ? store_fail(&store->base, STORE_BROKEN, "%s is a folder; a store is a file.",
                         store->file)
            : store_fail(&store->base, STORE_BROKEN, "%s is not a plain file; a store is one.",
                         store->file);
    if (make)
        return make_file(store);
    return errno == ENOENT || errno == ENOTDIR
        ? store_fail(&store->base, STORE_DOWN,
                     "The store %s has gone; put the file back, or start again.", store->file)
        : store_fail(&store->base, STORE_DOWN, "The store %s cannot be read: %s.", store->file,
                     strerror(errno));
}

/* A lock on a file beside the store: locks on the store itself are SQLite's own business. It ends
 * with the process. */
enum store_status sqlite_serve(struct store *base)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    char path[4096];
    if (sqlite_forgets(store) || store->server_lock >= 0)
        return STORE_OK;
    int length = snprintf(path, sizeof path, "%s-server", store->file);
    int descriptor =
        length < (int)sizeof path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (descriptor < 0)
        return store_fail(base, STORE_DOWN, "The file %s-server cannot be made: %s.", store->file,
                          sqlite_why_unmade(store->file));
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        close(descriptor);
        return store_fail(
            base, STORE_TAKEN,
            "Another server uses the store %s; stop it first, or use PostgreSQL for several.",
            store->file);
    }
    store->server_lock = descriptor;
    return STORE_OK;
}

/* ---------------------------------------------------------------- versions */

/* Value of a pragma that is a whole number. */
static enum store_status read_pragma(struct sqlite_store *store, const char *sql, int *value)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL);
    if (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW)
        *value = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return code == SQLITE_ROW
        ? STORE_OK
        : sqlite_fail(store,
                      code == SQLITE_OK ? SQLITE_CORRUPT
                                        : sqlite3_extended_errcode(store->database));
}

/* Another stos may just be making the file: whoever sees its tables must not have looked for its
 * mark before they were there. */
static enum store_status read_version(struct sqlite_store *store, int *version)
{
    int application = 0, things = 0;
    enum store_status status = read_pragma(store, "SELECT count(*) FROM sqlite_schema", &things);
    if (status == STORE_OK)
        status = read_pragma(store, "PRAGMA application_id", &application);
    if (status == STORE_OK)
        status = read_pragma(store, "PRAGMA user_version", version);
    if (status != STORE_OK)
        return status;
    if (things > 0 && application != APPLICATION)
        return store_fail(&store->base, STORE_BROKEN,
                          "The file %s belongs to another program; name another file.",
                          store->file);
    if (*version > STORE_SCHEMA_VERSION)
        return store_fail(
            &store->base, STORE_NEWER,
            "The store %s was made by a newer stos (version %d, this one knows %d); update stos.",
            store->file, *version, STORE_SCHEMA_VERSION);
    return STORE_OK;
}

static enum store_status write_version(struct sqlite_store *store)
{
    char sql[100];
    sqlite3_snprintf((int)sizeof sql, sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                     APPLICATION, STORE_SCHEMA_VERSION);
    return sqlite_do(store, sql);
}

/* Runs the steps that the file has not seen. Another program may have done so meanwhile: the
 * version is read again under the lock. */
static enum store_status migrate(struct sqlite_store *store)
{
    int version = 0;
    enum store_status status = read_version(store, &version);
    if (status != STORE_OK || version == STORE_SCHEMA_VERSION)
        return status;
    status = sqlite_do(store, "BEGIN IMMEDIATE");
    if (status != STORE_OK)
        return status;
    status = read_version(store, &version);
    for (; status == STORE_OK && version < STORE_SCHEMA_VERSION; version++)
        status = sqlite_do(store, store_steps[version].sqlite);
    if (status == STORE_OK)
        status = write_version(store);
    return sqlite_end(&store->base, status);
}

/* ---------------------------------------------------------------- opening and closing */

void sqlite_disconnect(struct sqlite_store *store)
{
    for (int i = 0; i < STORE_STATEMENTS; i++) {
        sqlite3_finalize(store->kept[i]);
        store->kept[i] = NULL;
    }
    sqlite3_close_v2(store->database);
    store->database = NULL;
}

static enum store_status connect_once(struct sqlite_store *store, bool make, bool *busy)
{
    enum store_status status = sqlite_forgets(store) ? STORE_OK : look_at_file(store, make);
    if (status != STORE_OK)
        return status;
    int code = sqlite3_open_v2(store->file, &store->database,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK)
        return sqlite_fail(store, code);
    sqlite3_extended_result_codes(store->database, 1);
    sqlite3_busy_timeout(store->database, BUSY_MS);
    int version = 0;
    status = read_version(
        store, &version); /* before anything is written: it may be somebody else's file */
    if (status == STORE_OK && store->base.visiting)
        status = store_judge_version(&store->base, version);
    if (status == STORE_OK)
        status = sqlite_do(store,
                           store->base.reads          ? reader_settings
                               : store->base.visiting ? visitor_settings
                                                      : settings);
    if (status == STORE_OK && !store->base.visiting)
        status = migrate(store);
    if (status == STORE_OK) {
        store->base.session++;
        if (!store->base.visiting)
            sqlite_begin_checkpoint(store);
    } else {
        *busy = (sqlite3_errcode(store->database) & 0xff) == SQLITE_BUSY;
        sqlite_disconnect(store);
    }
    return status;
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

/* Of several that bring a new file to WAL mode at once SQLite lets one wait and tells the others at
 * once that it is locked. */
enum store_status sqlite_connect(struct sqlite_store *store, bool make)
{
    enum { PAUSE_MS = 5 };
    int64_t end_ms = now_ms() + BUSY_MS;
    for (;;) {
        bool busy = false;
        enum store_status status = connect_once(store, make, &busy);
        if (!busy || now_ms() >= end_ms)
            return status;
        sqlite3_sleep(PAUSE_MS);
    }
}

/* Writing into a file that somebody has moved or deleted would lose all of it. */
static bool has_moved(const struct sqlite_store *store)
{
    int moved = 0;
    return sqlite3_file_control(store->database, NULL, SQLITE_FCNTL_HAS_MOVED, &moved) ==
        SQLITE_OK &&
        moved;
}

enum store_status sqlite_ready(struct sqlite_store *store)
{
    if (store->database && sqlite3_get_autocommit(store->database) && has_moved(store))
        sqlite_disconnect(store);
    return store->database ? STORE_OK : sqlite_connect(store, false);
}
