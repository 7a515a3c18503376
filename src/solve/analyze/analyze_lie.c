/*
 * analyze_lie.c - see analyze_lie.h.
 *
 * The walk is that of lie/best.c for one hand: down goes what the other side may hold, up comes what the hand wins when
 * it answers best.
 */
#include "analyze_lie.h"

#include "bot/lie/table_hands.h"
#include "solve/lie/export.h"
#include "solve/lie/holds.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CLASSES = 4912, MOST_CARDS = 3 /* larger rounds would take minutes a move */ };

struct lie_analyzer {
    const struct lie_table *table;
    struct lie_strategy strategy; /* of the round asked last */
    int loaded;                   /* its index in the table, -1: none */
    double *scratch;
};

struct lie_analyzer *analyze_lie_open(const struct lie_table *table)
{
    struct lie_analyzer *analyzer = calloc(1, sizeof *analyzer);
    if (!analyzer)
        return NULL;
    analyzer->table = table;
    analyzer->loaded = -1;
    analyzer->scratch = malloc(sizeof(double) * MOST_CLASSES * 2 * (LIE_ROUND_RANKS + 2));
    if (analyzer->scratch)
        return analyzer;
    free(analyzer);
    return NULL;
}

void analyze_lie_close(struct lie_analyzer *analyzer)
{
    if (!analyzer)
        return;
    if (analyzer->loaded >= 0)
        lie_strategy_close(&analyzer->strategy);
    free(analyzer->scratch);
    free(analyzer);
}

/* ---------------------------------------------------------------- the equilibrium */

/* A hand of one side against the strategy of the other. */
struct hand {
    const struct lie_strategy *strategy;
    int side;
    uint8_t shows[STOS_LIE_FACES + 1]; /* of the hand, by face */
};

static double *take(double **scratch, int count)
{
    double *taken = *scratch;
    *scratch += count;
    return taken;
}

static double call_value(const struct hand *hand, struct lie_place place, const double *reach)
{
    const struct lie_round *round = &hand->strategy->round;
    const struct lie_round_side *other = &round->side[!hand->side];
    int count, face, joker = round->rules.wild_face;
    double sum = 0;
    lie_round_bid(round, lie_place_rank(round, place), &count, &face);
    for (int i = 0; i < other->classes; i++) {
        int found = hand->shows[face] + other->shows[i][face];
        if (place.wild && face != joker)
            found += hand->shows[joker] + other->shows[i][joker];
        sum += found >= count ? reach[i] : -reach[i];
    }
    return place.mover == hand->side ? -sum : sum;
}

/* The shares of one move of the other side, times the reach. A strategy that says nothing here plays evenly. */
static bool follow(const struct hand *hand, struct lie_place place, const float *row, const double *reach, double *out)
{
    const struct lie_strategy *strategy = hand->strategy;
    int side = !hand->side, moves = place.below + (place.number != 0);
    bool any = false;
    for (int i = 0; i < strategy->round.side[side].classes; i++) {
        out[i] = 0;
        if (reach[i] <= 0)
            continue;
        double sum = place.number ? (double)lie_row(strategy, strategy->weights, place.number, side)[i] : 0;
        for (int bit = 0; bit < place.below; bit++)
            sum += (double)lie_row(strategy, strategy->weights, lie_number_after(place.number, bit), side)[i];
        out[i] = reach[i] * (sum > 0 ? (double)row[i] / sum : 1.0 / moves);
        any = any || out[i] > 1e-9;
    }
    return any;
}

/* What the hand wins from here on, answering best, times the sum of the reach. */
static double walk(const struct hand *hand, struct lie_place place, const double *reach, double *scratch)
{
    const struct lie_strategy *strategy = hand->strategy;
    const struct lie_round *round = &strategy->round;
    bool own = place.mover == hand->side;
    double best = place.number ? call_value(hand, place, reach) : -1e9, sum = 0;
    double *next = take(&scratch, round->side[!hand->side].classes);
    for (int bit = place.below - 1; own && bit >= 0; bit--) {
        double value = walk(hand, lie_place_after(round, place, bit), reach, scratch);
        best = value > best ? value : best;
    }
    if (own)
        return best;
    if (place.number && follow(hand, place, lie_row(strategy, strategy->weights, place.number, !hand->side), reach, next))
        sum += call_value(hand, place, next);
    for (int bit = place.below - 1; bit >= 0; bit--) {
        struct lie_place child = lie_place_after(round, place, bit);
        if (follow(hand, place, lie_row(strategy, strategy->weights, child.number, !hand->side), reach, next))
            sum += walk(hand, child, next, scratch);
    }
    return sum;
}

