/*
 * table.c - see table.h, and table_format.h for the bytes of a table.
 *
 * Everything read from the bytes is checked against the length before it is used, even if the hash
 * is right: a table may come from an untrusted source.
 */
#include "table.h"

#include "base/cards.h"
#include "base/rng.h"
#include "belief.h"
#include "game/lie/lie.h"
#include "table_format.h"
#include "table_hands.h"

#include <string.h>

/* ---------------------------------------------------------------- bytes */

uint64_t solved_rounds_hash(const uint8_t *bytes, size_t length)
{
    uint64_t hash = length;
    for (size_t i = 0; i < length; i += 8) {
        uint64_t word = 0;
        for (size_t k = 0; k < 8 && i + k < length; k++)
            word |= (uint64_t)bytes[i + k] << 8 * k;
        hash = rng_mix(hash ^ word) + UINT64_C(0x9e3779b97f4a7c15);
    }
    return hash;
}

const uint8_t *lie_table_entry(const struct solved_rounds *table, int index)
{
    return table->bytes + LIE_TABLE_HEAD + (size_t)index * LIE_TABLE_ROUND;
}

bool lie_table_part(const struct solved_rounds *table, const uint8_t *round, int part,
                    const uint8_t **at, size_t *length)
{
    const uint8_t *entry = round + LIE_TABLE_PARTS + 8 * part;
    size_t offset = lie_table_u32(entry), size = lie_table_u32(entry + 4);
    if (offset > table->length || size > table->length - offset)
        return false;
    *at = table->bytes + offset;
    *length = size;
    return true;
}

static bool is_sound(const struct solved_rounds *table)
{
    for (int i = 0; i < table->rounds + table->nearly; i++) {
        const uint8_t *round = lie_table_entry(table, i), *at;
        size_t length;
        bool cards_good = round[2] >= 1 && round[2] <= STOS_LIE_HAND && round[3] >= 1 &&
            round[3] <= STOS_LIE_HAND;
        bool solved = round[0] <= 1 && round[1] <= 1 &&
            round[2] + round[3] <= LIE_TABLE_MOST_CARDS && round[4] <= LIE_TABLE_CARDS &&
            !(lie_table_left_out(round) >>
              (STOS_LIE_FACES * (round[2] + round[3]) - 1)); /* the highest bid is never left out */
        bool nearly = round[0] == 0 && round[1] == 0 &&
            round[4] == LIE_TABLE_NEARLY; /* by face, with plain ones */
        if (!cards_good || (i < table->rounds ? !solved : !nearly))
            return false;
        for (int part = 0; part < 4; part++)
            if (!lie_table_part(table, round, part, &at, &length))
                return false;
    }
    return true;
}

enum solved_rounds_error solved_rounds_open(struct solved_rounds *table, const void *bytes,
                                            size_t length)
{
    const uint8_t *at = bytes;
    memset(table, 0, sizeof *table);
    if (!bytes || length == 0)
        return SOLVED_ROUNDS_MISSING;
    if (length < LIE_TABLE_HEAD || memcmp(at, LIE_TABLE_MAGIC, 6) != 0)
        return SOLVED_ROUNDS_FOREIGN;
    if (memcmp(at, LIE_TABLE_MAGIC, 8) != 0)
        return SOLVED_ROUNDS_VERSION;
    uint32_t rounds = lie_table_u32(at + 12);
    if (lie_table_u32(at + 8) != length || rounds > (length - LIE_TABLE_HEAD) / LIE_TABLE_ROUND)
        return SOLVED_ROUNDS_CUT;
    uint64_t hash = (uint64_t)lie_table_u32(at + 16) | (uint64_t)lie_table_u32(at + 20) << 32;
    if (hash != solved_rounds_hash(at + LIE_TABLE_HEAD, length - LIE_TABLE_HEAD))
        return SOLVED_ROUNDS_DAMAGED;
    struct solved_rounds opened = {.bytes = at, .length = length, .rounds = (int)rounds};
    while (opened.rounds > 0 && lie_table_entry(&opened, opened.rounds - 1)[4] == LIE_TABLE_NEARLY)
        opened.rounds--;
    opened.nearly = (int)rounds - opened.rounds;
    if (!is_sound(&opened))
        return SOLVED_ROUNDS_DAMAGED;
    *table = opened;
    return SOLVED_ROUNDS_OK;
}

