/*
 * show.h - what a face draws and tells of a game, without knowing which game it is.
 *
 * Every game has a table of pure functions on views, `struct game_show`. A face - line mode, the
 * full screen, the page - takes a view, asks for its `struct show`, and draws piles, cards and
 * facts; for each move it asks for sentences. Sentences and facts are kinds and numbers. The game
 * lists its kinds with their words, marked for translation; a face translates and prints them.
 *
 *   table -> stos_look() -> stos_view -> game_show_of() -> struct show -> lines, screen, JSON
 *
 * Everything here is made from a view, so nothing that its seat may not know can reach a screen.
 * src/game/thegame/show.c is the example to start from.
 */
#ifndef STOS_GAME_SHOW_H
#define STOS_GAME_SHOW_H

#include "game/game.h"

enum {
    SHOW_PILES = 8,
    SHOW_HAND = 8,
    SHOW_FACTS = 8,
    SHOW_DRAWS = 128,
    SHOW_BIDS = 180, /* the most steps of a ladder */
    SENTENCE_NUMBERS = 14,
    SENTENCES = 10 /* that one move can need */
};

/* ---------------------------------------------------------------- sentences */

/* Where a fact stands, and how a sentence is told. */
enum show_place {
    SHOW_NUMBERS, /* no words: numbers that a face may need */
    SHOW_STATUS,  /* a fact beside the title: how far the game is */
    SHOW_NOTE,    /* a fact that holds for the whole round */
    SHOW_DUTY,    /* what a turn owes, then what follows from ending it; joined without a space */
    SHOW_BID,     /* the standing bid */
    TELL_LINE,    /* a sentence on a line of its own */
    TELL_CARD,    /* a placement: the words stand behind the jump */
    TELL_TURN,    /* a sentence that goes on the line of its turn */
    TELL_HAND,    /* cards of a seat, two labels each; only where there is room for details */
    TELL_RESULT
};

/* A kind of facts or sentences. In its words %d stands for a number and %s for the name of the seat
 * with that number, in the order of the numbers. */
struct sentence_kind {
    const char *name;       /* in JSON */
    const char *one, *many; /* for translation; many: NULL where nothing is counted, else the number
                               at `counted` decides between them */
    uint8_t counted;
    uint8_t place;   /* enum show_place */
    uint8_t numbers; /* how many it has */
};

struct sentence {
    uint8_t kind; /* of the game that tells it: game_sentence_kind() */
    int16_t number[SENTENCE_NUMBERS];
};

/* Kinds that games share; those of a game's own follow. */
enum sentence_common {
    SENTENCE_WANTS_START,  /* seat */
    SENTENCE_VOTES,        /* seat, the seat it names */
    SENTENCE_PLACED,       /* card, pile, jump */
    SENTENCE_TRICK,        /* the same, back on a pile of one's own */
    SENTENCE_HELP,         /* the same, on somebody else's pile */
    SENTENCE_DRAWS,        /* cards */
    SENTENCE_WINNER,       /* seat */
    SENTENCE_CARDS_PLACED, /* a fact: cards placed in this turn, and how many it has to place */
    SENTENCE_WILL_DRAW,    /* a fact: cards drawn if the turn ended now */
    SENTENCES_IN_COMMON
};

/* ---------------------------------------------------------------- what is on the table */

/* A pile, numbered as in moves. */
struct show_pile {
    const char *name;        /* as in moves */
    uint8_t top, start, end; /* the card on top; the number of the empty pile; where it leads to */
    bool rising;
    bool mine;    /* one's own or everybody's; false: the opponent's */
    bool burning; /* a fire lies on top */
    bool due;     /* must be covered before this turn ends */
};

/* A card of one's own: a number, or two ends of which the first lies up. */
struct show_card {
    uint8_t label[2]; /* the second is 0 on a card with a number */
    bool chosen;      /* its ends have been chosen */
    bool fire;        /* covers a pile with fire if it is placed */
    bool playable;    /* some pile takes it now */
    bool trick;       /* it can take a pile of one's own back now */
};

struct show_bid {
    uint8_t count, face; /* 0 for none */
};

/* A step on the ladder of bids. */
enum show_step_state { SHOW_STEP_PAST, SHOW_STEP_STANDS, SHOW_STEP_LEGAL, SHOW_STEP_CLOSED };
struct show_step {
    struct show_bid bid;
    uint8_t state; /* enum show_step_state; legal for whoever bids next */
    bool was_bid;  /* in this round */
};

/* The last challenge: what was bid, and all hands. */
struct show_reveal {
    bool happened;
    struct show_bid bid;
    uint8_t found, challenger, bidder, loser;
    uint8_t cards[STOS_MAX_SEATS];
    struct {
        uint8_t label[2]; /* the first lies up */
        bool counts;      /* towards the bid */
    } card[STOS_MAX_SEATS][SHOW_HAND];
};

