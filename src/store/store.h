/*
 * store.h - persistent storage: the logs of the tables, people, finished games, moderation actions.
 *
 * One interface, two backends: a SQLite file (the default), and PostgreSQL for several nodes. Once
 * store_commit() has returned STORE_OK, the data survives kill -9 and power loss. A store knows
 * nothing about cards: a log is just lines.
 *
 * All calls block, and a store is used by one thread at a time (the server has one thread that
 * writes and some that read). No call ends the program; errors are a status and a sentence. After
 * STORE_DOWN every call tries to reconnect, so service resumes by itself once the cause is gone. A
 * row callback must not call the store; if a call fails after it has started to deliver rows, some
 * rows are missing.
 *
 *   struct store_append append = {.code = "bamoteki", .last = 41, .lines = lines, .count = 2,
 * .due_ms = INT64_MAX, .changed_ms = now_ms}; struct store_batch batch = {.appends = &append,
 * .append_count = 1}; status = store_commit(store, &batch);             STORE_OK and not
 * append.refused: lines 42 and 43 are on disk
 *
 * It rests on two techniques. Group commit: a disk sync takes milliseconds however much it writes,
 * so everything that all tables wrote since the last sync goes into one batch and is acknowledged
 * together. Optimistic concurrency control: an append names the last line that its writer knows,
 * and is refused if somebody else has written since; the rest of the batch is not affected. Between
 * nodes, leases with fencing tokens decide who may write at all (see store_beat).
 */
#ifndef STOS_STORE_STORE_H
#define STOS_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum store_status {
    STORE_OK,
    STORE_NONE,   /* not found */
    STORE_TAKEN,  /* the name or id is in use */
    STORE_ENDED,  /* the session has ended: nothing was written; see store_session_at */
    STORE_DOWN,   /* unreachable, locked, or the disk is full: nothing was written (but see
                     store_commit), try again later */
    STORE_FENCED, /* this node's lease has ended: nothing was written; see store_beat */
    STORE_BROKEN, /* damaged, or not a store of ours */
    STORE_NEWER,  /* made by a newer stos */
    STORE_STATUSES
};

/* Whether the store itself failed, as opposed to a regular answer. */
static inline bool store_is_out(enum store_status status) { return status >= STORE_DOWN; }

/* Where it does not matter that nothing was found. */
static inline enum store_status store_none_is_ok(enum store_status status)
{
    return status == STORE_NONE ? STORE_OK : status;
}

enum {
    STORE_MESSAGE = 256,
    STORE_CODE = 12,
    STORE_ID = 20,
    STORE_NAME = 64,
    STORE_REASON = 4 * 200 + 1, /* of a moderation action: 200 characters of any alphabet */
    STORE_TARGET = 48,          /* a table's code, a person ("ID" or "ID@TABLE") or an address */
    STORE_HASH = 65,
    STORE_RULES = 128,
    STORE_SERIES = 12 + 128, /* a word and the rules */
    STORE_PASS = 128,
    STORE_ADDRESS = 40
};

struct store;

/* "FILE", or "postgresql://..."; ":memory:" is a store that keeps nothing. NULL on failure, with
 * status and message (no password in it). */
bool store_is_named(const char *where); /* whether it can be the name of a store at all */
bool store_is_address(
    const char *where); /* whether it is an address of PostgreSQL, not a file name */
struct store *store_open(const char *where, enum store_status *status, char message[STORE_MESSAGE]);
/*
 * A second connection, for a thread that only reads: it creates and changes nothing, receives no
 * notifications, and does not wait for the writer, nor the writer for it. Not available for
 * ":memory:".
 */
struct store *store_open_reader(const char *where, enum store_status *status,
                                char message[STORE_MESSAGE]);
void store_close(struct store *store);

/* For tools that run beside a server: creates nothing and migrates nothing. A store of an older
 * version is refused, unless `old`. */
struct store *store_visit(const char *where, bool old, enum store_status *status,
                          char message[STORE_MESSAGE]);

/* Makes this process the store's server. STORE_TAKEN: another one is; with PostgreSQL there may be
 * several. */
enum store_status store_serve(struct store *store);

const char *store_message(const struct store *store); /* about the last call that failed */
bool store_is_shared(const struct store *store);      /* several nodes may use it (PostgreSQL) */