const char *solved_rounds_error_text(enum solved_rounds_error error)
{
    static const char *const texts[] = {
        [SOLVED_ROUNDS_OK] = "the table is good",
        [SOLVED_ROUNDS_MISSING] = "there is no table",
        [SOLVED_ROUNDS_FOREIGN] = "this is not a table of solved rounds",
        [SOLVED_ROUNDS_VERSION] = "the table is of another version",
        [SOLVED_ROUNDS_CUT] = "the table is not as long as it says",
        [SOLVED_ROUNDS_DAMAGED] = "the table is damaged: its hash is wrong",
    };
    return texts[error];
}

/* ---------------------------------------------------------------- rounds */

struct lie_table_round lie_table_round_at(const struct solved_rounds *table, int index)
{
    const uint8_t *round = lie_table_entry(table, index);
    return (struct lie_table_round){.order = round[0] ? STOS_LIE_ORDER_COUNT : STOS_LIE_ORDER_FACE,
                                    .ones = round[1] ? STOS_LIE_ONES_WILD : STOS_LIE_ONES_PLAIN,
                                    .opener = round[2],
                                    .other = round[3],
                                    .chance = lie_table_u32(round + 8) / 1e9,
                                    .exploitability = lie_table_u32(round + 12) / 1e9};
}

int lie_table_find(const struct solved_rounds *table, int order, int ones, int opener, int other)
{
    for (int i = 0; i < table->rounds; i++) {
        struct lie_table_round round = lie_table_round_at(table, i);
        if (round.order == order && round.ones == ones && round.opener == opener &&
            round.other == other)
            return i;
    }
    return -1;
}

bool lie_table_sizes(const struct stos_lie_view *view, int *opener, int *other, int *side)
{
    const struct stos_lie_table *seen = &view->table;
    if (view->seat < 0 || __builtin_popcount(seen->in) != 2 || !(seen->in >> view->seat & 1))
        return false;
    *opener = seen->count[seen->starter];
    *other = seen->count[__builtin_ctz(seen->in & ~(1U << seen->starter))];
    *side = view->seat != seen->starter;
    return true;
}

int lie_table_find_seen(const struct solved_rounds *table, const struct stos_lie_view *view,
                        int *side)
{
    const int8_t *option = view->table.option;
    int opener, other;
    return lie_table_sizes(view, &opener, &other, side)
        ? lie_table_find(table, option[STOS_LIE_ORDER], option[STOS_LIE_ONES], opener, other)
        : -1;
}

/* ---------------------------------------------------------------- moves */

/* The mask of the ends that a view shows. */
static int ends_of(const struct stos_lie_view *view, int cards)
{
    int ends = 0;
    for (int i = 0; i < cards; i++)
        ends |= (view->face[i] == stos_lie_high_face(view->kind[i])) << i;
    return ends;
}

/* The shares of the ways to show the cards of a view. */
static int moves_of_ends(const struct solved_rounds *table, const uint8_t *round, int side,
                         const struct stos_lie_view *view, float *probability)
{
    const uint8_t *at;
    size_t length;
    int cards = view->table.count[view->seat], first = lie_shown_index(cards, view->kind, 0),
        choice = first;
    if (!lie_table_part(table, round, side, &at, &length))
        return 0;
    float sum = 0;
    for (int ends = 0; ends < 1 << cards; ends++) {
        bool plain = lie_plain_ends(cards, view->kind, ends) == ends;
        probability[ends] = 0;
        if (!plain)
            continue;
        if ((size_t)choice * 2 + 2 > length)
            return 0;
        sum += probability[ends] = (float)lie_table_u16(at + 2 * choice++);
    }
    for (int ends = 0; ends < 1 << cards; ends++)
        probability[ends] = sum > 0 ? probability[ends] / sum : 0;
    return sum > 0 ? 1 << cards : 0;
}

/*
 * The number of the history that the bids of a view make, the lowest one in its highest bit; see
 * docs/lie.md. A bid that is left out is taken for the next higher one; false where that has been
 * made, too, and where it is the first and makes wild ones plain (LI12).
 */
static bool history_of(const struct stos_lie_table *seen, uint32_t left_out, uint32_t *history)
{
    bool pending = false;
    *history = 0;
    for (int rank = 0; rank < seen->cards * STOS_LIE_FACES; rank++) {
        struct lie_bid bid = lie_bid_at(seen, rank);
        bool made = lie_was_bid(seen, bid), kept = !(left_out >> rank & 1),
             first = made && *history == 0 && !pending;
        if (made &&
            (pending ||
             (first && !kept && bid.face == 1 &&
              seen->option[STOS_LIE_ONES] == STOS_LIE_ONES_WILD)))
            return false;
        pending = pending || made;
        *history = *history << 1 | (pending && kept);
        pending = pending && !kept;
    }
    return true;
}

