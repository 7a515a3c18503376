/*
 * clock.h - a monotonic clock, for the bots' time limits and for measurements.
 *
 * Only differences are meaningful. Rules and tables never read a clock; they are told the time.
 */
#ifndef STOS_BOT_CLOCK_H
#define STOS_BOT_CLOCK_H

#include <stdint.h>
#include <time.h>

#define CLOCK_NANOSECONDS_PER_MS UINT64_C(1000000)

static inline uint64_t clock_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 * CLOCK_NANOSECONDS_PER_MS + (uint64_t)now.tv_nsec;
}

static inline double clock_seconds(void) { return 1e-9 * (double)clock_nanoseconds(); }

#endif