/* What the other side may hold, given one's cards and its choice of ends. */
static void start_reach(const struct hand *hand, int own_deal, double *reach)
{
    const struct lie_round *round = &hand->strategy->round;
    const struct lie_round_side *other = &round->side[!hand->side];
    const float *ends = hand->strategy->ends[!hand->side];
    memset(reach, 0, (size_t)other->classes * sizeof *reach);
    for (int deal = 0; deal < other->deals; deal++) {
        double joint = hand->side ? lie_round_joint(round, deal, own_deal) : lie_round_joint(round, own_deal, deal), sum = 0;
        for (int i = other->deal[deal].first_choice; i < other->deal[deal + 1].first_choice; i++)
            sum += (double)ends[i];
        for (int i = other->deal[deal].first_choice; sum > 0 && i < other->deal[deal + 1].first_choice; i++)
            reach[other->class_of[i]] += joint * (double)ends[i] / sum;
    }
}

/* Follows the bids of the round; false where the other side would not have come here by the table. */
static bool reach_now(const struct hand *hand, const struct stos_lie_table *table, double *reach, double *next, struct lie_place *place)
{
    const struct lie_strategy *strategy = hand->strategy;
    int ranks = strategy->round.ranks;
    *place = lie_place_start(&strategy->round);
    for (int rank = 0; rank < ranks; rank++) {
        if (!(table->bids[0] >> rank & 1))
            continue;
        struct lie_place child = lie_place_after(&strategy->round, *place, ranks - 1 - rank);
        if (place->mover != hand->side) {
            if (!follow(hand, *place, lie_row(strategy, strategy->weights, child.number, !hand->side), reach, next))
                return false;
            memcpy(reach, next, (size_t)strategy->round.side[!hand->side].classes * sizeof *reach);
        }
        *place = child;
    }
    return true;
}

static void count_shown(const uint8_t *kind, int cards, int ends, uint8_t shows[STOS_LIE_FACES + 1])
{
    memset(shows, 0, STOS_LIE_FACES + 1);
    for (int i = 0; i < cards; i++)
        shows[lie_end_face(kind[i], ends >> i & 1)]++;
}

/* What every move of a seat is worth; returns their number, 0 where the table cannot tell. */
static int value_moves(struct lie_analyzer *analyzer, const struct stos_lie_view *view, const stos_move *moves, int count, double *value,
                       struct hand *hand)
{
    const struct stos_lie_table *table = &view->table;
    const struct lie_round *round = &hand->strategy->round;
    int cards = table->count[view->seat], classes = round->side[!hand->side].classes;
    double *scratch = analyzer->scratch, *reach = take(&scratch, classes), *next = take(&scratch, classes), sum = 0;
    struct lie_place place;
    start_reach(hand, lie_deal_index(cards, view->kind), reach);
    for (int i = 0; i < cards && table->phase == STOS_PHASE_BID; i++)
        hand->shows[view->face[i]]++;
    if (!reach_now(hand, table, reach, next, &place))
        return 0;
    for (int i = 0; i < classes; i++)
        sum += reach[i];
    for (int i = 0; i < count; i++) {
        if (table->phase == STOS_PHASE_SHOW)
            count_shown(view->kind, cards, i, hand->shows);
        bool bid = stos_move_kind(moves[i]) == STOS_BID;
        struct lie_place after = place;
        if (bid)
            after =
                lie_place_after(round, place, round->ranks - 1 - stos_lie_rank(table, stos_move_low(moves[i]), stos_move_high(moves[i])));
        bool call = stos_move_kind(moves[i]) == STOS_CALL;
        value[i] = 0.5 + 0.5 * (call ? call_value(hand, place, reach) : walk(hand, after, reach, scratch)) / sum;
    }
    return sum > 0 ? count : 0;
}

