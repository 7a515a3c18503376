/*
 * game.h - the vtable that each game implements.
 *
 * A game is a folder, NAME/: rules.c, whose only exported symbol is its table (and what stos.h
 * declares of it), and beside it text.c, which writes and reads its states, numbers.c for programs
 * that learn, and show.c for what any face draws. A game knows nothing
 * of people, user-facing text or files. CONTRIBUTING.md has the checklist for adding one.
 */
#ifndef STOS_GAME_GAME_H
#define STOS_GAME_GAME_H

#include "base/json_span.h"
#include "base/text.h"
#include "stos.h"

/* Mark texts for translation; user interfaces look them up. NP_ marks a singular and a plural. */
#define N_(text) text
#define NP_(one, many) one, many

/* The most cards whose faces a move can show, and the highest face. */
enum { GAME_SHOWN = 5, GAME_FACES = 6 };

/* A game's text formats, kept apart from its rules: JSON for the engine, and position texts. */
struct game_texts {
    void (*state_json)(const stos_state *state, stos_writer *writer);
    void (*view_json)(const stos_view *view, stos_writer *writer);
    /* Reads view_json() back into a view that is zero except for its game; false if the view would
     * not be safe to use (view_read.h). */
    bool (*read_view)(struct json_span json, const stos_rules *rules, int phase, int seat,
                      stos_view *view);
    /* A position text is the canonical rules, then " field=value" for each of these, in order. */
    const char *const *fields; /* NULL-terminated */
    void (*write_field)(const stos_state *state, int field, stos_writer *writer);
    bool (*read_field)(stos_state *state, int field,
                       struct text_reader *reader); /* must read to the end */
};

/* A field of an observation: its length is fixed + per_seat * seats. */
struct game_field {
    const char *name;
    int16_t fixed, per_seat;
    const char *help;
};

enum {
    GAME_ACTION_WORDS = 8
}; /* words of 64 bits that hold a bit for each action of any game, and one to spare */

/* Words of 64 bits needed for a number of bits. */
static inline int game_words(int bits) { return (bits + 63) / 64; }

/* A game as numbers for reinforcement learning, kept apart from its rules as well. */
struct game_numbers {
    const struct game_field *fields; /* of an observation, in order; the last one has no name */
    void (*observe)(const stos_view *view,
                    int8_t *out); /* writes every number; `out` need not be cleared */
    void (*scores)(const stos_state *state, float *out);
    int (*earned)(const stos_state *state); /* cooperative games: what each seat has earned so far;
                                               NULL: nothing before the end */
    int (*action_count)(const int8_t *option);
    int (*action_of)(
        const stos_view *view,
        stos_move move); /* except placements; the caller checks it by converting it back */
    stos_move (*action_move)(const stos_view *view, int action);
    /* Of a seat that may act: bit a for action a; writes all words of the row, as many as all
     * actions take. */
    void (*legal)(const stos_view *view, uint64_t *row, int words);
};

struct stos_game {
    uint8_t id; /* enum stos_game_id */
    const char *name, *title;
    const stos_option *options;
    int option_count;
    size_t options_at;   /* where a stos_state of this game keeps their values */
    size_t view_seat_at; /* where a stos_view of this game keeps its seat */
    /* What everybody sees is at the same place in a state and in a view: the phase, the votes for a
     * starter (0: there are none), the cards placed in this turn (0: a turn is a single move). */
    size_t phase_at, votes_at, placed_at;
    size_t turn_at;   /* where they keep whose turn it was, if a view may not know; 0: it does */
    bool cooperative; /* all seats win or lose together */
    const char *const
        *piles; /* names of the piles in moves, NULL-terminated; NULL if the game has none */
    int low_card, high_card; /* cards that a placement can name */
    uint16_t kinds;          /* kinds of moves the game has: bit k for enum stos_move_kind k */

    /* Reasons of its own, from the number STOS_REASONS on; NULL: it has none. */
    const struct game_reason *reasons;
    const char *deck_shape; /* what an explicit deck must look like, for messages */

    int (*seats)(const int8_t *value);

    stos_error (*check_deck)(const stos_deck *deck);
    /* The state is zero except for its options. The deck has been checked; it may be NULL, the seed
     * never. */
    void (*deal)(stos_state *state, const stos_seed *seed, const stos_deck *deck);
    stos_seats (*actors)(const stos_state *state);
    stos_seats (*movers)(const stos_state *state); /* NULL: the actors */
    int (*moves)(const stos_state *state, int seat, stos_move *out);
    int (*move_count)(const stos_state *state, int seat);
    stos_move (*move_at)(const stos_state *state, int seat, int index);
    stos_error (*play)(stos_state *state, int seat, stos_move move);
    bool (*over)(const stos_state *state);
    int (*result)(const stos_state *state); /* of a game that is over */
    const char *(*result_word)(const stos_state *state, bool *with_number);

    /* The caller zeroes the view and, when sampling, the state. */
    void (*look)(const stos_state *state, int seat, stos_view *view);
    void (*sample)(const stos_view *view, stos_random *random, stos_state *state);
    stos_seats (*view_actors)(const stos_view *view);
    stos_seats (*view_movers)(const stos_view *view); /* NULL: the actors */
    int (*view_moves)(const stos_view *view, stos_move *out);
    int (*view_result)(const stos_view *view); /* of a game that is over */

