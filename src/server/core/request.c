/*
 * request.c - parses a frame, dispatches its verb, and writes replies.
 *
 * Every frame gets a reply, or the connection is closed with a reason; an invalid frame changes
 * nothing. The requester's identity comes from the connection alone.
 */
#include "request.h"

#include "core.h"
#include "error_texts.h"
#include "server/cluster/nodes.h"
#include "server/limits/admission.h"
#include "server/modules.h"
#include "server/tables/broadcast.h"
#include "server/tables/tables.h"

#include <string.h>

/* A request that has to wait until `hello` is answered; a client may send some ahead. */
static void wait_for_hello(struct connection *connection, const struct request *request)
{
    enum { AHEAD_BYTES = 64 * 1024 };
    struct waiting_list *list = &connection->waiting;
    size_t size = sizeof(struct waiting) + request->raw_length;
    struct waiting *waiting = list->bytes + size <= AHEAD_BYTES ? malloc(size) : NULL;
    if (!waiting) {
        reply_error(connection, request->ref, "too_fast");
        return;
    }
    waiting->next = NULL;
    waiting->length = request->raw_length;
    memcpy(waiting->text, request->raw, request->raw_length);
    *list->end = waiting;
    list->end = &waiting->next;
    list->bytes += size;
}

/* Says which verbs there are: for whoever writes a client, and the test that walks them all. */
static void refuse_unknown(struct connection *connection, const struct request *request)
{
    char more[1024];
    stos_writer writer = stos_writer_on(more, sizeof more);
    text_put(&writer, "\"verbs\":[");
    bool first = true;
    for (int i = 0; i < MODULES; i++)
        for (const struct verb *verb = modules[i]->verbs; verb && verb->name; verb++) {
            text_comma(&writer, first);
            table_quote(&writer, verb->name, strlen(verb->name));
            first = false;
        }
    text_char(&writer, ']');
    reply_error_text(connection, request->ref, "unknown_verb",
                     translate_for(connection, error_text("unknown_verb")), more);
}

static void run_verb(struct connection *connection, const struct request *request)
{
    const struct verb *verb = modules_find_verb(request_optional_text(request, "do"));
    const char *refusal;
    if (!verb)
        refuse_unknown(connection, request);
    else if (connection->stage == CONNECTION_IDENTIFYING)
        wait_for_hello(connection, request);
    else if (connection->stage == CONNECTION_NEW && verb->when != VERB_ANY_TIME)
        reply_error(connection, request->ref, "hello_first");
    else if (connection->server->stopping)
        reply_error(connection, request->ref, "stopping");
    else if (!request->waited && (refusal = admission_refuses(connection, verb, request)))
        reply_error(connection, request->ref, refusal);
    else
        verb->run(connection, request);
}

static void handle(struct connection *connection, const char *text, size_t length, bool waited,
                   bool log_read)
{
    struct request request = {.raw = text,
                              .raw_length = length,
                              .now_ms = server_now_ms(),
                              .waited = waited,
                              .log_read = log_read};
    nodes_cut_off(connection->server, request.now_ms);
    request.body = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *ref = request_optional_text(&request, "ref");
    if (!json_is_object(request.body)) {
        reply_error(connection, NULL, "bad_json");
    } else if (!ref || !*ref || strlen(ref) >= REQUEST_REF) {
        reply_error(connection, NULL, "bad_request");
    } else {
        memcpy(request.ref, ref, strlen(ref) + 1);
        request_set_table(&request, request_optional_text(&request, "table"));
        run_verb(connection, &request);
    }
    json_decref(request.body);
}

void request_set_table(struct request *request, const char *given)
{
    request->code[0] = '\0';
    if (given)
        table_code_fold(given, request->code);
}

void request_handle(struct connection *connection, const char *text, size_t length)
{
    handle(connection, text, length, false, false);
}

void request_handle_waiting(const struct waiting_request *waiting)
{
    handle(waiting->connection, waiting->text, waiting->length, true, waiting->log_read);
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
    stos_writer writer = begin_reply(connection, ref, false);
    metrics_refused(connection->server->metrics, code);
    text_put(&writer, ",\"error\":");
    table_quote(&writer, code, strlen(code));
    text_put(&writer, ",\"message\":");
    table_quote(&writer, message, strlen(message));
    put_more(&writer, more);
    end_reply(connection, &writer);
}

void reply_error(struct connection *connection, const char *ref, const char *code)
{
    if (strcmp(code, "no_table") == 0)
        admission_wrong_code(connection);
    reply_error_text(connection, ref, code, translate_for(connection, error_text(code)), NULL);
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

static void reply_stale(struct connection *connection, const char *ref, struct live_table *table)
{
    stos_writer writer = begin_reply(connection, ref, false);
    metrics_refused(connection->server->metrics, "stale");
    text_put(&writer, ",\"error\":\"stale\",\"message\":");
    const char *message = translate_for(connection, table_reason_text(TABLE_STALE));
    table_quote(&writer, message, strlen(message));
    text_put(&writer, ",\"table\":");
    broadcast_snapshot(table, connection, &writer);
    end_reply(connection, &writer);
}

static void reply_illegal(struct connection *connection, const char *ref,
                          const struct table_answer *answer, const char *given)
{
    char message[2 * STOS_ERROR_TEXT], more[64] = "";
    stos_error_text_in(answer->error, given, error_translator(connection->language), message,
                       sizeof message);
    if (*stos_error_clause(answer->error))
        lws_snprintf(more, sizeof more, "\"clause\":\"%s\"", stos_error_clause(answer->error));
    reply_error_text(connection, ref, stos_error_code(answer->error), message, more);
}

static void reply_told_number(struct connection *connection, const char *ref,
                              const struct table_answer *answer, const char *given)
{
    char more[2 * TABLE_SAY_MAX + 64];
    stos_writer writer = stos_writer_on(more, sizeof more);
    text_put(&writer, "\"stop\":");
    table_quote(&writer, given + answer->verdict.start, answer->verdict.length);
    text_put(&writer, ",\"at\":");
    text_unsigned(&writer, answer->verdict.start);
    text_put(&writer, ",\"length\":");
    text_unsigned(&writer, answer->verdict.length);
    reply_error_text(connection, ref, "told_number",
                     translate_for(connection, table_reason_text(TABLE_TOLD_NUMBER)), more);
}

void reply_refused(struct connection *connection, const char *ref, struct live_table *table,
                   const struct table_answer *answer, const char *given)
{
    switch (answer->reason) {
    case TABLE_STALE: reply_stale(connection, ref, table); break;
    case TABLE_ILLEGAL: reply_illegal(connection, ref, answer, given); break;
    case TABLE_TOLD_NUMBER: reply_told_number(connection, ref, answer, given); break;
    default:
        reply_error_text(connection, ref, table_reason_code(answer->reason),
                         translate_for(connection, table_reason_text(answer->reason)), NULL);
    }
}
