/*
 * table.h - a table with people at it: seats, votes, moves, hints, talk, clocks, bots that take
 * over.
 *
 * A table is the sum of its events. A request is first turned into events (table_ask, which changes
 * nothing), the caller writes them to the log, then they are applied (table_apply); applying the
 * same events again gives the same table anywhere. So an unwritten event never happened, and a
 * table survives whatever its log survives.
 *
 * No input or output, no clock, no randomness, no allocation: the time and the seed come with the
 * request. The terminal, the server and the browser all run this code. Only transient things (who
 * is here, hints) are not events.
 *
 * What leaves a table for a reader (table_text.h) is made from that reader's view, never from the
 * state.
 *
 *   table_ask(&table, &request, &answer);                         reason TABLE_OK: write
 * answer.event[] to the log table_event_line(&table, &answer.event[i], line);             one line
 * of the log for each table_apply(&table, &answer.event[i]);                        once they are
 * on disk
 *
 * This is event sourcing with a write-ahead log: the lines are the truth, the struct is what they
 * add up to. An example of the benefit: a server dies after writing a move and before acknowledging
 * it. The next one applies the log, the client repeats its request with the same `ref` (an
 * idempotency key), and gets TABLE_AGAIN with the number of the event from the first attempt.
 */
#ifndef STOS_TABLE_TABLE_H
#define STOS_TABLE_TABLE_H

#include "bot/bot.h"
#include "table/guard/guard.h"
#include "stos.h"

enum {
    TABLE_CODE = 12,    /* "bamoteki": room for the code that people read aloud, with its NUL */
    TABLE_KEY = 36,     /* the secret of an invite link: up to 32 letters and digits */
    TABLE_GAME_ID = 20, /* the name of one game in records and links: up to 16 letters and digits */
    TABLE_BOT_NAME = 16,
    TABLE_HEX = 65,          /* a SHA-256 in hexadecimal */
    TABLE_SAY_MAX = 400,     /* bytes of one message */
    TABLE_EVENT_TEXT = 1200, /* room for any event as one line, with its NUL */
    TABLE_EVENTS_MAX = 16,   /* the most events that a request can make */
    TABLE_REFS = 32, /* requests remembered for each seat, so that a repeat is not done twice */
    TABLE_NAME = STOS_NAME_TEXT,
    TABLE_TURN_MOVES = 16,           /* placements of one turn that can be taken back */
    TABLE_SAID = 8,                  /* messages that a snapshot shows */
    TABLE_SECONDS_MAX = 366 * 86400, /* of a clock */
    TABLE_REMOVED = 16,              /* people that the owner has removed, remembered */
    TABLE_DEALS_MAX = 20,            /* of a series */
};

typedef uint64_t table_person; /* 0: nobody */

/* ---------------------------------------------------------------- what a table is like */

enum table_talk { TABLE_SILENCE, TABLE_HINTS, TABLE_TEXT }; /* TT3 */
enum table_door {
    TABLE_LISTED,
    TABLE_BY_CODE,
    TABLE_BY_LINK
}; /* who may join: anybody, those with the code, those with the link */

struct table_settings {
    stos_rules rules;
    uint8_t talk, door;
    uint32_t turn_seconds;  /* the clock of a turn, which may be days; 0: none */
    uint32_t grace_seconds; /* how long somebody may be away before a bot plays for them; 0: only
                               the clock counts */
    bool takeback;          /* placements may be taken back before `end`, where the rules let them
                               (table_takes_back) */
    bool odds;              /* the page may show the odds of a bid */
    bool memory;            /* everybody is shown which cards are gone, or nobody is (TT4) */
    bool watchable;         /* others may watch */
    bool begin_when_full;   /* deal as soon as the last seat is taken */
    bool rated; /* FACE TO FACE and LIE count for ratings, unless the deal is a repeat; the server
                   decides who may sit */
    char series[TABLE_CODE]; /* duplicate play: tables of the same series are dealt the same decks,
                                in the same order; "": none */
    uint8_t deals;           /* of the series */
};

