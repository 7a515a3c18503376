/*
 * best.c - the best response to a strategy, exactly, in double precision (public trees: Johanson et
 * al. 2011).
 *
 * One walk over the public tree with vectors: down go the reach probabilities of the strategy's
 * classes, up comes what each hand of the answering side wins. Where the answering side is on turn
 * it takes the best of its moves, hand by hand; it tells all cards apart even if the strategy
 * remembers only faces.
 */
#include "strategy.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const struct lie_round_side *other_side(const struct lie_answer *answer)
{
    return &answer->strategy->round.side[!answer->side];
}

/* ---------------------------------------------------------------- tables */

bool lie_answer_open(struct lie_answer *answer, const struct lie_strategy *strategy, int side,
                     uint8_t (*shows)[STOS_LIE_FACES + 1], int hands)
{
    const struct lie_round_side *other = &strategy->round.side[!side];
    int width = hands < LIE_ROUND_LANES
        ? hands
        : (hands + LIE_ROUND_LANES - 1) / LIE_ROUND_LANES * LIE_ROUND_LANES;
    size_t cells = (size_t)other->classes * (size_t)width, bids = (size_t)strategy->round.bids;
    *answer = (struct lie_answer){
        .strategy = strategy, .side = side, .hands = hands, .width = width, .least_reach = 1e-13};
    answer->chance = calloc(cells, sizeof *answer->chance);
    answer->bidder_wins = malloc(cells * 2 * bids);
    answer->reach =
        calloc((bids + 4) * (size_t)(2 * other->width + 2 * width), sizeof *answer->reach);
    if (!answer->chance || !answer->bidder_wins || !answer->reach) {
        lie_answer_close(answer);
        return false;
    }
    answer->value = answer->reach + other->width;
    answer->scratch = answer->value + width;
    lie_round_winners(&strategy->round, !side, shows, hands, width, answer->bidder_wins);
    return true;
}

void lie_answer_close(struct lie_answer *answer)
{
    free(answer->chance);
    free(answer->bidder_wins);
    free(answer->reach);
    memset(answer, 0, sizeof *answer);
}

static void add_chance(struct lie_answer *answer, int class, int first_hand, int end, double chance)
{
    if (chance > 0)
        answer->reach[class] = 1;
    for (int k = first_hand; k < end; k++)
        answer->chance[class * answer->width + k] += chance;
}

void lie_answer_deal(struct lie_answer *answer, int deal, int first_hand, int end)
{
    const struct lie_round *round = &answer->strategy->round;
    const struct lie_round_side *other = other_side(answer);
    const float *ends = answer->strategy->ends[!answer->side];
    for (int i = 0; !other->deal && i < other->classes; i++)
        add_chance(answer, i, first_hand, end, lie_round_meet(round, answer->side, deal, i));
    for (int its = 0; other->deal && its < other->deals; its++) { /* with dice there are none */
        int first = other->deal[its].first_choice, last = other->deal[its + 1].first_choice;
        double joint = lie_round_meet(round, answer->side, deal, its), sum = 0;
        for (int i = first; i < last; i++)
            sum += (double)ends[i];
        for (int i = first; i < last; i++)
            add_chance(answer, other->class_of[i], first_hand, end,
                       joint * (sum > 0 ? (double)ends[i] / sum : 1.0 / (last - first)));
    }
}

/* ---------------------------------------------------------------- the walk */

/* What a call, one of those of lie_round_winners(), wins for each hand, with this reach of the
 * calling or called strategy. */
static void call_bid(const struct lie_answer *answer, int caller, size_t which, const double *reach,
                     double *restrict value)
{
    int width = answer->width, classes = other_side(answer)->classes;
    double sign = caller == answer->side ? -1 : 1;
    const int8_t *wins = answer->bidder_wins + which * (size_t)(classes * width);
    memset(value, 0, (size_t)width * sizeof *value);
    for (int i = 0; i < classes; i++) {
        const int8_t *restrict line = wins + (size_t)i * (size_t)width;
        const double *restrict chance = answer->chance + (size_t)i * (size_t)width;
        double weight = sign * reach[i];
        for (int k = 0; weight != 0 && k < width; k++)
            value[k] += weight * line[k] * chance[k];
    }
}

static void call(const struct lie_answer *answer, struct lie_place place, const double *reach,
                 double *value)
{
    call_bid(answer, place.mover, lie_place_call(&answer->strategy->round, place), reach, value);
}

static double *take(double **scratch, int count)
{
    double *taken = *scratch;
    *scratch += count;
    return taken;
}