struct show {
    uint8_t seats;
    int8_t seat; /* whose view it is, or STOS_SPECTATOR */
    uint8_t phase;
    uint8_t low, high;             /* cards have these numbers; 0, 0 where they have two ends */
    uint8_t cards[STOS_MAX_SEATS]; /* that each seat holds */
    struct show_bid said[STOS_MAX_SEATS]; /* the last bid of each in this round */
    int piles;
    struct show_pile pile[SHOW_PILES];
    int hand;
    struct show_card card[SHOW_HAND];
    int facts;
    struct sentence fact[SHOW_FACTS];
    bool ones_wild;  /* a one counts as any face */
    bool has_memory; /* there are cards to remember: */
    stos_cards gone; /* those of the seat's deck that are out of play (TT4) */
};

/* ---------------------------------------------------------------- what a game defines */

/* What the value of an option is called where rules are told in a few words. */
struct show_variant {
    int8_t option, value;
    const char *title; /* marked for translation; NULL: the last one */
};

struct game_show {
    /* In a sentence each, marked for translation: what the game is about, how placements are typed
     * (NULL: there are none), and what its puzzles ask for. */
    const char *about, *usage, *task;
    const struct show_variant *variants;        /* NULL: none */
    const char *(*level)(const int8_t *option); /* how hard the options are; NULL: as they are */
    const struct sentence_kind *kinds; /* from SENTENCES_IN_COMMON on; the last one has no name */
    /* Piles, hand, facts and the cards of each seat; the rest of the show is filled in around it.
     */
    void (*show)(const stos_view *view, struct show *out);
    /* What everybody at the table hears of a legal move; returns how many sentences. The views are
     * one seat's before and after it; the mover's own tell more than anybody else's. */
    int (*tell)(const stos_view *before, int seat, stos_move move, const stos_view *after,
                struct sentence out[SENTENCES]);
    struct sentence (*result)(const stos_view *view); /* of a game that is over */
    /* The cards that a seat will draw, next first, for puzzles, in which they lie open; returns how
     * many. NULL: there are none. */
    int (*draws)(const stos_state *state, int seat, uint8_t out[SHOW_DRAWS]);

    /* Games with piles: a placement on a view, which needs no hidden card. NULL elsewhere. */
    stos_error (*refuse)(const stos_view *view, int card, int pile); /* by the seat on turn */
    void (*put)(stos_view *view, int seat, int card, int pile);
    bool (*closes)(const stos_view *view); /* after it: the own turn, or the game, is over */

    /* Games with bids. NULL elsewhere. */
    int (*ladder)(const stos_view *view, struct show_step out[SHOW_BIDS]); /* lowest first */
    double (*chance)(const stos_view *view, struct show_bid bid);
    void (*reveal)(const stos_view *view, struct show_reveal *out);
};

/* ---------------------------------------------------------------- for faces */

void game_show_of(const stos_view *view, struct show *out);

/* Sentences, to be worded with game_sentence_kind(). */
int game_tell(const stos_view *before, int seat, stos_move move, const stos_view *after,
              struct sentence out[SENTENCES]);
struct sentence game_tell_result(const stos_view *view);
const struct sentence_kind *game_sentence_kind(const stos_game *game, int kind);

/*
 * The words of a sentence: `template` is `one` or `many` of its kind, translated. `name` gives the
 * name of a seat. Returns the full length; writes at most `size` bytes including the NUL.
 */
typedef const char *show_name(void *context, int seat);
size_t game_sentence_text(const char *template, const struct sentence *sentence, show_name *name,
                          void *context, char *out, size_t size);

/* The numbers of a fact, or NULL where the view has no such fact. */
const int16_t *show_fact(const struct show *show, int kind);

/* How far a card moves a pile forward; negative: back. */
static inline int show_jump(const struct show_pile *pile, int card)
{
    return pile->rising ? card - pile->top : pile->top - card;
}

/* Places that a pile has left before its end. */
int show_room(const struct show_pile *pile);

/* Whether the hand holds a card with this number. */
bool show_holds(const struct show *show, int card);

/*
 * A turn laid out in private (TG17): puts a card of the view's own seat on a pile, on the view
 * alone. `closes`: the card ends the turn or the game; which cards are drawn then nobody knows, so
 * nothing more can be laid out. A refused move changes nothing.
 */
stos_error game_lay_out(stos_view *view, stos_move move, bool *closes);

/* Any seat's placement on the piles of a view, as others see it; other moves change nothing. */
void game_put(stos_view *view, int seat, stos_move move);

/* The ladder of bids, lowest first; how many there are, 0 in games without bids. */
int game_ladder(const stos_view *view, struct show_step out[SHOW_BIDS]);

/* The chance that a bid holds by the cards alone: given the view's own hand, if the others show
 * either end of each card with equal probability. -1 for a spectator, or without bids. */
double game_bid_chance(const stos_view *view, struct show_bid bid);

/* False where no challenge happened. */
bool game_reveal(const stos_view *view, struct show_reveal *out);

/* ---------------------------------------------------------------- for games */

struct sentence game_sentence(int kind, int a, int b, int c);

/* Adds a fact with up to two numbers. */
void show_add_fact(struct show *show, int kind, int a, int b);

/* Adds a card with a number to the hand. */
void show_add_cards(struct show *show, stos_cards hand);

struct sentence game_tell_vote(int seat, stos_move move);

/* A placement on a pile as its player sees it, and the cards drawn after it; returns how many. */
int game_tell_placement(const struct show_pile *pile, stos_move move, int drawn,
                        struct sentence out[SENTENCES]);

#endif
