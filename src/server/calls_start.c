/*
 * calls_start.c - see calls.h: the keys of this server and the threads that send, from its start to its stop.
 */
#include "calls_send.h"

#include <stdlib.h>
#include <string.h>

static const char keys_fact[] = "vapid";

/* Made once and kept: browsers hold on to the public one, and all nodes use the same. */
static bool load_keys(struct server *server, struct push_keys *keys)
{
    struct push_keys fresh;
    char text[PUSH_KEYS_TEXT];
    if (!push_make_keys(&fresh))
        return false;
    push_write_keys(&fresh, text);
    bool good = store_put_if_missing(server->store, keys_fact, text) == STORE_OK &&
        store_get(server->store, keys_fact, text, sizeof text) == STORE_OK && push_read_keys(text, keys);
    sodium_memzero(&fresh, sizeof fresh);
    sodium_memzero(text, sizeof text);
    return good;
}

bool calls_start(struct server *server)
{
    const char *services = server->options->push_services ? server->options->push_services : POST_SERVICES;
    if (!post_is_possible() || strcmp(services, "off") == 0)
        return true;
    struct calls *calls = calloc(1, sizeof *calls);
    if (!calls || !load_keys(server, &calls->keys)) {
        free(calls);
        return false;
    }
    calls->changed = true;
    calls->services = services;
    server->calls = calls;
    void *places[CALLS_THREADS];
    for (int i = 0; i < CALLS_THREADS; i++)
        places[i] = calls->poster[i] = post_open(services, &calls->stopping);
    calls->pool = pool_start(&server->loop, CALLS_THREADS, places);
    return calls->pool != NULL;
}

void calls_stop(struct server *server)
{
    if (!server->calls || !server->calls->pool)
        return;
    atomic_store(&server->calls->stopping, true);
    pool_stop(server->calls->pool, true);
    server->calls->pool = NULL;
}

void calls_free(struct server *server)
{
    struct calls *calls = server->calls;
    if (!calls)
        return;
    for (int i = 0; i < CALLS_THREADS; i++)
        post_close(calls->poster[i]);
    sodium_memzero(&calls->keys, sizeof calls->keys);
    free(calls);
    server->calls = NULL;
}
