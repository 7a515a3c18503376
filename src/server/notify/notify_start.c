/*
 * notify_start.c - see notify.h: the keys of this server and the threads that send, from its start
 * to its stop.
 */
#include "notify_send.h"

#include <stdlib.h>
#include <string.h>

static const char keys_fact[] = "vapid";

/* Generated once and stored: browsers remember the public key, and all nodes use the same pair. */
static bool load_keys(struct server *server, struct push_keys *keys)
{
    struct push_keys fresh;
    char text[PUSH_KEYS_TEXT];
    if (!push_make_keys(&fresh))
        return false;
    push_write_keys(&fresh, text);
    bool good = store_put_if_missing(server->store, keys_fact, text) == STORE_OK &&
        store_get(server->store, keys_fact, text, sizeof text) == STORE_OK &&
        push_read_keys(text, keys);
    sodium_memzero(&fresh, sizeof fresh);
    sodium_memzero(text, sizeof text);
    return good;
}

/* Which channels are available: Web Push, e-mail. */
static void choose_ways(struct notify *calls, const struct server_options *options)
{
    const char *services = options->push_services ? options->push_services : PUSH_HTTP_SERVICES;
    calls->services = push_http_is_possible() && strcmp(services, "off") != 0 ? services : NULL;
    if (mail_is_possible() && options->smtp_url)
        calls->route = (struct mail_route){.url = options->smtp_url,
                                           .from = options->mail_from,
                                           .user = options->smtp_user,
                                           .password = options->smtp_password};
}

static bool start_senders(struct server *server, struct notify *calls)
{
    void *places[NOTIFY_THREADS];
    for (int i = 0; i < NOTIFY_THREADS; i++) {
        calls->sender[i].push_sender =
            calls->services ? push_http_open(calls->services, &calls->stopping) : NULL;
        calls->sender[i].mailer =
            calls->route.url ? mail_open(&calls->route, &calls->stopping) : NULL;
        places[i] = &calls->sender[i];
    }
    calls->pool = pool_start(&server->loop, NOTIFY_THREADS, places);
    return calls->pool != NULL;
}

bool notify_start(struct server *server)
{
    struct notify *calls = calloc(1, sizeof *calls);
    if (!calls)
        return false;
    choose_ways(calls, server->options);
    if ((!calls->services && !calls->route.url) ||
        (calls->services && !load_keys(server, &calls->keys))) {
        bool good = !calls->services;
        free(calls);
        return good;
    }
    calls->changed = true;
    server->calls = calls;
    return start_senders(server, calls);
}

void notify_stop(struct server *server)
{
    if (!server->calls || !server->calls->pool)
        return;
    atomic_store(&server->calls->stopping, true);
    pool_stop(server->calls->pool, true);
    server->calls->pool = NULL;
}

void notify_free(struct server *server)
{
    struct notify *calls = server->calls;
    if (!calls)
        return;
    for (int i = 0; i < NOTIFY_THREADS; i++) {
        push_http_close(calls->sender[i].push_sender);
        mail_close(calls->sender[i].mailer);
    }
    notify_forget_notes(calls);
    sodium_memzero(&calls->keys, sizeof calls->keys);
    free(calls);
    server->calls = NULL;
}