enum table_seat_kind { TABLE_EMPTY, TABLE_RESERVED, TABLE_PERSON, TABLE_BOT };
enum table_stand_in { TABLE_NO_STAND_IN, TABLE_LATE, TABLE_AWAY, TABLE_RESIGNED };

struct table_seat {
    uint8_t kind,
        stand_in; /* enum table_seat_kind, enum table_stand_in: why a bot plays for the person */
    bool program; /* a person's own bot, connected like a person */
    bool left;    /* left in mid-game: a bot plays to the end, but they may sit down again */
    table_person person;      /* of a person */
    char name[TABLE_NAME];    /* of a person */
    char bot[TABLE_BOT_NAME]; /* of a bot: which one */
    uint16_t agreed;          /* bits of enum table_matter */
    uint8_t next_ref;
    uint64_t refs[TABLE_REFS]; /* of anybody who sat here; kept after they leave, so that a repeated
                                  `leave` is recognised */
    uint32_t ref_numbers[TABLE_REFS]; /* the event that each of them made */
    struct guard_memory said; /* the end of what they said, for numbers split over messages */
    /* transient: not events */
    bool present;
    int64_t away_since_ms;
};

enum table_phase {
    TABLE_WAITING,
    TABLE_PLAYING,
    TABLE_PAUSED,
    TABLE_OVER,
    TABLE_SHUT /* closed by the host, for ever */
};

/* What people can agree on. TABLE_PLAY_ON: a bot plays for those who are away until they return;
 * consent lasts for the running turn. */
/* TABLE_OUT + seat: the others vote a person out, at least two of them; a bot plays to the end. */
enum table_matter {
    TABLE_PAUSE,
    TABLE_END,
    TABLE_REMATCH,
    TABLE_SAME_DEAL,
    TABLE_PLAY_ON,
    TABLE_OUT,
    TABLE_MATTERS = TABLE_OUT + STOS_MAX_SEATS
};

struct table_message {
    uint32_t number; /* of its event; 0: none */
    int8_t seat;
    uint16_t length;
    int64_t at_ms;
    table_person person; /* who sat there then */
    char text[TABLE_SAY_MAX];
};

struct table {
    char code[TABLE_CODE], key[TABLE_KEY];
    struct table_settings settings;
    table_person owner;
    table_person removed[TABLE_REMOVED]; /* by the owner; the oldest is forgotten first */
    uint8_t next_removed;
    struct table_seat seat[STOS_MAX_SEATS];
    uint8_t phase;
    uint32_t last;        /* number of the last event; 0 before the first */
    uint16_t games;       /* dealt so far */
    uint16_t fresh_deals; /* of those, not counting repeated deals: the next deal of a series */
    int64_t opened_ms, changed_ms, paused_ms; /* paused: since when */
    struct table_message
        said[TABLE_SAID]; /* the last messages, the newest at (said_count - 1) % TABLE_SAID */
    uint32_t said_count;

    /* the game being played, or the last one; no game_id: nothing was dealt yet, or everybody went
     * back to the lobby */
    char game_id[TABLE_GAME_ID], commitment[TABLE_HEX];
    stos_seed seed;
    stos_seats
        stood_in; /* seats for which a bot has played in this game, even if only for a turn */
    bool repeats; /* the same deal as the previous game: people may know the cards, so it does not
                     count */
    stos_state state;
    char result[STOS_RESULT_TEXT]; /* "" until the game has ended, also by resigning or by vote */
    uint32_t position; /* incremented whenever a change may affect somebody's choice; see
                          docs/protocol.md */
    int64_t dealt_ms;
    int64_t turn_since_ms; /* when the running turn began, credits included */
    stos_state turn_start; /* for taking back */
    stos_move turn_move[TABLE_TURN_MOVES];
    uint8_t turn_moves;
    stos_hints hints;               /* transient: what each seat says now */
    stos_hint_history hint_history; /* transient: what was said and placed before */
    uint16_t watchers;              /* transient: people who are here without a seat */
};