/* Brings the round of a view into memory; false when the table does not have it. */
static bool load_round(struct lie_analyzer *analyzer, const struct stos_lie_view *view, int *side)
{
    const struct stos_lie_table *table = &view->table;
    if (__builtin_popcount(table->in) != 2 || table->cards > MOST_CARDS)
        return false;
    int starter = table->starter, other = __builtin_ctz(table->in & ~(1U << starter)), index = 0;
    *side = view->seat != starter;
    for (; index < analyzer->table->rounds; index++) {
        struct lie_table_round round = lie_table_round_at(analyzer->table, index);
        if (round.order == table->option[STOS_LIE_ORDER] && round.ones == table->option[STOS_LIE_ONES] &&
            round.opener == table->count[starter] && round.other == table->count[other])
            break;
    }
    if (index == analyzer->loaded)
        return true;
    if (index == analyzer->table->rounds)
        return false;
    if (analyzer->loaded >= 0)
        lie_strategy_close(&analyzer->strategy);
    analyzer->loaded = -1;
    if (lie_import(analyzer->table, index, &analyzer->strategy) != LIE_ROUND_OK)
        return false;
    analyzer->loaded = index;
    return true;
}

/* The chance to win the match for a seat if it wins this round, less that if it loses. */
static double stakes_of_match(const struct lie_table *table, const struct stos_lie_view *view)
{
    const struct stos_lie_table *seen = &view->table;
    int other = __builtin_ctz(seen->in & ~(1U << view->seat)), mine = seen->count[view->seat], its = seen->count[other];
    int counts = seen->option[STOS_LIE_COUNTS], step = counts == STOS_LIE_COUNTS_UP ? 1 : -1,
        end = counts == STOS_LIE_COUNTS_UP ? STOS_LIE_HAND : 1;
    int order = seen->option[STOS_LIE_ORDER], ones = seen->option[STOS_LIE_ONES];
    bool exact;
    double won = its == end ? 1 : lie_table_match(table, order, ones, counts, mine, its + step, &exact);
    double lost = mine == end ? 0 : 1 - lie_table_match(table, order, ones, counts, its, mine + step, &exact);
    return won - lost;
}

static void judge(struct lie_analyzer *analyzer, const stos_view *view, stos_move move, struct analyze_lie_move *out)
{
    const struct stos_lie_view *seen = &view->as.lie;
    struct hand hand = {.strategy = &analyzer->strategy};
    stos_move moves[STOS_MAX_MOVES];
    double value[STOS_MAX_MOVES] = {0};
    float share[STOS_MAX_MOVES];
    if (!load_round(analyzer, seen, &hand.side))
        return;
    int count = value_moves(analyzer, seen, moves, stos_view_moves(view, moves), value, &hand), best = 0, made = 0;
    for (int i = 0; i < count; i++) {
        best = value[i] > value[best] ? i : best;
        made = moves[i] == move ? i : made;
    }
    if (count == 0)
        return;
    bool known = lie_table_moves(analyzer->table, seen, share) == count;
    *out = (struct analyze_lie_move){.bids = out->bids,
                                     .holds = out->holds,
                                     .solved = true,
                                     .share = known ? (double)share[made] : -1,
                                     .chance = value[made],
                                     .cost = value[best] - value[made],
                                     .best = moves[best]};
    out->match = seen->table.tiebreak ? out->cost : out->cost * stakes_of_match(analyzer->table, seen);
}

void analyze_lie_move(struct lie_analyzer *analyzer, const stos_state *before, int seat, stos_move move, struct analyze_lie_move *out)
{
    enum stos_move_kind kind = stos_move_kind(move);
    stos_view view;
    memset(out, 0, sizeof *out);
    stos_look(before, seat, &view);
    out->bids = kind == STOS_BID || kind == STOS_CALL;
    if (out->bids)
        out->holds = lie_bid_holds(before, seat, move);
    if (kind != STOS_DIR)
        judge(analyzer, &view, move, out);
}
