/*
 * bots.h - bots at tables: asked when it is their turn, on other threads.
 */
#ifndef STOS_SERVER_BOTS_H
#define STOS_SERVER_BOTS_H

#include "tables.h"

void bots_think(struct live_table *table);
bool bots_decided(struct live_table *table); /* makes the next pending move; false: there is none */
void bots_forget(
    struct live_table *table); /* discards their thoughts under way and their decisions */
void *bots_place(void);        /* scratch memory for one thread */

#endif
