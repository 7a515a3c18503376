/*
 * host.h - what the loop thread owns: the server with its connections, tables and batches, and what runs it.
 */
#ifndef STOS_SERVER_HOST_H
#define STOS_SERVER_HOST_H

#include "batch.h"
#include "pool.h"
#include "metrics.h"
#include "nodes.h"
#include "outages.h"
#include "server.h"

#include <sodium.h>
#include <uv.h>

enum {
    HOST_SCRATCH = 512 * 1024,
    HOST_WORKERS = 64,
    HOST_READERS = 2,
    HOST_HASHERS = 2,       /* at most; 64 MiB each */
    HOST_ALIVE_SECONDS = 5, /* how often the server says that it lives */
};

/* Bots (bots.c). */
void bots_think(struct host_table *table);
bool bots_decided(struct host_table *table); /* makes the next move that waits; false: there is none */
void bots_forget(struct host_table *table);  /* what they thought does not matter any more */
void *bots_place(void);                      /* memory for one thread */

/* Analyses under way end without a result (analysis.c). */
void analysis_stop(struct server *server);

/* What the host asks for with `stos admin` (moderation.c). */
enum store_status moderation_start(struct server *server); /* before anybody comes: what is done already concerns nobody here */
void moderation_tick(struct server *server);
void moderation_look_again(struct server *server);                   /* the store is back: some may not have been marked as done */
void moderation_unreadable(struct server *server, const char *code); /* there is no such table, or only a damaged log */
void moderation_forget(struct server *server);                       /* at the end */

/* The page for hosts (hosting_verbs.c). */
bool hosting_start(struct server *server); /* false: memory lacks */

/* People who delete what is kept of them (deletion.c). */
void deletion_tick(struct server *server);   /* every second */
void deletion_forget(struct server *server); /* at the end */

/* Threads that read (readers.c). */
bool readers_start(struct server *server);
void readers_stop(struct server *server); /* what they read is finished first */

/* Why a job found no store that works: copied on its thread, before that asks the store anything else. */
static inline void host_copy_reason(char reason[STORE_MESSAGE], enum store_status status, const struct store *store)
{
    if (store_is_out(status))
        lws_strncpy(reason, store_message(store), STORE_MESSAGE);
}

/* Now and then (ticks.c). */
void ticks_turn_ended(struct server *server); /* what was gathered goes to the store */
void ticks_fast(struct server *server);       /* several times a second */
void ticks_slow(struct server *server);       /* every second */
void ticks_probe_store(struct server *server);
void ticks_store_lost(struct server *server, const char *reason);        /* a call found no store that works */
void ticks_store_error(const struct server *server, const char *reason); /* the store did not do what somebody asked for */
/* The same for what the server asks for by itself, again and again: told once, until it succeeds. */
enum ticks_errand {
    ERRAND_MODERATION,
    ERRAND_BANS,
    ERRAND_BLOCKS,
    ERRAND_CALLS,
    ERRAND_RIVAL,
    ERRAND_CLAIMS,
    ERRAND_NEWS,
    ERRAND_TELLING,
};
void ticks_errand_ended(struct server *server, enum ticks_errand errand, enum store_status status, const char *reason);
void ticks_say_last_word(struct server *server); /* at the end: the time from then on is owed */
void ticks_begin_stop(struct server *server);    /* everybody is told; no request is done any more */
void ticks_close_everybody(struct server *server);

