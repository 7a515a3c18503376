/*
 * clock.c - the time of day, the only clock that tables see. A file of its own, so that tests can have another.
 */
#include "host.h"

#include <sys/time.h>

int64_t server_now_ms(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return (int64_t)now.tv_sec * 1000 + now.tv_usec / 1000;
}
