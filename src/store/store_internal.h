/*
 * store_internal.h - what the two kinds of stores share, and the vtable that each kind implements.
 *
 * Nearly all of store.h is the same SQL for both kinds: statements.c holds the statements,
 * people.c, games.c and others run them through vtable->run(). A kind provides the connection, the
 * batch, and what only it can do.
 *
 * A function of store.h that is plain SQL is the same for both: it runs a statement with its
 * values, and a row callback copies the columns out. To add one, put its SQL into statements.c and
 * a function into the file of its subject; that is all.
 *
 *   return store_run(store, STORE_SQL_READ_LOG, give_line, &reading, store_text(code),
 * store_number(after));
 *
 * Only what must be fast or differs between the kinds has its own vtable entry: the batch,
 * heartbeats and claims, messages between nodes, backups.
 */
#ifndef STOS_STORE_STORE_INTERNAL_H
#define STOS_STORE_STORE_INTERNAL_H

#include "statements.h"
#include "store.h"

/* A parameter of a statement: a text, or a number if the text is NULL. */
struct store_value {
    const char *text;
    int64_t number;
};

/* A row of a result. Its texts are valid until the callback that was given the row returns. */
struct store_row {
    const struct store_vtable *vtable;
    const void *source;
    int index;
};

/* Called for each row; false stops. */
typedef bool store_each(void *context, const struct store_row *row);

/* A call of a statement. */
struct store_query {
    enum store_statement statement;
    int count; /* of values */
    const struct store_value *values;
    store_each *each; /* NULL: rows do not matter */
    void *context;
    uint64_t rows; /* set: how many rows were returned or changed */
};

/* Statements to be run together, in order. Their texts must stay valid until then. */
enum { STORE_LIST_VALUES = 14 };
struct store_list {
    struct store_listed {
        struct store_query query;
        struct store_value value[STORE_LIST_VALUES];
        size_t place; /* the order in which they were added */
        int keys;
    } * listed;
    size_t count, room;
    bool failed; /* memory ran out */
};

struct store_vtable {
    bool shared;
    void (*close)(struct store *store);

    enum store_status (*run)(struct store *store, struct store_query *query);
    enum store_status (*run_list)(struct store *store, struct store_list *list, bool changes);
    int64_t (*number)(const struct store_row *row, int column);
    const char *(*text)(const struct store_row *row, int column, size_t *length);

    /* A transaction of several runs; what `begin` opened must be closed by `end`, which rolls back
     * unless status is STORE_OK. */
    enum store_status (*begin)(struct store *store);
    enum store_status (*end)(struct store *store, enum store_status status);

    enum store_status (*commit)(struct store *store, struct store_batch *batch);
    enum store_status (*read_logs)(struct store *store, struct store_wanted *wanted, size_t count,
                                   store_log_line *line, void *context);
    enum store_status (*beat)(struct store *store, struct store_beat *beat, int64_t now_ms,
                              size_t most, store_code *due, void *context);
    enum store_status (*leave)(struct store *store, uint64_t fence);
    enum store_status (*claim)(struct store *store, uint64_t fence, struct store_claim *claims,
                               size_t count);
    enum store_status (*tell)(struct store *store, const char *message);
    enum store_status (*listen)(struct store *store, store_told *told, void *context);
    int (*file_descriptor)(const struct store *store);
    enum store_status (*backup)(struct store *store, const char *file, store_copied *copied,
                                void *context);
    enum store_status (*check)(struct store *store);
    enum store_status (*serve)(struct store *store);
};

/* The first member of each kind's own struct. */
struct store {
    const struct store_vtable *vtable;
    uint64_t session;
    int nested; /* how many transactions have begun, one inside the other (store_begin) */
    bool visiting, old_is_good, reads; /* see store_visit(), store_open_reader() */
    char *sealed;                      /* buffer for a line with its checksum */
    size_t sealed_room;
    char message[STORE_MESSAGE];
};

/* How a store is opened, for all kinds. */
struct store_opening {
    const char *where;
    bool visiting, old_is_good, reads;
};

struct store *store_open_sqlite(const struct store_opening *opening, enum store_status *status,
                                char message[STORE_MESSAGE]);
struct store *store_open_postgres(const struct store_opening *opening, enum store_status *status,
                                  char message[STORE_MESSAGE]);

/* Whether a visitor may use a store of this version; sets a message if not. */
enum store_status store_judge_version(struct store *store, long version);

/* Adds a checksum to a line; removes it, STORE_DAMAGED if it does not match. Valid until the next
 * call; NULL if out of memory. */
