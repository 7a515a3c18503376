/*
 * lie/numbers.c - LIE as numbers: its actions and observations, as numbered in
 * include/stos_learn.h.
 *
 * Observations are made from views alone. A bid has the same number under both orders and for any
 * number of cards, so what was learned in one round holds in the next; only which bids are higher
 * differs.
 */
#include "game/lie/lie.h"
#include "game/numbers.h"

#include <string.h>

enum { FIXED = 31, PER_SEAT = 54 }; /* how long an observation is */
enum { PHASES = 4, CARD_NUMBERS = 3 * STOS_LIE_HAND, SEAT_BIDS = STOS_LIE_HAND * STOS_LIE_FACES };

static const struct game_field fields[] = {
    {"hand", CARD_NUMBERS, 0,
     "for each of five cards: lower face, higher face, chosen face; 0 where there is none"},
    {"phase", PHASES, 0, "1 for the phase: choosing ends, direction, bidding, over"},
    {"round", 1, 0, "the round, from 1"},
    {"cards", 1, 0, "cards in play in this round"},
    {"bid", 2, 0, "count and face of the standing bid; 0 before the first"},
    {"direction", 1, 0, "1 clockwise, -1 counter-clockwise, 0 not declared"},
    {"wild", 1, 0, "1 when ones count as every face now"},
    {"tiebreak", 1, 0, "1 when the tied players play on"},
    {"counts", 0, 1, "cards of each seat; 0 when out"},
    {"chosen", 0, 1, "1 for each seat that has chosen its ends"},
    {"starter", 0, 1, "1 for the seat that starts the round; all 0 while voting"},
    {"turn", 0, 1, "1 for the seat on turn; all 0 while voting"},
    {"winner", 0, 1, "1 for the seat that has won"},
    {"bids", 0, SEAT_BIDS, "1 for each bid of this round, at 6 * (count - 1) + face - 1"},
    {"challenge", 4, 0,
     "1 after the first challenge; count and face of the bid; how many were found"},
    {"challenger", 0, 1, "1 for the seat that made the last challenge"},
    {"bidder", 0, 1, "1 for the seat that was challenged"},
    {"loser", 0, 1, "1 for the seat that lost it"},
    {"shown", 0, CARD_NUMBERS, "the hands that it opened, each seat's as in hand"},
    {"voting", 1, 0, "1 while the starter is not agreed yet; phase is all 0 then"},
    {"votes", 0, 1, "the seat that each seat votes for, counted from one's own; -1 for none"},
    {NULL, 0, 0, NULL},
};

/* ---------------------------------------------------------------- observations */

/* Eight bytes are read where a hand has five, because that is one load: a view has as many after
 * the last hand in it. */
enum { HAND_READ = 8 };
_Static_assert(offsetof(struct stos_lie_view, face) + HAND_READ <= sizeof(struct stos_lie_view),
               "what is read is of the view");

#ifdef __SSSE3__
typedef char sixteen __attribute__((vector_size(16)));
typedef uint64_t two_words __attribute__((vector_size(16)));

/* For each number of a hand: which card it is of, and which of the three numbers of the card. The
 * last one is of no card. */
#define CARDS_OF_NUMBERS 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5
#define CARDS_AFTER_THEM 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10
#define PLACES_OF_NUMBERS 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 3
#define LOW_FACES 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 0
#define HIGH_FACES 2, 3, 4, 5, 6, 3, 4, 5, 6, 4, 5, 6, 5, 6, 6, 0
#endif

/* Five cards; sixteen numbers are written. How many there are cannot be predicted, so no branch
 * asks. */
