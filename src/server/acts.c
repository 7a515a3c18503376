/*
 * acts.c - what the host asks for with `stos admin`: close a table, mute, ban and the like.
 *
 * The wish is a row in the store, seen here within a second, done, and marked as done; the rows are the log of what the
 * host did. Muting and banning also work while no server runs: the person's row says so already.
 */
#include "actor.h"
#include "host.h"

#include <stdlib.h>
#include <string.h>

enum { ACTS_MOST = 64, PERSON_DIGITS = 16, PATIENCE_MS = 30000 };

struct acts_job {
    struct job job;
    struct server *server;
    struct store_act act[ACTS_MOST];
    int count;
    enum store_status status;
};

static bool note_act(void *context, const struct store_act *act)
{
    struct acts_job *acts = context;
    acts->act[acts->count++] = *act;
    return acts->count < ACTS_MOST;
}

static void acts_work(struct job *job, void *place)
{
    struct acts_job *acts = (struct acts_job *)job;
    acts->status = store_read_acts(place, 0, true, ACTS_MOST, note_act, acts);
}

/* ---------------------------------------------------------------- doing them */

static void close_table(struct host_table *table)
{
    struct table_answer answer = {0};
    table_close(&table->table, server_now_ms(), &answer);
    if (answer.events > 0)
        actor_write(table, &answer, NULL, NULL, NULL);
}

static void each_link(struct server *server, table_person person, const char *what)
{
    for (struct connection *at = server->connections, *next; at; at = next) {
        next = at->next;
        if (at->stage != LINK_KNOWN || at->person != person)
            continue;
        if (strcmp(what, "ban") == 0)
            connection_close(at, LWS_CLOSE_STATUS_POLICY_VIOLATION, "banned");
        else
            at->muted = strcmp(what, "mute") == 0;
    }
}

struct finish_job {
    struct job job;
    int64_t id;
    char outcome[STORE_MESSAGE];
};

static void finish_work(struct job *job, void *place)
{
    struct finish_job *finish = (struct finish_job *)job;
    store_finish_act(place, finish->id, server_now_ms(), finish->outcome);
}

static void finish_done(struct job *job) { free(job); }

static void mark_done(struct server *server, int64_t id, const char *outcome)
{
    struct finish_job *finish = calloc(1, sizeof *finish);
    if (!finish)
        return;
    finish->job = (struct job){.work = finish_work, .done = finish_done};
    finish->id = id;
    lws_strncpy(finish->outcome, outcome, sizeof finish->outcome);
    crew_do(server->store_crew, &finish->job);
}

/* False: not yet, the table has to be read first. */
static bool do_act(struct server *server, const struct store_act *act)
{
    if (strcmp(act->what, "close") == 0) {
        struct host_table *table = tables_find(server, act->target);
        if (!table || table->stage != HOST_READY) {
            tables_load(server, act->target);
            return false;
        }
        if (!table->mine || table->change)
            return false; /* another node will */
        close_table(table);
    } else if (strlen(act->target) == PERSON_DIGITS) { /* the rest, and other nodes: see bans.h */
        each_link(server, strtoull(act->target, NULL, 16), act->what);
    }
    server_log(server, SERVER_LOG_INFO, "act", "id=%lld what=%s target=%s", (long long)act->id, act->what, act->target);
    mark_done(server, act->id, "done");
    return true;
}

static void acts_done(struct job *job)
{
    struct acts_job *acts = (struct acts_job *)job;
    struct server *server = acts->server;
    server->acting = false;
    for (int i = 0; i < acts->count; i++)
        if (!do_act(server, &acts->act[i]) && server_now_ms() - acts->act[i].asked_ms > PATIENCE_MS)
            mark_done(server, acts->act[i].id, "failed: the table cannot be read"); /* the others must not wait for it */
    free(acts);
}

void acts_tick(struct server *server)
{
    struct acts_job *acts = server->acting || server->store_down ? NULL : calloc(1, sizeof *acts);
    if (!acts)
        return;
    acts->job = (struct job){.work = acts_work, .done = acts_done};
    acts->server = server;
    server->acting = true;
    crew_do(server->store_crew, &acts->job);
}