/* ---------------------------------------------------------------- transactions, sessions, news */

/*
 * Several calls as one transaction; `end` rolls back unless the status is STORE_OK. They nest: only
 * the outermost pair begins and commits. A batch (store_commit) cannot be inside.
 */
enum store_status store_begin(struct store *store);
enum store_status store_end(struct store *store, enum store_status status);

/*
 * News: what every node has to learn for certain, such as the end of a session. A row is written in
 * the transaction that it tells of, and they are numbered in the order of the commits: whoever has
 * read up to a number has missed nothing before it. NOTIFY only makes nodes read sooner. Rows are
 * kept for an hour; whoever was away for longer finds a gap in the numbers.
 *
 * "bye HASH" ends the sessions of a person with that token, "bye -HASH" those with any other, "bye
 * " all of them.
 */
enum { STORE_NEWS = 128 };
#define STORE_BYE "bye "

struct store_news {
    uint64_t number, person;
    char what[STORE_NEWS];
};
typedef bool store_news_row(void *context, const struct store_news *news);

/* The last statement of its transaction: until that ends, nobody else can add any. Sets `number`.
 */
enum store_status store_add_news(struct store *store, uint64_t person, const char *what,
                                 int64_t now_ms, uint64_t *number);
enum store_status store_read_news(struct store *store, uint64_t after, size_t most,
                                  store_news_row *row, void *context);
enum store_status store_last_news(struct store *store, uint64_t *number);
enum store_status store_expire_news(struct store *store, int64_t before_ms);

/*
 * A session is what somebody does with a token since a `hello` that knew the news up to `since`; it
 * ends with the first later news that says so. A transaction on its behalf begins with the question
 * whether it has (STORE_ENDED: then nothing has begun), and nobody can end it until the transaction
 * has ended.
 */
struct store_session_at {
    uint64_t person;
    const char *token_hash;
    uint64_t since;
};
enum store_status store_begin_for(struct store *store, const struct store_session_at *session);

/* The question alone, for what only reads; STORE_ENDED. */
enum store_status store_check_session(struct store *store, const struct store_session_at *session);

/* ---------------------------------------------------------------- writing, in batches */

/*
 * Against whose limits a table counts until it is over. A new table is refused if its maker has
 * reached a limit, summed over all nodes; the limits are not checked for a table that already runs.
 */
struct store_maker {
    uint64_t person;             /* 0: nobody */
    char address[STORE_ADDRESS]; /* or any word that stands for one; "": none */
    uint32_t most_of_person, most_of_address;
};

/* Lines to be added to the log of one table. */
struct store_append {
    char code[STORE_CODE];
    uint32_t last; /* the log's last line must have this number now; 0: a new table */
    uint32_t count;
    const char *const
        *lines;     /* plain UTF-8 without control characters, numbered last + 1, last + 2, ... */
    bool over;      /* nothing runs at the table after these: no clock, no bot, nobody's turn */
    int64_t due_ms; /* when its clock runs out; INT64_MAX: never */
    int64_t changed_ms;
    bool deals;                                  /* a deal begins or ends with these: */
    char deal[STORE_HASH], series[STORE_SERIES]; /* what the table plays then, "": nothing; and the
                                                    series that it belongs to, "": none */
    struct store_maker maker; /* of a table that is new, or was over; else nobody */
    bool refused;  /* set by store_commit(): the log has a different last line, or too_many; nothing
                      of this was written */
    bool damaged;  /* set by store_commit(): refused because the log has lines behind its end */
    bool too_many; /* set by store_commit(): its maker has reached the limit */
    bool ended; /* set by store_commit(): refused because the session of whoever sits down has ended
                 */
    uint64_t owner; /* set by store_commit(): the node that runs the table now; 0 where there are no
                       leases */
};

/* One seat of a finished game. */
struct store_seat {
    uint64_t person; /* 0: a bot */
    char name[STORE_NAME], bot[STORE_NAME];
    bool won;
    bool forfeits; /* a bot stood in for them, so they lose a rated game. Not read back */
};

