/*
 * stos.h - the rules of three card games as a library.
 *
 *   thegame     THE GAME, cooperative, 1-5 players, with expert levels and On Fire
 *   facetoface  THE GAME - FACE TO FACE, a duel
 *   lie         GRA / LIE, bluffing, 2-6 players
 *
 * Promises.  A state and a view are plain values of fixed size without pointers: copying is assignment, undo is
 * keeping the copy.  Nothing here allocates, prints, reads a clock or keeps global state, so every function may be
 * called from several threads on different values.  The same seed and the same moves give the same game on every
 * platform.  A refused call changes nothing.
 *
 * A *state* is the truth and only the dealer should hold one.  A *view* is what one seat may know; everything that
 * reaches a player - a screen, a socket, a bot - is made from a view.
 *
 * Clause ids such as TG7 are those of docs/rules.md.
 */
#ifndef STOS_H
#define STOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define STOS_VERSION "0.1.0"

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
    STOS_SPECTATOR = -1        /* the seat of somebody who only watches */
};

/* ---------------------------------------------------------------- errors */

/* Why something was refused. stos_error_code() groups these into the codes that the engine protocol shows. */
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
    /* position texts */
    STOS_BAD_POSITION,
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
    STOS_REASONS /* how many there are */
};

typedef struct stos_game stos_game;

/* An error is a value. Test `reason`; make a sentence of it with stos_error_text(). */
typedef struct stos_error {
    uint16_t reason;       /* enum stos_reason; STOS_OK means no error */
    int16_t number;        /* what the reason is about: a minimum, a seat, a card, an option's index */
    uint16_t at, length;   /* the refused part of the text that was given, if one was */
    const stos_game *game; /* the game it is about, or NULL */
} stos_error;

/* The protocol's word for an error: "illegal_move", "bad_option", ...; "ok" without one. */
const char *stos_error_code(stos_error error);

/* The clause that was broken ("TG7"), or "" where no clause is concerned. */
const char *stos_error_clause(stos_error error);

/*
 * One English sentence, with the clause in brackets. `text` is what was given to the function that failed (NULL when
 * it was not given any text). Returns the whole length; writes at most `size` bytes including the NUL.
 */
size_t stos_error_text(stos_error error, const char *text, char *out, size_t size);

/*
 * The same in another language: `translate` is given the sentence for one and for many of what is counted (twice the
 * same where nothing is) and the number, and returns the sentence to fill in. {n} stands for the number, {text} for
 * the refused text, {game}, {option}, {allowed} and so on for what their names say.
 */
typedef const char *stos_translate(const char *one, const char *many, unsigned long n);
size_t stos_error_text_in(stos_error error, const char *text, stos_translate *translate, char *out, size_t size);

/* ---------------------------------------------------------------- games and their options */

typedef struct stos_option {
    const char *name;
    const char *const *words; /* values that are words, NULL at the end; NULL when there are none */
    int8_t low, high;         /* values that are numbers, from low to high; none when low > high */
    bool seat;                /* the number is a seat, so it is also below the number of players */
    int8_t standard;          /* the default */
    const char *help;         /* one line of English for people */
} stos_option;

/* The value of the i-th word of an option; numbers stand for themselves. */
#define STOS_WORD(i) ((int8_t)(-1 - (i)))

/* A configured game: which one, and one value per option, in the order of stos_game_options(). */
typedef struct stos_rules {
    const stos_game *game;
    int8_t value[STOS_MAX_OPTIONS];
} stos_rules;

int stos_game_count(void);
const stos_game *stos_game_at(int index);                         /* NULL outside 0..count-1 */
const stos_game *stos_game_find(const char *name, size_t length); /* NULL when there is none */
const char *stos_game_name(const stos_game *game);
const char *stos_game_title(const stos_game *game); /* as printed on the box */
const stos_option *stos_game_options(const stos_game *game, int *count);

/* The defaults of a game. */
stos_rules stos_rules_standard(const stos_game *game);

/* Reads "name" or "name(option=value,...)"; options left out take the default. On error *rules is unchanged. */
stos_error stos_rules_parse(const char *text, size_t length, stos_rules *rules);

