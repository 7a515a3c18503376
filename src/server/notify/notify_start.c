/*
 * notify_start.c - see notify.h: the keys of this server and the threads that send, from its start
 * to its stop.
 */
#include "mail.h"
#include "notify.h"
#include "notify_send.h"
#include "push.h"
#include "push_http.h"
#include "server/core/core.h"

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

/* Does nothing if the host has turned notifications off or the program cannot send any. */
static bool start(struct server *server, char *message, size_t size)
{
    struct notifying *notifying = module_state(server, MODULE_NOTIFY);
    struct notify *calls = calloc(1, sizeof *calls);
    lws_snprintf(message, size, "cannot prepare to send notifications: %s",
                 store_message(server->store));
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
    notifying->calls = calls;
    return start_senders(server, calls);
}

/* Messages under way are cut off; they are sent after the next start. */
static void stop(struct server *server)
{
    struct notifying *notifying = module_state(server, MODULE_NOTIFY);
    struct notify *calls = notifying->calls;
    if (!calls)
        return;
    atomic_store(&calls->stopping, true);
    if (calls->pool)
        pool_stop(calls->pool, true);
    for (int i = 0; i < NOTIFY_THREADS; i++) {
        push_http_close(calls->sender[i].push_sender);
        mail_close(calls->sender[i].mailer);
    }
    notify_forget_notes(calls);
    sodium_memzero(&calls->keys, sizeof calls->keys);
    free(calls);
    notifying->calls = NULL;
}

const struct module notify_module = {.name = "notify",
                                     .state = sizeof(struct notifying),
                                     .start = start,
                                     .turn = notify_turn,
                                     .second = notify_second,
                                     .hear = notify_hear,
                                     .stop = stop};
