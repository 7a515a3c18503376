/*
 * http.h - plain HTTP beside the WebSocket.
 */
#ifndef STOS_SERVER_HTTP_H
#define STOS_SERVER_HTTP_H

#include "host.h"

struct http_job;
struct z_stream_s;

/* One request of a browser, while it is answered. */
struct http_session {
    struct lws *wsi;
    const unsigned char *body;
    size_t left;
    char *owned;                  /* the body, where it was made for this request */
    struct z_stream_s *unpacking; /* where the body is packed and the browser wants it plain */
    bool head_only, job_done;
    char *posted;                   /* the path of a POST whose body is on its way; what is in it does not matter */
    int wait_seconds;               /* until this address may ask again; 0: it may now */
    const struct catalog *language; /* that the browser asks for; NULL: English */
    struct http_job *job;
};

/* As the callbacks of libwebsockets return: 0 goes on, -1 closes. */
int http_request(struct server *server, struct lws *wsi, struct http_session *session, const char *path);
int http_posted(struct server *server, struct lws *wsi, struct http_session *session);
int http_write(struct lws *wsi, struct http_session *session);
int http_job_answer(struct lws *wsi, struct http_session *session);
void http_closed(struct http_session *session);

#endif