/* Writes the canonical form, with every option; returns its length. */
size_t stos_rules_text(const stos_rules *rules, char out[STOS_RULES_TEXT]);

/* Number of seats of a configured game. */
int stos_rules_seats(const stos_rules *rules);

/* Writes what an option allows under these rules, such as "2 to 6" or "agree, lot or 0 to 2"; returns the length. */
size_t stos_option_allowed(const stos_rules *rules, int option, char *out, size_t size);

/* ---------------------------------------------------------------- seeds and decks */

/*
 * Where a deal comes from. STOS_CHACHA20 is for games between people: 256 bits, so that nobody can search for the
 * deck that fits their hand. STOS_FAST is for simulations: only the first eight bytes count.
 */
enum stos_generator { STOS_CHACHA20, STOS_FAST };

typedef struct stos_seed {
    uint8_t generator; /* enum stos_generator */
    uint8_t bytes[32];
} stos_seed;

/* The number as a 256-bit seed, or as a seed for the fast generator. */
stos_seed stos_seed_number(uint64_t number);
stos_seed stos_seed_fast(uint64_t number);

/* 64 hexadecimal digits, a decimal number, or "fast:" and a decimal number. */
stos_error stos_seed_parse(const char *text, size_t length, stos_seed *seed);

/* 64 hexadecimal digits, or "fast:N"; returns the length. `out` holds 72 bytes. */
size_t stos_seed_text(const stos_seed *seed, char out[72]);

/*
 * An explicit deal. thegame: one list of 98 cards, seat 0 takes the first hand, then seat 1, the rest is drawn in
 * order. facetoface: two lists of 58. lie: up to 30 lists of 30 cards, one per round; a card with faces a < b is
 * 10*a + b; rounds beyond the last list come from the seed.
 */
enum { STOS_DECK_LISTS = 30, STOS_DECK_CARDS = 900 };

typedef struct stos_deck {
    uint16_t lists;
    uint16_t size; /* cards in each list */
    uint8_t card[STOS_DECK_CARDS];
} stos_deck;

/* A stream of random numbers for choosing moves and for sampling; the same on every platform. Fast, not secret. */
typedef struct stos_random {
    uint64_t state;
} stos_random;

stos_random stos_random_from(uint64_t seed);
uint64_t stos_random_bits(stos_random *random);
uint32_t stos_random_below(stos_random *random, uint32_t bound); /* uniform in 0..bound-1; bound > 0 */

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

static inline enum stos_move_kind stos_move_kind(stos_move move) { return (enum stos_move_kind)(move >> 24); }
static inline int stos_move_low(stos_move move) { return (int)(move & 0xff); }
static inline int stos_move_high(stos_move move) { return (int)(move >> 8 & 0xff); }
static inline stos_move stos_move_make(enum stos_move_kind kind, int low, int high)
{
    return (stos_move)kind << 24 | (stos_move)high << 8 | (stos_move)low;
}

/* Reads and writes a move's text. Reading checks the form only; whether it is legal, stos_play() says. */
stos_error stos_move_parse(const stos_game *game, const char *text, size_t length, stos_move *move);
size_t stos_move_text(const stos_game *game, stos_move move, char out[STOS_MOVE_TEXT]);

/* ---------------------------------------------------------------- what the games are made of */

/* A set of seats: bit i is seat i. */
typedef uint8_t stos_seats;

/* A set of cards 0..127: bit c of the two words. */
typedef struct stos_cards {
    uint64_t word[2];
} stos_cards;

enum stos_phase { STOS_PHASE_START, STOS_PHASE_PLAY, STOS_PHASE_SHOW, STOS_PHASE_DIRECTION, STOS_PHASE_BID, STOS_PHASE_OVER };

