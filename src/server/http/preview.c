/*
 * preview.c - previews on their way to http.c: what is known is cached, what is not is read or
 * drawn by a thread, once for everybody who waits for it.
 *
 * All of it is bounded: the slots of the cache, the jobs under way, and what one address may cause.
 * Beyond that the preview of the start is good enough, since the page behind it is the same.
 */
#include "preview.h"

#include "base/text.h"
#include "http.h"
#include "page_text.h"
#include "server/core/task.h"
#include "server/limits/admission.h"
#include "server/tables/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 160, JOBS_MOST = 40, FACTS_MS = 10 * 1000, PICTURE_MS = 3600 * 1000, KEY = 48 };

/* Somebody who waits for a slot to be filled. */
struct preview_wait {
    struct preview_wait *next;
    struct http_session *session; /* NULL: the browser has gone */
    struct limit_key *address;
    bool ready;
    struct preview preview;
    unsigned char *png;
    size_t length;
};

/* The facts of a link, or its picture. */
struct slot {
    char key[KEY]; /* "": empty */
    bool busy;     /* a job fills it */
    uint64_t used_ms, until_ms;
    struct preview_wait *waits;
    struct preview preview;
    unsigned char *png; /* of a picture */
    size_t length;
};

struct previews {
    struct slot slot[SLOTS];
    int jobs; /* under way */
    bool stopped;
    char *page;
};

static struct previews *previews_of(const struct server *server)
{
    return module_state(server, MODULE_PREVIEW);
}

/* ---------------------------------------------------------------- slots */

static struct slot *find_slot(struct previews *previews, const char *key)
{
    for (int i = 0; i < SLOTS; i++)
        if (strcmp(previews->slot[i].key, key) == 0)
            return &previews->slot[i];
    return NULL;
}

static bool is_older(const struct slot *a, const struct slot *b)
{
    return !b || (*b->key && (!*a->key || a->used_ms < b->used_ms));
}

/* An empty slot for a key, that of whatever was used least lately; NULL: all are being filled. */
static struct slot *take_slot(struct previews *previews, const char *key)
{
    struct slot *oldest = NULL;
    for (int i = 0; i < SLOTS; i++)
        if (!previews->slot[i].busy && is_older(&previews->slot[i], oldest))
            oldest = &previews->slot[i];
    if (!oldest)
        return NULL;
    free(oldest->png);
    *oldest = (struct slot){0};
    lws_strncpy(oldest->key, key, sizeof oldest->key);
    return oldest;
}

static void wait_free(struct preview_wait *wait)
{
    limiter_release(wait->address);
    free(wait->png);
    free(wait);
}

/* Gives everybody who waited a copy, and wakes them. */
static void wake(struct slot *slot)
{
    for (struct preview_wait *wait = slot->waits, *next; wait; wait = next) {
        next = wait->next;
        if (!wait->session) {
            wait_free(wait);
            continue;
        }
        wait->preview = slot->preview;
        wait->png = slot->png ? malloc(slot->length) : NULL;
        wait->length = slot->length;
        if (wait->png)
            memcpy(wait->png, slot->png, slot->length);
        wait->ready = true;
        lws_callback_on_writable(wait->session->wsi);
    }
    slot->waits = NULL;
}

/* ---------------------------------------------------------------- jobs */

struct preview_job {
    struct job job;
    struct server *server;
    struct slot *slot; /* which is busy, so it stays where it is */
    struct preview preview;
    enum store_status status;
    char reason[STORE_MESSAGE];
    unsigned char *png;
    size_t length;
};

static void read_work(struct job *job, void *place)
{
    struct preview_job *work = (struct preview_job *)job;
    work->status = preview_read(&work->preview, work->server, place);
    store_copy_reason(work->reason, work->status, place);
}

static void draw_work(struct job *job, void *place)
{
    struct preview_job *work = (struct preview_job *)job;
    (void)place;
    work->png = preview_draw(&work->preview, &work->length);
}

static void charge_guesses(const struct slot *slot, uint64_t now_ms)
{
    for (const struct preview_wait *wait = slot->waits; wait; wait = wait->next)
        if (wait->address)
            limiter_charge(wait->address, COST_CODE, 1, now_ms);
}

static void job_done(struct job *job)
{
    struct preview_job *work = (struct preview_job *)job;
    struct slot *slot = work->slot;
    uint64_t now_ms = uv_now(&work->server->loop);
    previews_of(work->server)->jobs--;
    slot->busy = false;
    slot->preview = work->preview;
    slot->png = work->png;
    slot->length = work->length;
    if (previews_of(work->server)->stopped) {
        free(slot->png);
        slot->png = NULL;
    }
    slot->until_ms = now_ms + (work->png ? PICTURE_MS : FACTS_MS);
    if (store_is_out(work->status))
        store_failed(work->server, work->reason);
    if (work->status == STORE_NONE)
        charge_guesses(slot, now_ms);
    if (job->dropped || work->status == STORE_NONE)
        slot->preview = (struct preview){.kind = PREVIEW_SITE};
    if (job->dropped || (work->status != STORE_OK && work->status != STORE_NONE))
        slot->until_ms = 0;
    wake(slot);
    free(work);
}

static bool start_job(struct server *server, struct slot *slot, const struct preview *preview,
                      bool draws)
{
    struct preview_job *work = calloc(1, sizeof *work);
    if (!work)
        return false;
    work->job = (struct job){.work = draws ? draw_work : read_work, .done = job_done};
    work->server = server;
    work->slot = slot;
    work->preview = *preview;
    slot->busy = true;
    previews_of(server)->jobs++;
    pool_do(draws ? server->workers : server->readers, &work->job);
    return true;
}

/* ---------------------------------------------------------------- task */

