/*
 * stos.h - the rules of three card games as a library.
 *
 *   thegame     THE GAME, cooperative, 1-5 players, with expert levels and On Fire
 *   facetoface  THE GAME - FACE TO FACE, a duel
 *   lie         GRA / LIE, bluffing, 2-6 players
 *
 * Promises.  A state and a view are plain values of fixed size without pointers: copying is
 * assignment, undo is keeping the copy.  Nothing here allocates, prints, reads a clock or keeps
 * global state, so every function may be called from several threads on different values.  The same
 * seed and the same moves give the same game on every platform.  A refused call changes nothing.
 *
 * Whatever callers fill in by hand is checked: rules, seeds, decks, seats, indexes, moves and
 * actions.  If something is wrong, a function that returns a stos_error says what; any other
 * function returns its value for "none".  Pointers must point to values of their type, and states
 * and views must come from this library.
 *
 * A *state* is the truth and only the dealer should hold one.  A *view* is what one seat may know;
 * everything that reaches a player - a screen, a socket, a bot - is made from a view.
 *
 * stos_games.h has the layouts of states and views, stos_learn.h the games as numbers for
 * reinforcement learning. Clause ids such as TG7 are those of docs/rules.md.
 */
#ifndef STOS_H
#define STOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef STOS_EXPORTS /* set when building the library itself: it exports what these headers declare \
                       and nothing else */
#pragma GCC visibility push(default)
#endif

#define STOS_VERSION "0.2.0"
#define STOS_VERSION_MAJOR 0
#define STOS_VERSION_MINOR 2
#define STOS_VERSION_PATCH 0
/* For comparisons in the preprocessor: #if STOS_VERSION_NUMBER >= 200 means 0.2.0 or newer. */
#define STOS_VERSION_NUMBER \
    (STOS_VERSION_MAJOR * 10000 + STOS_VERSION_MINOR * 100 + STOS_VERSION_PATCH)

/* The version of the library that is linked, which may be newer than the header. */
const char *stos_version(void);

enum {
    STOS_MAX_SEATS = 6,
    STOS_MAX_OPTIONS = 8,
    STOS_MAX_MOVES = 192,      /* no seat ever has more legal moves at once */
    STOS_MOVE_TEXT = 24,       /* room for the text of any move, with its NUL */
    STOS_RULES_TEXT = 128,     /* room for any canonical rules string, with its NUL */
    STOS_RESULT_TEXT = 24,     /* room for any result, with its NUL */
    STOS_POSITION_TEXT = 8192, /* room for any position text, with its NUL */
    STOS_ERROR_TEXT = 256,     /* room for most error texts; longer ones are cut */
    STOS_NAME_TEXT = 64,       /* room for a player's name in a record, with its NUL */
    STOS_SPECTATOR = -1        /* the seat number of a spectator */
};

/* ---------------------------------------------------------------- errors */

/* Why something was refused. stos_error_code() maps these to the codes of the engine protocol. */
enum stos_reason {
    STOS_OK = 0,
    /* the rules string */
    STOS_UNKNOWN_GAME,
    STOS_BAD_RULES_SYNTAX,
    STOS_UNKNOWN_OPTION,
    STOS_REPEATED_OPTION,
    STOS_BAD_VALUE,
    /* seed and deck */
    STOS_BAD_SEED,
    STOS_BAD_DECK_SHAPE,
    STOS_BAD_DECK_CARD,
    STOS_REPEATED_CARD,
    /* any move */
    STOS_BAD_MOVE_TEXT,
    STOS_BAD_SEAT,
    STOS_GAME_OVER,
    STOS_NOT_YOUR_TURN,
    STOS_WRONG_MOVE_KIND,
    STOS_CARD_NOT_HELD,
    /* thegame */
    STOS_NO_SUCH_SEAT_TO_START,
    STOS_STARTER_NOT_AGREED,
    STOS_STARTER_IS_SET,
    STOS_RISING_REFUSES,
    STOS_FALLING_REFUSES,
    STOS_TOO_FEW_PLACED,
    STOS_FIRE_IS_DUE,
    STOS_FIRE_NOT_COVERED,
    /* facetoface */
    STOS_OWN_RISING_REFUSES,
    STOS_OWN_FALLING_REFUSES,
    STOS_HELP_RISING_REFUSES,
    STOS_HELP_FALLING_REFUSES,
    STOS_HELPED_ALREADY,
    STOS_DUEL_TOO_FEW_PLACED,
    /* lie */
    STOS_ENDS_NOT_CHOSEN,
    STOS_ENDS_ARE_LOCKED,
    STOS_FACES_DO_NOT_FIT,
    STOS_DIRECTION_NOT_SET,
    STOS_DIRECTION_IS_SET,
    STOS_COUNT_OUT_OF_RANGE,
    STOS_BID_TOO_LOW_BY_FACE,
    STOS_BID_TOO_LOW_BY_COUNT,
    STOS_NOTHING_TO_CALL,
    /* position texts and views */
    STOS_BAD_POSITION,
    STOS_BAD_VIEW,
    /* records */
    STOS_RECORD_NO_HEADER,
    STOS_RECORD_BAD_LINE,
    STOS_RECORD_REPEATED_LINE,
    STOS_RECORD_NO_RULES,
    STOS_RECORD_NO_DEAL,
    STOS_RECORD_BAD_NAME,
    STOS_RECORD_WRONG_RESULT,
    STOS_RECORD_NO_RESULT,
    STOS_RECORD_AFTER_RESULT,
    /* the rules string again: the numbers of reasons stay the same */
    STOS_RULES_NOT_CLOSED,
    STOS_REASONS /* how many there are */
};

