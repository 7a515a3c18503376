/*
 * lie/numbers.c - LIE as numbers: its actions and observations, as numbered in
 * include/stos_learn.h.
 *
 * Observations are made from views alone. A bid has the same number under both orders and for any
 * number of cards, so what was learned in one round holds in the next; only which bids are higher
 * differs.
 */
#include "game/lie/lie.h"
#include "game/lie/put_hand.h"
#include "game/numbers.h"

#include <string.h>

enum { PHASES = 4, SEAT_BIDS = STOS_LIE_HAND * STOS_LIE_FACES };

static const struct game_field fields[] = {
    {"hand", LIE_HAND_NUMBERS, 0,
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
    {"shown", 0, LIE_HAND_NUMBERS, "the hands that it opened, each seat's as in hand"},
    {"voting", 1, 0, "1 while the starter is not agreed yet; phase is all 0 then"},
    {"votes", 0, 1, "the seat that each seat votes for, counted from one's own; -1 for none"},
    {NULL, 0, 0, NULL},
};

/* ---------------------------------------------------------------- observations */

_Static_assert(offsetof(struct stos_lie_view, face) + LIE_HAND_READ <= sizeof(struct stos_lie_view),
               "what is read is of the view");

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

static int8_t *put_challenge(int8_t *at, struct numbers_eyes eyes,
                             const struct stos_lie_reveal *last)
{
    const struct stos_lie_hands *hands = &last->hands;
    at = numbers_put(at, last->happened);
    at = numbers_put(at, last->count);
    at = numbers_put(at, last->face);
    at = numbers_put(at, last->found);
    at = numbers_put_seats(at, eyes, (unsigned)last->happened << last->challenger);
    at = numbers_put_seats(at, eyes, (unsigned)last->happened << last->bidder);
    at = numbers_put_seats(at, eyes, (unsigned)last->happened << last->loser);
    for (int i = 0; i < eyes.seats; i++) {
        int seat = numbers_seat_at(eyes, i);
        at = lie_put_hand(at, hands->kind[seat], hands->face[seat], hands->size[seat]);
    }
    return at;
}

static void observe(const stos_view *view, int8_t *restrict at)
{
    const struct stos_lie_view *seen = &view->as.lie;
    const struct stos_lie_table *table = &seen->table;
    struct numbers_eyes eyes = eyes_of(seen);
    bool started = table->phase != STOS_PHASE_START,
         may_vote = table->option[STOS_LIE_START] == STOS_LIE_START_AGREE;
    at = lie_put_hand(at, seen->kind, seen->face, hand_size(seen));
    at = numbers_put_bits(at, UINT64_C(1) << table->phase >> STOS_PHASE_SHOW, PHASES);
    at = numbers_put(at, table->round);
    at = numbers_put(at, table->cards);
    at = numbers_put(at, table->bid_count);
    at = numbers_put(at, table->bid_face);
    at = numbers_put(at, table->direction);
    at = numbers_put(at, table->wild);
    at = numbers_put(at, table->tiebreak);
    at = numbers_put_each(at, eyes, table->count, sizeof table->count);
    at = numbers_put_seats(at, eyes, table->chosen);
    at = numbers_put_seats(at, eyes, (unsigned)started << table->starter);
    at = numbers_put_seats(at, eyes, (unsigned)started << table->turn);
    at = numbers_put_seats(at, eyes, table->winner < 0 ? 0 : 1u << table->winner);
    for (int i = 0; i < SEAT_BIDS * eyes.seats; i += 64)
        numbers_put_bits(at + i, table->bids[i / 64], 64);
    at += SEAT_BIDS * eyes.seats;
    at = put_challenge(at, eyes, &table->last);
    at = numbers_put(at, !started);
    for (int i = 0; i < eyes.seats; i++)
        at[i] = may_vote ? numbers_vote(eyes, table->vote[numbers_seat_at(eyes, i)]) : -1;
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

/* Bids are worked out ten counts at a time, which is what two players have: bit 6 * i of this is
 * the lowest face at count i. */
enum { WORD_BIDS = 2 * SEAT_BIDS, WORD_COUNTS = WORD_BIDS / STOS_LIE_FACES };
static const uint64_t every_count = UINT64_C(0x0041041041041041),
                      every_face = (1 << STOS_LIE_FACES) - 1;

/* The lowest bits of a word: any number of them, of which a word of bids has no more than its own.
 */
static uint64_t lowest(int count)
{
    return (UINT64_C(1) << (count < 0 ? 0 : count > WORD_BIDS ? WORD_BIDS : count)) - 1;
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

static void legal_bids(const struct stos_lie_table *table, uint64_t *out, int words)
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
    .legal = legal,
};
