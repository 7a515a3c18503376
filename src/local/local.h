/*
 * local.h - a table on this device: one host for the full screen, for line mode and for the page without a server.
 *
 * A host owns a table. It turns what people want and what bots answer into events, hands their lines out to be kept, and
 * only applies what was kept. It does no input or output and reads no clock: whoever runs it keeps the lines (in a file, in
 * the browser's database, in memory), lets the bots think (in a thread, in a worker, at once), and draws. What happens
 * depends on what comes in and in which order, and on nothing else, so every platform plays the same game.
 *
 *   reason = local_ask(&local, &request);             the events of the answer wait
 *   length = local_lines(&local, lines);              keep these, then say whether that worked
 *   local_kept(&local, true, now_ms);                 they have happened: local.told events stand in local.answer
 *   job = local_job(&local, now_ms);                  ask a bot this, then local_answer(); NULL: no bot is to be asked
 *
 * The shape is a pure core with an imperative shell, also called sans-I/O: the same C code runs in a terminal, in a thread, and as
 * WebAssembly in a worker of the browser, and is tested without any of them. It is event sourcing as well: the log of lines is the game,
 * and the table is what applying them gives. So saving is keeping the lines, resuming is applying them again, and a saved game of the page
 * goes on in the terminal. An example: the browser closes in the middle of a bot's turn. Two of its cards were kept, the third was thought
 * of and not kept; on the next visit the lines give the table with two cards, local_job() asks the bot to go on, and nobody can tell the
 * difference.
 */
#ifndef STOS_LOCAL_LOCAL_H
#define STOS_LOCAL_LOCAL_H

#include "table/history.h"
#include "table/table.h"

enum {
    LOCAL_LINES = TABLE_EVENTS_MAX * TABLE_EVENT_TEXT, /* room for the lines of one answer */
    LOCAL_RETRY_MS = 1000,                             /* until a bot is asked again whose move could not be kept */
    LOCAL_TRIES = 3,                                   /* answers that may fail before the host moves for the bot */
};

enum local_question { LOCAL_CHOOSE, LOCAL_SAY };

/* A question to a bot: which move, or what it says before the turn (TT1). All that the bot may know. */
struct local_job {
    uint32_t number; /* tells questions apart; from 1 */
    uint8_t what;    /* enum local_question */
    int8_t seat;
    bool talks;          /* hints may be given at this table */
    const stos_bot *bot; /* a simple one after the right one failed */
    stos_view view;
    stos_hints hints;
    uint64_t seed;
};

/* Its answer. */
struct local_thought {
    bool failed;
    stos_move move;
    uint8_t pile[STOS_THEGAME_PILES], self;
};

struct local {
    struct table table;
    struct table_answer answer; /* events that wait to be kept; then those that have happened */
    bool keeping;               /* they wait */
    int told;                   /* have happened, since the last question */
    stos_random random;         /* for the bots' seeds */
    bool has_deck;              /* the first game of the table, and the same deal again, lie in this order instead of the seed's */
    stos_deck deck;
    struct local_job job;
    bool asked;            /* the job is under way */
    uint32_t said_at;      /* the position for which bots were asked what they say */
    stos_seats to_say;     /* of them, those who were not asked yet */
    int failures;          /* of the bot that is being asked */
    int64_t not_before_ms; /* no bot is asked before */
};

/* ---------------------------------------------------------------- a new table */

/* Who sits where, and what is dealt. */
struct local_setup {
    struct table_settings settings;
    const char *code, *key;           /* NULL: those of a table that nobody else can come to */
    const char *game_id, *commitment; /* letters and digits; of the seed, NULL: nothing was promised */
    stos_seed seed;
    const stos_deck *deck;                     /* NULL: shuffled from the seed */
    char name[STOS_MAX_SEATS][STOS_NAME_TEXT]; /* of people */
    const stos_bot *bot[STOS_MAX_SEATS];       /* NULL: a person */
    bool open[STOS_MAX_SEATS];                 /* nobody yet */
    bool one_person;                           /* whoever is no bot is local_person(0), as on the page; else a person for each seat */
    bool waits;                                /* the first game is dealt later */
};

/* The person at a seat of such a table. */
static inline table_person local_person(int seat) { return (table_person)seat + 1; }

/* An empty host; bots get their seeds from `seed`. */
void local_start(struct local *local, uint64_t seed);

/* What a table on one device is like: hints and take-backs, no clock. */
struct table_settings local_settings(const stos_rules *rules, bool no_memory);

/*
 * Who plays in a record, by what stands behind the names: bots (NULL: a person). True when it is practice, which one person
 * plays against bots.
 */