/* A finished game, for history and statistics. */
struct store_game {
    char id[STORE_ID], code[STORE_CODE], rules[STORE_RULES], result[32],
        deal[STORE_HASH] /* the commitment: equal for equal deals */;
    char group[STORE_HASH]; /* equal for the same set of people */
    int left;               /* cards left; -1 if not applicable */
    bool won, finished;     /* won: by the team; finished: not ended by vote */
    bool counts;            /* counts in the sums, if it is finished; not read back */
    const char *rated;      /* which ratings it changes, such as "lie"; NULL: none. Not read back */
    int64_t began_ms, ended_ms;
    int seats;
    struct store_seat seat[6];
    const char *record; /* stored with it, to avoid reading a long log again; NULL: none. Not read
                           back: store_find_record() */
};

/* Somebody who sat down: stored with the same commit, which also deletes their invitations to that
 * table. */
struct store_sitting {
    uint64_t person;
    char code[STORE_CODE], name[STORE_NAME], language[8], token_hash[STORE_HASH];
    uint64_t since; /* of their session */
    bool program;
    int64_t now_ms;
};

/*
 * Called for each row; return false to stop. Its arguments are valid only during the call. Lines
 * are stored with a checksum; a line that does not match its checksum is passed as STORE_DAMAGED,
 * which is not a valid line of any log.
 */
#define STORE_DAMAGED "damaged"
typedef bool store_line(void *context, const char *code, uint32_t number, const char *line,
                        size_t length);

struct store_batch {
    uint64_t fence; /* the fencing token of the node that writes; 0: it has no lease, and is not
                       fenced */
    struct store_append *appends;
    size_t append_count;
    const struct store_game *games;
    size_t game_count;
    const struct store_sitting *sittings; /* adds the person and the token if missing, notes the
                                             seat (see store_read_tables_of) */
    size_t sitting_count;
    store_line *missed; /* NULL, or called after the commit with the lines that caused appends to be
                           refused, up to a hundred for each */
    void *context;      /* for missed(), which a store that is not shared never calls */
};

/*
 * One durable transaction. Appends whose table has moved on (another node or the host wrote) are
 * refused individually; a game or a sitting is stored only if the appends of its table were
 * accepted. A game whose id exists already is left unchanged. A table may have several appends in
 * one batch, in order. A table that no living node owns, or that was over, becomes the writer's.
 *
 * The transaction first checks the fencing token: if its lease has ended, nothing is written
 * (STORE_FENCED).
 *
 * STORE_DOWN: nothing was written. The one exception is PostgreSQL if the connection breaks during
 * COMMIT and cannot be restored in this call: the outcome is then unknown. The first call that
 * succeeds afterwards waits until it is known, so reading the logs again (store_read_log,
 * store_table_last) shows whether the batch was committed.
 */
enum store_status store_commit(struct store *store, struct store_batch *batch);

/* ---------------------------------------------------------------- reading */

enum store_status store_read_log(struct store *store, const char *code, uint32_t after,
                                 store_line *line, void *context);

/* The same for many tables at once: with PostgreSQL one query, however many there are. `index`:
 * into `wanted`. */
struct store_wanted {
    char code[STORE_CODE];
    uint32_t after;
    bool exists; /* set: whether there is such a table */
};
typedef bool store_log_line(void *context, size_t index, uint32_t number, const char *line,
                            size_t length);
enum store_status store_read_logs(struct store *store, struct store_wanted *wanted, size_t count,
                                  store_log_line *line, void *context);

/* All tables that are not over, and when each is due: for server startup. */
typedef bool store_running(void *context, const char *code, int64_t due_ms);
enum store_status store_read_running(struct store *store, store_running *running, void *context);

/* Codes of tables that are not over and whose clock ran out before now: for taking over from a node
 * that died. */
typedef bool store_code(void *context, const char *code);
enum store_status store_read_due(struct store *store, int64_t now_ms, size_t most, store_code *code,
                                 void *context);

enum store_status store_table_last(struct store *store, const char *code, uint32_t *last);
enum store_status store_table_runs(struct store *store,
                                   const char *code); /* STORE_NONE: it is over, or there is none */

/* The same for many tables at once: with PostgreSQL one round trip. */
struct store_asked {
    const char *code;
    bool runs; /* set */
};
enum store_status store_which_run(struct store *store, struct store_asked *tables, size_t count);

/* ---------------------------------------------------------------- people */

