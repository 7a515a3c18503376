/*
 * test_power.c - power losses: whatever the store acknowledged is there afterwards, and the file is
 * whole.
 *
 * A SQLite VFS stands between the store and the system's own. It lets everything through, but
 * remembers what was written since the last sync of each file. At a random operation the power
 * goes: nothing is written any more, and before the files are opened again they get what was synced
 * and a random half of the unsynced sectors. A disk that lies about syncs must lose something,
 * which shows that the test can fail.
 */
#include "store/store.h"

#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { SECTOR = 512, FILES = 4, PATH_ROOM = 256, LOSSES = 60, BATCHES = 40, LINES = 3 };

/* ---------------------------------------------------------------- a disk that forgets */

/* A file as the platter has it, and the writes that are still in the cache, as whole images of
 * their sectors. */
struct image {
    char path[PATH_ROOM];
    unsigned char *synced;
    size_t size, room;
    struct change {
        size_t offset, length; /* SIZE_MAX: cut to `offset` */
        unsigned char *bytes;
    } * changes;
    size_t change_count, change_room;
};

static struct {
    pthread_mutex_t lock;
    sqlite3_vfs *real, vfs;
    struct image image[FILES];
    int operations_left; /* until the power goes; -1: it stays */
    bool dead, lying;
    uint64_t chance;
} disk = {.lock = PTHREAD_MUTEX_INITIALIZER, .operations_left = -1};

struct power_file {
    sqlite3_file base;
    struct image *image; /* NULL: not one that matters */
};

static sqlite3_file *real_of(sqlite3_file *file)
{
    return (sqlite3_file *)((struct power_file *)(void *)file + 1);
}

static uint32_t draw(uint32_t bound)
{
    disk.chance = disk.chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(disk.chance >> 33) % bound;
}

/* Counts an operation; false when the power is gone. */
static bool has_power(void)
{
    if (!disk.dead && disk.operations_left > 0 && --disk.operations_left == 0)
        disk.dead = true;
    return !disk.dead;
}

static void put_synced(struct image *image, size_t offset, const unsigned char *bytes,
                       size_t length)
{
    if (offset + length > image->room) {
        image->room = 2 * (offset + length);
        image->synced = realloc(image->synced, image->room);
        assert_non_null(image->synced);
    }
    if (offset > image->size)
        memset(image->synced + image->size, 0, offset - image->size);
    memcpy(image->synced + offset, bytes, length);
    if (offset + length > image->size)
        image->size = offset + length;
}

static void note_change(struct image *image, size_t offset, const void *bytes, size_t length)
{
    if (image->change_count == image->change_room) {
        image->change_room = image->change_room ? 2 * image->change_room : 64;
        image->changes = realloc(image->changes, image->change_room * sizeof *image->changes);
        assert_non_null(image->changes);
    }
    struct change *change = &image->changes[image->change_count++];
    *change = (struct change){.offset = offset, .length = length};
    if (length != SIZE_MAX) {
        change->bytes = malloc(length);
        assert_non_null(change->bytes);
        memcpy(change->bytes, bytes, length);
    }
}

/* What is in the cache reaches the platter: all of it, or (power loss) each sector or not. */
static void settle(struct image *image, bool all)
{
    for (size_t i = 0; i < image->change_count; i++) {
        struct change *change = &image->changes[i];
        if (change->length == SIZE_MAX) {
            if ((all || draw(2)) && change->offset < image->size)
                image->size = change->offset;
            continue;
        }
        for (size_t done = 0; done < change->length;) {
            size_t piece = SECTOR - (change->offset + done) % SECTOR;
            piece = piece < change->length - done ? piece : change->length - done;
            if (all || draw(2))
                put_synced(image, change->offset + done, change->bytes + done, piece);
            done += piece;
        }
        free(change->bytes);
    }
    image->change_count = 0;
}

/* ---------------------------------------------------------------- the VFS */

static int power_close(sqlite3_file *file)
{
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int power_read(sqlite3_file *file, void *out, int length, sqlite3_int64 offset)
{
    return real_of(file)->pMethods->xRead(real_of(file), out, length, offset);
}

static int power_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset)
{
    struct image *image = ((struct power_file *)(void *)file)->image;
    pthread_mutex_lock(&disk.lock);
    bool good = has_power();
    if (good && image)
        note_change(image, (size_t)offset, bytes, (size_t)length);
    pthread_mutex_unlock(&disk.lock);
    return good ? real_of(file)->pMethods->xWrite(real_of(file), bytes, length, offset)
                : SQLITE_IOERR_WRITE;
}

