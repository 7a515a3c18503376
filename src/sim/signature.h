/*
 * signature.h - a hash over a fixed set of random games: every move, every view, every result.
 *
 * It is equal on every platform, in WebAssembly too, and changes only when the rules do. Nothing is
 * allocated.
 */
#ifndef STOS_SIM_SIGNATURE_H
#define STOS_SIM_SIGNATURE_H

#include "stos.h"

uint64_t signature_of(const stos_rules *rules);

/* One of the seats that may act, uniformly at random: votes must come from all of them, or they
 * would never agree. */
int signature_pick_seat(stos_seats actors, stos_random *random);

#endif
