/*
 * test_store_faults.c - a SQLite store when things go wrong: full, locked, damaged, moved, not a
 * store at all.
 *
 * The claims: the status and the sentence are right, nothing is half-written, and service returns
 * by itself when the cause is gone. What needs a small disk of its own runs only where one can be
 * mounted. PostgreSQL: postgres_faults.c.
 */
#include "store_test.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* Tries to append a long line. */
static enum store_status try_append(struct store *store, const char *code, uint32_t last)
{
    char line[1001];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    const char *lines[] = {line, line};
    struct store_append append = append_of(code, last, lines, 2);
    struct store_batch batch = {.appends = &append, .append_count = 1};
    enum store_status status = store_commit(store, &batch);
    assert_false(append.refused);
    return status;
}

/* Appends two lines at a time until the store fails; returns how many lines were acknowledged. */
static uint32_t append_until_down(struct store *store)
{
    uint32_t last = 0;
    enum store_status status;
    while ((status = try_append(store, "one", last)) == STORE_OK)
        last += 2;
    assert_int_equal(status, STORE_DOWN);
    return last;
}

static void assert_last(struct store *store, uint32_t wanted)
{
    uint32_t last = 0;
    assert_int_equal(store_table_last(store, "one", &last), STORE_OK);
    assert_int_equal(last, wanted);
}

static void assert_message(const char *message, const char *part)
{
    if (!strstr(message, part))
        fail_msg("\"%s\" does not say \"%s\"", message, part);
}

/* Opening must fail, with this status and these words. */
static void assert_no_open(const char *where, enum store_status wanted, const char *part)
{
    enum store_status status;
    char message[STORE_MESSAGE];
    assert_null(store_open(where, &status, message));
    assert_int_equal(status, wanted);
    assert_message(message, part);
    assert_message(message, where);
}

/* ---------------------------------------------------------------- full */

static void limit_files(rlim_t most)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = most;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_file_that_may_not_grow_stops_writing_only(void **state)
{
    struct fixture *fixture = *state;
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    limit_files(300000);
    uint32_t last = append_until_down(fixture->store);
    assert_true(last > 10);
    assert_message(store_message(fixture->store), "disk");
    assert_last(fixture->store, last);
    limit_files(before.rlim_cur);
    assert_int_equal(try_append(fixture->store, "one", last), STORE_OK);
    assert_last(fixture->store, last + 2);
    assert_int_equal(store_check(fixture->store), STORE_OK);
}

/* Mounts a disk of 2 MiB in the folder of the test, half of it taken by a file `ballast`; false
 * where that is not allowed. */
static bool mount_small_disk(const char *folder)
{
    if (mount("stos-test", folder, "tmpfs", 0, "size=2m") != 0)
        return false;
    char path[300], zeros[1 << 20] = {0};
    snprintf(path, sizeof path, "%s/ballast", folder);
    int ballast = open(path, O_WRONLY | O_CREAT, 0600);
    assert_int_equal(write(ballast, zeros, sizeof zeros), sizeof zeros);
    return close(ballast) == 0;
}

static void a_full_disk_stops_writing_only(void **state)
{
    struct fixture *fixture = *state;
    store_close(fixture->store);
    fixture->store = NULL;
    if (!mount_small_disk(fixture->folder))
        skip();
    fixture->store = open_store(fixture);
    uint32_t last = append_until_down(fixture->store);
    assert_true(last > 10);
    assert_message(store_message(fixture->store), "make room");
    assert_last(fixture->store, last);
    char path[300];
    snprintf(path, sizeof path, "%s/ballast", fixture->folder);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(try_append(fixture->store, "one", last), STORE_OK);
    assert_last(fixture->store, last + 2);
    assert_int_equal(store_check(fixture->store), STORE_OK);
    store_close(fixture->store);
    fixture->store = NULL;
    assert_int_equal(mount("stos-test", fixture->folder, "tmpfs", MS_REMOUNT | MS_RDONLY, NULL), 0);
    assert_no_open(fixture->where, STORE_DOWN, "may be written to");
    assert_int_equal(mount("stos-test", fixture->folder, "tmpfs", MS_REMOUNT, "size=2m"), 0);
    fixture->store = open_store(fixture);
    assert_last(fixture->store, last + 2);
}

static int unmount(void **state)
{
    struct fixture *fixture = *state;
    store_close(fixture->store);
    fixture->store = NULL;
    umount(fixture->folder);
    return tear_down(state);
}

/* ---------------------------------------------------------------- locked */

