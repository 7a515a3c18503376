/*
 * request.h - what a connection asks for: members, replies, and the verbs.
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

struct request {
    char ref[REQUEST_REF];
    char code[TABLE_CODE]; /* of the table that it names, folded; "": none, or no code at all */
    json_t *body;
    const char *raw; /* as received, to be handled again when its table is idle */
    size_t raw_length;
    int64_t now_ms;
    bool waited;                     /* it has waited for its table, after it was admitted */
    bool log_read;                   /* the log of its table was read after it arrived */
    const struct request_deal *deal; /* of `create`: what is dealt; NULL: a random deal */
    uint64_t wish;     /* of `create`: what `find` found no table for (find.c); 0: nothing */
    const char *place; /* of `create`: what the table code is derived from, besides the person;
                          NULL: the ref */
    bool noted;        /* the players it deals the deck of the day to are recorded (day_table.c) */
};

struct waiting_request;

void request_handle(struct connection *connection, const char *text, size_t length);
void request_handle_waiting(const struct waiting_request *waiting); /* its table is idle */

/* Replies. `more` is further JSON members such as "\"n\":5", or NULL. */
void reply_ok(struct connection *connection, const char *ref, const char *more);
void reply_error(struct connection *connection, const char *ref, const char *code);
void reply_error_text(struct connection *connection, const char *ref, const char *code,
                      const char *message, const char *more);
void reply_json(struct connection *connection, const char *ref,
                json_t *members); /* takes ownership of `members` */
void reply_refused(struct connection *connection, const char *ref, struct live_table *table,
                   const struct table_answer *answer, const char *given);

/* A reply whose members are written by a function. */
typedef void reply_writer(stos_writer *writer, struct connection *connection,
                          struct live_table *table, const void *context);
void reply_members(struct connection *connection, const char *ref, struct live_table *table,
                   reply_writer *write, const void *context);

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