static inline int8_t *put_hand(int8_t *at, const uint8_t *kind, const uint8_t *face, int size)
{
#ifdef __SSSE3__
    static const sixteen low = {LOW_FACES}, high = {HIGH_FACES}, card = {CARDS_OF_NUMBERS},
                         place = {PLACES_OF_NUMBERS};
    sixteen kinds =
        __builtin_ia32_pshufb128((sixteen)(two_words){word_load(kind, HAND_READ)}, card);
    sixteen faces =
        __builtin_ia32_pshufb128((sixteen)(two_words){word_load(face, HAND_READ)}, card);
    sixteen three = ((sixteen)(place == 0) & __builtin_ia32_pshufb128(low, kinds)) |
        ((sixteen)(place == 1) & __builtin_ia32_pshufb128(high, kinds)) |
        ((sixteen)(place == 2) & faces);
    three &= (sixteen)(card < (char)size);
    memcpy(at, &three, sizeof three);
#else
    uint32_t three[STOS_LIE_HAND];
    for (int i = 0; i < STOS_LIE_HAND; i++) {
        unsigned ends = lie_ends(kind[i]);
        three[i] = ((ends & 15) | ends >> 4 << 8 | (unsigned)face[i] << 16) & -(uint32_t)(i < size);
    }
    numbers_put_eight(at, three[0] | (uint64_t)three[1] << 24 | (uint64_t)three[2] << 48);
    numbers_put_eight(at + 8, three[2] >> 16 | (uint64_t)three[3] << 8 | (uint64_t)three[4] << 32);
#endif
    return at + CARD_NUMBERS;
}

/* The hands that a challenge has opened, from the own one on; one number more is written. */
static inline int8_t *put_hands(int8_t *at, const struct stos_lie_hands *hands,
                                struct numbers_eyes eyes)
{
    for (int i = 0; i < eyes.seats; i++) {
        int seat = numbers_seat_at(eyes, i);
        at = put_hand(at, hands->kind[seat], hands->face[seat], hands->size[seat]);
    }
    return at;
}

#ifdef __AVX2__
/* The same of two, which lie side by side, at once: an open hand has a face wherever it has a card,
 * so its size is not asked. */
static inline int8_t *put_both_hands(int8_t *at, const struct stos_lie_hands *hands, int own)
{
    typedef char bytes __attribute__((vector_size(32)));
    typedef uint64_t words __attribute__((vector_size(32)));
    static const bytes card[] = {{CARDS_OF_NUMBERS, CARDS_AFTER_THEM},
                                 {CARDS_AFTER_THEM, CARDS_OF_NUMBERS}};
    static const bytes place = {PLACES_OF_NUMBERS, PLACES_OF_NUMBERS};
    static const bytes low = {LOW_FACES, LOW_FACES}, high = {HIGH_FACES, HIGH_FACES};
    two_words kind, face;
    memcpy(&kind, hands->kind, sizeof kind);
    memcpy(&face, hands->face, sizeof face);
    bytes kinds =
        __builtin_ia32_pshufb256((bytes)(words){kind[0], kind[1], kind[0], kind[1]}, card[own]);
    bytes faces =
        __builtin_ia32_pshufb256((bytes)(words){face[0], face[1], face[0], face[1]}, card[own]);
    kinds |= (bytes)(faces == 0); /* no kind has no faces */
    bytes three = ((bytes)(place == 0) & __builtin_ia32_pshufb256(low, kinds)) |
        ((bytes)(place == 1) & __builtin_ia32_pshufb256(high, kinds)) |
        ((bytes)(place == 2) & faces);
    memcpy(at, &three, sizeof three / 2);
    memcpy(at + CARD_NUMBERS, (const char *)&three + sizeof three / 2, sizeof three / 2);
    return at + 2 * CARD_NUMBERS;
}
#endif

/*
 * A table and a challenge keep some numbers side by side as an observation has them, so that they
 * are copied as one word: round to tiebreak, and whether there was a challenge to what it found.
 */
enum { TABLE_BLOCK = 7, CHALLENGE_BLOCK = 4 };
_Static_assert(offsetof(struct stos_lie_table, tiebreak) - offsetof(struct stos_lie_table, round) ==
                   TABLE_BLOCK - 1,
               "as in an observation");
_Static_assert(offsetof(struct stos_lie_reveal, found) -
                       offsetof(struct stos_lie_reveal, happened) ==
                   CHALLENGE_BLOCK - 1,
               "as in an observation");

static struct numbers_eyes eyes_of(const struct stos_lie_view *seen)
{
    return numbers_eyes_of(seen->seat, seen->table.option[STOS_LIE_PLAYERS]);
}

