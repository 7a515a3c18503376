/*
 * connection.h - one WebSocket: what has come in, what goes out, and who is at the other end.
 *
 * A connection outlives its socket while waiting requests or jobs refer to it.
 */
#ifndef STOS_SERVER_CONNECTION_H
#define STOS_SERVER_CONNECTION_H

#include "lang/catalog.h"
#include "limiter.h"
#include "store/store.h"
#include "table/table.h"

#include <libwebsockets.h>

enum {
    CONNECTION_TOKEN = 64,  /* room for a token */
    CONNECTION_TABLES = 32, /* tables that one connection may be at */
    CONNECTIONS_PER_PERSON = 8,
};

struct live_table;
struct request;
struct server;

/*
 * A text to be sent to several connections, which share its bytes. A server's WebSocket frames are
 * not masked, so the header that the library writes in front of it is the same for all of them.
 */
struct shared_text {
    int references;
    size_t length;
    unsigned char bytes[]; /* LWS_PRE bytes of room, then the text */
};

/* A text in the queue of one connection. */
struct frame {
    struct frame *next;
    struct shared_text *text;
};

/* Requests that wait: see request.h. */
struct request_queue {
    struct request *first, *last; /* last: only if there is a first */
    size_t bytes;                 /* of their frames */
};

/* A connection at a table: seated there or watching. */
struct attachment {
    struct connection *connection;
    struct live_table *table;
    struct attachment *next_of_table, *next_of_connection;
    const char *code; /* of the table */
    uint32_t sent;    /* number of the last event queued for it */
};

struct connection {
    struct server *server;
    struct lws *wsi; /* NULL when closed */
    struct connection *next, **back;
    int references; /* reference count: waiting requests, jobs */
    char address[48];
    struct limit_key *by_address, *by_person; /* the budgets it uses; NULL: no limits */

    /* coming in */
    char *incoming;
    size_t incoming_length;
    bool incoming_binary;
    uint64_t
        asked_ns[8]; /* ring of arrival times of unanswered requests; any beyond are not timed */
    unsigned asked_first, asked_count;
    struct limit_bucket asked; /* requests */
    int refusals;

    /* going out */
    struct frame *first, **end;
    size_t queued_bytes;
    struct connection *next_unwritten; /* in the list of those with something to write at the end of
                                          the loop's turn */
    bool unwritten, broken;            /* is in that list; a write has failed */
    int close_code;                    /* not 0: to be closed once the queue is written */
    char close_reason[64];
    bool closing, close_said; /* the queue is written; the close frame was sent */

    /* who it is */
    enum { CONNECTION_NEW, CONNECTION_IDENTIFYING, CONNECTION_KNOWN } stage;
    struct request_queue waiting; /* requests that arrived while `hello` was under way */
    uint64_t opened_ms, heard_ms; /* heard: when something last came in */
    bool pinged;                  /* since then */
    table_person person;
    char token_hash[STORE_HASH], name[STORE_NAME], account[STORE_NAME];
    uint64_t since; /* the news that its session knew of (store.h); later ones may end it */
    bool doubted;   /* some session has ended while its `hello` was under way: asked again */
    const struct catalog *language;
    bool program, moves;
    bool hears_invitations;     /* has asked for them, and is notified of new ones */
    bool muted, muted_for_good; /* by the host: now; by a mark on the person, which is not in the
                                   list of bans */
    int64_t host_until_ms;      /* until then it may act as the host: it gave the passphrase
                                   (admin_verbs.c) */
    char granted[STORE_HASH]; /* the deal that the last request to watch may see, and of how many */
    int granted_of;           /* that the table was dealt; "": none waits (table_verbs.c) */
    struct attachment *attachments;
    int jobs;    /* asynchronous jobs under way for this connection */
    int hashing; /* of these, passphrases that are hashed or looked up: one at a time */
    int changes; /* changes of tables being written to the store for this connection */
};

struct connection *connection_open(struct server *server, struct lws *wsi);
void connection_closed(
    struct connection *connection); /* the socket is gone, whichever side closed it */
void connection_release(struct connection *connection);
void connection_close(struct connection *connection, int code, const char *reason);

/* A piece of a frame has come. True: the frame is whole, in `incoming`, until it is dropped. */
bool connection_receive(struct connection *connection, const char *bytes, size_t length, bool first,
                        bool final, bool binary);
void connection_drop_frame(struct connection *connection);
bool connection_may_ask(
    struct connection *connection); /* one more request; false: it asks too fast */
struct store_person connection_person(const struct connection *connection); /* as it knows them */

/* Charges the address and the person. */
void connection_charge(struct connection *connection, enum limit_cost cost, double amount);
void connection_heard(struct connection *connection);    /* something came from the other side */
void connection_ping(struct connection *connection);     /* is it still there? */
void connection_answered(struct connection *connection); /* a reply was queued */
bool connection_write(
    struct connection *connection); /* writes what it can; false: the connection has to go */

struct shared_text *shared_text_make(const char *text, size_t length); /* NULL if out of memory */
void shared_text_release(struct shared_text *text);

void connection_send(struct connection *connection, const char *text, size_t length);
void connection_share(struct connection *connection,
                      struct shared_text *text);     /* the same for a shared text */
void connection_write_queued(struct server *server); /* both at the end of a loop turn */
void connection_close_written(struct server *server);

#endif
