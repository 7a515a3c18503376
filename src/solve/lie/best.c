/*
 * best.c - the best response to a strategy, exactly, in double precision (public trees: Johanson et al. 2011).
 *
 * One walk over the public tree with vectors: down goes how likely the strategy's side plays so with each of its
 * classes, up comes what each class of the answering side wins. Where the answering side is on turn it takes the
 * best of its moves, class by class; it keeps every card apart even if the strategy remembers faces only.
 */
#include "strategy.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct answer {
    const struct lie_strategy *strategy;
    struct lie_round full; /* the answering side, with all it may know */
    int side;
    int classes, width;         /* of the strategy's side */
    int own_classes, own_width; /* of the answering side */
    double *chance;             /* [class][own class]: joint, with the strategy's choice of ends */
    int8_t *bidder_wins;        /* [wild][rank][class][own class]: 1 or -1 */
    double *scratch;
};

/* ---------------------------------------------------------------- tables */

/* How likely each choice of the strategy's side is, given its deal. */
static void choice_shares(const struct lie_strategy *strategy, int side, double *share)
{
    const struct lie_round_side *of = &strategy->round.side[side];
    for (int deal = 0; deal < of->deals; deal++) {
        int first = of->deal[deal].first_choice, last = of->deal[deal + 1].first_choice;
        double sum = 0;
        for (int i = first; i < last; i++)
            sum += (double)strategy->ends[side][i];
        for (int i = first; i < last; i++)
            share[i] = sum > 0 ? (double)strategy->ends[side][i] / sum : 1.0 / (last - first);
    }
}

static double joint_of(const struct answer *answer, int deal, int own_deal)
{
    return answer->side ? lie_round_joint(&answer->full, deal, own_deal) : lie_round_joint(&answer->full, own_deal, deal);
}

static void fill_dice(struct answer *answer)
{
    for (int i = 0; i < answer->classes; i++)
        for (int own = 0; own < answer->own_classes; own++)
            answer->chance[i * answer->own_width + own] = joint_of(answer, i, own);
}

static bool fill_chances(struct answer *answer)
{
    const struct lie_round_side *other = &answer->strategy->round.side[!answer->side], *own = &answer->full.side[answer->side];
    if (answer->strategy->round.rules.dice) {
        fill_dice(answer);
        return true;
    }
    double *share = calloc((size_t)other->choices, sizeof *share);
    if (!share)
        return false;
    choice_shares(answer->strategy, !answer->side, share);
    for (int deal = 0; deal < other->deals; deal++)
        for (int own_deal = 0; own_deal < own->deals; own_deal++) {
            double joint = joint_of(answer, deal, own_deal);
            for (int i = other->deal[deal].first_choice; i < other->deal[deal + 1].first_choice; i++)
                for (int k = own->deal[own_deal].first_choice; k < own->deal[own_deal + 1].first_choice; k++)
                    answer->chance[other->class_of[i] * answer->own_width + k] += joint * share[i];
        }
    free(share);
    return true;
}

static bool holds(const struct answer *answer, int rank, bool wild, const uint8_t *shows, const uint8_t *own_shows)
{
    int count, face, joker = answer->full.rules.wild_face;
    lie_round_bid(&answer->full, rank, &count, &face);
    int found = shows[face] + own_shows[face];
    if (wild && face != joker)
        found += shows[joker] + own_shows[joker];
    return found >= count;
}

static void fill_winners(struct answer *answer)
{
    const struct lie_round_side *other = &answer->strategy->round.side[!answer->side], *own = &answer->full.side[answer->side];
    int8_t *next = answer->bidder_wins;
    for (int wild = 0; wild < 2; wild++)
        for (int rank = 0; rank < answer->full.ranks; rank++)
            for (int i = 0; i < answer->classes; i++)
                for (int k = 0; k < answer->own_width; k++)
                    *next++ = k < answer->own_classes && holds(answer, rank, wild, other->shows[i], own->shows[k]) ? 1 : -1;
}

/* ---------------------------------------------------------------- the walk */

/* What a call wins for the answering side, with this reach of the calling or called strategy. */
static void add_call(const struct answer *answer, struct lie_place place, const double *reach, double *restrict value)
{
    int own_width = answer->own_width;
    int rank = lie_place_rank(&answer->full, place);
    double sign = place.mover == answer->side ? -1 : 1;
    const int8_t *wins =
        answer->bidder_wins + (size_t)((place.wild ? answer->full.ranks : 0) + rank) * (size_t)(answer->classes * own_width);
    for (int i = 0; i < answer->classes; i++) {
        const int8_t *restrict line = wins + (size_t)i * (size_t)own_width;
        const double *restrict chance = answer->chance + (size_t)i * (size_t)own_width;
        double weight = sign * reach[i];
        for (int k = 0; weight != 0 && k < own_width; k++)
            value[k] += weight * line[k] * chance[k];
    }
}

static double *take(double **scratch, int count)
{
    double *taken = *scratch;
    *scratch += count;
    return taken;
}

static void walk(const struct answer *answer, struct lie_place place, const double *reach, double *value, double *scratch);