/* The count of a loser has changed when the game is over, the hand has not. */
static int hand_size(const struct stos_lie_view *seen)
{
    if (seen->seat < 0)
        return 0;
    return seen->table.phase == STOS_PHASE_OVER ? seen->table.last.hands.size[seen->seat]
                                                : seen->table.count[seen->seat];
}

/* Bids are worked out ten counts at a time, which is what two players have: bit 6 * i of this is
 * the lowest face at count i. */
enum { WORD_BIDS = 2 * SEAT_BIDS, WORD_COUNTS = WORD_BIDS / STOS_LIE_FACES };
static const uint64_t every_count = UINT64_C(0x0041041041041041),
                      every_face = (1 << STOS_LIE_FACES) - 1;

/* The lowest bits of a word, if they are 0 to 60 and if they may be any number. */
static uint64_t few(int count) { return (UINT64_C(1) << count) - 1; }
static uint64_t lowest(int count)
{
    return few(count < 0 ? 0 : count > WORD_BIDS ? WORD_BIDS : count);
}

/* More are written than there are bids, where a challenge is written afterwards. */
static inline int8_t *put_bids(int8_t *at, const uint64_t *bids, int seats)
{
    for (int i = 0; i < SEAT_BIDS * seats; i += 32)
        numbers_put_32(at + i, (uint32_t)(bids[i / 64] >> i % 64));
    return at + SEAT_BIDS * seats;
}

static inline uint64_t votes_of(struct numbers_eyes eyes, const struct stos_lie_table *table)
{
    bool may_vote = table->option[STOS_LIE_START] == STOS_LIE_START_AGREE;
    return may_vote ? numbers_votes(eyes, table->vote, sizeof table->vote) : ~UINT64_C(0);
}

_Static_assert(offsetof(struct stos_lie_table, winner) - offsetof(struct stos_lie_table, chosen) ==
                   3,
               "seats are read as one word");
_Static_assert(offsetof(struct stos_lie_reveal, loser) -
                       offsetof(struct stos_lie_reveal, challenger) ==
                   2,
               "seats are read as one word");

/* Chosen, starter, turn, winner, and of the last challenge the challenger, the bidder and the
 * loser, side by side. */
static inline uint64_t seat_sets(struct numbers_eyes eyes, const struct stos_lie_table *table,
                                 bool started)
{
    const struct stos_lie_reveal *last = &table->last;
    uint64_t now = word_load(&table->chosen, 4), before = word_load(&last->challenger, 4);
    uint64_t nobody = 0xff | (started ? 0 : UINT64_C(0xffff00)) |
        (last->happened ? UINT64_C(0) : UINT64_C(0xffffff)) << 32;
    return numbers_narrow_sets(eyes, numbers_only(now | before << 32 | nobody) | table->chosen);
}

static inline int8_t *put_challenge(int8_t *at, struct numbers_eyes eyes,
                                    const struct stos_lie_reveal *last, uint64_t sets)
{
    at = numbers_put_few(at, word_load(&last->happened, CHALLENGE_BLOCK), CHALLENGE_BLOCK);
    at = numbers_put_sets(at, sets, 3 * eyes.seats);
#ifdef __AVX2__
    if (eyes.seats == 2)
        return put_both_hands(at, &last->hands, eyes.own);
#endif
    return put_hands(at, &last->hands, eyes);
}

__attribute__((always_inline)) static inline void
observe_by(struct numbers_eyes eyes, const struct stos_lie_view *seen, int8_t *restrict at)
{
    const struct stos_lie_table *table = &seen->table;
    bool started = table->phase != STOS_PHASE_START;
    uint64_t sets = seat_sets(eyes, table, started);
    numbers_put_back(at + FIXED + PER_SEAT * eyes.seats, votes_of(eyes, table), eyes.seats);
    at = put_hand(at, seen->kind, seen->face, hand_size(seen));
    at = numbers_put_few(at, UINT64_C(1) << 8 * table->phase >> 8 * STOS_PHASE_SHOW, PHASES);
    at = numbers_put_few(at, word_load(&table->round, 8), TABLE_BLOCK);
    at = numbers_put_few(at, numbers_each(eyes, table->count, sizeof table->count), eyes.seats);
    at = numbers_put_sets(at, sets, 4 * eyes.seats);
    at = put_bids(at, table->bids, eyes.seats);
    at = put_challenge(at, eyes, &table->last, sets >> 4 * eyes.seats);
    numbers_put(at, !started);
}

