/* cfr.c - see cfr.h. */
#include "cfr.h"

#include "bot/lie/regret.h"
#include "pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A walk in which one side learns. Subtrees of at most `task_bits` bits are tasks of a pool where
 * there is one. */
struct walker {
    struct lie_solver *solver;
    int own;                            /* the side that learns */
    float keep_positive, keep_negative; /* what remains of old regrets */
    float floor;                        /* of regrets */
    float weight;                       /* of this iteration in the average */
    struct lie_pool *pool;              /* NULL: everything is walked at once */
    float *met;                         /* as in faces.h; NULL where all cards are remembered */
};

/*
 * The reach probabilities of both sides, class by class. The learning side's own reach is used only
 * for `met`, and is left unchanged if that is NULL.
 */
struct reach {
    const float *other, *own;
};

static const struct lie_round_side *side_of(const struct walker *walker, int side)
{
    return &walker->solver->average.round.side[side];
}

static float *take(float **scratch, int count)
{
    float *taken = *scratch;
    *scratch += count;
    return taken;
}

static float *regret_row(const struct walker *walker, uint32_t number, int side)
{
    return lie_row(&walker->solver->average, walker->solver->regret, number, side);
}

/* ---------------------------------------------------------------- loops over classes */

/* A sum of regrets, or a reach, below these counts as 0: its reciprocal, or products with it, must
 * stay finite. */
static const float least_sum = 1e-30F, least_reach = 1e-16F;

static void add(float *restrict sum, const float *restrict part, int width)
{
    for (int i = 0; i < width; i++)
        sum[i] += part[i];
}

/* The reach after a move of the other side, which is added to its average; returns whether it is
 * ever made. */
static bool follow(const float *restrict regret, const float *restrict scale,
                   const float *restrict even, const float *restrict reach, float *restrict out,
                   float *restrict average, float weight, int width)
{
    float most = 0;
    for (int i = 0; i < width; i++) {
        float after = reach[i] * regret_share(regret[i], scale[i], even[i]);
        out[i] = after > least_reach ? after : 0;
        average[i] += weight * out[i];
    }
    for (int i = 0; i < width; i++)
        most = out[i] > most ? out[i] : most;
    return most > 0;
}

static void learn(const struct walker *walker, float *regret, const float *scale, const float *even,
                  const float *worth, float *value, int width)
{
    regret_learn(regret, scale, even, worth, value, walker->keep_positive, walker->keep_negative,
                 width);
}

static void settle(float *restrict regret, const float *restrict value, float lowest, int width)
{
    for (int i = 0; i < width; i++) {
        float rest = regret[i] - value[i];
        regret[i] = rest > lowest ? rest : lowest;
    }
}

/* ---------------------------------------------------------------- the walk */

/* Where the lines of a call lie in stakes and signs. */
static size_t call_offset(const struct walker *walker, struct lie_place place)
{
    size_t cells = (size_t)side_of(walker, !walker->own)->classes *
        (size_t)side_of(walker, walker->own)->width;
    return lie_place_call(&walker->solver->average.round, place) * cells;
}

/* What a call wins for the learning side. */
static void add_call(const struct walker *walker, struct lie_place place, const float *reach,
                     float *restrict value)
{
    int classes = side_of(walker, !walker->own)->classes,
        width = side_of(walker, walker->own)->width;
    const float *stakes = walker->solver->stakes[walker->own] + call_offset(walker, place);
    float sign = place.mover == walker->own ? -1 : 1;
    for (int i = 0; i < classes; i++) {
        const float *restrict line = stakes + (size_t)i * (size_t)width;
        float weight = sign * reach[i];
        for (int k = 0; weight != 0 && k < width; k++)
            value[k] += weight * line[k];
    }
}

/* The same, kept apart for every pair of classes. */
static void add_met(const struct walker *walker, struct lie_place place, struct reach reach)
{
    int classes = side_of(walker, !walker->own)->classes,
        width = side_of(walker, walker->own)->width;
    const int8_t *signs = walker->solver->signs[walker->own] + call_offset(walker, place);
    float sign = place.mover == walker->own ? -1 : 1;
    for (int i = 0; i < classes; i++) {
        const int8_t *restrict line = signs + (size_t)i * (size_t)width;
        const float *restrict own = reach.own;
        float *restrict met = walker->met + (size_t)i * (size_t)width;
        float weight = sign * reach.other[i];
        for (int k = 0; weight != 0 && k < width; k++)
            met[k] += weight * (float)line[k] * own[k];
    }
}

