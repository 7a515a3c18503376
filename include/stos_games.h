/*
 * stos_games.h - the layout of each game's state and view, for programs that read the fields.
 *
 * Part of stos.h, which includes it; do not include it alone. Every game has three structs: the
 * table is what everybody sees, the state adds what nobody may know, and the view adds what one
 * seat knows. Sets of cards and of seats are bit sets. An option's value is a number as written in
 * the rules string, or a word, for which there are constants here.
 */
#ifndef STOS_GAMES_H
#define STOS_GAMES_H

#ifndef STOS_H
#error "include stos.h, which includes stos_games.h"
#endif

/* A set of seats: bit i is seat i. */
typedef uint8_t stos_seats;

/* A set of cards 0..127: bit c of the two words. */
typedef struct stos_cards {
    uint64_t word[2];
} stos_cards;

enum stos_phase {
    STOS_PHASE_START,
    STOS_PHASE_PLAY,
    STOS_PHASE_SHOW,
    STOS_PHASE_DIRECTION,
    STOS_PHASE_BID,
    STOS_PHASE_OVER
};

/* thegame. Piles 0..3 are U1, U2 (rising) and D1, D2 (falling). */
enum { STOS_THEGAME_SEATS = 5, STOS_THEGAME_PILES = 4, STOS_THEGAME_CARDS = 98 };
enum {
    STOS_THEGAME_PLAYERS,
    STOS_THEGAME_MIN,
    STOS_THEGAME_HAND,
    STOS_THEGAME_FIRE,
    STOS_THEGAME_START
}; /* options */
enum { STOS_THEGAME_HAND_FULL = -1, STOS_THEGAME_HAND_LESS = -2 };
enum { STOS_THEGAME_FIRE_OFF = -1, STOS_THEGAME_FIRE_NEXT = -2, STOS_THEGAME_FIRE_NOW = -3 };
enum { STOS_THEGAME_START_AGREE = -1, STOS_THEGAME_START_LOT = -2 };

enum { STOS_THEGAME_TURN_UNKNOWN = 255 };

/* What everybody at the table sees. */
struct stos_thegame_table {
    stos_cards gone;                 /* cards placed */
    int8_t option[5];                /* players, min, hand, fire, start */
    int8_t vote[STOS_THEGAME_SEATS]; /* the seat voted for, or -1 (TG3) */
    uint8_t phase;                   /* enum stos_phase */
    uint8_t top[STOS_THEGAME_PILES];
    uint8_t turn;    /* the seat on turn; after the game the last one, which may be unknown in a
                        view from a text: stos_view_parse() */
    uint8_t placed;  /* cards placed in this turn */
    uint8_t minimum; /* of this turn (TG7) */
    uint8_t due;     /* piles that must be covered before this turn ends, as bits (TG14, TG15) */
};

struct stos_thegame {
    struct stos_thegame_table table;
    stos_cards hand[STOS_THEGAME_SEATS];
    uint8_t drawn;                    /* cards that have left the draw pile */
    uint8_t draw[STOS_THEGAME_CARDS]; /* draw[drawn] is the next card; 0 where a card has left */
};

struct stos_thegame_view {
    struct stos_thegame_table table;
    stos_cards hand; /* one's own */
    int8_t seat;
    uint8_t hand_count[STOS_THEGAME_SEATS];
    uint8_t draw_count;
};

/* facetoface. Piles of a player: 0 rising, 1 falling. In a move, piles 0..3 are U, D, oU, oD. */
enum { STOS_FACETOFACE_CARDS = 58, STOS_FACETOFACE_HAND = 6 };
enum { STOS_FACETOFACE_LAST, STOS_FACETOFACE_START }; /* options */
enum { STOS_FACETOFACE_LAST_STRICT = -1, STOS_FACETOFACE_LAST_LENIENT = -2 };
enum { STOS_FACETOFACE_START_LOT = -1 };

struct stos_facetoface_table {
    uint64_t gone[2]; /* each owner's cards that have been placed, on any pile */
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
    uint8_t draw[2][STOS_FACETOFACE_CARDS]; /* as in thegame */
};

struct stos_facetoface_view {
    struct stos_facetoface_table table;
    uint64_t hand;
    int8_t seat;
    uint8_t hand_count[2];
    uint8_t draw_count[2];
};

/* lie. A card is a number 0..14, the pairs of faces (1,2), (1,3), ... (5,6) in order; there are two
 * of each. */
