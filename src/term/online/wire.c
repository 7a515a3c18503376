/* wire.c - see wire.h. libwebsockets runs on the thread; everything that both threads touch is
 * under one lock. */
#include "wire.h"

#include "term/desk/thinker.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NO_ANSWER "no answer"

enum { LARGEST_TEXT = 1 << 20, MOST_QUEUED = 256 };

struct queue {
    char *text[MOST_QUEUED];
    int first, count;
};

struct wire {
    pthread_t thread;
    pthread_mutex_t lock;
    enum wire_state state;
    bool wants_connection, leave;
    char problem[128];
    struct queue out, in;
    /* the thread's own */
    struct lws_context *context;
    struct lws *socket;
    char *gathered;
    size_t gathered_length;
    /* unchanged */
    char host[256], path[256];
    int port, wake_fd;
    bool secure;
};

/* ---------------------------------------------------------------- queues */

static bool queue_put(struct queue *queue, char *text)
{
    if (queue->count == MOST_QUEUED || !text)
        return false;
    queue->text[(queue->first + queue->count++) % MOST_QUEUED] = text;
    return true;
}

static char *queue_take(struct queue *queue)
{
    if (queue->count == 0)
        return NULL;
    char *text = queue->text[queue->first];
    queue->first = (queue->first + 1) % MOST_QUEUED;
    queue->count--;
    return text;
}

static void queue_empty(struct queue *queue)
{
    for (char *text; (text = queue_take(queue));)
        free(text);
}

/* ---------------------------------------------------------------- the thread */

static void wake(struct wire *wire)
{
    const uint64_t one = 1;
    if (write(wire->wake_fd, &one, sizeof one) < 0)
        return; /* it is awake already */
}

static void set_state(struct wire *wire, enum wire_state state)
{
    pthread_mutex_lock(&wire->lock);
    wire->state = state;
    if (state == WIRE_DOWN)
        queue_empty(&wire->out);
    pthread_mutex_unlock(&wire->lock);
    wake(wire);
}

/* A message may come in pieces. */
static int gather(struct wire *wire, const void *bytes, size_t length, bool last)
{
    if (wire->gathered_length + length > LARGEST_TEXT)
        return -1;
    char *larger = realloc(wire->gathered, wire->gathered_length + length + 1);
    if (!larger)
        return -1;
    wire->gathered = larger;
    memcpy(larger + wire->gathered_length, bytes, length);
    wire->gathered_length += length;
    larger[wire->gathered_length] = '\0';
    if (!last)
        return 0;
    pthread_mutex_lock(&wire->lock);
    bool kept = queue_put(&wire->in, larger);
    pthread_mutex_unlock(&wire->lock);
    if (!kept)
        free(larger);
    wire->gathered = NULL;
    wire->gathered_length = 0;
    wake(wire);
    return kept ? 0 : -1;
}

static int send_next(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    char *text = queue_take(&wire->out);
    bool more = wire->out.count > 0;
    pthread_mutex_unlock(&wire->lock);
    if (!text)
        return 0;
    size_t length = strlen(text);
    unsigned char *frame = malloc(LWS_PRE + length + 1);
    int sent = -1;
    if (frame) {
        memcpy(frame + LWS_PRE, text, length + 1);
        sent = lws_write(wire->socket, frame + LWS_PRE, length, LWS_WRITE_TEXT);
    }
    free(frame);
    free(text);
    if (more)
        lws_callback_on_writable(wire->socket);
    return sent < (int)length ? -1 : 0;
}

static void begin_connection(struct wire *wire)
{
    struct lws_client_connect_info info = {.context = wire->context,
                                           .address = wire->host,
                                           .host = wire->host,
                                           .port = wire->port,
                                           .path = wire->path,
                                           .protocol = "stos",
                                           .local_protocol_name = "stos",
                                           .ssl_connection = wire->secure ? LCCSCF_USE_SSL : 0,
                                           .pwsi = &wire->socket};
    if (!lws_client_connect_via_info(&info))
        set_state(wire, WIRE_DOWN);
}

/* What the other side wanted while the thread slept. */
static void look_around(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    bool connects = wire->wants_connection && wire->state == WIRE_CONNECTING,
         sends = wire->out.count > 0 && wire->state == WIRE_OPEN;
    wire->wants_connection = false;
    pthread_mutex_unlock(&wire->lock);
    if (connects)
        begin_connection(wire);
    else if (sends && wire->socket)
        lws_callback_on_writable(wire->socket);
}

static void note_problem(struct wire *wire, const char *text, size_t length)
{
    pthread_mutex_lock(&wire->lock);
    snprintf(wire->problem, sizeof wire->problem, "%.*s", text ? (int)length : 1,
             text ? text : "?");
    pthread_mutex_unlock(&wire->lock);
}