/* Two players are the most usual; with the number as a constant their places are, too. What many
 * need would only slow them down. */
static void observe_for_two(const struct stos_lie_view *seen, int8_t *at)
{
    observe_by(numbers_eyes_of(seen->seat, 2), seen, at);
}

__attribute__((noinline)) static void observe_for_many(const struct stos_lie_view *seen, int8_t *at)
{
    observe_by(numbers_eyes_of(seen->seat, seen->table.option[STOS_LIE_PLAYERS]), seen, at);
}

static void observe(const stos_view *view, int8_t *at)
{
    const struct stos_lie_view *seen = &view->as.lie;
    if (seen->table.option[STOS_LIE_PLAYERS] == 2)
        observe_for_two(seen, at);
    else
        observe_for_many(seen, at);
}

static void scores(const stos_state *state, float *out)
{
    const struct stos_lie_table *table = &state->as.lie.table;
    int players = table->option[STOS_LIE_PLAYERS];
    float loss = table->winner < 0 ? 0.0F : -1.0F / (float)(players - 1);
    for (int seat = 0; seat < players; seat++)
        out[seat] = loss;
    if (table->winner >= 0)
        out[table->winner] = 1.0F;
}

/* ---------------------------------------------------------------- actions */

static int bid_count(const int8_t *option) { return SEAT_BIDS * option[STOS_LIE_PLAYERS]; }

static int action_count(const int8_t *option)
{
    bool votes = option[STOS_LIE_START] == STOS_LIE_START_AGREE;
    return votes ? LIE_FIRST_VOTE + option[STOS_LIE_PLAYERS] : LIE_FIRST_BID + bid_count(option);
}

/* Faces that are no end of their card are left as 0; the move that comes back tells. */
static int choice_of(const struct stos_lie_view *seen, stos_move faces)
{
    int choice = 0;
    for (int i = 0; i < hand_size(seen); i++)
        choice |= ((int)(faces >> 4 * i & 15) == stos_lie_high_face(seen->kind[i])) << i;
    return choice;
}

static stos_move move_of_choice(const struct stos_lie_view *seen, int choice)
{
    int size = hand_size(seen);
    return size == 0 || choice >> size ? STOS_NO_MOVE : lie_choice(seen->kind, size, choice);
}

static int vote_of(const struct stos_lie_view *seen, int starter)
{
    return starter < seen->table.option[STOS_LIE_PLAYERS]
        ? LIE_FIRST_VOTE + numbers_from_own(eyes_of(seen), starter)
        : -1;
}

static int action_of(const stos_view *view, stos_move move)
{
    switch (stos_move_kind(move)) {
    case STOS_START: return vote_of(&view->as.lie, stos_move_low(move));
    case STOS_SHOW: return choice_of(&view->as.lie, move);
    case STOS_DIR: return LIE_DIRECTION + stos_move_low(move);
    case STOS_BID:
        return LIE_FIRST_BID +
            lie_number((struct lie_bid){stos_move_low(move), stos_move_high(move)});
    case STOS_CALL: return LIE_CALL;
    default: return -1;
    }
}

static stos_move action_move(const stos_view *view, int action)
{
    if (action < LIE_CHOICES)
        return move_of_choice(&view->as.lie, action);
    if (action < LIE_CALL)
        return stos_move_make(STOS_DIR, action - LIE_DIRECTION, 0);
    if (action == LIE_CALL)
        return stos_move_make(STOS_CALL, 0, 0);
    if (action >= LIE_FIRST_VOTE)
        return stos_move_make(STOS_START,
                              numbers_seat_at(eyes_of(&view->as.lie), action - LIE_FIRST_VOTE), 0);
    int bid = action - LIE_FIRST_BID;
    if (bid >= bid_count(view->as.lie.table.option))
        return STOS_NO_MOVE;
    return stos_move_make(STOS_BID, 1 + bid / STOS_LIE_FACES, 1 + bid % STOS_LIE_FACES);
}