/* ---------------------------------------------------------------- events */

enum table_event_kind {
    TABLE_EVENT_OPEN,    /* the table is created: settings, owner, code, key */
    TABLE_EVENT_SIT,     /* seat, person, name, program; a person who sat at another seat moves */
    TABLE_EVENT_BOT,     /* seat, bot */
    TABLE_EVENT_RESERVE, /* seat: kept for somebody with the link */
    TABLE_EVENT_EMPTY,   /* seat: left or removed */
    TABLE_EVENT_OWNER, /* seat: whose table it is now; -1: nobody's, until the next person sits down
                        */
    TABLE_EVENT_DEAL,  /* game_id, seed, commitment */
    TABLE_EVENT_MOVE,  /* seat, move; stand_in when a bot made it for a person */
    TABLE_EVENT_TAKE_BACK, /* seat */
    TABLE_EVENT_SAY,       /* seat, text */
    TABLE_EVENT_AGREE,     /* seat, matter, yes */
    TABLE_EVENT_PAUSE,
    TABLE_EVENT_GO_ON,    /* seat */
    TABLE_EVENT_STAND_IN, /* seat, stand_in: a bot plays for them from now on, or no longer; yes:
                             they left the table */
    TABLE_EVENT_CREDIT,   /* ms: server downtime, given back to the running clock */
    TABLE_EVENT_OVER, /* result, seed: the game has ended; the seed is public from now on; seat: who
                         resigned, or -1 */
    TABLE_EVENT_CLOSE,  /* the host closed the table */
    TABLE_EVENT_REMOVE, /* seat, key: the owner took the seat away; the link has a new key */
    TABLE_EVENT_LOBBY,  /* settings.rules: back to waiting for the next game, which has these rules
                         */
    TABLE_EVENT_KINDS
};

struct table_event {
    uint8_t kind;
    int8_t seat; /* -1: none */
    uint8_t matter, stand_in;
    bool yes, program;
    uint32_t number;
    int64_t at_ms;
    uint64_t ref; /* table_ref() of the request that made it; 0: none. Only on the first event of a
                     request */
    stos_move move;
    int64_t ms;
    table_person person;
    stos_seed seed;
    char game_id[TABLE_GAME_ID], commitment[TABLE_HEX], bot[TABLE_BOT_NAME], name[TABLE_NAME];
    char result[STOS_RESULT_TEXT];
    char code[TABLE_CODE], key[TABLE_KEY];
    struct table_settings settings;
    uint16_t text_length;
    char text[TABLE_SAY_MAX];
};

/* ---------------------------------------------------------------- requests */

/* Several moves in one request happen all, or none does. */
enum { TABLE_NEXT_MOVE = ';', TABLE_MOVES_MAX = 10 };

enum table_verb {
    TABLE_SIT, /* seat (-1: any), name, key */
    TABLE_LEAVE,
    TABLE_FILL,      /* owner: seat, bot; an empty bot name empties the seat or reserves it (yes) */
    TABLE_GIVE,      /* owner: seat of the new owner */
    TABLE_BEGIN,     /* owner */
    TABLE_MOVE,      /* position, move text; moves of one turn with TABLE_NEXT_MOVE between them */
    TABLE_TAKE_BACK, /* position */
    TABLE_SAY,       /* text */
    TABLE_AGREE,     /* matter, yes */
    TABLE_GO_ON,
    TABLE_RESIGN,
    TABLE_LOBBY, /* owner: text, the rules of the next game; empty: as before */
    TABLE_VERBS
};

