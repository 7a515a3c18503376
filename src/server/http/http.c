/*
 * http.c - plain HTTP requests: the page, the manual, records, health, metrics.
 *
 * The page's files are embedded in the program, compressed by the build, and decompressed as a
 * stream for the rare client that accepts neither encoding; names with a hash may be cached
 * forever, the others are revalidated with their etag. Every response carries the security headers
 * that isolate the page.
 */
#include "http.h"

#include "page.h"
#include "page_text.h"
#include "preview.h"
#include "server/cluster/nodes.h"
#include "server/core/core.h"
#include "server/core/error_texts.h"
#include "server/core/task.h"
#include "server/limits/admission.h"
#include "server/network/listen.h"
#include "server/notify/notify.h"
#include "server/notify/unsubscribe.h"
#include "server/people/export.h"
#include "server/people/people.h"
#include "server/play/study.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

enum { HTTP_STATUS_TOO_MANY = 429 };

struct http_job {
    struct job job;
    struct http_session *session; /* NULL when the browser has gone */
    enum http_want { WANT_RECORD, WANT_VERIFICATION, WANT_EXPORT, WANT_UNSUBSCRIBE } want;
    const struct server *server;
    char id[CONNECTION_TOKEN]; /* of the game; or the token of a person who wants their data; or the
                            end of an unsubscribe link */
    enum store_status status;
    char reason[STORE_MESSAGE];
    char *text;
    size_t length;
};

/* ---------------------------------------------------------------- answers */

/* Adds a header, if there is room. */
static bool add(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at,
                                       end) == 0;
}

struct answer {
    unsigned status;
    const char *mime, *etag, *encoding, *cache, *policy /* NULL: that of the page */, *allow;
    const unsigned char *body;
    size_t length;
};

/* HSTS, if this server speaks TLS: browsers shall never connect without it again. */
static bool add_hsts(struct lws *wsi, unsigned char **at, unsigned char *end)
{
    const struct server *server = lws_context_user(lws_get_context(wsi));
    char value[40];
    lws_snprintf(value, sizeof value, "max-age=%d", server->options->hsts_seconds);
    return server->options->hsts_seconds == 0 ||
        add(wsi, "strict-transport-security:", value, at, end);
}