static void lose_connection(struct wire *wire)
{
    wire->socket = NULL;
    free(wire->gathered);
    wire->gathered = NULL;
    wire->gathered_length = 0;
    set_state(wire, WIRE_DOWN);
}

static int on_event(struct lws *socket, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    struct wire *wire = lws_context_user(lws_get_context(socket));
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED: set_state(wire, WIRE_OPEN); break;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return gather(wire, in, length,
                      lws_is_final_fragment(socket) && lws_remaining_packet_payload(socket) == 0);
    case LWS_CALLBACK_CLIENT_WRITEABLE: return send_next(wire);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: note_problem(wire, in, length); /* fall through */
    case LWS_CALLBACK_CLIENT_CLOSED: lose_connection(wire); break;
    case LWS_CALLBACK_WSI_DESTROY:
        if (socket == wire->socket) { /* neither of the two before it came: a server took the
                                         connection and did not answer */
            note_problem(wire, NO_ANSWER, sizeof NO_ANSWER - 1);
            lose_connection(wire);
        }
        break;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: look_around(wire); break;
    default: break;
    }
    return 0;
}

static bool must_leave(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    bool leave = wire->leave;
    pthread_mutex_unlock(&wire->lock);
    return leave;
}

static void *run(void *argument)
{
    struct wire *wire = argument;
    while (!must_leave(wire) && lws_service(wire->context, 0) >= 0)
        ;
    return NULL;
}

/* ---------------------------------------------------------------- */

struct wire *wire_open(const char *host, int port, const char *path, bool secure, int wake_fd)
{
    static const struct lws_protocols protocols[] = {
        {.name = "stos", .callback = on_event, .rx_buffer_size = 1 << 16}, {0}};
    static const lws_retry_bo_t patience = {.secs_since_valid_ping = 25,
                                            .secs_since_valid_hangup = 40};
    struct wire *wire = calloc(1, sizeof *wire);
    if (!wire)
        return NULL;
    lws_set_log_level(0, NULL);
    lws_strncpy(wire->host, host, sizeof wire->host);
    lws_strncpy(wire->path, path, sizeof wire->path);
    wire->port = port;
    wire->secure = secure;
    wire->wake_fd = wake_fd;
    pthread_mutex_init(&wire->lock, NULL);
    struct lws_context_creation_info info = {.port = CONTEXT_PORT_NO_LISTEN,
                                             .protocols = protocols,
                                             .user = wire,
                                             .fd_limit_per_thread = 32,
                                             .retry_and_idle_policy = &patience,
                                             .options =
                                                 secure ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0};
    wire->context = lws_create_context(&info);
    if (wire->context && start_quiet_thread(run, wire, &wire->thread))
        return wire;
    if (wire->context)
        lws_context_destroy(wire->context);
    free(wire);
    return NULL;
}

void wire_close(struct wire *wire)
{
    if (!wire)
        return;
    pthread_mutex_lock(&wire->lock);
    wire->leave = true;
    pthread_mutex_unlock(&wire->lock);
    lws_cancel_service(wire->context);
    pthread_join(wire->thread, NULL);
    lws_context_destroy(wire->context);
    queue_empty(&wire->in);
    queue_empty(&wire->out);
    free(wire->gathered);
    pthread_mutex_destroy(&wire->lock);
    free(wire);
}

void wire_connect(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    bool down = wire->state == WIRE_DOWN;
    if (down) {
        wire->state = WIRE_CONNECTING;
        wire->wants_connection = true;
    }
    pthread_mutex_unlock(&wire->lock);
    if (down)
        lws_cancel_service(wire->context);
}

enum wire_state wire_state(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    enum wire_state state = wire->state;
    pthread_mutex_unlock(&wire->lock);
    return state;
}

bool wire_problem(struct wire *wire, char *out, size_t size)
{
    pthread_mutex_lock(&wire->lock);
    bool told = wire->problem[0] != '\0';
    if (told)
        snprintf(out, size, "%s", wire->problem);
    wire->problem[0] = '\0';
    pthread_mutex_unlock(&wire->lock);
    return told;
}

void wire_send(struct wire *wire, const char *text)
{
    pthread_mutex_lock(&wire->lock);
    if (wire->state == WIRE_OPEN) {
        char *copy = strdup(text);
        if (!queue_put(&wire->out, copy))
            free(copy);
    }
    pthread_mutex_unlock(&wire->lock);
    lws_cancel_service(wire->context);
}

char *wire_take(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    char *text = queue_take(&wire->in);
    pthread_mutex_unlock(&wire->lock);
    return text;
}
