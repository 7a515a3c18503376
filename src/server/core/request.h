/*
 * request.h - what a connection asks for: read once when its frame has come in, kept while it waits
 * (for `hello`, for its table, for the store), and answered in the end.
 */
#ifndef STOS_SERVER_REQUEST_H
#define STOS_SERVER_REQUEST_H

#include "connection.h"
#include "table/table.h"

#include <jansson.h>

enum { REQUEST_REF = 33 /* room for a ref, with its NUL */ };

/* A predetermined deal: of the day or of a series. */
struct request_deal {
    stos_seed seed;
    char commitment[TABLE_HEX];
};

/* A verb may run on a changed copy, with other members or another table; what waits then is still
 * the request as it arrived, `origin`, and it starts again with that. */
struct request {
    struct request *origin;
    int references;       /* of the origin, like the next two */
    struct request *next; /* in the queue where it waits */
    size_t bytes;         /* of memory, which count in that queue */
    struct connection *connection;
    const struct verb *verb; /* NULL: there is none of that name */
    char ref[REQUEST_REF];
    char code[TABLE_CODE]; /* of the table that it names, folded; "": none, or no code at all */
    json_t *body;
    int64_t now_ms;                  /* when its verb was run last */
    bool admitted;                   /* its limits are paid */
    bool log_read;                   /* the log of its table was read after it arrived */
    const struct request_deal *deal; /* of `create`: what is dealt; NULL: a random deal */
    uint64_t criteria; /* of `create`: what `find` found no table for (find.c); 0: nothing */
    const char *place; /* of `create`: what the table code is derived from, besides the person;
                          NULL: the ref */
    bool noted;        /* the players it deals the deck of the day to are recorded (day_table.c) */
};

/* Reads a frame; NULL: it was refused. The caller releases it. */
struct request *request_read(struct connection *connection, const char *text, size_t length);
struct request *request_hold(const struct request *request); /* its origin, held once more */
void request_release(struct request *request);

/* Runs its verb, now or once more, if somebody is still there to be answered. */
void request_run(struct request *request);

/* Queues hold what is in them. False: there would be more bytes than `most`. */
bool request_queue_add(struct request_queue *queue, const struct request *request, size_t most);
void request_queue_add_first(struct request_queue *queue, const struct request *request);
struct request *request_queue_take(struct request_queue *queue); /* NULL: it is empty */
void request_queue_drop(struct request_queue *queue);

/* Replies. `more` is further JSON members such as "\"n\":5", or NULL. */
void reply_ok(struct connection *connection, const char *ref, const char *more);
void reply_error(struct connection *connection, const char *ref, const char *code);

/* The session had been ended on another node, and this one learns it now. */
void reply_session_ended(struct connection *connection, const char *ref);
void reply_error_text(struct connection *connection, const char *ref, const char *code,
                      const char *message, const char *more);
void reply_json(struct connection *connection, const char *ref,
                json_t *members); /* takes ownership of `members` */

/* A reply whose members are written by a function. */
typedef void reply_writer(stos_writer *writer, struct connection *connection,
                          struct live_table *table, const void *context);
void reply_members(struct connection *connection, const char *ref, struct live_table *table,
                   reply_writer *write, const void *context);

/* The same for a refusal. */
void reply_error_members(struct connection *connection, const char *ref, const char *code,
                         const char *message, struct live_table *table, reply_writer *write,
                         const void *context);

/* Makes the request one about that table, as somebody wrote it; NULL: about none. The only place
 * where a code is read. */
void request_set_table(struct request *request, const char *given);

/* Members of a request. If one is missing or invalid, these send the error and return NULL or
 * false. */
const char *request_text(struct connection *connection, const struct request *request,
                         const char *name);
bool request_number(struct connection *connection, const struct request *request, const char *name,
                    int64_t low, int64_t high, int64_t *number);
const char *request_optional_text(const struct request *request, const char *name);
bool request_flag(const struct request *request, const char *name, bool otherwise);

typedef void request_verb(struct connection *connection, const struct request *request);

#endif