/* thegame. Piles 0..3 are U1, U2 (rising) and D1, D2 (falling). */
enum { THEGAME_SEATS = 5, THEGAME_PILES = 4, THEGAME_CARDS = 98 };
enum { THEGAME_PLAYERS, THEGAME_MIN, THEGAME_HAND, THEGAME_FIRE, THEGAME_START }; /* options */
enum { THEGAME_HAND_FULL = -1, THEGAME_HAND_LESS = -2 };
enum { THEGAME_FIRE_OFF = -1, THEGAME_FIRE_NEXT = -2, THEGAME_FIRE_NOW = -3 };
enum { THEGAME_START_AGREE = -1, THEGAME_START_LOT = -2 };

/* What everybody at the table sees. */
struct stos_thegame_table {
    stos_cards gone;            /* cards placed */
    int8_t option[5];           /* players, min, hand, fire, start */
    int8_t vote[THEGAME_SEATS]; /* the seat voted for, or -1 (TG3) */
    uint8_t phase;              /* enum stos_phase */
    uint8_t top[THEGAME_PILES];
    uint8_t turn;    /* the seat on turn */
    uint8_t placed;  /* cards placed in this turn */
    uint8_t minimum; /* of this turn (TG7) */
    uint8_t due;     /* piles, as bits, that must be covered before this turn ends (TG14, TG15) */
};

struct stos_thegame {
    struct stos_thegame_table table;
    stos_cards hand[THEGAME_SEATS];
    uint8_t drawn;               /* cards that have left the draw pile */
    uint8_t draw[THEGAME_CARDS]; /* draw[drawn] is the next card; 0 where a card has left */
};

struct stos_thegame_view {
    struct stos_thegame_table table;
    stos_cards hand; /* one's own */
    int8_t seat;
    uint8_t hand_count[THEGAME_SEATS];
    uint8_t draw_count;
};

/* facetoface. Piles of a player: 0 rising, 1 falling. In a move, piles 0..3 are U, D, oU, oD. */
enum { FACETOFACE_CARDS = 58, FACETOFACE_HAND = 6 };
enum { FACETOFACE_LAST, FACETOFACE_START }; /* options */
enum { FACETOFACE_LAST_STRICT = -1, FACETOFACE_LAST_LENIENT = -2 };
enum { FACETOFACE_START_LOT = -1 };

struct stos_facetoface_table {
    uint64_t gone[2]; /* each owner's cards that were placed, on whichever pile */
    int8_t option[2]; /* last, start */
    uint8_t phase;
    uint8_t top[2][2]; /* of each player: rising, falling */
    uint8_t turn;
    uint8_t placed;
    uint8_t minimum; /* of this turn (FF3, FF9) */
    bool helped;     /* a card went to the opponent in this turn (FF4) */
    int8_t winner;   /* seat or -1 */
};

struct stos_facetoface {
    struct stos_facetoface_table table;
    uint64_t hand[2];
    uint8_t drawn[2];
    uint8_t draw[2][FACETOFACE_CARDS]; /* as in thegame */
};

struct stos_facetoface_view {
    struct stos_facetoface_table table;
    uint64_t hand;
    int8_t seat;
    uint8_t hand_count[2];
    uint8_t draw_count[2];
};

/* lie. A card is a number 0..14, the pairs of faces (1,2), (1,3), ... (5,6) in order; there are two of each. */
enum { LIE_SEATS = 6, LIE_FACES = 6, LIE_KINDS = 15, LIE_CARDS = 30, LIE_HAND = 5, LIE_ROUNDS = 30 };
enum { LIE_PLAYERS, LIE_ORDER, LIE_ONES, LIE_DIRECTION, LIE_COUNTS, LIE_END, LIE_START }; /* options */
enum { LIE_ORDER_FACE = -1, LIE_ORDER_COUNT = -2 };
enum { LIE_ONES_PLAIN = -1, LIE_ONES_WILD = -2 };
enum { LIE_DIRECTION_FIXED = -1, LIE_DIRECTION_CHOOSE = -2 };
enum { LIE_COUNTS_UP = -1, LIE_COUNTS_DOWN = -2 };
enum { LIE_END_FIRST = -1, LIE_END_LAST = -2 };
enum { LIE_START_LOT = -1 };

