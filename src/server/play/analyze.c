/*
 * analyze.c - `analyze`: evaluates a finished game, turn by turn.
 *
 * The work takes seconds of a whole core and some hundred MiB, so a child process does it (`stos
 * analyze --json -`, this same program) at low priority: it cannot slow the tables down, and if it
 * crashes, they go on. Only a few run at a time.
 */
#include "server/core/core.h"
#include "server/core/task.h"
#include "study.h"

#include <stdlib.h>
#include <string.h>

enum { ANALYSES_MOST = 2, ANALYSIS_BYTES = 256 * 1024, ANALYSIS_SECONDS = 120 };

struct analysis {
    struct connection *connection;
    struct analysis *next, **back; /* in the server's list */
    char ref[REQUEST_REF], game_id[STORE_ID];
    enum store_status status;
    struct study study;
    uv_process_t child;
    uv_pipe_t in, out;
    uv_timer_t limit;
    uv_write_t write;
    char *text;
    size_t length;
    int open_handles;
    bool has_child, refused; /* the child did not take the record */
};

struct analyses {
    int count;
    struct analysis *first; /* those under way */
};

static struct analyses *analyses_of(const struct server *server)
{
    return module_state(server, MODULE_ANALYZE);
}

/* Why there is no analysis. */
static const char *error_of(const struct analysis *analysis)
{
    switch (analysis->status) {
    case STORE_OK: break;
    case STORE_NONE: return "no_game";
    case STORE_TAKEN: return analysis->study.error;
    case STORE_BROKEN: return "bad_record";
    default: return "store_down";
    }
    return analysis->connection->server->stopping ? "stopping"
        : analysis->refused                       ? "bad_record"
                                                  : "not_analyzed";
}

static void free_analysis(struct analysis *analysis)
{
    struct connection *connection = analysis->connection;
    json_t *found = analysis->text ? json_loadb(analysis->text, analysis->length, 0, NULL) : NULL;
    if (found)
        reply_json(connection, analysis->ref, json_pack("{s:o}", "analysis", found));
    else
        reply_error(connection, analysis->ref, error_of(analysis));
    *analysis->back = analysis->next;
    if (analysis->next)
        analysis->next->back = analysis->back;
    analyses_of(connection->server)->count--;
    connection->jobs--;
    connection_release(connection);
    free(analysis->study.record);
    free(analysis->text);
    free(analysis);
}

static void handle_closed(uv_handle_t *handle)
{
    struct analysis *analysis = handle->data;
    if (--analysis->open_handles == 0)
        free_analysis(analysis);
}

static void close_handle(uv_handle_t *handle)
{
    if (!uv_is_closing(handle))
        uv_close(handle, handle_closed);
}

static void child_exit(uv_process_t *child, int64_t status, int signal_number)
{
    enum { RECORD_REFUSED = 1 }; /* what `stos analyze` ends with then */
    struct analysis *analysis = child->data;
    analysis->has_child = false;
    analysis->refused = signal_number == 0 && status == RECORD_REFUSED;
    close_handle((uv_handle_t *)&analysis->limit);
    close_handle((uv_handle_t *)&analysis->in);
    close_handle((uv_handle_t *)child);
}

static void too_slow(uv_timer_t *limit)
{
    struct analysis *analysis = limit->data;
    uv_process_kill(&analysis->child, SIGKILL);
}

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct analysis *analysis = handle->data;
    (void)size;
    *buffer = uv_buf_init(analysis->text + analysis->length,
                          (unsigned)(ANALYSIS_BYTES - analysis->length));
}

static void got_text(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    struct analysis *analysis = stream->data;
    (void)buffer;
    if (length > 0)
        analysis->length += (size_t)length;
    else if (length < 0)
        close_handle((uv_handle_t *)stream);
}

static void record_written(uv_write_t *write, int status)
{
    (void)status;
    struct analysis *analysis = write->data;
    close_handle((uv_handle_t *)&analysis->in);
}

static void open_pipes(struct analysis *analysis, uv_loop_t *loop)
{
    uv_pipe_init(loop, &analysis->in, 0);
    uv_pipe_init(loop, &analysis->out, 0);
    uv_timer_init(loop, &analysis->limit);
    analysis->child.data = analysis->in.data = analysis->out.data = analysis->limit.data =
        analysis->write.data = analysis;
    analysis->open_handles = 4;
}

