/*
 * core.h - what the loop thread owns: `struct server` with its connections, tables and batches, and
 * the functions that drive it.
 */
#ifndef STOS_SERVER_CORE_H
#define STOS_SERVER_CORE_H

#include "server/tables/batch.h"
#include "pool.h"
#include "metrics.h"
#include "server/cluster/nodes.h"
#include "outages.h"
#include "server/server.h"

#include <sodium.h>
#include <uv.h>

enum {
    SERVER_SCRATCH = 512 * 1024,
    SERVER_WORKERS = 64,
    SERVER_READERS = 2,
    OUTAGES_ALIVE_SECONDS = 5, /* how often the server records in the store that it is alive */
};

/* Bots (bots.c). */
void bots_think(struct live_table *table);
bool bots_decided(struct live_table *table); /* makes the next pending move; false: there is none */
void bots_forget(
    struct live_table *table); /* discards their thoughts under way and their decisions */
void *bots_place(void);        /* scratch memory for one thread */

/* Aborts analyses under way (analyze.c). */
void analysis_stop(struct server *server);

/* What the host asks for with `stos admin` (moderation.c). */
enum store_status moderation_start(
    struct server *server); /* before anybody connects: earlier actions concern nobody here */
void moderation_tick(struct server *server);
void moderation_look_again(
    struct server *server); /* the store is back: some actions may not be marked as done */
void moderation_unreadable(struct server *server,
                           const char *code);  /* the table does not exist, or its log is damaged */
void moderation_forget(struct server *server); /* at the end */

/* The page for hosts (admin_verbs.c). */
bool admin_start(struct server *server); /* false: out of memory */

/* Deletion of a person's data (deletion.c). */
void deletion_tick(struct server *server);   /* every second */
void deletion_forget(struct server *server); /* at the end */

/* Threads that only read the store (readers.c). */
bool readers_start(struct server *server);
void readers_stop(struct server *server); /* after finishing what is queued */

/* Copies why the store was unavailable to a job; call it on the job's thread, before anything else
 * is asked of the store. */
static inline void host_copy_reason(char reason[STORE_MESSAGE], enum store_status status,
                                    const struct store *store)
{
    if (store_is_out(status))
        lws_strncpy(reason, store_message(store), STORE_MESSAGE);
}

/* Periodic work (ticks.c). */
void ticks_turn_ended(struct server *server); /* sends the gathered batch to the store */
void ticks_fast(struct server *server);       /* several times a second */
void ticks_slow(struct server *server);       /* every second */
void outages_probe(struct server *server);
void store_lost(struct server *server, const char *reason); /* a call found the store unavailable */
void store_failed(const struct server *server,
                  const char *reason); /* the store failed a request of somebody */
/* The same for what the server itself asks for periodically: a failure is logged once, until it
 * succeeds again. */
enum errand {
    ERRAND_MODERATION,
    ERRAND_BANS,
    ERRAND_BLOCKS,
    ERRAND_CALLS,
    ERRAND_RIVAL,
    ERRAND_CLAIMS,
    ERRAND_NEWS,
    ERRAND_TELLING,
};
void errand_ended(struct server *server, enum errand errand, enum store_status status,
                  const char *reason);
void outages_last_word(
    struct server *server); /* at the end: time from then on is owed to the clocks */
void ticks_begin_stop(
    struct server *server); /* notifies everybody; requests are refused from now on */
void ticks_close_everybody(struct server *server);

