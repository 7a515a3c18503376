/*
 * find.h - tables at which people wait for others, known to all nodes.
 */
#ifndef STOS_SERVER_FIND_H
#define STOS_SERVER_FIND_H

#include "server/core/core.h"

void find_offer(struct live_table *table); /* people have come back, or all have left */

#endif