/* The two faces of a card kind, the lower one first. */
static inline int stos_lie_low_face(int kind) { return 1 + (kind >= 5) + (kind >= 9) + (kind >= 12) + (kind >= 14); }
static inline int stos_lie_high_face(int kind)
{
    static const uint8_t high[LIE_KINDS] = {2, 3, 4, 5, 6, 3, 4, 5, 6, 4, 5, 6, 5, 6, 6};
    return high[kind];
}

/* Cards and chosen ends of everybody: hands sorted, faces in the order of the hand, 0 where there is none. */
struct stos_lie_hands {
    uint8_t size[LIE_SEATS];
    uint8_t kind[LIE_SEATS][LIE_HAND];
    uint8_t face[LIE_SEATS][LIE_HAND]; /* 0: not chosen */
};

/* The last challenge, and the hands that it opened. */
struct stos_lie_reveal {
    bool happened;
    uint8_t challenger, bidder, loser;
    uint8_t count, face; /* the bid */
    uint8_t found;
    struct stos_lie_hands hands;
};

struct stos_lie_table {
    uint64_t bids[3]; /* the bids of this round: bit r is the bid of rank r, ranks rise with every raise (LI6, LI7) */
    int8_t option[7]; /* players, order, ones, direction, cards, end, start */
    uint8_t phase;
    uint8_t round;            /* from 1 */
    uint8_t count[LIE_SEATS]; /* cards each draws; 0 when out */
    uint8_t cards;            /* in play this round */
    uint8_t starter, turn;
    int8_t direction;      /* 1 clockwise, -1 counter-clockwise, 0 not declared */
    stos_seats in, chosen; /* still in the game; have chosen their ends */
    bool tiebreak;
    int8_t winner; /* seat or -1 */
    struct stos_lie_reveal last;
};

struct stos_lie {
    struct stos_lie_table table;
    struct stos_lie_hands hands;
    stos_seed seed;                          /* of the rounds to come */
    uint8_t rounds;                          /* explicit rounds given */
    uint8_t deck[LIE_ROUNDS][LIE_CARDS / 2]; /* their cards, two to a byte, the first one low */
};

struct stos_lie_view {
    struct stos_lie_table table;
    int8_t seat;
    uint8_t kind[LIE_HAND], face[LIE_HAND]; /* one's own */
};

/* The bid of a rank under the table's order and number of cards, and the rank of a bid. */
void stos_lie_bid_at(const struct stos_lie_table *table, int rank, int *count, int *face);
int stos_lie_rank(const struct stos_lie_table *table, int count, int face);
int stos_lie_last_bid(const struct stos_lie_table *table);            /* rank of the standing bid, -1 before the first */
bool stos_lie_ones_wild(const struct stos_lie_table *table);          /* now (LI12) */
int stos_lie_next_seat(const struct stos_lie_table *table, int seat); /* in the direction of this round */

/* ---------------------------------------------------------------- playing */

enum stos_game_id { STOS_THEGAME, STOS_FACETOFACE, STOS_LIE, STOS_GAMES };

/* The truth. */
typedef struct stos_state {
    uint8_t game; /* enum stos_game_id */
    union {
        struct stos_thegame thegame;
        struct stos_facetoface facetoface;
        struct stos_lie lie;
    } as;
} stos_state;

/* What one seat may know. */
typedef struct stos_view {
    uint8_t game;
    union {
        struct stos_thegame_view thegame;
        struct stos_facetoface_view facetoface;
        struct stos_lie_view lie;
    } as;
} stos_view;

/*
 * Deals. `deck` may be NULL; with one, the seed still draws the starter where the rules say lot, and lie's later
 * rounds. On error *state is unchanged. The bytes of a state depend on nothing but its value, so memcmp compares.
 */
stos_error stos_deal(stos_state *state, const stos_rules *rules, const stos_seed *seed, const stos_deck *deck);

const stos_game *stos_state_game(const stos_state *state);
stos_rules stos_state_rules(const stos_state *state);

stos_seats stos_actors(const stos_state *state); /* seats that may act now; empty when over */
bool stos_over(const stos_state *state);

/* Writes the legal moves of a seat, none if it may not act; returns their number. */
int stos_moves(const stos_state *state, int seat, stos_move out[STOS_MAX_MOVES]);

