/*
 * echo.c - see measure.h.
 */
#include "measure.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

enum { ECHO_MOST = 4096 };

struct echo {
    size_t length;
    unsigned char bytes[LWS_PRE + ECHO_MOST];
};

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    struct echo *echo = user;
    if (reason == LWS_CALLBACK_RECEIVE && length <= ECHO_MOST) {
        memcpy(echo->bytes + LWS_PRE, in, length);
        echo->length = length;
        lws_callback_on_writable(wsi);
    } else if (reason == LWS_CALLBACK_SERVER_WRITEABLE && echo->length > 0) {
        size_t size = echo->length;
        echo->length = 0;
        return lws_write(wsi, echo->bytes + LWS_PRE, size, LWS_WRITE_TEXT) < 0 ? -1 : 0;
    }
    return 0;
}

void echo_run(int pipe)
{
    static const struct lws_protocols protocols[] = {{.name = "stos",
                                                      .callback = callback,
                                                      .per_session_data_size = sizeof(struct echo),
                                                      .rx_buffer_size = ECHO_MOST},
                                                     {.name = NULL}};
    uv_loop_t loop;
    void *loops[] = {&loop};
    uv_loop_init(&loop);
    lws_set_log_level(LLL_ERR, NULL);
    struct lws_context_creation_info info = {.port = 0,
                                             .iface = "127.0.0.1",
                                             .protocols = protocols,
                                             .foreign_loops = loops,
                                             .options = LWS_SERVER_OPTION_LIBUV |
                                                 LWS_SERVER_OPTION_DISABLE_IPV6 |
                                                 LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
                                             .gid = -1,
                                             .uid = -1};
    struct lws_context *context = lws_create_context(&info);
    struct lws_vhost *vhost = context ? lws_create_vhost(context, &info) : NULL;
    if (!vhost)
        return;
    char line[64];
    int length =
        snprintf(line, sizeof line, "http://127.0.0.1:%d/\n", lws_get_vhost_listen_port(vhost));
    if (write(pipe, line, (size_t)length) == length)
        uv_run(&loop, UV_RUN_DEFAULT);
}