static void walk(const struct walker *walker, struct lie_place place, struct reach reach,
                 float *value, float *scratch);

/* The shares of the moves at a place: regrets of call and bids, positive ones summed. */
static void read_scales(const struct walker *walker, struct lie_place place, float *scale,
                        float *even)
{
    int width = side_of(walker, place.mover)->width;
    memset(scale, 0, (size_t)width * sizeof *scale);
    if (place.number)
        regret_add(scale, regret_row(walker, place.number, place.mover), width);
    for (int bit = 0; bit < place.below; bit++)
        regret_add(scale, regret_row(walker, lie_number_after(place.number, bit), place.mover),
                   width);
    regret_scales(scale, even, place.below + (place.number != 0), least_sum, width);
}

/* A subtree: walked here, or handed to the pool, or taken from it. */
static void walk_below(const struct walker *walker, struct lie_place place, struct reach reach,
                       float *value, float *scratch)
{
    int width = side_of(walker, walker->own)->width;
    if (!walker->pool || !lie_pool_takes(walker->pool, place)) {
        walk(walker, place, reach, value, scratch);
    } else if (lie_pool_collects(walker->pool)) {
        lie_pool_add(walker->pool, place, reach.other, reach.own);
    } else {
        const float *found = lie_pool_next(walker->pool);
        memcpy(value, found, (size_t)width * sizeof *value);
        if (walker->met)
            add(walker->met, found + width, side_of(walker, !walker->own)->classes * width);
    }
}

/* The learning side's own reach after one of its moves. */
static const float *follow_own(const struct walker *walker, const float *regret, const float *scale,
                               const float *even, const float *reach, float *restrict out)
{
    int width = side_of(walker, walker->own)->width;
    if (!walker->met)
        return reach;
    for (int i = 0; i < width; i++)
        out[i] = reach[i] * regret_share(regret[i], scale[i], even[i]);
    return out;
}

static void walk_own(const struct walker *walker, struct lie_place place, struct reach reach,
                     float *value, float *scratch)
{
    int width = side_of(walker, walker->own)->width;
    bool collects = walker->pool && lie_pool_collects(walker->pool);
    float *scale = take(&scratch, width), *even = take(&scratch, width),
          *worth = take(&scratch, width), *next = take(&scratch, width);
    read_scales(walker, place, scale, even);
    memset(value, 0, (size_t)width * sizeof *value);
    if (place.number && !collects) {
        float *regret = regret_row(walker, place.number, walker->own);
        memset(worth, 0, (size_t)width * sizeof *worth);
        add_call(walker, place, reach.other, worth);
        if (walker->met)
            add_met(walker, place,
                    (struct reach){reach.other,
                                   follow_own(walker, regret, scale, even, reach.own, next)});
        learn(walker, regret, scale, even, worth, value, width);
    }
    for (int bit = place.below - 1; bit >= 0; bit--) {
        struct lie_place child = lie_place_after(&walker->solver->average.round, place, bit);
        float *regret = regret_row(walker, child.number, walker->own);
        walk_below(
            walker, child,
            (struct reach){reach.other, follow_own(walker, regret, scale, even, reach.own, next)},
            worth, scratch);
        if (!collects)
            learn(walker, regret, scale, even, worth, value, width);
    }
    if (collects)
        return;
    if (place.number)
        settle(regret_row(walker, place.number, walker->own), value, walker->floor, width);
    for (int bit = 0; bit < place.below; bit++)
        settle(regret_row(walker, lie_number_after(place.number, bit), walker->own), value,
               walker->floor, width);
}

static void walk_call(const struct walker *walker, struct lie_place place, struct reach reach,
                      float *value)
{
    add_call(walker, place, reach.other, value);
    if (walker->met)
        add_met(walker, place, reach);
}