struct store_person {
    uint64_t id;
    char name[STORE_NAME], account[STORE_NAME] /* "" for a guest */, language[8];
    bool program, muted, banned;
    int64_t made_ms, seen_ms;
};

/* Adds a person with a token, of which only the hash is stored. STORE_TAKEN if the id is in use. */
enum store_status store_add_person(struct store *store, const struct store_person *person,
                                   const char *token_hash);
enum store_status store_find_token(struct store *store, const char *token_hash,
                                   struct store_person *person); /* STORE_TAKEN: it has ended */

/* People who connect with tokens, many at once: with PostgreSQL two round trips, however many there
 * are. */
struct store_arrival {
    char token_hash[STORE_HASH];
    uint64_t number;   /* a candidate id for a new person, in case the token is unknown */
    uint64_t since;    /* set: of their session */
    store_code *table; /* called for each of their tables that is not over */
    void *context;
    enum store_status
        status; /* set: as from store_find_token(); STORE_TAKEN also if the number is in use */
    struct store_person person;
};
enum store_status store_find_arrivals(struct store *store, struct store_arrival *arrivals,
                                      size_t count);

enum store_status store_find_person(struct store *store, uint64_t id, struct store_person *person);
enum store_status
store_save_person(struct store *store,
                  const struct store_person *person); /* name, language, seen, muted, banned */

/* Accounts: the name, folded by the caller, is unique; `pass` is libsodium's hash of the
 * passphrase. Adding again changes both. */
enum store_status store_add_account(struct store *store, uint64_t person, const char *account,
                                    const char *pass);
enum store_status store_find_account(struct store *store, const char *account,
                                     struct store_person *person, char pass[STORE_PASS]);
enum store_status store_add_token(struct store *store, uint64_t person, const char *token_hash,
                                  int64_t now_ms);

/* In a transaction: whether the account still has this hash, which then stays until the end of the
 * transaction; STORE_NONE: somebody has changed the passphrase. */
enum store_status store_hold_account(struct store *store, uint64_t person, const char *pass);

/* Revokes a token, or all tokens of a person: it belongs to nobody from now on, and is never issued
 * again. */
enum store_status store_end_token(struct store *store, uint64_t person, const char *token_hash);
enum store_status store_end_tokens(struct store *store, uint64_t person);

/* Small updates that are done together, in one transaction. */
struct store_chore {
    enum {
        STORE_FORGET_TABLE, /* deletes a table that is over, with its log; a running one stays */
        STORE_NOTE_SEEN,    /* notes that somebody was seen, with that token */
    } what;
    char text[STORE_HASH]; /* the code, or the token's hash */
    uint64_t person;
    int64_t now_ms;
};
enum store_status store_do_chores(struct store *store, const struct store_chore *chores,
                                  size_t count);

/* Deletes guests who were not seen since then and never sat at a table that is still stored;
 * revokes tokens not used since then. */
enum store_status store_expire_guests(struct store *store, int64_t before_ms, size_t most);
enum store_status store_expire_tokens(struct store *store, int64_t before_ms);

/*
 * Deletes a person: tokens, account, name, facts (including those of others about them), the list
 * of their tables. Finished games stay, with an empty name. The caller first rewrites what they
 * said (store_read_tables_of, store_read_log, store_rewrite).
 */
enum store_status store_delete_person(struct store *store, uint64_t person);

/* The codes of all tables at which somebody sat, finished or not; stored with each commit that
 * names people. */
enum store_status store_note_seat(struct store *store, uint64_t person, const char *code);
enum store_status store_read_tables_of(struct store *store, uint64_t person, bool running_only,
                                       store_code *code, void *context);

/* Replaces lines of logs; lines that no longer exist are skipped. After a failure some may have
 * been replaced. */
struct store_rewritten {
    char code[STORE_CODE];
    uint32_t number;
    char *line;
};
enum store_status store_rewrite(struct store *store, const struct store_rewritten *lines,
                                size_t count);

/* ---------------------------------------------------------------- history and statistics */

typedef bool store_game_row(void *context, const struct store_game *game);

enum store_status store_find_game(struct store *store, const char *id, struct store_game *game);

/* The record of a finished game; STORE_NONE if none was stored. It is deleted together with any
 * person in it. */
enum store_status store_find_record(struct store *store, const char *id, char *record, size_t size);

