/*
 * local.h - a table on this device: one host for the full screen, for line mode and for the page
 * without a server.
 *
 * A host owns a table. It turns requests of people and answers of bots into events, hands out their
 * log lines to be saved, and applies only what was saved. It does no input or output and reads no
 * clock: its caller saves the lines (in a file, in the browser's database, in memory), runs the
 * bots (in a thread, in a worker, at once), and draws. What happens depends only on the inputs and
 * their order, so every platform plays the same game.
 *
 *   reason = local_ask(&local, &request);             the events of the answer are pending
 *   length = local_lines(&local, lines);              save these, then report whether that worked
 *   local_kept(&local, true, now_ms);                 they have happened: the first local.told
 * events in local.answer job = local_job(&local, now_ms);                  ask a bot this, then
 * local_answer(); NULL: no bot has to be asked
 *
 * The design is a functional core with an imperative shell, also called sans-I/O: the same C code
 * runs in a terminal, in a thread, and as WebAssembly in a web worker, and is tested without any of
 * them. It is also event sourcing: the log is the game, and the table is the result of applying it.
 * So saving means keeping the lines, resuming means applying them again, and a game saved by the
 * page can be continued in the terminal. An example: the browser closes in the middle of a bot's
 * turn. Two of its cards were saved, the third was chosen but not saved; on the next visit the
 * lines give the table with two cards, local_job() asks the bot to go on, and nobody can tell the
 * difference.
 */
#ifndef STOS_LOCAL_LOCAL_H
#define STOS_LOCAL_LOCAL_H

#include "table/history.h"
#include "table/table.h"

enum {
    LOCAL_LINES = TABLE_EVENTS_MAX * TABLE_EVENT_TEXT, /* room for the lines of one answer */
    LOCAL_RETRY_MS = 1000, /* delay before a bot whose move could not be saved is asked again */
    LOCAL_TRIES = 3,       /* answers that may fail before the host moves for the bot */
};

enum local_question { LOCAL_CHOOSE, LOCAL_SAY };

/* A question to a bot: which move to make, or which hints to give before the turn (TT1). Contains
 * all that the bot may know. */
struct local_job {
    uint32_t number; /* identifies the question; from 1 */
    uint8_t what;    /* enum local_question */
    int8_t seat;
    bool talks;          /* hints may be given at this table */
    const stos_bot *bot; /* a simpler one after the seat's own bot failed */
    stos_view view;
    stos_hints hints;
    stos_hint_history history;
    uint64_t seed;
};

/* Its answer. */
struct local_thought {
    bool failed;
    stos_move move;
    uint8_t pile[STOS_HINT_PILES], self;
};

struct local {
    struct table table;
    struct table_answer answer; /* events waiting to be saved; then those that have happened */
    bool keeping;               /* they are waiting */
    int told;                   /* how many have happened since the last request */
    stos_random random;         /* for the bots' seeds */
    bool
        has_deck; /* the first game, and repeats of its deal, use this deck instead of the seed's */
    stos_deck deck;
    struct local_job job;
    bool asked;            /* the job is under way */
    uint32_t said_at;      /* the position for which bots were asked for hints */
    stos_seats to_say;     /* bots not asked for hints yet */
    int failures;          /* of the bot being asked */
    int64_t not_before_ms; /* no bot is asked before then */
};

/* ---------------------------------------------------------------- a new table */

/* Who sits where, and what is dealt. */
struct local_setup {
    struct table_settings settings;
    const char *code, *key;           /* NULL: those of a table that nobody else can join */
    const char *game_id, *commitment; /* letters and digits; to the seed, NULL: none */
    stos_seed seed;
    const stos_deck *deck;                     /* NULL: shuffled from the seed */
    char name[STOS_MAX_SEATS][STOS_NAME_TEXT]; /* of people */
    const stos_bot *bot[STOS_MAX_SEATS];       /* NULL: a person */
    bool open[STOS_MAX_SEATS];                 /* nobody yet */
    bool one_person; /* every human seat is local_person(0), as on the page; else one person per
                        seat */
    bool waits;      /* the first game is dealt later */
};

/* The person at a seat of such a table. */
static inline table_person local_person(int seat) { return (table_person)seat + 1; }

/* Initialises an empty host; bots get their seeds from `seed`. */
void local_start(struct local *local, uint64_t seed);

/* The settings of a table on one device: hints and take-backs, no clock. */
struct table_settings local_settings(const stos_rules *rules, bool no_memory);

/*
 * Who plays in a record, by the marks after the names: bots (NULL: a person). True if it is
 * practice, that is, one person against bots.
 */
bool local_bots_of(const stos_record_head *head, const stos_bot *bots[STOS_MAX_SEATS]);

