/*
 * host.h - what the loop thread owns: connections, tables, the batch that is being gathered.
 *
 * The order of things (promise 1): a request is applied to the table in memory and its lines join the gathering batch;
 * the frames that tell of it are held by that batch; when the store has committed it they go out. A frame that depends
 * on a held one is held too, so nobody ever sees what may still not have happened. If the store refuses or fails, the
 * held frames are dropped, the table is read again from its log, and the requests are done again or answered with an
 * error.
 */
#ifndef STOS_SERVER_HOST_H
#define STOS_SERVER_HOST_H

#include "crew.h"
#include "lang/catalog.h"
#include "server.h"
#include "store/store.h"
#include "table/table.h"
#include "table/table_text.h"

#include <jansson.h>
#include <libwebsockets.h>
#include <sodium.h>
#include <uv.h>

enum {
    HOST_REF = 33,             /* room for a ref, with its NUL */
    HOST_TOKEN = 64,           /* room for a token */
    HOST_TABLES_PER_LINK = 32, /* tables that one connection is at */
    HOST_LINKS_PER_PERSON = 8,
    HOST_LOG_KEPT = 48 * 1024, /* bytes of a table's log kept in memory for those who come back */
    HOST_SCRATCH = 512 * 1024,
    HOST_WORKERS = 64,
    HOST_MESSAGE = 256, /* room for a message between nodes */
};

struct server;
struct host_table;
struct batch;

/* ---------------------------------------------------------------- connections (connection.c) */

#define FRAME_NO_EVENTS UINT32_MAX

/* A text on its way to a connection. */
struct frame {
    struct frame *next;
    size_t length;
    uint32_t after;        /* the last event that the reader had before this one; FRAME_NO_EVENTS */
    unsigned char bytes[]; /* LWS_PRE bytes of room, then the text */
};

/* Text that waits: frames to go out, or requests that cannot be looked at yet. */
struct waiting {
    struct waiting *next;
    size_t length;
    char text[];
};

struct waiting_list {
    struct waiting *first, **end;
};

/* A connection at a table: sits there or watches. */
struct attachment {
    struct connection *connection;
    struct host_table *table;
    struct attachment *next_of_table, *next_of_connection;
    uint32_t sent;   /* number of the last event that was put on the way */
    uint64_t since;  /* the batch on which the reply that attached it waited */
    bool asks;       /* that reply was dropped and the request is done again: what it asked for comes first */
    bool out;        /* has lost the seat and is told nothing more; detached when the store knows it too */
    uint64_t out_by; /* the batch with that event */
};

struct connection {
    struct server *server;
    struct lws *wsi; /* NULL when closed */
    struct connection *next, **back;
    int references; /* who else knows it: held frames, jobs */
    char address[48];

    /* coming in */
    char *incoming;
    size_t incoming_length;
    bool incoming_binary;
    double tokens;
    uint64_t tokens_at_ms;
    int refusals;

    /* going out */
    struct frame *first, **end;
    size_t queued_bytes;
    struct connection *next_unwritten; /* in the list of those with something to write at the end of the loop's turn */
    bool unwritten, broken;            /* is in that list; a write has failed */
    uint64_t barrier;                  /* frames wait for this batch at least */
    int close_code;                    /* not 0: to be closed, after what is queued */
    char close_reason[64];
    bool closing, close_said; /* all is written; the close was sent */

    /* who it is */
    enum { LINK_NEW, LINK_ASKING, LINK_KNOWN } stage;
    struct waiting_list waiting; /* requests that came while `hello` was under way */
    uint64_t opened_ms;
    table_person person;
    char token_hash[STORE_HASH], name[STORE_NAME], account[STORE_NAME];
    const struct catalog *language;
    bool program, moves, muted;
    struct attachment *attachments;
    const struct request *asking; /* what is being done; NULL: nothing */
    bool fresh;                   /* for it the table's log was read just now */
    int jobs;                     /* slow things under way for this connection */
};

struct connection *connection_open(struct server *server, struct lws *wsi);
void connection_closed(struct connection *connection); /* by the other side, or for good */
void connection_release(struct connection *connection);
void connection_close(struct connection *connection, int code, const char *reason);
void connection_receive(struct connection *connection, const char *bytes, size_t length, bool first, bool final, bool binary);
bool connection_write(struct connection *connection); /* writes what it can; false: the connection has to go */

/* Sends text, as soon as everything that it may depend on is committed; `table` may be NULL. */
void connection_send(struct connection *connection, struct host_table *table, const char *text, size_t length);
/* The same with events that follow the one numbered `after`. */
void connection_send_events(struct connection *connection, struct host_table *table, uint32_t after, const char *text, size_t length);
void connection_write_queued(struct server *server); /* both at the end of a loop turn */
void connection_close_written(struct server *server);
void connection_queue(struct connection *connection, struct frame *frame);

/* ---------------------------------------------------------------- requests (request.c) */

struct request {
    char ref[HOST_REF];
    json_t *body;
    const char *raw; /* as it came, to be done again if the store refuses */
    size_t raw_length;
    int64_t now_ms;
};

