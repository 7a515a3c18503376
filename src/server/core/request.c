/*
 * request.c - reads a request from its frame, keeps it while it waits, and writes replies.
 *
 * Every frame gets a reply, or the connection is closed with a reason; an invalid frame changes
 * nothing. The requester's identity comes from the connection alone.
 */
#include "request.h"

#include "core.h"
#include "error_texts.h"
#include "table/table_text.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- reading */

static struct request *make_request(struct connection *connection, json_t *body, const char *ref)
{
    struct request *request = calloc(1, sizeof *request);
    if (!request)
        abort();
    request->origin = request;
    request->references = 1;
    request->connection = connection;
    request->body = body;
    request->verb = modules_find_verb(json_string_value(json_object_get(body, "do")));
    memcpy(request->ref, ref, strlen(ref) + 1);
    request_set_table(request, json_string_value(json_object_get(body, "table")));
    connection->references++;
    return request;
}

struct request *request_read(struct connection *connection, const char *text, size_t length)
{
    json_t *body = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *ref = json_string_value(json_object_get(body, "ref"));
    if (json_is_object(body) && ref && *ref && strlen(ref) < REQUEST_REF)
        return make_request(connection, body, ref);
    reply_error(connection, NULL, json_is_object(body) ? "bad_request" : "bad_json");
    json_decref(body);
    return NULL;
}

struct request *request_hold(const struct request *request)
{
    request->origin->references++;
    return request->origin;
}

void request_release(struct request *request)
{
    if (!request || --request->references > 0)
        return;
    connection_release(request->connection);
    json_decref(request->body);
    free(request);
}

void request_run(struct request *request)
{
    struct connection *connection = request->connection;
    request->now_ms = server_now_ms();
    if (!connection->wsi || connection->close_code)
        return;
    if (connection->server->stopping)
        reply_error(connection, request->ref, "stopping");
    else
        request->verb->run(connection, request);
}

void request_set_table(struct request *request, const char *given)
{
    request->code[0] = '\0';
    if (given)
        table_code_fold(given, request->code);
}

/* ---------------------------------------------------------------- queues */

/* About what a value takes: a number of one digit is many times its text. */
static size_t memory_of(const json_t *value)
{
    enum { NODE = 64 };
    size_t bytes = NODE, length = json_array_size(value);
    for (size_t i = 0; i < length; i++)
        bytes += memory_of(json_array_get(value, i));
    void *at = json_is_object(value) ? json_object_iter((json_t *)(uintptr_t)value) : NULL;
    for (; at; at = json_object_iter_next((json_t *)(uintptr_t)value, at))
        bytes += strlen(json_object_iter_key(at)) + memory_of(json_object_iter_value(at));
    return bytes + json_string_length(value);
}

static size_t count_bytes(struct request *request)
{
    if (request->bytes == 0)
        request->bytes = sizeof *request + memory_of(request->body);
    return request->bytes;
}

bool request_queue_add(struct request_queue *queue, const struct request *request, size_t most)
{
    if (queue->bytes + count_bytes(request->origin) > most)
        return false;
    struct request *held = request_hold(request);
    held->next = NULL;
    if (queue->first)
        queue->last->next = held;
    else
        queue->first = held;
    queue->last = held;
    queue->bytes += held->bytes;
    return true;
}

void request_queue_add_first(struct request_queue *queue, const struct request *request)
{
    struct request *held = request_hold(request);
    held->next = queue->first;
    if (!queue->first)
        queue->last = held;
    queue->first = held;
    queue->bytes += count_bytes(held);
}

struct request *request_queue_take(struct request_queue *queue)
{
    struct request *request = queue->first;
    if (!request)
        return NULL;
    queue->first = request->next;
    queue->bytes -= request->bytes;
    return request;
}

void request_queue_drop(struct request_queue *queue)
{
    for (struct request *request; (request = request_queue_take(queue));)
        request_release(request);
}

/* ---------------------------------------------------------------- members */

const char *request_optional_text(const struct request *request, const char *name)
{
    return json_string_value(json_object_get(request->body, name));
}

const char *request_text(struct connection *connection, const struct request *request,
                         const char *name)
{
    const char *text = request_optional_text(request, name);
    if (!text) {
        char message[160];
        lws_snprintf(message, sizeof message,
                     translate_for(connection, N_("The request needs the text \"%s\".")), name);
        reply_error_text(connection, request->ref, "bad_request", message, NULL);
    }
    return text;
}