static int power_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    struct image *image = ((struct power_file *)(void *)file)->image;
    pthread_mutex_lock(&disk.lock);
    bool good = has_power();
    if (good && image)
        note_change(image, (size_t)size, NULL, SIZE_MAX);
    pthread_mutex_unlock(&disk.lock);
    return good ? real_of(file)->pMethods->xTruncate(real_of(file), size) : SQLITE_IOERR_TRUNCATE;
}

static int power_sync(sqlite3_file *file, int flags)
{
    struct image *image = ((struct power_file *)(void *)file)->image;
    (void)flags;
    pthread_mutex_lock(&disk.lock);
    bool good = has_power();
    if (good && image && !disk.lying)
        settle(image, true);
    pthread_mutex_unlock(&disk.lock);
    return good ? SQLITE_OK : SQLITE_IOERR_FSYNC;
}

#define PASS(name, parameters, ...) \
    static int power_##name parameters \
    { \
        return real_of(file)->pMethods->name(real_of(file), __VA_ARGS__); \
    }
PASS(xFileSize, (sqlite3_file * file, sqlite3_int64 *size), size)
PASS(xLock, (sqlite3_file * file, int level), level)
PASS(xUnlock, (sqlite3_file * file, int level), level)
PASS(xCheckReservedLock, (sqlite3_file * file, int *out), out)
PASS(xFileControl, (sqlite3_file * file, int what, void *argument), what, argument)
PASS(xShmMap, (sqlite3_file * file, int region, int size, int extend, void volatile **out), region,
     size, extend, out)
PASS(xShmLock, (sqlite3_file * file, int offset, int count, int flags), offset, count, flags)
PASS(xShmUnmap, (sqlite3_file * file, int remove_it), remove_it)

static int power_sector(sqlite3_file *file)
{
    (void)file;
    return SECTOR;
}

static int power_characteristics(sqlite3_file *file)
{
    (void)file;
    return 0; /* nothing is promised: writes may be torn and come in any order */
}

static void power_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = power_close,
    .xRead = power_read,
    .xWrite = power_write,
    .xTruncate = power_truncate,
    .xSync = power_sync,
    .xFileSize = power_xFileSize,
    .xLock = power_xLock,
    .xUnlock = power_xUnlock,
    .xCheckReservedLock = power_xCheckReservedLock,
    .xFileControl = power_xFileControl,
    .xSectorSize = power_sector,
    .xDeviceCharacteristics = power_characteristics,
    .xShmMap = power_xShmMap,
    .xShmLock = power_xShmLock,
    .xShmBarrier = power_barrier,
    .xShmUnmap = power_xShmUnmap,
};

static struct image *find_image(const char *path)
{
    for (int i = 0; i < FILES; i++) {
        struct image *image = &disk.image[i];
        if (!*image->path)
            snprintf(image->path, sizeof image->path, "%s", path);
        if (strcmp(image->path, path) == 0)
            return image;
    }
    return NULL;
}

static int power_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out)
{
    (void)vfs;
    struct power_file *power = (struct power_file *)(void *)file;
    power->base.pMethods = NULL;
    int code = disk.real->xOpen(disk.real, path, real_of(file), flags, out);
    if (code != SQLITE_OK)
        return code;
    pthread_mutex_lock(&disk.lock);
    power->image =
        path && flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)
        ? find_image(path)
        : NULL;
    pthread_mutex_unlock(&disk.lock);
    power->base.pMethods = &methods;
    return SQLITE_OK;
}

/* A file that is deleted is cut to nothing, which may not have reached the platter either, unless
 * its folder is synced. */
static int power_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    (void)vfs;
    pthread_mutex_lock(&disk.lock);
    bool good = has_power();
    struct image *image = find_image(path);
    if (good && image)
        note_change(image, 0, NULL, SIZE_MAX);
    if (good && image && sync && !disk.lying)
        settle(image, true);
    pthread_mutex_unlock(&disk.lock);
    return good ? disk.real->xDelete(disk.real, path, sync) : SQLITE_IOERR_DELETE;
}

/* ---------------------------------------------------------------- losing power */