    /* Derives what follows from the fields of a position text; false if they contradict the rules
     * or each other. */
    bool (*settle_position)(stos_state *state);
    const struct game_texts *texts;
    const struct game_show *show; /* show.h */
    const struct game_numbers *numbers;
};

/* What phase_at and its neighbours rest on. */
#define GAME_TABLE_FIRST(game) \
    _Static_assert(offsetof(stos_state, as.game.table) == offsetof(stos_view, as.game.table), \
                   "the table comes first in both")

/* The tables of each game. */
#define GAME_TABLES(name, NAME) \
    extern const stos_game game_##name; \
    extern const struct game_show name##_show; \
    extern const struct game_texts name##_texts; \
    extern const struct game_numbers name##_numbers;
STOS_EACH_GAME(GAME_TABLES)

/* The numbers of a game for its vtable; left out of the web build, where nothing learns. */
#ifdef STOS_NO_NUMBERS
#define GAME_NUMBERS(numbers) NULL
#else
#define GAME_NUMBERS(numbers) &(numbers)
#endif

/* Of a view from a text of version 0.2, which does not tell whose turn it was when the game ended.
 */
enum { GAME_TURN_UNKNOWN = 255 };

/* A way in which a game refuses a move: code and clause, and the sentence with its plural (NULL:
 * nothing is counted), marked for translation. */
struct game_reason {
    const char *code, *clause;
    const char *one, *many;
};

/* The first actor after a seat, which may be -1; -1 if nobody acts. */
static inline int game_next_actor(unsigned actors, int after)
{
    unsigned later = actors >> (after + 1) << (after + 1);
    return actors == 0 ? -1 : __builtin_ctz(later ? later : actors);
}

static inline stos_error game_ok(void) { return (stos_error){.reason = STOS_OK}; }

/* The reason: of enum stos_reason, or of the game's own. */
static inline stos_error game_refuse(unsigned reason, int number)
{
    return (stos_error){.reason = (uint8_t)reason, .number = (int16_t)number};
}

/* An error about a part of a given text. */
stos_error game_refuse_text(enum stos_reason reason, const stos_game *game, int number,
                            const char *text, const char *at, const char *end);

/* Whether rules name a game and have values that its options allow: callers may fill them in by
 * hand. */
stos_error game_check_rules(const stos_rules *rules);

/* stos_deal() with rules, seed and deck already checked. The seed is passed by value, since it may
 * come from the state itself. */
void game_deal(stos_state *state, const stos_rules *rules, stos_seed seed, const stos_deck *deck);

/* What an option allows: in English, "agree, lot or 0 to 2", and in a form that needs no
 * translation, "agree, lot, 0-2". */
size_t game_option_allowed(const stos_option *option, int seats, char *out, size_t size);
size_t game_option_values(const stos_option *option, int seats, char *out, size_t size);
void game_set_options(stos_state *state, const stos_rules *rules);

/*
 * What a view reveals about a hidden hand besides its size: the game goes on, so some card in it
 * can be played; or the game ended because none could.
 */
enum game_hand { GAME_HAND_ANY, GAME_HAND_CAN_PLAY, GAME_HAND_IS_STUCK };

/* Orders hidden cards at random, uniformly among the orders whose first `size` cards are such a
 * hand. */
void game_shuffle_hidden(stos_random *random, uint8_t *hidden, int count, int size,
                         enum game_hand hand, stos_cards playable);

/* Draws the starter uniformly, from its own stream of the seed. */
enum { GAME_STARTER_STREAM = 0x5354 };
int game_draw_starter(const stos_seed *seed, int seats);

/* Votes for a starter (TG3, LI3): one for each seat, -1 for none. They agree when all name the same
 * seat. */
bool game_votes_agree(const int8_t *vote, int seats);

/* JSON pieces that the games share. */
void game_json_common(stos_writer *writer, const stos_game *game, const int8_t *value, int phase,
                      stos_seats actors);
void game_json_seats(stos_writer *writer, stos_seats seats);
void game_json_seat_or_null(stos_writer *writer, int seat);
void game_json_cards(stos_writer *writer, stos_cards cards);
void game_json_list(stos_writer *writer, const uint8_t *numbers, int count);
void game_json_votes(stos_writer *writer, const int8_t *vote, int seats);

/* Pieces of position texts: numbers joined by dots; a phase by its name. Reading cards returns how
 * many there were. */
void game_write_cards(stos_writer *writer, const uint8_t *cards, int count);
int game_read_cards(struct text_reader *reader, int low, int high, uint8_t *out, int most);
bool game_take_phase(struct text_reader *reader, uint8_t *phase);
void game_write_seat(stos_writer *writer, int seat); /* "-" for none */
bool game_take_seat(struct text_reader *reader, int seats, int8_t *seat);
void game_write_votes(stos_writer *writer, const int8_t *vote,
                      int seats); /* a character for each seat */
bool game_read_votes(struct text_reader *reader, int8_t *vote, int seats);
bool game_take_byte(struct text_reader *reader, int most, uint8_t *byte);

/* The cards of a set in rising order; returns how many. */
int game_list_cards(stos_cards cards, uint8_t *out);

extern const char *const game_phase_names[];

#endif