typedef struct stos_game stos_game;

/* An error is a value. Test `reason`; make a sentence of it with stos_error_text(). */
typedef struct stos_error {
    uint8_t reason; /* enum stos_reason; STOS_OK means no error */
    uint8_t seats;  /* if an option's value was refused: the number of seats, since the value may
                       have to be a seat; else 0 */
    int16_t number; /* what the reason is about: a minimum, a seat, a card, an option's index; 0 if
                       there is no number */
    uint16_t at, length;   /* the refused part of the given text, if any */
    const stos_game *game; /* the game it is about, or NULL */
} stos_error;

/* The engine protocol's code for an error: "illegal_move", "bad_option", ...; "ok" for no error. */
const char *stos_error_code(stos_error error);

/* The clause that was broken ("TG7"), or "" if none was. */
const char *stos_error_clause(stos_error error);

/*
 * One English sentence, with the clause in brackets. `text` is the text given to the function that
 * failed (NULL if it takes none). Returns the full length; writes at most `size` bytes including
 * the NUL.
 */
size_t stos_error_text(stos_error error, const char *text, char *out, size_t size);

/*
 * The same in another language: `translate` gets the singular and the plural of the sentence (the
 * same text twice if nothing is counted) and the number, and returns the template to fill in. {n}
 * stands for the number, {text} for the refused text, {game}, {option}, {allowed} and so on for
 * what their names say. {allowed} is English, "agree, lot or 0 to 2"; {values} is the same without
 * English words, "agree, lot, 0-2".
 */
typedef const char *stos_translate(const char *one, const char *many, unsigned long n);
size_t stos_error_text_in(stos_error error, const char *text, stos_translate *translate, char *out,
                          size_t size);

/* ---------------------------------------------------------------- games and their options */

typedef struct stos_option {
    const char *name;
    const char *const *words; /* values that are words, NULL-terminated; NULL if there are none */
    int8_t low, high;         /* values that are numbers, from low to high; none if low > high */
    bool seat;        /* the number is a seat, so it must also be less than the number of players */
    int8_t standard;  /* the default */
    const char *help; /* one line of English for people */
} stos_option;

/* The value of the i-th word of an option; numbers stand for themselves. */
#define STOS_WORD(i) ((int8_t)(-1 - (i)))

/* A configured game: which one, and one value per option, in the order of stos_game_options(). */
typedef struct stos_rules {
    const stos_game *game;
    int8_t value[STOS_MAX_OPTIONS];
} stos_rules;

int stos_game_count(void);
const stos_game *stos_game_at(int index); /* NULL outside 0..count-1 */
const stos_game *stos_game_find(const char *name,
                                size_t length); /* NULL if there is none of that name */
const char *stos_game_name(const stos_game *game);
const char *stos_game_title(const stos_game *game); /* as printed on the box */
const stos_option *stos_game_options(const stos_game *game, int *count);

/* The names of the piles as in moves, numbered from 0 and NULL-terminated; an empty list where
 * there are none. */
const char *const *stos_game_piles(const stos_game *game);