/* Games of a person that ended before `before_ms`, newest first. */
enum store_status store_read_games_of(struct store *store, uint64_t person, int64_t before_ms,
                                      size_t most, store_game_row *row, void *context);
enum store_status store_read_games_of_deal(struct store *store, const char *deal, size_t most,
                                           store_game_row *row, void *context);

/* Whether a person has finished a deal at some table, and whether any table plays it now. */
struct store_deal {
    bool finished, runs;
};
enum store_status store_find_deal(struct store *store, const char *deal, uint64_t person,
                                  struct store_deal *found);

/* The series of all tables at which a person has ever sat down. */
typedef bool store_series(void *context, const char *series);
enum store_status store_read_series_of(struct store *store, uint64_t person, store_series *series,
                                       void *context);

/* Totals by rules over finished games; a person's wins are those of their seat, a group's those of
 * the team. */
struct store_sum {
    char rules[STORE_RULES];
    uint64_t games, wins, left; /* left: the sum, where applicable */
    int best;                   /* fewest cards left; -1: none */
};
typedef bool store_sum_row(void *context, const struct store_sum *sum);

/* How often each result occurred among the finished games of a deal that count. */
typedef bool store_result_row(void *context, const char *result, uint64_t count);
enum store_status store_read_field(struct store *store, const char *deal, store_result_row *row,
                                   void *context);

enum store_status store_read_sums_of_person(struct store *store, uint64_t person,
                                            store_sum_row *row, void *context);
enum store_status store_read_sums_of_group(struct store *store, const char *group,
                                           store_sum_row *row, void *context);

/*
 * A yardstick: how many cards a bot had left on a deal, stored as a fact named STORE_YARDSTICK plus
 * the commitment of the deal. Read by rules: a person's games on such deals, and the cards left by
 * the person and by the bot.
 */
#define STORE_YARDSTICK "yardstick:"
struct store_yardstick {
    char rules[STORE_RULES];
    uint64_t games, left, bot_left;
};
typedef bool store_yardstick_row(void *context, const struct store_yardstick *yardstick);
enum store_status store_read_yardsticks(struct store *store, uint64_t person,
                                        store_yardstick_row *row, void *context);

/* Whether a person won each of their finished games that count, newest first: for streaks. */
typedef bool store_won_row(void *context, const char *rules, bool won);
enum store_status store_read_results_of(struct store *store, uint64_t person, size_t most,
                                        store_won_row *row, void *context);

/*
 * Ratings (glicko.h; a period is a day): people and bots on one scale, by game and season (a
 * quarter of a year). They change in the transaction that adds a rated game, once for each game.
 * The winner beats each of the others, who are not compared with each other; a player who forfeits
 * loses to all who do not. Only the first STORE_PAIR_LIMIT results per day between the same two
 * players count.
 */
enum { STORE_PAIR_LIMIT = 5 };

struct store_rating {
    char game[16], name[STORE_NAME], account[STORE_NAME],
        bot[STORE_NAME]; /* name and account are empty for a bot, and bot for a person */
    int64_t season;
    double rating, deviation;
    bool provisional; /* too few games to be sure */
    uint64_t games, wins;
};
typedef bool store_rating_row(void *context, const struct store_rating *rating);

int64_t store_season_of(int64_t at_ms); /* four times the year, and the quarter from 0 */

/* The best of a season, including bots, but nobody without an account or with the person fact
 * STORE_PRIVATE. */
enum store_status store_read_leaders(struct store *store, const char *game, int64_t season,
                                     size_t most, store_rating_row *row, void *context);
enum store_status store_read_ratings_of(struct store *store, uint64_t person, store_rating_row *row,
                                        void *context);

typedef bool store_fact(void *context, const char *name, const char *value);

/*
 * Named values of a person: settings, whom they blocked, where notifications go. They are deleted
 * with the person. A name is lower-case ASCII; its meaning is up to the caller.
 */
enum { STORE_FACT_VALUE = 4096 }; /* longer values are truncated when read */
#define STORE_PRIVATE "private"
#define STORE_DEVICE \
    "push:"                  /* plus the start of a hash of its address, which the value ends in \
                              */