/* Whether whoever asks may cause another job. */
static bool may_ask(struct server *server, struct limit_key *address)
{
    uint64_t now_ms = uv_now(&server->loop);
    return previews_of(server)->jobs < JOBS_MOST && !server->store_down &&
        limiter_allows(address, COST_CODE, 1, now_ms) &&
        limiter_take(address, COST_PREVIEW, 1, now_ms);
}

static struct limit_key *hold_address(struct server *server, struct lws *wsi)
{
    struct address client;
    return admission_client(server, wsi, &client) ? admission_hold_address(server, &client) : NULL;
}

/* Lets a session wait for a slot, which is filled for it if nobody has asked yet; false: it must
 * not or cannot be. */
static bool wait_for(struct server *server, struct http_session *session, const char *key,
                     const struct preview *preview, bool draws)
{
    struct previews *previews = previews_of(server);
    struct slot *slot = find_slot(previews, key);
    struct preview_wait *wait = calloc(1, sizeof *wait);
    if (!wait)
        return false;
    wait->address = hold_address(server, session->wsi);
    bool good = slot && slot->busy;
    if (!good && may_ask(server, wait->address) && (slot = take_slot(previews, key)))
        good = start_job(server, slot, preview, draws);
    if (!good) {
        wait_free(wait);
        return false;
    }
    wait->session = session;
    wait->next = slot->waits;
    slot->waits = wait;
    session->preview = wait;
    return true;
}

static const struct slot *fresh_slot(struct server *server, const char *key)
{
    uint64_t now_ms = uv_now(&server->loop);
    struct slot *slot = find_slot(previews_of(server), key);
    if (!slot || slot->busy || now_ms >= slot->until_ms)
        return NULL;
    slot->used_ms = now_ms;
    return slot;
}

static const struct catalog *language_of_owner(const struct live_table *table, bool *known)
{
    for (const struct attachment *at = table->attachments; at; at = at->next_of_table)
        if (at->connection->person == table->table.owner) {
            *known = true;
            return at->connection->language;
        }
    return NULL;
}

/* A table in memory needs no store. */
static bool find_in_memory(struct server *server, struct preview *preview)
{
    bool known = false;
    const struct live_table *table =
        preview->kind == PREVIEW_TABLE ? tables_find(server, preview->id) : NULL;
    if (!table || table->stage != LIVE_READY || table->outdated || table->in_doubt)
        return false;
    preview_of_table(preview, &table->table);
    const struct catalog *language = language_of_owner(table, &known);
    if (known && preview->kind == PREVIEW_TABLE)
        lws_strncpy(preview->language, language ? language->language : "en",
                    sizeof preview->language);
    return true;
}

bool preview_find(struct server *server, struct http_session *session, struct preview *preview)
{
    char key[KEY];
    if (preview->kind != PREVIEW_TABLE && preview->kind != PREVIEW_GAME)
        return true;
    lws_snprintf(key, sizeof key, "%s %s", preview->kind == PREVIEW_TABLE ? "table" : "game",
                 preview->id);
    const struct slot *slot = fresh_slot(server, key);
    if (slot)
        *preview = slot->preview;
    if (slot || find_in_memory(server, preview))
        return true;
    if (wait_for(server, session, key, preview, false))
        return false;
    *preview = (struct preview){.kind = PREVIEW_SITE};
    return true;
}

bool preview_find_picture(struct server *server, struct http_session *session,
                          const struct preview *preview, char **png, size_t *length)
{
    char key[KEY];
    preview_picture_path(preview, key, sizeof key);
    const struct slot *slot = fresh_slot(server, key);
    *png = NULL;
    if (!slot)
        return !wait_for(server, session, key, preview, true);
    *length = slot->length;
    if (slot->png && (*png = malloc(slot->length)))
        memcpy(*png, slot->png, slot->length);
    return true;
}

bool preview_is_ready(const struct http_session *session)
{
    return session->preview && session->preview->ready;
}

void preview_take(struct http_session *session, struct preview *preview, char **png, size_t *length)
{
    struct preview_wait *wait = session->preview;
    session->preview = NULL;
    *preview = wait->preview;
    *png = (char *)wait->png;
    *length = wait->length;
    wait->png = NULL;
    wait_free(wait);
}

void preview_leave(struct http_session *session)
{
    if (preview_is_ready(session))
        wait_free(session->preview);
    else if (session->preview)
        session->preview->session = NULL;
    session->preview = NULL;
}

/* ---------------------------------------------------------------- the page around it */

static bool start(struct server *server, char *message, size_t size)
{
    (void)message, (void)size;
    previews_of(server)->page = page_text("/index.html");
    return previews_of(server)->page != NULL;
}

static void stop(struct server *server)
{
    struct previews *previews = previews_of(server);
    for (int i = 0; i < SLOTS; i++) {
        free(previews->slot[i].png);
        previews->slot[i].png = NULL;
    }
    free(previews->page);
    previews->stopped = true;
}

char *preview_page(const struct server *server, const struct preview *preview,
                   const struct catalog *language)
{
    enum { MOST = 8192 };
    static const char mark[] = "<!-- preview -->";
    const char *page = previews_of(server)->page, *place = strstr(page, mark);
    size_t size = strlen(page) + MOST;
    char *text = place ? malloc(size) : strdup(page);
    if (!place || !text)
        return text;
    stos_writer writer = stos_writer_on(text, size);
    text_bytes(&writer, page, (size_t)(place - page));
    preview_write(&writer, preview, language, server->options->public_url);
    text_put(&writer, place + sizeof mark - 1);
    return text;
}

const struct module preview_module = {
    .name = "preview", .state = sizeof(struct previews), .start = start, .stop = stop};