void request_handle(struct connection *connection, const char *text, size_t length);

/* Replies. `more` is text such as "\"n\":5", or NULL. */
void reply_ok(struct connection *connection, const char *ref, struct host_table *table, const char *more);
void reply_error(struct connection *connection, const char *ref, const char *code);
void reply_error_text(struct connection *connection, const char *ref, const char *code, const char *message, const char *more);
void reply_json(struct connection *connection, const char *ref, json_t *members); /* takes `members` */
void reply_refused(struct connection *connection, const char *ref, struct host_table *table, const struct table_answer *answer,
                   const char *given);

/* A reply whose members are written by a function. */
typedef void reply_writer(stos_writer *writer, struct connection *connection, struct host_table *table, const void *context);
void reply_members(struct connection *connection, const char *ref, struct host_table *table, reply_writer *write, const void *context);

/* Members of a request; the reply is given when they are missing or wrong, and NULL or false returned. */
const char *request_text(struct connection *connection, const struct request *request, const char *name);
bool request_number(struct connection *connection, const struct request *request, const char *name, int64_t low, int64_t high,
                    int64_t *number);
const char *request_optional_text(const struct request *request, const char *name);
bool request_flag(const struct request *request, const char *name, bool otherwise);

/* The verbs, by file. */
typedef void request_verb(struct connection *connection, const struct request *request);
request_verb verb_hello, verb_name, verb_register, verb_login, verb_logout, verb_export, verb_delete_me; /* people.c, account.c */
request_verb verb_create, verb_list, verb_join, verb_watch, verb_resume, verb_leave;                     /* verbs_table.c */
request_verb verb_fill, verb_give, verb_begin, verb_move, verb_vote, verb_take_back, verb_hint, verb_say, verb_agree, verb_go_on,
    verb_pause, verb_rematch, verb_resign;                                                                 /* verbs_play.c */
request_verb verb_games, verb_history, verb_record, verb_verify, verb_statistics, verb_analyze, verb_ping; /* verbs_study.c */

/* ---------------------------------------------------------------- tables (tables.c) */

enum host_table_stage { HOST_LOADING, HOST_READY };

/* What a seat said on another node, which is further on than this one, or here before the table was read again. */
struct hints_heard {
    uint32_t position;
    int64_t at_ms; /* 0: nothing */
    uint8_t pile[4], self;
};

struct host_table {
    struct server *server;
    struct host_table *next_in_bucket, *next, **back;
    uint8_t stage;
    bool mine;           /* this node runs its clock and bots */
    bool locking;        /* asked for that */
    bool unread;         /* the store was down when it should have been read */
    stos_seats thinking; /* seats whose bot has been asked */
    uint32_t hinted;     /* position at which the bots gave hints */
    uint64_t batch;      /* the last batch with lines of this table */
    int64_t due_ms;
    struct attachment *attachments;
    struct waiting_requests *waiting;     /* until it is read */
    int64_t elsewhere_ms[STOS_MAX_SEATS]; /* when another node last said that they are there */
    struct hints_heard heard[STOS_MAX_SEATS];
    int64_t hinted_ms[STOS_MAX_SEATS]; /* when the seat last said something, here or on another node */
    stos_seats untold;                 /* seats whose hints the other nodes have to hear */
    bool hints_known;                  /* the other nodes were asked what hangs in the air */
    char *log;                         /* the last lines, with newlines */
    size_t log_length, log_room;
    uint32_t log_first; /* number of the first line kept */
    char code[TABLE_CODE];
    struct table table;
};

/* Requests that wait for a table to be read. */
struct waiting_requests {
    struct waiting_requests *next;
    struct connection *connection;
    bool read_for_it; /* the log is read because of this request, so after it came */
    size_t length;
    char text[];
};

struct host_table *tables_find(struct server *server, const char *code);
struct host_table *tables_add(struct server *server, const char *code);
void tables_remove(struct host_table *table);

/* The table, if it is in memory and ready; else the request waits for it, or is answered `no_table`, and NULL is returned. */
struct host_table *tables_wanted(struct connection *connection, const struct request *request);

/* A request for a table that is being read waits with the others, in order. */
void tables_wait(struct host_table *table, struct connection *connection, const struct request *request);

/* The log is read once more before the request is looked at; `connection->fresh` tells then that it was. */
void tables_read_first(struct host_table *table, struct connection *connection, const struct request *request);

bool tables_restore(struct server *server, char *message, size_t size); /* at the start: all that run */
void tables_load(struct server *server, const char *code);              /* into memory, if it is not there */
void tables_read_more(struct host_table *table);                        /* another node has added lines */
void tables_read_missing(struct server *server);                        /* the store is back */
void tables_reload(struct host_table *table);                           /* its log has other lines than we thought */
void tables_tick(struct server *server);                                /* clocks, several times a second */
void tables_log_line(struct host_table *table, uint32_t number, const char *line, size_t length);

