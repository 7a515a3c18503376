/*
 * fuzz_frames.c - bytes as frames of two people to the real server in a simulated world
 * (tests/server/simulation). Whatever comes is answered or the connection is closed; what is told
 * is true; the logs replay; nothing is lost from memory when the server stops.
 *
 * Input: one byte that says who has said hello and whether a table stands, then frames. A frame is
 * one byte (whose it is, whether it is binary, in how many pieces it comes), the text, and a
 * newline.
 */
#include "../server/simulation/simulation.h"
#include "invariants.h"
#include "server/tables/batch.h"
#include "server/ticks.h"

enum { MOST_FRAMES = 60 };

int LLVMFuzzerInitialize(int *count, char ***words);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct client people[2];
static struct lws *links[2];

static void settle(void)
{
    struct node *node = &world.node[0];
    bool busy;
    world_enter(0);
    do {
        busy = pool_work_one(&node->store_pool) | pool_finish_one(&node->store_pool);
        busy |= pool_work_one(&node->workers) | pool_finish_one(&node->workers);
        busy |= pool_work_one(&node->readers) | pool_finish_one(&node->readers);
        ticks_turn_ended(&node->server);
    } while (busy || !batch_is_idle(&node->server));
    world.current = -1;
    for (int i = 0; i < 2; i++)
        while (link_write(links[i]))
            ;
    world_enter(0);
    ticks_turn_ended(&node->server);
    world.current = -1;
}

/* Takes what was sent to somebody; how many of it were replies. */
static int take_replies(struct lws *link)
{
    int replies = 0;
    while (link->to_client) {
        struct packet *packet = link->to_client;
        link->to_client = packet->next;
        replies += packet->length > 6 && memcmp(packet->text, "{\"ref\":", 7) == 0;
        free(packet);
    }
    return replies;
}

static void receive(struct lws *link, const char *text, size_t length, bool binary, size_t piece)
{
    size_t at = 0;
    take_replies(link);
    world_enter(0);
    do {
        size_t now = length - at < piece ? length - at : piece;
        if (link->connection)
            dispatch_receive(link->connection, text + at, now, at == 0, at + now == length, binary);
        at += now;
    } while (at < length);
    world.current = -1;
    settle();
    MUST(take_replies(link) == 1 || !link->connection,
         "a frame is answered, once, or the connection closed");
}

static void say(int who, const char *text)
{
    receive(links[who], text, strlen(text), false, strlen(text));
}

static void prepare(unsigned choice)
{
    static const char *const hello[] = {
        "{\"do\":\"hello\",\"ref\":\"h\",\"version\":1,\"moves\":true,\"token\":"
        "\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}",
        "{\"do\":\"hello\",\"ref\":\"h\",\"version\":1,\"moves\":true,\"token\":"
        "\"BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA\"}"};
    static const char *const tables[] = {"thegame(players=2)", "facetoface", "lie(players=2)",
                                         "lie(players=3)"};
    char create[256];
    for (int i = 0; i < 2; i++)
        if (choice >> i & 1 || choice >> 2 & 1)
            say(i, hello[i]);
    if (!(choice >> 2 & 1))
        return;
    lws_snprintf(create, sizeof create,
                 "{\"do\":\"create\",\"ref\":\"c\",\"rules\":\"%s\",\"begin_when_full\":true}",
                 tables[choice >> 3 & 3]);
    say(0, create);
    MUST(world.durable.table_count == 1, "a table is made");
    lws_snprintf(create, sizeof create, "{\"do\":\"join\",\"ref\":\"j\",\"table\":\"%s\"}",
                 world.durable.tables[0]->code);
    say(1, create);
}

/* The frame, with the code of the table where it says TABLE. */
static size_t with_code(const uint8_t *text, size_t length, char out[8192])
{
    size_t written = 0;
    const char *code = world.durable.table_count ? world.durable.tables[0]->code : "bamoteki";
    for (size_t i = 0; i < length && written + TABLE_CODE < 8192; i++)
        if (length - i >= 5 && memcmp(text + i, "TABLE", 5) == 0) {
            memcpy(out + written, code, strlen(code));
            written += strlen(code);
            i += 4;
        } else {
            out[written++] = (char)text[i];
        }
    return written;
}

/* Tables in memory stand as their logs do. */
static void check_tables(void)
{
    for (const struct live_table *live = world.node[0].server.tables; live; live = live->next) {
        const struct durable_table *table = durable_find(live->code);
        MUST(table && live->stage == LIVE_READY, "a table in memory is kept");
        MUST(table->replica.last == live->table.last &&
                 table->replica.position == live->table.position,
             "a table is its log");
        MUST(memcmp(&table->replica.state, &live->table.state, sizeof live->table.state) == 0,
             "the cards follow from the log");
    }
}

int LLVMFuzzerInitialize(int *count, char ***words)
{
    (void)count, (void)words;
    world_prepare();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *at = data, *end = data + size;
    char text[8192];
    if (size == 0)
        return 0;
    world_begin_plain();
    for (int i = 0; i < 2; i++)
        links[i] = link_open(&people[i], 0);
    prepare(*at++);
    for (int frames = 0; at < end && frames < MOST_FRAMES; frames++) {
        unsigned how = *at++;
        const uint8_t *newline = memchr(at, '\n', (size_t)(end - at)),
                      *stop = newline ? newline : end;
        size_t length = with_code(at, (size_t)(stop - at), text);
        struct lws *link = links[how & 1];
        if (link->connection)
            receive(link, text, length, (how >> 1 & 7) == 7, how >> 4 ? how >> 4 : length + 1);
        world.now_ms += 700;
        at = newline ? newline + 1 : end;
    }
    check_tables();
    for (int i = 0; i < 2; i++) {
        take_replies(links[i]);
        links[i]->client = NULL;
    }
    world_end();
    return 0;
}
