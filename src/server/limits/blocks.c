/* blocks.c - see blocks.h. */
#include "blocks.h"
#include "store/array.h"

#include "server/cluster/news.h"
#include "server/cluster/nodes.h"
#include "server/core/core.h"
#include "server/core/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct block {
    table_person by, whom;
};

/* The module's state. */
struct blocking {
    struct blocks *blocks; /* those in the store, as far as the news have been read */
    bool missed, reading;  /* news that are gone: all blocks are to be read again */
};

static struct blocking *blocking_of(const struct server *server)
{
    return module_state(server, MODULE_BLOCKS);
}

struct blocks {
    size_t count, room;
    struct block *block; /* in order */
    unsigned changes;    /* since they were read */
};

static int compare_blocks(const void *left, const void *right)
{
    const struct block *a = left, *b = right;
    return a->by != b->by ? (a->by > b->by) - (a->by < b->by)
                          : (a->whom > b->whom) - (a->whom < b->whom);
}

/* ---------------------------------------------------------------- reading */

static bool make_room(struct blocks *blocks)
{
    return array_fits(blocks->block, blocks->room, blocks->count + 1);
}

static bool add_block(void *context, uint64_t person, const char *name, const char *value)
{
    struct blocks *blocks = context;
    (void)value;
    if (!make_room(blocks))
        return false;
    blocks->block[blocks->count++] =
        (struct block){person, strtoull(name + strlen(STORE_BLOCK), NULL, 16)};
    return true;
}

static void free_blocks(struct blocks *blocks)
{
    if (blocks)
        free(blocks->block);
    free(blocks);
}

/* NULL if the store fails or memory runs out. */
static enum store_status read_blocks(struct store *store, struct blocks **blocks)
{
    struct blocks *read = calloc(1, sizeof *read);
    enum store_status status =
        read ? store_read_facts_of_all(store, STORE_BLOCK, add_block, read) : STORE_OK;
    if (status != STORE_OK) {
        free_blocks(read);
        read = NULL;
    }
    if (read && read->count > 0)
        qsort(read->block, read->count, sizeof read->block[0], compare_blocks);
    *blocks = read;
    return status;
}

static void replace(struct server *server, struct blocks *blocks)
{
    if (!blocks)
        return;
    free_blocks(blocking_of(server)->blocks);
    blocking_of(server)->blocks = blocks;
}

static bool load(struct server *server, char *message, size_t size)
{
    struct blocks *blocks;
    (void)message, (void)size;
    read_blocks(server->store, &blocks);
    replace(server, blocks);
    return blocks != NULL;
}

static void stop(struct server *server) { free_blocks(blocking_of(server)->blocks); }

struct refresh {
    struct blocks *blocks;
    unsigned changes; /* that were known when it began */
};

static void refresh_work(struct task *task, struct store *store)
{
    struct refresh *refresh = task->more;
    task->status = read_blocks(store, &refresh->blocks);
}

/* Changes made here meanwhile may be missing from what was read; then it is discarded and read
 * again. */
static bool refreshed(struct task *task)
{
    const struct refresh *refresh = task->more;
    struct blocking *blocking = blocking_of(task->server);
    bool good = refresh->blocks && blocking->blocks->changes == refresh->changes;
    task_report(task, "blocks");
    blocking->reading = false;
    blocking->missed &= !good;
    if (good)
        replace(task->server, refresh->blocks);
    else
        free_blocks(refresh->blocks);
    return true;
}

/* After news were missed. */
static void refresh(struct server *server)
{
    struct blocking *blocking = blocking_of(server);
    struct refresh *again = blocking->missed && !blocking->reading && !server->store_down
        ? calloc(1, sizeof *again)
        : NULL;
    if (!again)
        return;
    again->changes = blocking->blocks->changes;
    blocking->reading = task_start(server, server->readers, refresh_work, refreshed, again) != NULL;
}

/* ---------------------------------------------------------------- in memory */

/* Where the block is, or would be (binary search). */
static size_t place_of(const struct blocks *blocks, struct block wanted)
{
    size_t low = 0, high = blocks->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_blocks(&blocks->block[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_at(const struct blocks *blocks, size_t at, struct block wanted)
{
    return at < blocks->count && compare_blocks(&blocks->block[at], &wanted) == 0;
}

/* Only one block changes, and rereading all of them would be slow. */
static void note_block(struct blocks *blocks, struct block block, bool yes)
{
    size_t at = place_of(blocks, block);
    bool known = is_at(blocks, at, block);
    blocks->changes++;
    if (yes && !known && make_room(blocks)) {
        memmove(blocks->block + at + 1, blocks->block + at, (blocks->count++ - at) * sizeof block);
        blocks->block[at] = block;
    }
    if (!yes && known)
        memmove(blocks->block + at, blocks->block + at + 1, (--blocks->count - at) * sizeof block);
}

void blocks_change(struct server *server, table_person by, table_person whom, bool yes)
{
    char message[NEWS_MESSAGE];
    note_block(blocking_of(server)->blocks, (struct block){by, whom}, yes);
    lws_snprintf(message, sizeof message, "block 0%llx %016llx %d", (unsigned long long)by,
                 (unsigned long long)whom, yes);
    news_tell(server, message);
}

/* "block PERSON NUMBER WHOM YES" of a row; without the number from a node of version 0.2. */
static bool hear(struct server *server, const char *message)
{
    unsigned long long by;
    char word[3][21];
    blocking_of(server)->missed |= strcmp(message, "gap") == 0; /* others hear that, too */
    int words = sscanf(message, "block %llx %20s %20s %20s", &by, word[0], word[1], word[2]) - 1;
    if (words < 2)
        return false;
    struct block block = {by, strtoull(word[words - 2], NULL, 16)};
    note_block(blocking_of(server)->blocks, block, *word[words - 1] != '0');
    return true;
}

bool blocks_any(const struct server *server, table_person by)
{
    const struct blocks *blocks = blocking_of(server)->blocks;
    size_t at = blocks ? place_of(blocks, (struct block){by, 0}) : 0;
    return blocks && at < blocks->count && blocks->block[at].by == by;
}

bool blocks_has(const struct server *server, table_person by, table_person whom)
{
    const struct block block = {by, whom};
    const struct blocks *blocks = blocking_of(server)->blocks;
    return blocks && is_at(blocks, place_of(blocks, block), block);
}

bool blocks_keep_apart(const struct server *server, const struct table *table, table_person person)
{
    for (int i = 0; i < table_seats(table); i++) {
        const struct table_seat *seat = &table->seat[i];
        if (seat->kind == TABLE_PERSON &&
            (blocks_has(server, person, seat->person) || blocks_has(server, seat->person, person)))
            return true;
    }
    return false;
}

const struct module blocks_module = {.name = "blocks",
                                     .state = sizeof(struct blocking),
                                     .start = load,
                                     .second = refresh,
                                     .hear = hear,
                                     .stop = stop};
