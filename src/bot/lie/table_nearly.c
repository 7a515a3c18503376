/* table_nearly.c - see table_nearly.h. */
#include "table_nearly.h"

#include "game/lie/lie.h"
#include "table_format.h"
#include "table_hands.h"

#include <string.h>

enum { SHARES = 16, SHARE_BITS = 4, MOVE_BITS = 6, OWN_BITS = 6, NUMBER_BITS = 6 };
enum {
    CALL = (1 << MOVE_BITS) - 1,
    NO_MORE = (1 << OWN_BITS) - 1,
    MOST = 8 /* of a face are bid */
};

/* ---------------------------------------------------------------- bits */

/* Bits of a part, the lowest of a byte first; past the end there are zeros, and `length` tells. */
struct bits {
    const uint8_t *at;
    size_t length, next; /* in bits */
};

static int take(struct bits *bits, int count)
{
    int value = 0;
    for (int i = 0; i < count; i++, bits->next++)
        if (bits->next < bits->length)
            value |= (bits->at[bits->next / 8] >> bits->next % 8 & 1) << i;
    return value;
}

static bool are_over(const struct bits *bits) { return bits->next > bits->length; }

static bool open_part(const struct solved_rounds *table, const uint8_t *round, int part,
                      struct bits *bits)
{
    size_t length = 0;
    *bits = (struct bits){0};
    if (!lie_table_part(table, round, part, &bits->at, &length))
        return false;
    bits->length = length * 8;
    return true;
}

/* Takes choices with their shares until they are whole; share[] has room for every choice, and may
 * be NULL. False when the bits make no sense. */
static bool take_mixture(struct bits *bits, int choice_bits, float *share)
{
    for (int left = SHARES; left > 0 && !are_over(bits);) {
        int choice = take(bits, choice_bits), parts = 1 + take(bits, SHARE_BITS);
        left -= parts;
        if (left < 0)
            return false;
        if (share)
            share[choice] = (float)parts / SHARES;
    }
    return !are_over(bits);
}

/* ---------------------------------------------------------------- showing */

static int moves_of_ends(const struct solved_rounds *table, const uint8_t *round, int side,
                         const struct stos_lie_view *view, float *probability)
{
    struct bits bits;
    int cards = view->table.count[view->seat];
    if (!open_part(table, round, side, &bits))
        return 0;
    for (int deal = lie_deal_index(cards, view->kind); deal > 0; deal--)
        if (!take_mixture(&bits, cards, NULL))
            return 0;
    memset(probability, 0, sizeof(float) << cards);
    return take_mixture(&bits, cards, probability) ? 1 << cards : 0;
}

/* ---------------------------------------------------------------- bidding */

/* Bids are numbered by faces and then by counts, without those of more than MOST; such a bid is
 * everyone's last, and numbered as the next.
 */
static int number_of(const struct stos_lie_table *seen, int rank)
{
    int counts = seen->cards < MOST ? seen->cards : MOST, count, face;
    stos_lie_bid_at(seen, rank, &count, &face);
    return (face - 1) * counts + (count < counts ? count : counts) - 1;
}

static int rank_of(const struct stos_lie_table *seen, int number)
{
    int counts = seen->cards < MOST ? seen->cards : MOST;
    return stos_lie_rank(seen, number % counts + 1, number / counts + 1);
}

static bool is_too_many(const struct stos_lie_table *seen, int rank)
{
    int count, face;
    stos_lie_bid_at(seen, rank, &count, &face);
    return count > MOST;
}

/* What the seat on turn remembers of itself: 1 more than the number of its last bid, or 0. */
static int own_last(const struct stos_lie_table *seen, int standing)
{
    for (int rank = standing - 1; rank >= 0; rank--)
        if (lie_was_bid(seen, lie_bid_at(seen, rank)))
            return 1 + number_of(seen, rank);
    return 0;
}

/* Where a hand's groups are searched for that of an own last bid; false when it is not there.
 * *listed are the standing bids that have a mixture. */
static bool find_group(struct bits *bits, int own, int *listed)
{
    for (;;) {
        int found = take(bits, OWN_BITS);
        *listed = take(bits, NUMBER_BITS);
        if (are_over(bits) || found == NO_MORE)
            return false;
        if (found == own)
            return true;
        for (int i = 0; i < *listed; i++)
            if (!take(bits, 1) && !take_mixture(bits, MOVE_BITS, NULL))
                return false;
    }
}