/* Finds the history among the sorted ones; returns where its classes begin, and where those of the
 * next one do. */
static bool find_history(const uint8_t *part, size_t length, uint32_t history,
                         const uint8_t **begin, const uint8_t **end)
{
    if (length < 4 || lie_table_u32(part) > (length - 4) / 8)
        return false;
    uint32_t low = 0, high = lie_table_u32(part), count = high;
    size_t data = 4 + 8 * (size_t)count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (lie_table_u32(part + 4 + 8 * (size_t)middle) < history)
            low = middle + 1;
        else
            high = middle;
    }
    const uint8_t *entry = part + 4 + 8 * (size_t)low;
    if (low == count || lie_table_u32(entry) != history)
        return false;
    size_t from = lie_table_u32(entry + 4),
           to = low + 1 < count ? lie_table_u32(entry + 12) : length - data;
    if (from > to || to > length - data)
        return false;
    *begin = part + data + from;
    *end = part + data + to;
    return true;
}

const uint8_t *lie_table_class_moves(const uint8_t *at, const uint8_t *end, int below,
                                     float *probability)
{
    float rest = 1;
    for (; at < end; at += 3) {
        int bit = at[0] & LIE_TABLE_CALL, last = at[0] & LIE_TABLE_LAST;
        int move = bit == LIE_TABLE_CALL ? below : below - 1 - bit;
        if (move < 0 || (!last && end - at < 4))
            return NULL;
        float share = last ? rest : (float)lie_table_u16(at + 1) / 65536;
        if (probability)
            probability[move] = share;
        rest -= share;
        if (last)
            return at + 1;
    }
    return NULL;
}

const uint8_t *lie_table_next_class(const uint8_t *at, const uint8_t *end, int *class)
{
    for (++*class; at && at < end;) {
        *class += *at;
        if (*at++ != LIE_TABLE_SKIP)
            return at;
    }
    return NULL;
}

/* Finds a class among those of a history; NULL when it was left out. */
static const uint8_t *find_class(const uint8_t *at, const uint8_t *end, int class, int below)
{
    int next = -1;
    while (next < class && (at = lie_table_next_class(at, end, &next)) && next < class)
        at = lie_table_class_moves(at, end, below, NULL);
    return next == class ? at : NULL;
}

/* Where the moves of the view's class begin; NULL where the table does not have them. */
static const uint8_t *find_moves(const struct solved_rounds *table, const uint8_t *round, int side,
                                 const struct stos_lie_view *view, int below, const uint8_t **end)
{
    const uint8_t *part, *at;
    size_t length;
    uint32_t history;
    int cards = view->table.count[view->seat];
    bool by_faces = round[4] == LIE_TABLE_FACES;
    int class = by_faces ? lie_faces_index(cards, view->face)
                         : lie_shown_index(cards, view->kind, ends_of(view, cards));
    if (!history_of(&view->table, lie_table_left_out(round), &history) ||
        !lie_table_part(table, round, 2 + side, &part, &length) ||
        !find_history(part, length, history, &at, end))
        return NULL;
    return find_class(at, *end, class, below);
}

static int moves_of_bids(const struct solved_rounds *table, const uint8_t *round, int side,
                         const struct stos_lie_view *view, float *probability);

/* How likely the view's seat would have shown its cards and bid as it did, by the table. */
static float own_reach(const struct solved_rounds *table, const uint8_t *round, int side,
                       const struct stos_lie_view *view)
{
    struct stos_lie_view then = *view;
    uint8_t ranks[STOS_LIE_CARDS * STOS_LIE_FACES];
    float probability[STOS_MAX_MOVES];
    int bids = lie_bidding_ranks(&view->table, ranks), cards = view->table.count[view->seat];
    if (moves_of_ends(table, round, side, view, probability) == 0)
        return 0;
    float reach = probability[lie_plain_ends(cards, view->kind, ends_of(view, cards))];
    for (int i = bids - 2; i >= 0 && reach > 0;
         i -= 2) { /* they bid in turn, and the last bid was the other one's */
        lie_open_bidding(&then.table);
        for (int k = 0; k < i; k++)
            lie_add_bid(&then.table, lie_bid_at(&then.table, ranks[k]));
        bool known = moves_of_bids(table, round, side, &then, probability) > 0;
        reach *= known ? probability[ranks[i] - (i > 0 ? ranks[i - 1] : -1) - 1] : 0;
    }
    return reach;
}

