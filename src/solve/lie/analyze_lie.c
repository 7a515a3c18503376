/* analyze_lie.c - see analyze_lie.h. A hand is worth what its best response to the table's strategy
 * wins. */
#include "analyze_lie.h"

#include "bot/lie/bidding.h"
#include "bot/lie/table_hands.h"
#include "game/lie/lie.h"
#include "solve/lie/export.h"
#include "solve/lie/outlook.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CARDS = 3 /* larger rounds would take minutes a move */ };

struct lie_analyzer {
    const struct solved_rounds *table;
    struct lie_strategy strategy; /* of the last round queried */
    int loaded;                   /* its index in the table, -1: none */
};

struct lie_analyzer *analyze_lie_open(const struct solved_rounds *table)
{
    struct lie_analyzer *analyzer = calloc(1, sizeof *analyzer);
    if (!analyzer)
        return NULL;
    analyzer->table = table;
    analyzer->loaded = -1;
    return analyzer;
}

void analyze_lie_close(struct lie_analyzer *analyzer)
{
    if (!analyzer)
        return;
    if (analyzer->loaded >= 0)
        lie_strategy_close(&analyzer->strategy);
    free(analyzer);
}

/* ---------------------------------------------------------------- the equilibrium */

/* Follows the bids of the round; false if the other side would never have got here by the table. */
static bool follow_bids(struct lie_answer *answer, const struct stos_lie_table *table,
                        struct lie_place *place)
{
    const struct lie_round *round = &answer->strategy->round;
    uint8_t ranks[STOS_LIE_CARDS * STOS_LIE_FACES];
    int bids = lie_bidding_ranks(table, ranks);
    *place = lie_place_start(round);
    for (int i = 0; i < bids; i++) {
        int bit = round->ranks - 1 - ranks[i];
        if (place->mover != answer->side && !lie_answer_follow(answer, *place, bit))
            return false;
        *place = lie_place_after(round, *place, bit);
    }
    return true;
}

/* The value of every move for the seat that answers; false if the table does not know. With ends to
 * choose, every choice is a hand. */
static bool value_moves(struct lie_answer *answer, const struct stos_lie_table *table,
                        const stos_move *moves, int count, double *value)
{
    const struct lie_round *round = &answer->strategy->round;
    struct lie_place place;
    double here = 0;
    if (!follow_bids(answer, table, &place))
        return false;
    for (int i = 0; i < round->side[!answer->side].classes; i++)
        here += answer->reach[i];
    bool shows = table->phase == STOS_PHASE_SHOW;
    if (shows)
        lie_answer_value(answer, place);
    for (int i = 0; i < count; i++) {
        if (stos_move_kind(moves[i]) == STOS_CALL) {
            lie_answer_call(answer, place);
        } else if (!shows) {
            int rank = stos_lie_rank(table, stos_move_low(moves[i]), stos_move_high(moves[i]));
            lie_answer_value(answer, lie_place_after(round, place, round->ranks - 1 - rank));
        }
        value[i] = 0.5 + 0.5 * answer->value[shows ? i : 0] / here;
    }
    return here > 0;
}

/* The seat's hand against the table's strategy, or all the hands that it can choose by its ends. */
static bool open_answer(const struct lie_strategy *strategy, int side,
                        const struct stos_lie_view *view, struct lie_answer *answer)
{
    uint8_t shown[1 << MOST_CARDS][STOS_LIE_FACES + 1] = {{0}};
    int cards = view->table.count[view->seat];
    bool shows = view->table.phase == STOS_PHASE_SHOW;
    int hands = shows ? 1 << cards : 1;
    for (int ends = 0; ends < hands; ends++)
        for (int i = 0; i < cards; i++)
            shown[ends][shows ? lie_ends[view->kind[i]][ends >> i & 1] : view->face[i]]++;
    if (!lie_answer_open(answer, strategy, side, shown, hands))
        return false;
    lie_answer_deal(answer, lie_deal_index(cards, view->kind), 0, hands);
    answer->least_reach = 1e-9; /* now with the chance of the deal in it, so that no more is
                                   followed than moves are judged by */
    for (int i = 0; i < strategy->round.side[!side].classes; i++) {
        double *chance = answer->chance + (ptrdiff_t)i * answer->width;
        answer->reach[i] = chance[0];
        for (int k = 0; k < hands; k++)
            chance[k] = 1;
    }
    return true;
}