static void restore_files(const char *path)
{
    char memory[PATH_ROOM + 8];
    for (int i = 0; i < FILES && *disk.image[i].path; i++) {
        struct image *image = &disk.image[i];
        settle(image, false);
        int descriptor = open(image->path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        assert_true(descriptor >= 0);
        assert_int_equal(write(descriptor,
                               image->synced ? image->synced : (const unsigned char *)"",
                               image->size),
                         (ssize_t)image->size);
        close(descriptor);
    }
    snprintf(memory, sizeof memory, "%s-shm", path);
    unlink(memory);
    disk.dead = false;
    disk.operations_left = -1;
}

/* One batch: some lines of one table. */
static enum store_status write_batch(struct store *store, uint32_t batch)
{
    static const char *const lines[LINES] = {"one", "two", "three"};
    struct store_append append = {.code = "babababa",
                                  .last = batch * LINES,
                                  .count = LINES,
                                  .lines = lines,
                                  .due_ms = INT64_MAX};
    struct store_batch whole = {.appends = &append, .append_count = 1};
    enum store_status status = store_commit(store, &whole);
    return append.refused ? STORE_TAKEN : status;
}

static bool count_line(void *context, const char *code, uint32_t number, const char *line,
                       size_t length)
{
    uint32_t *count = context;
    static const char *const lines[LINES] = {"one", "two", "three"};
    (void)code;
    bool good = number == *count + 1 && strlen(lines[*count % LINES]) == length &&
        memcmp(line, lines[*count % LINES], length) == 0;
    *count = good ? number : UINT32_MAX;
    return good;
}

/* Writes until the power goes, and looks afterwards; whether something that was acknowledged is
 * missing or the file is damaged. */
static bool lose_power(const char *path, uint64_t seed)
{
    enum store_status status;
    char message[STORE_MESSAGE];
    uint32_t acknowledged = 0, found = 0;
    disk.chance = seed;
    struct store *store = store_open(path, &status, message);
    assert_non_null(store);
    pthread_mutex_lock(&disk.lock);
    disk.operations_left = 1 + (int)draw(BATCHES * 4);
    pthread_mutex_unlock(&disk.lock);
    while (acknowledged < BATCHES && write_batch(store, acknowledged) == STORE_OK)
        acknowledged++;
    pthread_mutex_lock(&disk.lock);
    disk.dead = true;
    pthread_mutex_unlock(&disk.lock);
    store_close(store);
    restore_files(path);
    store = store_open(path, &status, message);
    if (!store)
        return true;
    bool lost = store_check(store) != STORE_OK;
    status = store_read_log(store, "babababa", 0, count_line, &found);
    lost |= status != STORE_OK && !(status == STORE_NONE && acknowledged == 0);
    lost |=
        found % LINES != 0 || found < acknowledged * LINES || found > (acknowledged + 1) * LINES;
    store_close(store);
    return lost;
}

static int losses(bool lying, int rounds)
{
    int lost = 0;
    disk.lying = lying;
    for (int i = 0; i < rounds; i++) {
        char folder[] = "/tmp/stos-power-XXXXXX", path[PATH_ROOM], other[PATH_ROOM + 8];
        assert_non_null(mkdtemp(folder));
        snprintf(path, sizeof path, "%s/s.db", folder);
        lost += lose_power(path, (uint64_t)i + 1);
        static const char *const endings[] = {"", "-wal", "-shm", "-journal", "-server"};
        for (size_t at = 0; at < sizeof endings / sizeof endings[0]; at++) {
            snprintf(other, sizeof other, "%s%s", path, endings[at]);
            unlink(other);
        }
        rmdir(folder);
        for (int at = 0; at < FILES; at++) {
            settle(&disk.image[at], true);
            free(disk.image[at].synced);
            free(disk.image[at].changes);
            disk.image[at] = (struct image){0};
        }
    }
    return lost;
}

static void nothing_acknowledged_is_lost(void **state)
{
    (void)state;
    assert_int_equal(losses(false, LOSSES), 0);
}

static void a_disk_that_lies_loses_something(void **state)
{
    (void)state;
    assert_true(losses(true, 10) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_acknowledged_is_lost),
                                       cmocka_unit_test(a_disk_that_lies_loses_something)};
    disk.real = sqlite3_vfs_find(NULL);
    disk.vfs = *disk.real;
    disk.vfs.zName = "power";
    disk.vfs.szOsFile = (int)sizeof(struct power_file) + disk.real->szOsFile;
    disk.vfs.xOpen = power_open;
    disk.vfs.xDelete = power_delete;
    disk.vfs.pNext = NULL;
    sqlite3_vfs_register(&disk.vfs, 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
