/*
 * clock.h - the only clock that tables see.
 */
#ifndef STOS_SERVER_CLOCK_H
#define STOS_SERVER_CLOCK_H

#include <stdint.h>

int64_t server_now_ms(void); /* since 1970; it never goes back */

#endif