struct table_request {
    uint8_t verb, matter;
    bool yes, program;
    int seat;            /* -1: none */
    table_person person; /* who asks, as authenticated by the caller */
    uint64_t ref;        /* table_ref(); 0: none */
    int64_t now_ms;
    bool has_position;
    uint32_t position; /* the position that the person was looking at */
    const char *text;  /* a move, a message, a name, or a bot's name */
    size_t text_length;
    const char *key;       /* of the link, or NULL */
    const char *fresh_key; /* for FILL, which may remove somebody: the link's next key, or NULL */
    /* for requests that may deal: SIT, LEAVE, FILL, BEGIN, AGREE. Without a seed and an id nothing
     * is dealt. */
    const stos_seed *seed;
    const char *game_id, *commitment; /* 1-16 letters and digits; 64 hexadecimal digits, or NULL */
};

/* Why a request was refused. */
enum table_reason {
    TABLE_OK,
    TABLE_AGAIN,    /* the request with this ref was done already and is not repeated */
    TABLE_NOT_HERE, /* not seated at this table */
    TABLE_NOT_OWNER,
    TABLE_FULL,
    TABLE_SEAT_TAKEN,
    TABLE_NO_SUCH_SEAT,
    TABLE_NO_SUCH_BOT,
    TABLE_BAD_NAME,
    TABLE_WRONG_KEY,
    TABLE_SEATS_EMPTY, /* cannot begin yet */
    TABLE_GAME_RUNS,   /* not while a game is being played */
    TABLE_NO_GAME,     /* only while a game is being played */
    TABLE_IS_PAUSED,
    TABLE_NOT_PAUSED,
    TABLE_STALE,         /* made for an old position */
    TABLE_ILLEGAL,       /* answer->error says why */
    TABLE_NO_TAKE_BACK,  /* not allowed here, or nothing to take back */
    TABLE_CARD_IS_FINAL, /* TG17 */
    TABLE_NO_TALK,       /* the table is set to silence, or to hints only */
    TABLE_TOLD_NUMBER,   /* answer->verdict says which part */
    TABLE_TEXT_TOO_LONG,
    TABLE_BAD_TEXT,
    TABLE_BAD_HINT,
    TABLE_NOT_COOPERATIVE, /* hints belong to thegame */
    TABLE_BAD_MATTER,
    TABLE_CLOSED,
    TABLE_WAS_REMOVED,  /* by the owner: may not come back */
    TABLE_SERIES_OVER,  /* all its deals have been dealt */
    TABLE_SERIES_STAYS, /* its rules do not change */
    TABLE_BAD_LOG,      /* an event that cannot follow */
    TABLE_REASONS
};

struct table_answer {
    uint8_t reason;  /* enum table_reason */
    uint32_t number; /* of the request's first event, even if it was done earlier; else of the
                        table's last event */
    stos_error error;
    struct guard_verdict verdict;
    int events;
    struct table_event event[TABLE_EVENTS_MAX];
};

/* The word of the protocol for a reason ("stale"), and an English sentence to be translated. */
const char *table_reason_code(enum table_reason reason);
const char *table_reason_text(enum table_reason reason);

/* Whether it can be the code of a table or the name of a series: letters and digits, and not too
 * long. */
bool table_code_is_good(const char *code);

/* People read codes aloud, and type them with capitals and blanks: the code that is meant. False,
 * and "": it cannot be one. */
bool table_code_fold(const char *given, char code[TABLE_CODE]);

/* A hash of a person's ref, never 0. */
uint64_t table_ref(table_person person, const char *ref, size_t length);

/* The default talk setting of a new table: hints only among strangers, that is, on a listed table.
 */
enum table_talk table_usual_talk(enum table_door door);

/* Makes the first event of a new table. False if the settings are not valid. */
bool table_open_event(struct table_event *event, const char *code, const char *key,
                      const struct table_settings *settings, table_person owner, int64_t now_ms);

/*
 * Turns a request into events, numbered from last + 1, or a reason for refusal. Changes nothing.
 * TABLE_OK without events: nothing to do (sitting down twice, agreeing twice).
 */
