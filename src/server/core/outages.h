/*
 * outages.h - when nobody could move: the server or its store was down, or the machine stalled.
 *
 * Clocks of tables in memory get such time back at once (ticks.c). A table that is only in the
 * store gets it back when it is read: all outages since its last line. That is why they are stored.
 */
#ifndef STOS_SERVER_OUTAGES_H
#define STOS_SERVER_OUTAGES_H

#include "store/store.h"

enum { OUTAGES_MOST = 512 }; /* stored; beyond that, the oldest two are merged */

struct outages {
    struct outage {
        int64_t from_ms, to_ms;
    } outage[OUTAGES_MOST]; /* in order, not overlapping */
    int count;
    bool changed; /* since they were last written */
};

enum store_status outages_load(struct outages *outages, struct store *store,
                               int64_t now_ms); /* those that still matter */
void outages_note(struct outages *outages, int64_t from_ms, int64_t to_ms); /* the newest one */
int64_t outages_since(const struct outages *outages,
                      int64_t since_ms); /* how long nobody could move since then */
enum store_status outages_write(const struct outages *outages, struct store *store);

#endif