/* Another program that holds the lock of the file until it is killed. */
static pid_t start_locker(const struct fixture *fixture)
{
    int ready[2];
    char byte = 0;
    assert_int_equal(pipe(ready), 0);
    pid_t child = start_helper();
    if (child == 0) {
        sqlite3 *database;
        int code = sqlite3_open(fixture->where, &database);
        if (code == SQLITE_OK)
            code = sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
        if (code != SQLITE_OK || write(ready[1], &byte, 1) != 1)
            _exit(1);
        pause();
        _exit(0);
    }
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return child;
}

static void a_locked_store_can_be_read_and_is_free_when_the_other_ends(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(try_append(fixture->store, "one", 0), STORE_OK);
    pid_t locker = start_locker(fixture);
    time_t start = time(NULL);
    assert_int_equal(try_append(fixture->store, "one", 2), STORE_DOWN);
    assert_in_range(time(NULL) - start, 4, 60); /* five seconds, more on a busy machine */
    assert_message(store_message(fixture->store), "locked");
    assert_last(fixture->store, 2);
    kill(locker, SIGKILL);
    waitpid(locker, NULL, 0);
    assert_int_equal(try_append(fixture->store, "one", 2), STORE_OK);
    assert_last(fixture->store, 4);
}

/* ---------------------------------------------------------------- damaged, moved, not a store */

static void path_of(const struct fixture *fixture, const char *name, char path[300])
{
    snprintf(path, 300, "%s/%s", fixture->folder, name);
}

static off_t size_of(const char *path)
{
    struct stat facts;
    assert_int_equal(stat(path, &facts), 0);
    return facts.st_size;
}

/* Overwrites all from there on. */
static void damage(const char *path, off_t from)
{
    char rubbish[4096];
    off_t end = size_of(path);
    memset(rubbish, 0x5a, sizeof rubbish);
    int file = open(path, O_WRONLY);
    assert_true(from < end);
    for (off_t at = from; at < end; at += (off_t)sizeof rubbish)
        assert_int_equal(pwrite(file, rubbish, sizeof rubbish, at), sizeof rubbish);
    close(file);
}

static void a_damaged_store_is_said_to_be_and_a_backup_heals_it(void **state)
{
    struct fixture *fixture = *state;
    char copy[300];
    path_of(fixture, "copy.db", copy);
    store_close(fixture->store);
    off_t empty = size_of(fixture->where); /* the tables are there, with nothing in them */
    fixture->store = open_store(fixture);
    for (uint32_t last = 0; last < 200; last += 2)
        assert_int_equal(try_append(fixture->store, "one", last), STORE_OK);
    assert_int_equal(store_backup(fixture->store, copy, NULL, NULL), STORE_OK);
    store_close(fixture->store);
    damage(fixture->where, empty);
    fixture->store = open_store(fixture);
    struct gathered gathered = {.most = 2};
    assert_int_equal(store_read_log(fixture->store, "one", 190, gather_line, &gathered),
                     STORE_BROKEN);
    assert_message(store_message(fixture->store), "backup");
    assert_int_equal(store_check(fixture->store), STORE_BROKEN);
    assert_int_equal(try_append(fixture->store, "one", 200), STORE_BROKEN);
    assert_int_equal(rename(copy, fixture->where), 0);
    assert_int_equal(store_check(fixture->store), STORE_OK);
    assert_last(fixture->store, 200);
    assert_int_equal(try_append(fixture->store, "one", 200), STORE_OK);
}

static void a_store_that_was_moved_away_is_missed_and_not_made_anew(void **state)
{
    struct fixture *fixture = *state;
    char moved[300];
    path_of(fixture, "moved.db", moved);
    assert_int_equal(try_append(fixture->store, "one", 0), STORE_OK);
    assert_int_equal(rename(fixture->where, moved), 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(try_append(fixture->store, "one", 2), STORE_DOWN);
        assert_message(store_message(fixture->store), "gone");
        assert_int_not_equal(access(fixture->where, F_OK), 0);
    }
    assert_int_equal(rename(moved, fixture->where), 0);
    assert_int_equal(try_append(fixture->store, "one", 2), STORE_OK);
    assert_last(fixture->store, 4);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < 100; i++)
        fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void what_is_not_a_store_is_refused_and_left_alone(void **state)
{
    struct fixture *fixture = *state;
    char path[300];
    struct stat before, after;
    path_of(fixture, "moved.db", path);
    assert_no_open(fixture->folder, STORE_BROKEN, "folder");
    path_of(fixture, "missing/store.db", path);
    assert_no_open(path, STORE_DOWN, "does not exist");
    path_of(fixture, "store.db/store.db", path);
    assert_no_open(path, STORE_DOWN, "a file, not a folder");
    assert_no_open("/proc/store.db", STORE_DOWN, "no file can be made in its folder");
    assert_no_open("/dev/null", STORE_BROKEN, "plain file");
    path_of(fixture, "moved.db", path);
    write_file(path, "Dear diary, today I played cards.\n");
    assert_int_equal(stat(path, &before), 0);
    assert_no_open(path, STORE_BROKEN, "not a store");
    assert_int_equal(stat(path, &after), 0);
    assert_true(before.st_size == after.st_size && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec);
}