/* Whether all seats win or lose together. */
bool stos_game_is_cooperative(const stos_game *game);

/* The defaults of a game. */
stos_rules stos_rules_standard(const stos_game *game);

/* Reads "name" or "name(option=value,...)"; options left out take the default. On error *rules is
 * unchanged. */
stos_error stos_rules_parse(const char *text, size_t length, stos_rules *rules);

/* Writes the canonical form, with every option; returns its length. Invalid rules: writes nothing
 * and returns 0. */
size_t stos_rules_text(const stos_rules *rules, char out[STOS_RULES_TEXT]);

/* Number of seats of a configured game; 0 if the rules are invalid. */
int stos_rules_seats(const stos_rules *rules);

/* Writes what an option allows under these rules, such as "2 to 6" or "agree, lot or 0 to 2";
 * returns the length. */
size_t stos_option_allowed(const stos_rules *rules, int option, char *out, size_t size);

/* ---------------------------------------------------------------- seeds and decks */

/*
 * How a deal is generated. STOS_CHACHA20 is for games between people: 256 bits, so that nobody can
 * search for the seed that fits their hand. STOS_FAST is for simulations: only the first eight
 * bytes count.
 */
enum stos_generator { STOS_CHACHA20, STOS_FAST };

typedef struct stos_seed {
    uint8_t generator; /* enum stos_generator */
    uint8_t bytes[32];
} stos_seed;

/* A number as a 256-bit seed, or as a seed for the fast generator. */
stos_seed stos_seed_number(uint64_t number);
stos_seed stos_seed_fast(uint64_t number);

/* 64 hexadecimal digits, a decimal number, or "fast:" and a decimal number. */
stos_error stos_seed_parse(const char *text, size_t length, stos_seed *seed);

/* 64 hexadecimal digits, or "fast:N"; returns the length. `out` holds 72 bytes. */
size_t stos_seed_text(const stos_seed *seed, char out[72]);

/*
 * An explicit deal. thegame: one list of 98 cards, seat 0 takes the first hand, then seat 1, the
 * rest is drawn in order. facetoface: two lists of 58. lie: up to 30 lists of 30 cards, one per
 * round; a card with faces a < b is 10*a + b; rounds beyond the last list come from the seed.
 */
enum { STOS_DECK_LISTS = 30, STOS_DECK_CARDS = 900 };

typedef struct stos_deck {
    uint16_t lists;
    uint16_t size; /* cards in each list */
    uint8_t card[STOS_DECK_CARDS];
} stos_deck;

/* A stream of random numbers for choosing moves and for sampling; the same on every platform. Fast,
 * not cryptographic. */
typedef struct stos_random {
    uint64_t state;
} stos_random;

stos_random stos_random_from(uint64_t seed);
uint64_t stos_random_bits(stos_random *random);
uint32_t stos_random_below(stos_random *random,
                           uint32_t bound); /* uniform in 0..bound-1; 0 for a bound of 0 */

/* ---------------------------------------------------------------- moves */

/*
 * A move is one number. Its text is the same on the wire, in a record and in a test:
 *   37@U1  12@oD   place a card on a pile        end        end the turn
 *   start 2        vote for a starter            show 4 2   choose the ends of one's cards
 *   dir ccw        declare the direction         3x4        bid three fours
 *   call           challenge the last bid
 */
typedef uint32_t stos_move;

enum stos_move_kind {
    STOS_NO_MOVE,
    STOS_PLACE, /* low byte: the card; next byte: the pile */
    STOS_END,
    STOS_START, /* low byte: the seat voted for */
    STOS_SHOW,  /* one face per four bits, the first card of the hand lowest */
    STOS_DIR,   /* low byte: 0 clockwise, 1 counter-clockwise */
    STOS_BID,   /* low byte: the count; next byte: the face */
    STOS_CALL
};

static inline enum stos_move_kind stos_move_kind(stos_move move)
{
    return (enum stos_move_kind)(move >> 24);
}
static inline int stos_move_low(stos_move move) { return (int)(move & 0xff); }
static inline int stos_move_high(stos_move move) { return (int)(move >> 8 & 0xff); }
static inline stos_move stos_move_make(enum stos_move_kind kind, int low, int high)
{
    return (stos_move)kind << 24 | (stos_move)high << 8 | (stos_move)low;
}

