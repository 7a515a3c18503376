/*
 * http.h - plain HTTP alongside the WebSocket.
 */
#ifndef STOS_SERVER_HTTP_H
#define STOS_SERVER_HTTP_H

#include "server/core/core.h"

struct http_job;
struct z_stream_s;

/* One request while it is being answered. */
struct http_session {
    struct lws *wsi;
    const unsigned char *body;
    size_t left;
    char *owned;                  /* the body, if it was allocated for this request */
    struct z_stream_s *unpacking; /* if the body is compressed and the browser wants it plain */
    bool head_only, job_done;
    char *posted;     /* the path of a POST whose body is still arriving; the body is ignored */
    int wait_seconds; /* until this address may ask again; 0: it may now */
    const struct catalog *language; /* requested by the link or the browser; NULL: English */
    bool language_chosen;           /* by the link */
    struct preview_wait *preview;   /* what it waits for (preview.h) */
    bool takes_gzip, wants_picture, game_picture, draws; /* for that */
    char etag[24];
    struct http_job *job;
};

/* These return what a libwebsockets callback returns: 0 to go on, -1 to close. */
int http_request(struct server *server, struct lws *wsi, struct http_session *session,
                 const char *path);
int http_posted(struct server *server, struct lws *wsi, struct http_session *session);
int http_write(struct lws *wsi, struct http_session *session);
int http_job_answer(struct lws *wsi, struct http_session *session);
int http_preview_answer(struct lws *wsi, struct http_session *session);
void http_closed(struct http_session *session);

#endif