static void the_database_of_another_program_is_refused_and_left_alone(void **state)
{
    struct fixture *fixture = *state, other = *fixture;
    char count[20];
    path_of(fixture, "moved.db", other.where);
    raw_sql(&other, "CREATE TABLE bookmarks (url TEXT)", NULL, 0);
    assert_no_open(other.where, STORE_BROKEN, "another program");
    raw_sql(&other, "SELECT group_concat(name) FROM sqlite_schema", count, sizeof count);
    assert_string_equal(count, "bookmarks");
    raw_sql(&other, "PRAGMA journal_mode", count, sizeof count);
    assert_string_equal(count, "delete");
}

/* ---------------------------------------------------------------- files */

static void only_the_owner_may_read_the_files(void **state)
{
    struct fixture *fixture = *state;
    static const char *const names[] = {"store.db", "store.db-wal", "store.db-shm", "copy.db"};
    char path[300];
    assert_int_equal(try_append(fixture->store, "one", 0), STORE_OK);
    path_of(fixture, "copy.db", path);
    assert_int_equal(store_backup(fixture->store, path, NULL, NULL), STORE_OK);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct stat facts;
        path_of(fixture, names[i], path);
        assert_int_equal(stat(path, &facts), 0);
        assert_int_equal(facts.st_mode & 0777, 0600);
    }
}

static void count_copied(void *context, int done, int total)
{
    assert_in_range(done, 0, total);
    ++*(int *)context;
}

static void a_backup_is_exact_and_never_overwrites(void **state)
{
    struct fixture *fixture = *state, copy = *fixture;
    path_of(fixture, "copy.db", copy.where);
    int calls = 0;
    for (uint32_t last = 0; last < 20; last += 2)
        assert_int_equal(try_append(fixture->store, "one", last), STORE_OK);
    assert_int_equal(store_backup(fixture->store, copy.where, count_copied, &calls), STORE_OK);
    assert_int_equal(try_append(fixture->store, "one", 20), STORE_OK);
    assert_int_equal(store_backup(fixture->store, copy.where, NULL, NULL), STORE_DOWN);
    assert_message(store_message(fixture->store), "exists");
    assert_int_equal(store_backup(fixture->store, "/nowhere/copy.db", NULL, NULL), STORE_DOWN);
    assert_message(store_message(fixture->store), "its folder does not exist");
    struct store *copied = open_store(&copy);
    assert_last(copied, 20);
    assert_int_equal(store_check(copied), STORE_OK);
    store_close(copied);
    assert_last(fixture->store, 22);
}

/* A program that waits for a byte from `go` and then writes as fast as it can until it is killed.
 */
static pid_t start_writer(const struct fixture *fixture, int go)
{
    char word;
    pid_t child = start_helper();
    if (child != 0)
        return child;
    if (read(go, &word, 1) != 1)
        _exit(1);
    struct store *store = open_store(fixture);
    for (uint32_t last = 0; try_append(store, "busy", last) == STORE_OK; last += 2)
        ;
    _exit(1);
}

/* Appends so many long lines in one commit: about a page for each four. */
static void append_many(struct store *store, uint32_t last, uint32_t count)
{
    const char **lines = calloc(count, sizeof *lines);
    char line[1001];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    for (uint32_t i = 0; i < count; i++)
        lines[i] = line;
    struct store_append append = append_of("one", last, lines, count);
    struct store_batch batch = {.appends = &append, .append_count = 1};
    assert_int_equal(store_commit(store, &batch), STORE_OK);
    assert_false(append.refused);
    free(lines);
}

/* How often the write-ahead log has started anew, as its head tells. */
static uint32_t starts_of_log(const struct fixture *fixture)
{
    char path[300];
    unsigned char head[16] = {0};
    path_of(fixture, "store.db-wal", path);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(head, 1, sizeof head, file), sizeof head);
    fclose(file);
    return (uint32_t)head[12] << 24 | (uint32_t)head[13] << 16 | (uint32_t)head[14] << 8 | head[15];
}