static int answer(struct lws *wsi, struct http_session *session, const struct answer *answer)
{
    unsigned char buffer[LWS_PRE + 2048], *start = buffer + LWS_PRE, *at = start,
                                          *end = buffer + sizeof buffer - 1;
    bool good = lws_add_http_common_headers(wsi, answer->status, answer->mime, answer->length, &at,
                                            end) == 0 &&
        add(wsi, "content-security-policy:", answer->policy ? answer->policy : PAGE_SECURITY_POLICY,
            &at, end) &&
        add(wsi, "x-content-type-options:", "nosniff", &at, end) &&
        add(wsi, "referrer-policy:", "no-referrer", &at, end) &&
        add(wsi, "cross-origin-opener-policy:", "same-origin", &at, end) &&
        add(wsi, "cache-control:", answer->cache, &at, end) && add_hsts(wsi, &at, end);
    if (good && session->wait_seconds > 0) {
        char seconds[16];
        lws_snprintf(seconds, sizeof seconds, "%d", session->wait_seconds);
        good = add(wsi, "retry-after:", seconds, &at, end);
    }
    if (good && answer->etag)
        good = add(wsi, "etag:", answer->etag, &at, end);
    if (good && answer->allow)
        good = add(wsi, "allow:", answer->allow, &at, end);
    if (good && answer->encoding)
        good = add(wsi, "content-encoding:", answer->encoding, &at, end) &&
            add(wsi, "vary:", "accept-encoding", &at, end);
    if (!good || lws_finalize_write_http_header(wsi, start, &at, end) != 0)
        return -1;
    session->body = answer->body;
    session->left = answer->length;
    if (answer->length > 0 && !session->head_only) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int answer_text(struct lws *wsi, struct http_session *session, unsigned status,
                       const char *text)
{
    free(session->owned);
    session->owned = strdup(text);
    if (!session->owned)
        return -1;
    return answer(wsi, session,
                  &(struct answer){.status = status,
                                   .mime = "text/plain; charset=utf-8",
                                   .cache = "no-store",
                                   .body = (unsigned char *)session->owned,
                                   .length = strlen(text)});
}

/* For people: in their language. */
static int answer_words(struct lws *wsi, struct http_session *session, unsigned status,
                        const char *text)
{
    char line[512];
    lws_snprintf(line, sizeof line, "%s\n", catalog_text(session->language, text));
    return answer_text(wsi, session, status, line);
}

/* Whether this entry of a header's list must not be chosen: "br;q=0", "pl; q=0.0". */
static bool is_refused(const char *entry)
{
    const char *weight = memchr(entry, '=', strcspn(entry, ","));
    return weight && strspn(weight + 1, "0.") >= strcspn(weight + 1, " \t,");
}

/* The language that the link asks for, `?lang=pl`; false: none, or none that we speak. */
static bool language_of_link(struct lws *wsi, const struct catalog **language)
{
    char text[16];
    const char *name = lws_get_urlarg_by_name(wsi, "lang=", text, sizeof text);
    *language = name ? catalog_find(name) : NULL;
    return *language || (name && strcmp(name, "en") == 0);
}

/* The first language in Accept-Language that we support. */
static const struct catalog *language_of(struct lws *wsi)
{
    enum { LETTERS = 2 };
    char wanted[512], language[LETTERS + 1] = "";
    if (lws_hdr_copy(wsi, wanted, sizeof wanted, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE) <= 0)
        return NULL;
    for (const char *at = wanted; *at; at += strcspn(at, ",")) {
        at += strspn(at, ", \t");
        bool is_short = strcspn(at, "-;, \t") == LETTERS && !is_refused(at);
        for (int i = 0; i < LETTERS && is_short; i++)
            language[i] = (char)tolower((unsigned char)at[i]);
        const struct catalog *found = is_short ? catalog_find(language) : NULL;
        if (found || (is_short && strcmp(language, "en") == 0))
            return found;
    }
    return NULL;
}

/* Copies the next piece of the body; false if a compressed one is damaged or memory runs out. */
static bool take_piece(struct http_session *session, unsigned char *out, size_t piece)
{
    if (!session->unpacking) {
        memcpy(out, session->body, piece);
        session->body += piece;
        return true;
    }
    session->unpacking->next_out = out;
    session->unpacking->avail_out = (uInt)piece;
    int status = inflate(session->unpacking, Z_SYNC_FLUSH);
    return (status == Z_OK || status == Z_STREAM_END) && session->unpacking->avail_out == 0;
}

int http_write(struct lws *wsi, struct http_session *session)
{
    enum { PIECE = 16 * 1024 };
    unsigned char buffer[LWS_PRE + PIECE];
    if (session->job_done)
        return http_job_answer(wsi, session);
    if (preview_is_ready(session))
        return http_preview_answer(wsi, session);
    if (session->left == 0)
        return 0;
    size_t piece = session->left < PIECE ? session->left : PIECE;
    if (!take_piece(session, buffer + LWS_PRE, piece))
        return -1;
    bool last = piece == session->left;
    if (lws_write(wsi, buffer + LWS_PRE, piece, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
        return -1;
    session->left -= piece;
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* ---------------------------------------------------------------- the page */

static bool has_etag(struct lws *wsi, const char *etag)
{
    char value[512];
    return lws_hdr_copy(wsi, value, sizeof value, WSI_TOKEN_HTTP_IF_NONE_MATCH) > 0 &&
        strstr(value, etag);
}

static bool accepts(struct lws *wsi, const char *encoding)
{
    char value[512];
    if (lws_hdr_copy(wsi, value, sizeof value, WSI_TOKEN_HTTP_ACCEPT_ENCODING) <= 0)
        return false;
    for (const char *at = value; *at; at += strcspn(at, ",")) {
        at += strspn(at, ", \t");
        size_t name = strcspn(at, " \t;,");
        if (name == strlen(encoding) && strncasecmp(at, encoding, name) == 0)
            return !is_refused(at);
    }
    return false;
}

static bool wants_page(struct lws *wsi)
{
    char value[512];
    return lws_hdr_copy(wsi, value, sizeof value, WSI_TOKEN_HTTP_ACCEPT) > 0 &&
        strstr(value, "text/html");
}

static const struct page_file *file_among(const struct page_file *files, const char *path)
{
    for (const struct page_file *file = files; file->path; file++)
        if (strcmp(file->path, path) == 0)
            return file;
    return NULL;
}

static const struct page_file *find_file(const char *path)
{
    if (strcmp(path, "/admin") == 0)
        return file_among(page_files, "/admin.html");
    if (strcmp(path, "/manual/") == 0)
        return file_among(manual_files, "/manual/index.html");
    const struct page_file *file = file_among(page_files, path);
    return file ? file : file_among(manual_files, path);
}

/* Decompresses the body while it is sent, so that a request needs little memory; false if out of
 * memory. */
static bool unpack(struct http_session *session, const struct page_bytes *packed)
{
    enum { GZIP_ONLY = 16 + MAX_WBITS };
    z_stream *stream = calloc(1, sizeof *stream);
    if (!stream || inflateInit2(stream, GZIP_ONLY) != Z_OK) {
        free(stream);
        return false;
    }
    stream->next_in = (z_const Bytef *)packed->data;
    stream->avail_in = (uInt)packed->length;
    session->unpacking = stream;
    return true;
}

/* The file in a form that the browser takes, with the head that is given. */
static int send_content(struct lws *wsi, struct http_session *session, const struct page_file *file,
                        struct answer *page)
{
    const struct page_bytes *bytes = &file->plain;
    if (file->brotli.data && accepts(wsi, "br")) {
        bytes = &file->brotli;
        page->encoding = "br";
    } else if (file->gzip.data && accepts(wsi, "gzip")) {
        bytes = &file->gzip;
        page->encoding = "gzip";
    } else if (!file->plain.data && !unpack(session, &file->gzip)) {
        return -1;
    }
    page->body = bytes->data;
    page->length = page->encoding ? bytes->length : file->length;
    return answer(wsi, session, page);
}

static int send_file(struct lws *wsi, struct http_session *session, const struct page_file *file)
{
    struct answer page = {.status = HTTP_STATUS_OK,
                          .mime = file->mime,
                          .etag = file->etag,
                          .cache =
                              file->immutable ? "public, max-age=31536000, immutable" : "no-cache"};
    if (has_etag(wsi, file->etag)) {
        page.status = HTTP_STATUS_NOT_MODIFIED;
        return answer(wsi, session, &page);
    }
    return send_content(wsi, session, file, &page);
}

/* ---------------------------------------------------------------- what links show (preview.h) */

/* Packed, if the browser takes that; the text is freed. */
static int send_text_page(struct lws *wsi, struct http_session *session, char *text)
{
    struct answer page = {.status = HTTP_STATUS_OK,
                          .mime = "text/html; charset=utf-8",
                          .etag = session->etag,
                          .cache = "no-cache"};
    unsigned char hash[8];
    char hex[2 * sizeof hash + 1], known[sizeof session->etag];
    page.length = strlen(text);
    crypto_generichash(hash, sizeof hash, (unsigned char *)text, page.length, NULL, 0);
    lws_snprintf(known, sizeof known, "\"%s\"", sodium_bin2hex(hex, sizeof hex, hash, sizeof hash));
    bool same = strcmp(session->etag, known) == 0;
    lws_strncpy(session->etag, known, sizeof session->etag);
    session->owned = text;
    if (same) {
        page.status = HTTP_STATUS_NOT_MODIFIED;
        page.length = 0;
        return answer(wsi, session, &page);
    }
    size_t packed = 0;
    unsigned char *gzip = session->takes_gzip ? page_pack(text, page.length, &packed) : NULL;
    if (gzip) {
        free(text);
        session->owned = (char *)gzip;
        page.length = packed;
        page.encoding = "gzip";
    }
    page.body = (unsigned char *)session->owned;
    return answer(wsi, session, &page);
}

/* The page with the preview in its head: in the language of the link, else of the table, else of
 * the browser. */
static int send_preview(struct server *server, struct lws *wsi, struct http_session *session,
                        const struct preview *preview)
{
    const struct catalog *language = session->language;
    if (!session->language_chosen && *preview->language)
        language = catalog_find(preview->language);
    char *text = preview_page(server, preview, language);
    return text ? send_text_page(wsi, session, text) : -1;
}

static int send_picture(struct lws *wsi, struct http_session *session, char *png, size_t length)
{
    session->owned = png;
    return png ? answer(wsi, session,
                        &(struct answer){.status = HTTP_STATUS_OK,
                                         .mime = "image/png",
                                         .cache = "public, max-age=600",
                                         .body = (unsigned char *)png,
                                         .length = length})
               : answer_words(wsi, session, HTTP_STATUS_NOT_FOUND, N_("There is nothing here."));
}

/* The facts are there: now the page, or the picture that is made from them. */
static int go_on_with(struct server *server, struct lws *wsi, struct http_session *session,
                      const struct preview *preview)
{
    char *png = NULL;
    size_t length = 0;
    if (!session->wants_picture)
        return send_preview(server, wsi, session, preview);
    if (session->game_picture && preview->kind != PREVIEW_GAME)
        return send_picture(wsi, session, NULL, 0);
    session->draws = true;
    return preview_find_picture(server, session, preview, &png, &length)
        ? send_picture(wsi, session, png, length)
        : 0;
}

int http_preview_answer(struct lws *wsi, struct http_session *session)
{
    struct server *server = lws_context_user(lws_get_context(wsi));
    struct preview preview;
    char *png;
    size_t length;
    preview_take(session, &preview, &png, &length);
    return session->draws ? send_picture(wsi, session, png, length)
                          : go_on_with(server, wsi, session, &preview);
}

/* What the answer depends on is noted now: the headers are gone when the facts come. */
static int ask_preview(struct server *server, struct lws *wsi, struct http_session *session,
                       struct preview *preview)
{
    session->wsi = wsi;
    session->takes_gzip = accepts(wsi, "gzip");
    if (lws_hdr_copy(wsi, session->etag, sizeof session->etag, WSI_TOKEN_HTTP_IF_NONE_MATCH) < 0)
        session->etag[0] = '\0';
    session->game_picture = session->wants_picture && preview->kind == PREVIEW_GAME;
    return preview_find(server, session, preview) ? go_on_with(server, wsi, session, preview) : 0;
}

/* ---------------------------------------------------------------- what has to be read from the
 * store */

static void put_json(struct http_job *work, json_t *json)
{
    work->text = json_dumps(json, JSON_COMPACT);
    work->length = work->text ? strlen(work->text) : 0;
    json_decref(json);
}

/* Everything about the person with this token; a guest who never sat down is unknown. */
static void export_work(struct http_job *work, struct store *store)
{
    char hash[STORE_HASH];
    struct store_person person;
    people_hash_token(work->id, hash);
    sodium_memzero(work->id, sizeof work->id);
    work->status = store_find_token(store, hash, &person);
    if (work->status == STORE_OK)
        put_json(work, export_person(store, person.id, &work->status));
}

static void unsubscribe_work(struct http_job *work, struct store *store)
{
    work->status = unsubscribe_do(store, work->server->secret, work->id);
    work->text = unsubscribe_page(work->id, work->status);
    work->length = work->text ? strlen(work->text) : 0;
}

static void record_work(struct http_job *work, struct store *store)
{
    struct study study = {.server = work->server, .now_ms = server_now_ms()};
    work->status = study_record(&study, store, work->id);
    work->length = study.length;
    if (work->status == STORE_OK && work->want == WANT_VERIFICATION) {
        put_json(work, study_verify_json(&study.game, study.record, study.length));
        free(study.record);
    } else {
        work->text = study.record;
    }
}

static void job_work(struct job *job, void *place)
{
    struct http_job *work = (struct http_job *)job;
    static void (*const works[])(struct http_job *,
                                 struct store *) = {[WANT_RECORD] = record_work,
                                                    [WANT_VERIFICATION] = record_work,
                                                    [WANT_EXPORT] = export_work,
                                                    [WANT_UNSUBSCRIBE] = unsubscribe_work};
    works[work->want](work, place);
    store_copy_reason(work->reason, work->status, place);
}

static void job_done(struct job *job)
{
    struct http_job *work = (struct http_job *)job;
    struct http_session *session = work->session;
    if (store_is_out(work->status))
        store_failed(work->server, work->reason);
    if (!session) {
        free(work->text);
        free(work);
        return;
    }
    session->job_done = true;
    lws_callback_on_writable(session->wsi);
}

/* A generated page that works without scripts; `owned` is its text. */
static int send_html(struct lws *wsi, struct http_session *session, enum store_status status)
{
    unsigned code = status == STORE_OK ? HTTP_STATUS_OK
        : status == STORE_NONE         ? HTTP_STATUS_NOT_FOUND
                                       : HTTP_STATUS_SERVICE_UNAVAILABLE;
    return !session->owned ? -1
                           : answer(wsi, session,
                                    &(struct answer){.status = code,
                                                     .mime = "text/html; charset=utf-8",
                                                     .cache = "no-store",
                                                     .policy = UNSUBSCRIBE_POLICY,
                                                     .body = (unsigned char *)session->owned,
                                                     .length = strlen(session->owned)});
}

int http_job_answer(struct lws *wsi, struct http_session *session)
{
    struct http_job *work = session->job;
    session->job = NULL;
    session->job_done = false;
    session->owned = work->text;
    size_t length = work->length;
    enum http_want want = work->want;
    enum store_status status = work->status;
    free(work);
    if (want == WANT_UNSUBSCRIBE)
        return send_html(wsi, session, status);
    if (want == WANT_EXPORT && (status == STORE_NONE || status == STORE_TAKEN))
        return answer_text(wsi, session, HTTP_STATUS_UNAUTHORIZED, "Nobody has this token.\n");
    if (status == STORE_NONE)
        return answer_words(wsi, session, HTTP_STATUS_NOT_FOUND, error_text("no_game"));
    if (status == STORE_TAKEN)
        return answer_words(
            wsi, session, HTTP_STATUS_CONFLICT,
            N_("The same deal is being played again. Come back when that game is over."));
    if (status != STORE_OK || !session->owned)
        return answer_words(wsi, session, HTTP_STATUS_SERVICE_UNAVAILABLE,
                            N_("The record cannot be read at the moment. Try again later."));
    return answer(
        wsi, session,
        &(struct answer){
            .status = HTTP_STATUS_OK,
            .mime = want == WANT_RECORD ? "text/plain; charset=utf-8" : "application/json",
            .cache = want == WANT_EXPORT ? "no-store" : "no-cache", /* names in it may be deleted */
            .body = (unsigned char *)session->owned,
            .length = length});
}

static int start_job(struct server *server, struct lws *wsi, struct http_session *session,
                     const char *id, enum http_want want)
{
    struct http_job *work = calloc(1, sizeof *work);
    if (!work)
        return -1;
    work->job = (struct job){.work = job_work, .done = job_done};
    work->session = session;
    work->server = server;
    work->want = want;
    lws_strncpy(work->id, id, sizeof work->id);
    session->job = work;
    session->wsi = wsi;
    pool_do(want == WANT_UNSUBSCRIBE ? server->store_pool : server->readers, &work->job);
    return 0;
}

/* Authorization: Bearer TOKEN; the token is never part of a URL, since proxies log those. */
static int start_export(struct server *server, struct lws *wsi, struct http_session *session)
{
    static const char scheme[] = "Bearer ";
    char value[CONNECTION_TOKEN + sizeof scheme];
    if (lws_hdr_copy(wsi, value, sizeof value, WSI_TOKEN_HTTP_AUTHORIZATION) <= 0 ||
        strncmp(value, scheme, sizeof scheme - 1) != 0)
        return answer_text(wsi, session, HTTP_STATUS_UNAUTHORIZED,
                           "Send your token: Authorization: Bearer TOKEN\n");
    return start_job(server, wsi, session, value + sizeof scheme - 1, WANT_EXPORT);
}

void http_closed(struct http_session *session)
{
    if (session->job && session->job_done) {
        free(session->job->text);
        free(session->job);
    } else if (session->job) {
        session->job->session = NULL;
    }
    session->job = NULL;
    preview_leave(session);
    free(session->owned);
    session->owned = NULL;
    free(session->posted);
    session->posted = NULL;
    if (session->unpacking)
        inflateEnd(session->unpacking);
    free(session->unpacking);
    session->unpacking = NULL;
}

/* ---------------------------------------------------------------- by path */

static int send_metrics(struct server *server, struct lws *wsi, struct http_session *session)
{
    stos_writer writer = stos_writer_on(server->scratch, SERVER_SCRATCH);
    metrics_text(server, &writer);
    return answer_text(wsi, session, HTTP_STATUS_OK, server->scratch);
}

static int send_health(struct server *server, struct lws *wsi, struct http_session *session)
{
    nodes_cut_off(server, server_now_ms());
    return answer_text(wsi, session,
                       server->store_down || server->stopping ? HTTP_STATUS_SERVICE_UNAVAILABLE
                                                              : HTTP_STATUS_OK,
                       server->stopping         ? "stopping\n"
                           : server->store_down ? "store down\n"
                                                : "ok\n");
}

static int refuse_haste(struct server *server, struct lws *wsi, struct http_session *session)
{
    server->metrics->http_refused++;
    return answer_words(wsi, session, HTTP_STATUS_TOO_MANY, error_text("too_fast"));
}

/* Whoever comes with a browser gets the page, which says so and has ways on; programs get words. */
static int send_nothing(struct lws *wsi, struct http_session *session)
{
    const struct page_file *page = find_file("/index.html");
    if (page && wants_page(wsi))
        return send_content(wsi, session, page,
                            &(struct answer){.status = HTTP_STATUS_NOT_FOUND,
                                             .mime = page->mime,
                                             .cache = "no-store"});
    return answer_words(wsi, session, HTTP_STATUS_NOT_FOUND, N_("There is nothing here."));
}

/*
 * The library itself answers a URL with invalid percent-encoding, before calling us, and with
 * nothing but a number; that page links this style sheet, which adds an explanation.
 */
static int send_error_style(struct lws *wsi, struct http_session *session)
{
    static const char style[] =
        "body{font:1.1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:20vh auto;padding:0 1rem;"
        "background:#f5f2ea;color:#23282d}h1{font-size:0}h1::after{font-size:1.3rem;content:\"%s\"}"
        "@media(prefers-color-scheme:dark){body{background:#15191d;color:#e8e4da}}\n";
    char text[1024];
    lws_snprintf(text, sizeof text, style,
                 catalog_text(session->language,
                              N_("This link is incomplete. Copy it again, or ask for a new one.")));
    free(session->owned);
    session->owned = strdup(text);
    return session->owned ? answer(wsi, session,
                                   &(struct answer){.status = HTTP_STATUS_OK,
                                                    .mime = "text/css; charset=utf-8",
                                                    .cache = "no-store",
                                                    .body = (unsigned char *)session->owned,
                                                    .length = strlen(text)})
                          : -1;
}

/*
 * What is for the host. Metrics have an address of their own (listen.h); whether the server is
 * healthy is told where people connect too, unless the host has chosen an address for both.
 */
static int host_request(struct server *server, struct lws *wsi, struct http_session *session,
                        const char *path)
{
    const char *chosen = server->options->metrics_address;
    bool private = listen_is_private(server, wsi), same = chosen && strcmp(chosen, "same") == 0,
         healthz = strcmp(path, "/healthz") == 0;
    if (!private && !same && (chosen || !healthz))
        return send_nothing(wsi, session);
    if (healthz)
        return send_health(server, wsi, session);
    if (!private && server->options->share_port) /* each scrape would reach a different node */
        return answer_text(
            wsi, session, HTTP_STATUS_NOT_FOUND,
            "Several servers share this port. Give each its own --metrics-address.\n");
    return send_metrics(server, wsi, session);
}

/* ---------------------------------------------------------------- unsubscribing: GET asks, POST
 * does (RFC 8058) */

static const char unsubscribe[] = "/unsubscribe/";

static bool is_unsubscribe(const struct server *server, const char *path)
{
    return notify_can_mail(server) && strncmp(path, unsubscribe, sizeof unsubscribe - 1) == 0;
}

static int ask_unsubscribe(struct lws *wsi, struct http_session *session, const char *link)
{
    session->owned = unsubscribe_question(link);
    return send_html(wsi, session, STORE_OK);
}

/* It is done when the body has come. */
static int take_post(struct lws *wsi, struct http_session *session, const char *link)
{
    enum { BODY_MOST = 4096 };
    char length[16] = "0";
    lws_hdr_copy(wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    if (strtol(length, NULL, 10) > BODY_MOST)
        return answer_text(wsi, session, HTTP_STATUS_REQ_ENTITY_TOO_LARGE, "That is too long.\n");
    session->posted = strdup(link);
    return session->posted ? 0 : -1;
}

int http_posted(struct server *server, struct lws *wsi, struct http_session *session)
{
    if (!session->posted)
        return 0;
    return start_job(server, wsi, session, session->posted, WANT_UNSUBSCRIBE);
}

/* ---------------------------------------------------------------- every request */

static int refuse_method(struct lws *wsi, struct http_session *session, const char *allowed)
{
    static const char text[] = "Nothing can be changed here.\n";
    session->owned = strdup(text);
    return !session->owned ? -1
                           : answer(wsi, session,
                                    &(struct answer){.status = HTTP_STATUS_METHOD_NOT_ALLOWED,
                                                     .mime = "text/plain; charset=utf-8",
                                                     .cache = "no-store",
                                                     .allow = allowed,
                                                     .body = (unsigned char *)session->owned,
                                                     .length = sizeof text - 1});
}

/* The library cuts off what goes beyond the limit (listen.c). */
static bool is_too_long(struct lws *wsi, const char *path)
{
    return strlen(path) >= LISTEN_URL_MOST ||
        lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_URI_ARGS) >= LISTEN_URL_MOST;
}

static int send_page(struct server *server, struct lws *wsi, struct http_session *session,
                     const char *path)
{
    struct preview preview;
    session->wants_picture = preview_of_picture(path, &preview);
    if (session->wants_picture || preview_of_path(path, &preview))
        return ask_preview(server, wsi, session, &preview);
    bool hidden = !server->options->admin_passphrase &&
        (strcmp(path, "/admin") == 0 || strcmp(path, "/admin.html") == 0);
    const struct page_file *file = hidden ? NULL : find_file(path);
    return file ? send_file(wsi, session, file) : send_nothing(wsi, session);
}

static int request_path(struct server *server, struct lws *wsi, struct http_session *session,
                        const char *path)
{
    static const char records[] = "/api/records/", verify[] = "/api/verify/";
    if (strcmp(path, "/healthz") == 0 || strcmp(path, "/metrics") == 0)
        return host_request(server, wsi, session, path);
    if (listen_is_private(server, wsi))
        return send_nothing(wsi, session);
    session->wait_seconds = admission_http(server, wsi, strncmp(path, "/api/", 5) == 0);
    if (session->wait_seconds > 0)
        return refuse_haste(server, wsi, session);
    if (is_unsubscribe(server, path))
        return (lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0 ? take_post : ask_unsubscribe)(
            wsi, session, path + sizeof unsubscribe - 1);
    if (strncmp(path, records, sizeof records - 1) == 0)
        return start_job(server, wsi, session, path + sizeof records - 1, WANT_RECORD);
    if (strncmp(path, verify, sizeof verify - 1) == 0)
        return start_job(server, wsi, session, path + sizeof verify - 1, WANT_VERIFICATION);
    if (strcmp(path, "/error.css") == 0)
        return send_error_style(wsi, session);
    if (strcmp(path, "/api/export") == 0)
        return start_export(server, wsi, session);
    return send_page(server, wsi, session, path);
}

/*
 * A path has one spelling. The library ends it at ';' and '&', so that "/metrics;a" would be
 * "/metrics" here but not in the rules of a proxy: such a path leads nowhere. (Before that it has
 * resolved "%2e", "//" and "/../", as proxies do.)
 */
int http_request(struct server *server, struct lws *wsi, struct http_session *session,
                 const char *path)
{
    char *first;
    int length, method = lws_http_get_uri_and_method(wsi, &first, &length);
    server->metrics->http_requests++;
    *session = (struct http_session){.head_only = method == LWSHUMETH_HEAD};
    session->language_chosen = language_of_link(wsi, &session->language);
    if (!session->language_chosen)
        session->language = language_of(wsi);
    if (is_too_long(wsi, path))
        return answer_text(wsi, session, HTTP_STATUS_REQ_URI_TOO_LONG,
                           "This address is too long.\n");
    if ((size_t)length != strlen(path))
        return send_nothing(wsi, session);
    bool posts = method == LWSHUMETH_POST && is_unsubscribe(server, path);
    if (method != LWSHUMETH_GET && method != LWSHUMETH_HEAD && !posts)
        return refuse_method(wsi, session,
                             is_unsubscribe(server, path) ? "GET, HEAD, POST" : "GET, HEAD");
    return request_path(server, wsi, session, path);
}