void table_ask(const struct table *table, const struct table_request *request,
               struct table_answer *answer);

/*
 * A move of the seat, made by the bot that sits or stands in there. A bot that is no longer among
 * table_bots_due() is refused as stale. In a vote (TG3) bots join the standing vote, whatever move
 * they chose.
 */
void table_ask_for_bot(const struct table *table, int seat, uint32_t position, stos_move move,
                       int64_t now_ms, struct table_answer *answer);

/*
 * The events that are due by now: none, or a bot takes over for somebody who is late or away too
 * long. One stand-in per call; call again. A bot plays for somebody late until that turn (vote,
 * choice of ends) is over; this ends without an event.
 */
void table_tick(const struct table *table, int64_t now_ms, struct table_answer *answer);

/* When table_tick() will next have something to do; INT64_MAX: never. */
int64_t table_due_ms(const struct table *table);

/* What the host and the server do: close the table (a running game ends unfinished), give back
 * downtime to the clock. */
/* `why` is told to those at the table; NULL or not plain text: nothing is. */
void table_close(const struct table *table, const char *why, int64_t now_ms,
                 struct table_answer *answer);
void table_credit(const struct table *table, int64_t ms, int64_t now_ms,
                  struct table_answer *answer);

/* Applies the next event; TABLE_BAD_LOG, with the table unchanged, if it cannot follow. Zero
 * `*table` before the first event (OPEN). */
enum table_reason table_apply(struct table *table, const struct table_event *event);

/* ---------------------------------------------------------------- presence and hints: transient,
 * no events */

/*
 * Somebody arrived or went away. If a bot was playing for them, the answer holds the event that
 * gives the seat back. A person who sits down counts as away until table_come(); after reading a
 * log, call table_go() for every seat to start their absence then.
 */
void table_come(struct table *table, int seat, int64_t now_ms, struct table_answer *answer);
void table_go(struct table *table, int seat, int64_t now_ms);

/* A hint from a seat (TT1): about a pile (0..3) or, with pile -1, about its player; replaces its
 * previous hint on the same subject. */
enum table_reason table_hint(struct table *table, int seat, int pile, int hint);

/* Replaces all hints of a seat, as sent by a bot or another node (even during a pause); true if
 * that changes anything. */
bool table_say_hints(struct table *table, int seat, const uint8_t pile[4], uint8_t self);

/* ---------------------------------------------------------------- queries */

int table_seats(const struct table *table);
int table_seat_of(const struct table *table,
                  table_person person); /* -1: not seated, or left in mid-game */
bool table_was_removed(const struct table *table, table_person person); /* by the owner */
bool table_may_watch(const struct table *table, table_person person, const char *key);
enum table_reason table_why_no_look(const struct table *table, table_person person,
                                    const char *key); /* from outside, before sitting down */

/*
 * Whether placed cards can be taken back until the turn ends. In THE GAME only alone or with bots
 * (TG17): with other people, placing and taking back would reveal one's hand. In FACE TO FACE it is
 * a setting of the table (FF10). LIE has nothing to take back. If false, interfaces let people lay
 * a turn out in private and send it when they are sure.
 */
bool table_takes_back(const struct table *table);
bool table_is_rated(const struct table *table); /* the running or last game */
bool table_is_over(
    const struct table *table); /* only a rematch is possible, or the table is closed */

/* Seats whose next move a bot has to make now, as bits; and which bot that is. */
stos_seats table_bots_due(const struct table *table);
const stos_bot *table_bot_of(const struct table *table, int seat);

/* Bots that may give hints now (TT1), as bits: each once per turn, when it begins, except the one
 * whose turn it is. */
stos_seats table_talkers(const struct table *table);

/* Everything that `seat` may know now; all zero before the first deal. Only after the game may
 * everybody know the whole state. */
void table_look(const struct table *table, int seat, stos_view *view);

#endif
