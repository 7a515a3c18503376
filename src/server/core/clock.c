/*
 * clock.c - the only clock that tables see: the time of day at startup, advanced by a monotonic
 * clock, so that nobody's turn ends because somebody set the system clock. It has its own file so
 * that tests can replace it.
 */
#include "clock.h"

#include <time.h>
#include <uv.h>

static int64_t read_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t offset_ms;

static void set_offset(void) { offset_ms = read_ms(CLOCK_REALTIME) - read_ms(CLOCK_MONOTONIC); }

int64_t server_now_ms(void)
{
    static uv_once_t once = UV_ONCE_INIT;
    uv_once(&once, set_offset);
    return read_ms(CLOCK_MONOTONIC) + offset_ms;
}
