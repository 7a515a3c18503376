/*
 * tables.h - the tables in memory, who is at them, and what those are told.
 */
#ifndef STOS_SERVER_TABLES_H
#define STOS_SERVER_TABLES_H

#include "request.h"
#include "table/table_text.h"

enum { HOST_LOG_KEPT = 48 * 1024 /* bytes of a table's log kept in memory for those who come back */ };

struct change;
struct lines;
struct log_read;

/* A connection at a table: sits there or watches. */
struct attachment {
    struct connection *connection;
    struct host_table *table;
    struct attachment *next_of_table, *next_of_connection;
    uint32_t sent; /* number of the last event that was put on the way */
};

enum host_table_stage {
    HOST_LOADING, /* its log is being read, cannot be read, or has no line yet */
    HOST_READY,
};

/* What a seat said on another node, which is further on than this one, or here before the table was read again. */
struct hints_heard {
    uint32_t position;
    int64_t at_ms; /* 0: nothing */
    uint8_t pile[4], self;
};

/* A request that waits for its table: to be read, or to have written what is under way. */
struct waiting_request {
    struct waiting_request *next;
    struct connection *connection;
    bool log_read; /* the log was read after it came */
    size_t length;
    char text[];
};

struct host_table {
    struct server *server;
    struct host_table *next_in_bucket, *next, **back;
    uint8_t stage;
    bool closing;          /* the host has asked for its end */
    bool was_loaded;       /* from the log, since the server started */
    bool unread;           /* the store was down when it should have been read */
    bool outdated;         /* its log has to be read again as soon as it is idle */
    bool in_doubt;         /* what became of its last change only the connection that wrote it can tell */
    uint64_t owner;        /* the fencing token of the node that runs it, as far as known; see nodes_runs() */
    uint32_t loads;        /* how often its log was read from the start: only the last one counts */
    bool reads_more;       /* lines that another node has added are being read */
    uint32_t told_last;    /* number of the last line that another node told of */
    stos_seats thinking;   /* seats whose bot has been asked */
    uint32_t hinted;       /* position at which the bots gave hints */
    uint64_t wish;         /* what its maker looked for in vain (finding.c); 0: nothing */
    struct change *change; /* that is being written down; NULL: none */
    int64_t due_ms;        /* when something has to be done: a clock runs out, or the table ends */
    int64_t look_ms;       /* when something may have to be done (alarms_look); INT64_MAX: nothing */
    int64_t alarm_ms;      /* when it is looked at next (alarms.c); INT64_MAX: not by itself */
    int64_t owed_ms;       /* of its clock: nobody could move */
    int64_t settled_ms;    /* until then nothing is owed: a turn began, or time was given back */
    struct attachment *attachments;
    struct waiting_request *waiting, **waiting_end;
    size_t waiting_bytes;
    struct thought *decided;              /* moves of bots that wait like requests */
    struct bot_turn turn[STOS_MAX_SEATS]; /* what each bot has decided to do */
    int64_t listed_ms;                    /* when another node last said that it is listed and has people */
    int64_t elsewhere_ms[STOS_MAX_SEATS]; /* when another node last said that they are there */
    struct hints_heard heard[STOS_MAX_SEATS];
    int64_t hinted_ms[STOS_MAX_SEATS]; /* when the seat last said something, here or on another node */
    stos_seats untold;                 /* seats whose hints the other nodes have to hear */
    struct host_table *next_untold;    /* of those that have some; see hints_tick() */
    bool is_untold;                    /* among those */
    bool hints_known;                  /* the other nodes were asked for pending hints */
    struct table_moved *moves;         /* of the game being played, for its record */
    size_t move_count, move_room;
    char *log; /* the last lines, with newlines */
    size_t log_length, log_room;
    uint32_t log_first; /* number of the first line kept */
    char code[TABLE_CODE];
    struct table table; /* the sum of the lines that the store has */
};

struct host_table *tables_find(struct server *server, const char *code);
struct host_table *tables_add(struct server *server, const char *code);
void tables_remove(struct host_table *table);

/* The table, if it is in memory and idle; else the request waits for it, or is answered `no_table`, and NULL is returned. */
struct host_table *tables_wanted(struct connection *connection, const struct request *request);

bool tables_restore(struct server *server, char *message, size_t size);   /* at the start: nothing is read before it is needed */
struct host_table *tables_load(struct server *server, const char *code);  /* into memory, if it is not there and there is room */
void tables_read_more(struct host_table *table);                          /* another node has added lines */
void tables_log_read(struct server *server, const struct log_read *read); /* the store has answered */
void tables_read_missing(struct server *server);                          /* the store is back */
void tables_outdated(struct server *server, const char *code);            /* lines of its log were rewritten */
void tables_reload(struct host_table *table);                             /* its log has other lines than we thought */
void tables_lose(struct host_table *table);                               /* the store is down: what waits is refused */

/* Another node has added these lines, one at least, and the table is idle: they happen. May remove the table. */
void tables_go_on(struct host_table *table, const struct lines *lines);

/* Applies one line of its log; false when it cannot follow. */
bool tables_apply_line(struct host_table *table, uint32_t number, const char *line, size_t length);

/* What has to be done when: after each change, also of who is there. */
void tables_note_due(struct host_table *table);

/* After something passing changed: "hints" or "seats" to everybody at the table. */
void tables_tell(struct host_table *table, const char *member);
/* Events after each connection's last, with how it stands now. */
void tables_catch_up(struct host_table *table);

bool tables_has_people(const struct host_table *table); /* on this node, or seated and present on another */
void tables_attach(struct host_table *table, struct connection *connection);
void tables_detach(struct attachment *attachment);
struct attachment *tables_attachment(struct host_table *table, const struct connection *connection);

/* Texts for one reader: "table":{...} and the members after resume. Return false when the events are no longer kept. */
void tables_snapshot(struct host_table *table, struct connection *connection, stos_writer *writer);
bool tables_events_after(struct host_table *table, uint32_t last, struct connection *connection, stos_writer *writer);

#endif
