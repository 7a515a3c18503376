/*
 * memory.c - the memory of a simulated server, its clock and its secrets.
 *
 * The server's sources are compiled to call these in place of malloc() and the like. Each block
 * belongs to the node that runs; a kill frees them all, and at the end of a run nothing may be
 * left.
 */
#include "server/people/hasher.h"
#include "simulation.h"

#include <stdlib.h>
#include <string.h>

struct block {
    struct block *next, **back;
    size_t size;
    max_align_t memory[];
};

static void enter_list(struct block *block)
{
    struct block **list = world.current < 0 ? &world.blocks : &world.node[world.current].blocks;
    block->next = *list;
    block->back = list;
    if (block->next)
        block->next->back = &block->next;
    *list = block;
}

void *simulated_malloc(size_t size)
{
    struct block *block = malloc(sizeof *block + size);
    DEMAND(block, "out of memory");
    block->size = size;
    enter_list(block);
    return block->memory;
}

void *simulated_calloc(size_t count, size_t size)
{
    return memset(simulated_malloc(count * size), 0, count * size);
}

void simulated_free(void *memory)
{
    if (!memory)
        return;
    struct block *block = (struct block *)((char *)memory - offsetof(struct block, memory));
    *block->back = block->next;
    if (block->next)
        block->next->back = block->back;
    free(block);
}

void simulated_free_all(struct block **blocks)
{
    while (*blocks)
        simulated_free((*blocks)->memory);
}

void *simulated_realloc(void *memory, size_t size)
{
    void *grown = simulated_malloc(size);
    if (memory) {
        const struct block *block =
            (struct block *)((char *)memory - offsetof(struct block, memory));
        memcpy(grown, memory, block->size < size ? block->size : size);
        simulated_free(memory);
    }
    return grown;
}

char *simulated_strndup(const char *text, size_t length)
{
    length = strnlen(text, length);
    char *copy = memcpy(simulated_malloc(length + 1), text, length);
    copy[length] = '\0';
    return copy;
}

/* ---------------------------------------------------------------- time */

/* The clocks of two machines differ. */
int64_t server_now_ms(void) { return world.now_ms + (world.current == 1 ? world.skew_ms : 0); }

uint64_t uv_now(const uv_loop_t *loop)
{
    (void)loop;
    return (uint64_t)world.now_ms;
}

uint64_t uv_hrtime(void) { return (uint64_t)world.now_ms * 1000000; }

/* ---------------------------------------------------------------- bots and passphrases that take
 * no time */

const stos_bot *__real_table_bot_of(const struct table *table, int seat);
const stos_bot *__wrap_table_bot_of(const struct table *table, int seat);

const stos_bot *__wrap_table_bot_of(const struct table *table, int seat)
{
    const stos_bot *bot = __real_table_bot_of(table, seat);
    return bot && strcmp(bot->name, "steady") != 0
        ? stos_bot_find(table->settings.rules.game, "random")
        : bot;
}

bool hasher_hash(const char *passphrase, char pass[STORE_PASS])
{
    unsigned char hash[16];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)passphrase, strlen(passphrase),
                       NULL, 0);
    sodium_bin2hex(pass, STORE_PASS, hash, sizeof hash);
    return true;
}

bool hasher_fits(const char *pass, const char *passphrase)
{
    char again[STORE_PASS];
    hasher_hash(passphrase, again);
    return strcmp(pass, again) == 0;
}

/* Here there are no sockets, no pages, no other process for analyses, and nobody outside who could
 * be notified. */
const struct module listen_module = {.name = "listen"}, admin_module = {.name = "admin"},
                    analyze_module = {.name = "analyze"}, notify_module = {.name = "notify"},
                    preview_module = {.name = "preview"};