/* Loads the round of a view; false if the table does not have it. */
static bool load_round(struct lie_analyzer *analyzer, const struct stos_lie_view *view, int *side)
{
    int index =
        view->table.cards > MOST_CARDS ? -1 : lie_table_find_seen(analyzer->table, view, side);
    if (index < 0 || index == analyzer->loaded)
        return index >= 0;
    if (analyzer->loaded >= 0)
        lie_strategy_close(&analyzer->strategy);
    analyzer->loaded = -1;
    if (lie_import(analyzer->table, index, &analyzer->strategy) != LIE_ROUND_OK)
        return false;
    analyzer->loaded = index;
    return true;
}

/* The chance to win the match for a seat if it wins this round, less that if it loses. */
static double stakes_of_match(const struct solved_rounds *table, const struct stos_lie_view *view)
{
    const struct stos_lie_table *seen = &view->table;
    int other = __builtin_ctz(seen->in & ~(1U << view->seat)), mine = seen->count[view->seat],
        its = seen->count[other];
    int counts = seen->option[STOS_LIE_COUNTS], step = counts == STOS_LIE_COUNTS_UP ? 1 : -1,
        end = counts == STOS_LIE_COUNTS_UP ? STOS_LIE_HAND : 1;
    int order = seen->option[STOS_LIE_ORDER], ones = seen->option[STOS_LIE_ONES];
    bool exact;
    double won =
        its == end ? 1 : lie_table_match(table, order, ones, counts, mine, its + step, &exact);
    double lost =
        mine == end ? 0 : 1 - lie_table_match(table, order, ones, counts, its, mine + step, &exact);
    return won - lost;
}

int analyze_lie_values(struct lie_analyzer *analyzer, const stos_view *view,
                       stos_move moves[STOS_MAX_MOVES], double value[STOS_MAX_MOVES])
{
    const struct stos_lie_view *seen = &view->as.lie;
    struct lie_answer answer;
    int side, count = stos_view_moves(view, moves);
    if (!load_round(analyzer, seen, &side) ||
        !open_answer(&analyzer->strategy, side, seen, &answer))
        return 0;
    bool solved = value_moves(&answer, &seen->table, moves, count, value);
    lie_answer_close(&answer);
    return solved ? count : 0;
}

static void judge(struct lie_analyzer *analyzer, const stos_view *view, stos_move move,
                  struct analyze_lie_move *out)
{
    const struct stos_lie_view *seen = &view->as.lie;
    stos_move moves[STOS_MAX_MOVES];
    double value[STOS_MAX_MOVES] = {0};
    float share[STOS_MAX_MOVES];
    int count = analyze_lie_values(analyzer, view, moves, value), best = 0, made = 0;
    if (count == 0)
        return;
    for (int i = 0; i < count; i++) {
        best = value[i] > value[best] ? i : best;
        made = moves[i] == move ? i : made;
    }
    bool known = lie_table_moves(analyzer->table, seen, share) == count;
    out->solved = true;
    out->share = known ? (double)share[made] : -1;
    out->chance = value[made];
    out->cost = value[best] - value[made];
    out->best = moves[best];
    out->match =
        seen->table.tiebreak ? out->cost : out->cost * stakes_of_match(analyzer->table, seen);
}

void analyze_lie_move(struct lie_analyzer *analyzer, const stos_state *before, int seat,
                      stos_move move, struct analyze_lie_move *out)
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