/* The strategy's row for the call at a place, or for the bid that leads to another one. */
static const float *row_of(const struct lie_answer *answer, uint32_t number)
{
    return lie_row(answer->strategy, answer->strategy->weights, number, !answer->side);
}

/* The sums of the rows of all moves at a place, for the classes that reach it: usually few. */
static void sum_moves(const struct lie_answer *answer, struct lie_place place, const double *reach,
                      double *sum)
{
    int classes = other_side(answer)->classes;
    const float *calls = row_of(answer, place.number), *bids[LIE_ROUND_RANKS];
    for (int bit = 0; bit < place.below; bit++)
        bids[bit] = row_of(answer, lie_number_after(place.number, bit));
    for (int i = 0; i < classes; i++) {
        sum[i] = place.number ? (double)calls[i] : 0;
        for (int bit = 0; reach[i] > 0 && bit < place.below; bit++)
            sum[i] += (double)bids[bit][i];
    }
}

/* The probability of a move where the strategy says nothing: uniform, or where bids are left out,
 * always the call. */
static double usual_share(const struct lie_answer *answer, struct lie_place place, const float *row)
{
    if (answer->strategy->round.rules.left_out && place.number)
        return row == row_of(answer, place.number) ? 1 : 0;
    return 1.0 / (place.below + (place.number != 0));
}

/* Reach after one move of the strategy; returns whether it is ever made. */
static bool follow(const struct lie_answer *answer, struct lie_place place, const float *row,
                   const double *sum, const double *reach, double *out)
{
    int classes = other_side(answer)->classes;
    double usual = usual_share(answer, place, row);
    bool any = false;
    for (int i = 0; i < classes; i++) {
        double after = reach[i] * (sum[i] > 0 ? (double)row[i] / sum[i] : usual);
        out[i] = after > answer->least_reach ? after : 0;
        any = any || out[i] > 0;
    }
    return any;
}

static void walk(const struct lie_answer *answer, struct lie_place place, const double *reach,
                 double *value, double *scratch);

static void take_better(double *restrict value, const double *restrict trial, int width)
{
    for (int k = 0; k < width; k++)
        value[k] = trial[k] > value[k] ? trial[k] : value[k];
}

/*
 * Bids that the strategy leaves out and takes for the one that leads to `next`, which is worth
 * `trial`. They are worth the same, but for a challenge, which is about the bid that was made. A
 * first bid that makes the wild face plain (LI12) is always challenged.
 */
static void walk_left_out(const struct lie_answer *answer, struct lie_place place,
                          struct lie_place next, const double *reach, const double *trial,
                          double *value, double *scratch)
{
    const struct lie_round *round = &answer->strategy->round;
    int classes = other_side(answer)->width, width = answer->width,
        last = place.number ? round->rank_of[round->ranks - 1 - place.below] : -1;
    double *sum = take(&scratch, classes), *calls = take(&scratch, classes),
           *called = take(&scratch, width), *worth = take(&scratch, width);
    for (int rank = round->ranks; rank < round->bids; rank++) {
        int of_all = round->rank_of[rank];
        if (of_all <= last ||
            lie_round_taken_for(&round->rules, of_all) != round->ranks - 1 - next.below)
            continue;
        bool wild = lie_place_wild_after(round, place, rank), challenged = wild != place.wild;
        size_t which = (size_t)round->bids * wild + (size_t)rank;
        sum_moves(answer, next, reach, sum);
        if (challenged) {
            call_bid(answer, next.mover, which, reach, worth);
        } else if (follow(answer, next, row_of(answer, next.number), sum, reach, calls)) {
            call_bid(answer, next.mover, which, calls, worth);
            call(answer, next, calls, called);
            for (int k = 0; k < width; k++)
                worth[k] += trial[k] - called[k];
        } else {
            memcpy(worth, trial, (size_t)width * sizeof *worth);
        }
        take_better(value, worth, width);
    }
}

/* The answering side is on turn: the best move of each hand. */
static void walk_best(const struct lie_answer *answer, struct lie_place place, const double *reach,
                      double *value, double *scratch)
{
    double *trial = take(&scratch, answer->width);
    if (place.number)
        call(answer, place, reach, value);
    for (int k = 0; !place.number && k < answer->width; k++)
        value[k] = -2;
    for (int bit = place.below - 1; bit >= 0; bit--) {
        struct lie_place next = lie_place_after(&answer->strategy->round, place, bit);
        walk(answer, next, reach, trial, scratch);
        take_better(value, trial, answer->width);
        if (answer->strategy->round.rules.left_out)
            walk_left_out(answer, place, next, reach, trial, value, scratch);
    }
}

