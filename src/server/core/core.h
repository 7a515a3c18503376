/*
 * core.h - `struct server`: what every part of the server needs. What only one part needs is in the
 * state of that module (module.h).
 *
 * One thread, the loop, owns all of this; jobs on other threads work on copies.
 */
#ifndef STOS_SERVER_CORE_H
#define STOS_SERVER_CORE_H

#include "clock.h"
#include "connection.h"
#include "log.h"
#include "metrics.h"
#include "module.h"
#include "pool.h"
#include "request.h"
#include "server/core/options.h"

#include <sodium.h>
#include <uv.h>

enum { SERVER_SCRATCH = 512 * 1024, SERVER_SECRET = 65, SERVER_READERS = 2 };

struct server {
    const struct server_options *options;
    uv_loop_t loop;
    struct store *store;     /* the connection of the thread that writes; before it runs, ours */
    struct pool *store_pool; /* one thread, which writes */
    struct pool *readers;    /* of the store; they see at least the last acknowledged commit */
    struct pool *workers;    /* bots */
    struct pool *hashers;    /* passphrases: one thread */
    struct limiter *limiter; /* of addresses, people, tables; NULL: no limits */
    struct metrics *metrics;
    struct connection *connections;
    int connection_count;
    struct live_table *tables; /* those in memory */
    size_t table_count;
    char secret[SERVER_SECRET]; /* key for derived values: table codes, deals, mail codes */
    char *scratch;              /* SERVER_SCRATCH bytes, for one text at a time */
    bool store_down;            /* set by store_lost() alone */
    bool stopping;
    int64_t ticked_ms; /* the last tick */
    unsigned seconds;  /* since the start */
    void *state[MODULES];
};

/* The state of a module, zeroed before it starts; only its own file knows what it points to. */
static inline void *module_state(const struct server *server, enum module_id module)
{
    return server->state[module];
}

#endif
