/* news.c - see news.h. */
#include "news.h"

#include "nodes.h"
#include "server/core/task.h"

#include <stdlib.h>
#include <string.h>

enum { READ_EVERY_MS = 500, ROWS_MOST = 256 };

struct heard {
    uint64_t number;  /* of the last row */
    int64_t read_ms;  /* when all rows up to then were known */
    int64_t asked_ms; /* when they were last asked for */
    bool reading, wanted;
};

static struct heard *heard_of(const struct server *server)
{
    return module_state(server, MODULE_NEWS);
}

uint64_t news_number(const struct server *server) { return heard_of(server)->number; }

bool news_are_old(const struct server *server, int64_t now_ms)
{
    return store_is_shared(server->store) && now_ms - heard_of(server)->read_ms > NEWS_AGE_MS;
}

/* ---------------------------------------------------------------- reading */

struct rows {
    int64_t at_ms;
    uint64_t after;
    size_t count;
    struct store_news row[ROWS_MOST];
};

static bool note_row(void *context, const struct store_news *news)
{
    struct rows *read = context;
    read->row[read->count++] = *news;
    return read->count < ROWS_MOST;
}

static void read_work(struct task *task, struct store *store)
{
    struct rows *read = task->more;
    read->at_ms = server_now_ms();
    task->status = store_read_news(store, read->after, ROWS_MOST, note_row, read);
}

/* "WHAT PERSON NUMBER REST" for those whom it concerns. */
static void spread(struct server *server, const struct store_news *news)
{
    char message[NEWS_MESSAGE];
    int word = (int)strcspn(news->what, " ");
    lws_snprintf(message, sizeof message, "%.*s %llx %llu%s", word, news->what,
                 (unsigned long long)news->person, (unsigned long long)news->number,
                 news->what + word);
    heard_of(server)->number = news->number;
    nodes_add_news(server, message);
}

/* A gap in the numbers: rows were deleted before this node, which was away for long, had read them.
 */
static void take_rows(struct server *server, const struct rows *read)
{
    struct heard *heard = heard_of(server);
    if (read->count > 0 && read->row[0].number != read->after + 1)
        nodes_add_news(server, "gap");
    for (size_t i = 0; i < read->count; i++)
        spread(server, &read->row[i]);
    if (read->count == ROWS_MOST)
        heard->wanted = true; /* there are more */
    else
        heard->read_ms = read->at_ms;
}

static bool rows_read(struct task *task)
{
    heard_of(task->server)->reading = false;
    task_report(task, "news");
    if (task->status == STORE_OK && !task->server->stopping)
        take_rows(task->server, task->more);
    return true;
}

static void tick(struct server *server)
{
    struct heard *heard = heard_of(server);
    int64_t now_ms = server_now_ms();
    bool due = heard->wanted || now_ms - heard->asked_ms >= READ_EVERY_MS;
    struct rows *read =
        store_is_shared(server->store) && due && !heard->reading ? calloc(1, sizeof *read) : NULL;
    if (!read)
        return;
    read->after = heard->number;
    heard->asked_ms = now_ms;
    heard->wanted = false;
    heard->reading = task_start(server, nodes_pool(server), read_work, rows_read, read) != NULL;
}

static bool start(struct server *server, char *message, size_t size)
{
    (void)message, (void)size;
    heard_of(server)->read_ms = server_now_ms();
    return store_last_news(server->store, &heard_of(server)->number) == STORE_OK;
}

/* ---------------------------------------------------------------- telling */

void news_tell(struct server *server, const char *message) { nodes_tell(server, message); }

static bool hear(struct server *server, const char *message)
{
    if (strncmp(message, "bye 0", 5) != 0 && strncmp(message, "block 0", 7) != 0)
        return false;
    heard_of(server)->wanted = true;
    return true;
}

const struct module news_module = {
    .name = "news", .state = sizeof(struct heard), .start = start, .tick = tick, .hear = hear};