/* Reads and writes a move's text. Reading checks the form only; stos_play() says whether the move
 * is legal. */
stos_error stos_move_parse(const stos_game *game, const char *text, size_t length, stos_move *move);
size_t stos_move_text(const stos_game *game, stos_move move, char out[STOS_MOVE_TEXT]);

/* ---------------------------------------------------------------- what the games are made of */

#include "stos_games.h"

/* ---------------------------------------------------------------- playing */

/* STOS_THEGAME, STOS_FACETOFACE, STOS_LIE; and how many there are. */
#define STOS_GAME_ID(name, NAME) STOS_##NAME,
enum stos_game_id { STOS_EACH_GAME(STOS_GAME_ID) STOS_GAMES };

/* The truth. */
typedef struct stos_state {
    uint8_t game; /* enum stos_game_id */
    union {       /* struct stos_thegame thegame; and so on */
#define STOS_GAME_STATE(name, NAME) struct stos_##name name;
        STOS_EACH_GAME(STOS_GAME_STATE)
    } as;
} stos_state;

/* What one seat may know. */
typedef struct stos_view {
    uint8_t game;
    union { /* struct stos_thegame_view thegame; and so on */
#define STOS_GAME_VIEW(name, NAME) struct stos_##name##_view name;
        STOS_EACH_GAME(STOS_GAME_VIEW)
    } as;
} stos_view;

/*
 * Deals. `deck` may be NULL; if it is not, the seed still draws the starter where the rules say
 * lot, and lie's later rounds. On error *state is unchanged. Equal states have equal bytes, so
 * memcmp compares them.
 */
stos_error stos_deal(stos_state *state, const stos_rules *rules, const stos_seed *seed,
                     const stos_deck *deck);

const stos_game *stos_state_game(const stos_state *state);
stos_rules stos_state_rules(const stos_state *state);

stos_seats stos_actors(
    const stos_state *state); /* seats that the game is waiting for; empty when it is over */
stos_seats stos_movers(const stos_state *state); /* seats that may move: the actors, and those who
                                                    may still change their choice (LI3) */
bool stos_over(const stos_state *state);
enum stos_phase stos_phase(const stos_state *state);

/* Votes for a starter (TG3, LI3): for each seat the seat it names, or -1. They count until the game
 * starts. NULL in facetoface. */
const int8_t *stos_votes(const stos_state *state);

/* Whether a turn has begun and goes on: whoever acts has placed cards in it. Where a turn is a
 * single move (lie) it never does. */
bool stos_mid_turn(const stos_state *state);

/*
 * The seat to ask next: the first one clockwise after a seat (-1: from seat 0) that must act, or -1
 * when the game is over. So a game is played to its end by
 *
 *   for (int seat; (seat = stos_next_actor(&state, -1)) >= 0;)
 *       stos_play(&state, seat, move); // any legal one, such as stos_move_at(&state, seat, 0)
 *
 * While the seats vote for a starter all of them are actors, since votes may be changed; a loop
 * over stos_actors() may ask the same seat for ever. Here those come first who have not voted; once
 * all have, those who do not vote as most do. Only players who each insist on another starter never
 * begin; start=lot needs no votes.
 */
int stos_next_actor(const stos_state *state, int after);

/* Writes the legal moves of a seat, none if it may not move; returns their number. */
int stos_moves(const stos_state *state, int seat, stos_move out[STOS_MAX_MOVES]);

/* The number of legal moves, and the index-th one in the same order, without building the list;
 * STOS_NO_MOVE past the end. */
int stos_move_count(const stos_state *state, int seat);
stos_move stos_move_at(const stos_state *state, int seat, int index);

/* Plays a move; if it is illegal, says why and changes nothing. */
stos_error stos_play(stos_state *state, int seat, stos_move move);

/*
 * Plays uniformly random legal moves to the end; returns how many. Votes come from random seats,
 * everything else from the lowest actor.
 */
int stos_playout(stos_state *state, stos_random *random);

/*
 * The result: how many cards were left (thegame), or the winning seat (facetoface, lie); -1 until
 * the game is over. Its text: "won", "left 12", "winner 1" or "unfinished"; returns the length.
 */
int stos_result(const stos_state *state);
size_t stos_result_text(const stos_state *state, char out[STOS_RESULT_TEXT]);

/* ---------------------------------------------------------------- knowing */

