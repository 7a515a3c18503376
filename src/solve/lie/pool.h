/*
 * pool.h - a thread pool that walks subtrees of a round of LIE.
 *
 * A walk over the top of the tree runs twice: first it hands every subtree of a certain size to the
 * pool, then the pool walks them all in any order, then the top is walked again and takes the
 * values in the order in which it had handed them out. Subtrees share nothing that changes, so the
 * result does not depend on the threads.
 */
#ifndef STOS_SOLVE_LIE_POOL_H
#define STOS_SOLVE_LIE_POOL_H

#include "strategy.h"

struct lie_pool_plan {
    /* Walks a subtree; called by several threads at once, each with scratch of its own. */
    void (*walk)(const void *context, struct lie_place place, const float *reach, const float *own,
                 float *value, float *scratch);
    const void *context;
    int threads;
    int task_bits;              /* subtrees with at most this many bids below them are tasks */
    int reach_width, own_width; /* floats of reach and own that a task needs */
    int value_width;            /* floats that it returns */
    size_t scratch_floats;
};

struct lie_pool;

struct lie_pool *lie_pool_open(const struct lie_pool_plan *plan);
void lie_pool_close(struct lie_pool *pool);

bool lie_pool_takes(const struct lie_pool *pool, struct lie_place place);
bool lie_pool_collects(const struct lie_pool *pool); /* the first walk of the top */
void lie_pool_add(struct lie_pool *pool, struct lie_place place, const float *reach,
                  const float *own);
bool lie_pool_run(struct lie_pool *pool); /* false if out of memory or no thread could be started */
const float *lie_pool_next(struct lie_pool *pool);

#endif