bool request_number(struct connection *connection, const struct request *request, const char *name,
                    int64_t low, int64_t high, int64_t *number)
{
    json_t *value = json_object_get(request->body, name);
    *number = json_integer_value(value);
    if (json_is_integer(value) && *number >= low && *number <= high)
        return true;
    char message[160];
    lws_snprintf(
        message, sizeof message,
        translate_for(connection, N_("The request needs the number \"%s\", from %lld to %lld.")),
        name, (long long)low, (long long)high);
    reply_error_text(connection, request->ref, "bad_request", message, NULL);
    return false;
}

bool request_flag(const struct request *request, const char *name, bool otherwise)
{
    const json_t *value = json_object_get(request->body, name);
    return json_is_boolean(value) ? json_is_true(value) : otherwise;
}

/* ---------------------------------------------------------------- replies */

static stos_writer begin_reply(struct connection *connection, const char *ref, bool ok)
{
    stos_writer writer = stos_writer_on(connection->server->scratch, SERVER_SCRATCH);
    text_put(&writer, "{\"ref\":");
    if (ref)
        table_quote(&writer, ref, strlen(ref));
    else
        text_put(&writer, "null");
    text_put(&writer, ok ? ",\"ok\":true" : ",\"ok\":false");
    return writer;
}

static void end_reply(struct connection *connection, stos_writer *writer)
{
    text_char(writer, '}');
    connection_answered(connection);
    if (writer->length >= SERVER_SCRATCH)
        connection_close(connection, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "reply too long");
    else
        connection_send(connection, connection->server->scratch, writer->length);
}

static stos_writer begin_refusal(struct connection *connection, const char *ref, const char *code,
                                 const char *message)
{
    stos_writer writer = begin_reply(connection, ref, false);
    metrics_refused(connection->server->metrics, code);
    text_put(&writer, ",\"error\":");
    table_quote(&writer, code, strlen(code));
    text_put(&writer, ",\"message\":");
    table_quote(&writer, message, strlen(message));
    return writer;
}

static void put_more(stos_writer *writer, const char *more)
{
    if (!more || !*more)
        return;
    text_char(writer, ',');
    text_put(writer, more);
}

void reply_ok(struct connection *connection, const char *ref, const char *more)
{
    stos_writer writer = begin_reply(connection, ref, true);
    put_more(&writer, more);
    end_reply(connection, &writer);
}

void reply_members(struct connection *connection, const char *ref, struct live_table *table,
                   reply_writer *write, const void *context)
{
    stos_writer writer = begin_reply(connection, ref, true);
    write(&writer, connection, table, context);
    end_reply(connection, &writer);
}

void reply_error_text(struct connection *connection, const char *ref, const char *code,
                      const char *message, const char *more)
{
    stos_writer writer = begin_refusal(connection, ref, code, message);
    put_more(&writer, more);
    end_reply(connection, &writer);
}

void reply_error_members(struct connection *connection, const char *ref, const char *code,
                         const char *message, struct live_table *table, reply_writer *write,
                         const void *context)
{
    stos_writer writer = begin_refusal(connection, ref, code, message);
    write(&writer, connection, table, context);
    end_reply(connection, &writer);
}

/* A wrong guess at a table's code costs whoever made it. */
static void charge_wrong_code(struct connection *connection)
{
    uint64_t now = uv_now(&connection->server->loop);
    bool before = limiter_allows(connection->by_address, COST_CODE, 1, now);
    connection->server->metrics->wrong_codes++;
    connection_charge(connection, COST_CODE, 1);
    if (before && !limiter_allows(connection->by_address, COST_CODE, 1, now))
        server_log(connection->server, SERVER_LOG_WARNING, "guessing", "what=codes address=%s",
                   connection->address);
}

void reply_error(struct connection *connection, const char *ref, const char *code)
{
    if (strcmp(code, "no_table") == 0)
        charge_wrong_code(connection);
    reply_error_text(connection, ref, code, translate_for(connection, error_text(code)), NULL);
}

void reply_session_ended(struct connection *connection, const char *ref)
{
    reply_error(connection, ref, "bad_token");
    connection_close(connection, LWS_CLOSE_STATUS_NORMAL, "goodbye");
}

void reply_json(struct connection *connection, const char *ref, json_t *members)
{
    char *text = json_dumps(members, JSON_COMPACT);
    json_decref(members);
    stos_writer writer = begin_reply(connection, ref, true);
    if (text && strlen(text) > 2) {
        text_char(&writer, ',');
        text_bytes(&writer, text + 1, strlen(text) - 2);
    }
    free(text);
    end_reply(connection, &writer);
}