static void walk_other(const struct walker *walker, struct lie_place place, struct reach reach,
                       float *value, float *scratch)
{
    const struct lie_strategy *average = &walker->solver->average;
    int other = !walker->own, width = side_of(walker, other)->width,
        own_width = side_of(walker, walker->own)->width;
    bool collects = walker->pool && lie_pool_collects(walker->pool);
    float weight = collects ? 0 : walker->weight;
    float *scale = take(&scratch, width), *even = take(&scratch, width),
          *next = take(&scratch, width), *part = take(&scratch, own_width);
    read_scales(walker, place, scale, even);
    memset(value, 0, (size_t)own_width * sizeof *value);
    if (place.number &&
        follow(regret_row(walker, place.number, other), scale, even, reach.other, next,
               lie_row(average, average->weights, place.number, other), weight, width) &&
        !collects)
        walk_call(walker, place, (struct reach){next, reach.own}, value);
    for (int bit = place.below - 1; bit >= 0; bit--) {
        struct lie_place child = lie_place_after(&average->round, place, bit);
        if (!follow(regret_row(walker, child.number, other), scale, even, reach.other, next,
                    lie_row(average, average->weights, child.number, other), weight, width))
            continue;
        walk_below(walker, child, (struct reach){next, reach.own}, part, scratch);
        add(value, part, own_width);
    }
}

static void walk(const struct walker *walker, struct lie_place place, struct reach reach,
                 float *value, float *scratch)
{
    if (place.below == 0) { /* after the highest bid only the call is left (LI5) */
        memset(value, 0, (size_t)side_of(walker, walker->own)->width * sizeof *value);
        walk_call(walker, place, reach, value);
    } else if (place.mover == walker->own) {
        walk_own(walker, place, reach, value, scratch);
    } else {
        walk_other(walker, place, reach, value, scratch);
    }
}

/* A task of the pool: what is met there lies behind its value. */
static void walk_task(const void *context, struct lie_place place, const float *other,
                      const float *own, float *value, float *scratch)
{
    struct walker alone = *(const struct walker *)context;
    int width = side_of(&alone, alone.own)->width;
    alone.pool = NULL;
    if (alone.met) {
        alone.met = value + width;
        memset(alone.met, 0,
               (size_t)(side_of(&alone, !alone.own)->classes * width) * sizeof *alone.met);
    }
    walk(&alone, place, (struct reach){other, own}, value, scratch);
}

/* ---------------------------------------------------------------- the ends */

/* The stakes of every bid: what is won or lost when it is called, times the joint probability of
 * the classes. */
static void fill_stakes(struct lie_solver *solver, int own)
{
    const struct lie_round *round = &solver->average.round;
    size_t cells = (size_t)round->side[!own].classes * (size_t)round->side[own].width;
    const float *restrict chance = solver->chance[own];
    const int8_t *restrict sign = solver->signs[own];
    float *restrict stakes = solver->stakes[own];
    for (int call = 0; call < 2 * round->bids; call++, stakes += cells, sign += cells)
        for (size_t i = 0; i < cells; i++)
            stakes[i] = chance[i] * (float)sign[i];
}

/* The shares of all choices of a side by their regrets. */
static void end_shares(const struct lie_solver *solver, int side, float *shares)
{
    const struct lie_round_side *of = &solver->average.round.side[side];
    for (int deal = 0; deal < of->deals; deal++) {
        int first = of->deal[deal].first_choice, last = of->deal[deal + 1].first_choice;
        float sum = 0;
        for (int i = first; i < last; i++)
            sum += solver->end_regret[side][i] > 0 ? solver->end_regret[side][i] : 0;
        for (int i = first; i < last; i++)
            shares[i] = sum > least_sum ? regret_share(solver->end_regret[side][i], 1 / sum, 0)
                                        : 1.0F / (float)(last - first);
    }
}

/* How likely the other side is in each class by its own choice of ends; adds that choice to its
 * average. */