/* What a seat, or STOS_SPECTATOR, may know; an invalid seat counts as a spectator. Equal views have
 * equal bytes: memcmp compares them. */
void stos_look(const stos_state *state, int seat, stos_view *view);

/* A state drawn uniformly from those the view allows; look(sample(view)) is view again. */
void stos_sample(const stos_view *view, stos_random *random, stos_state *state);

int stos_view_seat(const stos_view *view);
const stos_game *stos_view_game(const stos_view *view);
stos_rules stos_view_rules(const stos_view *view);
stos_seats stos_view_actors(const stos_view *view);
stos_seats stos_view_movers(const stos_view *view);
int stos_view_moves(const stos_view *view,
                    stos_move out[STOS_MAX_MOVES]);        /* of the view's own seat */
bool stos_is_legal(const stos_view *view, stos_move move); /* whether it is one of them */

/* As of a state: everybody may know them. */
enum stos_phase stos_view_phase(const stos_view *view);
const int8_t *stos_view_votes(const stos_view *view);
bool stos_view_mid_turn(const stos_view *view);

/* The result, as stos_result() gives it: everybody may know it. */
int stos_view_result(const stos_view *view);

/* ---------------------------------------------------------------- texts */

/*
 * State and view as JSON objects with the fields of docs/engine.md. Return the full length; write
 * at most `size` bytes including the NUL (if the result is >= size, the text was truncated).
 */
size_t stos_state_json(const stos_state *state, char *out, size_t size);
size_t stos_view_json(const stos_view *view, char *out, size_t size);

/*
 * A view from its JSON, such as a server sends. The text is accepted only if the view can be and
 * writing it gives the text back byte for byte; so moves can be listed and states sampled safely,
 * even if the text is untrusted. Servers and version 0.2 leave out whose turn it was when a thegame
 * ended: the view's turn is then STOS_THEGAME_TURN_UNKNOWN, and so is that of a state sampled from
 * it, which has no position text. On error *view is unchanged.
 */
stos_error stos_view_parse(const char *text, size_t length, stos_view *view);

/* A state as one line that stos_position_parse() reads back to the same bytes. */
size_t stos_position_text(const stos_state *state, char *out, size_t size);
stos_error stos_position_parse(const char *text, size_t length, stos_state *state);

/* ---------------------------------------------------------------- records */

/* The head of a record: how the game was dealt and who played. */
typedef struct stos_record_head {
    stos_rules rules;
    stos_seed seed;
    bool has_seed, has_deck;
    stos_deck deck;
    char name[STOS_MAX_SEATS][STOS_NAME_TEXT]; /* UTF-8, "" if not given */
} stos_record_head;

/* Whether a name may be used in a record: well-formed UTF-8 without control characters, not empty,
 * not too long. */
bool stos_name_is_good(const char *name);

/* A text being written; `length` also counts what did not fit into `size` (which includes the NUL).
 */
typedef struct stos_writer {
    char *out;
    size_t size, length;
    char last; /* the last character written, even if it did not fit; NUL at the start */
    int seat;  /* whose moves are on the line being written, -1 for none */
} stos_writer;

stos_writer stos_writer_on(char *out, size_t size);
void stos_record_write_head(stos_writer *writer, const stos_record_head *head);
void stos_record_write_move(stos_writer *writer, const stos_game *game, int seat, stos_move move);
void stos_record_write_result(stos_writer *writer, const stos_state *end);

/* Deals the game that a head describes. */
stos_error stos_record_deal(const stos_record_head *head, stos_state *state);

/* Reads a record move by move. The caller keeps the text alive. `line` is the current line, counted
 * from 1. */
typedef struct stos_reader {
    stos_record_head head;
    stos_state state; /* after the moves read so far */
    int line;
    bool done;                         /* the result was read and is correct */
    const char *at, *end, *line_start; /* inside the text */
    int seat;                          /* whose line is being read, -1 between lines */
} stos_reader;

/* Reads the head and deals. */
stos_error stos_record_open(stos_reader *reader, const char *text, size_t length);

/*
 * Reads and plays the next move. At the end of the record *move is STOS_NO_MOVE and `done` is set.
 * After an error `line` says where; the error's `at` and `length` give the refused text, counted
 * from line_start.
 */
stos_error stos_record_step(stos_reader *reader, int *seat, stos_move *move);

#ifdef STOS_EXPORTS
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
