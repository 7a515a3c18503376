/* search.h - what makes one searching bot of FACE TO FACE differ from another. */
#ifndef STOS_BOT_FACETOFACE_SEARCH_H
#define STOS_BOT_FACETOFACE_SEARCH_H

#include "net.h"

struct facetoface_search {
    const struct duel_style *style; /* plays the duels */
    const struct net *net;          /* judges how they stand; NULL: the worth does */
    uint32_t belief;                /* what a plan promises at first sight counts as much as this many duels (1 at least), */
    uint32_t trust;                 /* and this many more for each 64 that are played */
    int plans;                      /* how many are tried */
    int turns;                      /* played after a plan before it is judged how they stand; 0: all of them */
};

enum { FACETOFACE_STRONG, FACETOFACE_CHAMPION };
enum { FACETOFACE_SEARCH_MEMORY = 8192 };

extern const struct facetoface_search facetoface_searches[];

#endif