static void start_child(struct analysis *analysis)
{
    uv_loop_t *loop = &analysis->connection->server->loop;
    char *arguments[] = {"nice", "-n", "10", NULL, "analyze", "--json", "-", NULL, NULL, NULL};
    char self[4096], deals[16];
    size_t size = sizeof self;
    uv_exepath(self, &size);
    arguments[3] = self;
    if (analysis->connection->server->options->analysis_deals > 0) {
        lws_snprintf(deals, sizeof deals, "%d",
                     analysis->connection->server->options->analysis_deals);
        arguments[7] = "--deals";
        arguments[8] = deals;
    }
    uv_stdio_container_t stdio[3] = {
        {.flags = UV_CREATE_PIPE | UV_READABLE_PIPE, .data.stream = (uv_stream_t *)&analysis->in},
        {.flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE, .data.stream = (uv_stream_t *)&analysis->out},
        {.flags = UV_IGNORE}};
    uv_process_options_t options = {.exit_cb = child_exit,
                                    .file = arguments[0],
                                    .args = arguments,
                                    .stdio = stdio,
                                    .stdio_count = 3};
    open_pipes(analysis, loop);
    if (uv_spawn(loop, &analysis->child, &options) != 0) {
        close_handle((uv_handle_t *)&analysis->out);
        child_exit(&analysis->child, 0, 0);
        return;
    }
    analysis->has_child = true;
    uv_timer_start(&analysis->limit, too_slow, ANALYSIS_SECONDS * 1000, 0);
    uv_buf_t buffer = uv_buf_init(analysis->study.record, (unsigned)analysis->study.length);
    uv_write(&analysis->write, (uv_stream_t *)&analysis->in, &buffer, 1, record_written);
    uv_read_start((uv_stream_t *)&analysis->out, allocate, got_text);
}

/* The server is stopping: nobody waits for the results. */
static void tick(struct server *server)
{
    if (!server->stopping)
        return;
    for (struct analysis *at = analyses_of(server)->first; at; at = at->next)
        if (at->has_child)
            uv_process_kill(&at->child, SIGKILL);
}

static void read_game(struct task *task, struct store *store)
{
    struct analysis *analysis = task->more;
    task->status = study_record(&analysis->study, store, analysis->game_id);
}

static bool game_read(struct task *task)
{
    struct analysis *analysis = task->more;
    task->more = NULL; /* it goes on without the store */
    analysis->status = task->status;
    if (store_is_out(task->status))
        store_failed(task->server, task->reason);
    if (task->status == STORE_OK && !task->server->stopping &&
        (analysis->text = malloc(ANALYSIS_BYTES)))
        start_child(analysis);
    else
        free_analysis(analysis);
    return true;
}

/* One at a time for each connection. */
static bool has_analysis(const struct connection *connection)
{
    const struct analysis *at = analyses_of(connection->server)->first;
    while (at && at->connection != connection)
        at = at->next;
    return at != NULL;
}

static void verb_analyze(struct connection *connection, const struct request *request)
{
    struct server *server = connection->server;
    const char *id = request_text(connection, request, "game");
    if (!id)
        return;
    struct analysis *analysis =
        analyses_of(server)->count < ANALYSES_MOST && !has_analysis(connection)
        ? calloc(1, sizeof *analysis)
        : NULL;
    if (!analysis) {
        reply_error(connection, request->ref, "too_many");
        return;
    }
    analysis->connection = connection;
    analysis->study =
        (struct study){.server = server, .person = connection->person, .now_ms = request->now_ms};
    lws_strncpy(analysis->game_id, id, sizeof analysis->game_id);
    memcpy(analysis->ref, request->ref, sizeof analysis->ref);
    connection->references++;
    connection->jobs++;
    analyses_of(server)->count++;
    analysis->next = analyses_of(server)->first;
    analysis->back = &analyses_of(server)->first;
    if (analysis->next)
        analysis->next->back = &analysis->next;
    analyses_of(server)->first = analysis;
    if (!task_start(server, server->readers, read_game, game_read, analysis))
        abort(); /* it was counted already */
}

static const struct verb verbs[] = {
    {.name = "analyze", .run = verb_analyze, .cost = COST_READ, .price = 20},
    {.name = NULL},
};

const struct module analyze_module = {
    .name = "analyze", .state = sizeof(struct analyses), .verbs = verbs, .tick = tick};