#define STORE_BLOCK "block:" /* plus a person's number: does not want to meet them */
#define STORE_FAVOURITE "favourite:"   /* plus a person's number */
#define STORE_INVITATION "invitation:" /* plus the code of a table, "-", and who invited */
#define STORE_INVITED_CALL \
    "call:invited:" /* plus the code of a table: to be notified of an invitation */
#define STORE_REPORT \
    "report:" /* a fact of the person reported; plus when, "-", and who reported \
               */
enum store_status store_put_person_fact(struct store *store, uint64_t person, const char *name,
                                        const char *value);
enum store_status store_drop_person_fact(struct store *store, uint64_t person, const char *name);
/* Only if it has this value; STORE_NONE: somebody else has dropped or changed it. */
enum store_status store_take_person_fact(struct store *store, uint64_t person, const char *name,
                                         const char *value);
enum store_status store_get_person_fact(struct store *store, uint64_t person, const char *name,
                                        char *value, size_t size);
enum store_status store_read_person_facts(struct store *store, uint64_t person, const char *prefix,
                                          store_fact *fact, void *context);

/* Many of them at once: with PostgreSQL one round trip. All changes are made, or none; facts of
 * people who are gone are skipped. */
struct store_person_fact {
    uint64_t person;
    const char *name, *value; /* value NULL: delete it */
};
enum store_status store_change_person_facts(struct store *store,
                                            const struct store_person_fact *facts, size_t count);
struct store_wanted_facts {
    uint64_t person;
    const char *prefix;
};
typedef bool store_wanted_fact(void *context, size_t index, const char *name,
                               const char *value); /* index: into `wanted` */
enum store_status store_read_wanted_facts(struct store *store,
                                          const struct store_wanted_facts *wanted, size_t count,
                                          store_wanted_fact *fact, void *context);

/* Deletes all facts about somebody's invitations to that table. Sitting down there does the same,
 * with its commit. */
enum store_status store_drop_invitations(struct store *store, uint64_t person, const char *code);

typedef bool store_fact_of(void *context, uint64_t person, const char *name, const char *value);
enum store_status store_read_facts_of_all(struct store *store, const char *prefix,
                                          store_fact_of *fact, void *context);

/* ---------------------------------------------------------------- the host */

/* Moderation actions: what the host asked for, and the log of what was done. */
struct store_act {
    int64_t id, asked_ms, done_ms; /* done 0: not yet */
    char host[STORE_NAME], what[16], target[STORE_TARGET], reason[STORE_REASON],
        outcome[STORE_MESSAGE];
};
typedef bool store_act_row(void *context, const struct store_act *act);

enum store_status store_add_act(struct store *store, struct store_act *act); /* sets the id */

/* The same in one transaction with what it means: a fact, and marks of a person. */
struct store_marks {
    const char *fact, *value; /* value NULL: the fact is deleted */
    uint64_t person;          /* 0: nobody is marked */
    int muted, banned;        /* 1 or 0; -1: stays */
};
enum store_status store_add_act_with(struct store *store, struct store_act *act,
                                     const struct store_marks *marks);
enum store_status store_finish_act(struct store *store, int64_t id, int64_t now_ms,
                                   const char *outcome);
enum store_status store_last_act(struct store *store, int64_t *id); /* 0: none */
enum store_status store_read_actions(struct store *store, int64_t after_id, bool open_only,
                                     size_t most, store_act_row *row, void *context);

/* What the host sees of tables and people, newest first. */
struct store_table_row {
    char code[STORE_CODE];
    uint32_t last;
    bool over;
    int64_t opened_ms, changed_ms;
};
typedef bool store_table_row_fn(void *context, const struct store_table_row *row);
typedef bool store_person_row(void *context, const struct store_person *person);
enum store_status store_read_tables(struct store *store, bool running_only, size_t most,
                                    store_table_row_fn *row, void *context);
enum store_status store_read_people(struct store *store, const char *name_part, size_t most,
                                    store_person_row *row, void *context);

/* ---------------------------------------------------------------- small facts, nodes, copies */

/* Named values: the server's secret, the time it was last alive. STORE_NONE if missing. */
enum store_status store_get(struct store *store, const char *name, char *value, size_t size);
enum store_status store_put(struct store *store, const char *name, const char *value);
enum store_status store_put_if_missing(struct store *store, const char *name, const char *value);
enum store_status
store_put_if(struct store *store, const char *name, const char *old,
             const char *value); /* compare and swap; STORE_NONE: the value is a different one */