/*
 * Those of ten counts of bids that are legal after one on a face. LI6: up to the standing count
 * only higher faces, above it the same face too. LI7: whatever has a higher number.
 */
static inline uint64_t raises(bool by_count, uint64_t up_to_bid, uint64_t up_to_count, int face)
{
    uint64_t higher = every_count * (every_face << (face & 7) & every_face),
             same = every_count << (face & 7) >> 1;
    return by_count ? ~up_to_bid : higher | (same & ~up_to_count);
}

/* Not a part of its caller, where two players would save the registers that this needs. */
__attribute__((noinline)) static void legal_bids(const struct stos_lie_table *table, uint64_t *out,
                                                 int words)
{
    bool by_count = table->option[STOS_LIE_ORDER] == STOS_LIE_ORDER_COUNT;
    int count = table->bid_count, face = table->bid_face, cards = table->cards;
    struct numbers_row row = {out, 0, 0};
    numbers_append(&row, (uint64_t)(count > 0) << LIE_CALL, LIE_FIRST_BID);
    for (int first = 0; first < cards; first += WORD_COUNTS, count -= WORD_COUNTS) {
        uint64_t up_to_bid = lowest(STOS_LIE_FACES * (count - 1) + face),
                 up_to_count = lowest(STOS_LIE_FACES * count);
        numbers_append(&row,
                       raises(by_count, up_to_bid, up_to_count, face) &
                           lowest(STOS_LIE_FACES * (cards - first)),
                       WORD_BIDS);
    }
    numbers_append_end(&row, out + words);
}

/* The same where all bids are of ten counts and end in the second word, as those of two players do.
 */
static void legal_few_bids(const struct stos_lie_table *table, uint64_t out[2])
{
    bool by_count = table->option[STOS_LIE_ORDER] == STOS_LIE_ORDER_COUNT,
         is_bid = table->bid_count > 0;
    int up_to_count = STOS_LIE_FACES * table->bid_count,
        up_to_bid = up_to_count - STOS_LIE_FACES * is_bid + table->bid_face;
    uint64_t higher = raises(by_count, few(up_to_bid), few(up_to_count), table->bid_face) &
        few(STOS_LIE_FACES * table->cards);
    out[0] = higher << LIE_FIRST_BID | (uint64_t)is_bid << LIE_CALL;
    out[1] = higher >> (64 - LIE_FIRST_BID);
}

/* Choices of ends and directions, the lowest actions, or votes, the highest. */
static void legal_choices(const struct stos_lie_view *seen, uint64_t *out, int words)
{
    bool shows = seen->table.phase == STOS_PHASE_SHOW,
         votes = seen->table.phase == STOS_PHASE_START;
    uint64_t lowest_word = votes ? 0
        : shows                  ? (UINT64_C(1) << (1 << hand_size(seen))) - 1
                                 : UINT64_C(3) << LIE_DIRECTION;
    struct numbers_row row = {out, lowest_word, 0};
    numbers_append_end(&row, out + words);
    if (votes)
        out[words - 1] = ((UINT64_C(1) << seen->table.option[STOS_LIE_PLAYERS]) - 1)
            << LIE_FIRST_VOTE % 64;
}

static void legal(const stos_view *view, uint64_t *out, int words)
{
    const struct stos_lie_view *seen = &view->as.lie;
    if (seen->table.phase != STOS_PHASE_BID)
        legal_choices(seen, out, words);
    else if (words == 2 && seen->table.cards <= WORD_COUNTS)
        legal_few_bids(&seen->table, out);
    else
        legal_bids(&seen->table, out, words);
}

const struct game_numbers lie_numbers = {
    .fields = fields,
    .observe = observe,
    .scores = scores,
    .action_count = action_count,
    .action_of = action_of,
    .action_move = action_move,
    .step = lie_step,
    .legal = legal,
    .kind_bounds = {LIE_DIRECTION, LIE_CALL, LIE_FIRST_BID, LIE_FIRST_VOTE},
};