/* Applies what was asked, gathers its lines, tells everybody; `connection` (may be NULL) is the one that gets the reply. */
void tables_accept(struct host_table *table, const struct table_answer *answer, struct connection *connection);
/* After something passing changed: "hints" or "seats" to everybody at the table. */
void tables_tell(struct host_table *table, const char *member);
/* Events after each connection's last, with how it stands now. */
void tables_catch_up(struct host_table *table);
/* Those who lost their seat at a table that may not be watched are nobody there any more. */
void tables_show_out(struct host_table *table);
/* After anything: bots think, hints are given, and a table that nobody needs leaves memory. */
void tables_settle(struct host_table *table);

void tables_attach(struct host_table *table, struct connection *connection);
void tables_detach(struct attachment *attachment);
struct attachment *tables_attachment(struct host_table *table, const struct connection *connection);

/* Texts for one reader: "table":{...} and the members after resume. Return false when the events are no longer kept. */
void tables_snapshot(struct host_table *table, struct connection *connection, stos_writer *writer);
bool tables_events_after(struct host_table *table, uint32_t last, struct connection *connection, stos_writer *writer);

/* ---------------------------------------------------------------- batches (batch.c) */

void batch_add_event(struct server *server, struct host_table *table, const struct table_event *event, const char *line, size_t length);
/* The request whose reply is held by the batch: done again if that reply must be dropped. */
void batch_hold_request(struct server *server, uint64_t batch, struct host_table *table, struct connection *connection,
                        const struct request *request);
void batch_add_sitting(struct server *server, struct host_table *table, const struct connection *connection, int64_t now_ms);
void batch_add_game(struct server *server, const struct store_game *game);
void batch_hold(struct server *server, uint64_t batch, struct connection *connection, struct host_table *table, struct frame *frame);
void batch_flush(struct server *server); /* at the end of a loop turn */
bool batch_is_idle(const struct server *server);
void batch_free(struct batch *batch);

/* ---------------------------------------------------------------- bots (bots.c) */

void bots_think(struct host_table *table);
void *bots_place(void); /* memory for one thread */

/* ---------------------------------------------------------------- the rest */

struct metrics {
    uint64_t requests, replies_refused, events, commits, commit_failures, conflicts, frames_out, bytes_out, bytes_in, bot_moves,
        connections_total, closed_slow, closed_fast, http_requests, logins;
    double commit_seconds, commit_slowest;
};

/* Other nodes (nodes.c), and what the host asks for (acts.c). */
void nodes_tick(struct server *server);                      /* several times a second */
void nodes_second(struct server *server);                    /* every second */
void nodes_tell(struct server *server, const char *message); /* all the others, if there are any */
void nodes_present(struct host_table *table, int seat, bool here);
void nodes_unlock(struct server *server, const char *code);
void nodes_lock(struct host_table *table); /* asks whether this node may run it */
void acts_tick(struct server *server);

/* Hints at tables of several nodes (hints.c). */
void hints_said(struct host_table *table, int seat);                             /* on this node: the others have to hear it */
void hints_wanted(struct host_table *table);                                     /* somebody is there: what hangs in the air? */
void hints_asked(struct host_table *table);                                      /* another node wants to know */
void hints_heard(struct host_table *table, uint32_t position, const char *each); /* what another node told */
void hints_keep(struct host_table *table);                                       /* the table is going to be read again */
void hints_catch_up(struct host_table *table, bool by_others);                   /* the table is further on */
void hints_tick(struct server *server);                                          /* several times a second: tells the others */

/* Now and then (ticks.c). */
void ticks_turn_ended(struct server *server); /* what was gathered goes to the store */
void ticks_fast(struct server *server);       /* several times a second */
void ticks_slow(struct server *server);       /* every second */
void ticks_probe_store(struct server *server);
enum store_status ticks_say_alive(struct store *store); /* on the thread of the store */
void ticks_begin_stop(struct server *server);           /* everybody is told; no request is done any more */
void ticks_close_everybody(struct server *server);

struct server {
    const struct server_options *options;
    uv_loop_t loop;
    struct lws_context *context;
    struct lws_vhost *vhost;
    uv_check_t turn_end;
    uv_timer_t fast, slow; /* clocks; everything that a second is soon enough for */
    uv_signal_t terminate, interrupt;
    struct store *store;
    struct crew *store_crew, *workers;
    void *places[HOST_WORKERS]; /* memory to think in */
    char secret[65];            /* makes codes of tables from refs */
    bool store_down, probing, stopping, listening, acting, closing;
    int64_t presence_told_ms;
    uint64_t store_session; /* of the database, when several nodes use it */
    unsigned seconds;       /* since the start */
    uint64_t stopping_since_ms;
    int64_t acts_seen;

    struct connection *connections, *unwritten;
    int connection_count;
    struct host_table **buckets, *tables;
    size_t bucket_count, table_count;

    struct batch *gathering, *committing;
    uint64_t committed; /* number of the last batch that the store has answered */

    struct metrics metrics;
    int passwords; /* being hashed */
    int analyses;
    char *scratch;
};

int64_t server_now_ms(void); /* since 1970 */
void server_log(const struct server *server, enum server_log_level level, const char *event, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void metrics_text(const struct server *server, stos_writer *writer);
/* "text" in the language of a connection. */
const char *say_in(const struct connection *connection, const char *text);

#endif
