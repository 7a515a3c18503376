/*
 * readers.c - threads that only read the store: logs, records, history, statistics. They never wait
 * for a commit, and no commit waits for them.
 */
#include "server/core/core.h"

#include <string.h>

static void close_all(struct server *server)
{
    for (int i = 0; i < SERVER_READERS; i++)
        store_close(server->reading[i]);
    memset(server->reading, 0, sizeof server->reading);
}

bool readers_start(struct server *server)
{
    enum store_status status;
    char why[STORE_MESSAGE];
    for (int i = 0; i < SERVER_READERS; i++)
        if (!(server->reading[i] = store_open_reader(server->options->store, &status, why))) {
            close_all(server);
            server->readers =
                server->store_pool; /* a store in memory is read by the thread that writes */
            return true;
        }
    server->readers = pool_start(&server->loop, SERVER_READERS, (void *const *)server->reading);
    return server->readers != NULL;
}

void readers_stop(struct server *server)
{
    if (server->readers && server->readers != server->store_pool)
        pool_stop(server->readers, false);
    server->readers = NULL;
    close_all(server);
}
