/*
 * lie_numbers.c - LIE as numbers: its actions and observations, as include/stos.h counts them.
 *
 * Observations are made from views alone. A bid has the same number under both orders and any number of cards, so what
 * was learned in one round holds in the next; only which bids are higher differs.
 */
#include "numbers.h"

#include <string.h>

enum { PHASES = 4, CARD_NUMBERS = 3 * STOS_LIE_HAND, SEAT_BIDS = STOS_LIE_HAND * STOS_LIE_FACES };
enum {
    CHOICES = 1 << STOS_LIE_HAND,
    DIRECTION = CHOICES,
    CALL = DIRECTION + 2,
    FIRST_BID = CALL + 1,
    FIRST_VOTE = FIRST_BID + SEAT_BIDS * STOS_LIE_SEATS /* wherever the bids of fewer players end */
};

static const struct game_field fields[] = {
    {"hand", CARD_NUMBERS, 0, "for each of five cards: lower face, higher face, chosen face; 0 where there is none"},
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
    {"challenge", 4, 0, "1 after the first challenge; count and face of the bid; how many were found"},
    {"challenger", 0, 1, "1 for the seat that made the last challenge"},
    {"bidder", 0, 1, "1 for the seat that was challenged"},
    {"loser", 0, 1, "1 for the seat that lost it"},
    {"shown", 0, CARD_NUMBERS, "the hands that it opened, each seat's as in hand"},
    {"voting", 1, 0, "1 while the starter is not agreed yet; phase is all 0 then"},
    {"votes", 0, 1, "the seat that each seat votes for, counted from one's own; -1 for none"},
    {NULL, 0, 0, NULL},
};

/* ---------------------------------------------------------------- observations */

/* How many cards there are cannot be predicted, so all five are written, without a branch. */
static int8_t *put_hand(int8_t *at, const uint8_t *kind, const uint8_t *face, int size)
{
    static const uint16_t ends[STOS_LIE_KINDS] = {0x201, 0x301, 0x401, 0x501, 0x601, 0x302, 0x402, 0x502,
                                                  0x602, 0x403, 0x503, 0x603, 0x504, 0x604, 0x605};
    for (int i = 0; i < STOS_LIE_HAND; i++)
        numbers_put_three(at + 3 * i, ((uint32_t)ends[kind[i]] | (uint32_t)face[i] << 16) & -(uint32_t)(i < size));
    return at + CARD_NUMBERS;
}

static struct numbers_eyes eyes_of(const struct stos_lie_view *seen)
{
    return numbers_eyes_of(seen->seat, seen->table.option[STOS_LIE_PLAYERS]);
}

/* The count of a loser has changed when the game is over, the hand has not. */
static int hand_size(const struct stos_lie_view *seen)
{
    if (seen->seat < 0)
        return 0;
    return seen->table.phase == STOS_PHASE_OVER ? seen->table.last.hands.size[seen->seat] : seen->table.count[seen->seat];
}

static int bid_number(int count, int face) { return STOS_LIE_FACES * (count - 1) + face - 1; }

static int8_t *put_standing_bid(int8_t *at, const struct stos_lie_table *table)
{
    int count = 0, face = 0, last = stos_lie_last_bid(table);
    if (last >= 0)
        stos_lie_bid_at(table, last, &count, &face);
    at = numbers_put(at, count);
    return numbers_put(at, face);
}

static int8_t *put_bids(int8_t *at, const struct stos_lie_table *table)
{
    for (int word = 0; word < 3; word++) {
        for (uint64_t bids = table->bids[word]; bids; bids &= bids - 1) {
            int count, face;
            stos_lie_bid_at(table, 64 * word + __builtin_ctzll(bids), &count, &face);
            at[bid_number(count, face)] = 1;
        }
    }
    return at + SEAT_BIDS * table->option[STOS_LIE_PLAYERS];
}

static int8_t *put_challenge(int8_t *at, struct numbers_eyes eyes, const struct stos_lie_reveal *last)
{
    at = numbers_put(at, last->happened);
    at = numbers_put(at, last->count);
    at = numbers_put(at, last->face);
    at = numbers_put(at, last->found);
    at = numbers_put_seat(at, eyes, last->happened ? last->challenger : -1);
    at = numbers_put_seat(at, eyes, last->happened ? last->bidder : -1);
    at = numbers_put_seat(at, eyes, last->happened ? last->loser : -1);
    for (int i = 0; i < eyes.seats; i++) {
        int seat = numbers_seat_at(eyes, i);
        at = put_hand(at, last->hands.kind[seat], last->hands.face[seat], last->hands.size[seat]);
    }
    return at;
}

