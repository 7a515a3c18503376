/* strategy.c - see strategy.h; the best responses are in best.c. */
#include "strategy.h"

#include <stdlib.h>
#include <string.h>

static size_t row_floats(const struct lie_round *round)
{
    return (size_t)round->side[0].width + (size_t)round->side[1].width;
}

size_t lie_strategy_size(const struct lie_round *round)
{
    return (row_floats(round) * sizeof(float)) << round->ranks;
}

enum lie_round_error lie_strategy_open(struct lie_strategy *strategy,
                                       const struct lie_round_rules *rules)
{
    memset(strategy, 0, sizeof *strategy);
    enum lie_round_error error = lie_round_open(&strategy->round, rules);
    if (error != LIE_ROUND_OK)
        return error;
    strategy->stride = row_floats(&strategy->round);
    strategy->weights = calloc(strategy->stride << strategy->round.ranks, sizeof(float));
    bool good = strategy->weights != NULL;
    for (int i = 0; i < 2 && !rules->dice; i++) {
        strategy->ends[i] = calloc((size_t)strategy->round.side[i].choices, sizeof(float));
        good = good && strategy->ends[i];
    }
    if (good)
        return LIE_ROUND_OK;
    lie_strategy_close(strategy);
    return LIE_ROUND_NO_MEMORY;
}

void lie_strategy_close(struct lie_strategy *strategy)
{
    free(strategy->weights);
    free(strategy->ends[0]);
    free(strategy->ends[1]);
    lie_round_close(&strategy->round);
    memset(strategy, 0, sizeof *strategy);
}