/*
 * Where bids are left out of a round, whatever the table does not have is called: so it was
 * measured. But somebody else may have brought the seat here, before a bot took it over; the table
 * says nothing then.
 */
static bool calls_else(const struct solved_rounds *table, const uint8_t *round, int side,
                       const struct stos_lie_view *view)
{
    static const float least_reach = 0.02F; /* well above what is pruned */
    return lie_table_left_out(round) != 0 && stos_lie_last_bid(&view->table) >= 0 &&
        own_reach(table, round, side, view) >= least_reach;
}

static int moves_of_bids(const struct solved_rounds *table, const uint8_t *round, int side,
                         const struct stos_lie_view *view, float *probability)
{
    const uint8_t *end, *at;
    int last = stos_lie_last_bid(&view->table),
        below = view->table.cards * STOS_LIE_FACES - 1 - last;
    bool only_call = below == 0; /* LI5 */
    memset(probability, 0, (size_t)(below + 1) * sizeof *probability);
    at = only_call ? NULL : find_moves(table, round, side, view, below, &end);
    if (at && lie_table_class_moves(at, end, below, probability))
        return below + (last >= 0);
    if (!only_call && !calls_else(table, round, side, view))
        return 0;
    memset(probability, 0, (size_t)(below + 1) * sizeof *probability);
    probability[below] = 1;
    return below + 1;
}

int lie_table_moves(const struct solved_rounds *table, const struct stos_lie_view *view,
                    float probability[STOS_MAX_MOVES])
{
    const struct stos_lie_table *seen = &view->table;
    int side, index = lie_table_find_seen(table, view, &side);
    if (index < 0)
        return 0;
    const uint8_t *round = lie_table_entry(table, index);
    switch (seen->phase) {
    case STOS_PHASE_SHOW:
        return seen->chosen >> view->seat & 1
            ? 0
            : moves_of_ends(table, round, side, view, probability);
    case STOS_PHASE_DIRECTION: /* between two it does not matter */
        probability[0] = probability[1] = 0.5F;
        return view->seat == seen->turn ? 2 : 0;
    case STOS_PHASE_BID:
        return view->seat == seen->turn ? moves_of_bids(table, round, side, view, probability) : 0;
    default: return 0;
    }
}

stos_move lie_table_draw(const struct solved_rounds *table, const stos_view *view,
                         stos_random *random)
{
    float chance[STOS_MAX_MOVES];
    stos_move moves[STOS_MAX_MOVES];
    int count = lie_table_moves(table, &view->as.lie, chance);
    if (count == 0)
        return STOS_NO_MOVE;
    stos_view_moves(view, moves);
    return moves[lie_belief_pick(chance, count, random)];
}

/* ---------------------------------------------------------------- matches */

double lie_table_guess(int opener, int other)
{
    return 0.5 +
        0.4 * (opener - other) / (opener + other); /* about the mean of the solved rounds */
}

double lie_table_match(const struct solved_rounds *table, int order, int ones, int counts,
                       int opener, int other, bool *exact)
{
    double wins[STOS_LIE_HAND + 2][STOS_LIE_HAND + 2];
    bool known[STOS_LIE_HAND + 2][STOS_LIE_HAND + 2];
    int step = counts == STOS_LIE_COUNTS_UP ? 1 : -1,
        end = counts == STOS_LIE_COUNTS_UP ? STOS_LIE_HAND : 1;
    for (int sum = 2 * end; sum >= 2 && sum <= 2 * STOS_LIE_HAND; sum -= step)
        for (int own = 1; own <= STOS_LIE_HAND; own++) {
            int its = sum - own;
            if (its < 1 || its > STOS_LIE_HAND)
                continue;
            int index = lie_table_find(table, order, ones, own, its);
            double chance =
                index >= 0 ? lie_table_round_at(table, index).chance : lie_table_guess(own, its);
            double after_win = its == end ? 1 : wins[own][its + step],
                   after_loss = own == end ? 0 : 1 - wins[its][own + step];
            wins[own][its] = chance * after_win + (1 - chance) * after_loss;
            known[own][its] = index >= 0 && (its == end || known[own][its + step]) &&
                (own == end || known[its][own + step]);
        }
    *exact = known[opener][other];
    return wins[opener][other];
}
