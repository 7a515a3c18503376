/*
 * tables.h - the tables in memory, the connections at them, and what is sent to those.
 */
#ifndef STOS_SERVER_TABLES_H
#define STOS_SERVER_TABLES_H

#include "server/core/request.h"
#include "table/table_text.h"

enum {
    TABLES_RECORD_BYTES = 64 * 1024, /* the longest record of a game, with its NUL */
    LIVE_LOG_KEPT = 48 * 1024 /* bytes of a table's log kept in memory for people who reconnect */
};

struct change;
struct lines;
struct log_read;

enum live_stage {
    LIVE_LOADING, /* its log is being read, cannot be read, or has no line yet */
    LIVE_READY,
};

/* A seat's hints: from another node that is ahead of this one, or given here before the table was
 * reread. */
struct hints_heard {
    uint32_t position;
    int64_t at_ms; /* 0: nothing */
    uint8_t pile[4], self;
};

struct live_table {
    struct server *server;
    struct live_table *next_in_bucket, *next, **back;
    uint8_t stage;
    bool closing;        /* the host has asked to close it */
    bool deal_noted;     /* the store knows which deal it plays */
    bool was_loaded;     /* from the log, since the server started */
    bool unread;         /* the store was down when it was to be read */
    bool outdated;       /* its log has to be reread as soon as it is idle */
    bool in_doubt;       /* only the store connection that wrote its last change can tell if it was
                            committed */
    uint64_t owner;      /* the fencing token of the node that runs it, as far as known; see
                            ownership_runs() */
    uint32_t loads;      /* how often its log was read from the start: only the last one counts */
    bool reads_more;     /* lines that another node has added are being read */
    uint32_t told_last;  /* number of the last line that another node announced */
    stos_seats thinking; /* seats whose bot has been asked */
    uint32_t hinted;     /* position at which the bots gave hints */
    uint64_t criteria;   /* what its maker's `find` found no table for (find.c); 0: nothing */
    struct change *change; /* being written to the store; NULL: none */
    int64_t due_ms;     /* when something has to be done: a clock runs out, or the table expires */
    int64_t look_ms;    /* when something may have to be done (alarms_look); INT64_MAX: nothing */
    int64_t alarm_ms;   /* when it is looked at next (alarms.c); INT64_MAX: not scheduled */
    int64_t owed_ms;    /* time to be given back to its clock, when nobody could move */
    int64_t settled_ms; /* nothing is owed for the time before this: a turn began, or time was given
                           back */
    struct attachment *attachments;
    struct request_queue waiting; /* until it has been read, or the change under way is written */
    struct thought *decided;      /* moves of bots that wait like requests */
    struct bot_turn turn[STOS_MAX_SEATS]; /* what each bot has decided to do */
    int64_t listed_ms; /* when another node last announced that it is listed and has people */
    int64_t elsewhere_ms[STOS_MAX_SEATS]; /* when another node last announced their presence */
    struct hints_heard heard[STOS_MAX_SEATS];
    int64_t hinted_ms[STOS_MAX_SEATS]; /* when the seat last gave a hint, here or on another node */
    int64_t hint_clock_ms;             /* the latest time of a hint that this node has heard of */
    stos_seats untold;                 /* seats whose hints are to be sent to the other nodes */
    struct live_table *next_untold;    /* in the list of tables with such seats; see hints_tick() */
    bool is_untold;                    /* in that list */
    struct live_table *next_new_audience; /* in the list of broadcast_take_audience() */
    bool is_new_audience;                 /* in that list */
    bool hints_known;                     /* the other nodes were asked for pending hints */
    struct table_moved *moves;            /* of the game being played, for its record */
    size_t move_count, move_room;
    char *log; /* the last lines, with newlines */
    size_t log_length, log_room;
    uint32_t log_first;              /* number of the first line kept */
    const struct table_event *fresh; /* the last events, while they are told: see write_events() */
    uint32_t fresh_count;
    char code[TABLE_CODE];
    struct table table; /* the state after all lines that the store has */
};

struct live_table *tables_find(struct server *server, const char *code);
struct live_table *tables_add(struct server *server, const char *code);
void tables_remove(struct live_table *table);

/* The table, if it is in memory and idle; otherwise queues the request for it, or replies
 * `no_table`, and returns NULL. */
struct live_table *tables_wanted(struct connection *connection, const struct request *request);

struct live_table *
tables_load(struct server *server,
            const char *code); /* into memory, if not there yet and if there is room */
void tables_read_more(struct live_table *table); /* another node has added lines */
void tables_log_read(struct server *server,
                     const struct log_read *read);             /* the store has answered */
void tables_read_missing(struct server *server);               /* the store is back */
void tables_outdated(struct server *server, const char *code); /* lines of its log were rewritten */
bool tables_take_unreadable(struct server *server,
                            char code[TABLE_CODE]); /* one to be closed that cannot be read */
void tables_reload(struct live_table *table);       /* its log has other lines than expected */
void tables_lose(struct live_table *table);         /* the store is down: refuses what waits */

/* Applies lines (at least one) that another node has added, while the table is idle. May remove the
 * table. */
void tables_go_on(struct live_table *table, const struct lines *lines);

/* Applies an event, which that line of its log says; false if it cannot follow the last one. */
bool tables_apply_event(struct live_table *table, const struct table_event *event, const char *line,
                        size_t length);

/* Updates when the table is next due; call it after each change, also of who is there. */
void tables_note_due(struct live_table *table);

/* The hash table, a part at a time: for what goes through all tables slowly. */
size_t tables_bucket_count(const struct server *server);
struct live_table *tables_bucket(const struct server *server, size_t index);

#endif
