/* facetoface_search.h - what makes one searching bot of FACE TO FACE differ from another. */
#ifndef STOS_BOT_FACETOFACE_SEARCH_H
#define STOS_BOT_FACETOFACE_SEARCH_H

#include "facetoface_duel.h"

struct facetoface_search {
    const struct duel_style *style; /* plays the duels */
    uint32_t belief;                /* the worth of a plan counts as much as this many duels */
    int plans;                      /* how many are tried */
    int turns;                      /* played after a plan before the worth is judged; 0: all of them */
};

enum { FACETOFACE_STRONG, FACETOFACE_CHAMPION };
enum { FACETOFACE_SEARCH_MEMORY = 8192 };

extern const struct facetoface_search facetoface_searches[];

#endif
