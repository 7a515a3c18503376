/*
 * store_internal.h - what the two kinds of stores share, and the table of functions that a kind is.
 *
 * Nearly all of store.h is the same SQL for both kinds: statements.c holds the statements, people.c, games.c and others
 * run them through vtable->run(). A kind brings the connection, the batch, and what only it can do.
 *
 * A function of store.h that is plain SQL looks the same for both: it runs a statement with its values, and a row function
 * copies the columns out. To add one: its SQL in statements.c, a function in the file of its subject, and nothing else.
 *
 *   return store_run(store, STORE_SQL_READ_LOG, give_line, &reading, store_text(code), store_number(after));
 *
 * Only what must be fast or differs in kind has a place of its own in the vtable: the batch, heartbeats and claims, messages
 * between nodes, copies for a backup.
 */
#ifndef STOS_STORE_STORE_INTERNAL_H
#define STOS_STORE_STORE_INTERNAL_H

#include "statements.h"
#include "store.h"

/* A parameter of a statement: a text, or a number where the text is NULL. */
struct store_value {
    const char *text;
    int64_t number;
};

/* A row of a result. The texts live until the function that was given the row returns. */
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
    uint64_t rows; /* set: how many rows were given out or changed */
};

/* Statements that are run together, in their order. Their texts must live until then. */
enum { STORE_LIST_VALUES = 14 };
struct store_list {
    struct store_listed {
        struct store_query query;
        struct store_value value[STORE_LIST_VALUES];
        size_t place; /* among all, as they were added */
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

    /* A transaction of several runs; what `begin` has opened must be ended by `end`, which undoes it unless status is STORE_OK. */
    enum store_status (*begin)(struct store *store);
    enum store_status (*end)(struct store *store, enum store_status status);

    enum store_status (*commit)(struct store *store, struct store_batch *batch);
    enum store_status (*read_logs)(struct store *store, struct store_wanted *wanted, size_t count, store_log_line *line, void *context);
    enum store_status (*beat)(struct store *store, struct store_beat *beat, int64_t now_ms, size_t most, store_code *due, void *context);
    enum store_status (*leave)(struct store *store, uint64_t fence);
    enum store_status (*claim)(struct store *store, uint64_t fence, struct store_claim *claims, size_t count);
    enum store_status (*tell)(struct store *store, const char *message);
    enum store_status (*listen)(struct store *store, store_told *told, void *context);
    int (*file_descriptor)(const struct store *store);
    enum store_status (*backup)(struct store *store, const char *file, store_copied *copied, void *context);
    enum store_status (*check)(struct store *store);
    enum store_status (*serve)(struct store *store);
};

/* The first member of each kind's own struct. */
struct store {
    const struct store_vtable *vtable;
    uint64_t session;
    bool visiting, old_is_good, reads; /* see store_visit(), store_open_reader() */
    char *sealed;                      /* room for a line with its checksum */
    size_t sealed_room;
    char message[STORE_MESSAGE];
};

/* What all kinds know from the start. */
struct store_opening {
    const char *where;
    bool visiting, old_is_good, reads;
};

struct store *store_open_sqlite(const struct store_opening *opening, enum store_status *status, char message[STORE_MESSAGE]);
struct store *store_open_postgres(const struct store_opening *opening, enum store_status *status, char message[STORE_MESSAGE]);

/* Whether a visitor may use a store of that version; a message where not. */
enum store_status store_judge_version(struct store *store, long version);

/* A line with its checksum; and back again, without it: STORE_DAMAGED when it does not fit. Until the next call; NULL when memory lacks. */
const char *store_seal(struct store *store, const char *code, uint32_t number, const char *line);
const char *store_unseal(struct store *store, const char *code, uint32_t number, const char *line, size_t *length);

/* A kind's read_logs(), with a question for each. */
enum store_status store_read_each_log(struct store *store, struct store_wanted *wanted, size_t count, store_log_line *line, void *context);

/* Sets the message, and returns the status for a return statement. */
enum store_status store_fail(struct store *store, enum store_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Whether an append to this table was refused: then its games and sittings do not count either. */
bool store_batch_refused(const struct store_batch *batch, const char *code);

/* Those for whom a table counts, by the names that they have in `held`, and how many they may have; returns how many there are. */
enum { STORE_PARTIES = 2 };
struct store_party {
    char name[STORE_ADDRESS + 8];
    int64_t most;
};
int store_parties(const struct store_maker *maker, struct store_party parties[STORE_PARTIES]);

/* Rated games of a batch change the ratings of their seats, in the transaction that runs; not again if they were there (rate_games.c). */
enum store_status store_rate_games(struct store *store, const struct store_batch *batch);

/* How somebody who is rated is called in a pair: a person's number, or the bot (ratings.c). */
void store_rated_name(const struct store_seat *seat, char name[STORE_NAME]);

/* What is known of somebody's strength, and against whom they played (ratings.c). */
enum store_status store_forget_ratings(struct store *store, uint64_t person);

static inline struct store_value store_text(const char *text) { return (struct store_value){.text = text}; }
static inline struct store_value store_number(int64_t number) { return (struct store_value){.number = number}; }
static inline struct store_value store_id(uint64_t id) { return (struct store_value){.number = (int64_t)id}; }
static inline struct store_value store_most(size_t most) { return store_number(most > INT32_MAX ? INT32_MAX : (int64_t)most); }

static inline int64_t store_row_number(const struct store_row *row, int column) { return row->vtable->number(row, column); }
static inline bool store_row_flag(const struct store_row *row, int column) { return row->vtable->number(row, column) != 0; }

/* Copies a text column into an array of a struct, cut to what fits. */
void store_row_copy(const struct store_row *row, int column, char *out, size_t size);

/* Runs a statement with a list of values. */
#define store_run(store, which, each_row, its_context, ...) \
    store_run_values(store, which, each_row, its_context, (const struct store_value[]){__VA_ARGS__}, \
                     (int)(sizeof(const struct store_value[]){__VA_ARGS__} / sizeof(struct store_value)))

/* The same with the values as an array. STORE_NONE when there was no row: none found, or none changed. */
enum store_status store_run_values(struct store *store, enum store_statement statement, store_each *each, void *context,
                                   const struct store_value *values, int count);

/* One more statement for a list, with up to STORE_LIST_VALUES values. */
#define store_list_add(list, which, each_row, its_context, ...) \
    store_list_add_values(list, which, each_row, its_context, (const struct store_value[]){__VA_ARGS__}, \
                          (int)(sizeof(const struct store_value[]){__VA_ARGS__} / sizeof(struct store_value)))
void store_list_add_values(struct store_list *list, enum store_statement statement, store_each *each, void *context,
                           const struct store_value *values, int count);

/*
 * In order of their first values; those of which so many are the same stay in their order. For rows that several nodes change: whoever
 * locks them in one order waits for nobody who waits for them.
 */
void store_list_sort(struct store_list *list, int keys);

/*
 * Runs a list and frees it: one round trip to PostgreSQL, however long it is. A statement that finds nothing is no failure. `changes`:
 * it is a transaction of its own; a connection that breaks leaves open whether it was done, so only what may be done twice belongs into it.
 */
enum store_status store_run_list(struct store *store, struct store_list *list, bool changes);

/* A kind's run_list(), one statement after the other. */
enum store_status store_run_each(struct store *store, struct store_list *list, bool changes);

/* STORE_OK where it does not matter that nothing was found. */
static inline enum store_status store_none_is_ok(enum store_status status) { return status == STORE_NONE ? STORE_OK : status; }

#endif