/* The number of legal moves and the index-th of them, in the same order, without making the list. */
int stos_move_count(const stos_state *state, int seat);
stos_move stos_move_at(const stos_state *state, int seat, int index);

/* Plays a move, or says why not and changes nothing. */
stos_error stos_play(stos_state *state, int seat, stos_move move);

/*
 * Plays uniformly random legal moves to the end; returns how many. The same as choosing with stos_move_at() again and
 * again, only faster. Votes come from random seats, everything else from the lowest seat that may act.
 */
int stos_playout(stos_state *state, stos_random *random);

/*
 * The result: how many cards were left (thegame), or the winning seat (facetoface, lie); -1 while not over.
 * Its text: "won", "left 12", "winner 1" or "unfinished"; returns the length.
 */
int stos_result(const stos_state *state);
size_t stos_result_text(const stos_state *state, char out[STOS_RESULT_TEXT]);

/* ---------------------------------------------------------------- knowing */

/* What a seat, or STOS_SPECTATOR, may know. The bytes depend on nothing else, so memcmp compares views. */
void stos_look(const stos_state *state, int seat, stos_view *view);

/* A state drawn uniformly from those the view allows; look(sample(view)) is view again. */
void stos_sample(const stos_view *view, stos_random *random, stos_state *state);

int stos_view_seat(const stos_view *view);
const stos_game *stos_view_game(const stos_view *view);
stos_rules stos_view_rules(const stos_view *view);
stos_seats stos_view_actors(const stos_view *view);
int stos_view_moves(const stos_view *view, stos_move out[STOS_MAX_MOVES]); /* of the view's own seat */

/* ---------------------------------------------------------------- numbers, for programs that learn */

/*
 * Actions. Every move of a seat has a number that means the same under all options of a game; rules with fewer players
 * need fewer numbers, stos_action_count() of them.
 *   thegame      0 .. 391   98 * pile + card - 2: place a card      392        end
 *                393 ..     vote for the seat that many seats clockwise from one's own (only with start=agree)
 *   facetoface   0 .. 231   58 * pile + card - 2: place a card      232        end
 *   lie          0 .. 31    choose ends: bit i is set for the higher face of the i-th card of the hand
 *                32, 33     clockwise, counter-clockwise            34         call
 *                35 ..      35 + 6 * (count - 1) + face - 1: bid
 */
int stos_action_count(const stos_rules *rules);

/* The action of a move and the move of an action, for the view's seat; -1 and STOS_NO_MOVE where there is none. Legal or not. */
int stos_action_of(const stos_view *view, stos_move move);
stos_move stos_action_move(const stos_view *view, int action);

/* Writes 1 for each action that is legal for the view's seat, 0 for all others; returns how many are legal. */
int stos_action_mask(const stos_view *view, uint8_t *mask);

/*
 * Observations: all that a view says beyond the rules, as small numbers in a row. Seats are counted clockwise from the
 * view's own, so that one program can learn for all seats; a spectator sees from seat 0, with an empty hand.
 */
int stos_observation_length(const stos_rules *rules);
int stos_observe(const stos_view *view, int8_t *out); /* returns the length */

/* What the numbers mean: the index-th field of an observation; false when there are no more. */
typedef struct stos_field {
    const char *name, *help; /* help: one line of English */
    int at, length;          /* in the observation */
} stos_field;

bool stos_observation_field(const stos_rules *rules, int index, stos_field *field);

/*
 * What each seat has earned so far. thegame: 1 for every card placed, by whoever. facetoface and lie: nothing until
 * the end, then 1 for the winner and -1 shared by the others. The reward of a move is how far it changes this.
 */
void stos_scores(const stos_state *state, float *out); /* one for each seat */

/* The first seat that may act, clockwise after a seat (-1: from seat 0): whom to ask where several may. -1 when over. */
int stos_next_actor(const stos_state *state, int after);

/*
 * Many games of the same rules in one call. Every array belongs to the caller and has a row for each game; those marked
 * optional may be NULL. Game i is dealt from seed[i]; with `deals_again` a game that ends is replaced at once by the
 * one of seed[i] + count. Where several seats may act they are asked in turn, as stos_next_actor() says.
 */