bool lie_answer_follow(struct lie_answer *answer, struct lie_place place, int bit)
{
    double *sum = answer->scratch;
    sum_moves(answer, place, answer->reach, sum);
    return follow(answer, place, row_of(answer, lie_number_after(place.number, bit)), sum,
                  answer->reach, answer->reach);
}

static void walk_strategy(const struct lie_answer *answer, struct lie_place place,
                          const double *reach, double *value, double *scratch)
{
    int classes = other_side(answer)->width;
    double *sum = take(&scratch, classes), *next = take(&scratch, classes),
           *part = take(&scratch, answer->width);
    sum_moves(answer, place, reach, sum);
    if (place.number && follow(answer, place, row_of(answer, place.number), sum, reach, next))
        call(answer, place, next, value);
    else
        memset(value, 0, (size_t)answer->width * sizeof *value);
    for (int bit = place.below - 1; bit >= 0; bit--) {
        struct lie_place child = lie_place_after(&answer->strategy->round, place, bit);
        if (!follow(answer, place, row_of(answer, child.number), sum, reach, next))
            continue;
        walk(answer, child, next, part, scratch);
        for (int k = 0; k < answer->width; k++)
            value[k] += part[k];
    }
}

static void walk(const struct lie_answer *answer, struct lie_place place, const double *reach,
                 double *value, double *scratch)
{
    if (place.mover == answer->side)
        walk_best(answer, place, reach, value, scratch);
    else
        walk_strategy(answer, place, reach, value, scratch);
}

void lie_answer_value(struct lie_answer *answer, struct lie_place place)
{
    walk(answer, place, answer->reach, answer->value, answer->scratch);
}

void lie_answer_call(struct lie_answer *answer, struct lie_place place)
{
    call(answer, place, answer->reach, answer->value);
}

/* ---------------------------------------------------------------- the answer of a side */

/* The hands of a deal, which are its choices of ends; with dice a class is a deal with one. */
static int first_hand(const struct lie_round_side *own, int deal)
{
    return own->deal ? own->deal[deal].first_choice : deal;
}

/* What a side wins that makes the best of its hands of every deal. */
static double best_of_all(struct lie_answer *answer, const struct lie_round_side *own)
{
    int deals = own->deal ? own->deals : own->classes;
    double sum = 0;
    for (int deal = 0; deal < deals; deal++)
        lie_answer_deal(answer, deal, first_hand(own, deal), first_hand(own, deal + 1));
    lie_answer_value(answer, lie_place_start(&answer->strategy->round));
    for (int deal = 0; deal < deals; deal++) {
        double best = -2;
        for (int k = first_hand(own, deal); k < first_hand(own, deal + 1); k++)
            best = answer->value[k] > best ? answer->value[k] : best;
        sum += best;
    }
    return sum;
}

/* What the best response to a strategy wins, for the side that answers; it remembers its cards,
 * whatever the strategy remembers. */
static bool best_answer(const struct lie_strategy *strategy, int side, double *value)
{
    struct lie_round_rules rules = strategy->round.rules;
    struct lie_round full; /* with all that a side may know */
    struct lie_answer answer;
    rules.faces_only = false;
    if (lie_round_open(&full, &rules) != LIE_ROUND_OK)
        return false;
    const struct lie_round_side *own = &full.side[side];
    bool good = lie_answer_open(&answer, strategy, side, own->shows, own->classes);
    if (good)
        *value = best_of_all(&answer, own);
    lie_answer_close(&answer);
    lie_round_close(&full);
    return good;
}

struct half {
    const struct lie_strategy *strategy;
    int side;
    double value;
    bool good;
};

static void *measure_half(void *argument)
{
    struct half *half = argument;
    half->good = best_answer(half->strategy, half->side, &half->value);
    return NULL;
}

bool lie_measure(const struct lie_strategy *strategy, int threads, struct lie_gap *gap)
{
    struct half half[2] = {{.strategy = strategy, .side = 0}, {.strategy = strategy, .side = 1}};
    pthread_t thread;
    bool apart = threads > 1 && pthread_create(&thread, NULL, measure_half, &half[1]) == 0;
    measure_half(&half[0]);
    if (apart)
        pthread_join(thread, NULL);
    else
        measure_half(&half[1]);
    for (int i = 0; i < 2; i++)
        gap->best[i] = half[i].value;
    gap->value = (gap->best[0] - gap->best[1]) / 2;
    gap->exploitability = (gap->best[0] + gap->best[1]) / 2;
    return half[0].good && half[1].good;
}