static void start_reach(const struct walker *walker, float *reach)
{
    struct lie_solver *solver = walker->solver;
    int other = !walker->own;
    const struct lie_round_side *of = side_of(walker, other);
    for (int i = 0; i < of->width; i++)
        reach[i] = i < of->classes ? 1 : 0;
    if (!of->deal)
        return;
    float *shares = walker->met ? solver->faces.shares[other] : reach;
    end_shares(solver, other, shares);
    for (int i = 0; i < of->choices; i++)
        solver->average.ends[other][i] += walker->weight * shares[i];
    if (!walker->met)
        return;
    end_shares(solver, walker->own, solver->faces.shares[walker->own]);
    lie_faces_prepare(&solver->faces, &solver->average.round, walker->own, reach,
                      solver->chance[walker->own]);
    fill_stakes(solver, walker->own);
    memset(walker->met, 0, lie_faces_met_floats(&solver->average.round) * sizeof *walker->met);
}

/* Regrets of the ends, from what each choice is worth. */
static void learn_ends(const struct walker *walker, const float *worth, float *shares)
{
    struct lie_solver *solver = walker->solver;
    const struct lie_round_side *own = side_of(walker, walker->own);
    float *regret = solver->end_regret[walker->own];
    end_shares(solver, walker->own, shares);
    for (int deal = 0; deal < own->deals; deal++) {
        int first = own->deal[deal].first_choice, last = own->deal[deal + 1].first_choice;
        float sum = 0;
        for (int i = first; i < last; i++)
            sum += shares[i] * worth[i];
        for (int i = first; i < last; i++) {
            float rest =
                regret[i] * (regret[i] > 0 ? walker->keep_positive : walker->keep_negative) +
                worth[i] - sum;
            regret[i] = rest > walker->floor ? rest : walker->floor;
        }
    }
}

/* ---------------------------------------------------------------- iterations */

static struct walker walker_for(struct lie_solver *solver, int own)
{
    double past = solver->iterations, now = past + 1, grown = past * sqrt(past);
    struct walker walker = {.solver = solver,
                            .own = own,
                            .keep_positive = 1,
                            .keep_negative = 1,
                            .weight = (float)now,
                            .met = solver->faces.met};
    if (solver->algorithm == LIE_DCFR) {
        walker.keep_positive = (float)(grown / (grown + 1));
        walker.keep_negative = 0.5F;
        walker.floor = -INFINITY;
        walker.weight = (float)(now * now);
    }
    return walker;
}

/* With threads: the top of the tree hands out subtrees, these are walked, and the top goes on with
 * their values. */
static bool walk_in_threads(struct walker *walker, int threads, struct reach reach, float *value,
                            float *scratch)
{
    const struct lie_round *round = &walker->solver->average.round;
    const struct lie_round_side *own = side_of(walker, walker->own),
                                *other = side_of(walker, !walker->own);
    struct lie_pool_plan plan = {.walk = walk_task,
                                 .context = walker,
                                 .threads = threads,
                                 .task_bits = round->ranks > 10 ? round->ranks - 5 : 5,
                                 .reach_width = other->width,
                                 .own_width = walker->met ? own->width : 0,
                                 .value_width =
                                     own->width + (walker->met ? other->classes * own->width : 0),
                                 .scratch_floats = walker->solver->scratch_floats};
    walker->pool = lie_pool_open(&plan);
    if (!walker->pool)
        return false;
    walk(walker, lie_place_start(round), reach, value, scratch);
    bool good = lie_pool_run(walker->pool);
    if (good)
        walk(walker, lie_place_start(round), reach, value, scratch);
    lie_pool_close(walker->pool);
    return good;
}

static bool walk_side(struct lie_solver *solver, int own, int threads, float *scratch)
{
    struct walker walker = walker_for(solver, own);
    const struct lie_round *round = &solver->average.round;
    int width = round->side[own].width;
    float *other_reach = take(&scratch, round->side[!own].width),
          *own_reach = take(&scratch, width), *value = take(&scratch, width);
    struct reach reach = {other_reach, own_reach};
    start_reach(&walker, other_reach);
    for (int i = 0; i < width; i++)
        own_reach[i] = 1;
    bool small = round->ranks <= 12; /* walked before a thread has started */
    if (small ||
        (threads <= 1 &&
         !walker.met)) /* what is met is summed in the order of the pool, also by one thread */
        walk(&walker, lie_place_start(round), reach, value, scratch);
    else if (!walk_in_threads(&walker, threads, reach, value, scratch))
        return false;
    float *worth = walker.met ? take(&scratch, round->side[own].choices) : value;
    if (walker.met)
        lie_faces_worth(&solver->faces, round, own, other_reach, worth);
    if (round->side[own].deal)
        learn_ends(&walker, worth, scratch);
    return true;
}