/* Goes to the mixture that many standing bids further; false when the bits make no sense. *calls
 * where only the call is left. */
static bool find_mixture(struct bits *bits, int listed, int further, bool *calls)
{
    *calls = further >= listed;
    for (int i = 0; i <= further && !*calls; i++) {
        bool pure = take(bits, 1);
        if (i == further)
            *calls = pure;
        else if (!pure && !take_mixture(bits, MOVE_BITS, NULL))
            return false;
    }
    return !are_over(bits);
}

/* The shares of moves, numbered from the one above the standing bid on, become those of the view's
 * moves. */
static bool spread(const struct stos_lie_table *seen, int last, int standing, const float *share,
                   float *probability)
{
    int below = seen->cards * STOS_LIE_FACES - 1 - last,
        counts = seen->cards < MOST ? seen->cards : MOST;
    for (int i = 0; i < CALL; i++) {
        int number = standing + 1 + i;
        if (share[i] <= 0)
            continue;
        if (number >= counts * STOS_LIE_FACES || rank_of(seen, number) <= last)
            return false;
        probability[rank_of(seen, number) - last - 1] = share[i];
    }
    if (share[CALL] > 0 && last < 0)
        return false;
    if (last >= 0)
        probability[below] = share[CALL];
    return true;
}

static int moves_of_bids(const struct solved_rounds *table, const uint8_t *round, int side,
                         const struct stos_lie_view *view, float *probability)
{
    const struct stos_lie_table *seen = &view->table;
    struct bits bits;
    float share[1 << MOVE_BITS] = {0};
    int last = stos_lie_last_bid(seen), below = seen->cards * STOS_LIE_FACES - 1 - last,
        moves = below + (last >= 0), listed;
    int class = lie_faces_index(seen->count[view->seat], view->face),
        standing = last >= 0 ? number_of(seen, last) : -1;
    int own = last >= 0 ? own_last(seen, last) : 0;
    if (!open_part(table, round, 2 + side, &bits) || bits.length < 32 * ((size_t) class + 1))
        return 0;
    bits.next = 8 * (size_t)lie_table_u32(bits.at + 4 * (size_t) class);
    bool calls = false;
    if (!find_group(&bits, own, &listed) ||
        !find_mixture(&bits, listed, last >= 0 ? standing - own : 0, &calls))
        return 0;
    calls = last >= 0 && (calls || is_too_many(seen, last));
    memset(probability, 0, (size_t)moves * sizeof *probability);
    if (calls)
        share[CALL] = 1;
    else if (!take_mixture(&bits, MOVE_BITS, share))
        return 0;
    return spread(seen, last, standing, share, probability) ? moves : 0;
}

/* ---------------------------------------------------------------- a view */

/* The round of a view; NULL when it is not there. */
static const uint8_t *find_round(const struct solved_rounds *table,
                                 const struct stos_lie_view *view, int *side)
{
    const int8_t *option = view->table.option;
    int opener, other;
    bool known = option[STOS_LIE_ORDER] == STOS_LIE_ORDER_FACE &&
        option[STOS_LIE_ONES] == STOS_LIE_ONES_PLAIN;
    if (!known || !lie_table_sizes(view, &opener, &other, side))
        return NULL;
    for (int i = table->rounds; i < table->rounds + table->nearly; i++) {
        const uint8_t *round = lie_table_entry(table, i);
        if (round[2] == opener && round[3] == other)
            return round;
    }
    return NULL;
}

int lie_table_nearly_moves(const struct solved_rounds *table, const struct stos_lie_view *view,
                           float probability[STOS_MAX_MOVES])
{
    int side = 0;
    const uint8_t *round = find_round(table, view, &side);
    if (!round)
        return 0;
    if (view->table.phase == STOS_PHASE_SHOW && !(view->table.chosen >> view->seat & 1))
        return moves_of_ends(table, round, side, view, probability);
    if (view->table.phase == STOS_PHASE_BID && view->seat == view->table.turn)
        return moves_of_bids(table, round, side, view, probability);
    return 0;
}