const char *store_seal(struct store *store, const char *code, uint32_t number, const char *line);
const char *store_unseal(struct store *store, const char *code, uint32_t number, const char *line,
                         size_t *length);

/* An implementation of read_logs() with one query per log. */
enum store_status store_read_each_log(struct store *store, struct store_wanted *wanted,
                                      size_t count, store_log_line *line, void *context);

/* Sets the message and returns the status, for use in a return statement. */
enum store_status store_fail(struct store *store, enum store_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reads the number of the last news with a list (news.c). */
void store_list_last_news(struct store_list *list, uint64_t *number);

/* Whether the sessions of those who sit down go on, in the transaction of the batch; STORE_ENDED:
 * not all, and the appends concerned are marked. */
enum store_status store_check_sessions(struct store *store, struct store_batch *batch);

/* Whether an append to this table was refused: its games and sittings are then dropped too. */
bool store_batch_refused(const struct store_batch *batch, const char *code);

/* Against whose limits a table counts (a person, an address): their names in `held`, and their
 * limits. Returns how many there are. */
enum { STORE_PARTIES = 2 };
struct store_party {
    char name[STORE_ADDRESS + 8];
    int64_t most;
};
int store_parties(const struct store_maker *maker, struct store_party parties[STORE_PARTIES]);

/* Notes which deals begin and end with a batch, in the running transaction (games.c). */
enum store_status store_note_deals(struct store *store, const struct store_batch *batch);

/* Rates the games of a batch, in the running transaction; games that are already stored do not
 * count again (rate_games.c). */
enum store_status store_rate_games(struct store *store, const struct store_batch *batch);

/* The name of a rated player in a pair: the person's number, or the bot (ratings.c). */
void store_rated_name(const struct store_seat *seat, char name[STORE_NAME]);

/* Deletes a person's ratings and the record of whom they played (ratings.c). */
enum store_status store_forget_ratings(struct store *store, uint64_t person);

static inline struct store_value store_text(const char *text)
{
    return (struct store_value){.text = text};
}
static inline struct store_value store_number(int64_t number)
{
    return (struct store_value){.number = number};
}
static inline struct store_value store_id(uint64_t id)
{
    return (struct store_value){.number = (int64_t)id};
}
static inline struct store_value store_most(size_t most)
{
    return store_number(most > INT32_MAX ? INT32_MAX : (int64_t)most);
}

static inline int64_t store_row_number(const struct store_row *row, int column)
{
    return row->vtable->number(row, column);
}
static inline bool store_row_flag(const struct store_row *row, int column)
{
    return row->vtable->number(row, column) != 0;
}

/* Copies a text column into an array, truncated to its size. */
void store_row_copy(const struct store_row *row, int column, char *out, size_t size);

/* Runs a statement with a list of values. */
#define store_run(store, which, each_row, its_context, ...) \
    store_run_values( \
        store, which, each_row, its_context, (const struct store_value[]){__VA_ARGS__}, \
        (int)(sizeof(const struct store_value[]){__VA_ARGS__} / sizeof(struct store_value)))

/* The same with the values as an array. STORE_NONE if no row was found or changed. */
enum store_status store_run_values(struct store *store, enum store_statement statement,
                                   store_each *each, void *context,
                                   const struct store_value *values, int count);

/* Adds a statement to a list, with up to STORE_LIST_VALUES values. */
#define store_list_add(list, which, each_row, its_context, ...) \
    store_list_add_values( \
        list, which, each_row, its_context, (const struct store_value[]){__VA_ARGS__}, \
        (int)(sizeof(const struct store_value[]){__VA_ARGS__} / sizeof(struct store_value)))
void store_list_add_values(struct store_list *list, enum store_statement statement,
                           store_each *each, void *context, const struct store_value *values,
                           int count);

/*
 * Stable sort by the first `keys` values. For rows that several nodes change: lock ordering
 * prevents deadlocks.
 */
void store_list_sort(struct store_list *list, int keys);

/*
 * Runs a list and frees it: one round trip to PostgreSQL, however long it is. A statement that
 * finds nothing is not a failure. `changes`: it is a transaction of its own; if the connection
 * breaks, it may or may not have been committed, so it must be idempotent.
 */
enum store_status store_run_list(struct store *store, struct store_list *list, bool changes);

/* An implementation of run_list() that runs one statement after the other. */
enum store_status store_run_each(struct store *store, struct store_list *list, bool changes);

#endif