bool lie_solver_step(struct lie_solver *solver, int threads)
{
    float *scratch = calloc(solver->scratch_floats, sizeof *scratch);
    bool good =
        scratch && walk_side(solver, 0, threads, scratch) && walk_side(solver, 1, threads, scratch);
    free(scratch);
    solver->iterations += good;
    return good;
}

/* ---------------------------------------------------------------- opening */

static int deal_of(const struct lie_round_side *side, int class)
{
    int deal = 0;
    if (!side->deal)
        return class;
    while (side->deal[deal + 1].first_choice <= class)
        deal++;
    return deal;
}

static void fill_chances(struct lie_solver *solver, int own)
{
    const struct lie_round *round = &solver->average.round;
    int width = round->side[own].width;
    for (int i = 0; i < round->side[!own].classes; i++)
        for (int k = 0; k < round->side[own].classes; k++) {
            int deal = deal_of(&round->side[!own], i), own_deal = deal_of(&round->side[own], k);
            solver->chance[own][i * width + k] = (float)lie_round_meet(round, own, own_deal, deal);
        }
}

static bool allocate(struct lie_solver *solver)
{
    const struct lie_round *round = &solver->average.round;
    bool good = true;
    solver->regret = calloc(solver->average.stride << round->ranks, sizeof(float));
    for (int i = 0; i < 2; i++) {
        size_t cells = (size_t)round->side[!i].classes * (size_t)round->side[i].width,
               calls = 2 * (size_t)round->bids;
        solver->stakes[i] = malloc(cells * calls * sizeof(float));
        solver->signs[i] = malloc(cells * calls);
        solver->chance[i] = calloc(cells, sizeof(float));
        solver->end_regret[i] = calloc((size_t)round->side[i].choices + 1, sizeof(float));
        good = good && solver->stakes[i] && solver->signs[i] && solver->chance[i] &&
            solver->end_regret[i];
        solver->scratch_floats += 2 * (size_t)round->side[i].choices;
    }
    solver->scratch_floats += solver->average.stride * 4 * ((size_t)round->ranks + 3);
    return good && solver->regret &&
        (!round->rules.faces_only || lie_faces_open(&solver->faces, round));
}

enum lie_round_error lie_solver_open(struct lie_solver *solver, const struct lie_round_rules *rules,
                                     enum lie_algorithm algorithm)
{
    memset(solver, 0, sizeof *solver);
    enum lie_round_error error = lie_strategy_open(&solver->average, rules);
    if (error != LIE_ROUND_OK)
        return error;
    solver->algorithm = algorithm;
    if (!allocate(solver)) {
        lie_solver_close(solver);
        return LIE_ROUND_NO_MEMORY;
    }
    for (int own = 0; own < 2; own++) {
        const struct lie_round_side *side = &solver->average.round.side[own];
        lie_round_winners(&solver->average.round, !own, side->shows, side->classes, side->width,
                          solver->signs[own]);
        if (!rules->faces_only)
            fill_chances(solver, own);
        fill_stakes(solver, own);
    }
    return LIE_ROUND_OK;
}

void lie_solver_close(struct lie_solver *solver)
{
    free(solver->regret);
    for (int i = 0; i < 2; i++) {
        free(solver->stakes[i]);
        free(solver->signs[i]);
        free(solver->chance[i]);
        free(solver->end_regret[i]);
    }
    lie_faces_close(&solver->faces);
    lie_strategy_close(&solver->average);
    memset(solver, 0, sizeof *solver);
}

size_t lie_solver_size(const struct lie_round *round)
{
    size_t classes = (size_t)round->side[0].width * (size_t)round->side[1].width;
    return 2 * lie_strategy_size(round) + classes * 4 * (size_t)(round->ranks + 1) * sizeof(float);
}