bool local_bots_of(const stos_record_head *head, const stos_bot *bots[STOS_MAX_SEATS]);

/* Marks a game as practice behind a person's name; false when that is too long. */
bool local_mark_practice(char name[STOS_NAME_TEXT]);
bool local_is_practice(const char *name);

struct local_keeper;

/* A new table; its lines go to the keeper. False: local->answer says why not, or the keeper failed. */
bool local_open(struct local *local, const struct local_setup *setup, const struct local_keeper *keeper, int64_t now_ms);

/* The set-up of a game that goes on: as recorded, with these bots. */
struct local_setup local_setup_of(const stos_record_head *head, const stos_bot *const bots[STOS_MAX_SEATS], bool no_memory);

/* A new table on which the first `steps` moves of a game were made. */
bool local_resume(struct local *local, const struct history *game, size_t steps, const struct local_setup *setup,
                  const struct local_keeper *keeper, int64_t now_ms);

/* Practice: takes the game back over what bots did to the last decision of a person; false when there is none. Then resume. */
bool local_go_back(struct history *game, const stos_bot *const bots[STOS_MAX_SEATS]);

/* The first game lies in this order; before its deal happens or is read. Whether the last game dealt did. */
void local_use_deck(struct local *local, const stos_deck *deck);
bool local_deals_from_deck(const struct local *local);

/*
 * The record of the last game that a log tells, as far as it got; `deck` as above, or NULL. Where people ended it otherwise than by
 * the rules a comment says so. False when there is no game, or memory is short.
 */
bool local_record(const char *log, size_t length, const stos_deck *deck, stos_writer *writer);

/* Reads a line of a kept log; false when it cannot follow. */
bool local_read(struct local *local, const char *line, size_t length);

/* ---------------------------------------------------------------- asking, keeping, telling */

/* What a request makes of the table. TABLE_OK: the events, if any, wait to be kept. Nothing may be asked meanwhile. */
enum table_reason local_ask(struct local *local, const struct table_request *request);

/* The first event of a table; what the time makes of it, somebody coming back, the time that the host was down: as above. */
enum table_reason local_ask_open(struct local *local, const char *code, const char *key, const struct table_settings *settings,
                                 table_person owner, int64_t now_ms);
enum table_reason local_tick(struct local *local, int64_t now_ms);
enum table_reason local_come(struct local *local, int seat, int64_t now_ms);
enum table_reason local_credit(struct local *local, int64_t ms, int64_t now_ms);

/* The lines that wait to be kept, each with its newline, into LOCAL_LINES bytes; returns their length, 0: none wait. */
size_t local_lines(const struct local *local, char *out);

/* They were kept, so they happen and local->told of them can be told; or not, and it is as if nobody had asked. */
void local_kept(struct local *local, bool good, int64_t now_ms);

/* The same event by event, for whoever tells each as the table then stands: the next that happens; NULL: all have. */
const struct table_event *local_happens(struct local *local);

/* ---------------------------------------------------------------- bots */

/* The question that waits for an answer; the same until it is answered or the table has moved on. NULL: none. */
const struct local_job *local_job(struct local *local, int64_t now_ms);

/*
 * An answer to the question of that number; a late one is dropped. True when it counts: hints have changed, or a move waits
 * to be kept. A bot that fails is asked again, then a simpler one in its place; in the end the host makes a legal move.
 */
bool local_answer(struct local *local, uint32_t number, const struct local_thought *thought, int64_t now_ms);

/* When local_tick() or local_job() may have something to do though nobody asked; INT64_MAX: never. */
int64_t local_due_ms(const struct local *local);

/* ---------------------------------------------------------------- for faces */

/* The person whose decision the game waits for, -1: nobody's. In a vote (TG3) people come first, then who disagrees. */
int local_to_ask(const struct local *local);

int local_people(const struct local *local); /* how many sit here */

/* What an event does to the game as it is told; false when memory is short. */
bool local_follow(struct history *game, const struct local *local, const struct table_event *event);

/* ---------------------------------------------------------------- keeping at once */

/* Where a table is kept by somebody who need not wait; NULL: nowhere. Lines follow the event numbered `last`. */
struct local_keeper {
    void *context;
    bool (*append)(void *context, uint32_t last, const char *lines, size_t length);
};

/* Asks and keeps. False: it could not be kept, and nothing happened. Refusals stand in local->answer.reason. */
bool local_do(struct local *local, const struct local_keeper *keeper, const struct table_request *request);

/* Keeps what waits, if anything does; as above. */
bool local_keep(struct local *local, const struct local_keeper *keeper, int64_t now_ms);

#endif
