/*
 * cancel.h - how long work is stopped from outside: whoever does it looks now and then at a flag that another thread, or a signal, sets.
 */
#ifndef STOS_BASE_CANCEL_H
#define STOS_BASE_CANCEL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* NULL: nobody can cancel. */
static inline bool is_cancelled(const atomic_bool *cancel) { return cancel && atomic_load_explicit(cancel, memory_order_relaxed); }

#endif