/* The answering side is on turn: the best move of each class. */
static void walk_best(const struct answer *answer, struct lie_place place, const double *reach, double *value, double *scratch)
{
    int width = answer->own_width;
    double *trial = take(&scratch, width);
    for (int k = 0; k < width; k++)
        value[k] = place.number ? 0 : -2;
    if (place.number)
        add_call(answer, place, reach, value);
    for (int bit = place.below - 1; bit >= 0; bit--) {
        walk(answer, lie_place_after(&answer->full, place, bit), reach, trial, scratch);
        for (int k = 0; k < width; k++)
            value[k] = trial[k] > value[k] ? trial[k] : value[k];
    }
}

/* What happens less often is not followed: far below what exploitability is measured in, even for all histories together. */
static const double least_reach = 1e-13;

/* Reach after one move of the strategy; returns whether it happens at all. */
static bool follow(const struct answer *answer, const float *row, const double *sum, int moves, const double *reach, double *out)
{
    bool any = false;
    for (int i = 0; i < answer->classes; i++) {
        double after = reach[i] * (sum[i] > 0 ? (double)row[i] / sum[i] : 1.0 / moves);
        out[i] = after > least_reach ? after : 0;
        any = any || out[i] > 0;
    }
    return any;
}

static void walk_strategy(const struct answer *answer, struct lie_place place, const double *reach, double *value, double *scratch)
{
    const struct lie_strategy *strategy = answer->strategy;
    int side = !answer->side, moves = place.below + (place.number != 0);
    double *sum = take(&scratch, answer->width), *next = take(&scratch, answer->width), *part = take(&scratch, answer->own_width);
    const float *call = lie_row(strategy, strategy->weights, place.number, side);
    memset(value, 0, (size_t)answer->own_width * sizeof *value);
    for (int i = 0; i < answer->classes; i++)
        sum[i] = place.number ? (double)call[i] : 0;
    for (int bit = 0; bit < place.below; bit++) {
        const float *row = lie_row(strategy, strategy->weights, lie_number_after(place.number, bit), side);
        for (int i = 0; i < answer->classes; i++)
            sum[i] += (double)row[i];
    }
    if (place.number && follow(answer, call, sum, moves, reach, next))
        add_call(answer, place, next, value);
    for (int bit = place.below - 1; bit >= 0; bit--) {
        struct lie_place child = lie_place_after(&answer->full, place, bit);
        if (!follow(answer, lie_row(strategy, strategy->weights, child.number, side), sum, moves, reach, next))
            continue;
        walk(answer, child, next, part, scratch);
        for (int k = 0; k < answer->own_width; k++)
            value[k] += part[k];
    }
}

static void walk(const struct answer *answer, struct lie_place place, const double *reach, double *value, double *scratch)
{
    if (place.mover == answer->side)
        walk_best(answer, place, reach, value, scratch);
    else
        walk_strategy(answer, place, reach, value, scratch);
}

/* ---------------------------------------------------------------- the answer */

/* The best choice of ends for every deal; with dice there is none. */
static double best_ends(const struct answer *answer, const double *value)
{
    const struct lie_round_side *own = &answer->full.side[answer->side];
    double sum = 0;
    for (int i = 0; !own->deal && i < own->classes; i++)
        sum += value[i];
    for (int deal = 0; deal < own->deals; deal++) {
        int best = own->deal[deal].first_choice;
        for (int i = best + 1; i < own->deal[deal + 1].first_choice; i++)
            best = value[i] > value[best] ? i : best;
        sum += value[best];
    }
    return sum;
}

static bool prepare(struct answer *answer)
{
    struct lie_round_rules rules = answer->strategy->round.rules;
    rules.faces_only = false;
    if (lie_round_open(&answer->full, &rules) != LIE_ROUND_OK)
        return false;
    const struct lie_round_side *other = &answer->strategy->round.side[!answer->side], *own = &answer->full.side[answer->side];
    answer->classes = other->classes;
    answer->width = other->width;
    answer->own_classes = own->classes;
    answer->own_width = own->width;
    size_t cells = (size_t)other->classes * (size_t)own->width, depth = (size_t)answer->full.ranks + 2;
    answer->chance = calloc(cells, sizeof *answer->chance);
    answer->bidder_wins = malloc(cells * 2 * (size_t)answer->full.ranks);
    answer->scratch = calloc(depth * (size_t)(2 * other->width + 2 * own->width), sizeof *answer->scratch);
    return answer->chance && answer->bidder_wins && answer->scratch && fill_chances(answer);
}

bool lie_best_answer(const struct lie_strategy *strategy, int side, double *value)
{
    struct answer answer = {.strategy = strategy, .side = side};
    bool good = prepare(&answer);
    if (good) {
        fill_winners(&answer);
        double *rest = answer.scratch, *reach = take(&rest, answer.width), *root = take(&rest, answer.own_width);
        for (int i = 0; i < answer.classes; i++)
            reach[i] = 1;
        walk(&answer, lie_place_start(&answer.full), reach, root, rest);
        *value = best_ends(&answer, root);
    }
    lie_round_close(&answer.full);
    free(answer.chance);
    free(answer.bidder_wins);
    free(answer.scratch);
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
    half->good = lie_best_answer(half->strategy, half->side, &half->value);
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