typedef struct stos_batch {
    stos_rules rules;
    int32_t count;       /* games */
    uint8_t generator;   /* enum stos_generator: what the seeds are for */
    bool deals_again;    /* after a game */
    stos_state *state;   /* the games */
    stos_view *view;     /* of the seat whose action comes next; a spectator's when the game is over */
    uint64_t *seed;      /* of the game that is in `state` */
    int8_t *seat;        /* optional: whose action comes next, -1 when the game is over */
    float *reward;       /* optional, a row of seats: what the last step earned each */
    uint8_t *over;       /* optional: 1 when the last step ended the game, or it was over before */
    int16_t *result;     /* optional: stos_result() of the game that the last step ended; else unchanged */
    uint8_t *refused;    /* optional: enum stos_reason why the last action was refused, else 0 */
    uint8_t *mask;       /* optional, a row of stos_action_count(): what is legal now */
    int8_t *observation; /* optional, a row of stos_observation_length(): of `view` */
} stos_batch;

/* Deals every game: game i from first_seed + i. */
void stos_batch_deal(stos_batch *batch, uint64_t first_seed);

/*
 * Plays action[i] in game i, for all i. A refused action leaves its game as it is; games that are over stay as they are,
 * whatever their action. Returns how many were refused.
 */
int stos_batch_step(stos_batch *batch, const int32_t *action);

/* A uniformly random legal action for each game, -1 for those that are over. */
void stos_batch_choose(const stos_batch *batch, stos_random *random, int32_t *action);

/* For languages that cannot include this header: the version of the library, and how big a value is. */
enum stos_type { STOS_TYPE_STATE, STOS_TYPE_VIEW, STOS_TYPE_RULES, STOS_TYPE_BATCH };
const char *stos_version(void);
size_t stos_size_of(enum stos_type type); /* 0 for no type of these */

/* ---------------------------------------------------------------- texts */

/*
 * State and view as JSON objects with the fields of docs/engine.md. Return the length; write at most `size` bytes
 * including the NUL (a result >= size was cut).
 */
size_t stos_state_json(const stos_state *state, char *out, size_t size);
size_t stos_view_json(const stos_view *view, char *out, size_t size);

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
    char name[STOS_MAX_SEATS][STOS_NAME_TEXT]; /* UTF-8, "" when not given */
} stos_record_head;

/* Whether a name may stand in a record: well-formed UTF-8 without control characters, not empty, not too long. */
bool stos_name_is_good(const char *name);

/* A text being written; `length` counts also what did not fit into `size` (with the NUL). */
typedef struct stos_writer {
    char *out;
    size_t size, length;
    char last; /* character written, also when it did not fit; NUL at the start */
    int seat;  /* whose moves the line being written holds, -1 for none */
} stos_writer;

stos_writer stos_writer_on(char *out, size_t size);
void stos_record_write_head(stos_writer *writer, const stos_record_head *head);
void stos_record_write_move(stos_writer *writer, const stos_game *game, int seat, stos_move move);
void stos_record_write_result(stos_writer *writer, const stos_state *end);

/* Deals what a head says. */
stos_error stos_record_deal(const stos_record_head *head, stos_state *state);

/* Reading a record, move by move, from text that the caller keeps. `line` is where it stands, from 1. */
typedef struct stos_reader {
    stos_record_head head;
    stos_state state; /* after the moves read so far */
    int line;
    bool done;                         /* the result was read and is right */
    const char *at, *end, *line_start; /* inside the text */
    int seat;                          /* whose line is being read, -1 between lines */
} stos_reader;

/* Reads the head and deals. */
stos_error stos_record_open(stos_reader *reader, const char *text, size_t length);

/*
 * Reads and plays the next move. At the end of the record *move is STOS_NO_MOVE and `done` is set. After an error
 * `line` says where; the refused text lies in the error's at and length, counted from line_start.
 */
stos_error stos_record_step(stos_reader *reader, int *seat, stos_move *move);

#ifdef __cplusplus
}
#endif
#endif