static void observe(const stos_view *view, int8_t *at)
{
    const struct stos_lie_view *seen = &view->as.lie;
    const struct stos_lie_table *table = &seen->table;
    struct numbers_eyes eyes = eyes_of(seen);
    at = put_hand(at, seen->kind, seen->face, hand_size(seen));
    bool voting = table->phase == STOS_PHASE_START;
    if (!voting)
        at[table->phase - STOS_PHASE_SHOW] = 1;
    at = numbers_put(at + PHASES, table->round);
    at = numbers_put(at, table->cards);
    at = put_standing_bid(at, table);
    at = numbers_put(at, table->direction);
    at = numbers_put(at, stos_lie_ones_wild(table));
    at = numbers_put(at, table->tiebreak);
    at = numbers_put_each(at, eyes, table->count);
    at = numbers_put_seats(at, eyes, table->chosen);
    at = numbers_put_seat(at, eyes, voting ? -1 : table->starter);
    at = numbers_put_seat(at, eyes, voting ? -1 : table->turn);
    at = numbers_put_seat(at, eyes, table->winner);
    at = put_bids(at, table);
    at = put_challenge(at, eyes, &table->last);
    at = numbers_put(at, voting);
    numbers_put_votes(at, eyes, table->vote);
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
    return votes ? FIRST_VOTE + option[STOS_LIE_PLAYERS] : FIRST_BID + bid_count(option);
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
    stos_move faces = 0;
    int size = hand_size(seen);
    if (size == 0 || choice >> size)
        return STOS_NO_MOVE;
    for (int i = 0; i < size; i++)
        faces |= (stos_move)(choice >> i & 1 ? stos_lie_high_face(seen->kind[i]) : stos_lie_low_face(seen->kind[i])) << 4 * i;
    return (stos_move)STOS_SHOW << 24 | faces;
}

static int vote_of(const struct stos_lie_view *seen, int starter)
{
    return starter < seen->table.option[STOS_LIE_PLAYERS] ? FIRST_VOTE + numbers_from_own(eyes_of(seen), starter) : -1;
}

static int action_of(const stos_view *view, stos_move move)
{
    switch (stos_move_kind(move)) {
    case STOS_START: return vote_of(&view->as.lie, stos_move_low(move));
    case STOS_SHOW: return choice_of(&view->as.lie, move);
    case STOS_DIR: return DIRECTION + stos_move_low(move);
    case STOS_BID: return FIRST_BID + bid_number(stos_move_low(move), stos_move_high(move));
    case STOS_CALL: return CALL;
    default: return -1;
    }
}

static stos_move action_move(const stos_view *view, int action)
{
    if (action < CHOICES)
        return move_of_choice(&view->as.lie, action);
    if (action < CALL)
        return stos_move_make(STOS_DIR, action - DIRECTION, 0);
    if (action == CALL)
        return stos_move_make(STOS_CALL, 0, 0);
    if (action >= FIRST_VOTE)
        return stos_move_make(STOS_START, numbers_seat_at(eyes_of(&view->as.lie), action - FIRST_VOTE), 0);
    int bid = action - FIRST_BID;
    if (bid >= bid_count(view->as.lie.table.option))
        return STOS_NO_MOVE;
    return stos_move_make(STOS_BID, 1 + bid / STOS_LIE_FACES, 1 + bid % STOS_LIE_FACES);
}

/* Bids are worked out ten counts at a time, which is what two players have: bit 6 * i of this is the lowest face at count i. */
enum { WORD_BIDS = 2 * SEAT_BIDS, WORD_COUNTS = WORD_BIDS / STOS_LIE_FACES };
static const uint64_t every_count = UINT64_C(0x0041041041041041);

static uint64_t lowest(int count) { return (UINT64_C(1) << (count < 0 ? 0 : count > WORD_BIDS ? WORD_BIDS : count)) - 1; }

/*
 * The bids of ten counts that are legal after one of count and face, if counts up to `cards` are left from the first of
 * them. LI6: up to the standing count only higher faces, above it the same face too. LI7: whatever has a higher number.
 */
static uint64_t raises(bool by_count, int cards, int count, int face)
{
    uint64_t all = lowest(STOS_LIE_FACES * cards);
    if (by_count)
        return all & ~lowest(STOS_LIE_FACES * (count - 1) + face);
    uint64_t higher = every_count * (lowest(STOS_LIE_FACES) & ~lowest(face)), same = every_count << face >> 1;
    return all & (higher | (same & ~lowest(STOS_LIE_FACES * count)));
}

static void legal_bids(const struct stos_lie_table *table, uint64_t *bits)
{
    bool by_count = table->option[STOS_LIE_ORDER] == STOS_LIE_ORDER_COUNT;
    int count = 0, face = 0, last = stos_lie_last_bid(table);
    if (last >= 0)
        stos_lie_bid_at(table, last, &count, &face);
    numbers_set_bits(bits, CALL, last >= 0);
    for (int first = 0; first < table->cards; first += WORD_COUNTS)
        numbers_set_bits(bits, FIRST_BID + STOS_LIE_FACES * first, raises(by_count, table->cards - first, count - first, face));
}

static void legal(const stos_view *view, uint64_t *bits)
{
    const struct stos_lie_view *seen = &view->as.lie;
    switch (seen->table.phase) {
    case STOS_PHASE_START: numbers_set_bits(bits, FIRST_VOTE, (UINT64_C(1) << seen->table.option[STOS_LIE_PLAYERS]) - 1); return;
    case STOS_PHASE_SHOW: numbers_set_bits(bits, 0, (UINT64_C(1) << (1 << hand_size(seen))) - 1); return;
    case STOS_PHASE_DIRECTION: numbers_set_bits(bits, DIRECTION, 3); return;
    default: legal_bids(&seen->table, bits); return;
    }
}

const struct game_numbers lie_numbers = {
    .fields = fields,
    .observe = observe,
    .scores = scores,
    .action_count = action_count,
    .action_of = action_of,
    .action_move = action_move,
    .legal = legal,
    .scores_at_end = true,
};
