/*
 * calls_send.h - the way of a call: looked for in the store, sent by threads of its own, and noted in the store as told.
 */
#ifndef STOS_SERVER_CALLS_SEND_H
#define STOS_SERVER_CALLS_SEND_H

#include "calls.h"
#include "post.h"

enum { CALLS_THREADS = 4 };

struct calls {
    struct push_keys keys;
    const char *services; /* that may be asked */
    struct pool *pool;    /* of threads that send */
    struct poster *poster[CALLS_THREADS];
    atomic_bool stopping;
    bool changed;           /* something new waits, perhaps */
    bool looking;           /* the store is being asked */
    int64_t next_ms;        /* when the first that waits is due */
    struct call *under_way; /* people who are just being called */
    int count;
};

/* Looks for people who have to be called now, and calls them. */
void calls_look(struct server *server);

#endif