struct server {
    const struct server_options *options;
    uv_loop_t loop;
    struct lws_context *context;
    struct lws_vhost *vhost,
        *private_vhost; /* the public one; the private one, for the host only */
    int port;           /* the public one */
    struct lws *paused; /* the listening socket, while no connections are accepted */
    uv_check_t turn_end;
    uv_timer_t fast, slow; /* fast: clocks; slow: everything for which once a second is enough */
    uv_signal_t terminate, interrupt, hangup;
    struct store *store;
    struct pool *store_pool, *workers, *hashers; /* hashers: for passphrases only, one thread */
    struct pool
        *spare; /* one low-priority thread for work that nobody waits for (day_champion.c) */
    struct pool *readers; /* of the store; they see at least the last acknowledged commit */
    struct store *reading[SERVER_READERS];
    struct pool
        *lease_pool; /* heartbeats and claims, on a connection of its own; NULL: single node */
    struct store *lease_store;
    struct store_beat lease; /* this node's, and which others are valid */
    int64_t beaten_ms;       /* when the last acknowledged heartbeat was sent */
    bool beating, claiming;  /* under way */
    bool claims_wanted;      /* some tables just read may have no owner */
    char *told; /* messages for the other nodes, one per line, queued until the previous ones are
                   sent */
    size_t told_length, told_room;
    bool telling;
    bool missed_news; /* from other nodes: what is in memory may be stale */
    void *places[SERVER_WORKERS], *spare_place; /* scratch memory of the bots */
    char admin_pass[STORE_PASS]; /* the hash of the host's passphrase; "": there is no page for
                                    hosts */
    char secret[65];             /* key for derived values: table codes, deals, mail codes */
    bool store_down;             /* set by store_lost() alone */
    unsigned failing_errands;    /* a bit for each failure that was logged */
    bool probing, stopping, listening, acting, closing;
    int64_t presence_told_ms; /* when presence was last sent to the other nodes, for the tables up
                                 to presence_bucket */
    size_t presence_bucket;
    int listed_told;         /* listed tables announced in this round */
    int64_t store_worked_ms; /* when it last worked; while it is down, nobody can have moved since
                                then */
    int64_t ticked_ms;       /* the last tick */
    uint64_t store_session;  /* of the database, when several nodes use it */
    unsigned seconds;        /* since the start */
    uint64_t stopping_since_ms, closing_since_ms;
    struct bans *bans;                       /* a recent copy of those in the store */
    bool reading_bans, bans_changed;         /* changed: after that reading began */
    bool doubts_watchers, looks_at_watchers; /* of series (permission.c) */
    struct asking *seekers;  /* searches that wait for a table another node is creating (find.c) */
    struct blocks *blocks;   /* who does not want to play with whom; a recent copy */
    int64_t moderation_seen; /* rows up to this one are known */
    int64_t moderation_opened; /* of the older ones not done yet, up to this one; -1: all of them */
    struct closing *closings;  /* tables that have to be closed (moderation.c) */

    struct connection *connections, *unwritten;
    int connection_count;
    struct limiter *limiter;  /* of addresses, people, tables; NULL: no limits */
    int sockets, max_sockets; /* of any kind, open now; the limit */
    struct live_table **buckets, *tables;
    struct alarms *alarms;     /* when to look at which table */
    struct live_table *untold; /* tables with hints to be sent to the other nodes */
    struct chore *chores;      /* background work for the store, when there is time (lifetime.c) */
    bool doing_chores;
    struct deletion *deletions; /* that will check the logs once more, later */
    struct outages outages;     /* when nobody could move */
    int64_t started_ms;
    size_t bucket_count, table_count;
    struct log_read *logs_wanted, **logs_end; /* that wait for a free reader (table_logs.c) */
    int log_groups;                           /* queries under way */

    struct batch *gathering, *committing;

    struct metrics metrics;
    struct notify *calls;      /* notifications (notify.c); NULL: turned off */
    struct champion *champion; /* `champion` while it plays a deal of the day (day_champion.c) */
    int64_t champion_day;
    unsigned rivals_wanted; /* a bit for each level */
    int passwords;          /* being hashed */
    int analyses;
    struct analysis *analysing; /* those under way */
    char *scratch;
    struct table
        next; /* scratch: a table as it will be once the change being prepared is written */
};

int64_t server_now_ms(void); /* since 1970 */
void server_log(const struct server *server, enum server_log_level level, const char *event,
                const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The same with one untrusted text, sanitized to one line without quotes and control characters. */
void server_log_text(const struct server *server, enum server_log_level level, const char *event,
                     const char *name, const char *text);
/* A log line from a library, sanitized likewise. */
void server_log_foreign(enum server_log_level level, const char *source, const char *line);
/* `text` translated into the connection's language. */
const char *translate_for(const struct connection *connection, const char *text);

#endif