/* Marks a game as practice after a person's name; false if that gets too long. */
bool local_mark_practice(char name[STOS_NAME_TEXT]);
bool local_is_practice(const char *name);

struct local_keeper;

/* Opens a new table; its lines go to the keeper. False: local->answer has the reason, or the keeper
 * failed. */
bool local_open(struct local *local, const struct local_setup *setup,
                const struct local_keeper *keeper, int64_t now_ms);

/* The set-up for continuing a game: as recorded, with these bots. */
struct local_setup local_setup_of(const stos_record_head *head,
                                  const stos_bot *const bots[STOS_MAX_SEATS], bool no_memory);

/* Opens a new table on which the first `steps` moves of a game have been made. */
bool local_resume(struct local *local, const struct history *game, size_t steps,
                  const struct local_setup *setup, const struct local_keeper *keeper,
                  int64_t now_ms);

/* Practice: undoes moves back to the last decision of a person; false if there is none. Call
 * local_resume() afterwards. */
bool local_go_back(struct history *game, const stos_bot *const bots[STOS_MAX_SEATS]);

/* Fixes the deck of the first game; call before its deal happens or is read. And whether the last
 * game dealt used it. */
void local_use_deck(struct local *local, const stos_deck *deck);
bool local_deals_from_deck(const struct local *local);

/*
 * The record of the last game in a log, as far as it got; `deck` as above, or NULL. If people ended
 * it other than by the rules, a comment says so. False if there is no game, or out of memory.
 */
bool local_record(const char *log, size_t length, const stos_deck *deck, stos_writer *writer);

/* Reads a line of a saved log; false if it cannot follow. */
bool local_read(struct local *local, const char *line, size_t length);

/* ---------------------------------------------------------------- requests and their log lines */

/* Turns a request into events. TABLE_OK: the events, if any, wait to be saved. No other request may
 * be made meanwhile. */
enum table_reason local_ask(struct local *local, const struct table_request *request);

/* The same for the first event of a table, for clocks that ran out, for a person who returns, and
 * for downtime of the host. */
enum table_reason local_ask_open(struct local *local, const char *code, const char *key,
                                 const struct table_settings *settings, table_person owner,
                                 int64_t now_ms);
enum table_reason local_tick(struct local *local, int64_t now_ms);
enum table_reason local_come(struct local *local, int seat, int64_t now_ms);
enum table_reason local_credit(struct local *local, int64_t ms, int64_t now_ms);

/* Writes the lines waiting to be saved, each with its newline, into LOCAL_LINES bytes; returns
 * their length, 0: none. */
size_t local_lines(const struct local *local, char *out);

/* If they were saved, they happen now, and local->told events can be shown; if not, it is as if
 * nobody had asked. */
void local_kept(struct local *local, bool good, int64_t now_ms);

/* The same one event at a time, for showing each with the table as it then is: the next event that
 * happens; NULL: no more. */
const struct table_event *local_happens(struct local *local);

/* ---------------------------------------------------------------- bots */

/* The pending question; the same until it is answered or the table has moved on. NULL: none. */
const struct local_job *local_job(struct local *local, int64_t now_ms);

/*
 * The answer to the question with that number; a late one is dropped. True if it counts: hints have
 * changed, or a move waits to be saved. A bot that fails is asked again, then a simpler one
 * instead; in the end the host makes a legal move.
 */
bool local_answer(struct local *local, uint32_t number, const struct local_thought *thought,
                  int64_t now_ms);

/* When local_tick() or local_job() may next have something to do without a request; INT64_MAX:
 * never. */
int64_t local_due_ms(const struct local *local);

/* ---------------------------------------------------------------- for user interfaces */

/* The seat of the person whose decision the game waits for, -1: none. In a vote (TG3) people come
 * first, then those who disagree. */
int local_to_ask(const struct local *local);

int local_people(const struct local *local); /* how many sit here */

/* Updates the game history with an event; false if out of memory. */
bool local_follow(struct history *game, const struct local *local, const struct table_event *event);

/* ---------------------------------------------------------------- saving synchronously */

/* Where a table is saved by a caller that need not wait; NULL: nowhere. The lines follow the event
 * numbered `last`. */
struct local_keeper {
    void *context;
    bool (*append)(void *context, uint32_t last, const char *lines, size_t length);
};

/* Asks and saves. False: it could not be saved, and nothing happened. Refusals are in
 * local->answer.reason. */
bool local_do(struct local *local, const struct local_keeper *keeper,
              const struct table_request *request);

/* Saves what is waiting, if anything; as above. */
bool local_keep(struct local *local, const struct local_keeper *keeper, int64_t now_ms);

#endif
