/* halving.c - sequential halving. See halving.h. */
#include "halving.h"

#include <assert.h>

/* The list stays sorted, best first; the plan with the lowest prior falls off its end. */
void halving_add(struct halving *halving, int plan, int32_t promise)
{
    assert(halving->most > 0 && halving->most <= HALVING_PLANS);
    if (halving->plans == halving->most && promise <= halving->plan[halving->most - 1].promise)
        return;
    int at = halving->plans < halving->most ? halving->plans++ : halving->most - 1;
    for (; at > 0 && halving->plan[at - 1].promise < promise; at--)
        halving->plan[at] = halving->plan[at - 1];
    halving->plan[at] = (struct halving_plan){.promise = promise, .plan = plan};
}

/* Tries every remaining plan on one deal; false if the budget ran out on the way: then the deal
 * counts for no plan. */
static bool try_all(struct halving *halving)
{
    int32_t result[HALVING_PLANS];
    halving->deal(halving->search);
    for (int i = 0; i < halving->plans; i++) {
        if (budget_is_over(halving->budget))
            return false;
        result[i] = halving->play(halving->search, halving->plan[i].plan);
    }
    for (int i = 0; i < halving->plans; i++)
        halving->plan[i].sum += result[i];
    halving->trials++;
    return true;
}

static int64_t score(const struct halving *halving, const struct halving_plan *plan)
{
    return plan->sum +
        plan->promise * (int64_t)(halving->trust + halving->trials * halving->growth / 64);
}

/* Best first; equals stay in order. */
static void rank(struct halving *halving)
{
    for (int i = 1; i < halving->plans; i++) {
        struct halving_plan moved = halving->plan[i];
        int at = i;
        for (; at > 0 && score(halving, &halving->plan[at - 1]) < score(halving, &moved); at--)
            halving->plan[at] = halving->plan[at - 1];
        halving->plan[at] = moved;
    }
}

static uint64_t rounds_for(int plans)
{
    uint64_t rounds = 0;
    for (; plans > 1; plans = (plans + 1) / 2)
        rounds++;
    return rounds;
}

int halving_best(struct halving *halving)
{
    uint64_t rounds = rounds_for(halving->plans);
    bool going = budget_is_limited(halving->budget);
    halving->trials = 0;
    for (uint64_t round = 1; going && halving->plans > 1; round++) {
        do
            going = try_all(halving);
        while (going && !budget_spent(halving->budget, round, rounds));
        rank(halving);
        halving->plans = (halving->plans + 1) / 2;
    }
    return halving->plan[0].plan;
}