enum {
    STOS_LIE_SEATS = 6,
    STOS_LIE_FACES = 6,
    STOS_LIE_KINDS = 15,
    STOS_LIE_CARDS = 30,
    STOS_LIE_HAND = 5,
    STOS_LIE_ROUNDS = 30
};
enum {
    STOS_LIE_PLAYERS,
    STOS_LIE_ORDER,
    STOS_LIE_ONES,
    STOS_LIE_DIRECTION,
    STOS_LIE_COUNTS,
    STOS_LIE_END,
    STOS_LIE_START
}; /* options */
enum { STOS_LIE_ORDER_FACE = -1, STOS_LIE_ORDER_COUNT = -2 };
enum { STOS_LIE_ONES_PLAIN = -1, STOS_LIE_ONES_WILD = -2 };
enum { STOS_LIE_DIRECTION_FIXED = -1, STOS_LIE_DIRECTION_CHOOSE = -2 };
enum { STOS_LIE_COUNTS_UP = -1, STOS_LIE_COUNTS_DOWN = -2 };
enum { STOS_LIE_END_FIRST = -1, STOS_LIE_END_LAST = -2 };
enum { STOS_LIE_START_LOT = -1, STOS_LIE_START_AGREE = -2 };

/* The two faces of a card kind, the lower one first. */
static inline int stos_lie_low_face(int kind)
{
    return 1 + (kind >= 5) + (kind >= 9) + (kind >= 12) + (kind >= 14);
}
static inline int stos_lie_high_face(int kind)
{
    static const uint8_t high[STOS_LIE_KINDS] = {2, 3, 4, 5, 6, 3, 4, 5, 6, 4, 5, 6, 5, 6, 6};
    return high[kind];
}

/* Everybody's cards and chosen ends: hands sorted, faces in the order of the hand, 0 where there is
 * no card. */
struct stos_lie_hands {
    uint8_t size[STOS_LIE_SEATS];
    uint8_t kind[STOS_LIE_SEATS][STOS_LIE_HAND];
    uint8_t face[STOS_LIE_SEATS][STOS_LIE_HAND]; /* 0: not chosen */
};

/* The last challenge, and the hands that it revealed. */
struct stos_lie_reveal {
    bool happened;
    uint8_t count, face, found; /* the bid, and how many there were */
    uint8_t challenger, bidder, loser;
    struct stos_lie_hands hands;
};

struct stos_lie_table {
    uint64_t bids[3]; /* the bids of this round: bit 6 * (count - 1) + face - 1; each was higher
                         than the one before */
    int8_t option[7]; /* players, order, ones, direction, cards, end, start */
    int8_t vote[STOS_LIE_SEATS]; /* the seat voted for, or -1 (LI3) */
    uint8_t phase;
    uint8_t round; /* from 1 */
    uint8_t cards; /* in play this round */
    uint8_t bid_count,
        bid_face;     /* the standing bid, the highest of the round; 0 before the first */
    int8_t direction; /* 1 clockwise, -1 counter-clockwise, 0 not declared */
    bool wild;        /* ones count as every face now (LI12) */
    bool tiebreak;    /* the tied players play on (LI11) */
    uint8_t count[STOS_LIE_SEATS]; /* cards each draws; 0 when out */
    stos_seats in, chosen; /* seats still in the game; seats that have chosen their ends (LI3: until
                              all have, they may choose again) */
    uint8_t starter, turn; /* 0 while the starter is not agreed */
    int8_t winner;         /* seat or -1 */
    struct stos_lie_reveal last;
};

struct stos_lie {
    struct stos_lie_table table;
    struct stos_lie_hands hands;
    stos_seed seed; /* of the rounds to come */
    uint8_t rounds; /* explicit rounds given */
    uint8_t deck[STOS_LIE_ROUNDS]
                [STOS_LIE_CARDS / 2]; /* their cards, two to a byte, the first in the low half */
};

struct stos_lie_view {
    struct stos_lie_table table;
    int8_t seat;
    uint8_t kind[STOS_LIE_HAND], face[STOS_LIE_HAND]; /* one's own */
};

/* Every game: what its structs are called, and its id. One row makes it known everywhere. */
#define STOS_EACH_GAME(GAME) \
    GAME(thegame, THEGAME) \
    GAME(facetoface, FACETOFACE) \
    GAME(lie, LIE)

/* The bid with a given rank under the table's order and number of cards, and the rank of a bid. */
void stos_lie_bid_at(const struct stos_lie_table *table, int rank, int *count, int *face);
int stos_lie_rank(const struct stos_lie_table *table, int count, int face);
int stos_lie_last_bid(
    const struct stos_lie_table *table); /* rank of the standing bid, -1 before the first */
bool stos_lie_ones_wild(const struct stos_lie_table *table); /* now (LI12) */
int stos_lie_next_seat(const struct stos_lie_table *table,
                       int seat); /* in the direction of this round */

#endif