static void a_long_log_is_checkpointed_while_commits_go_on(void **state)
{
    enum { MANY = 20000 };
    struct fixture *fixture = *state;
    uint32_t last = MANY, before;
    append_many(fixture->store, 0, MANY);
    before = starts_of_log(fixture);
    for (; starts_of_log(fixture) == before && last < 2 * MANY; last += 2) {
        assert_int_equal(try_append(fixture->store, "one", last), STORE_OK);
        wait_ms(2);
    }
    assert_int_not_equal(starts_of_log(fixture), before);
    append_many(fixture->store, last, MANY); /* and once more */
    assert_last(fixture->store, last + MANY);
    store_close(fixture->store);
    fixture->store = open_store(fixture);
    assert_last(fixture->store, last + MANY);
    assert_int_equal(store_check(fixture->store), STORE_OK);
}

static void a_backup_comes_to_an_end_while_another_program_writes(void **state)
{
    enum { LINES = 8000 };
    struct fixture *fixture = *state, copy = *fixture;
    uint32_t last = 0;
    int calls = 0, go[2];
    assert_int_equal(pipe(go), 0);
    pid_t writer = start_writer(
        fixture, go[0]); /* while no thread here is busy: a fork copies the locks that it holds */
    append_many(fixture->store, 0, LINES);
    assert_int_equal(write(go[1], "g", 1), 1);
    while (store_table_last(fixture->store, "busy", &last) == STORE_NONE) {
        assert_int_equal(waitpid(writer, NULL, WNOHANG), 0);
        wait_ms(5);
    }
    close(go[0]);
    close(go[1]);
    path_of(fixture, "copy.db", copy.where);
    assert_int_equal(store_backup(fixture->store, copy.where, count_copied, &calls), STORE_OK);
    assert_in_range(calls, 8, 100); /* steps, and no new start */
    assert_int_equal(waitpid(writer, NULL, WNOHANG), 0);
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
    struct store *copied = open_store(&copy);
    assert_last(copied, LINES);
    assert_int_equal(store_check(copied), STORE_OK);
    store_close(copied);
}

/* Whether the bytes are anywhere in a file. */
static bool contains(const char *path, const char *bytes)
{
    static char content[1 << 20];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(content, 1, sizeof content, file);
    fclose(file);
    for (size_t i = 0; i + strlen(bytes) <= length; i++)
        if (memcmp(content + i, bytes, strlen(bytes)) == 0)
            return true;
    return false;
}

static void what_was_deleted_is_not_left_in_the_file(void **state)
{
    struct fixture *fixture = *state;
    struct store_person person = {.id = 7, .name = "Rumpelstiltskin", .language = "en"};
    assert_int_equal(store_add_person(fixture->store, &person, "token"), STORE_OK);
    assert_true(append_line(fixture->store, "one", 0, "my name is Rumpelstiltskin"));
    store_close(fixture->store);
    assert_true(contains(fixture->where, "Rumpelstiltskin"));
    fixture->store = open_store(fixture);
    assert_int_equal(
        store_rewrite(fixture->store, &(struct store_rewritten){"one", 1, "nothing"}, 1), STORE_OK);
    assert_int_equal(store_delete_person(fixture->store, 7), STORE_OK);
    store_close(fixture->store);
    fixture->store = NULL;
    assert_false(contains(fixture->where, "Rumpelstiltskin"));
}

static void a_store_in_memory_works_and_forgets(void **state)
{
    struct fixture memory = {.where = ":memory:"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct store *store = open_store(&memory);
        uint32_t last;
        assert_int_equal(store_table_last(store, "one", &last), STORE_NONE);
        assert_int_equal(try_append(store, "one", 0), STORE_OK);
        assert_last(store, 2);
        assert_int_equal(store_check(store), STORE_OK);
        store_close(store);
    }
    assert_int_not_equal(access(":memory:", F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_file_that_may_not_grow_stops_writing_only),
        cmocka_unit_test_setup_teardown(a_full_disk_stops_writing_only, set_up, unmount),
        STORE_TEST(a_locked_store_can_be_read_and_is_free_when_the_other_ends),
        STORE_TEST(a_damaged_store_is_said_to_be_and_a_backup_heals_it),
        STORE_TEST(a_store_that_was_moved_away_is_missed_and_not_made_anew),
        STORE_TEST(what_is_not_a_store_is_refused_and_left_alone),
        STORE_TEST(the_database_of_another_program_is_refused_and_left_alone),
        STORE_TEST(only_the_owner_may_read_the_files),
        STORE_TEST(a_long_log_is_checkpointed_while_commits_go_on),
        STORE_TEST(a_backup_is_exact_and_never_overwrites),
        STORE_TEST(a_backup_comes_to_an_end_while_another_program_writes),
        STORE_TEST(what_was_deleted_is_not_left_in_the_file),
        STORE_TEST(a_store_in_memory_works_and_forgets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
