/*
 * cancel.h - how to stop long-running work: it polls a flag that another thread or a signal handler
 * sets.
 */
#ifndef STOS_BASE_CANCEL_H
#define STOS_BASE_CANCEL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* `cancel` may be NULL: then nothing can cancel. */
static inline bool is_cancelled(const atomic_bool *cancel)
{
    return cancel && atomic_load_explicit(cancel, memory_order_relaxed);
}

#endif