struct server {
    const struct server_options *options;
    uv_loop_t loop;
    struct lws_context *context;
    struct lws_vhost *vhost, *private_vhost; /* where people come in; where only the host does */
    int port;                                /* where people come in */
    struct lws *paused;                      /* the listening socket, while nobody is let in */
    uv_check_t turn_end;
    uv_timer_t fast, slow; /* clocks; everything that a second is soon enough for */
    uv_signal_t terminate, interrupt, hangup;
    struct store *store;
    struct pool *store_pool, *workers, *hashers; /* hashers: of passphrases, and of nothing else */
    struct pool *spare;                          /* one thread for what nobody waits for, with a low priority (rival.c) */
    struct pool *readers;                        /* of the store; what they read is as new as the last commit that was answered */
    struct store *reading[HOST_READERS];
    struct pool *lease_pool; /* beats and claims, on a connection of its own; NULL: one node */
    struct store *lease_store;
    struct store_beat lease; /* this node's, and whose hold besides */
    int64_t beaten_ms;       /* when the last heartbeat was sent that was answered */
    bool beating, claiming;  /* under way */
    bool claims_wanted;      /* tables were read that may be nobody's */
    char *told;              /* to the other nodes, a message a line: what waits until the last ones are on their way */
    size_t told_length, told_room;
    bool telling;
    bool missed_news;                         /* of other nodes: what is in memory may be old */
    void *places[HOST_WORKERS], *spare_place; /* scratch memory of the bots */
    struct hasher *hashing[HOST_HASHERS];     /* what each of the hashers keeps */
    char admin_pass[STORE_PASS];              /* the hash of the host's passphrase; "": there is no page for hosts */
    char secret[65];                          /* makes codes of tables from refs */
    bool store_down;                          /* set by ticks_store_lost() alone */
    unsigned failing_errands;                 /* a bit for each that the log has told of */
    bool probing, stopping, listening, acting, closing;
    int64_t presence_told_ms; /* when who is there was last told to the other nodes, of the tables up to that bucket */
    size_t presence_bucket;
    int listed_told;         /* tables that all may see, in this round */
    int64_t store_worked_ms; /* when it last did; while it is down, nobody can have moved since then */
    int64_t ticked_ms;       /* the last tick */
    uint64_t store_session;  /* of the database, when several nodes use it */
    unsigned seconds;        /* since the start */
    uint64_t stopping_since_ms, closing_since_ms;
    struct bans *bans; /* as they were a moment ago */
    bool reading_bans;
    struct asking *seekers;    /* who look for a table that another node is just making (finding.c) */
    struct blocks *blocks;     /* who does not want to play with whom; as they were a moment ago */
    int64_t moderation_seen;   /* rows up to this one are known */
    int64_t moderation_opened; /* of those that were open before, up to this one; -1: all of them */
    struct closing *closings;  /* tables that have to be closed (moderation.c) */

    struct connection *connections, *unwritten;
    int connection_count;
    struct budget *budget;    /* of addresses, people, tables; NULL: no limits */
    int sockets, max_sockets; /* of any kind, open now; how many may be */
    struct host_table **buckets, *tables;
    struct alarms *alarms;     /* when to look at which table */
    struct host_table *untold; /* tables with hints that the other nodes have to hear */
    struct chore *chores;      /* that the store has to be asked for, when there is time (lifetime.c) */
    bool doing_chores;
    struct deletion *deletions; /* that look through the logs once more, later */
    struct outages outages;     /* when nobody could move */
    int64_t started_ms;
    size_t bucket_count, table_count;
    struct log_read *logs_wanted, **logs_end; /* that wait until a reader has time for them (logs.c) */
    int log_groups;                           /* questions under way */

    struct batch *gathering, *committing;

    struct metrics metrics;
    struct calls *calls; /* people who are called to their tables (calls.c); NULL: nobody is */
    struct rival *rival; /* `champion` at a deal of the day, while it plays (rival.c) */
    int64_t rival_day;
    unsigned rivals_wanted; /* a bit for each level */
    int passwords;          /* being hashed */
    int analyses;
    struct analysis *analysing; /* those under way */
    char *scratch;
    struct table next; /* a table as it will be when what is being made of it is written down */
};

int64_t server_now_ms(void); /* since 1970 */
void server_log(const struct server *server, enum server_log_level level, const char *event, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same with one text that may hold anything: made one line without quotes and control characters. */
void server_log_text(const struct server *server, enum server_log_level level, const char *event, const char *name, const char *text);
/* A line of a library, likewise. */
void server_log_foreign(enum server_log_level level, const char *source, const char *line);
/* "text" in the language of a connection. */
const char *say_in(const struct connection *connection, const char *text);

#endif
