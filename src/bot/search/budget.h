/*
 * budget.h - what a bot may spend on a turn: time and nodes, unless it is cancelled first.
 *
 * A node is the unit that the bot's search counts. With nodes and no time the clock is never read,
 * so that the same seed gives the same move.
 */
#ifndef STOS_BOT_SEARCH_BUDGET_H
#define STOS_BOT_SEARCH_BUDGET_H

#include "base/cancel.h"
#include "bot/bot.h"
#include "bot/clock.h"

struct budget {
    uint64_t nodes, node_limit;       /* a limit of 0: none */
    uint64_t begun_ns, time_limit_ns; /* a limit of 0: none, and the clock is not read */
    const atomic_bool *cancel;        /* may be NULL */
};

/* The limits of a request, or the bot's default if it has none. `always` > 0: a fixed number of
 * nodes instead of any limits. */
static inline struct budget budget_of(const stos_bot *bot, const struct bot_request *request,
                                      uint64_t always)
{
    static const uint64_t most_nodes = UINT64_C(1) << 50; /* so that products do not overflow */
    const stos_limits *limits = &request->limits;
    uint64_t ms = limits->ms || limits->nodes ? limits->ms : bot->ms;
    if (always)
        return (struct budget){.node_limit = always, .cancel = request->cancel};
    return (struct budget){.node_limit = limits->nodes < most_nodes ? limits->nodes : most_nodes,
                           .begun_ns = ms ? clock_nanoseconds() : 0,
                           .time_limit_ns = ms * CLOCK_NANOSECONDS_PER_MS,
                           .cancel = request->cancel};
}

static inline bool budget_is_limited(const struct budget *budget)
{
    return budget->node_limit || budget->time_limit_ns;
}

static inline bool budget_cancelled(const struct budget *budget)
{
    return is_cancelled(budget->cancel);
}

/* Whether the fraction `part` / `parts` of the budget is spent. */
static inline bool budget_spent(const struct budget *budget, uint64_t part, uint64_t parts)
{
    if (budget->node_limit && budget->nodes * parts >= budget->node_limit * part)
        return true;
    return budget->time_limit_ns &&
        (clock_nanoseconds() - budget->begun_ns) * parts >= budget->time_limit_ns * part;
}

/* Whether the search must stop. */
static inline bool budget_is_over(const struct budget *budget)
{
    return budget_cancelled(budget) || budget_spent(budget, 1, 1);
}

#endif