/* Many compare-and-swaps in one transaction, each done only if its old value matches: with
 * PostgreSQL one round trip. */
struct store_swap {
    const char *name, *old, *value;
    bool adds; /* a missing one is created first, empty */
};
enum store_status store_put_each_if(struct store *store, const struct store_swap *swaps,
                                    size_t count);
enum store_status store_drop(struct store *store, const char *name);

/* Those that begin with the prefix and whose value comes before this one, as text. */
enum store_status store_drop_facts(struct store *store, const char *prefix, const char *value);

/* All facts whose names begin with the prefix, in order. STORE_ACT_FACTS: whom the host has banned
 * or muted, "act:ban:TARGET", and until when. */
#define STORE_ACT_FACTS "act:"
enum store_status store_read_facts(struct store *store, const char *prefix, store_fact *fact,
                                   void *context);

/*
 * Several nodes: leases with fencing tokens.
 *
 * Clocks and bots of a table must run on one node only, and a node may die, hang or be cut off at
 * any moment. So each node has a row with a heartbeat, and that is its lease: it holds for
 * STORE_LEASE_MS after each beat, by the clock of the database. Any node that finds an expired
 * lease ends it by deleting the row; any node may then take the tables of that one. A node costs
 * one query a second, however many tables it runs. (An earlier design, a lock per table, filled the
 * lock table that all databases of a PostgreSQL server share, and a hung process kept its locks for
 * as long as it hung.)
 *
 * A lease alone is not enough, since a node cannot know that it was asleep. An example: node 7 is
 * suspended by the kernel between checking its lease and writing. Five seconds later node 8 has
 * ended that lease and moves for its bots; then 7 wakes up in the middle of a function and writes
 * what it was about to write. That is why each lease has a fencing token, a number that is issued
 * once and only grows: every commit carries it, and the transaction reads and locks the row with
 * that number first. If the row is gone, nothing is written; while it is locked, nobody can end the
 * lease. So 7 is refused, takes a new lease (with a new token, 9) and reloads what it had in
 * memory.
 *
 * SQLite has one node: its token is 0 and it owns everything.
 */
enum { STORE_LEASE_MS = 4000, STORE_NODES = 64 };

struct store_beat {
    uint64_t fence; /* in: the current token, 0: none; out: the token from now on, a new one if the
                       lease had ended */
    uint64_t alive[STORE_NODES]; /* set: the tokens of all valid leases, including this node's */
    int alive_count;
};

/* Renews the lease, or takes one; and reports the codes of tables that are due and that no other
 * living node owns. */
enum store_status store_beat(struct store *store, struct store_beat *beat, int64_t now_ms,
                             size_t most, store_code *due, void *context);

/* Ends the lease at once, and notifies the other nodes. */
enum store_status store_leave(struct store *store, uint64_t fence);

/* Takes over those of the tables that no living node owns, and sets the owner of each; 0: there is
 * no such table. */
struct store_claim {
    char code[STORE_CODE];
    uint64_t owner;
};
enum store_status store_claim(struct store *store, uint64_t fence, struct store_claim *claims,
                              size_t count);

/*
 * A number that changes with every reconnect: messages may then have been missed, and the file
 * descriptor is a new one.
 */
uint64_t store_session(const struct store *store);
/* Sends messages to the other nodes: one per line, of at most 4000 bytes each. */
enum store_status store_tell(struct store *store, const char *messages);

/*
 * Receives what other nodes wrote or sent since the last call; does not wait. The message is "log
 * CODE LAST" for a commit of another node, else what was passed to store_tell(). The file
 * descriptor is readable when there may be news (-1: never), but not for news that arrived during
 * another call: listen after those too.
 */
typedef void store_told(void *context, const char *message);
enum store_status store_listen(struct store *store, store_told *told, void *context);
int store_file_descriptor(const struct store *store);

/* Makes an exact copy while the store is in use; SQLite only. */
typedef void store_copied(void *context, int done, int total);
enum store_status store_backup(struct store *store, const char *file, store_copied *copied,
                               void *context);

/* Checks the whole file; SQLite only. */
enum store_status store_check(struct store *store);

#endif
