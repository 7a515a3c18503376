/*
 * dispatch.c - from a frame to its verb: it is read, once, into a request; the request waits until
 * `hello` is answered, pays its limits, and runs.
 */
#include "dispatch.h"

#include "admission.h"
#include "base/text.h"
#include "server/cluster/news.h"
#include "server/cluster/nodes.h"
#include "server/core/core.h"
#include "server/core/error_texts.h"
#include "table/table_text.h"

#include <string.h>

/* A request that has to wait until `hello` is answered; a client may send some ahead. */
static void wait_for_hello(struct connection *connection, const struct request *request)
{
    enum { AHEAD_BYTES = 64 * 1024 };
    if (!request_queue_add(&connection->waiting, request, AHEAD_BYTES))
        reply_error(connection, request->ref, "too_fast");
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

static void dispatch(struct connection *connection, struct request *request)
{
    const char *refusal;
    nodes_cut_off(connection->server, server_now_ms());
    if (!request->verb)
        refuse_unknown(connection, request);
    else if (connection->stage == CONNECTION_IDENTIFYING)
        wait_for_hello(connection, request);
    else if (connection->stage == CONNECTION_NEW && request->verb->when != VERB_ANY_TIME)
        reply_error(connection, request->ref, "hello_first");
    else if (connection->stage == CONNECTION_KNOWN &&
             news_are_old(connection->server, server_now_ms()))
        reply_error(connection, request->ref, "store_down");
    else if (!connection->server->stopping && (refusal = admission_refuses(connection, request)))
        reply_error(connection, request->ref, refusal);
    else
        request_run(request);
}

void dispatch_waiting(struct connection *connection)
{
    struct request *request;
    while (connection->stage != CONNECTION_IDENTIFYING &&
           (request = request_queue_take(&connection->waiting))) {
        dispatch(connection, request);
        request_release(request);
    }
}

/* Whoever asks too fast is told so, for a while. */
static bool asks_too_fast(struct connection *connection)
{
    enum { REFUSALS_MAX = 100 };
    if (connection_may_ask(connection))
        return false;
    if (++connection->refusals > REFUSALS_MAX) {
        connection->server->metrics->closed_fast++;
        connection_close(connection, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too_fast");
    }
    return true;
}

static void whole_frame(struct connection *connection)
{
    if (connection->incoming_binary) {
        connection_close(connection, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text_only");
        return;
    }
    bool fast = asks_too_fast(connection);
    struct request *request = connection->close_code
        ? NULL
        : request_read(connection, connection->incoming, connection->incoming_length);
    if (request && fast)
        reply_error(connection, request->ref, "too_fast");
    else if (request)
        dispatch(connection, request);
    request_release(request);
}

void dispatch_receive(struct connection *connection, const char *bytes, size_t length, bool first,
                      bool final, bool binary)
{
    connection->references++;
    if (connection_receive(connection, bytes, length, first, final, binary)) {
        whole_frame(connection);
        connection_drop_frame(connection);
    }
    connection_release(connection);
}
